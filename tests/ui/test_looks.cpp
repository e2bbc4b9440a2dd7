// SPDX-License-Identifier: GPL-3.0-or-later
// Both looks as people see them: every text is readable, the border of every field is seen, the series of a plot are
// told apart by the colour-blind, what is ticked shows a tick, and the desktop's text size counts.
#include <QActionGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QDateTimeEdit>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QProxyStyle>
#include <QRadioButton>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/ui/color_vision.h"
#include "ui/plots/attempts_plot.h"
#include "ui/plots/burn_plot.h"
#include "ui/plots/discount_histogram.h"
#include "ui/plots/due_plot.h"
#include "ui/plots/fairness_plot.h"
#include "ui/plots/sale_plot.h"
#include "ui/plots/series_plot.h"
#include "ui/plots/weight_bars.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/ring_view.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tone_delegate.h"

namespace test_looks {

using namespace evenhand;

namespace {

constexpr double kReadable = 4.5;
constexpr double kSeen = 3;        // what is no text: WCAG 2.1, success criterion 1.4.11
constexpr double kToldApart = 10;  // CIEDE2000

void addLooks() {
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void putOn(bool dark) { ui::applyTheme(*qApp, dark ? ui::ThemeChoice::Dark : ui::ThemeChoice::Light); }

/// The pairs that are not readable, in words.
QString unreadable(const std::vector<ui::TextPair>& pairs) {
    QStringList found;
    for (const auto& [what, ink, ground] : pairs) {
        const double measured = test::contrast(test::composed(ink, ground), ground);
        if (measured < kReadable) {
            found << QStringLiteral("%1 (%2 on %3): %4").arg(what, ink.name(), ground.name()).arg(measured);
        }
    }
    return found.join(QLatin1Char('\n'));
}

/// A colour that a rule of the sheet sets, invalid: none.
QColor declared(const QString& rule, const QString& property) {
    const QRegularExpression declaration(QStringLiteral("(?:^|[;{\\s])%1:\\s*(#[0-9a-f]{6})").arg(property));
    const auto match = declaration.match(rule);
    return match.hasMatch() ? QColor(match.captured(1)) : QColor();
}

/// Every text that the sheet colours or puts on a ground of its own.
std::vector<ui::TextPair> pairsOfSheet(const QString& sheet, const ui::Colors& c) {
    std::vector<ui::TextPair> pairs;
    static const QRegularExpression rules(QStringLiteral("([^{}]+)\\{([^}]*)\\}"));
    // Parts of a widget that have no text.
    static const QRegularExpression parts(QStringLiteral("::(?!item|section|tab)"));
    for (auto each = rules.globalMatch(sheet); each.hasNext();) {
        const auto rule = each.next();
        const QString who = rule.captured(1).simplified();
        const QString body = rule.captured(2);
        const QColor ink = declared(body, QStringLiteral("color"));
        QColor ground = declared(body, QStringLiteral("background"));
        ground = ground.isValid() ? ground : declared(body, QStringLiteral("background-color"));
        if (ground.isValid() && !who.contains(parts)) {
            pairs.push_back({who, ink.isValid() ? ink : c.text, ground});
        } else if (ink.isValid()) {
            for (const QColor& behind : {c.window, c.panel, c.panelAlt}) {
                pairs.push_back({who, ink, behind});
            }
        }
        const QColor chosen = declared(body, QStringLiteral("selection-background-color"));
        const QColor chosenInk = declared(body, QStringLiteral("selection-color"));
        if (chosen.isValid() && chosenInk.isValid()) {
            pairs.push_back({who + QStringLiteral(", selected"), chosenInk, chosen});
        }
    }
    return pairs;
}

/// One of each plot, drawn in a look.
struct Plots {
    explicit Plots(const QPalette& look) {
        api::WorkspaceInfo workspace;
        workspace.currency = "CNY";
        workspace.timeZone = "Asia/Shanghai";
        formats = std::make_unique<ui::Formats>(workspace);
        const QTimeZone zone = QTimeZone::utc();
        all.push_back(std::make_unique<ui::AttemptsPlot>(nullptr, std::nullopt));
        auto burn = std::make_unique<ui::BurnPlot>(nullptr, *formats);
        burn->clear(QStringLiteral("Not started."));
        all.push_back(std::move(burn));
        all.push_back(std::make_unique<ui::DiscountHistogram>(nullptr, *formats));
        all.push_back(std::make_unique<ui::DuePlot>(nullptr, zone));
        all.push_back(std::make_unique<ui::FairnessPlot>(nullptr, zone));
        all.push_back(std::make_unique<ui::SalePlot>(nullptr, std::nullopt));
        all.push_back(std::make_unique<ui::SeriesPlot>(nullptr, zone, ui::SeriesPlot::Unit::Plain, 2));
        all.push_back(std::make_unique<ui::WeightBars>(nullptr));
        for (const auto& plot : all) {
            plot->setPalette(look);
            plot->show();
            plot->drawNow();
        }
    }

    /// Of lines and bars, in the order in which they were made.
    static QList<QColor> colorsOf(ui::BasePlot& plot) {
        QList<QColor> colors;
        for (int i = 0; i < plot.plottableCount(); ++i) {
            const auto* bars = qobject_cast<QCPBars*>(plot.plottable(i));
            colors << (bars != nullptr ? bars->brush().color() : plot.plottable(i)->pen().color());
        }
        for (int i = 0; i < plot.itemCount(); ++i) {
            if (const auto* line = qobject_cast<QCPItemLine*>(plot.item(i))) {
                colors << line->pen().color();
            }
        }
        return colors;
    }

    std::unique_ptr<ui::Formats> formats;
    std::vector<std::unique_ptr<ui::BasePlot>> all;
};

bool isAbout(const QColor& pixel, const QColor& color, int tolerance) {
    return std::abs(pixel.red() - color.red()) + std::abs(pixel.green() - color.green()) +
               std::abs(pixel.blue() - color.blue()) <
           tolerance;
}

/// Where a colour is, and how many pixels have it; corners and edges are blends.
std::pair<QRect, int> placeOf(const QImage& image, const QColor& color, const QRect& within, int tolerance) {
    QRect place;
    int count = 0;
    for (int y = within.top(); y <= within.bottom(); ++y) {
        for (int x = within.left(); x <= within.right(); ++x) {
            if (isAbout(image.pixelColor(x, y), color, tolerance)) {
                place |= QRect(x, y, 1, 1);
                ++count;
            }
        }
    }
    return {place, count};
}

int countOf(const QImage& image, const QColor& color) { return placeOf(image, color, image.rect(), 40).second; }

/// What says that something is ticked: the sign, inside a box of the accent.
bool showsTick(const QImage& image, const ui::Colors& c) {
    const auto [box, accent] = placeOf(image, c.accent, image.rect(), 40);
    return accent >= 60 && placeOf(image, c.onAccent, box.adjusted(2, 2, -2, -2), 120).second >= 6;
}

QImage pictureOf(QWidget& widget) {
    widget.ensurePolished();
    widget.resize(widget.sizeHint());
    return widget.grab().toImage();
}

}  // namespace

class TestLooks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // The measures themselves, by values of their papers.
    void measuresAreThoseOfThePapers() {
        QCOMPARE(test::contrast(Qt::black, Qt::white), 21.0);
        const struct {
            test::Triple first, second;
            double apart;
        } pairs[] = {{{50, 2.6772, -79.7751}, {50, 0, -82.7485}, 2.0425},
                     {{50, 2.5, 0}, {58, 24, 15}, 19.4535},
                     {{22.7233, 20.0904, -46.6940}, {23.0331, 14.9730, -42.5619}, 2.0373},
                     {{50, 2.4900, -0.0010}, {50, -2.4900, 0.0011}, 7.2195},
                     {{2.0776, 0.0795, -1.1350}, {0.9033, -0.0636, -0.5514}, 0.9082}};
        for (const auto& [first, second, apart] : pairs) {
            const double measured = test::difference(first, second);
            QVERIFY2(std::abs(measured - apart) < 0.0001, qPrintable(QString::number(measured, 'f', 5)));
        }
        // Red and green of the same lightness are nearly one colour for a deuteranope, and far apart for others.
        const QColor red(0xb0, 0x60, 0x30);
        const QColor green(0x7a, 0x7a, 0x2c);
        QVERIFY(test::difference(test::seen(red, test::Vision::Normal), test::seen(green, test::Vision::Normal)) > 20);
        QVERIFY(test::difference(test::seen(red, test::Vision::Deutan), test::seen(green, test::Vision::Deutan)) < 10);
    }

