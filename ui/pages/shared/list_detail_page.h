// SPDX-License-Identifier: GPL-3.0-or-later
// A page of few things, of which one is shown in detail: the list at the left; at the right the head of the one that is
// selected, what can be done with it, a notice of what is wrong, and below what the page adds. Whoever derives from
// ListedPage (listed_page.h) owns the feed, describes the list, says what each action does and why not, and what the
// details are. Thread: GUI.
#pragma once

#include <QLabel>
#include <QPointer>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "engine/base/result.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/dialogs/action_dialog.h"
#include "ui/shell/page.h"
#include "ui/tables/query_pane_base.h"
#include "ui/widgets/card.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/pill.h"

class QVBoxLayout;

namespace evenhand::ui {

class ListDetailPage : public Page {
    Q_OBJECT

public:
    [[nodiscard]] QAction* action(const char* name) const;
    [[nodiscard]] QTabWidget* tabs() const { return m_tabs; }
    [[nodiscard]] QLabel* notice() const { return m_notice; }
    [[nodiscard]] Pill* phase() const { return m_phase; }
    [[nodiscard]] QString when() const { return m_when->text(); }
    [[nodiscard]] ActionDialog* question() const { return m_question; }

protected:
    struct ActShape {
        const char* name;  ///< "start": its object name is the page's prefix and that
        const char* icon;
        QKeyCombination keys;
    };
    struct Shape {
        QString prefix;                  ///< of object names: "campaign"
        std::span<const ActShape> acts;  ///< the first makes a new one, and stands at the list
        std::vector<int> inBar;          ///< of these, beside the details
        std::vector<int> inMenu;         ///< and behind "More"
        int listWidth = 0;
    };
    struct Item {
        std::string id;
        QString command;  ///< in the palette: "Sale: Milk tea at noon"
    };

    ListDetailPage(const QString& id, Shape shape, UiContext& context, QWidget* parent);

    /// Makes everything around `list`; then the page adds its tiles, plots and tabs to down().
    void setupFrame(QueryPaneBase& list);
    /// Made by setupFrame(), added by the page where it belongs.
    void addTabs();
    [[nodiscard]] QVBoxLayout* down() const { return m_down; }
    /// What the details are children of.
    [[nodiscard]] QWidget* detail() const { return m_detail; }

    // --- what is listed; ids as text ---
    /// All that were read, whatever the list is filtered by.
    [[nodiscard]] virtual std::vector<Item> items() const = 0;
    /// Of those in the list; empty: none.
    [[nodiscard]] virtual std::string selectedId() const = 0;
    /// Where nothing is selected, of those that the filter lets through: what is shown already, else a live one, else
    /// the first; empty: none is there.
    [[nodiscard]] virtual std::string firstId() const = 0;
    [[nodiscard]] const std::string& shownId() const { return m_shown; }
    virtual void selectInList(const std::string& id) = 0;
    /// The details are of this one now; empty: of none.
    virtual void showItem(const std::string& id) = 0;
    virtual void readAgain() = 0;
    [[nodiscard]] virtual QString whyNotAct(int which) const = 0;
    /// Once a second while the page is shown.
    virtual void tick() = 0;

    /// Selects it, as soon as it has been read.
    void selectItem(const std::string& id);
    /// items() are others. `isRead`: they were read well; else they are as before.
    void listRead(bool isRead);
    void noteReady();
    void refreshActs();
    void refreshBadge();
    /// Names of what every such page has.
    void nameFrame(const QString& list);
    [[nodiscard]] QAction* actAt(int which) const { return m_acts.at(static_cast<std::size_t>(which)); }
    /// All acts, and one for each thing that shows it.
    [[nodiscard]] QList<QAction*> ownCommands() const;
    [[nodiscard]] bool isBusy() const { return m_busy > 0 || m_wanted.has_value() || !m_list->isReady(); }
    [[nodiscard]] QWidget* firstFocus() const override { return m_list->table(); }
    void onActivated() override;
    void onDeactivated() override;
    [[nodiscard]] ElidedLabel& nameLabel() const { return *m_name; }
    [[nodiscard]] QLabel& whenLabel() const { return *m_when; }
    /// The notice of what is wrong; empty: nothing.
    void setNotice(const QString& text);

    /// A question, not open yet. `reasonHint`: where a reason is kept.
    ActionDialog* ask(const ActionDialog::Texts& texts, const QString& reasonHint);
    /// Tells what became of it as it was answered, and reads the page again.
    template <typename Row, typename Done>
    void settle(const QString& title, const api::Answer<Row>& answer, Done done) {
        ++m_busy;
        whenReady(answer, this, [this, title, done = std::move(done)](const Result<Row>& result) {
            --m_busy;
            if (!result) {
                tellFailure(title, result.error());
            } else if constexpr (std::is_void_v<Row>) {
                done();
            } else {
                done(*result);
            }
            readAgain();
            noteReady();
        });
    }

private:
    void setupActs();
    void setupHead();
    void onList();
    void refreshShows(const std::vector<Item>& all);
    void tellFailure(const QString& title, const Error& error);

    const Shape m_shape;
    std::vector<QAction*> m_acts;
    QList<QAction*> m_shows;  ///< one for each row, for the palette
    Card* m_listCard = nullptr;
    QueryPaneBase* m_list = nullptr;
    QWidget* m_detail = nullptr;
    QVBoxLayout* m_down = nullptr;
    ElidedLabel* m_name = nullptr;
    Pill* m_phase = nullptr;
    QLabel* m_when = nullptr;
    QToolButton* m_more = nullptr;
    QLabel* m_notice = nullptr;
    QTabWidget* m_tabs = nullptr;
    QPointer<ActionDialog> m_question;
    QTimer m_tick;
    std::optional<std::string> m_wanted;  ///< to be selected once it is read
    std::string m_shown;
    std::optional<qint64> m_badge;
    int m_busy = 0;
};

}  // namespace evenhand::ui
