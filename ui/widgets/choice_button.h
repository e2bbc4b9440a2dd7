// SPDX-License-Identifier: GPL-3.0-or-later
// A filter that fits on a button: "Status", "Status: Paid", "Status: 3"; a click opens the choices. Several may be
// chosen unless `single`; the menu stays open while several are ticked.
// Thread: GUI.
#pragma once

#include <QMenu>
#include <QPushButton>
#include <QStringList>
#include <vector>

namespace evenhand::ui {

/// Stays open when a ticked entry is chosen.
class TickMenu : public QMenu {
    Q_OBJECT

public:
    using QMenu::QMenu;

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    bool tick();
};

class ChoiceButton : public QPushButton {
    Q_OBJECT

public:
    struct Choice {
        QString key;
        QString label;  ///< plain text
    };

    explicit ChoiceButton(bool single, QWidget* parent = nullptr);
    /// Name of what is filtered, and of "nothing filtered" in the menu.
    void setTitle(const QString& title, const QString& anyLabel);
    /// Keeps what is chosen as far as it is still there.
    void setChoices(const std::vector<Choice>& choices);
    void setChosen(const QStringList& keys);
    [[nodiscard]] const QStringList& chosen() const noexcept { return m_chosen; }
    [[nodiscard]] QMenu* choices() const { return m_menu; }

Q_SIGNALS:
    void chosenChanged();

private:
    void toggled(const QString& key, bool on);
    void clearChosen();
    void refresh();

    bool m_single;
    QMenu* m_menu = nullptr;
    QString m_title;
    QString m_any;
    std::vector<Choice> m_choices;
    QStringList m_chosen;
};

}  // namespace evenhand::ui
