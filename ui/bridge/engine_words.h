// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's words in the language that is shown. The engine says why it refuses, what a check looks at and what an
// entry of its log is about in English; people who read another language get the same from ui/bridge/engine_phrases.h.
// Plain text, never HTML. Thread: GUI.
#pragma once

#include <QString>
#include <optional>

namespace evenhand::ui {

/// No translation is shown.
[[nodiscard]] bool showsEnglish();
/// A sentence of the engine: in English as it is, else its translation; nullopt if there is none. Who was quicker and
/// which values would do, added at its end, are left out of a translation.
[[nodiscard]] std::optional<QString> engineSentence(const QString& said);
/// "return R-5", "worker 2 of host, process 12"; what is not known is shown as it is, it may be a name.
[[nodiscard]] QString engineSubject(const QString& said);
/// "unit price"; nullopt as above.
[[nodiscard]] std::optional<QString> engineField(const QString& said);

}  // namespace evenhand::ui
