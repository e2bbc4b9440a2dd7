// SPDX-License-Identifier: GPL-3.0-or-later
// A moment in the business zone: typed or pasted as it is shown, chosen from a calendar, or the present one.
// Thread: GUI.
#pragma once

#include <QDateTimeEdit>
#include <functional>
#include <optional>

#include "ui/widgets/formats.h"
#include "ui/widgets/translated.h"

namespace evenhand::ui {

class MomentEdit : public Translated<QDateTimeEdit> {
    Q_OBJECT

public:
    /// Whole seconds are shown, with `milliseconds` those too. `now` is asked when "now" is chosen.
    MomentEdit(const Formats& formats, std::function<Instant()> now, Instant at, bool milliseconds = false,
               QWidget* parent = nullptr);

    /// `was`: where only the milliseconds that are not shown differ, it is the moment still.
    [[nodiscard]] Instant instant(std::optional<Instant> was = std::nullopt) const;
    void setInstant(Instant at);
    /// The whole moment has room, beside "now" and the calendar's arrow.
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void retranslate() override;

    const Formats& m_formats;
    std::function<Instant()> m_now;
    QAction* m_nowAction;
};

}  // namespace evenhand::ui
