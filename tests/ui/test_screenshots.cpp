// SPDX-License-Identifier: GPL-3.0-or-later
// The tour of every page: a picture of each, in both looks and in Chinese; a page that never gets ready fails it.
#include <QAbstractButton>
#include <QDialog>
#include <QFile>
#include <QHash>
#include <QImage>
#include <QRegularExpression>
#include <QSet>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "tests/ui/delayed_fixture.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/plots/base_plot.h"
#include "ui/shell/screenshot_tour.h"
#include "ui/widgets/mnemonics.h"
#include "ui/wizards/first_start/first_start.h"

namespace test_screenshots {

using namespace evenhand;

namespace {

/// Buttons of a dialog that have no key, or that of another; Chinese ones whose key does not stand behind; and what
/// leaves this one by another key than every other, or has that key without leaving.
QStringList withoutKey(const QWidget& dialog) {
    static const QRegularExpression chinese(QStringLiteral("[\\x{4e00}-\\x{9fff}]"));
    static const QRegularExpression behind(QStringLiteral("\\(&[A-Z]\\)(…|[:：])?$"));
    QStringList found;
    QSet<QChar> keys;
    for (const auto* button : dialog.findChildren<QAbstractButton*>()) {
        const bool tool = qobject_cast<const QToolButton*>(button) != nullptr;
        if (tool || ui::isKeyless(*button) || button->text().isEmpty() || !button->isVisible() ||
            button->window() != &dialog) {
            continue;
        }
        const QChar key = ui::mnemonicIn(button->text());
        const bool misplaced = button->text().contains(chinese) && !button->text().contains(behind);
        static const QSet<QString> leaving{
            QStringLiteral("Cancel"), QStringLiteral("Close"), QStringLiteral("Do not cancel"),
            QStringLiteral("取消"),   QStringLiteral("关闭"),  QStringLiteral("保持不变"),
        };
        const bool isOdd = (key == ui::kLeavingKey) != leaving.contains(ui::withoutMnemonic(button->text()));
        if (key.isNull() || keys.contains(key) || misplaced || isOdd) {
            found << button->objectName() + QLatin1Char(' ') + button->text();
        }
        keys.insert(key);
    }
    return found;
}

}  // namespace

class TestScreenshots : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyPageIsPictured() {
        test::Delayed console(false);
        auto& window = *console.window;
        window.resize(1440, 900);
        // Something of everything.
        for (int i = 0; i < 4; ++i) {
            (void)console.shop.alarm(console.shop.of(api::TimerKind::PickUpLate).back().orderNo);
        }
        for (int i = 0; i < 3; ++i) {
            console.shop.bury(console.shop.select()[static_cast<std::size_t>(i) * 30].orderNo,
                              "script error: WRONGTYPE of dispatch:{north}:weights");
        }
        // $EVENHAND_PICTURES keeps them for looking at.
        const QString kept = qEnvironmentVariable("EVENHAND_PICTURES");
        const QString folder = kept.isEmpty() ? console.folder.filePath(QStringLiteral("pictures")) : kept;
        ui::ScreenshotTour tour(window, folder);
        QSignalSpy finished(&tour, &ui::ScreenshotTour::finished);
        QStringList unspoken;
        QSet<QString> dialogs;
        connect(&tour, &ui::ScreenshotTour::picturing, this, [&](QWidget* shown, const QString& name) {
            if (qobject_cast<QDialog*>(shown) != nullptr) {
                dialogs << name;
                for (const QString& each : withoutKey(*shown)) {
                    unspoken << name + QStringLiteral(": ") + each;
                }
            }
            for (const auto* plot : shown->findChildren<ui::BasePlot*>()) {
                if (plot->isVisible() &&
                    (plot->accessibleName().isEmpty() || plot->accessibleDescription().isEmpty())) {
                    unspoken << name + QStringLiteral(": says nothing: ") + plot->objectName();
                }
            }
        });
        tour.start(600'000);
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 610'000);
        QCOMPARE(finished.at(0).at(0).toString(), QString());
        QVERIFY2(unspoken.isEmpty(), qPrintable(unspoken.join(QLatin1Char('\n'))));
        QVERIFY2(dialogs.size() > 12, qPrintable(QStringList(dialogs.values()).join(QLatin1Char(' '))));
        // The palette, the import, without a workspace, signing in (two), the lock.
        qsizetype expected = 3 * (2 + ui::FirstStart::pictures().size() + 3);
        for (const auto* page : window.pages()) {
            expected += 3 * (1 + page->pictures().size());
        }
        QCOMPARE(tour.files().size(), expected);
        QMap<QByteArray, QString> seen;
        for (const QString& file : tour.files()) {
            const QImage image(file);
            const QByteArray pixels(reinterpret_cast<const char*>(image.constBits()), image.sizeInBytes());
            // Nobody answers for sales, campaigns and returns here, so their views may be alike.
            const bool answered = !file.contains(QLatin1String("-seckill")) &&
                                  !file.contains(QLatin1String("-campaigns")) &&
                                  !file.contains(QLatin1String("-returns"));
            QVERIFY2(!answered || !seen.contains(pixels),
                     qPrintable(file + QStringLiteral(" = ") + seen.value(pixels)));
            seen.insert(pixels, file);
            QVERIFY2(!image.isNull(), qPrintable(file));
            const bool small = file.contains(QLatin1String("first-start")) || file.contains(QLatin1String("sign-in"));
            QVERIFY(image.width() >= (small ? 600 : 1440));
        }
        const QImage light(folder + QStringLiteral("/light-orders.png"));
        const QImage dark(folder + QStringLiteral("/dark-orders.png"));
        QVERIFY(light.pixelColor(5, 300).lightness() > 200);
        QVERIFY(dark.pixelColor(5, 300).lightness() < 60);
        const QImage first(folder + QStringLiteral("/dark-first-start.png"));
        QVERIFY(first.pixelColor(5, 300).lightness() < 60);
        QVERIFY(QImage(folder + QStringLiteral("/zh-first-start.png")) !=
                QImage(folder + QStringLiteral("/light-first-start.png")));
    }