    void everyTextIsReadable_data() { addLooks(); }
    void everyTextIsReadable() {
        QFETCH(bool, dark);
        const QString found = unreadable(ui::textPairs(ui::colors(dark)));
        QVERIFY2(found.isEmpty(), qPrintable(found));
    }

    void everyTextOfTheSheetIsReadable_data() { addLooks(); }
    void everyTextOfTheSheetIsReadable() {
        QFETCH(bool, dark);
        putOn(dark);
        static const QRegularExpression comments(QStringLiteral("/\\*.*?\\*/"),
                                                 QRegularExpression::DotMatchesEverythingOption);
        const QString sheet = qApp->styleSheet().remove(comments);
        QVERIFY2(!sheet.contains(QLatin1Char('@')), "a name that is no colour of the look");
        const auto pairs = pairsOfSheet(sheet, ui::colors(dark));
        QVERIFY(pairs.size() > 40);
        const QString found = unreadable(pairs);
        QVERIFY2(found.isEmpty(), qPrintable(found));
    }

    void everyTextOfThePaletteIsReadable_data() { addLooks(); }
    void everyTextOfThePaletteIsReadable() {
        QFETCH(bool, dark);
        putOn(dark);
        const std::pair<QPalette::ColorRole, QPalette::ColorRole> roles[] = {
            {QPalette::WindowText, QPalette::Window},
            {QPalette::Text, QPalette::Base},
            {QPalette::Text, QPalette::AlternateBase},
            {QPalette::ButtonText, QPalette::Button},
            {QPalette::ToolTipText, QPalette::ToolTipBase},
            {QPalette::PlaceholderText, QPalette::Base},
            {QPalette::HighlightedText, QPalette::Highlight},
            {QPalette::Link, QPalette::Base},
            {QPalette::Link, QPalette::Window},
            {QPalette::LinkVisited, QPalette::Base}};
        const QPalette look = QApplication::palette();
        std::vector<ui::TextPair> pairs;
        for (const auto group : {QPalette::Active, QPalette::Inactive, QPalette::Disabled}) {
            for (const auto& [ink, ground] : roles) {
                pairs.push_back({QStringLiteral("group %1, role %2").arg(group).arg(ink), look.color(group, ink),
                                 look.color(group, ground)});
            }
        }
        const QString found = unreadable(pairs);
        QVERIFY2(found.isEmpty(), qPrintable(found));
    }

