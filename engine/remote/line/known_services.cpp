// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/line/known_services.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "engine/base/durable_file.h"

namespace evenhand::remote {
namespace {

constexpr std::size_t kDigits = 64;

}  // namespace

std::string KnownServices::fingerprintOf(const ServiceAddress& address) const {
    const auto begin = textOf(address) + ' ';
    std::ifstream in(m_path);
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with(begin)) {
            return fingerprintFrom(line.substr(begin.size()));
        }
    }
    return {};
}

Result<void> KnownServices::remember(const ServiceAddress& address, const std::string& fingerprint) {
    const auto begin = textOf(address) + ' ';
    std::string kept;
    {
        std::ifstream in(m_path);
        for (std::string line; std::getline(in, line);) {
            kept += line.starts_with(begin) ? std::string() : line + '\n';
        }
    }
    std::error_code ignored;  // if this fails, writing the file fails too, and that error is answered
    std::filesystem::create_directories(std::filesystem::path(m_path).parent_path(), ignored);
    return base::replaceFile(m_path, kept + begin + fingerprint + '\n', base::FileMode::Private);
}

std::string shownFingerprint(const std::string& fingerprint) {
    std::string shown;
    for (std::size_t i = 0; i < fingerprint.size(); ++i) {
        shown += i > 0 && i % 2 == 0 ? ":" : "";
        shown += static_cast<char>(std::toupper(static_cast<unsigned char>(fingerprint[i])));
    }
    return shown;
}

std::string fingerprintFrom(const std::string& text) {
    std::string digits;
    for (const char c : text) {
        if (std::isxdigit(static_cast<unsigned char>(c)) != 0) {
            digits += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        } else if (c != ':') {
            return {};
        }
    }
    return digits.size() == kDigits ? digits : std::string();
}

}  // namespace evenhand::remote
