// SPDX-License-Identifier: GPL-3.0-or-later
// UTF-8 for Qt SQL. Pure, any thread.
#pragma once

#include <QString>
#include <string_view>

namespace evenhand::store {

[[nodiscard]] inline QString qt(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

}  // namespace evenhand::store
