// SPDX-License-Identifier: GPL-3.0-or-later
// Actions on selected rows of the long tables: which rows they mean however far these reach, in parts, and their
// outcomes.
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <deque>
#include <memory>
#include <set>
#include <utility>

#include "engine/base/log.h"
#include "tests/ui/thing_pane.h"
#include "ui/widgets/action_state.h"

namespace evenhand::test::test_query_actions {

using namespace thing_pane;

/// A pane whose engine answers when the test lets it, over all of its rows.
struct Held {
    explicit Held(std::int64_t count, std::function<std::string(const Thing&)> once = {}) : stand(count) {
        auto spec = specOf(stand.shelf);
        auto& action = spec.actions[0];
        action.once = std::move(once);
        action.addFields = [this](ui::ActionDialog& question) {
            field = new QLineEdit(QStringLiteral("typed"), &question);
            question.addField(QStringLiteral("Field"), field, [] { return QString(); });
        };
        action.submit = [this, submit = action.submit](const api::Call& call, const ui::RowFlow::Rows& rows,
                                                       const std::function<void(ui::RowFlow::Answers)>& done) {
            parts.emplace_back([this, submit, call, rows, done] {
                if (failure) {
                    done(fail(*failure));
                } else if (isSilent) {
                    done(std::vector<ui::FlowAnswer>());
                } else {
                    submit(call, rows, done);
                }
            });
        };
        action.undo = [this](const std::vector<Thing>& before, const std::vector<std::int64_t>&) {
            for (const auto& thing : before) {
                undone.insert(thing.id.value);
            }
            return ui::RowFlow::Spec();
        };
        stand.pane = std::make_unique<ThingPane>(spec, stand.services.context);
        stand.pane->resize(900, 600);
        stand.pane->show();
        stand.pane->setActive(true);
    }
    /// Asks about all rows and confirms; the first part waits then.
    void begin() {
        QTRY_COMPARE(stand.model().total(), std::ssize(stand.shelf.things));
        QTest::keyClick(stand.pane->table(), Qt::Key_A, Qt::ControlModifier);
        stand.named("things.take")->trigger();
        QTRY_VERIFY(stand.pane->flow()->question() != nullptr);
        stand.pane->flow()->question()->confirmButton()->click();
        QTRY_COMPARE(parts.size(), std::size_t{1});
    }
    void answer() {
        const auto part = std::move(parts.front());
        parts.pop_front();
        part();
    }

