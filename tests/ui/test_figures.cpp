// SPDX-License-Identifier: GPL-3.0-or-later
// Figures that the console works out from what the engine answered: tiles of a sale and of a campaign, shares, rates,
// couriers and orders of dispatch. Answers are made up here, so that each figure alone is told apart, at both sides of
// each limit.
#include <QMimeData>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <functional>
#include <memory>
#include <tuple>
#include <vector>

#include "tests/support/fakes/fake_engine.h"
#include "tests/support/line/over_line.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/models/figure_table_model.h"
#include "ui/models/order_refs_mime.h"
#include "ui/models/voucher_table_model.h"
#include "ui/pages/campaigns/campaign_figures.h"
#include "ui/pages/campaigns/campaign_list.h"
#include "ui/pages/campaigns/campaign_tiles.h"
#include "ui/pages/delayed/timer_board_pane.h"
#include "ui/pages/dispatch/courier_table.h"
#include "ui/pages/dispatch/order_list.h"
#include "ui/pages/overview/rate_meter.h"
#include "ui/pages/seckill/sale_list.h"
#include "ui/pages/seckill/sale_tiles.h"
#include "ui/pages/seckill/seckill_rows_pane.h"
#include "ui/shell/console_services.h"
#include "ui/widgets/tone_delegate.h"

