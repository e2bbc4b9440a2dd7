// SPDX-License-Identifier: GPL-3.0-or-later
// What can be undone, and for how long.
#include <QDialog>
#include <QSignalSpy>
#include <QTest>
#include <memory>

#include "ui/shell/notices.h"

namespace test_notices {

using namespace evenhand;

namespace {

ui::Notice offer(const char* text, const QStringList& about) {
    return {QString::fromLatin1(text), ui::Tone::Good, QStringLiteral("Undo"), [] {}, {}, about};
}
ui::Notice offer(const char* text, const char* about) { return offer(text, QStringList{QString::fromLatin1(about)}); }

}  // namespace

class TestNotices : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void offersAboutDifferentRowsStandBesideEachOther() {
        ui::Notices notices;
        notices.post(offer("one", "a"));
        notices.post(offer("two", "b"));
        notices.post(offer("three", "b"));
        QCOMPARE(notices.undoable()->text, QStringLiteral("three"));
        notices.undo();
        QCOMPARE(notices.undoable()->text, QStringLiteral("one"));
        notices.post({QStringLiteral("done otherwise"), ui::Tone::Good, {}, {}, {}, {QStringLiteral("a")}});
        QVERIFY(notices.undoable() == nullptr);
    }

    /// The others of its rows can still be taken back; of what was done otherwise since it is told then.
    void anOfferGoesWithTheLastOfItsRows() {
        ui::Notices notices;
        const QString a = QStringLiteral("return/1");
        const QString b = QStringLiteral("return/2");
        const QString c = QStringLiteral("return/3");
        notices.post(offer("a and b", {a, b}));
        notices.post(offer("c", {c}));
        notices.post(offer("a by another action", {QStringLiteral("hold/1")}));
        notices.post(offer("b again", {b}));
        QStringList left;
        while (const auto* newest = notices.undoable()) {
            left << newest->text;
            notices.undo();
        }
        QCOMPARE(left, (QStringList{QStringLiteral("b again"), QStringLiteral("a by another action"),
                                    QStringLiteral("c"), QStringLiteral("a and b")}));
        const auto otherwise = [&notices](const QString& row) {
            notices.post({QStringLiteral("done otherwise"), ui::Tone::Good, {}, {}, {}, {row}});
        };
        notices.post(offer("a and b", {a, b}));
        otherwise(b);
        QCOMPARE(notices.undoable()->text, QStringLiteral("a and b"));
        otherwise(c);
        otherwise(a);
        QVERIFY(notices.undoable() == nullptr);
        // Also while it is asked about.
        notices.post(offer("a and b", {a, b}));
        notices.undo();
        otherwise(a);
        notices.offerAgain();
        QCOMPARE(notices.undoable()->text, QStringLiteral("a and b"));
        otherwise(b);
        QVERIFY(notices.undoable() == nullptr);
        // What names no row replaces nothing, and is replaced by nothing.
        notices.post(offer("one", QStringList()));
        notices.post(offer("two", QStringList()));
        notices.undo();
        QCOMPARE(notices.undoable()->text, QStringLiteral("one"));
    }

    /// Also one that is not the newest; the others stay.
    void anyOfferThatStandsCanBeTaken() {
        ui::Notices notices;
        QStringList undone;
        std::vector<std::int64_t> serials;
        for (const char* name : {"one", "two", "three"}) {
            auto notice = offer(name, name);
            notice.undo = [&undone, name] { undone << QString::fromLatin1(name); };
            notices.post(std::move(notice));
            serials.push_back(notices.last().serial);
        }
        notices.good(QStringLiteral("something else"));
        QVERIFY(!notices.isOffered(notices.last().serial));
        notices.undoResult(notices.last().serial);
        QCOMPARE(undone, QStringList());
        notices.undoResult(serials[0]);
        QCOMPARE(undone, QStringList{QStringLiteral("one")});
        QVERIFY(!notices.isOffered(serials[0]) && notices.isOffered(serials[1]) && notices.isOffered(serials[2]));
        notices.undoResult(serials[0]);  // once
        QCOMPARE(undone.size(), 1);
        notices.offerAgain();
        QVERIFY(notices.isOffered(serials[0]));
    }

    void anOfferThatWasDeclinedComesBack() {
        ui::Notices notices;
        notices.post(offer("one", "a"));
        notices.undo();
        QVERIFY(notices.undoable() == nullptr);
        notices.offerAgain();
        QCOMPARE(notices.undoable()->text, QStringLiteral("one"));
        notices.offerAgain();  // once
        notices.undo();
        QVERIFY(notices.undoable() == nullptr);
        // Not when something else was done to its row meanwhile.
        notices.post(offer("two", "a"));
        notices.undo();
        notices.post({QStringLiteral("done otherwise"), ui::Tone::Good, {}, {}, {}, {QStringLiteral("a")}});
        notices.offerAgain();
        QVERIFY(notices.undoable() == nullptr);
    }

