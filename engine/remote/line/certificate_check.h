// SPDX-License-Identifier: GPL-3.0-or-later
// Decides whether a certificate belongs to the service that is meant: an authority vouches for it and it names the
// host, or it has the fingerprint that somebody has accepted.
// Thread: one at a time.
#pragma once

#include <openssl/x509_vfy.h>

#include <string>

namespace evenhand::remote {

class CertificateCheck {
public:
    CertificateCheck(std::string host, std::string accepted)
        : m_host(std::move(host)), m_accepted(std::move(accepted)) {}

    /// OpenSSL's callback, called for each certificate of the chain, the service's own last. `isFine`: what OpenSSL
    /// thinks of it.
    [[nodiscard]] bool look(bool isFine, X509_STORE_CTX* context);
    [[nodiscard]] bool hasRefused() const noexcept { return m_hasRefused; }
    /// SHA-256 of the service's certificate, 64 hexadecimal digits; empty: none was seen.
    [[nodiscard]] const std::string& fingerprint() const noexcept { return m_fingerprint; }

private:
    const std::string m_host;
    const std::string m_accepted;
    std::string m_fingerprint;
    bool m_isVouchedFor = true;
    bool m_hasRefused = false;
};

/// The SHA-256 of a certificate in DER, as 64 hexadecimal digits.
[[nodiscard]] std::string fingerprintOf(X509* certificate);
/// The same of the first certificate in a PEM file; empty: there is none.
[[nodiscard]] std::string fingerprintOfFile(const std::string& path);

}  // namespace evenhand::remote
