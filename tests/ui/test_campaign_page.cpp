// SPDX-License-Identifier: GPL-3.0-or-later
// The page of campaigns: figures as the engine has them, burn-down with ideal line and projection, refusals, pause,
// resume, stop, copy, export, ended campaigns that keep their history.
#include <QFile>
#include <QJsonArray>
#include <QRegularExpression>

#include "tests/support/shops/campaign_shop.h"
#include "tests/ui/campaign_hand.h"
#include "tests/ui/console_over.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/shell/main_window.h"
#include "ui/widgets/campaign_labels.h"

namespace test_campaign_page {

using namespace evenhand;
using ui::CampaignPage;
using ui::CampaignTiles;

namespace {

const CampaignId kLunch("lunch");
const CampaignId kDraft("weekend");
const CampaignId kLater("evening");
const CampaignId kEnded("spring");

/// What became of each row.
QStringList outcomesOf(const QDialog* outcome) {
    const auto* model = outcome->findChild<QTableView*>(QStringLiteral("outcomeRows"))->model();
    QStringList words;
    for (int row = 0; row < model->rowCount(); ++row) {
        words << model->index(row, 2).data().toString();
    }
    return words;
}

struct Desk : test::CampaignHand {
    explicit Desk(bool empty = false) : shop(empty) { open(shop); }
    ~Desk() { close(); }
    void showCampaign(const CampaignId& id) {
        page->select(id);
        [&] { QTRY_VERIFY(shows(id)); }();
    }

    /// Selects the newest draws, shown in the tab of draws; their rows.
    std::vector<api::DrawRow> selectDraws(int first, int count) {
        auto* pane = page->draws();
        (void)tab(CampaignPage::DrawsTab);
        std::vector<api::DrawRow> rows;
        std::vector<int> places;
        for (int row = first; row < first + count; ++row) {
            places.push_back(row);
            rows.push_back(*pane->model().row(row));
        }
        pane->table()->select(places);
        return rows;
    }
    [[nodiscard]] QString whyNoGiveBack() const { return ui::whyDisabled(*page->draws()->giveBackAction()); }
    /// First and last column of what became of each.
    [[nodiscard]] QStringList outcomes() const { return outcomesOf(page->draws()->flow()->outcome()); }

    test::CampaignShop shop;
};

}  // namespace

class TestCampaignPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theRunningOneIsShownWithItsFigures() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        const auto board = desk.shop.boardOf(kLunch);
        QCOMPARE(desk.page->model().rowCount(), 4);
        QCOMPARE(desk.page->phase()->text(), QStringLiteral("Running"));
        const std::int64_t left = board.queued + board.compensation + board.inFlight;
        QCOMPARE(left, 600'000 - board.granted + board.givenBack);
        QCOMPARE(desk.figure(CampaignTiles::BudgetLeft), desk.money(left));
        QCOMPARE(desk.figure(CampaignTiles::PlacesLeft), ui::Formats::number(board.placesLeft));
        QCOMPARE(desk.figure(CampaignTiles::Granted), desk.money(board.granted - board.givenBack));
        QVERIFY(board.compensation > 0);
        QCOMPARE(desk.figure(CampaignTiles::Compensation), desk.money(board.compensation));
        QCOMPARE(desk.figure(CampaignTiles::InFlight), QStringLiteral("0"));
        QCOMPARE(desk.figure(CampaignTiles::RolledBack), QStringLiteral("0"));
        QVERIFY(desk.page->tiles()->tile(CampaignTiles::RolledBack)->note().contains(QStringLiteral("212 refused")));
        QCOMPARE(desk.page->badge(), std::optional<qint64>(1));
        QVERIFY(!desk.page->notice()->isVisible());
    }

