// SPDX-License-Identifier: GPL-3.0-or-later
// Plots with nothing to show, and what plots say in words.
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <vector>

#include "ui/pages/dispatch/dispatch_feed.h"
#include "ui/plots/attempts_plot.h"
#include "ui/plots/burn_plot.h"
#include "ui/plots/discount_histogram.h"
#include "ui/plots/due_plot.h"
#include "ui/plots/fairness_plot.h"
#include "ui/plots/sale_plot.h"
#include "ui/plots/series_plot.h"
#include "ui/plots/weight_bars.h"

namespace test_plots {

using namespace evenhand;

class TestPlots : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // Its frame and its notice need the room, whatever the legend has to say.
    void anEmptyPlotHasTheWholeWidth_data() {
        QTest::addColumn<bool>("burn");
        QTest::newRow("attempts") << false;
        QTest::newRow("burn-down") << true;
    }
    void anEmptyPlotHasTheWholeWidth() {
        QFETCH(bool, burn);
        api::WorkspaceInfo workspace;
        workspace.currency = "CNY";
        workspace.timeZone = "Asia/Shanghai";
        const ui::Formats formats(workspace);
        ui::AttemptsPlot attempts(nullptr, std::nullopt);
        ui::BurnPlot left(nullptr, formats);
        attempts.clear(QStringLiteral("No attempts."));
        left.clear(QStringLiteral("Nothing was drawn."));
        ui::BasePlot& plot = burn ? static_cast<ui::BasePlot&>(left) : attempts;
        plot.resize(600, 200);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        plot.drawNow();
        QVERIFY2(plot.axisRect()->width() > 500, qPrintable(QString::number(plot.axisRect()->width())));
    }

    /// What is said in the middle of an empty plot stands alone; with data there are lines to read it against.
    void anEmptyPlotHasNoLines() {
        ui::AttemptsPlot plot(nullptr, std::nullopt);
        plot.resize(600, 200);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        const auto hasLines = [&plot] {
            plot.drawNow();
            return std::pair(plot.yAxis->grid()->visible(), plot.xAxis->basePen().style() != Qt::NoPen);
        };
        ui::AttemptsPlot::Slot slot;
        slot.perSecond[static_cast<std::size_t>(api::AttemptOutcome::Reserved)] = 12;
        for (int i = 0; i < 2; ++i) {  // and back
            plot.clear(QStringLiteral("No attempts."));
            QCOMPARE(hasLines(), std::pair(false, false));
            plot.setSlots({slot}, 1, 0, 10);
            QCOMPARE(hasLines(), std::pair(true, true));
        }
    }

    /// What was over within a second rises over that second, and does not stand upright at its end.
    void aShortRehearsalRises() {
        ui::SalePlot plot(nullptr, std::nullopt);
        plot.resize(330, 190);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        plot.setLines({{QStringLiteral("ordered"), {{0, 0}, {1, 300}}}}, 300, QStringLiteral("for sale"));
        plot.drawNow();
        QCOMPARE(plot.graph(0)->lineStyle(), QCPGraph::lsLine);
        std::vector<std::pair<double, double>> many;
        for (int i = 0; i < 60; ++i) {
            many.emplace_back(i, i * 5);
        }
        plot.setLines({{QStringLiteral("ordered"), many}}, 300, QStringLiteral("for sale"));
        plot.drawNow();
        QCOMPARE(plot.graph(0)->lineStyle(), QCPGraph::lsStepLeft);  // units are whole
    }

