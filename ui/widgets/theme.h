// SPDX-License-Identifier: GPL-3.0-or-later
// The two looks of the console: every colour by its use, and how a look is put on the application.
// Every text is read at a contrast of 4.5 or more, the border of a field is seen at 3 or more, and whoever is
// colour-blind tells the series of a plot apart; the tests measure all of it over what stands here, so a new colour is
// measured too.
// Delegates and plots take their colours from the palette they are drawn with: colorsOf(palette()); they follow a
// switch by QEvent::PaletteChange and need no signal.
// Thread: GUI.
#pragma once

#include <QApplication>
#include <QColor>
#include <QFont>
#include <QPalette>
#include <QString>
#include <array>
#include <cstdint>
#include <vector>

namespace evenhand::ui {

enum class ThemeChoice : std::uint8_t { System, Light, Dark };

/// What a coloured thing says. Muted: no statement.
enum class Tone : std::uint8_t { Muted, Info, Good, Warn, Bad, Accent };

struct ToneColors {
    QColor text;
    QColor fill;
};

struct Colors {
    bool dark = false;
    QColor window;       ///< behind everything
    QColor panel;        ///< tables, cards, fields
    QColor panelAlt;     ///< headers, hovered rows, bars
    QColor border;       ///< hair lines
    QColor fieldBorder;  ///< around what one types or chooses in: seen at 3 on every ground
    QColor grid;         ///< fainter lines inside plots and tables
    QColor text;
    QColor textMuted;
    QColor textFaint;  ///< placeholders, dashes, disabled: as readable as any text
    QColor accent;
    QColor onAccent;
    QColor selection;                 ///< selected rows; text keeps its colour
    std::array<ToneColors, 6> tones;  ///< by Tone
    std::array<QColor, 8> series;     ///< lines and bars of plots, told apart with every kind of colour vision

    [[nodiscard]] const ToneColors& tone(Tone tone) const { return tones[static_cast<std::size_t>(tone)]; }
};

/// Spacing in device-independent pixels: everything is a multiple of 4.
inline constexpr int kGap = 8;
inline constexpr int kGapSmall = 4;
inline constexpr int kGapLarge = 16;
/// Of text at 10 points; rows and controls have tableRowHeight() and controlHeight().
inline constexpr int kRowHeight = 28;
inline constexpr int kControlHeight = 30;

[[nodiscard]] const Colors& colors(bool dark);
/// Those of the look that `palette` belongs to.
[[nodiscard]] const Colors& colorsOf(const QPalette& palette);

/// A text as it is drawn somewhere: its colour, and that of what it stands on.
struct TextPair {
    QString what;  ///< both by name, for whoever reads a failing test
    QColor ink;
    QColor ground;
};
/// Every pair that widgets, delegates and plots draw. Who draws a text on something else adds the pair here. (The pairs
/// of the sheet and of the palette are found by their tests.)
[[nodiscard]] std::vector<TextPair> textPairs(const Colors& colors);

/// Whether the desktop asks for a dark look, as far as Qt 6.4 can tell: by the palette at the start of the program.
[[nodiscard]] bool systemIsDark();
/// Puts style, palette, font and sheet on the application, and gives its dialogs and menus their keys (mnemonics.h).
/// Call once with System before any window is made.
void applyTheme(QApplication& app, ThemeChoice choice);

/// The interface's font: the desktop's text size, in a family that has figures of one width. 10 points at the least: 9
/// is what Qt says where no desktop says anything.
[[nodiscard]] QFont interfaceFont(const QFont& desktop);
/// What holds text, in pixels as they are at 10 points: with larger text in proportion. The program's font is asked, so
/// it is a layout's matter, not painting's in a loop.
[[nodiscard]] int byText(int pixels);
[[nodiscard]] int tableRowHeight();
[[nodiscard]] int controlHeight();

/// Family for figures in columns.
[[nodiscard]] QFont figureFont(const QFont& base);
/// `base` made `deltaPoints` larger, with a weight.
[[nodiscard]] QFont scaledFont(const QFont& base, double deltaPoints, QFont::Weight weight = QFont::Normal);

}  // namespace evenhand::ui
