// SPDX-License-Identifier: GPL-3.0-or-later
// Says in the bar of a list that it could not be read. It takes the room that the bar's row leaves over and keeps it
// while nothing is wrong: a message must not move the list below it under somebody's pointer. Thread: GUI.
#pragma once

#include <optional>

#include "engine/base/error.h"
#include "ui/widgets/elided_label.h"

namespace evenhand::ui {

class WrapRow;

class ReadError : public ElidedLabel {
    Q_OBJECT

public:
    /// Goes to the end of `bar`, with stretch.
    ReadError(WrapRow& bar, const QString& objectName, QWidget* parent);
    void setError(const std::optional<base::Error>& error);
};

}  // namespace evenhand::ui
