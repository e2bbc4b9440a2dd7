// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/theme.h"

#include <QFile>
#include <QFontDatabase>
#include <QFontInfo>
#include <QStyle>
#include <QStyleFactory>
#include <QStyleHints>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/widgets/mnemonics.h"

namespace evenhand::ui {
namespace {

constexpr double kMinPoints = 10;

Colors makeLight() {
    Colors c;
    c.dark = false;
    c.window = QColor(0xf4f5f7);
    c.panel = QColor(0xffffff);
    c.panelAlt = QColor(0xf0f2f5);
    c.border = QColor(0xd9dde3);
    c.fieldBorder = QColor(0x7e8896);
    c.grid = QColor(0xebeef2);
    c.text = QColor(0x1d2430);
    c.textMuted = QColor(0x505b6a);
    c.textFaint = QColor(0x5e6978);
    c.accent = QColor(0x2563c9);
    c.onAccent = QColor(0xffffff);
    c.selection = QColor(0xe0eafc);
    c.tones = {{{QColor(0x4b5563), QColor(0xe8ebef)},    // Muted
                {QColor(0x1d4f9c), QColor(0xdfeafc)},    // Info
                {QColor(0x146c43), QColor(0xd9f2e3)},    // Good
                {QColor(0x8a5300), QColor(0xfcecc9)},    // Warn
                {QColor(0xa3242b), QColor(0xfbdfe0)},    // Bad
                {QColor(0x5b35a5), QColor(0xebe3fb)}}};  // Accent
    c.series = {QColor(0x2371eb), QColor(0xd1821e), QColor(0x298f78), QColor(0x7b5399),
                QColor(0xcf4d6a), QColor(0x6b7a8f), QColor(0x119fda), QColor(0x7a7304)};
    return c;
}

Colors makeDark() {
    Colors c;
    c.dark = true;
    c.window = QColor(0x15181d);
    c.panel = QColor(0x1c2027);
    c.panelAlt = QColor(0x242932);
    c.border = QColor(0x333a45);
    c.fieldBorder = QColor(0x727c8c);
    c.grid = QColor(0x282e37);
    c.text = QColor(0xe2e6ec);
    c.textMuted = QColor(0xabb5c2);
    c.textFaint = QColor(0x98a3b2);
    c.accent = QColor(0x5b9bf5);
    c.onAccent = QColor(0x0d1420);
    c.selection = QColor(0x203a57);
    c.tones = {{{QColor(0xb4bdc9), QColor(0x2c323c)},    // Muted
                {QColor(0x93bdf8), QColor(0x1e3350)},    // Info
                {QColor(0x7fd6a6), QColor(0x173a2a)},    // Good
                {QColor(0xf0c068), QColor(0x453315)},    // Warn
                {QColor(0xf49a9e), QColor(0x4a2226)},    // Bad
                {QColor(0xc4acf5), QColor(0x362a55)}}};  // Accent
    c.series = {QColor(0x579aff), QColor(0xeea443), QColor(0x0fc39f), QColor(0x9c82bb),
                QColor(0xf76f86), QColor(0x9aa5b4), QColor(0xa0cdec), QColor(0xdfdd92)};
    return c;
}

QPalette paletteOf(const Colors& c) {
    QPalette p;
    p.setColor(QPalette::Window, c.window);
    p.setColor(QPalette::WindowText, c.text);
    p.setColor(QPalette::Base, c.panel);
    p.setColor(QPalette::AlternateBase, c.panelAlt);
    p.setColor(QPalette::Text, c.text);
    p.setColor(QPalette::Button, c.panel);
    p.setColor(QPalette::ButtonText, c.text);
    p.setColor(QPalette::BrightText, c.onAccent);
    p.setColor(QPalette::ToolTipBase, c.panelAlt);
    p.setColor(QPalette::ToolTipText, c.text);
    p.setColor(QPalette::PlaceholderText, c.textFaint);
    p.setColor(QPalette::Highlight, c.accent);
    p.setColor(QPalette::HighlightedText, c.onAccent);
    p.setColor(QPalette::Link, c.accent);
    p.setColor(QPalette::LinkVisited, c.accent);
    p.setColor(QPalette::Light, c.panel);
    p.setColor(QPalette::Midlight, c.panelAlt);
    p.setColor(QPalette::Mid, c.border);
    p.setColor(QPalette::Dark, c.border);
    p.setColor(QPalette::Shadow, c.border);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        p.setColor(QPalette::Disabled, role, c.textFaint);
    }
    p.setColor(QPalette::Disabled, QPalette::Highlight, c.border);
    p.setColor(QPalette::Disabled, QPalette::HighlightedText, c.textMuted);
    return p;
}

/// The sheet names colours as @name; here they become those of the look.
QString sheetOf(const Colors& c) {
    QFile file(QStringLiteral(":/evenhand/styles/console.qss"));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    QString sheet = QString::fromUtf8(file.readAll());
    const std::pair<QLatin1String, QColor> names[] = {{QLatin1String("@window"), c.window},
                                                      {QLatin1String("@panelAlt"), c.panelAlt},
                                                      {QLatin1String("@panel"), c.panel},
                                                      {QLatin1String("@border"), c.border},
                                                      {QLatin1String("@fieldBorder"), c.fieldBorder},
                                                      {QLatin1String("@grid"), c.grid},
                                                      {QLatin1String("@textMuted"), c.textMuted},
                                                      {QLatin1String("@textFaint"), c.textFaint},
                                                      {QLatin1String("@text"), c.text},
                                                      {QLatin1String("@accent"), c.accent},
                                                      {QLatin1String("@onAccent"), c.onAccent},
                                                      {QLatin1String("@selection"), c.selection},
                                                      {QLatin1String("@warnFill"), c.tone(Tone::Warn).fill},
                                                      {QLatin1String("@warnText"), c.tone(Tone::Warn).text},
                                                      {QLatin1String("@goodFill"), c.tone(Tone::Good).fill},
                                                      {QLatin1String("@goodText"), c.tone(Tone::Good).text},
                                                      {QLatin1String("@badFill"), c.tone(Tone::Bad).fill},
                                                      {QLatin1String("@badText"), c.tone(Tone::Bad).text},
                                                      {QLatin1String("@infoFill"), c.tone(Tone::Info).fill},
                                                      {QLatin1String("@infoText"), c.tone(Tone::Info).text}};
    for (const auto& [name, color] : names) {
        sheet.replace(QString(name) + QLatin1Char(';'), color.name() + QLatin1Char(';'));
    }
    sheet.replace(QStringLiteral("@tick;"), c.dark ? QStringLiteral("url(:/evenhand/icons/sheet_tick_dark.svg);")
                                                   : QStringLiteral("url(:/evenhand/icons/sheet_tick_light.svg);"));
    sheet.replace(QStringLiteral("@arrowUp;"), c.dark
                                                   ? QStringLiteral("url(:/evenhand/icons/sheet_arrow_up_dark.svg);")
                                                   : QStringLiteral("url(:/evenhand/icons/sheet_arrow_up_light.svg);"));
    sheet.replace(QStringLiteral("@arrow;"), c.dark ? QStringLiteral("url(:/evenhand/icons/sheet_arrow_dark.svg);")
                                                    : QStringLiteral("url(:/evenhand/icons/sheet_arrow_light.svg);"));
    return sheet;
}

}  // namespace

