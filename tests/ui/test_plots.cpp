// SPDX-License-Identifier: GPL-3.0-or-later
// Plots with nothing to show.
#include <QTest>

#include "ui/plots/attempts_plot.h"
#include "ui/plots/burn_plot.h"

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
        ui::HousePlot& plot = burn ? static_cast<ui::HousePlot&>(left) : attempts;
        plot.resize(600, 200);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        plot.drawNow();
        QVERIFY2(plot.axisRect()->width() > 500, qPrintable(QString::number(plot.axisRect()->width())));
    }
};

QTEST_MAIN(TestPlots)
#include "test_plots.moc"
