// SPDX-License-Identifier: GPL-3.0-or-later
// Presence and connected consoles, over an engine in memory: what this console reports, when, and what it shows of
// others.
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include "tests/support/fakes/fake_engine.h"
#include "tests/support/line/over_line.h"
#include "ui/dialogs/action_dialog.h"
#include "ui/pages/settings/connected_pane.h"
#include "ui/shell/console_services.h"
#include "ui/shell/language.h"
#include "ui/shell/presence_line.h"

namespace test_presence {

using namespace evenhand;

namespace {

const api::Subject kOrder{OrderId{7}, {}, {}, {}};
const api::Subject kReturn{{}, ReturnId{7}, {}, {}};

api::Event presenceOf(const api::Subject& subject) {
    api::Event event;
    event.kind = api::Event::Kind::PresenceChanged;
    event.order = subject.order;
    event.returnId = subject.returnId;
    return event;
}

struct Desk {
    explicit Desk(const api::Actor& actor = api::Actor::administrator("local:test"))
        : way(engine, actor), services(way.engine(), actor, folder.filePath(QStringLiteral("console.ini"))) {
        services.bridge.setVisible(true);
        window.resize(600, 300);
        window.show();
    }
    [[nodiscard]] ui::PresenceLine* line() {
        auto* made = new ui::PresenceLine(services.context, &window);
        made->resize(500, 30);
        return made;
    }

    QTemporaryDir folder;
    test::FakeEngine engine;
    test::OverLine way;
    ui::ConsoleServices services;
    QWidget window;
};

}  // namespace

class TestPresence : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsShownIsTold() {
        Desk desk;
        auto& team = desk.engine.team();
        auto* line = desk.line();
        line->setSubject(kOrder);
        QCOMPARE(desk.services.presence.looking(), api::Looking{});  // the page is not shown yet
        line->setActive(true);
        QTRY_COMPARE(team.looking().subject, kOrder);
        QVERIFY(!team.looking().deciding);
        line->setSubject(kReturn);
        QTRY_COMPARE(team.looking().subject, kReturn);
        // Another panel reports that it is shown before this one reports that it is hidden.
        auto* other = desk.line();
        other->setSubject(kOrder);
        other->setActive(true);
        line->setActive(false);
        QTRY_COMPARE(team.looking().subject, kOrder);
        delete other;
        QTRY_COMPARE(team.looking().subject, api::Subject{});
    }

    void othersAreNamed() {
        Desk desk;
        auto& team = desk.engine.team();
        team.onlookers = {{kOrder, {"ann", false}},
                          {kOrder, {"ann", true}},
                          {kOrder, {"<b>bo</b>", false}},
                          {kReturn, {"carl", false}}};
        auto* line = desk.line();
        line->setSubject(kOrder);
        line->setActive(true);
        QTRY_VERIFY(line->isVisible());
        QCOMPARE(line->fullText(), QStringLiteral("Also open: ann (deciding), <b>bo</b>"));
        QCOMPARE(line->textFormat(), Qt::PlainText);
        {
            ui::Language language;
            QVERIFY(language.apply(QStringLiteral("zh")));
            QTRY_COMPARE(line->fullText(), QStringLiteral("另有 ann（正在处理）、<b>bo</b> 打开"));
            QVERIFY(language.apply(QStringLiteral("en")));
        }
        // It reads presence again when that of its own subject has changed, not for other subjects.
        team.onlookers = {{kOrder, {"dora", false}}};
        desk.engine.publish({presenceOf(kOrder)});
        QTRY_COMPARE(line->fullText(), QStringLiteral("Also open: dora"));
        team.onlookers.clear();
        desk.engine.publish({presenceOf(kOrder)});
        QTRY_VERIFY(!line->isVisible());
        line->setSubject(kReturn);
        QVERIFY(line->fullText().isEmpty());
    }

    /// By their own names; by their logins where they have none, and where these are the same.
    void othersAreCalledAsTheyCallThemselves() {
        Desk desk;
        auto& team = desk.engine.team();
        team.onlookers = {{kOrder, {"ann", false, "陈薇"}},       {kOrder, {"ann", true, "陈薇"}},
                          {kOrder, {"bob", false, "<b>Bob</b>"}}, {kOrder, {"carl", false}},
                          {kReturn, {"li1", false, "Li Wei"}},    {kReturn, {"li2", true, "Li Wei"}}};
        auto* line = desk.line();
        line->setSubject(kOrder);
        line->setActive(true);
        QTRY_COMPARE(line->fullText(), QStringLiteral("Also open: 陈薇 (deciding), <b>Bob</b>, carl"));
        line->setSubject(kReturn);
        QTRY_COMPARE(line->fullText(), QStringLiteral("Also open: li1, li2 (deciding)"));
    }

