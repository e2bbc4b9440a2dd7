// SPDX-License-Identifier: GPL-3.0-or-later
// Certificates of services that this person has accepted: a text file with a line each, "HOST:PORT FINGERPRINT", as ssh
// keeps its known hosts. Who takes a line out is asked again.
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

    /// 64 hexadecimal digits; empty: none was accepted.
    [[nodiscard]] std::string fingerprintOf(const ServiceAddress& address) const;
    /// In place of what was accepted before. Storage (path).
    [[nodiscard]] Result<void> remember(const ServiceAddress& address, const std::string& fingerprint);
    [[nodiscard]] const std::string& path() const noexcept { return m_path; }

private:
    const std::string m_path;
};

/// As people compare it: "AB:CD:…".
[[nodiscard]] std::string shownFingerprint(const std::string& fingerprint);
/// From digits with or without colons; empty: it is none.
[[nodiscard]] std::string fingerprintFrom(const std::string& text);

}  // namespace evenhand::remote
