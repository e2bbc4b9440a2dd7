// SPDX-License-Identifier: GPL-3.0-or-later
// A panel with a heading: title, a line of figures beside it, room for buttons on the right, and the body below.
// Thread: GUI.
#pragma once

#include <QFrame>

class QLabel;
class QVBoxLayout;

namespace evenhand::ui {

class ElidedLabel;
class WrapRow;

class Card : public QFrame {
    Q_OBJECT

public:
    explicit Card(QWidget* parent = nullptr);
    void setTitle(const QString& title);
    /// Plain text beside the title, muted. Its parts ("   ·   " between them) are left out from the end when there is
    /// no room, never cut through a figure; `shortest` is what is said of the first where even that has none.
    void setFigures(const QString& figures, const QString& shortest = {});
    [[nodiscard]] QString figures() const;
    /// Left of the title; replaces it (tabs).
    void setLeading(QWidget* widget);
    void addTool(QWidget* widget);
    void setBody(QWidget* widget);

private:
    WrapRow* m_head;
    QVBoxLayout* m_layout;
    QLabel* m_title;
    ElidedLabel* m_figures;
};

}  // namespace evenhand::ui
