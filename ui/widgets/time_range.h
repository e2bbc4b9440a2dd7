// SPDX-License-Identifier: GPL-3.0-or-later
// A span of time in the business zone: a preset that moves with the day, or two instants.
// Thread: GUI.
#pragma once

#include <QDialog>
#include <QLabel>
#include <QPushButton>
#include <optional>

#include "ui/widgets/formats.h"
#include "ui/widgets/moment_edit.h"

namespace evenhand::ui {

struct TimeRange {
    enum class Preset : std::uint8_t { Any, Today, Yesterday, LastHour, LastSevenDays, Custom };
    Preset preset = Preset::Any;
    std::optional<Instant> from;  ///< of Custom, included
    std::optional<Instant> to;    ///< of Custom, excluded
    bool operator==(const TimeRange&) const = default;

    struct Bounds {
        std::optional<Instant> from;
        std::optional<Instant> to;
    };
    [[nodiscard]] Bounds bounds(const Formats& formats, Instant now) const;
};

/// Two instants, typed.
class TimeRangeDialog : public QDialog {
    Q_OBJECT

public:
    TimeRangeDialog(const Formats& formats, Instant now, Instant from, Instant to, QWidget* parent);
    [[nodiscard]] TimeRange range() const;

private:
    void check();

    MomentEdit* m_from = nullptr;
    MomentEdit* m_to = nullptr;
    QPushButton* m_accept = nullptr;
    QLabel* m_hint = nullptr;  ///< the time zone, or why the range is none
    QString m_zone;
};

class TimeRangeButton : public QPushButton {
    Q_OBJECT

public:
    explicit TimeRangeButton(const Formats& formats, QWidget* parent = nullptr);
    void setRange(const TimeRange& range);
    [[nodiscard]] const TimeRange& range() const noexcept { return m_range; }
    /// "Now" as the engine has it, for presets.
    void setNow(Instant now) { m_now = now; }
    void retranslate();

Q_SIGNALS:
    void rangeChanged();

private:
    void askCustom();
    [[nodiscard]] static QString presetLabel(TimeRange::Preset preset);

    const Formats& m_formats;
    TimeRange m_range;
    Instant m_now;
};

}  // namespace evenhand::ui