const Colors& colors(bool dark) {
    static const Colors kLight = makeLight();
    static const Colors kDark = makeDark();
    return dark ? kDark : kLight;
}

std::vector<TextPair> textPairs(const Colors& c) {
    using Named = std::pair<QString, QColor>;
    const std::array<Named, 4> grounds{{{QStringLiteral("window"), c.window},
                                        {QStringLiteral("panel"), c.panel},
                                        {QStringLiteral("panelAlt"), c.panelAlt},
                                        {QStringLiteral("selection"), c.selection}}};
    std::vector<Named> inks{{QStringLiteral("text"), c.text},
                            {QStringLiteral("textMuted"), c.textMuted},
                            {QStringLiteral("textFaint"), c.textFaint}};
    std::vector<TextPair> pairs;
    for (std::size_t i = 0; i < c.tones.size(); ++i) {
        const QString name = QStringLiteral("tone %1").arg(i);
        inks.emplace_back(name, c.tones[i].text);
        pairs.push_back({name + QStringLiteral(" on its fill"), c.tones[i].text, c.tones[i].fill});  // pills, banners
    }
    for (const auto& [ink, color] : inks) {
        for (const auto& [name, ground] : grounds) {
            pairs.push_back({ink + QStringLiteral(" on ") + name, color, ground});
        }
    }
    pairs.push_back({QStringLiteral("accent on window"), c.accent, c.window});  // links, what has the focus
    pairs.push_back({QStringLiteral("accent on panel"), c.accent, c.panel});
    pairs.push_back({QStringLiteral("accent on panelAlt"), c.accent, c.panelAlt});
    pairs.push_back({QStringLiteral("onAccent on accent"), c.onAccent, c.accent});
    pairs.push_back({QStringLiteral("textMuted on border"), c.textMuted, c.border});  // a primary button, disabled
    return pairs;
}