    /// In both looks, beside what it looks like; what is not drawn is not named.
    void theLinesOfASaleAreNamed() {
        ui::SalePlot plot(nullptr, std::nullopt);
        plot.resize(330, 190);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        plot.setLines({{QStringLiteral("已售"), {{0, 0}, {30, 7}}}, {QStringLiteral("paid"), {{0, 0}, {30, 3}}}}, 20,
                      QStringLiteral("for sale"));
        for (const bool dark : {false, true}) {
            QPalette look;
            look.setColor(QPalette::Window, dark ? Qt::black : Qt::white);
            plot.setPalette(look);
            plot.drawNow();
            QCOMPARE(plot.named(),
                     QStringList({QStringLiteral("已售"), QStringLiteral("paid"), QStringLiteral("for sale")}));
            QVERIFY(plot.legend->visible());
            QCOMPARE(plot.legend->textColor(), ui::colorsOf(plot.palette()).textMuted);
            // Whole, above the data.
            QVERIFY(plot.legend->minimumOuterSizeHint().width() <= plot.width());
            QVERIFY(plot.legend->outerRect().bottom() <= plot.axisRect()->rect().top());
        }
        plot.setLines({{QStringLiteral("granted"), {{0, 0}, {30, 7}}}}, std::nullopt, {});
        plot.drawNow();
        QCOMPARE(plot.named(), QStringList{QStringLiteral("granted")});
        plot.clear(QStringLiteral("Not begun."));
        plot.drawNow();
        QVERIFY(plot.named().isEmpty());
        QVERIFY2(plot.axisRect()->width() > 250, qPrintable(QString::number(plot.axisRect()->width())));
    }

    /// A PDF is light whatever the window looks like: nothing of that stays behind.
    void aPictureChangesNothingOfWhatIsShown() {
        const QTemporaryDir folder;
        ui::SalePlot plot(nullptr, std::nullopt);
        plot.resize(330, 190);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        plot.setLines({{QStringLiteral("sold"), {{0, 0}, {30, 7}}}}, 20, QStringLiteral("for sale"));
        const auto look = [&plot] {
            plot.drawNow();
            return std::vector<QColor>{plot.xAxis->tickLabelColor(), plot.xAxis->basePen().color(),
                                       plot.yAxis->tickLabelColor(), plot.legend->textColor(),
                                       plot.grab().toImage().pixelColor(1, 1)};
        };
        std::vector<std::vector<QColor>> looks;
        for (const bool dark : {false, true}) {
            QPalette palette;
            palette.setColor(QPalette::Window, dark ? Qt::black : Qt::white);
            plot.setPalette(palette);
            looks.push_back(look());
            for (const char* name : {"a.pdf", "b.png", "c.PDF"}) {
                QVERIFY(plot.savePicture(folder.filePath(QLatin1String(name))).result().has_value());
                QVERIFY2(look() == looks.back(), name);
            }
            // Nor of one that could not be written.
            QVERIFY(!plot.savePicture(folder.filePath(QStringLiteral("no/such/folder.pdf"))).result());
            QVERIFY(look() == looks.back());
        }
        QVERIFY(looks[0] != looks[1]);
    }

    /// Its figures, when they are drawn; what is hidden says nothing new.
    void aPlotSaysInWordsWhatItShows() {
        ui::SalePlot plot(nullptr, std::nullopt);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        plot.setLines({{QStringLiteral("sold"), {{0, 0}, {30, 7}}}, {QStringLiteral("paid"), {{0, 0}, {30, 3}}}}, 20,
                      QStringLiteral("for sale"));
        QCOMPARE(plot.accessibleDescription(), QStringLiteral("sold: 7; paid: 3; for sale: 20"));
        plot.hide();
        plot.setLines({{QStringLiteral("sold"), {{0, 0}, {60, 9}}}}, std::nullopt, {});
        QCOMPARE(plot.accessibleDescription(), QStringLiteral("sold: 7; paid: 3; for sale: 20"));
        plot.show();
        QCOMPARE(plot.accessibleDescription(), QStringLiteral("sold: 9"));
        plot.clear(QStringLiteral("Not begun."));
        QCOMPARE(plot.accessibleDescription(), QStringLiteral("Not begun."));
    }

