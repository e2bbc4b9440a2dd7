// SPDX-License-Identifier: GPL-3.0-or-later
// Icons drawn from resources/icons/NAME.svg in the colour of the text they stand beside; they follow a switch of the
// look by themselves, because the colour is asked for when they are painted.
// Thread: GUI.
#pragma once

#include <QColor>
#include <QIcon>
#include <QPixmap>
#include <QString>
#include <cstdint>

namespace evenhand::ui {

enum class IconInk : std::uint8_t {
    Text,      ///< the colour of the application's button text
    OnAccent,  ///< on a primary button
};

/// Fainter when disabled.
[[nodiscard]] QIcon icon(const QString& name, IconInk ink = IconInk::Text);
/// One picture in a given colour, `size` in device-independent pixels.
[[nodiscard]] QPixmap iconPixmap(const QString& name, int size, const QColor& color, qreal devicePixelRatio);

}  // namespace evenhand::ui
