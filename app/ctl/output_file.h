// SPDX-License-Identifier: GPL-3.0-or-later
// Where a command writes the CSV file that somebody asked for: FILE, or standard output for "-". Thread: the command's.
#pragma once

#include <QTemporaryDir>
#include <memory>
#include <string>
#include <string_view>

#include "app/ctl/command.h"

namespace evenhand::ctl {

class OutputFile {
public:
    /// InvalidArgument: --json and "-" both want standard output.
    [[nodiscard]] static Result<OutputFile> at(Context& context, const std::string& target);
    /// What the engine is to write.
    [[nodiscard]] const std::string& path() const noexcept { return m_path; }
    /// After the engine has answered with the number of rows, which are called `one`, `many` (base::counted()): the
    /// file goes to standard output, or is told of.
    [[nodiscard]] Result<ExitCode> done(Context& context, const Result<std::int64_t>& rows, std::string_view one,
                                        std::string_view many = {});

private:
    OutputFile() = default;
    std::string m_target;
    std::string m_path;
    std::unique_ptr<QTemporaryDir> m_scratch;  ///< standard output only
};

}  // namespace evenhand::ctl