const Colors& colorsOf(const QPalette& palette) {
    // A sheet that makes a widget transparent leaves a black without opacity here; what is seen is what stands behind.
    const QColor own = palette.color(QPalette::Window);
    const QColor seen = own.alpha() > 0 ? own : QGuiApplication::palette().color(QPalette::Window);
    return colors(seen.lightness() < 128);
}

bool systemIsDark() {
    static const bool kDark = QGuiApplication::palette().color(QPalette::Window).lightness() < 128;
    return kDark;
}

void applyTheme(QApplication& app, ThemeChoice choice) {
    const bool system = systemIsDark();  // asked before the palette is ours
    const bool dark = choice == ThemeChoice::Dark || (choice == ThemeChoice::System && system);
    constexpr char kStyled[] = "evenhandStyled";
    if (!app.property(kStyled).toBool()) {
        app.setProperty(kStyled, true);
        QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
        new Mnemonics(app);
    }
    if (const QFont font = interfaceFont(QApplication::font()); font != QApplication::font()) {
        QApplication::setFont(font);
    }
    // Each of these styles every widget there is anew, which takes most of a second: not for nothing.
    if (const QString sheet = sheetOf(colors(dark)); sheet != app.styleSheet()) {
        QApplication::setPalette(paletteOf(colors(dark)));
        app.setStyleSheet(sheet);
    }
}

QFont interfaceFont(const QFont& desktop) {
    // The first family that is there draws Latin text; Chinese falls through to the CJK family.
    const QStringList wanted{QStringLiteral("Inter"),           QStringLiteral("Noto Sans"),
                             QStringLiteral("Segoe UI"),        QStringLiteral("Noto Sans CJK SC"),
                             QStringLiteral("Microsoft YaHei"), QStringLiteral("DejaVu Sans")};
    const QStringList present = QFontDatabase::families();
    QStringList families;
    for (const QString& family : wanted) {
        if (present.contains(family)) {
            families << family;
        }
    }
    QFont font = desktop;
    if (!families.isEmpty()) {
        font.setFamilies(families);
    }
    // One that is given in pixels has no points of its own, and everything here counts in points.
    const double points = desktop.pointSizeF() > 0 ? desktop.pointSizeF() : QFontInfo(desktop).pointSizeF();
    font.setPointSizeF(std::max(points, kMinPoints));
    font.setStyleHint(QFont::SansSerif);
    return font;
}

int byText(int pixels) {
    const double larger = std::max(1.0, QApplication::font().pointSizeF() / kMinPoints);
    return static_cast<int>(std::lround(pixels * larger));
}

int tableRowHeight() { return byText(kRowHeight); }

int controlHeight() { return byText(kControlHeight); }

QFont figureFont(const QFont& base) {
    QFont font = base;
    font.setStyleStrategy(QFont::StyleStrategy(font.styleStrategy() | QFont::PreferNoShaping));
    return font;
}

QFont scaledFont(const QFont& base, double deltaPoints, QFont::Weight weight) {
    QFont font = base;
    font.setPointSizeF(base.pointSizeF() + deltaPoints);
    font.setWeight(weight);
    return font;
}

}  // namespace evenhand::ui