    /// A decision need not have a reason: what is typed into its other fields counts as well, and what is asked over it
    /// is part of it.
    void whoFillsAFieldOfAQuestionIsDeciding() {
        Desk desk;
        auto& team = desk.engine.team();
        auto* line = desk.line();
        line->setSubject(kReturn);
        line->setActive(true);
        QTRY_COMPARE(team.looking().subject, kReturn);
        ui::ActionDialog::Texts texts;
        texts.title = QStringLiteral("Approve");
        texts.confirm = QStringLiteral("Approve");
        texts.reasonNeeded = false;
        QPointer dialog = new ui::ActionDialog(texts, {}, &desk.window);
        auto* units = new QLineEdit(QStringLiteral("2"), dialog);
        dialog->addField(QStringLiteral("Units"), units, [] { return QString(); });
        dialog->open();
        desk.services.bridge.poll();
        QVERIFY(!desk.services.presence.looking().deciding);
        units->setText(QStringLiteral("3"));  // the program's own
        desk.services.bridge.poll();
        QVERIFY(!desk.services.presence.looking().deciding);
        units->selectAll();
        QTest::keyClicks(units, QStringLiteral("1"));
        QTRY_VERIFY(team.looking().deciding);
        dialog->leave();
        QVERIFY(dialog->question() != nullptr);
        desk.services.bridge.poll();
        QVERIFY(desk.services.presence.looking().deciding);
        dialog->close();
        QTRY_VERIFY(!team.looking().deciding);
        QCOMPARE(team.looking().subject, kReturn);
    }

    /// Another dialog may stand open beside it, which decides nothing about it.
    void whoTypesSomethingElseIsNotDeciding() {
        Desk desk;
        auto* line = desk.line();
        line->setSubject(kOrder);
        line->setActive(true);
        QPointer dialog = new ui::DraftDialog(&desk.window);
        auto* field = new QLineEdit(dialog);
        dialog->open();
        QTest::keyClicks(field, QStringLiteral("a new product"));
        desk.services.bridge.poll();
        QVERIFY(!desk.services.presence.looking().deciding);
        delete dialog.data();
    }

    void whoTypesADecisionSaysSo() {
        Desk desk;
        auto& team = desk.engine.team();
        auto* line = desk.line();
        line->setSubject(kOrder);
        line->setActive(true);
        QTRY_COMPARE(team.looking().subject, kOrder);
        ui::ActionDialog::Texts texts;
        texts.title = QStringLiteral("Cancel");
        texts.confirm = QStringLiteral("Cancel");
        auto* dialog = new ui::ActionDialog(texts, {}, &desk.window);  // it deletes itself when it is closed
        dialog->open();
        desk.services.bridge.poll();
        QVERIFY(!desk.services.presence.looking().deciding);  // it is only looked at
        auto* reason = dialog->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"));
        reason->setPlainText(QStringLiteral("the customer called"));
        QTRY_VERIFY(team.looking().deciding);
        dialog->close();
        QTRY_VERIFY(!team.looking().deciding);
        QCOMPARE(team.looking().subject, kOrder);
    }

    /// After a restart the service does not know what was open, so the console reports it again.
    void afterACutItIsToldAgain() {
        Desk desk;
        auto& team = desk.engine.team();
        auto* line = desk.line();
        line->setSubject(kOrder);
        line->setActive(true);
        QTRY_COMPARE(team.looking().subject, kOrder);
        desk.engine.setState(api::EngineState::Disconnected, "cut");
        desk.services.bridge.poll();
        const auto before = team.looks.size();
        team.onlookers = {{kOrder, {"ann", false}}};
        desk.engine.setState(api::EngineState::Live, "");
        desk.services.bridge.poll();
        QTRY_VERIFY(team.looks.size() > before);
        QCOMPARE(team.looking().subject, kOrder);
        QTRY_COMPARE(line->fullText(), QStringLiteral("Also open: ann"));
    }

    void whoMayReadNothingAsksNothing() {
        Desk desk({"nobody", 0, std::make_shared<api::Grant>(0), api::Via::Console});
        auto* line = desk.line();
        line->setSubject(kOrder);
        line->setActive(true);
        QCOMPARE(desk.services.presence.looking(), api::Looking{});
    }

    void aConnectionIsEndedWithAReason() {
        Desk desk;
        auto& team = desk.engine.team();
        const auto connected = [](std::int64_t id, const char* who, std::int64_t roundTrip, bool own) {
            return api::ConnectedConsole{ConsoleId{id},     who,       "192.0.2.7", Instant{id * 1'000}, "1.2.3",
                                         api::Via::Console, roundTrip, own};
        };
        team.consoles = {connected(1, "boss", 3, true), connected(2, "bob", -1, false)};
        ui::ConnectedPane pane(desk.services.context, &desk.window);
        pane.show();
        pane.setActive(true);
        QTRY_COMPARE(pane.model()->rowCount(), 2);
        auto* end = pane.action("endConnection");
        QVERIFY(end != nullptr && !end->isEnabled());
        pane.consoles()->table()->selectRow(0);
        QVERIFY(!end->isEnabled());  // one's own console cannot be ended
        pane.consoles()->table()->selectRow(1);
        QTRY_VERIFY(end->isEnabled());
        end->trigger();
        QPointer question = pane.consoles()->flow()->question();
        QVERIFY(question && !question->confirmButton()->isEnabled());
        question->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))->setPlainText(QStringLiteral("left open"));
        QTRY_VERIFY(question->confirmButton()->isEnabled());
        question->confirmButton()->click();
        QTRY_COMPARE(team.ended.size(), std::size_t{1});
        QCOMPARE(team.ended.front().first, ConsoleId{2});
        QCOMPARE(team.ended.front().second, std::string("left open"));
        api::Event event;
        event.kind = api::Event::Kind::ConnectedChanged;
        desk.engine.publish({event});
        QTRY_COMPARE(pane.model()->rowCount(), 1);
    }
};

}  // namespace test_presence

QTEST_MAIN(test_presence::TestPresence)
#include "test_presence.moc"