    /// There would be two questions, and a no to the first would bring back the second.
    void noOtherUndoIsTakenWhileOneAsks() {
        ui::Notices notices;
        std::shared_ptr<const void> reading;
        notices.post(offer("one", "a"));
        const auto first = notices.last().serial;
        auto second = offer("two", "b");
        second.undo = [&notices, &reading] { reading = notices.holdUndo(); };
        notices.post(std::move(second));
        notices.undo();
        notices.undo();
        notices.undoResult(first);
        QVERIFY(notices.isOffered(first));
        QDialog question;
        question.open();
        notices.offerAgainIfRejected(&question);
        reading.reset();
        notices.undo();
        QVERIFY(notices.isOffered(first));
        question.reject();
        QCOMPARE(notices.undoable()->text, QStringLiteral("two"));
        notices.undo();
        reading.reset();
        notices.undo();
        QVERIFY(notices.undoable() == nullptr);
    }

    void anOfferThatIsDismissedIsGoneAndTheOneBeforeStays() {
        ui::Notices notices;
        notices.post(offer("one", "a"));
        notices.post(offer("two", "b"));
        QSignalSpy changed(&notices, &ui::Notices::undoableChanged);
        notices.dismissUndo();
        QCOMPARE(changed.count(), 1);
        QCOMPARE(notices.undoable()->text, QStringLiteral("one"));
        notices.dismissUndo();
        QVERIFY(notices.undoable() == nullptr);
        notices.offerAgain();  // that is of what was undone
        notices.dismissUndo();
        QVERIFY(notices.undoable() == nullptr);
    }

    void anOfferEnds() {
        ui::Notices notices(nullptr, 1);
        notices.post(offer("one", "a"));
        QTRY_VERIFY(notices.undoable() == nullptr);
        notices.undo();
        ui::Notices lasting;
        lasting.post(offer("one", "a"));
        QCoreApplication::processEvents();
        QVERIFY(lasting.undoable() != nullptr);
    }

    void aSuccessGoesByItselfAndItsUndoStays() {
        ui::Notices notices(nullptr, ui::Notices::kUndoMs, 1);
        QSignalSpy gone(&notices, &ui::Notices::gone);
        notices.post(offer("one", "a"));
        QVERIFY(notices.stands());
        QTRY_VERIFY(!notices.stands());
        QCOMPARE(gone.count(), 1);
        QCOMPARE(notices.undoable()->text, QStringLiteral("one"));
    }

    void whatMustBeSeenStaysUntilItIsDismissed() {
        ui::Notices notices(nullptr, ui::Notices::kUndoMs, 0);
        for (const auto& post : {&ui::Notices::warn, &ui::Notices::bad}) {
            (notices.*post)(QStringLiteral("not done"));
            ui::Notices other(nullptr, ui::Notices::kUndoMs, 0);
            other.good(QStringLiteral("done"));
            QTRY_VERIFY(!other.stands());  // whose time was not earlier
            QVERIFY(notices.stands());
            notices.dismiss();
            QVERIFY(!notices.stands());
        }
    }

    /// Failed attempts to sign in, say: nobody may miss them, though nothing went wrong here.
    void whatIsToldToStandStays() {
        ui::Notices notices(nullptr, ui::Notices::kUndoMs, 0);
        ui::Notices hint(nullptr, ui::Notices::kUndoMs, 0);
        notices.info([] { return QStringLiteral("since then 3 attempts failed"); });
        hint.info(QStringLiteral("the export was cancelled"));
        QTRY_VERIFY(!hint.stands());
        QVERIFY(notices.stands());
    }

    void aSuccessStaysWhileSomebodyIsAtIt() {
        ui::Notices notices(nullptr, ui::Notices::kUndoMs, 0);
        notices.setAttended(true);
        notices.good(QStringLiteral("done"));
        ui::Notices other(nullptr, ui::Notices::kUndoMs, 0);
        other.good(QStringLiteral("done"));
        QTRY_VERIFY(!other.stands());
        QVERIFY(notices.stands());
        notices.setAttended(false);
        QTRY_VERIFY(!notices.stands());
    }
};

}  // namespace test_notices

QTEST_MAIN(test_notices::TestNotices)
#include "test_notices.moc"