    void theBurnDownIsThatOfTheBoard() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        auto* burn = desk.page->plots()->burn();
        const auto board = *desk.page->feed().board();
        QCOMPARE(burn->points().size(), board.burnDown.size());
        QCOMPARE(burn->points().back().left, board.queued + board.compensation + board.inFlight);
        const auto& set = board.row.settings;
        QCOMPARE(burn->idealAt(set.begin), 600'000.0);
        QCOMPARE(burn->idealAt(set.end), 0.0);
        QCOMPARE(burn->idealAt(Instant{(set.begin.ms + set.end.ms) / 2}), 300'000.0);
        QCOMPARE(burn->idealAt(set.begin.plusMs(-1)), 600'000.0);
        QVERIFY(burn->projection().has_value());
        QCOMPARE(burn->projection()->to, *board.projectedEnd);
        QCOMPARE(burn->projection()->left, burn->points().back().left);
        burn->drawNow();
        QCOMPARE(burn->named(),
                 (QStringList{QStringLiteral("left"), QStringLiteral("ideal"), QStringLiteral("at this rate")}));
        const QString said = desk.page->plots()->burnCard()->figures();
        QVERIFY2(said.contains(desk.money(burn->points().back().left)), qPrintable(said));
        QVERIFY2(said.contains(desk.services->formats.shortTime(*board.projectedEnd, board.at)), qPrintable(said));
        // It goes on.
        desk.shop.drawSome(kLunch, 100);
        const auto now = desk.shop.boardOf(kLunch);
        QTRY_COMPARE(burn->points().back().left, now.queued + now.compensation + now.inFlight);
        QTRY_COMPARE(desk.page->plots()->drawn()->counts(), now.distribution);
    }

    void withoutDrawsThereIsNoRateAndNoExpectedEnd() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        desk.showCampaign(kLater);
        QCOMPARE(desk.page->phase()->text(), QStringLiteral("Scheduled"));
        QVERIFY(!desk.page->plots()->burn()->projection().has_value());
        const QString said = desk.page->plots()->burnCard()->figures();
        QVERIFY2(said.contains(QStringLiteral("nothing drawn yet")) && !said.contains(QStringLiteral("ends")),
                 qPrintable(said));
        QCOMPARE(desk.figure(CampaignTiles::RolledBack), QStringLiteral("0"));  // known to be none
    }

    void queuesRefusalsUsersAndDrawsAreListed() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        // Seventeen come while it pauses.
        auto& campaigns = desk.shop.campaigns();
        (void)desk.shop.must(campaigns.pause(test::Shop::by("bo"), kLunch));
        desk.shop.drawSome(kLunch, 17);
        (void)desk.shop.must(campaigns.resume(test::Shop::by("bo"), kLunch));
        desk.page->feed().refresh();
        QTRY_COMPARE(desk.tab(CampaignPage::RefusalsTab)->rowCount(), 2);
        const auto board = desk.shop.boardOf(kLunch);
        const auto* queues = desk.tab(CampaignPage::QueuesTab);
        QCOMPARE(queues->rowCount(), 4);
        QCOMPARE(desk.row(queues, QStringLiteral("Queue 1")).value(1), ui::Formats::number(board.queues[0].places));
        QCOMPARE(desk.row(queues, QStringLiteral("Queue 1")).value(2), desk.money(board.queues[0].amount));
        QCOMPARE(desk.row(queues, QStringLiteral("Queue 4")).value(3), desk.money(board.queues[3].compensation));
        const auto* refusals = desk.tab(CampaignPage::RefusalsTab);
        const auto count = desk.row(refusals, QStringLiteral("Over the draws per user"));
        QCOMPARE(count.value(1), QStringLiteral("212"));
        QCOMPARE(count.value(2), QStringLiteral("92.6%"));
        QVERIFY(desk.row(refusals, QStringLiteral("While paused")).value(3).contains(QStringLiteral("program")));
        const auto* users = desk.tab(CampaignPage::UsersTab);
        QCOMPARE(users->rowCount(), 10);
        QCOMPARE(users->index(0, 2).data().toString(), desk.money(board.topUsers[0].amount));
        const auto* draws = desk.tab(CampaignPage::DrawsTab);
        QVERIFY(draws->rowCount() > 100);
        QCOMPARE(draws->index(0, 0).data().toString(), QStringLiteral("Refused"));
        QCOMPARE(draws->index(0, 3).data().toString(), QStringLiteral("–"));
        const auto* settings = desk.tab(CampaignPage::SettingsTab);
        QCOMPARE(desk.row(settings, QStringLiteral("Seed")).value(1), QStringLiteral("4711"));
        QCOMPARE(desk.row(settings, QStringLiteral("Ended")).value(1), QStringLiteral("–"));
    }

