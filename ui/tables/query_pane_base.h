// SPDX-License-Identifier: GPL-3.0-or-later
// What is the same in every table that the engine pages: fields, buttons, count, error, what is said where there are no
// rows, menu, export, copying. The rows themselves are QueryPane<Row, Filter, Sort>.
// Thread: GUI. Works only while active. Invariants: a button is enabled only where the action is for one of the rows
// selected; what is done is done to rows frozen before the question.
#pragma once

#include <QAction>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QWidget>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "ui/pages/shared/csv_export.h"
#include "ui/pages/shared/row_flow.h"
#include "ui/shell/jobs.h"
#include "ui/tables/filter_bar.h"
#include "ui/tables/paged_view.h"
#include "ui/tables/row_source.h"
#include "ui/tables/table_spec.h"
#include "ui/tables/table_writer.h"

class QMenu;

namespace evenhand::ui {

class EmptyHint;
class ReadError;

class QueryPaneBase : public QWidget {
    Q_OBJECT

public:
    [[nodiscard]] PagedView* table() const { return m_table; }
    [[nodiscard]] FilterBar* filters() const { return m_filters; }
    [[nodiscard]] SavedFilters* saved() const { return m_filters->saved(); }
    [[nodiscard]] RowFlow* flow() const { return m_flow; }
    [[nodiscard]] QLabel* emptyLabel() const { return m_empty; }
    /// Over the table until it is known whether there are rows.
    [[nodiscard]] QLabel* readingLabel() const;
    /// What is to be done where there are no rows.
    [[nodiscard]] QLabel* nextLabel() const { return m_next; }
    [[nodiscard]] QLabel* countLabel() const { return m_count; }
    [[nodiscard]] const TableTexts& texts() const { return m_look.texts; }
    /// By object name; nullptr: there is none.
    [[nodiscard]] QAction* action(const QString& name) const;
    [[nodiscard]] QAction* exportAction() const { return m_export; }
    /// Of TableLook::file; nullptr: there is none.
    [[nodiscard]] QAction* fileAction() const { return m_file; }
    /// Shows rows that have come in; nullptr: the rows are not live.
    [[nodiscard]] QPushButton* arrivedButton() const { return m_arrived; }
    /// Shows what addDetail() has taken in.
    [[nodiscard]] QAction* detailToggle() const { return m_toggle; }
    /// For the page: what can be done with rows, what leaves as a file, the row in detail.
    [[nodiscard]] QList<QAction*> commands() const;
    /// Behind the count, before the columns.
    void addTool(QWidget* widget);
    virtual void setActive(bool active);
    /// Reads again what is shown.
    virtual void refresh() { m_rows->refresh(); }
    [[nodiscard]] virtual bool isReady() const { return !m_rows->isLoading() && !m_flow->isBusy() && !m_waiting; }
    /// As the button does, to this file.
    void exportTo(const QString& path) { m_exporter->writeTo(path, exportTask()); }
    void writeFileTo(const QString& path) { m_exporter->writeTo(path, fileTask()); }
    /// What no field says has changed: rows of another filter are shown.
    void changed();

Q_SIGNALS:
    void readyChanged();
    void selectionMoved();

protected:
    /// So many of the selected rows are looked at for what can be done with them.
    static constexpr int kLookedAt = 256;
    /// Reads that bring none of the selected rows nearer and are waited for, before an action takes the rows as they
    /// stand then.
    static constexpr int kMaxWaits = 3;

