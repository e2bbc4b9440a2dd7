// SPDX-License-Identifier: GPL-3.0-or-later
// One figure of the overview: a name, the number, a line below; a click leads to the page behind it.
// Thread: GUI. A figure that is not known is a dash.
#pragma once

#include <QAbstractButton>
#include <QFont>
#include <optional>
#include <utility>

#include "ui/widgets/theme.h"

namespace evenhand::ui {

class Tile : public QAbstractButton {
    Q_OBJECT

public:
    explicit Tile(QWidget* parent = nullptr);
    /// `tone` colours the figure; Muted leaves it as it is. `note` may be empty.
    /// A number without room for it is shown smaller, then shorter ("12.3M"); the tip always says all.
    void setFigure(const QString& figure, const QString& note, Tone tone = Tone::Muted);
    [[nodiscard]] const QString& figure() const noexcept { return m_figure; }
    [[nodiscard]] const QString& note() const noexcept { return m_note; }
    [[nodiscard]] Tone tone() const noexcept { return m_tone; }
    /// The figure and its font as there is room for them in `width` pixels.
    [[nodiscard]] std::pair<QString, QFont> fitted(int width) const;
    [[nodiscard]] QSize sizeHint() const override { return {byText(150), byText(92)}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {byText(96), byText(92)}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void sayAll();

    QString m_figure;
    QString m_note;
    Tone m_tone = Tone::Muted;
};

}  // namespace evenhand::ui