    /// As the style draws it: of a text colour in the sheet Qt makes a placeholder that is half transparent.
    void placeholdersAreReadable_data() { addLooks(); }
    void placeholdersAreReadable() {
        QFETCH(bool, dark);
        putOn(dark);
        QLineEdit line;
        QPlainTextEdit lines;
        QComboBox box;
        box.setEditable(true);
        std::vector<ui::TextPair> pairs;
        for (QWidget* field :
             {static_cast<QWidget*>(&line), static_cast<QWidget*>(&lines), static_cast<QWidget*>(box.lineEdit())}) {
            for (const bool enabled : {true, false}) {
                field->setEnabled(enabled);
                field->show();
                field->ensurePolished();
                const auto group = enabled ? QPalette::Active : QPalette::Disabled;
                for (const auto ink : {QPalette::PlaceholderText, QPalette::Text}) {
                    for (const QColor& ground : {ui::colors(dark).panel, ui::colors(dark).window}) {
                        pairs.push_back({QLatin1String(field->metaObject()->className()),
                                         field->palette().color(group, ink), ground});
                    }
                }
            }
        }
        const QString found = unreadable(pairs);
        QVERIFY2(found.isEmpty(), qPrintable(found));
    }

    /// As the style draws it, of every kind of field: one border, that is seen on what is inside and on every ground
    /// around it. One that is disabled has none to be seen.
    void bordersOfFieldsAreSeen_data() { addLooks(); }
    void bordersOfFieldsAreSeen() {
        QFETCH(bool, dark);
        putOn(dark);
        const auto& c = ui::colors(dark);
        QLineEdit line;
        QComboBox box;
        QComboBox editable;
        editable.setEditable(true);
        QDateTimeEdit moment;
        QTimeEdit time;
        QPlainTextEdit lines;
        QSpinBox number;
        ui::ChoiceButton choice(false);
        const std::pair<const char*, QWidget*> fields[] = {
            {"line", &line}, {"box", &box},     {"editable box", &editable}, {"moment", &moment},
            {"time", &time}, {"lines", &lines}, {"number", &number},         {"choice", &choice}};
        QStringList found;
        for (const auto& [what, field] : fields) {
            // In the middle of its upper edge: corners are round.
            const auto borderOf = [field = field] {
                field->ensurePolished();
                field->resize(200, 60);
                return field->grab().toImage().pixelColor(100, 0);
            };
            const QColor border = borderOf();
            for (const QColor& ground : {c.panel, c.window, c.panelAlt}) {
                const double seen = test::contrast(border, ground);
                if (seen < kSeen || border != c.fieldBorder) {
                    found << QStringLiteral("%1 (%2 on %3): %4")
                                 .arg(QLatin1String(what), border.name(), ground.name())
                                 .arg(seen);
                }
            }
            field->setEnabled(false);
            if (borderOf() != c.border) {
                found << QStringLiteral("%1, disabled: %2").arg(QLatin1String(what), borderOf().name());
            }
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join(QLatin1Char('\n'))));
    }