namespace test_figures {

using namespace evenhand;
using ui::CampaignTiles;
using ui::SaleTiles;
using ui::Tone;

namespace {

constexpr Instant kNow{1'700'000'000'500};  // 2023-11-15 06:13:20 in Shanghai

ui::Formats yuan() {
    api::WorkspaceInfo info;
    info.currency = "CNY";
    info.minorDigits = 2;
    info.timeZone = "Asia/Shanghai";
    return ui::Formats(info);
}

/// "figure | note".
template <typename Tiles, typename Figure>
QString said(const Tiles& tiles, Figure figure) {
    return tiles.tile(figure)->figure() + QStringLiteral(" | ") + tiles.tile(figure)->note();
}

api::SeckillBoard sale(api::ActivityState state) {
    api::SeckillBoard board;
    board.at = kNow;
    board.row.state = state;
    board.row.set.stock = 100;
    board.row.added = 20;
    board.row.ordered = 90;
    board.row.paid = 60;
    board.row.left = 30;
    board.stock = 7;
    board.streamLength = 1'005;
    board.lag = 2;
    board.pending = 3;
    return board;
}

api::CampaignBoard campaign(api::CampaignState state) {
    api::CampaignBoard board;
    board.at = kNow;
    board.row.state = state;
    board.row.settings.shape = {Money{100'000}, 50, Money{1'000}, 2};
    board.granted = 40'000;
    board.queued = 30'000;
    board.compensation = 2'000;
    board.inFlight = 500;
    board.unspent = 27'500;
    board.placesLeft = 17;
    board.users = 1'234;
    board.drawsInFlight = 3;
    board.drawsRefused = 8;
    return board;
}

api::CourierRow courier(const char* id, bool onDuty, std::int64_t weight, std::int64_t today, double deviation) {
    api::CourierRow row;
    row.id = CourierId(id);
    row.campus = CampusId("C1");
    row.onDuty = onDuty;
    row.weight = weight;
    row.today = today;
    row.share = static_cast<double>(today) / 4;
    row.deviation = deviation;
    return row;
}

api::DispatchBoard board(std::vector<api::CourierRow> couriers) {
    api::DispatchBoard all;
    all.campus.id = CampusId("C1");
    all.campus.name = "North Gate";
    all.couriers = std::move(couriers);
    all.at = kNow;
    return all;
}

/// Which columns of a row are marked, and how: "column:tone …".
QString marked(const QAbstractItemModel& model, int row, int role) {
    QStringList found;
    for (int column = 0; column < model.columnCount(); ++column) {
        if (const QVariant tone = model.index(row, column).data(role); tone.isValid()) {
            found << QStringLiteral("%1:%2").arg(column).arg(tone.toInt());
        }
    }
    return found.join(QLatin1Char(' '));
}
QString mark(int column, Tone tone) { return QStringLiteral("%1:%2").arg(column).arg(static_cast<int>(tone)); }

/// The same of a table that is described: its columns' pills or inks.
template <typename Row>
using Columns = std::vector<ui::Column<Row, ui::OneOrder>>;
template <typename Row, typename Mark>
QString marked(const Columns<Row>& columns, const Row& row, Mark mark) {
    QStringList found;
    for (const auto& column : columns) {
        const std::optional<Tone> tone = column.*mark ? (column.*mark)(row) : std::nullopt;
        if (tone) {
            found << QStringLiteral("%1:%2").arg(column.id).arg(static_cast<int>(*tone));
        }
    }
    return found.join(QLatin1Char(' '));
}
QString mark(const char* column, Tone tone) {
    return QStringLiteral("%1:%2").arg(QLatin1String(column)).arg(static_cast<int>(tone));
}
template <typename Row>
QString cells(const Columns<Row>& columns, const Row& row) {
    QStringList texts;
    for (const auto& column : columns) {
        texts << column.text(row);
    }
    return texts.join(QStringLiteral(" | "));
}
template <typename Row>
QString tip(const Columns<Row>& columns, const Row& row, const char* id) {
    const auto column =
        std::find_if(columns.begin(), columns.end(), [id](const auto& each) { return each.id == QLatin1String(id); });
    return column == columns.end() ? QString() : column->hint ? column->hint(row) : column->text(row);
}
template <typename Row>
void eachChangeIsShown(const Row& row, const std::vector<std::function<void(Row&)>>& changes) {
    QVERIFY(!changed(row, row));
    for (std::size_t i = 0; i < changes.size(); ++i) {
        auto other = row;
        changes[i](other);
        QVERIFY2(changed(row, other) && changed(other, row), qPrintable(QStringLiteral("change %1").arg(i)));
    }
}

/// Whatever of a row is shown is shown anew when it alone has changed; what stays as it is is not painted again.
template <typename Row>
void eachChangeIsShown(QAbstractItemModel& model, const std::function<void(const Row&)>& set, const Row& row,
                       const std::vector<std::function<void(Row&)>>& changes) {
    set(row);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    set(row);
    QCOMPARE(changed.count(), 0);
    for (std::size_t i = 0; i < changes.size(); ++i) {
        auto other = row;
        changes[i](other);
        set(other);
        QVERIFY2(changed.count() == 1, qPrintable(QStringLiteral("change %1").arg(i)));
        set(row);
        QVERIFY2(changed.count() == 2, qPrintable(QStringLiteral("change %1").arg(i)));
        changed.clear();
    }
}

}  // namespace

class TestFigures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // --- a sale ---------------------------------------------------------------------------------------------
    void unitsOfASale() {
        SaleTiles tiles;
        tiles.setBoard(sale(api::ActivityState::Started));
        QCOMPARE(said(tiles, SaleTiles::Stock), QStringLiteral("7 | of 120 units"));
        QVERIFY(tiles.tile(SaleTiles::Stock)->tone() == Tone::Muted);
        QCOMPARE(said(tiles, SaleTiles::Sold), QStringLiteral("90 | 60 paid"));
        auto none = sale(api::ActivityState::Started);
        none.stock = 0;
        tiles.setBoard(none);
        QCOMPARE(said(tiles, SaleTiles::Stock), QStringLiteral("0 | sold out, of 120"));
        QVERIFY(tiles.tile(SaleTiles::Stock)->tone() == Tone::Good);
        none.stock = std::nullopt;  // lost is not sold
        tiles.setBoard(none);
        QCOMPARE(said(tiles, SaleTiles::Stock), QStringLiteral("– | of 120 units"));
        auto ended = sale(api::ActivityState::Ended);
        ended.stock = std::nullopt;
        ended.row.left = 0;
        ended.row.returned = 30;
        tiles.setBoard(ended);
        QCOMPARE(said(tiles, SaleTiles::Stock), QStringLiteral("0 | 30 of 120 not sold"));
        QVERIFY(tiles.tile(SaleTiles::Stock)->tone() == Tone::Muted);
        ended.row.returned = 0;
        ended.row.ordered = 120;
        tiles.setBoard(ended);
        QCOMPARE(said(tiles, SaleTiles::Stock), QStringLiteral("0 | sold out, of 120"));
        auto draft = sale(api::ActivityState::Draft);
        draft.stock = std::nullopt;
        tiles.setBoard(draft);
        QCOMPARE(said(tiles, SaleTiles::Sold), QStringLiteral("– | "));
        QCOMPARE(said(tiles, SaleTiles::Attempts), QStringLiteral("– | "));
        tiles.setBoard(std::nullopt);
        for (int i = 0; i < SaleTiles::kFigures; ++i) {
            QCOMPARE(said(tiles, static_cast<SaleTiles::Figure>(i)), QStringLiteral("– | "));
        }
    }

