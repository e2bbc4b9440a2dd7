// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/line/certificate_check.h"

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <array>
#include <memory>

#include "engine/base/sha256.h"

namespace evenhand::remote {
namespace {

bool names(X509* certificate, const std::string& host) {
    return ::X509_check_ip_asc(certificate, host.c_str(), 0) == 1 ||
           ::X509_check_host(certificate, host.data(), host.size(), 0, nullptr) == 1;
}

}  // namespace

std::string fingerprintOf(X509* certificate) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    if (certificate == nullptr || ::X509_digest(certificate, ::EVP_sha256(), digest.data(), &size) != 1) {
        return {};
    }
    return base::hexOf({reinterpret_cast<const char*>(digest.data()), size});
}

std::string fingerprintOfFile(const std::string& path) {
    const std::unique_ptr<BIO, decltype(&::BIO_free)> file(::BIO_new_file(path.c_str(), "r"), &::BIO_free);
    if (file == nullptr) {
        return {};
    }
    const std::unique_ptr<X509, decltype(&::X509_free)> certificate(
        ::PEM_read_bio_X509(file.get(), nullptr, nullptr, nullptr), &::X509_free);
    return fingerprintOf(certificate.get());
}

bool CertificateCheck::look(bool isFine, X509_STORE_CTX* context) {
    m_isVouchedFor = m_isVouchedFor && isFine;
    if (::X509_STORE_CTX_get_error_depth(context) > 0) {
        return true;  // the decision is made when OpenSSL comes to the service's own certificate
    }
    X509* certificate = ::X509_STORE_CTX_get_current_cert(context);
    m_fingerprint = fingerprintOf(certificate);
    const bool isTrusted = m_isVouchedFor && names(certificate, m_host);
    m_hasRefused = !isTrusted && (m_fingerprint.empty() || m_fingerprint != m_accepted);
    return !m_hasRefused;
}

}  // namespace evenhand::remote
