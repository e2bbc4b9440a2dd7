// SPDX-License-Identifier: GPL-3.0-or-later
// A file that comes in pieces, and has its name once it is whole, so that half of one is never taken for it.
// Thread: one at a time.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/base/durable_file.h"

namespace evenhand::remote {

class ReceivedFile {
public:
    /// As an export of this machine: base::checkOutput().
    [[nodiscard]] static Result<ReceivedFile> open(const std::string& path);

    void add(std::string_view bytes);
    /// It is whole. Storage (path), of any piece.
    [[nodiscard]] Result<void> keep();

private:
    explicit ReceivedFile(base::DurableFile file) : m_file(std::move(file)) {}

    base::DurableFile m_file;
    std::optional<Error> m_failure;  ///< after it nothing is written
};

}  // namespace evenhand::remote