    std::deque<std::function<void()>> parts;
    std::optional<Error> failure;
    bool isSilent = false;  ///< it says of no row what became of it
    std::set<std::int64_t> undone;
    QPointer<QLineEdit> field;
    Stand stand;
};

class TestQueryActions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }

    /// What an action means while nothing is selected: nothing, or the rows that it says.
    void anActionMayMeanRowsThatNobodySelected() {
        Stand stand(3);
        auto spec = specOf(stand.shelf);
        std::vector<Thing> meant;
        spec.actions[0].look.whyNone = [] { return QStringLiteral("There are none to take."); };
        spec.actions[0].unselected = [&meant] { return meant; };
        stand.pane = std::make_unique<ThingPane>(spec, stand.services.context);
        stand.pane->setActive(true);
        QTRY_COMPARE(stand.model().total(), 3);
        auto* take = stand.pane->action(QStringLiteral("things.take"));
        QVERIFY(!take->isEnabled());
        QCOMPARE(ui::whyDisabled(*take), QStringLiteral("There are none to take."));
        meant = {Shelf::make(1), Shelf::make(2)};
        stand.shelf.again();
        QTRY_VERIFY(take->isEnabled());
        take->trigger();
        stand.confirm();
        QCOMPARE(stand.shelf.submitted, (std::vector<std::int64_t>{1, 2}));
        stand.pane->table()->select({0});  // who selects means what is selected
        take->trigger();
        stand.confirm();
        QCOMPARE(stand.shelf.submitted.back(), std::int64_t{3});
    }

    // Between the two lie more rows than one read brings.
    void rangesFarApartAreDoneWhole() {
        Stand stand(30'000);
        QTRY_COMPARE(stand.model().total(), 30'000);
        const auto* jobs = &stand.services.jobs;
        auto* selection = stand.pane->table()->selectionModel();
        const auto last = stand.model().columnCount() - 1;
        std::set<std::int64_t> wanted;
        QItemSelection both;
        for (const auto& [first, end] : {std::pair(1'000, 3'000), std::pair(22'000, 25'000)}) {
            both.select(stand.model().index(first, 0), stand.model().index(end - 1, last));
            for (int row = first; row < end; ++row) {
                wanted.insert(30'000 - row);
            }
        }
        selection->select(both, QItemSelectionModel::ClearAndSelect);
        stand.named("things.take")->trigger();
        QCOMPARE(jobs->jobs().size(), std::size_t{1});
        QTRY_VERIFY(stand.pane->flow()->question() != nullptr);
        QVERIFY(jobs->jobs().empty());
        stand.confirm();
        const std::set<std::int64_t> done(stand.shelf.submitted.begin(), stand.shelf.submitted.end());
        QCOMPARE(done.size(), wanted.size());
        QVERIFY(done == wanted);
    }

    void readingWhatIsSelectedCanBeCancelled() {
        Stand stand(30'000);
        QTRY_COMPARE(stand.model().total(), 30'000);
        auto& jobs = stand.services.jobs;
        const auto last = stand.model().columnCount() - 1;
        stand.pane->table()->selectionModel()->select({stand.model().index(5'000, 0), stand.model().index(9'000, last)},
                                                      QItemSelectionModel::ClearAndSelect);
        stand.named("things.take")->trigger();
        QCOMPARE(jobs.jobs().size(), std::size_t{1});
        QVERIFY(!stand.pane->isReady());
        jobs.cancel(jobs.jobs().front().id);
        QVERIFY(jobs.jobs().empty());
        QTRY_VERIFY(stand.model().isAtHand(7'000) && stand.pane->isReady());
        QVERIFY(stand.pane->flow()->question() == nullptr);
        stand.named("things.take")->trigger();
        QTRY_VERIFY(stand.pane->flow()->question() != nullptr);
    }

    // An action is for the rows for which it was chosen, or for none.
    void otherRowsChosenMeanwhileEndTheAction() {
        Stand stand(30'000);
        QTRY_COMPARE(stand.model().total(), 30'000);
        auto* table = stand.pane->table();
        const auto last = stand.model().columnCount() - 1;
        table->selectionModel()->select({stand.model().index(5'000, 0), stand.model().index(9'000, last)},
                                        QItemSelectionModel::ClearAndSelect);
        stand.named("things.take")->trigger();
        QCOMPARE(stand.services.jobs.jobs().size(), std::size_t{1});
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(stand.model().index(1, 0)).center());
        QVERIFY(stand.services.jobs.jobs().empty());
        QCOMPARE(stand.services.notices.last().text,
                 QStringLiteral("Other rows were selected meanwhile; nothing was done."));
        QTRY_VERIFY(stand.pane->isReady() && stand.model().isAtHand(1));
        QVERIFY(stand.pane->flow()->question() == nullptr);
    }

    void anActionDoesNotFollowToAnotherPage() {
        Stand stand(30'000);
        QTRY_COMPARE(stand.model().total(), 30'000);
        const auto last = stand.model().columnCount() - 1;
        stand.pane->table()->selectionModel()->select({stand.model().index(5'000, 0), stand.model().index(9'000, last)},
                                                      QItemSelectionModel::ClearAndSelect);
        stand.named("things.take")->trigger();
        QCOMPARE(stand.services.jobs.jobs().size(), std::size_t{1});
        stand.pane->setActive(false);
        QVERIFY(stand.services.jobs.jobs().empty());
        stand.pane->setActive(true);
        QTRY_VERIFY(stand.pane->isReady() && stand.model().isAtHand(7'000));
        QVERIFY(stand.pane->flow()->question() == nullptr);
    }

    // What went before it could be read is not left out in silence.
    void selectedRowsThatAreGoneAreToldOf() {
        Stand stand(2'000);
        QTRY_COMPARE(stand.model().total(), 2'000);
        stand.shelf.things.erase(stand.shelf.things.begin(), stand.shelf.things.begin() + 3);
        QTest::keyClick(stand.pane->table(), Qt::Key_A, Qt::ControlModifier);
        stand.named("things.take")->trigger();
        QTRY_VERIFY(stand.pane->flow()->question() != nullptr);
        QCOMPARE(stand.services.notices.last().text,
                 QStringLiteral("3 of the 2,000 selected rows are no longer there."));
        stand.confirm();
        QCOMPARE(stand.shelf.submitted.size(), std::size_t{1'997});
    }

    // The action at once, before what was selected could be read, and others are there already that were not shown.
    void anActionAtOnceIsOfTheRowsThatWereShown() {
        Stand stand(3'000);
        QTRY_COMPARE(stand.model().total(), 3'000);
        QTest::keyClick(stand.pane->table(), Qt::Key_A, Qt::ControlModifier);
        for (int i = 0; i < 9; ++i) {
            stand.shelf.things.push_back(Shelf::make(std::ssize(stand.shelf.things) + 1));
        }
        stand.named("things.take")->trigger();
        QTRY_VERIFY(stand.pane->flow()->question() != nullptr);
        stand.confirm();
        const std::set<std::int64_t> done(stand.shelf.submitted.begin(), stand.shelf.submitted.end());
        QCOMPARE(done.size(), std::size_t{3'000});
        QCOMPARE(*done.begin(), 1);
        QCOMPARE(*done.rbegin(), 3'000);
    }

    void whatSomebodyChangedIsToldApartFromARefusal() {
        Stand stand(300);
        QTRY_COMPARE(stand.model().total(), 300);
        stand.shelf.changedMeanwhile = {300, 298};
        stand.shelf.notAllowed = {299};
        stand.pane->table()->select({0, 1, 2, 3});
        stand.named("things.take")->trigger();
        stand.confirm();
        QVERIFY(stand.pane->flow()->outcome() != nullptr);
        const QString changed = QStringLiteral("Changed meanwhile");
        QCOMPARE(stand.outcome(2), (QStringList{changed, changed, QStringLiteral("Refused"), QStringLiteral("Done")}));
        QCOMPARE(stand.outcome(0), (QStringList{QStringLiteral("300"), QStringLiteral("298"), QStringLiteral("299"),
                                                QStringLiteral("297")}));
        const auto why = stand.outcome(4);
        QCOMPARE(why.at(0), QStringLiteral("Renamed by bo, 12:30:05"));  // what was done, where that can be asked
        QVERIFY2(why.at(1).startsWith(QStringLiteral("Changed by cy, ")), qPrintable(why.at(1)));
        QVERIFY(!why.at(1).contains(QStringLiteral("UTC")));
        QVERIFY(!why.at(2).contains(QStringLiteral("by ")));
        QCOMPARE(stand.outcome(3).front(), QStringLiteral("on the shelf"));
    }

    /// It may have been done: that is not a refusal.
    void aRowWithoutAnAnswerIsNotKnownToBeRefused() {
        Stand stand(300);
        auto spec = specOf(stand.shelf);
        auto& action = spec.actions[0];
        action.submit = [submit = action.submit](const api::Call& call, const ui::RowFlow::Rows& rows,
                                                 const std::function<void(ui::RowFlow::Answers)>& done) {
            submit(call, rows, [done](ui::RowFlow::Answers answers) {
                answers->pop_back();
                done(std::move(answers));
            });
        };
        stand.pane = std::make_unique<ThingPane>(spec, stand.services.context);
        stand.pane->resize(900, 600);
        stand.pane->show();
        stand.pane->setActive(true);
        QTRY_COMPARE(stand.model().total(), 300);
        stand.pane->table()->select({0, 1, 2});
        stand.named("things.take")->trigger();
        stand.confirm();
        QCOMPARE(stand.outcome(2),
                 (QStringList{QStringLiteral("Not known"), QStringLiteral("Done"), QStringLiteral("Done")}));
        QVERIFY(!stand.services.notices.last().text.contains(QStringLiteral("refused")));
    }

    /// Whoever closed the list can have it again from the result that told of it.
    void theListOfOutcomesOpensAgainFromItsResult() {
        Stand stand(300);
        QTRY_COMPARE(stand.model().total(), 300);
        stand.shelf.notAllowed = {299};
        stand.pane->table()->select({0, 1, 2});
        stand.named("things.take")->trigger();
        stand.confirm();
        const auto words = stand.outcome(2);
        const QPointer<ui::RowOutcomeDialog> first(stand.pane->flow()->outcome());
        first->close();
        QTRY_VERIFY(!first);
        const auto& told = stand.services.notices.last();
        QVERIFY(told.showRows);
        QCOMPARE(told.rows, std::size_t{3});
        told.showRows(stand.pane.get());
        const auto* again = stand.pane->findChild<ui::RowOutcomeDialog*>();
        QVERIFY(again != nullptr);
        QStringList shown;
        for (int row = 0; row < again->table()->model()->rowCount(); ++row) {
            shown << again->table()->model()->index(row, 2).data().toString();
        }
        QCOMPARE(shown, words);
        // Of one row that was done the result has said everything.
        stand.pane->table()->select({5});
        stand.named("things.take")->trigger();
        stand.confirm();
        QVERIFY(!stand.services.notices.last().showRows);
    }

    /// Under one job, whose cancelling leaves undone what has not been sent; undoing is of what was done.
    void manyRowsGoInPartsAndTheRestCanBeCancelled() {
        Held held(600);
        auto& stand = held.stand;
        const auto& jobs = stand.services.jobs.jobs();
        held.begin();
        QCOMPARE(jobs.size(), std::size_t{1});
        QCOMPARE(jobs[0].title, QStringLiteral("Take"));
        QCOMPARE(jobs[0].progress->total.load(), std::int64_t{600});
        QCOMPARE(jobs[0].progress->done.load(), std::int64_t{0});
        held.answer();
        QCOMPARE(jobs[0].progress->done.load(), std::int64_t{250});
        // Later parts read what was typed; so another question would change it.
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QVERIFY(held.field && held.field->text() == QStringLiteral("typed"));
        stand.named("things.take")->trigger();
        QTRY_VERIFY(stand.services.notices.last().text.contains(QStringLiteral("still going on")));
        QCOMPARE(stand.pane->findChildren<ui::ActionDialog*>().size(), 1);
        stand.services.jobs.cancel(jobs[0].id);
        QSignalSpy finished(stand.pane->flow(), &ui::RowFlow::finished);
        held.answer();  // what is under way is done
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(held.parts.empty());
        QVERIFY(jobs.empty());
        QCOMPARE(stand.shelf.submitted.size(), std::size_t{500});
        const auto words = stand.outcome(2);
        QCOMPARE(words.count(QStringLiteral("Done")), 500);
        QCOMPARE(words.count(QStringLiteral("Not done")), 100);
        QCOMPARE(words.front(), QStringLiteral("Not done"));
        QCOMPARE(stand.outcome(4).front(), QStringLiteral("Cancelled before its turn came."));
        const auto& said = stand.services.notices.last();
        QCOMPARE(said.text, QStringLiteral("Take: 500 done, 100 not done"));
        QCOMPARE(said.tone, ui::Tone::Warn);
        said.undo();
        const std::set<std::int64_t> done(stand.shelf.submitted.begin(), stand.shelf.submitted.end());
        QVERIFY(held.undone == done);
        QTRY_VERIFY(held.field.isNull());
    }

    /// A commit whose answer was lost is looked at before anything is done after it.
    void afterAPartThatIsNotKnownNothingIsSent() {
        Held held(600);
        held.begin();
        held.answer();
        held.failure = Error{ErrorCode::OutcomeUnknown, "the line broke", {}, {}};
        QSignalSpy finished(held.stand.pane->flow(), &ui::RowFlow::finished);
        held.answer();
        QTRY_COMPARE(finished.count(), 1);
        const auto words = held.stand.outcome(2);
        QCOMPARE(words.count(QStringLiteral("Not known")), 250);
        QCOMPARE(words.count(QStringLiteral("Done")), 250);
        QCOMPARE(words.count(QStringLiteral("Not done")), 100);
        QVERIFY(held.stand.services.jobs.jobs().empty());
        // Of a first part that was refused nothing was done at all.
        Held other(600);
        other.begin();
        other.failure = Error{ErrorCode::Busy, "full", {}, {}};
        other.answer();
        QTRY_VERIFY(other.stand.services.notices.last().text.contains(QStringLiteral("nothing was done")));
        QVERIFY(other.parts.empty() && other.stand.services.jobs.jobs().empty());
        // That is not said where nothing is known of a part before.
        Held silent(600);
        silent.begin();
        silent.isSilent = true;
        silent.answer();
        silent.failure = other.failure;
        QSignalSpy ended(silent.stand.pane->flow(), &ui::RowFlow::finished);
        silent.answer();
        QTRY_COMPARE(ended.count(), 1);
        const auto unsure = silent.stand.outcome(2);
        QCOMPARE(unsure.count(QStringLiteral("Not known")), 250);
        QCOMPARE(unsure.count(QStringLiteral("Refused")), 250);
        QCOMPARE(unsure.count(QStringLiteral("Not done")), 100);
    }

    /// In whatever part its rows are: with the first of them, and the answer is that of all.
    void whatSeveralRowsAreAboutIsDoneOnce() {
        Held held(900, [](const Thing& thing) { return std::to_string(thing.id.value % 300); });
        held.stand.shelf.notAllowed = {100, 400, 700};  // about one
        held.begin();
        QCOMPARE(held.stand.services.jobs.jobs()[0].progress->total.load(), std::int64_t{300});
        held.answer();
        QCOMPARE(held.stand.shelf.submitted.size(), std::size_t{250});
        QSignalSpy finished(held.stand.pane->flow(), &ui::RowFlow::finished);
        held.answer();
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(held.parts.empty());
        std::set<std::int64_t> about;
        for (const auto id : held.stand.shelf.submitted) {
            about.insert(id % 300);
        }
        QCOMPARE(held.stand.shelf.submitted.size(), std::size_t{300});
        QCOMPARE(about.size(), std::size_t{300});
        const auto words = held.stand.outcome(2);
        QCOMPARE(words.count(QStringLiteral("Done")), 897);
        QCOMPARE(words.count(QStringLiteral("Refused")), 3);
        QCOMPARE(held.stand.outcome(3).count(QStringLiteral("on the shelf")), 900);
        held.stand.services.notices.last().undo();
        QCOMPARE(held.undone.size(), std::size_t{299});
        // What was not sent was not done to any of its rows.
        Held cancelled(1'200, [](const Thing& thing) { return std::to_string(thing.id.value % 600); });
        cancelled.begin();
        cancelled.answer();
        cancelled.stand.services.jobs.cancel(cancelled.stand.services.jobs.jobs()[0].id);
        QSignalSpy ended(cancelled.stand.pane->flow(), &ui::RowFlow::finished);
        cancelled.answer();
        QTRY_COMPARE(ended.count(), 1);
        QCOMPARE(cancelled.stand.shelf.submitted.size(), std::size_t{500});
        const auto left = cancelled.stand.outcome(2);
        QCOMPARE(left.count(QStringLiteral("Done")), 1'000);
        QCOMPARE(left.count(QStringLiteral("Not done")), 200);
    }

    void fewRowsAreNoJob() {
        Held held(250);
        QSignalSpy changed(&held.stand.services.jobs, &ui::JobList::changed);
        held.begin();
        QSignalSpy finished(held.stand.pane->flow(), &ui::RowFlow::finished);
        held.answer();
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(changed.count(), 0);
        QCOMPARE(held.stand.shelf.submitted.size(), std::size_t{250});
    }

    /// Whoever leaves the page leaves no job behind.
    void aJobGoesWithItsPage() {
        Held held(600);
        held.begin();
        QCOMPARE(held.stand.services.jobs.jobs().size(), std::size_t{1});
        held.stand.pane.reset();
        QVERIFY(held.stand.services.jobs.jobs().empty());
    }

    void aButtonSaysWhyItCannot() {
        Stand stand(3);
        QTRY_COMPARE(stand.model().total(), 3);
        stand.shelf.things[2].note = "kept";
        stand.shelf.again();
        QTRY_COMPARE(stand.cell(0, 2), QStringLiteral("kept"));
        auto* take = stand.named("things.take");
        QVERIFY(ui::whyDisabled(*take).contains(QStringLiteral("Select a row")));
        stand.pane->table()->select({0});
        QCOMPARE(ui::whyDisabled(*take), QStringLiteral("It is kept."));
        stand.pane->table()->select({0, 1});
        QVERIFY(take->isEnabled());
    }
};

}  // namespace evenhand::test::test_query_actions

QTEST_MAIN(evenhand::test::test_query_actions::TestQueryActions)
#include "test_query_actions.moc"
