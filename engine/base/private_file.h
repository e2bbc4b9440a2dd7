// SPDX-License-Identifier: GPL-3.0-or-later
// Files that hold a secret, as people keep them: a password, the key of a certificate. One that others of the machine
// can read is refused rather than used: whoever wants the secret would only have to look. Thread: any.
#pragma once

#include <cstddef>
#include <string>

#include "engine/base/result.h"
#include "engine/base/secret.h"

namespace evenhand::base {

/// A file of this account that nobody else can read (0600), or one of root that its group can (0640, as Debian keeps
/// the keys of certificates). A pipe or a terminal is nobody's to look into, and passes. Errors: NotFound,
/// PermissionDenied (what to do), Storage; each names `field` and the path.
[[nodiscard]] Result<void> checkPrivateFile(const std::string& path, const std::string& field);

/// The first line of such a file, without its line end. As above; also InvalidArgument: longer than `maxBytes`.
[[nodiscard]] Result<Secret> readPrivateLine(const std::string& path, const std::string& field,
                                             std::size_t maxBytes = 4096);

/// No core dump and no other process of this account may read this one's memory: for programs that hold secrets. First
/// thing in main(). Answers false where the system refuses.
bool protectMemory() noexcept;

}  // namespace evenhand::base
