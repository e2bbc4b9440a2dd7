// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/ids.h"

namespace evenhand::base {
namespace {

bool hasControl(std::string_view text, bool allowLineBreaks) {
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (allowLineBreaks && (byte == '\n' || byte == '\r' || byte == '\t')) {
            continue;
        }
        if (byte < 0x20 || byte == 0x7f) {
            return true;
        }
    }
    return false;
}

Result<void> validate(std::string_view text, std::string_view field, std::size_t maxCharacters, bool lineBreaks) {
    const auto length = utf8Length(text);
    if (length < 0) {
        return fail(ErrorCode::InvalidArgument, "is not valid UTF-8", std::string(field));
    }
    if (static_cast<std::size_t>(length) > maxCharacters) {
        return fail(ErrorCode::InvalidArgument, "is longer than " + std::to_string(maxCharacters) + " characters",
                    std::string(field), std::string(text));
    }
    if (hasControl(text, lineBreaks)) {
        return fail(ErrorCode::InvalidArgument, "contains control characters", std::string(field), std::string(text));
    }
    return {};
}

}  // namespace

std::int64_t utf8Length(std::string_view text) noexcept {
    std::int64_t count = 0;
    std::size_t i = 0;
    const auto byteAt = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    while (i < text.size()) {
        const unsigned lead = byteAt(i);
        std::size_t extra = 0;
        std::uint32_t code = 0;
        std::uint32_t least = 0;
        if (lead < 0x80) {
            ++i;
            ++count;
            continue;
        }
        if (lead >= 0xc2 && lead <= 0xdf) {
            extra = 1;
            code = lead & 0x1fU;
            least = 0x80;
        } else if (lead >= 0xe0 && lead <= 0xef) {
            extra = 2;
            code = lead & 0x0fU;
            least = 0x800;
        } else if (lead >= 0xf0 && lead <= 0xf4) {
            extra = 3;
            code = lead & 0x07U;
            least = 0x10000;
        } else {
            return -1;
        }
        if (text.size() - i <= extra) {
            return -1;
        }
        for (std::size_t k = 1; k <= extra; ++k) {
            const unsigned next = byteAt(i + k);
            if ((next & 0xc0U) != 0x80) {
                return -1;
            }
            code = (code << 6U) | (next & 0x3fU);
        }
        if (code < least || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
            return -1;
        }
        i += extra + 1;
        ++count;
    }
    return count;
}

Result<void> validateId(std::string_view text, std::string_view field) {
    if (text.empty()) {
        return fail(ErrorCode::InvalidArgument, "is missing", std::string(field));
    }
    return validate(text, field, kMaxIdCharacters, false);
}

Result<void> validateName(std::string_view text, std::string_view field) {
    return validate(text, field, kMaxNameCharacters, false);
}

Result<void> validateText(std::string_view text, std::string_view field, std::size_t maxCharacters) {
    return validate(text, field, maxCharacters, true);
}

}  // namespace evenhand::base
