// SPDX-License-Identifier: GPL-3.0-or-later
// A page of few things, of which one is shown in detail: the list at the left; at the right the head of the one that is
// selected, what can be done with it, a notice of what is wrong, and below what the page adds. Whoever derives from it
// owns the rows and their feed, says what each action does and why not, and what the details are.
// Thread: GUI.
#pragma once

#include <QLabel>
#include <QPointer>
#include <QSortFilterProxyModel>
#include <QTabWidget>
#include <QTableView>
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
#include "ui/widgets/card.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/pill.h"

class QVBoxLayout;

namespace evenhand::ui {

class ListDetailPage : public Page {
    Q_OBJECT

public:
    [[nodiscard]] QAction* action(const char* name) const;
    [[nodiscard]] QTableView* table() const { return m_table; }
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
        QString list;                    ///< object name of the list
        std::span<const ActShape> acts;  ///< the first makes a new one, and stands at the list
        std::vector<int> inBar;          ///< of these, beside the details
        std::vector<int> inMenu;         ///< and behind "More"
        std::span<const int> widths;     ///< of the list's columns; the second, the name, takes the rest
        int listWidth = 0;
        int sortRole = 0;
        Qt::SortOrder order = Qt::AscendingOrder;
    };

    ListDetailPage(const QString& id, Shape shape, UiContext& context, QWidget* parent);

    /// Makes everything around `rows`; then the page adds its tiles, plots and tabs to down().
    void setupFrame(QAbstractItemModel& rows);
    /// Made by setupFrame(), added by the page where it belongs.
    void addTabs();
    [[nodiscard]] QVBoxLayout* down() const { return m_down; }
    /// What the details are children of.
    [[nodiscard]] QWidget* detail() const { return m_detail; }

    // --- the rows, by their places in the model; ids as text ---
    [[nodiscard]] virtual int placeOf(const std::string& id) const = 0;
    [[nodiscard]] virtual std::string idAt(int place) const = 0;
    /// In the palette: "Sale: Milk tea at noon".
    [[nodiscard]] virtual QString commandAt(int place) const = 0;
    /// Shown first, rather than the newest.
    [[nodiscard]] virtual bool isLive(int place) const = 0;
    /// The details are of this one now; empty: of none.
    virtual void showItem(const std::string& id) = 0;
    virtual void readAgain() = 0;
    [[nodiscard]] virtual QString whyNotAct(int which) const = 0;
    /// Once a second while the page is shown.
    virtual void tick() = 0;

    /// Selects it, as soon as it has been read.
    void selectItem(const std::string& id);
    /// The list was read (`failure`: not; Cancelled: not yet) and the model has its rows. `none`: said where it is
    /// empty.
    void listRead(const std::optional<Error>& failure, const QString& none);
    void onSelected();
    void noteReady();
    void refreshActs();
    void refreshBadge();
    void fitList();
    /// Names of what every such page has.
    void nameFrame(const QString& list, const QString& accessible);
    [[nodiscard]] QAction* actAt(int which) const { return m_acts.at(static_cast<std::size_t>(which)); }
    /// All acts, and one for each thing that shows it.
    [[nodiscard]] QList<QAction*> ownCommands() const;
    [[nodiscard]] bool isBusy() const noexcept { return m_busy > 0 || m_wanted.has_value(); }
    [[nodiscard]] QWidget* firstFocus() const override { return m_table; }
    void onActivated() override;
    void onDeactivated() override { m_tick.stop(); }
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
    void setupList(QAbstractItemModel& rows);
    void setupHead();
    void refreshShows();
    void selectLive();
    void tellFailure(const QString& title, const Error& error);

    const Shape m_shape;
    std::vector<QAction*> m_acts;
    QList<QAction*> m_shows;  ///< one for each row, for the palette
    QAbstractItemModel* m_rows = nullptr;
    QSortFilterProxyModel* m_sorted = nullptr;
    Card* m_listCard = nullptr;
    QTableView* m_table = nullptr;
    QWidget* m_detail = nullptr;
    QLabel* m_empty = nullptr;
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
    std::optional<qint64> m_badge;
    int m_busy = 0;
};

}  // namespace evenhand::ui
