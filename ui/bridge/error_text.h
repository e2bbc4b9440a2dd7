// SPDX-License-Identifier: GPL-3.0-or-later
// An engine error as a sentence for people, in the language shown. Plain text, never HTML.
// Thread: GUI.
#pragma once

#include <QString>

#include "engine/base/result.h"

namespace evenhand::ui {

class Formats;

/// "The order was changed by somebody else meanwhile." with the engine's own words behind it where they say more.
/// The engine's words have amounts in minor units and instants as milliseconds: with `formats` both are said as people
/// write them; without, such words are left out.
[[nodiscard]] QString errorText(const Error& error);
[[nodiscard]] QString errorText(const Error& error, const Formats& formats);
/// What a fault of the storage means and what to do; another text as it is.
[[nodiscard]] QString storageText(const QString& technical);
/// Only the translated sentence of the code, for narrow columns.
[[nodiscard]] QString errorTitle(ErrorCode code);

}  // namespace evenhand::ui
