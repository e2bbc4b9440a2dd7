// SPDX-License-Identifier: GPL-3.0-or-later
// The FILE of an import: a path, or "-" for standard input, which is first copied to a temporary file because an
// import reads its file more than once. Thread: confined to its owner.
#pragma once

#include <QFile>
#include <QTemporaryFile>
#include <functional>
#include <memory>
#include <string>

#include "engine/base/result.h"

namespace evenhand::import {

class InputFile {
public:
    /// Errors name the path and say what is wrong: NotFound, InvalidArgument (a directory, a device), Storage
    /// (unreadable, no room for the copy of standard input), Cancelled.
    [[nodiscard]] static Result<InputFile> open(const std::string& path, const std::function<bool()>& cancelled);

    [[nodiscard]] QIODevice& device() const noexcept { return *m_file; }
    /// The path, or "standard input".
    [[nodiscard]] const std::string& name() const noexcept { return m_name; }
    [[nodiscard]] std::int64_t bytes() const { return m_file->size(); }
    /// It could not be read twice: what was read of it is in a file without a name.
    [[nodiscard]] bool isCopy() const noexcept { return m_ownCopy; }
    /// Not the bytes that were opened: the file grew, shrank or was written since.
    [[nodiscard]] bool changed() const;

private:
    std::unique_ptr<QFile> m_file;
    std::string m_name;
    bool m_ownCopy = false;
    std::int64_t m_openedBytes = 0;
    std::int64_t m_openedModifiedMs = 0;
};

}  // namespace evenhand::import
