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
    /// Plain text beside the title, muted; elided when there is no room.
    void setFigures(const QString& figures);
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