    void anEndedCampaignKeepsItsHistory() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        desk.showCampaign(kEnded);
        QVERIFY(desk.page->phase()->text().startsWith(QStringLiteral("Ended")));
        QVERIFY(!desk.page->plots()->burn()->points().empty());
        QVERIFY(!desk.page->plots()->burn()->projection().has_value());
        const auto board = desk.shop.boardOf(kEnded);
        QCOMPARE(desk.figure(CampaignTiles::BudgetLeft), desk.money(board.unspent));
        QVERIFY(desk.page->tiles()->tile(CampaignTiles::BudgetLeft)->note().contains(QStringLiteral("unspent")));
        QVERIFY(
            desk.page->plots()->burnCard()->figures().contains(desk.money(board.granted) + QStringLiteral(" granted")));
        QVERIFY(desk.tab(CampaignPage::DrawsTab)->rowCount() > 0);
        for (const char* name : {"start", "pause", "resume", "stop", "remove"}) {
            QVERIFY2(!desk.action(name)->isEnabled(), name);
            QVERIFY2(
                desk.why(name).contains(QStringLiteral("Ended")) || desk.why(name).contains(QStringLiteral("history")),
                qPrintable(desk.why(name)));
        }
        for (const char* name : {"copy", "edit", "export", "saveBurn"}) {
            QVERIFY2(desk.action(name)->isEnabled(), name);
        }
    }

    void theOfferToResumeStandsBesideOthers() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        auto& notices = desk.services->notices;
        notices.post({QStringLiteral("other"), ui::Tone::Good, QStringLiteral("Undo"), [] {}});
        desk.action("pause")->trigger();
        desk.confirm(desk.page->question(), QStringLiteral("too fast"));
        QTRY_VERIFY(notices.undoable() != nullptr && notices.undoable()->undoText == QStringLiteral("Resume"));
        QTRY_VERIFY(desk.action("resume")->isEnabled());
        desk.action("resume")->trigger();
        desk.confirm(desk.page->question(), QStringLiteral("by mistake"));
        QTRY_COMPARE(desk.page->phase()->text(), QStringLiteral("Running"));
        QTRY_VERIFY(notices.undoable() != nullptr && notices.undoable()->text == QStringLiteral("other"));
    }

    void pausedAndResumed() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        QVERIFY(!desk.action("resume")->isEnabled());
        desk.action("pause")->trigger();
        QVERIFY(!desk.page->question()->confirmButton()->isEnabled());  // the program makes no reason up
        desk.confirm(desk.page->question(), QStringLiteral("too fast"));
        QTRY_COMPARE(desk.page->phase()->text(), QStringLiteral("Paused"));
        QTRY_COMPARE(desk.shop.lastReason(), std::string("too fast"));
        QTRY_COMPARE(desk.said().undoText, QStringLiteral("Resume"));
        QCOMPARE(desk.said().tone, ui::Tone::Warn);
        QVERIFY(!desk.action("pause")->isEnabled());
        QTRY_VERIFY(!desk.page->plots()->burn()->projection().has_value());
        desk.said().undo();
        QVERIFY(!desk.page->question()->confirmButton()->isEnabled());
        desk.confirm(desk.page->question(), QStringLiteral("by mistake"));
        QTRY_COMPARE(desk.page->phase()->text(), QStringLiteral("Running"));
        desk.action("pause")->trigger();
        desk.confirm(desk.page->question(), QStringLiteral("again"));
        QTRY_VERIFY(desk.action("resume")->isEnabled());
        desk.action("resume")->trigger();
        desk.confirm(desk.page->question(), QStringLiteral("goes on"));
        QTRY_COMPARE(desk.shop.lastReason(), std::string("goes on"));
        QTRY_COMPARE(desk.page->phase()->text(), QStringLiteral("Running"));
    }

    void stoppingSaysWhatItMeansAndNeedsAReason() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        desk.action("stop")->trigger();
        auto* question = desk.page->question();
        QVERIFY(question != nullptr);
        QVERIFY(!question->confirmButton()->isEnabled());
        const auto board = desk.shop.boardOf(kLunch);
        bool told = false;
        for (const auto* label : question->findChildren<QLabel*>()) {
            told = told || label->text().contains(desk.money(board.queued + board.compensation + board.inFlight));
        }
        QVERIFY(told);
        desk.confirm(question, QStringLiteral("wrong budget"));
        QTRY_COMPARE(desk.page->phase()->text(), QStringLiteral("Ended: stopped"));
        QTRY_COMPARE(desk.shop.lastReason(), std::string("wrong budget"));
    }

    /// Neither started with settings that nobody has seen, nor paused, stopped or deleted.
    void aCampaignThatWasChangedMeanwhileStaysAsItIs() {
        struct Row {
            const CampaignId& id;
            const char* action;
        };
        for (const auto& [id, action] :
             {Row{kDraft, "start"}, Row{kDraft, "remove"}, Row{kLunch, "pause"}, Row{kLunch, "stop"}}) {
            Desk desk;
            QTRY_VERIFY(desk.shows(kLunch));
            desk.showCampaign(id);
            desk.action(action)->trigger();
            desk.shop.touch(id);
            const auto changed = desk.shop.row(id);
            desk.confirm(desk.page->question(), QStringLiteral("x"));
            QTRY_VERIFY2(desk.page->flow()->outcome() != nullptr, action);
            QCOMPARE(outcomesOf(desk.page->flow()->outcome()), QStringList{QStringLiteral("Changed meanwhile")});
            // Who, when and what: nobody has to look for it.
            static const QRegularExpression kWho(QStringLiteral("Changed by .+, \\d.*: "));
            QVERIFY2(kWho.match(desk.said().text).hasMatch(), qPrintable(desk.said().text));
            QVERIFY2(desk.shop.row(id).state == changed.state && desk.shop.row(id).version == changed.version, action);
        }
    }

    void whatFailsIsNotCalledDone() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        desk.shop.campaigns().refusal = Error{ErrorCode::Busy, "inbox full", {}, {}};
        desk.action("pause")->trigger();
        desk.confirm(desk.page->question(), QStringLiteral("x"));
        QTRY_COMPARE(desk.said().tone, ui::Tone::Bad);
        QVERIFY(desk.said().text.contains(QStringLiteral("nothing was done")));
        QCOMPARE(desk.page->phase()->text(), QStringLiteral("Running"));
    }

    void aCopyIsADraftThatIsLookedAt() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        const auto before = desk.shop.size();
        desk.action("copy")->trigger();
        QTRY_COMPARE(desk.shop.size(), before + 1);
        QTRY_VERIFY(desk.page->wizard() != nullptr);
        QTRY_VERIFY(desk.page->current() && desk.page->current()->state == api::CampaignState::Draft);
        const auto copied = desk.shop.row(desk.page->current()->id).settings;
        QCOMPARE(copied.shape, desk.shop.row(kLunch).settings.shape);
        desk.page->wizard()->reject();
        QTRY_VERIFY(desk.ready() && desk.action("remove")->isEnabled());
        desk.action("remove")->trigger();
        desk.confirm(desk.page->question(), QString());
        QTRY_COMPARE(desk.shop.size(), before);
    }

    void aGrantedDrawIsGivenBackAndAUsedOneIsNot() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        auto* pane = desk.page->draws();
        QVERIFY(desk.whyNoGiveBack().contains(QStringLiteral("Select")));
        // The newest is a refused one, then come granted ones.
        QCOMPARE(desk.selectDraws(0, 1)[0].state, api::DrawState::Refused);
        QTRY_VERIFY(desk.whyNoGiveBack().contains(QStringLiteral("Nothing was granted")));
        auto rows = desk.selectDraws(0, 4);
        while (rows.front().state != api::DrawState::Granted) {
            rows.erase(rows.begin());
        }
        QVERIFY(pane->giveBackAction()->isEnabled());
        pane->giveBackAction()->trigger();
        QTRY_VERIFY(pane->flow()->question() != nullptr);
        auto* question = pane->flow()->question();
        QVERIFY(!question->confirmButton()->isEnabled());  // no reason yet
        std::int64_t amount = 0;
        for (const auto& row : rows) {
            amount += row.amount.minor;
        }
        bool told = false;
        for (const auto* label : question->findChildren<QLabel*>()) {
            told = told || label->text().contains(desk.money(amount));
        }
        QVERIFY(told);
        // One is used by an order while the question stands, and new draws come: the frozen ones are meant.
        desk.shop.sell(0, false, rows[0].user, api::OrderDraw{kLunch, rows[0].id});
        desk.shop.drawSome(kLunch, 5);
        const auto before = desk.shop.boardOf(kLunch);
        QSignalSpy finished(pane->flow(), &ui::RowFlow::finished);
        desk.confirm(question, QStringLiteral("the customer asked"));
        QTRY_COMPARE(finished.count(), 1);
        const auto now = desk.shop.boardOf(kLunch);
        QCOMPARE(now.givenBack - before.givenBack, amount - rows[0].amount.minor);
        QTRY_COMPARE(desk.shop.lastReason(), std::string("the customer asked"));
        QCOMPARE(desk.outcomes().count(QStringLiteral("Changed meanwhile")), 1);
        QCOMPARE(desk.outcomes().count(QStringLiteral("Done")), static_cast<qsizetype>(rows.size()) - 1);
        QCOMPARE(desk.said().tone, ui::Tone::Warn);
        pane->flow()->outcome()->close();
        QTRY_COMPARE(desk.figure(CampaignTiles::Compensation), desk.money(now.compensation));
        QVERIFY(desk.page->tiles()->tile(CampaignTiles::Granted)->note().contains(QStringLiteral("given back")));
    }

    /// Each draw: what it came to, from which queue, and what is still to be done with it.
    void aDrawSaysWhatBecameOfIt() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        auto* pane = desk.page->draws();
        const auto granted = [&] {
            (void)desk.tab(CampaignPage::DrawsTab);
            for (int row = 0; row < pane->model().rowCount(); ++row) {
                const auto* draw = pane->model().row(row);
                if (draw != nullptr && draw->state == api::DrawState::Granted && draw->orderNo.empty() &&
                    !draw->givenBackAt) {
                    return row;
                }
            }
            return -1;
        };
        QTRY_VERIFY(granted() >= 0);
        const auto draw = *pane->model().row(granted());
        const auto cell = [&](const char* column) {
            const auto row = pane->model().rowOf(api::cacheKey(draw));
            return row ? pane->model().index(*row, pane->model().columnOf(QLatin1String(column))).data().toString()
                       : QStringLiteral("(gone)");
        };
        const auto& formats = desk.services->formats;
        QCOMPARE(cell("amount"), desk.money(draw.amount.minor));
        QCOMPARE(cell("queue"), QString::number(draw.queue + 1));
        QVERIFY(draw.validUntil.has_value());
        QCOMPARE(cell("remark"), QStringLiteral("no order yet, valid until %1")
                                     .arg(formats.shortTime(*draw.validUntil, desk.services->bridge.now())));
        (void)desk.shop.must(desk.shop.engine().campaigns().giveBack(test::Shop::by("bo"), draw.id));
        QTRY_VERIFY2(cell("remark").startsWith(QStringLiteral("given back ")), qPrintable(cell("remark")));
        QVERIFY(desk.selectDraws(*pane->model().rowOf(api::cacheKey(draw)), 1)[0].givenBackAt.has_value());
        QTRY_VERIFY(desk.whyNoGiveBack().contains(QStringLiteral("It was already given back")));
    }

    void aSelectionOfDrawsStaysWithItsDrawsWhileOthersCome() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        const auto chosen = desk.selectDraws(3, 1)[0];
        desk.shop.drawSome(kLunch, 7);
        auto* table = desk.page->draws()->table();
        const int user = desk.page->draws()->model().columnOf(QStringLiteral("user"));
        const auto newest = [&] { return table->model()->index(0, user).data().toString(); };
        const QString was = newest();
        desk.page->feed().refresh();
        QTRY_VERIFY(newest() != was);
        const auto selected = table->selectionModel()->selectedRows(user);
        QCOMPARE(selected.size(), 1);
        QCOMPARE(selected[0].data().toString(), ui::text(chosen.user));
        QCOMPARE(selected[0].row(), 3 + 7);
    }

    void drawsAreFilteredExportedAndOfTheirCampaign() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        (void)desk.tab(CampaignPage::DrawsTab);
        auto* pane = desk.page->draws();
        const auto all = pane->model().total();
        pane->filters()->choice(QStringLiteral("states"))->setChosen({QStringLiteral("granted")});
        QTRY_VERIFY(desk.ready() && pane->model().total() < all && pane->model().total() > 0);
        QCOMPARE(pane->model().row(0)->state, api::DrawState::Granted);
        const auto user = pane->model().row(0)->user;
        pane->filters()->line(QStringLiteral("user"))->setText(ui::text(user));
        QTRY_VERIFY(desk.ready() && pane->model().filter().user == user);
        const QString path = desk.folder.filePath(QStringLiteral("draws.csv"));
        pane->exportTo(path);
        QTRY_VERIFY(desk.said().text.contains(path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().count('\n') - 1, pane->model().rowCount());
        pane->filters()->clear();
        desk.showCampaign(kEnded);
        QTRY_VERIFY(desk.ready() && pane->model().filter().campaign == kEnded);
        QCOMPARE(pane->model().row(0)->campaign, kEnded);
    }

    void theOverviewShowsWhatIsLeftOfAllThatRun() {
        test::CampaignShop shop;
        test::ConsoleOver console(shop);
        auto& window = console.open();
        window.showPage(0);
        auto* page = static_cast<ui::OverviewPage*>(window.page(QStringLiteral("overview")));
        auto* tile = page->tile(ui::OverviewPage::CampaignLeft);
        QTRY_VERIFY(page->isReady());
        std::int64_t left = 0;
        for (const auto& id : {kLunch, kLater}) {
            const auto board = shop.boardOf(id);
            left += board.queued + board.compensation + board.inFlight;
        }
        const auto& formats = window.context().formats;
        QCOMPARE(tile->figure(), formats.money(Money{left}));
        QVERIFY2(tile->note().contains(QStringLiteral("8,000.00")), qPrintable(tile->note()));  // both budgets
        QVERIFY2(tile->note().contains(QStringLiteral("2 campaigns")), qPrintable(tile->note()));
        QTest::mouseClick(tile, Qt::LeftButton);
        QCOMPARE(window.currentPage()->id(), QStringLiteral("campaigns"));
    }

    void withoutARunningCampaignTheTileIsADash() {
        test::CampaignShop shop(true);
        test::ConsoleOver console(shop);
        auto& window = console.open();
        window.showPage(0);
        auto* page = static_cast<ui::OverviewPage*>(window.page(QStringLiteral("overview")));
        QTRY_VERIFY(page->isReady());
        QCOMPARE(page->tile(ui::OverviewPage::CampaignLeft)->figure(), QStringLiteral("–"));
        QVERIFY(page->tile(ui::OverviewPage::CampaignLeft)->note().contains(QStringLiteral("no campaign")));
    }

    void whoRedeemedIsExported() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        const QString path = desk.folder.filePath(QStringLiteral("lunch.csv"));
        desk.page->exportTo(path);
        QTRY_VERIFY(desk.said().text.contains(path));
        QVERIFY(QFile(path).size() > 0);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray rows = file.readAll();
        QCOMPARE(rows.count('\n') - 1, static_cast<int>(desk.shop.boardOf(kLunch).drawsGranted));
        QVERIFY(!rows.contains("refused"));
        desk.page->exportTo(QStringLiteral("/nonexistent/x.csv"));
        QTRY_COMPARE(desk.said().tone, ui::Tone::Bad);
        desk.showCampaign(kDraft);
        QVERIFY(desk.why("export").contains(QStringLiteral("draft")));
        QVERIFY(desk.why("saveBurn").contains(QStringLiteral("no burn-down")));
    }

    void buildingTellsHowFarItIs() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        desk.showCampaign(kDraft);
        std::int64_t built = 500;
        const auto slow = [&](api::CampaignRow& row) {
            if (row.id == kDraft && row.state == api::CampaignState::Running && built < 2'000) {
                row.state = api::CampaignState::Building;
                row.built = built;
            }
        };
        desk.shop.campaigns().rowsChange = [&](auto& rows) { std::for_each(rows.begin(), rows.end(), slow); };
        desk.shop.campaigns().boardChange = [&](auto& board) { slow(board.row); };
        desk.action("start")->trigger();
        desk.confirm(desk.page->question(), QStringLiteral("as planned"));
        QTRY_COMPARE(desk.page->phase()->text(), QStringLiteral("Building"));
        QTRY_VERIFY(desk.page->when().contains(QStringLiteral("500 of 2,000 places")));
        QCOMPARE(desk.figure(CampaignTiles::BudgetLeft), QStringLiteral("–"));
        built = 2'000;
        desk.shop.touch(kDraft);
        QTRY_COMPARE(desk.page->phase()->text(), QStringLiteral("Scheduled"));
        QTRY_COMPARE(desk.figure(CampaignTiles::BudgetLeft), QStringLiteral("5,000.00"));
    }

    void figuresThatDoNotAddUpAreTold() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        desk.shop.campaigns().boardChange = [](auto& board) { board.queued -= 700; };
        desk.page->feed().refresh();
        QTRY_VERIFY(desk.page->notice()->isVisible());
        QVERIFY(desk.page->notice()->text().contains(QStringLiteral("-7.00")));
        desk.shop.campaigns().boardChange = {};
        desk.page->feed().refresh();
        QTRY_VERIFY(!desk.page->notice()->isVisible());
    }

    void whatCannotBeReadIsADash() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        desk.shop.breakDisk(true);
        QTRY_VERIFY(desk.page->notice()->isVisible());
        for (int figure = 0; figure < CampaignTiles::kFigures; ++figure) {
            QCOMPARE(desk.figure(static_cast<CampaignTiles::Figure>(figure)), QStringLiteral("–"));
        }
        desk.shop.breakDisk(false);
        QTRY_VERIFY_WITH_TIMEOUT(!desk.page->notice()->isVisible(), 10'000);
    }

    void anOldDrawInFlightStandsOut() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        QCOMPARE(desk.page->tiles()->tile(CampaignTiles::InFlight)->tone(), ui::Tone::Muted);
        desk.shop.campaigns().boardChange = [](auto& board) {
            board.drawsInFlight = 1;
            board.inFlight = 100;
            board.queued -= 100;
            board.oldestInFlight = board.at.plusMs(-300'000);
        };
        desk.page->feed().refresh();
        QTRY_COMPARE(desk.page->tiles()->tile(CampaignTiles::InFlight)->tone(), ui::Tone::Bad);
        QVERIFY(desk.page->tiles()->tile(CampaignTiles::InFlight)->note().contains(QStringLiteral("5 min")));
    }

    void nothingIsReadAndNothingDrawnWhileHidden() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        desk.page->setActive(false);
        desk.page->hide();
        QVERIFY(desk.page->feed().isResting());
        const int drawn = desk.page->plots()->burn()->drawn();
        const int reads = desk.shop.campaigns().boardReads;
        desk.shop.touch(kLunch);
        QSignalSpy read(&desk.page->feed(), &ui::CampaignFeed::campaignsRead);
        QTRY_VERIFY(read.count() > 0);  // the badge goes on
        QCOMPARE(desk.shop.campaigns().boardReads, reads);
        QCOMPARE(desk.page->plots()->burn()->drawn(), drawn);
    }

    void withoutCampaignsThePageSaysHowToBegin() {
        Desk desk(true);
        const auto* empty = desk.page->list()->emptyLabel();
        QTRY_VERIFY(empty->isVisible());
        QTRY_VERIFY(empty->text().contains(QStringLiteral("no campaign")));
        // By a button, too.
        auto* button = desk.page->findChild<QPushButton*>(QStringLiteral("campaignsEmptyButton"));
        QVERIFY(button != nullptr && button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(desk.page->wizard() != nullptr);
        delete desk.page->wizard();
        QVERIFY(desk.action("new")->isEnabled());
        QVERIFY(!desk.action("stop")->isEnabled());
    }

    void theListIsFilteredWithoutLosingWhatIsShown() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        auto* list = desk.page->list();
        const auto ids = [list] {
            QStringList all;
            for (const auto& row : list->model().all()) {
                all << ui::text(row.id);
            }
            all.sort();
            return all.join(QLatin1Char(' '));
        };
        list->filters()->set(QStringLiteral("state"), QJsonArray{QStringLiteral("running"), QStringLiteral("draft")});
        QTRY_COMPARE(ids(), QStringLiteral("lunch weekend"));
        QTRY_VERIFY(desk.shows(kLunch));
        QCOMPARE(list->known().size(), std::size_t{1});
        // Of those that are left the one that runs is shown, or the first; without any it stays.
        list->filters()->set(QStringLiteral("state"), QJsonArray{QStringLiteral("ended")});
        QTRY_VERIFY(desk.shows(kEnded));
        list->filters()->set(QStringLiteral("text"), QStringLiteral("nothing has this"));
        QTRY_COMPARE(list->model().rowCount(), 0);
        QVERIFY(desk.shows(kEnded));
        desk.page->select(kDraft);
        QTRY_VERIFY(desk.shows(kDraft));
        QVERIFY(list->filters()->isClear());
        const QString path = desk.folder.filePath(QStringLiteral("list.csv"));
        list->exportTo(path);
        QTRY_VERIFY(QFile::exists(path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().count('\n'), 5);  // four and their titles
    }

    void widthsOfTheListAreKeptWhileItIsRead() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        auto* table = desk.page->list()->table();
        table->setColumnWidth(0, 143);
        desk.shop.touch(kLunch);
        QSignalSpy read(&desk.page->feed(), &ui::CampaignFeed::campaignsRead);
        QTRY_VERIFY(read.count() > 0);
        QTRY_VERIFY(desk.shows(kLunch));
        QCOMPARE(table->columnWidth(0), 143);
    }

    void navigationAndPaletteLeadHere() {
        test::CampaignShop shop;
        test::ConsoleOver console(shop);
        auto& window = console.open();
        auto* page = static_cast<CampaignPage*>(window.page(QStringLiteral("campaigns")));
        QVERIFY(page != nullptr);
        QCOMPARE(page->title(), QStringLiteral("Campaigns"));
        QTRY_COMPARE(page->badge(), std::optional<qint64>(1));
        QStringList names;
        for (const auto* command : page->commands()) {
            names << command->text();
        }
        QVERIFY(names.contains(QStringLiteral("Set up a campaign…")));
        QVERIFY(names.contains(QStringLiteral("Campaign: Weekend, draft")));
    }

    void everythingAPersonUsesHasANameAndPlainText() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        auto* wizard = desk.wizard();
        for (QWidget* root : {static_cast<QWidget*>(desk.page.get()), static_cast<QWidget*>(wizard)}) {
            for (const auto* button : root->findChildren<QAbstractButton*>()) {
                if (qobject_cast<const QToolButton*>(button) == nullptr && !button->isVisible()) {
                    continue;
                }
                const bool ours = button->parentWidget()->metaObject()->className() != std::string("QTableView");
                QVERIFY2(!ours || !button->objectName().isEmpty() || button->text().isEmpty(),
                         qPrintable(button->text()));
            }
            for (const auto* label : root->findChildren<QLabel*>()) {
                QVERIFY2(label->textFormat() == Qt::PlainText || label->text().isEmpty(), qPrintable(label->text()));
            }
            for (const auto* edit : root->findChildren<QLineEdit*>(QRegularExpression(QStringLiteral("^campaign")))) {
                QVERIFY2(!edit->accessibleName().isEmpty(), qPrintable(edit->objectName()));
            }
        }
    }
};

}  // namespace test_campaign_page

QTEST_MAIN(test_campaign_page::TestCampaignPage)
#include "test_campaign_page.moc"