    void everyPlotHasItsWords() {
        api::WorkspaceInfo workspace;
        workspace.currency = "CNY";
        workspace.timeZone = "Asia/Shanghai";
        const ui::Formats formats(workspace);
        const auto said = [](ui::BasePlot& plot) {
            plot.show();
            plot.drawNow();
            return plot.accessibleDescription();
        };
        ui::SeriesPlot series(nullptr, QTimeZone::utc(), ui::SeriesPlot::Unit::Milliseconds, 2);
        series.setNames({QStringLiteral("p50"), QStringLiteral("p99")}, QStringLiteral("No data yet."));
        QCOMPARE(said(series), QStringLiteral("No data yet."));
        series.add({1'000}, {2.5, std::nullopt});
        QCOMPARE(said(series), QStringLiteral("p50: 2.5 ms; p99: –"));  // not known is no 0
        ui::FairnessPlot fairness(nullptr, QTimeZone::utc());
        QCOMPARE(said(fairness), QString());
        fairness.setPoints({{Instant{1'000}, 1, 40}}, api::DispatchMode::Strong);
        QVERIFY2(said(fairness).contains(QStringLiteral("40")), qPrintable(said(fairness)));
        ui::DuePlot due(nullptr, QTimeZone::utc());
        api::DueHistogram histogram;
        histogram.bucketMs = 60'000;
        histogram.counts = {1, 0, 2};
        histogram.before = 5;
        due.setHistogram(histogram);
        QCOMPARE(said(due), QStringLiteral("Overdue: 5; 3 fall due by 00:03"));
        ui::AttemptsPlot attempts(nullptr, std::nullopt);
        ui::AttemptsPlot::Slot slot;
        slot.perSecond[static_cast<std::size_t>(api::AttemptOutcome::Reserved)] = 12;
        attempts.setSlots({slot}, 1, 0, 10);
        QCOMPARE(said(attempts), QStringLiteral("Reserved: 12 per second"));
        ui::DiscountHistogram discounts(nullptr, formats);
        discounts.setCounts({1, 3}, Money{200});
        QCOMPARE(said(discounts), QStringLiteral("Most: over 1.00 to 2.00, 3 of 4 (75.0%)"));
        ui::BurnPlot burn(nullptr, formats);
        api::CampaignBoard board;
        board.row.settings.begin = Instant{0};
        board.row.settings.end = Instant{3'600'000};
        board.row.settings.shape.budget = Money{10'000};
        board.burnDown.push_back({});
        board.burnDown.back().left = 7'500;
        board.burnDown.back().places = 30;
        burn.setBoard(board);
        QCOMPARE(said(burn), QStringLiteral("left: 75.00, 30 places"));
        ui::WeightBars bars(nullptr);
        api::DispatchBoard dispatch;
        dispatch.meanWeight = 9'300;
        dispatch.spreadWeight = 20;
        for (const char* name : {"Ann", "Bob"}) {
            api::CourierRow courier;
            courier.id = CourierId(name);
            courier.name = name;
            courier.weight = name[0] == 'B' ? 9'310 : 9'290;
            courier.onDuty = true;
            dispatch.couriers.push_back(courier);
        }
        bars.setBoard(dispatch);
        QCOMPARE(said(bars), QStringLiteral("2 couriers, mean weight 9,300.0, spread 20; the next order goes to Bob"));
    }

    /// What the line has said of an hour it still says later; and it ends in a step, not in a line upwards.
    void fairnessKeepsItsPast() {
        ui::FairnessPlot plot(nullptr, QTimeZone::utc());
        plot.show();
        std::vector<api::FairnessPoint> points;
        const auto steps = [&] {
            plot.setPoints(points, api::DispatchMode::Strong);
            plot.drawNow();
            std::map<double, double> found;
            for (const auto& step : *plot.graph(1)->data()) {
                found[step.key] = step.value;
            }
            return found;
        };
        std::map<double, double> before;
        for (int minute = 0; minute < 200; ++minute) {
            points.push_back({Instant{minute * 60'000}, minute * 7 % 11, 10 + minute});
            const auto now = steps();
            QVERIFY(now.rbegin()->first == minute * 60.0);
            QCOMPARE(now.size(), static_cast<std::size_t>(plot.graph(1)->data()->size()));  // none at the same instant
            // The last one is not over; every other is there with the same height, or part of a longer, higher one.
            for (const auto& [at, height] : before) {
                const auto same = now.lower_bound(at);
                QVERIFY(same != now.end() && same->second >= height);
                QVERIFY(same->first != at || same->second == height || at == std::prev(before.end())->first ||
                        now.size() < before.size());
            }
            before = now;
        }
        QVERIFY(before.size() <= 61);
    }

    /// The instants that are asked for do not move with the clock.
    void fairnessIsAskedForAtTheSameInstants() {
        constexpr std::int64_t kDayMs = 86'400'000;
        const Instant from{1'000 * kDayMs};
        const Instant end = from.plusMs(kDayMs);
        std::set<std::int64_t> before;
        std::int64_t apartBefore = 0;
        for (std::int64_t ms = 1'000; ms < kDayMs - 600'000; ms += 37'000) {
            const auto [to, points] = ui::DispatchFeed::fairnessRange(from, from.plusMs(ms), end);
            QVERIFY(points >= 2 && points <= ui::DispatchFeed::kFairnessPoints);
            QVERIFY(to >= from.plusMs(ms) && to < end);
            const std::int64_t apart = (to.ms - from.ms) / (points - 1);
            QCOMPARE(apart * (points - 1), to.ms - from.ms);
            QVERIFY(apart == apartBefore || apartBefore == 0 || apart == 2 * apartBefore);
            std::set<std::int64_t> instants;
            for (int i = 0; i < points; ++i) {
                instants.insert(from.ms + i * apart);
            }
            if (apart == apartBefore) {
                QVERIFY(std::includes(instants.begin(), instants.end(), before.begin(), before.end()));
            } else if (apartBefore != 0) {  // every second one
                QVERIFY(std::includes(before.begin(), before.end(), instants.begin(), std::prev(instants.end(), 1)));
            }
            before = instants;
            apartBefore = apart;
        }
        const auto [last, points] = ui::DispatchFeed::fairnessRange(from, end.plusMs(-1), end);
        QCOMPARE(last, end.plusMs(-1));
        QCOMPARE(points, ui::DispatchFeed::kFairnessPoints);
    }

    // Names are whole or their first part, the same for all; the whole is said by hovering.
    void namesOfBarsAreNotCut_data() {
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<int>("width");
        QTest::addColumn<QStringList>("shown");
        const QStringList four{QStringLiteral("刘洋 Liu Yang"), QStringLiteral("吴敏 Wu Min"),
                               QStringLiteral("周强 Zhou Qiang"), QStringLiteral("孙悦 Sun Yue")};
        QTest::newRow("room") << four << 900 << four;
        QTest::newRow("narrow") << four << 200
                                << QStringList{QStringLiteral("刘洋"), QStringLiteral("吴敏"), QStringLiteral("周强"),
                                               QStringLiteral("孙悦")};
        const QStringList same{QStringLiteral("Ann Featherstonehaugh"), QStringLiteral("Ann Cholmondeley"),
                               QStringLiteral("Bob Marjoribanks"), QStringLiteral("Cat Li")};
        QTest::newRow("not told apart by the first part") << same << 200 << same;  // upright
    }
    void namesOfBarsAreNotCut() {
        QFETCH(QStringList, names);
        QFETCH(int, width);
        QFETCH(QStringList, shown);
        api::DispatchBoard board;
        board.meanWeight = 9'300;
        for (const QString& name : names) {
            api::CourierRow courier;
            courier.id = CourierId(QString::number(board.couriers.size()).toStdString());
            courier.name = name.toStdString();
            courier.weight = 9'300 + 10 * static_cast<std::int64_t>(board.couriers.size());
            courier.onDuty = true;
            board.couriers.push_back(courier);
        }
        ui::WeightBars bars(nullptr);
        bars.resize(width, 400);
        bars.show();
        QVERIFY(QTest::qWaitForWindowExposed(&bars));
        bars.setBoard(board);
        bars.drawNow();
        bars.setBoard(board);  // now with the margins of the first
        bars.drawNow();
        QStringList found = bars.names();
        found.replaceInStrings(QStringLiteral("\n"), QStringLiteral(" "));
        found.sort();
        shown.sort();
        QCOMPARE(found, shown);
        // Thousands are separated, as in every other figure.
        const auto labels = bars.yAxis->tickVectorLabels();
        const bool grouped = std::all_of(labels.begin(), labels.end(),
                                         [](const QString& label) { return label.startsWith(QStringLiteral("9,")); });
        QVERIFY2(grouped && !labels.isEmpty(), qPrintable(QStringList(labels).join(QLatin1Char(' '))));
    }
};

}  // namespace test_plots

QTEST_MAIN(test_plots::TestPlots)
#include "test_plots.moc"
