// SPDX-License-Identifier: GPL-3.0-or-later
// A short coloured word in a rounded box: a status, a state, a count. As a widget, and for delegates as a function.
// Thread: GUI.
#pragma once

#include <QWidget>

#include "ui/widgets/theme.h"

namespace evenhand::ui {

/// Width that drawPill needs for `text`.
[[nodiscard]] int pillWidth(const QString& text, const QFont& font);
/// Draws the pill left-aligned and vertically centred in `rect`, elided to fit. `dot`: a filled circle before the text.
void drawPill(QPainter& painter, const QRect& rect, const QString& text, const ToneColors& colors, const QFont& font,
              bool dot = false);

class Pill : public QWidget {
    Q_OBJECT

public:
    explicit Pill(QWidget* parent = nullptr);
    /// `dot`: a filled circle before the text, so that the state is not told by colour alone in small sizes.
    void setPill(const QString& text, Tone tone, bool dot = false);
    [[nodiscard]] QString text() const { return m_text; }
    [[nodiscard]] Tone tone() const { return m_tone; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
    Tone m_tone = Tone::Muted;
    bool m_dot = false;
};

}  // namespace evenhand::ui
