// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for a moment to come: later by a delay (offered or typed), or a date and time in the business zone, both to the
// millisecond.
// Thread: GUI.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QWidget>
#include <functional>
#include <optional>

#include "ui/widgets/formats.h"
#include "ui/widgets/moment_edit.h"

namespace evenhand::ui {

class WhenField : public QWidget {
    Q_OBJECT

public:
    /// `now` is engine time, asked for whenever the field is checked.
    WhenField(const Formats& formats, std::function<Instant()> now, QWidget* parent);

    /// Exactly one of the two if problem() is empty.
    [[nodiscard]] std::optional<std::int64_t> delayMs() const;
    [[nodiscard]] std::optional<Instant> instant() const;
    /// Why what stands there will not do, naming the field; empty if it will.
    [[nodiscard]] QString problem() const;
    [[nodiscard]] QComboBox* mode() const { return m_mode; }
    [[nodiscard]] QComboBox* delay() const { return m_delay; }
    [[nodiscard]] MomentEdit* at() const { return m_at; }

Q_SIGNALS:
    void changed();

private:
    [[nodiscard]] bool isDelay() const { return m_mode->currentIndex() == 0; }
    void sync();

    std::function<Instant()> m_now;
    QComboBox* m_mode = nullptr;
    QComboBox* m_delay = nullptr;
    MomentEdit* m_at = nullptr;
};

}  // namespace evenhand::ui
