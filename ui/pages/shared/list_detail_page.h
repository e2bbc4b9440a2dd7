// SPDX-License-Identifier: GPL-3.0-or-later
// A page of few things, of which one is shown in detail: the list at the left; at the right the head of the one that is
// selected, what can be done with it, a notice of what is wrong, and below what the page adds. Whoever derives from
// ListedPage (listed_page.h) owns the feed, describes the list, says what can be done and why not, and what the details
// are. Thread: GUI.
#pragma once

#include <QLabel>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/api/operations.h"
#include "engine/base/result.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/dialogs/action_dialog.h"
#include "ui/pages/shared/row_flow.h"
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
    /// What can be done with all and with one, one for each thing that shows it, and what the tables have.
    [[nodiscard]] QList<QAction*> commands() const override;
    /// One to be shown, by its id; "setup": true.
    void openTarget(const QVariantMap& target) override;
    [[nodiscard]] QTabWidget* tabs() const { return m_tabs; }
    [[nodiscard]] QLabel* notice() const { return m_notice; }
    [[nodiscard]] Pill* phase() const { return m_phase; }
    [[nodiscard]] QString when() const { return m_when->text(); }
    [[nodiscard]] ActionDialog* question() const { return m_flow->question(); }
    /// What carries out an action on the one that is shown.
    [[nodiscard]] RowFlow* flow() const { return m_flow; }

protected:
    /// Beside the details; behind "More"; of all: at the list; of all: in the palette only.
    enum class Place { Bar, Menu, List, Palette };
    /// What can be done with the one that is shown, or with all. Label and tip are texts of the page: QT_TR_NOOP.
    struct Act {
        const char* name;  ///< "start": its object name is the page's prefix and that
        const char* icon;
        const char* label;
        const char* tip;  ///< nullptr: the label says it
        QKeyCombination keys;
        Place place;
        std::optional<api::Operation> operation;  ///< which says who may; none: who sees the page
        std::function<void()> run;
        std::function<QString()> whyNot = {};  ///< for who may
    };
    struct Shape {
        QString prefix;          ///< of object names: "campaign"
        QString target;          ///< what openTarget() calls the id of one
        const char* noneChosen;  ///< a text of the page: why what is of one cannot be done
        int listWidth = 0;
    };
    struct Item {
        std::string id;
        QString command;  ///< in the palette: "Sale: Milk tea at noon"
    };

    ListDetailPage(const QString& id, Shape shape, UiContext& context, QWidget* parent);

    /// First of all. The first makes a new one.
    void setActs(std::vector<Act> acts);
    /// Makes everything around `list`; then the page adds its tiles, plots and tabs to down().
    void setupFrame(QueryPaneBase& list);
    /// Made by setupFrame(), added by the page where it belongs.
    void addTabs();
    /// As a tab. It works while the page is shown.
    void addPane(QueryPaneBase* pane);
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
    [[nodiscard]] virtual bool isOneShown() const = 0;
    /// Once a second too, while the page is shown.
    virtual void refreshHead() = 0;
    /// Where the reason of a change is kept.
    [[nodiscard]] virtual QString reasonHint(bool isNeeded) const = 0;

    /// Selects it, as soon as it has been read.
    void selectItem(const std::string& id);
    /// items() are others. `isRead`: they were read well; else they are as before.
    void listRead(bool isRead);
    void refreshActs();
    void refreshBadge();
    /// Names of what every such page has.
    void nameFrame(const QString& list);
    [[nodiscard]] bool isAllowed(const char* act) const;
    [[nodiscard]] virtual bool isBusy() const;
    [[nodiscard]] QWidget* firstFocus() const override { return m_list->table(); }
    void onActivated() override;
    void onDeactivated() override;
    [[nodiscard]] ElidedLabel& nameLabel() const { return *m_name; }
    [[nodiscard]] QLabel& whenLabel() const { return *m_when; }
    /// The notice of what is wrong; empty: nothing.
    void setNotice(const QString& text);

    /// Of one as it was seen; what is asked of the engine and told is set by ListedPage.
    [[nodiscard]] RowFlow::Spec oneSpec(FlowRow row, ActionDialog::Texts texts) const;
    /// Whether a draft may be deleted, which nothing else than `effect` says of it.
    [[nodiscard]] ActionDialog::Texts removeTexts(const QString& name, const QString& effect) const;
    [[nodiscard]] QString removedText(const QString& name) const;
    void tellSaved(const QString& name, bool isNew);
    /// Of what makes another one and leaves this as it is: tells how it was answered, and reads the page again.
    template <typename Row, typename Done>
    void settle(const QString& title, const api::Answer<Row>& answer, Done done) {
        ++m_busy;
        whenReady(answer, this, [this, title, done = std::move(done)](const Result<Row>& result) {
            --m_busy;
            if (!result) {
                tellFailure(title, result.error());
            } else {
                done(*result);
            }
            readAgain();
            noteReady();
        });
    }

private:
    [[nodiscard]] QList<QAction*> actionsAt(Place place) const;
    [[nodiscard]] QString whyNotAct(const Act& act) const;
    void setupHead();
    void onList();
    void refreshShows(const std::vector<Item>& all);
    void tellFailure(const QString& title, const Error& error);

    const Shape m_shape;
    std::vector<Act> m_acts;
    QList<QAction*> m_actions;  ///< of these
    QList<QAction*> m_shows;    ///< one for each row, for the palette
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
    std::vector<QueryPaneBase*> m_panes;
    RowFlow* m_flow;
    QTimer m_tick;
    std::optional<std::string> m_wanted;  ///< to be selected once it is read
    std::string m_shown;
    std::optional<qint64> m_badge;
    int m_busy = 0;
};

}  // namespace evenhand::ui
