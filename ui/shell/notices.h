// SPDX-License-Identifier: GPL-3.0-or-later
// The last result, shown in the bottom line: what was done, how it went, and for a short while how to undo it.
// Thread: GUI.
#pragma once

#include <QObject>
#include <QString>
#include <functional>

#include "ui/widgets/theme.h"

namespace evenhand::ui {

struct Notice {
    QString text;  ///< plain text
    Tone tone = Tone::Muted;
    QString undoText;  ///< label of the button, e.g. tr("Undo"); empty: none offered
    std::function<void()> undo;
    /// The text once more, in the language shown then; none: it stays as it was told.
    std::function<QString()> again = {};
};

class Notices : public QObject {
    Q_OBJECT

public:
    /// How long an undo is offered.
    static constexpr int kUndoMs = 15'000;

    using QObject::QObject;

    void post(Notice notice);
    void info(const QString& text) { post({text, Tone::Muted, {}, {}}); }
    void good(const QString& text) { post({text, Tone::Good, {}, {}}); }
    void warn(const QString& text) { post({text, Tone::Warn, {}, {}}); }
    void bad(const QString& text) { post({text, Tone::Bad, {}, {}}); }
    /// What stands for long and shall follow a change of language.
    void info(const std::function<QString()>& words) { post({words(), Tone::Muted, {}, {}, words}); }
    /// The language has changed.
    void retranslate();
    [[nodiscard]] const Notice& last() const noexcept { return m_last; }

Q_SIGNALS:
    void posted();

private:
    Notice m_last;
};

}  // namespace evenhand::ui