    QueryPaneBase(UiContext& context, QWidget* parent);
    ~QueryPaneBase() override;
    /// Once, by the derived class, when its rows are there.
    struct Parts {
        PagedTable* rows = nullptr;
        TableLook look;
        std::vector<FieldLook> fields;
        std::vector<ActionLook> actions;
        std::vector<int> widths;
        std::vector<int> hidden;
    };
    void setup(Parts parts);
    /// One row in detail, beside the table: a button "prefix.detail" with this name and F4 shows and hides it. At most
    /// once, in the constructor of the derived class; `widths` of table and detail to begin with.
    void addDetail(QWidget* detail, std::pair<int, int> widths, Words title);
    [[nodiscard]] bool isActive() const noexcept { return m_active; }
    /// Also when what stands against an action has changed without the rows.
    void refreshActions();
    /// More than the actions, behind them.
    virtual void extendMenu(QMenu& menu) const { Q_UNUSED(menu) }
    /// Rows at hand of those that are selected now.
    virtual void takeSelection(const std::vector<int>& rows) = 0;
    /// Of these rows; empty: one of them allows it, or none is known.
    [[nodiscard]] virtual QString whyNotRows(std::size_t action) const = 0;
    [[nodiscard]] virtual bool isSelectionKnown(std::int64_t selected) const = 0;
    /// There are rows that it is for while nothing is selected.
    [[nodiscard]] virtual bool isForUnselected(std::size_t action) const = 0;
    virtual void begin(std::size_t action) = 0;
    virtual void open(int row) = 0;
    virtual void touchRows() = 0;
    /// Known to have no rows whatever the filter is.
    [[nodiscard]] virtual bool hasNoneAtAll() const { return false; }
    [[nodiscard]] virtual std::unique_ptr<RowSource> filteredRows() const = 0;
    using FileWriter = decltype(CsvExport::Task::write);
    /// Of the filter as it is now.
    [[nodiscard]] virtual FileWriter fileWriter() const = 0;
    virtual void freezeForCopy(std::function<void(std::unique_ptr<RowSource>)> done) = 0;
    /// Rows selected a moment ago may be known by their places only: `go` is called when they are read, or cannot be.
    /// Many are a job that can be cancelled; then it is not called.
    void whenSelectedIsRead(std::function<void()> go);
    /// Of so many rows that were selected so many could be frozen.
    void sayGone(std::int64_t selected, std::int64_t frozen);
    /// A row that was asked for is not among the first ones, which are all that is shown.
    void sayCutOff();
    [[nodiscard]] UiContext& context() const { return m_context; }
    void changeEvent(QEvent* event) override;

private:
    void setupBar();
    void setupTable();
    void setupEmpty();
    QAction* addAct(const QString& name, const char* iconName);
    void onSelection();
    void readSelected();
    /// Of those that are selected, as far as anything is done with so many.
    [[nodiscard]] std::int64_t unreadSelected() const;
    [[nodiscard]] bool isSelectedRead() const { return unreadSelected() == 0; }
    void goOn();
    void waitNoMore();
    void endWaiting();
    [[nodiscard]] QString whyNot(std::size_t action) const;
    /// This person may not read the rows; empty: may.
    [[nodiscard]] QString whyUnreadable() const;
    void refreshTexts();
    void sayReading();
    void sayArrived();
    void refreshNext();
    [[nodiscard]] QAction* nextAction();
    /// The command of the window that has this name, once the window is there; kept in `found`.
    QAction* commandNamed(const QString& name, QPointer<QAction>& found);
    /// What the empty page's button does.
    void doNext();
    [[nodiscard]] bool filtersOut() const;
    [[nodiscard]] bool isOfOneCampus() const;
    /// Other campuses may have rows.
    [[nodiscard]] bool hidesOthers() const;
    [[nodiscard]] QString countText(std::int64_t total) const;
    void retranslate();
    void showMenu(const QPoint& at);
    [[nodiscard]] TableShape shape() const;
    [[nodiscard]] CsvExport::Task exportTask();
    [[nodiscard]] TableWriter::Note exportNote(const std::string& path) const;
    [[nodiscard]] CsvExport::Task fileTask() const;
    void copyRows();
    void copyCell();

    UiContext& m_context;
    PagedTable* m_rows = nullptr;
    TableLook m_look;
    std::vector<ActionLook> m_actionLooks;
    std::vector<QAction*> m_actions;
    QAction* m_export = nullptr;
    QAction* m_file = nullptr;
    QAction* m_toggle = nullptr;
    Words m_detailTitle;
    QJsonObject m_begun;
    QAction* m_copyRows = nullptr;
    QAction* m_copyCell = nullptr;
    FilterBar* m_filters = nullptr;
    WrapRow* m_bar = nullptr;
    QLabel* m_selected = nullptr;
    ReadError* m_error = nullptr;
    QPushButton* m_arrived = nullptr;
    QLabel* m_count = nullptr;
    PagedView* m_table = nullptr;
    EmptyHint* m_reading = nullptr;
    QWidget* m_emptyPage = nullptr;
    QLabel* m_empty = nullptr;
    QLabel* m_next = nullptr;
    QPointer<QAction> m_nextCommand;  ///< what TableTexts::nextCommand names, once it is found
    QPointer<QAction> m_otherCommand;
    QPushButton* m_emptyButton = nullptr;
    QPushButton* m_emptyOther = nullptr;
    CsvExport* m_exporter = nullptr;
    RowFlow* m_flow = nullptr;
    std::int64_t m_selectedCount = 0;
    std::function<void()> m_waiting;
    int m_waits = 0;
    std::int64_t m_unread = 0;  ///< of the selected rows, at the last read that was waited for
    std::optional<int> m_readingJob;
    std::shared_ptr<JobProgress> m_readProgress;
    bool m_opened = false;
    bool m_active = false;
};

}  // namespace evenhand::ui
