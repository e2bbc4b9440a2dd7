// SPDX-License-Identifier: GPL-3.0-or-later
// Certificates of services that this person has accepted: a text file with a line each, "HOST:PORT FINGERPRINT", like
// the known hosts of ssh. If a line is deleted, the person is asked again.
// Thread: any, one at a time.
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/remote/line/service_address.h"

namespace evenhand::remote {

class KnownServices {
public:
    /// The file need not be there.
    explicit KnownServices(std::string path) : m_path(std::move(path)) {}

    /// The fingerprint that was accepted, 64 hexadecimal digits; empty: none was.
    [[nodiscard]] std::string fingerprintOf(const ServiceAddress& address) const;
    /// Replaces what was accepted before. Error: Storage (path).
    [[nodiscard]] Result<void> remember(const ServiceAddress& address, const std::string& fingerprint);
    [[nodiscard]] const std::string& path() const noexcept { return m_path; }

private:
    const std::string m_path;
};

/// The fingerprint as people compare it: "AB:CD:…".
[[nodiscard]] std::string shownFingerprint(const std::string& fingerprint);
/// Reads a fingerprint that somebody typed, with or without colons; empty: it is none.
[[nodiscard]] std::string fingerprintFrom(const std::string& text);

}  // namespace evenhand::remote
