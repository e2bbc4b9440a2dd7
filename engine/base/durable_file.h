// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are there whole or not at all: what is written goes beside the file, is checked, brought to the disk and
// only then given the file's name. Until then, and after any error, the former file is untouched. Thread: an object is
// used by one thread at a time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace evenhand::base {

/// Who may read a new file.
enum class FileMode : std::uint8_t {
    Private,  ///< 0600, whatever the umask: secrets, and what says something about them
    Shared,   ///< that of the file that is replaced, else 0666 less the umask: what a person asked for, where
              ///< checkOutput() allows it
};

/// Whether a person may have something written to this path: never into the folder of a workspace and never over a
/// secret, which are the program's own and would be lost. Links are followed.
/// Errors: InvalidArgument, field "path".
[[nodiscard]] Result<void> checkOutput(const std::string& path);

/// Invariant: m_part names a file beside the target from open() until commit() or the end of the object.
/// A path that is a symbolic link stands for the file it leads to. A path that is no regular file (a pipe, /dev/full)
/// cannot be replaced, so it is written directly.
/// Errors: Storage with field "path" and the system's reason. After one, only the destructor may follow.
class DurableFile {
public:
    [[nodiscard]] static Result<DurableFile> open(const std::string& path, FileMode mode);
    DurableFile(DurableFile&& other) noexcept;
    DurableFile& operator=(DurableFile&& other) noexcept;
    DurableFile(const DurableFile&) = delete;
    DurableFile& operator=(const DurableFile&) = delete;
    ~DurableFile();  ///< what was not committed is removed

    /// Appends. Goes through a buffer: a full disk may be told by a later call, at the latest by commit().
    [[nodiscard]] Result<void> write(std::string_view bytes);
    /// Writes the rest and brings the file to the disk, but gives it no name yet: what can fail for lack of room has
    /// then not failed. Nothing is written afterwards.
    [[nodiscard]] Result<void> prepare();
    /// prepare(), and the file has its name, which is on the disk. Call once, last.
    [[nodiscard]] Result<void> commit();

    [[nodiscard]] const std::string& path() const noexcept { return m_path; }

private:
    DurableFile(std::string path, std::string part, int handle);
    [[nodiscard]] Result<void> flush();
    [[nodiscard]] tl::unexpected<Error> systemError(const char* doing) const;
    void discard() noexcept;

    std::string m_path;    ///< what the caller named, links resolved
    std::string m_part;    ///< beside it; empty: written directly, or committed
    std::string m_buffer;  ///< not yet given to the system
    int m_handle = -1;     ///< closed by prepare()
};

/// All of it at once: writes `content` to `path` as above.
[[nodiscard]] Result<void> replaceFile(const std::string& path, std::string_view content, FileMode mode);

/// Brings the names in `folder` to the disk: after a rename or a removal in it. Errors: Storage, field "path".
[[nodiscard]] Result<void> syncFolder(const std::string& folder);

}  // namespace evenhand::base
