// SPDX-License-Identifier: GPL-3.0-or-later
// Carries an action on frozen rows from the question to the outcome: ask, submit what was frozen with its versions,
// read back, show per row what became of it. What was changed meanwhile is told apart from what a rule
// refuses, and where the engine knows, by whom and when. Many rows go in slices under a job that can be cancelled: the
// rest is told as not done. Rows about one thing are one to the engine, whatever their slices (FlowRow::once).
// Thread: GUI. Invariants: nothing is called done that the engine did not answer as done, nor refused that it did not
// refuse: what has no answer is not known.
#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/api/call.h"
#include "ui/dialogs/action_dialog.h"
#include "ui/dialogs/row_outcome_dialog.h"
#include "ui/shell/jobs.h"
#include "ui/shell/notices.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {

class TextTableModel;

/// One frozen row.
struct FlowRow {
    std::int64_t id = 0;
    std::int64_t version = 0;
    QString name = {};
    QString detail = {};
    QString perRow = {};   ///< what becomes of it
    QString whyNot = {};   ///< not empty: it is left out
    QString was = {};      ///< how it stood when it was chosen, in the words of the read-back; empty: not known
    std::string key = {};  ///< of rows that are named by a text; `id` is then their place in the question
    /// Of rows with the same text the first one is sent, and its answer is that of all; empty: it is like no other.
    std::string once = {};
};
/// A row that was done.
struct FlowDone {
    FlowRow row;               ///< as it was frozen
    std::int64_t version = 0;  ///< since
};
/// How the engine answered for one row.
struct FlowAnswer {
    std::int64_t id = 0;
    std::optional<Error> error;
    std::int64_t version = 0;  ///< now
    QString now = {};          ///< how it stands, where the answer says it
    bool isFinal = false;      ///< done, and nothing takes it back: it is not in an undo
};

/// What is told of rows that were done.
struct FlowTold {
    FlowTold(QString said, std::optional<Tone> as = {})  // NOLINT(google-explicit-constructor): mostly it is a text
        : text(std::move(said)), tone(as) {}
    QString text;
    std::optional<Tone> tone;  ///< none: that of the outcomes
};

class RowFlow : public QObject {
    Q_OBJECT

public:
    using Rows = std::vector<FlowRow>;
    using Answers = Result<std::vector<FlowAnswer>>;
    using Now = std::map<std::int64_t, QString>;  ///< by id: how it stands, read back
    /// So many rows are one question to the engine, and one step of a job; fewer have no job.
    static constexpr std::size_t kSlice = 250;
    struct Spec {
        ActionDialog::Texts texts;
        QStringList header;  ///< of the two columns that name a row, and of what was read back
        Rows rows;
        /// Asks the engine for those that are fit, or for a slice of them; calls `done` once.
        std::function<void(const api::Call& call, const Rows& fit, std::function<void(Answers)> done)> submit;
        /// How all rows stand now; empty: the answers have said it.
        std::function<void(std::vector<std::int64_t> ids, std::function<void(Now)> done)> readBack = {};
        /// Who did what and when to this row last; empty: nobody can be asked.
        std::function<void(std::int64_t id, std::function<void(QString)> done)> lastChange = {};
        /// What would take back those that were done, whose versions it names; none: no undo is offered.
        std::function<Spec(const std::vector<FlowDone>& done)> undo = {};
        /// Of an undo: calls `done` once with what is asked in its place, its rows as they stand by now, or with why
        /// they could not be read; none: this.
        std::function<void(std::function<void(Result<Spec>)> done)> readAnew = {};
        QString undoText = {};  ///< of its button, "Resume"; empty: "Undo"
        QString undoKind = {};  ///< what is done to the rows that it names; see Notice::about
        /// Called once the question is open: what is asked besides the reason. `submit` reads it.
        std::function<void(ActionDialog& question)> addFields = {};
        /// Nothing is asked, they are submitted at once for this reason; if there is one that is fit.
        std::optional<QString> atOnce = {};
        /// Each of `rows` as an order, with status and courier; followed while the question stands.
        std::vector<api::OrderRow> orders = {};
        /// Question and button for those of these orders that are left, at least one; needed with them.
        std::function<ActionDialog::Texts(const std::vector<api::OrderRow>& left)> textsFor = {};
        /// What is told where something was done; none: how many, or which one.
        std::function<FlowTold(const std::vector<RowOutcome>& outcomes)> said = {};
        QString called = {};  ///< in what is told, where the title names the row: "Stop"; empty: the title
        /// FlowRow::detail says how a row stands: in an undo it is read again while the question stands.
        bool isDetailStanding = false;
        bool isBrief = false;  ///< the list of outcomes is shown only where one went otherwise than asked
    };

    RowFlow(UiContext& context, QWidget* page);
    ~RowFlow() override;

    /// Opens the question. nullptr: nothing to do, nothing is asked, or many rows are being done.
    ActionDialog* begin(Spec spec);
    [[nodiscard]] ActionDialog* question() const { return m_question; }
    [[nodiscard]] RowOutcomeDialog* outcome() const { return m_outcome; }
    [[nodiscard]] bool isBusy() const noexcept { return m_busy > 0; }

Q_SIGNALS:
    void asked();     ///< question() is about undoing
    void finished();  ///< the outcome is told

private:
    struct State {
        Spec spec;
        Rows fit;                         ///< what is sent
        std::vector<std::size_t> places;  ///< of each row: which of `fit` is sent for it
        std::vector<RowOutcome> outcomes;
        std::vector<FlowAnswer> answers;
        std::size_t open = 0;  ///< changes that are being read
        QString reason = {};
        std::size_t sent = 0;     ///< of `fit`
        QString whyNotSent = {};  ///< not empty: nothing more is sent
        std::optional<int> job = {};
        std::shared_ptr<JobProgress> progress = {};
        QPointer<TextTableModel> lines = {};  ///< of the question, if it shows the rows
        QPointer<ActionDialog> kept = {};     ///< the question, while its fields are still read
    };
    [[nodiscard]] ActionDialog* open(const std::shared_ptr<State>& state);
    [[nodiscard]] ActionDialog* ask(const std::shared_ptr<State>& state);
    void submit(const std::shared_ptr<State>& state, const QString& reason);
    void sendSlice(const std::shared_ptr<State>& state);
    void sliceAnswered(const std::shared_ptr<State>& state, const Rows& slice, const Answers& answers);
    void endJob(State& state);
    void failed(const State& state, const Error& error);
    void answered(const std::shared_ptr<State>& state);
    void standNow(const std::shared_ptr<State>& state, const Now& now);
    /// Of those that somebody else changed meanwhile, reads who and what; then tell().
    void askChanges(const std::shared_ptr<State>& state);
    void tell(const State& state);
    /// Those that were done, with an offer to take them back.
    void offerUndo(const State& state, Notice& notice);
    void beginUndo(Spec spec);
    void openUndo(Spec spec);
    /// Of an undo: how its rows stand before it, which is not how they stood before what is undone.
    void readDetails(const std::shared_ptr<State>& state);
    static RowOutcomeDialog* showOutcomes(UiContext& context, const QString& title, const QStringList& header,
                                          const std::vector<RowOutcome>& outcomes, QWidget* over);

    UiContext& m_context;
    QPointer<QWidget> m_page;
    QPointer<ActionDialog> m_question;
    QPointer<RowOutcomeDialog> m_outcome;
    std::set<int> m_jobs;
    int m_busy = 0;
    std::shared_ptr<const void> m_undoHold;  ///< while an undo reads before it asks
};

}  // namespace evenhand::ui