    void seriesOfThePaletteAreToldApart_data() { addLooks(); }
    void seriesOfThePaletteAreToldApart() {
        QFETCH(bool, dark);
        const auto& c = ui::colors(dark);
        for (std::size_t i = 0; i < c.series.size(); ++i) {
            for (std::size_t j = 0; j <= i; ++j) {
                const double apart = test::leastDifference(c.series[i], j == i ? c.panel : c.series[j]);
                QVERIFY2(apart >= kToldApart, qPrintable(QStringLiteral("%1 and %2: %3").arg(i).arg(j).arg(apart)));
            }
            const double seen = test::contrast(c.series[i], c.panel);
            QVERIFY2(seen >= 3, qPrintable(QStringLiteral("%1 on its ground: %2").arg(i).arg(seen)));
        }
    }

    void seriesOfAPlotAreToldApart_data() { addLooks(); }
    void seriesOfAPlotAreToldApart() {
        QFETCH(bool, dark);
        putOn(dark);
        const Plots plots(QApplication::palette());
        QStringList found;
        for (const auto& plot : plots.all) {
            const auto colors = Plots::colorsOf(*plot);
            QVERIFY(!colors.isEmpty());
            for (qsizetype i = 0; i < colors.size(); ++i) {
                for (qsizetype j = 0; j <= i; ++j) {
                    const double apart = test::leastDifference(colors[i], j == i ? ui::colors(dark).panel : colors[j]);
                    if (apart < kToldApart) {
                        found << QStringLiteral("%1: %2 and %3: %4")
                                     .arg(QLatin1String(plot->metaObject()->className()))
                                     .arg(i)
                                     .arg(j)
                                     .arg(apart);
                    }
                }
            }
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join(QLatin1Char('\n'))));
    }

    /// The ninth worker has the colour of the first again; nobody has both its colour and its hatch.
    void workersOfARingAreToldApart_data() { addLooks(); }
    void workersOfARingAreToldApart() {
        QFETCH(bool, dark);
        putOn(dark);
        constexpr std::uint32_t kWorkers = 24;
        constexpr std::uint32_t kShare = 0xffffffffU / kWorkers;
        api::RingSnapshot snapshot;
        snapshot.covered = true;
        for (std::uint32_t i = 0; i < kWorkers; ++i) {
            api::RingWorker worker;
            worker.member.name = "worker " + std::to_string(i);
            worker.ranges = {{i * kShare, i + 1 == kWorkers ? 0 : (i + 1) * kShare}};
            snapshot.workers.push_back(std::move(worker));
        }
        ui::RingView ring;
        ring.setPalette(QApplication::palette());
        ring.resize(600, 600);
        ring.setSnapshot(snapshot);
        const QImage drawn = ring.grab().toImage();
        const QColor ground = ui::colors(dark).panel;
        for (std::uint32_t i = 0; i < kWorkers; ++i) {
            for (std::uint32_t j = 0; j < i; ++j) {
                const bool isOther = ring.brushOf(i).style() != ring.brushOf(j).style();
                const double apart = test::leastDifference(ring.brushOf(i).color(), ring.brushOf(j).color());
                QVERIFY2(isOther || apart >= kToldApart,
                         qPrintable(QStringLiteral("%1 and %2: %3").arg(i).arg(j).arg(apart)));
            }
            // In the middle of its segment stripes of the ground are drawn, or none.
            const double at = (i + 0.5) / kWorkers * 2 * M_PI;
            const double away = (300 - 14) * 0.88;
            const QPoint middle(static_cast<int>(300 + std::sin(at) * away),
                                static_cast<int>(300 - std::cos(at) * away));
            const auto striped = placeOf(drawn, ground, QRect(middle - QPoint(10, 10), QSize(21, 21)), 90).second;
            QVERIFY2((striped > 20) == (ring.brushOf(i).style() != Qt::SolidPattern),
                     qPrintable(QStringLiteral("%1: %2").arg(i).arg(striped)));
        }
    }

    /// The square beside its name is that of the ring.
    void theMarkOfAWorkerIsHatchedToo() {
        putOn(false);
        QStandardItemModel model(2, 1);
        ui::RingView ring;
        QTableView table;
        table.setModel(&model);
        ui::styleTable(table, false);
        model.setData(model.index(0, 0), ring.brushOf(0), Qt::DecorationRole);
        model.setData(model.index(1, 0), ring.brushOf(8), Qt::DecorationRole);
        table.resize(200, 200);
        const QImage drawn = table.viewport()->grab().toImage();
        const auto marked = [&](int row) {
            return placeOf(drawn, ring.brushOf(0).color(), table.visualRect(model.index(row, 0)), 40).second;
        };
        QCOMPARE(marked(0), 100);
        QVERIFY(marked(1) > 20 && marked(1) < 95);
    }

    void theDesktopsTextSizeCounts() {
        QFont desktop;
        desktop.setPointSizeF(14);
        QCOMPARE(ui::interfaceFont(desktop).pointSizeF(), 14.0);
        desktop.setPointSizeF(8);
        QCOMPARE(ui::interfaceFont(desktop).pointSizeF(), 10.0);
        desktop.setPixelSize(60);  // has no points of its own
        QVERIFY(ui::interfaceFont(desktop).pointSizeF() > 14);
        putOn(false);
        const QFont before = QApplication::font();
        const int row = ui::tableRowHeight();
        QFont larger = before;
        larger.setPointSizeF(15);
        QApplication::setFont(larger);
        putOn(true);  // another look does not change it back
        QCOMPARE(QApplication::font().pointSizeF(), 15.0);
        QVERIFY(ui::tableRowHeight() > row && ui::controlHeight() > ui::tableRowHeight());
        QTableView table;
        ui::styleTable(table, false);
        QCOMPARE(table.verticalHeader()->defaultSectionSize(), ui::tableRowHeight());
        QVERIFY(QFontMetrics(QApplication::font()).height() < ui::tableRowHeight());
        QApplication::setFont(before);
    }

    void aTickedBoxShowsATick_data() { addLooks(); }
    void aTickedBoxShowsATick() {
        QFETCH(bool, dark);
        putOn(dark);
        const auto& c = ui::colors(dark);
        QCheckBox box;  // without words, so that all of it is the box
        QVERIFY(!showsTick(pictureOf(box), c));
        box.setChecked(true);
        QVERIFY(showsTick(pictureOf(box), c));
        // A chosen radio button has a ring of the accent around its ground.
        QRadioButton choice;
        QVERIFY(countOf(pictureOf(choice), c.accent) == 0);
        choice.setChecked(true);
        const QImage chosen = pictureOf(choice);
        QVERIFY(countOf(chosen, c.accent) >= 60);
        QVERIFY(countOf(chosen, c.panel) >= 20);
    }

    void aTickedEntryOfAMenuShowsATick_data() { addLooks(); }
    void aTickedEntryOfAMenuShowsATick() {
        QFETCH(bool, dark);
        putOn(dark);
        const auto& c = ui::colors(dark);
        ui::ChoiceButton several(false);
        several.setTitle(QStringLiteral("Status"), QStringLiteral("Any"));
        several.setChoices({{QStringLiteral("a"), QStringLiteral("Paid")}, {QStringLiteral("b"), QStringLiteral("x")}});
        QVERIFY(!showsTick(pictureOf(*several.choices()), c));
        several.setChosen({QStringLiteral("a")});
        QVERIFY(showsTick(pictureOf(*several.choices()), c));
        several.choices()->setActiveAction(several.choices()->actions().at(2));  // under the mouse too
        QVERIFY(showsTick(pictureOf(*several.choices()), c));
        // One of several: as a radio button.
        QMenu menu;
        QActionGroup group(&menu);
        auto* action = menu.addAction(QStringLiteral("x"));
        action->setCheckable(true);
        group.addAction(action);
        QVERIFY(countOf(pictureOf(menu), c.accent) == 0);
        action->setChecked(true);
        QVERIFY(countOf(pictureOf(menu), c.accent) >= 60);
    }

    /// Those of the desktop are drawn for other grounds: smudges on a blue button.
    void buttonsOfDialogsHaveNoIconsOfTheDesktop() {
        class Desktop final : public QProxyStyle {
        public:
            Desktop() : QProxyStyle(QStringLiteral("Fusion")) {}
            [[nodiscard]] int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                                        QStyleHintReturn* returned) const override {
                return hint == SH_DialogButtonBox_ButtonsHaveIcons
                           ? 1
                           : QProxyStyle::styleHint(hint, option, widget, returned);
            }
        };
        putOn(false);
        QApplication::setStyle(new Desktop);
        const auto back = qScopeGuard([] { QApplication::setStyle(QStringLiteral("Fusion")); });
        const QDialogButtonBox box(QDialogButtonBox::Ok | QDialogButtonBox::Cancel | QDialogButtonBox::Close);
        QCOMPARE(box.buttons().size(), 3);
        for (const auto* button : box.buttons()) {
            QVERIFY2(button->icon().isNull(), qPrintable(button->text()));
        }
    }

    void aTickedCellShowsATick_data() { addLooks(); }
    void aTickedCellShowsATick() {
        QFETCH(bool, dark);
        putOn(dark);
        const auto& c = ui::colors(dark);
        QStandardItemModel model(1, 1);
        auto* item = new QStandardItem;
        item->setCheckable(true);
        model.setItem(0, 0, item);
        QTableView table;
        table.setModel(&model);
        QVERIFY(!showsTick(pictureOf(table), c));
        item->setCheckState(Qt::Checked);
        QVERIFY(showsTick(pictureOf(table), c));
    }
};

}  // namespace test_looks

QTEST_MAIN(test_looks::TestLooks)
#include "test_looks.moc"