    /// A picture waits for curves that have no history yet; who never gets any is pictured all the same, with a doubt.
    void thePictureOfACurveWaitsForItsHistory() {
        test::Delayed console(false);
        auto& window = *console.window;
        auto* overview = static_cast<ui::OverviewPage*>(window.page(QStringLiteral("overview")));
        console.shop.statusChange = [](api::EngineStatus& status) { status.commitP50Ms = status.commitP99Ms = 2; };
        window.showPage(0);
        QTRY_VERIFY(overview->isReady());
        overview->throughput()->clear();
        overview->latency()->clear();
        ui::ScreenshotTour tour(window, console.folder.filePath(QStringLiteral("pictures")));
        tour.setPatience(3'600'000, 3'600'000);
        QHash<QString, std::size_t> points;
        connect(&tour, &ui::ScreenshotTour::picturing, this,
                [&](QWidget*, const QString& name) { points.insert(name, overview->throughput()->points().size()); });
        QSignalSpy finished(&tour, &ui::ScreenshotTour::finished);
        const QString first = QStringLiteral("light-overview");
        tour.onlyPictures({first});
        tour.start(600'000);
        for (int turn = 0; turn < 20; ++turn) {
            QTest::qWait(0);
        }
        QTRY_VERIFY(overview->isReady());
        QVERIFY(points.isEmpty());
        for (std::size_t i = 0; i <= ui::ScreenshotTour::kHistory; ++i) {
            console.moveTime(1'000);
        }
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 600'000);
        QCOMPARE(finished.at(0).at(0).toString(), QString());
        QVERIFY(points.value(first) >= ui::ScreenshotTour::kHistory);
        QCOMPARE(tour.files().size(), 1);
    }

    /// README shows every page, and only pictures that there are; each is one that the tour takes.
    void readmeShowsEveryPage() {
        QFile readme(QStringLiteral(EVENHAND_SOURCE_DIR "/README.md"));
        QVERIFY(readme.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(readme.readAll());
        static const QRegularExpression picture(
            QStringLiteral("\\((resources/screenshots/(?:[a-z-]+/)?([a-z0-9-]+)\\.png)\\)"));
        QStringList names;
        for (auto each = picture.globalMatch(text); each.hasNext();) {
            const auto match = each.next();
            const QImage image(QStringLiteral(EVENHAND_SOURCE_DIR "/") + match.captured(1));
            QVERIFY2(image.width() >= 600, qPrintable(match.captured(1)));
            names << match.captured(2);
        }
        test::Delayed console(false);
        auto& window = *console.window;
        for (const auto* page : window.pages()) {
            const QRegularExpression shows(QStringLiteral("^(light|dark)-%1(-|$)").arg(page->id()));
            QVERIFY2(!names.filter(shows).isEmpty(), qPrintable(page->id() + QStringLiteral(" has no picture")));
        }
        const ui::ScreenshotTour tour(window, console.folder.filePath(QStringLiteral("pictures")));
        const QStringList taken = tour.names();
        for (const QString& name : names) {
            QVERIFY2(taken.contains(name), qPrintable(name + QStringLiteral(" is not taken by the tour")));
        }
    }

    void aPageThatHangsEndsTheTour() {
        test::DelayShop shop;
        test::ConsoleOver console(shop);
        shop.hold(true);
        auto& window = console.open();
        ui::ScreenshotTour tour(window, console.folder.filePath(QStringLiteral("pictures")));
        QSignalSpy finished(&tour, &ui::ScreenshotTour::finished);
        tour.start(200);
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(!finished.at(0).at(0).toString().isEmpty());
    }
};

}  // namespace test_screenshots

QTEST_MAIN(test_screenshots::TestScreenshots)
#include "test_screenshots.moc"