    void attemptsOfTheLastTenWholeSeconds() {
        auto board = sale(api::ActivityState::Started);
        const Instant second{kNow.ms / 1'000 * 1'000};
        const auto count = [&](std::int64_t ms, std::int64_t first, std::int64_t last) {
            api::AttemptSecond one;
            one.at = second.plusMs(ms);
            one.counts.front() = first;
            one.counts.back() = last;
            board.seconds.push_back(one);
        };
        count(-11'000, 1'000, 1'000);  // too long ago
        count(-10'000, 4, 6);
        count(-1'000, 15, 5);
        count(0, 1'000, 1'000);  // has just begun
        QCOMPARE(SaleTiles::attemptsPerSecond(board), std::optional(3.0));
        board.row.state = api::ActivityState::Stopped;
        QCOMPARE(SaleTiles::attemptsPerSecond(board), std::optional(3.0));
        for (const auto state : {api::ActivityState::Draft, api::ActivityState::Ended}) {
            board.row.state = state;
            QVERIFY(!SaleTiles::attemptsPerSecond(board));
        }
        board.row.state = api::ActivityState::Started;
        board.attempts.front() = 1'000;
        board.attempts.back() = 30;
        SaleTiles tiles;
        tiles.setBoard(board);
        QCOMPARE(said(tiles, SaleTiles::Attempts), QStringLiteral("3.0 | 1,030 since start"));
        count(-5'000, 70, 0);
        tiles.setBoard(board);
        QCOMPARE(said(tiles, SaleTiles::Attempts), QStringLiteral("10 | 1,030 since start"));
    }

    void messagesOfASale() {
        SaleTiles tiles;
        auto board = sale(api::ActivityState::Started);
        tiles.setBoard(board);
        QCOMPARE(said(tiles, SaleTiles::Stream), QStringLiteral("1,005 | 2 not read yet"));
        QCOMPARE(said(tiles, SaleTiles::Pending), QStringLiteral("3 | "));
        QCOMPARE(said(tiles, SaleTiles::Delay), QStringLiteral("– | "));
        board.oldestPending = kNow.plusMs(-90'000);
        board.lag = std::nullopt;
        board.orderP50Ms = 999.4;
        board.orderP99Ms = 61'000;
        tiles.setBoard(board);
        QCOMPARE(said(tiles, SaleTiles::Stream), QStringLiteral("1,005 | "));
        QCOMPARE(said(tiles, SaleTiles::Pending), QStringLiteral("3 | oldest: 1 min"));
        QCOMPARE(said(tiles, SaleTiles::Delay), QStringLiteral("999 ms | p99 1 min"));
        QVERIFY(tiles.tile(SaleTiles::Pending)->tone() == Tone::Muted);
        board.deadLetters = 2;
        board.oldestPending = kNow.plusMs(5'000);
        board.orderP50Ms = 1'000;
        tiles.setBoard(board);
        QCOMPARE(said(tiles, SaleTiles::Pending), QStringLiteral("3 | 2 dead letters"));
        QVERIFY(tiles.tile(SaleTiles::Pending)->tone() == Tone::Bad);
        QCOMPARE(said(tiles, SaleTiles::Delay), QStringLiteral("1 s | p99 1 min"));
        board.deadLetters = 0;  // a clock that was put back makes nothing younger than now
        tiles.setBoard(board);
        QCOMPARE(said(tiles, SaleTiles::Pending), QStringLiteral("3 | oldest: 0 ms"));
    }

    // --- a campaign -----------------------------------------------------------------------------------------
    void moneyOfACampaign() {
        const auto formats = yuan();
        CampaignTiles tiles(formats);
        auto board = campaign(api::CampaignState::Running);
        QCOMPARE(ui::budgetLeft(board), std::int64_t{32'500});
        tiles.setBoard(board);
        QCOMPARE(said(tiles, CampaignTiles::BudgetLeft), QStringLiteral("325.00 | of 1,000.00"));
        QCOMPARE(said(tiles, CampaignTiles::PlacesLeft), QStringLiteral("17 | of 50"));
        QCOMPARE(said(tiles, CampaignTiles::Granted), QStringLiteral("400.00 | to 1,234 users"));
        QCOMPARE(said(tiles, CampaignTiles::Compensation), QStringLiteral("20.00 | goes to later draws"));
        QCOMPARE(said(tiles, CampaignTiles::InFlight), QStringLiteral("3 | 5.00"));
        QCOMPARE(said(tiles, CampaignTiles::RolledBack), QStringLiteral("0 | 8 refused"));
        QVERIFY(tiles.tile(CampaignTiles::RolledBack)->tone() == Tone::Muted);
        board.givenBack = 1;
        board.drawsRolledBack = 1;
        tiles.setBoard(board);
        QCOMPARE(said(tiles, CampaignTiles::Granted), QStringLiteral("399.99 | 0.01 given back"));
        QCOMPARE(said(tiles, CampaignTiles::RolledBack), QStringLiteral("1 | 8 refused"));
        QVERIFY(tiles.tile(CampaignTiles::RolledBack)->tone() == Tone::Warn);
        board.row.state = api::CampaignState::Paused;
        tiles.setBoard(board);
        QCOMPARE(said(tiles, CampaignTiles::BudgetLeft), QStringLiteral("325.00 | of 1,000.00"));
        board.row.state = api::CampaignState::Ended;
        tiles.setBoard(board);
        QCOMPARE(said(tiles, CampaignTiles::BudgetLeft), QStringLiteral("275.00 | unspent, of 1,000.00"));
        QCOMPARE(said(tiles, CampaignTiles::Compensation), QStringLiteral("20.00 | counted as unspent"));
        for (const auto state : {api::CampaignState::Draft, api::CampaignState::Building}) {
            tiles.setBoard(campaign(state));
            for (int i = 0; i < CampaignTiles::kFigures; ++i) {
                QCOMPARE(said(tiles, static_cast<CampaignTiles::Figure>(i)), QStringLiteral("– | "));
            }
        }
    }

    /// An interrupted draw is recovered within seconds: one of more than a minute is stuck.
    void drawsThatHang() {
        const auto formats = yuan();
        CampaignTiles tiles(formats);
        auto board = campaign(api::CampaignState::Running);
        const std::pair<std::int64_t, Tone> ages[] = {
            {-1, Tone::Muted}, {0, Tone::Muted}, {60'000, Tone::Muted}, {60'001, Tone::Bad}};
        for (const auto& [age, tone] : ages) {
            board.oldestInFlight = kNow.plusMs(-age);
            tiles.setBoard(board);
            QCOMPARE(said(tiles, CampaignTiles::InFlight),
                     QStringLiteral("3 | 5.00, oldest ") +
                         (age < 60'000 ? QStringLiteral("0 ms") : QStringLiteral("1 min")));
            QVERIFY(tiles.tile(CampaignTiles::InFlight)->tone() == tone);
        }
    }

    void sharesOfACampaign() {
        const auto formats = yuan();
        api::CampaignBoard board;
        board.row.settings.countLimit = 3;
        board.row.settings.amountLimit = Money{2'000};
        board.topUsers = {{UserId("u1"), 2, 1'500}, {UserId("u2"), 3, 2'000}};
        const auto users = ui::userRows(board);
        const auto ofUsers = ui::describeUsers(formats).columns;
        QCOMPARE(users.size(), std::size_t{2});
        QCOMPARE(cells(ofUsers, users[0]), QStringLiteral("u1 | 2 of 3 | 15.00 | 75.0%"));
        QCOMPARE(cells(ofUsers, users[1]), QStringLiteral("u2 | 3 of 3 | 20.00 | 100.0%"));
        board.queues = {{10, 12'300, 45, 0}, {0, 0, 0, 600}};
        const auto queues = ui::queueRows(board);
        const auto ofQueues = ui::describeQueues(formats).columns;
        QCOMPARE(cells(ofQueues, queues[0]), QStringLiteral("Queue 1 | 10 | 123.00 | 0.45 | 0.00"));
        QCOMPARE(cells(ofQueues, queues[1]), QStringLiteral("Queue 2 | 0 | 0.00 | 0.00 | 6.00"));
        using Q = ui::QueueFigures;
        eachChangeIsShown<Q>(queues[0], {[](Q& r) { ++r.of.places; }, [](Q& r) { ++r.of.amount; },
                                         [](Q& r) { ++r.of.compensation; }, [](Q& r) { ++r.of.unspent; }});
        using U = ui::UserFigures;
        eachChangeIsShown<U>(users[0], {[](U& r) { ++r.of.count; }, [](U& r) { ++r.of.amount; },
                                        [](U& r) { ++r.countLimit; }, [](U& r) { ++r.amountLimit; }});
    }

    /// Some refusals leave no record: these are counted since this program was started.
    void refusalsOfACampaign() {
        using api::DrawRefusal;
        const std::pair<DrawRefusal, bool> reasons[] = {
            {DrawRefusal::NotStarted, true},   {DrawRefusal::Paused, true},          {DrawRefusal::Ended, true},
            {DrawRefusal::UnderWay, true},     {DrawRefusal::Exhausted, false},      {DrawRefusal::CountLimit, false},
            {DrawRefusal::AmountLimit, false}, {DrawRefusal::NothingPayable, false}, {DrawRefusal::RolledBack, false}};
        const auto columns = ui::describeRefusals().columns;
        for (const auto& [reason, fleeting] : reasons) {
            api::CampaignBoard board;
            board.refusals = {{reason, 1}, {DrawRefusal::Exhausted, 3}};
            const auto rows = ui::refusalRows(board);
            QCOMPARE(rows.size(), std::size_t{2});
            QCOMPARE(columns[1].text(rows[0]), QStringLiteral("1"));
            QCOMPARE(columns[2].text(rows[0]), QStringLiteral("25.0%"));
            QCOMPARE(columns[3].text(rows[0]), fleeting ? QStringLiteral("the start of this program")
                                                        : QStringLiteral("the start of the campaign"));
            QCOMPARE(columns[2].text(rows[1]), QStringLiteral("75.0%"));
            using R = ui::RefusalFigures;
            eachChangeIsShown<R>(rows[0], {[](R& r) { ++r.of.draws; }, [](R& r) { ++r.all; }});
        }
        api::CampaignBoard none;
        none.refusals = {{DrawRefusal::Paused, 0}};
        QCOMPARE(columns[2].text(ui::refusalRows(none).front()), QStringLiteral("–"));
    }

    void countsAMinute() {
        ui::RateMeter meter;
        meter.begin({0});
        meter.add({0}, 6);
        QVERIFY(!meter.perMinute({4'999}));
        QCOMPARE(meter.perMinute({5'000}).value(), 72.0);
        QCOMPARE(meter.perMinute({30'000}).value(), 12.0);
        meter.add({1}, 3);
        QCOMPARE(meter.perMinute({60'000}).value(), 3.0);  // what is a minute old is over
        QCOMPARE(meter.perMinute({60'001}).value(), 0.0);
        meter.begin({70'000});
        QVERIFY(!meter.perMinute({74'999}));
        QCOMPARE(meter.perMinute({75'000}).value(), 0.0);
    }

    // --- tables ---------------------------------------------------------------------------------------------
    /// Red is what somebody has to look at, each figure for itself.
    void inksOfTheBoardOfTimers() {
        using KindColumn = ui::Column<ui::TimerKindRow, ui::OneOrder>;
        const auto formats = yuan();
        const auto columns = ui::TimerBoardPane::describeColumns(formats, [] { return kNow; });
        const auto marks = [&](const std::function<void(api::TimerFigures&)>& change,
                               KindColumn::ToneOf KindColumn::*of) {
            QStringList rows;
            for (const auto kind : api::allTimerKinds()) {
                api::TimerBoard board;
                board.at = kNow;
                for (const auto each : api::allTimerKinds()) {
                    board.kinds.emplace_back().kind = each;
                    if (each == kind) {
                        change(board.kinds.back());
                    }
                }
                for (const auto& row : ui::TimerBoardPane::rowsOf(board)) {
                    const auto found = marked(columns, row, of);
                    if (row.kind == kind) {
                        rows << found;
                    } else if (!found.isEmpty()) {
                        rows << QStringLiteral("another kind: ") + found;
                    }
                }
            }
            rows.removeDuplicates();
            return rows.join(QStringLiteral("; "));
        };
        using F = api::TimerFigures;
        const auto ink = [&](const std::function<void(F&)>& change) { return marks(change, &KindColumn::ink); };
        QCOMPARE(ink([](F&) {}), QString());
        QCOMPARE(ink([](F& f) {
                     f.armed = 5;
                     f.inFlight = 2;
                     f.effects = 7;
                     f.lateP50Ms = f.lateP99Ms = 60'000;
                 }),
                 QString());
        QCOMPARE(ink([](F& f) { f.overdue = 1; }), mark("overdue", Tone::Bad));
        QCOMPARE(ink([](F& f) { f.oldestLateMs = 1; }), mark("oldest", Tone::Bad));
        QCOMPARE(ink([](F& f) { f.retrying = 1; }), mark("retrying", Tone::Warn));
        QCOMPARE(ink([](F& f) { f.dead = 1; }), mark("dead", Tone::Bad));
        QCOMPARE(marks([](F& f) { f.overdue = f.dead = f.retrying = 1; }, &KindColumn::pill), QString());
        QCOMPARE(marks([](F& f) { f.paused = true; }, &KindColumn::pill), mark("kind", Tone::Warn));
        QCOMPARE(ink([](F& f) { f.paused = true; }), QString());
    }

    /// A pill is of one column; instants are told whole by hovering; every row in both directions.
    void marksOfATableOfFigures() {
        ui::FigureTableModel model;
        model.setColumns({{QStringLiteral("who")}, {QStringLiteral("how many"), true}, {QStringLiteral("why")}});
        using Cells = QStringList;
        model.setFigures({{Cells{QStringLiteral("a"), QStringLiteral("1"), QStringLiteral("x")}, Tone::Warn},
                          {Cells{QStringLiteral("b"), QStringLiteral("2"), QStringLiteral("y")}, std::nullopt},
                          {Cells{QStringLiteral("c"), QStringLiteral("3"), QStringLiteral("z")}, Tone::Good}});
        QCOMPARE(marked(model, 0, ui::PillRole), mark(0, Tone::Warn));
        QCOMPARE(marked(model, 1, ui::PillRole), QString());
        QCOMPARE(marked(model, 2, ui::PillRole), mark(0, Tone::Good));
        for (int row = 0; row < 3; ++row) {
            QCOMPARE(marked(model, row, ui::InkRole), QString());
            for (int column = 0; column < 3; ++column) {
                QCOMPARE(model.index(row, column).data(ui::StrongRole).toBool(), column < 2);
            }
        }
    }

    void rowsOfASale() {
        test::FakeEngine engine;
        QTemporaryDir folder;
        const test::OverLine line(engine);
        ui::ConsoleServices services(line.engine(), api::Actor::administrator("local:test"),
                                     folder.filePath(QStringLiteral("console.ini")));
        const auto& formats = services.formats;
        using P = api::PendingRow;
        using PendingColumn = ui::Column<P, ui::OneOrder>;
        const auto pending = ui::PendingPane::describeColumns(services.context);
        P waits;
        waits.messageId = "1-1";
        waits.user = UserId("u1");
        waits.reservedAt = kNow;
        QCOMPARE(marked(pending, waits, &PendingColumn::pill), mark("state", Tone::Info));
        QVERIFY(tip(pending, waits, "reserved").contains(formats.dateTime(kNow)));
        waits.attempts = 1;
        QCOMPARE(marked(pending, waits, &PendingColumn::pill), mark("state", Tone::Warn));
        waits.ordered = true;
        QCOMPARE(marked(pending, waits, &PendingColumn::pill), mark("state", Tone::Good));
        eachChangeIsShown<P>(waits, {[](P& r) { r.user = UserId("u2"); }, [](P& r) { r.orderNo = OrderNo("N"); },
                                     [](P& r) { r.consumer = "x"; }, [](P& r) { ++r.attempts; },
                                     [](P& r) { r.reservedAt = kNow.plusMs(-1); }, [](P& r) { ++r.idleMs; },
                                     [](P& r) { r.nextTry = kNow; }, [](P& r) { r.ordered = false; }});

        using L = api::SeckillLetterRow;
        using LetterColumn = ui::Column<L, ui::OneOrder>;
        const auto letters = ui::LetterPane::describeColumns(services.context);
        L letter;
        letter.id = {7};
        letter.user = UserId("u1");
        letter.reason = "why";
        letter.attempts = 8;
        letter.at = kNow;
        QCOMPARE(marked(letters, letter, &LetterColumn::ink), mark("reason", Tone::Bad));
        QCOMPARE(marked(letters, letter, &LetterColumn::pill), QString());
        QVERIFY(tip(letters, letter, "at").contains(formats.dateTime(kNow)));
        eachChangeIsShown<L>(letter, {[](L& r) { r.reason = "because"; }, [](L& r) { ++r.attempts; }});
        letter.attempts = 9;
        QCOMPARE(tip(letters, letter, "attempts"), QStringLiteral("9"));

        using Did = api::NumberedLog;
        using LogColumn = ui::Column<Did, ui::OneOrder>;
        const auto log = ui::SaleLogPane::describeColumns(services.context);
        const Did stopped{{kNow, "ann", api::ActivityAction::Stopped, 3, "why"}, 1};
        QCOMPARE(marked(log, stopped, &LogColumn::pill), mark("action", Tone::Bad));
        QVERIFY(tip(log, stopped, "at").contains(formats.dateTime(kNow)));
        for (const auto& column : log) {
            if (column.id != QStringLiteral("at")) {
                QVERIFY(tip(log, stopped, column.id.toLatin1().constData()).contains(column.text(stopped)));
            }
        }
        eachChangeIsShown<Did>(stopped, {[](Did& r) { r.at = kNow.plusMs(-1); }, [](Did& r) { r.actor = "bob"; },
                                         [](Did& r) { r.action = api::ActivityAction::Started; },
                                         [](Did& r) { ++r.amount; }, [](Did& r) { r.reason = "because"; }});
    }

    void listsOfSalesCampaignsAndProducts() {
        const auto formats = yuan();
        const auto now = [] { return kNow; };
        const auto sales = ui::describeSales(formats, now, nullptr, [] { return QString(); });
        using S = api::ActivityRow;
        S sold;
        sold.set.id = ActivityId("noon");
        sold.set.begin = kNow;
        sold.set.end = kNow.plusMs(3'600'000);
        QCOMPARE(sales.columns.front().pill(sold), std::optional(Tone::Muted));  // a draft
        QCOMPARE(sales.columns.at(2).text(sold), QStringLiteral("–"));
        eachChangeIsShown<S>(
            sold, {[](S& r) { r.set.name = "x"; }, [](S& r) { r.voucherName = "x"; }, [](S& r) { ++r.set.stock; },
                   [](S& r) { r.set.begin = kNow.plusMs(1); }, [](S& r) { r.set.end = kNow.plusMs(1); },
                   [](S& r) { r.state = api::ActivityState::Stopped; }, [](S& r) { ++r.added; }, [](S& r) { ++r.left; },
                   [](S& r) { ++r.ordered; }, [](S& r) { ++r.paid; }});

        const auto campaigns = ui::describeCampaigns(formats, now, nullptr);
        using C = api::CampaignRow;
        C lunch;
        lunch.id = CampaignId("lunch");
        lunch.settings.name = "Lunch";
        QCOMPARE(campaigns.columns.front().pill(lunch), std::optional(Tone::Muted));
        eachChangeIsShown<C>(
            lunch, {[](C& r) { ++r.version; }, [](C& r) { r.state = api::CampaignState::Paused; },
                    [](C& r) { ++r.built; }, [](C& r) { r.settings.name = "x"; },
                    [](C& r) { r.settings.shape.budget = Money{1}; }, [](C& r) { r.ended = api::CampaignEnd::Time; }});

        using Products = ui::VoucherTableModel;
        using Product = api::ProductRow;
        Products products(formats);
        Product tea{Sku("tea"), "Tea", Money{100}, 1};
        products.setRows({tea});
        QCOMPARE(marked(products, 0, ui::InkRole), QString());
        eachChangeIsShown<Product>(products, [&](const Product& row) { products.setRows({row}); }, tea,
                                   {[](Product& r) { r.name = "x"; }, [](Product& r) { r.unitPrice = Money{1}; },
                                    [](Product& r) { r.stock = 0; }});
        tea.stock = 0;
        products.setRows({tea});
        QCOMPARE(marked(products, 0, ui::InkRole), mark(Products::OnHand, Tone::Bad));
    }

    // --- dispatch -------------------------------------------------------------------------------------------
    void couriersOfACampus() {
        const auto formats = yuan();
        const auto spec = ui::describeCouriers(formats, [] { return kNow; }, {});
        auto busy = courier("K2", true, -1'234'567, 3, 1.5);
        busy.inHand = 2;
        busy.lastAssignment = kNow.plusMs(-60'000);
        const auto north = board({courier("K1", false, 90, 0, 0), busy, courier("K3", true, -2'000'000, 1, -0.5)});
        const auto lines = ui::courierLines({&north});
        QCOMPARE(lines.size(), std::size_t{3});
        QCOMPARE(cells(spec.columns, lines[0]),
                 QStringLiteral("K1 | North Gate | Off duty | 90 | 0 | None | 0 | 0.0 % | – | – | –"));
        QCOMPARE(cells(spec.columns, lines[1]),
                 QStringLiteral("K2 | North Gate | Next | -1,234,567 | 2 | None | 3 | 75.0 % | +1.5 | 06:12:20 | –"));
        QCOMPARE(cells(spec.columns, lines[2]),
                 QStringLiteral("K3 | North Gate | On duty | -2,000,000 | 0 | None | 1 | 25.0 % | -0.5 | – | –"));
        const auto column = [&](const char* id) {
            return *std::find_if(spec.columns.begin(), spec.columns.end(),
                                 [id](const auto& each) { return each.id == QLatin1String(id); });
        };
        const std::tuple<std::size_t, Tone, int> duties[] = {
            {0, Tone::Muted, 2}, {1, Tone::Warn, 0}, {2, Tone::Good, 1}};
        for (const auto& [line, tone, place] : duties) {
            QCOMPARE(column("duty").pill(lines[line]), std::optional(tone));
            QCOMPARE(column("duty").rank(lines[line]), place);
            QCOMPARE(column("name").ink(lines[line]), line == 0 ? std::optional(Tone::Muted) : std::nullopt);
        }
        const auto ranks = [&](const char* id) { return column(id).rank(lines[1]); };
        QCOMPARE(ranks("weight"), -1'234'567);
        QCOMPARE(ranks("inHand"), 2);
        QCOMPARE(ranks("today"), 3);
        QVERIFY(ranks("deviation") > 0 && column("deviation").rank(lines[2]) < 0);
        QVERIFY(ranks("share") > column("share").rank(lines[2]));
        QCOMPARE(ranks("last"), kNow.ms - 60'000);
        QCOMPARE(ui::Formats::shortFigure(column("weight").text(lines[1])), QStringLiteral("-1.23M"));
        QCOMPARE(ui::Formats::shortFigure(column("share").text(lines[1])), QStringLiteral("75%"));
        // A day on which nobody was given anything has no shares.
        const auto quiet = board({courier("K2", true, 5, 0, 0)});
        QCOMPARE(column("share").text(ui::courierLines({&quiet}).front()), QStringLiteral("–"));
        QCOMPARE(column("deviation").text(ui::courierLines({&quiet}).front()), QStringLiteral("–"));
        // As many in hand as the campus allows: the next one is somebody else.
        auto full = busy;
        full.campusLoadLimit = 2;
        auto own = courier("K3", true, -2'000'000, 1, -0.5);
        own.campusLoadLimit = 2;
        own.loadLimit = 0;
        const auto limited = board({full, own});
        const auto limits = ui::courierLines({&limited});
        QCOMPARE(column("inHand").text(limits[0]), QStringLiteral("2 / 2"));
        QCOMPARE(column("inHand").text(limits[1]), QStringLiteral("0"));
        QCOMPARE(column("inHand").rank(limits[0]), 2);
        QVERIFY(column("inHand").hint(limits[0]).startsWith(QStringLiteral("2 / 2\nGets no more orders")));
        QCOMPARE(column("inHand").hint(limits[1]), QStringLiteral("0"));
        QCOMPARE(column("loadLimit").text(limits[0]), QStringLiteral("2"));
        QCOMPARE(column("loadLimit").text(limits[1]), QStringLiteral("None"));
        QVERIFY(column("loadLimit").rank(limits[0]) < column("loadLimit").rank(limits[1]));
        QVERIFY(!limits[0].isNext && limits[1].isNext);
        using L = ui::CourierLine;
        eachChangeIsShown<L>(lines[1], {[](L& l) { l.courier.name = "x"; }, [](L& l) { l.courier.phone = "x"; },
                                        [](L& l) { l.courier.onDuty = false; }, [](L& l) { ++l.courier.weight; },
                                        [](L& l) { ++l.courier.inHand; }, [](L& l) { l.courier.loadLimit = 7; },
                                        [](L& l) { l.courier.campusLoadLimit = 7; },
                                        [](L& l) { ++l.courier.limitVersion; }, [](L& l) { ++l.courier.today; },
                                        [](L& l) { l.courier.share = 0.5; }, [](L& l) { l.courier.deviation = 0.5; },
                                        [](L& l) { l.courier.lastAssignment = kNow; }, [](L& l) { l.isNext = false; },
                                        [](L& l) { l.campus = QStringLiteral("x"); }, [](L& l) { l.shares = false; }});
    }

    void whyOrdersCannotBeDropped() {
        const auto off = courier("K1", false, 9, 0, 0);
        const auto on = courier("K2", true, 5, 0, 0);
        const auto why = [](const api::CourierRow* onto, const QString& workspace, const char* campus) {
            const std::unique_ptr<QMimeData> mime(
                ui::toMime({workspace, CampusId(campus), {api::OrderRef{OrderNo("A1"), 1}}}));
            return ui::whyNoDrop(onto, mime.get(), QStringLiteral("W"));
        };
        const QString here = QStringLiteral("W");
        QCOMPARE(why(&on, here, "C1"), QString());
        QCOMPARE(why(&off, here, "C1"), QStringLiteral("K1 is off duty."));
        QCOMPARE(why(nullptr, here, "C1"), QStringLiteral("Drop the orders on a courier."));
        QCOMPARE(why(&on, QStringLiteral("V"), "C1"), QStringLiteral("These orders belong to another workspace."));
        QCOMPARE(why(&on, here, ""), QStringLiteral("These orders belong to several campuses."));
        QCOMPARE(why(&on, here, "C2"), QStringLiteral("These orders belong to another campus."));
        QMimeData text;
        text.setText(QStringLiteral("A1"));
        QCOMPARE(ui::whyNoDrop(&on, &text, here), QStringLiteral("Only orders can be dropped here."));
    }

    void ordersThatWait() {
        const auto formats = yuan();
        ui::OrderListHooks hooks;
        hooks.now = [] { return kNow; };
        hooks.campusName = [](const CampusId& id) { return ui::text(id); };
        const auto spec = ui::describeOrderList(true, formats, hooks);
        const auto waiting = [](const char* no, const char* campus, std::int64_t sinceMs, api::WaitReason reason) {
            api::WaitingOrder order;
            order.row.orderNo = OrderNo(no);
            order.row.campus = CampusId(campus);
            order.row.version = 3;
            order.row.payable = Money{12'345};
            order.row.user = UserId("u1");
            order.reason = reason;
            order.since = kNow.plusMs(-sinceMs);
            return order;
        };
        const auto orders = ui::listed(std::vector{waiting("A1", "C1", 61'000, api::WaitReason::NoCourier),
                                                   waiting("A2", "C2", -1, api::WaitReason::DeadLetter),
                                                   waiting("A3", "C1", 30'000, api::WaitReason::Paused),
                                                   waiting("A4", "C1", 20'000, api::WaitReason::Paused)});
        QCOMPARE(cells(spec.columns, orders[0]), QStringLiteral("A1 | C1 | No courier on duty | 1 min | 123.45 | u1"));
        const auto column = [&](const char* id) {
            return *std::find_if(spec.columns.begin(), spec.columns.end(),
                                 [id](const auto& each) { return each.id == QLatin1String(id); });
        };
        const auto since = column("since");
        QCOMPARE(since.text(orders[1]), QStringLiteral("0 ms"));
        QVERIFY(since.rank(orders[0]) > since.rank(orders[2]) && since.rank(orders[2]) > since.rank(orders[1]));
        QCOMPARE(column("amount").rank(orders[0]), 12'345);
        QCOMPARE(column("state").pill(orders[0]), std::optional(Tone::Warn));
        const auto frozen = [&](const std::vector<std::size_t>& places) {
            std::vector<const ui::ListedOrder*> chosen;
            for (const auto place : places) {
                chosen.push_back(&orders[place]);
            }
            return ui::freezeOrders(QStringLiteral("W"), chosen);
        };
        const auto one = frozen({0, 2});
        QCOMPARE(one.workspace, QStringLiteral("W"));
        QVERIFY(one.campus == CampusId("C1"));
        QCOMPARE(one.orders.size(), std::size_t{2});
        QCOMPARE(one.orders.front().version, std::int64_t{3});
        for (const auto& several : {std::vector<std::size_t>{1, 2, 3}, std::vector<std::size_t>{1, 0}}) {
            const auto mixed = frozen(several);
            QVERIFY(mixed.campus.empty());
            QCOMPARE(mixed.orders.size(), several.size());
        }
        QVERIFY(frozen({}).orders.empty());
        using O = ui::ListedOrder;
        eachChangeIsShown<O>(orders[0],
                             {[](O& o) { ++o.row.version; }, [](O& o) { o.row.status = api::OrderStatus::Delivering; },
                              [](O& o) { o.row.courier = CourierId("x"); }, [](O& o) { o.reason = std::nullopt; },
                              [](O& o) { o.since = kNow; }});
    }
};

}  // namespace test_figures

QTEST_MAIN(test_figures::TestFigures)
#include "test_figures.moc"
