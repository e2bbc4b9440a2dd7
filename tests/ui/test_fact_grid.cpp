// SPDX-License-Identifier: GPL-3.0-or-later
// The grid of names and values that pages set at every poll.
#include <QtTest>

#include "ui/widgets/fact_grid.h"

using namespace evenhand::ui;

namespace {

/// How often a widget, or one inside it, was laid out or painted.
class Watch : public QObject {
public:
    explicit Watch(QWidget& widget) {
        for (auto* each : widget.findChildren<QWidget*>()) {
            each->installEventFilter(this);
        }
        widget.installEventFilter(this);
    }
    int events = 0;

private:
    bool eventFilter(QObject*, QEvent* event) override {
        events += event->type() == QEvent::LayoutRequest || event->type() == QEvent::Paint ||
                          event->type() == QEvent::FontChange
                      ? 1
                      : 0;
        return false;
    }
};

void settle() {
    for (int i = 0; i < 5; ++i) {
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
    }
}

}  // namespace

class TestFactGrid : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatStaysTheSameCostsNothing();
    void rowsComeAndGo();
};

void TestFactGrid::whatStaysTheSameCostsNothing() {
    qApp->setStyleSheet(QStringLiteral("QLabel { font-size: 9pt }"));  // as the console has one
    FactGrid grid;
    grid.show();
    QVERIFY(QTest::qWaitForWindowExposed(&grid));
    std::vector<FactGrid::Fact> facts{{QStringLiteral("Engine"), QStringLiteral("live"), true, true},
                                      {QStringLiteral("Last poll"), QStringLiteral("12:00:01"), true}};
    grid.setFacts(facts);
    settle();
    Watch watch(grid);
    grid.setFacts(facts);
    settle();
    QCOMPARE(watch.events, 0);
    facts[1].value = QStringLiteral("12:00:02");
    grid.setFacts(facts);
    settle();
    QVERIFY(watch.events > 0);
    QCOMPARE(grid.valueOf(QStringLiteral("Engine")), QStringLiteral("live"));
    QCOMPARE(grid.valueOf(QStringLiteral("Last poll")), QStringLiteral("12:00:02"));
}

void TestFactGrid::rowsComeAndGo() {
    FactGrid grid;
    const FactGrid::Fact a{QStringLiteral("a"), QStringLiteral("1")};
    const FactGrid::Fact b{QStringLiteral("b"), QStringLiteral("2")};
    grid.setFacts({a, b});
    QCOMPARE(grid.valueOf(b.name), b.value);
    grid.setFacts({a});
    QCOMPARE(grid.valueOf(b.name), QString());
    grid.setFacts({a, b});
    QCOMPARE(grid.valueOf(a.name), a.value);
    QCOMPARE(grid.valueOf(b.name), b.value);
}

QTEST_MAIN(TestFactGrid)
#include "test_fact_grid.moc"
