// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/ids.h"

#include "engine/base/blank_text.h"

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

/// The code point that begins at `at`, of valid UTF-8; moves `at` behind it.
char32_t nextCode(std::string_view text, std::size_t& at) {
    const auto byteAt = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = byteAt(at++);
    if (lead < 0x80) {
        return lead;
    }
    const int extra = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
    char32_t code = lead & (0x3fU >> static_cast<unsigned>(extra));
    for (int i = 0; i < extra; ++i) {
        code = (code << 6U) | (byteAt(at++) & 0x3fU);
    }
    return code;
}

constexpr bool within(char32_t code, char32_t first, char32_t last) noexcept { return code >= first && code <= last; }

/// Shows as nothing, ends a line, turns the order in which its neighbours are shown, or is no character: Unicode's
/// Default_Ignorable_Code_Point (DerivedCoreProperties.txt) but for what isJoiner() and isDirectionMark() say, C1
/// controls, interlinear annotations, musical formatting and noncharacters.
constexpr bool isDeceptive(char32_t code) noexcept {
    return within(code, 0x80, 0x9f) || code == 0xad || code == 0x34f || within(code, 0x17b4, 0x17b5) ||
           within(code, 0x180b, 0x180f) || code == 0x200b || code == 0x2028 || code == 0x2029 ||
           within(code, 0x202a, 0x202e) || within(code, 0x2060, 0x206f) || within(code, 0xfdd0, 0xfdef) ||
           code == 0xfeff || within(code, 0xfff0, 0xfffb) || within(code, 0x1bca0, 0x1bca3) ||
           within(code, 0x1d173, 0x1d17a) || within(code, 0xe0000, 0xe0fff) || (code & 0xfffeU) == 0xfffeU;
}
/// Not shown either, but people's names and emoji are written with them: joiners and variation selectors.
constexpr bool isJoiner(char32_t code) noexcept {
    return code == 0x200c || code == 0x200d || within(code, 0xfe00, 0xfe0f);
}
constexpr bool isDirectionMark(char32_t code) noexcept { return code == 0x200e || code == 0x200f || code == 0x61c; }
/// Hebrew, Arabic and their neighbours.
constexpr bool isFromTheRight(char32_t code) noexcept {
    return !isDirectionMark(code) && (within(code, 0x590, 0x8ff) || within(code, 0xfb1d, 0xfdff) ||
                                      within(code, 0xfe70, 0xfefc) || within(code, 0x10800, 0x10fff));
}
/// Spaces of every width, and what has none.
constexpr bool isBlank(char32_t code) noexcept {
    return code == ' ' || code == 0xa0 || within(code, 0x115f, 0x1160) || code == 0x1680 ||
           within(code, 0x2000, 0x200f) || code == 0x202f || code == 0x205f || code == 0x2800 || code == 0x3000 ||
           code == 0x3164 || within(code, 0xfe00, 0xfe0f) || code == 0xffa0;
}

/// Why the text, valid UTF-8, is not what it seems; empty: it is. `name`: of people or things, not an id.
std::string_view deception(std::string_view text, bool name) {
    bool marks = false;
    bool fromTheRight = false;
    bool blank = !text.empty();
    for (std::size_t at = 0; at < text.size();) {
        const char32_t code = nextCode(text, at);
        if (isDeceptive(code) || (!name && isJoiner(code))) {
            return "contains characters that are not shown";
        }
        marks = marks || isDirectionMark(code);
        fromTheRight = fromTheRight || isFromTheRight(code);
        blank = blank && isBlank(code);
    }
    if (marks && !(name && fromTheRight)) {
        return "contains characters that are not shown";
    }
    return blank ? "has only blanks" : std::string_view();
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

Result<void> validateShown(std::string_view text, std::string_view field, std::size_t maxCharacters, bool name) {
    EVENHAND_TRY(validate(text, field, maxCharacters, false));
    if (const auto why = deception(text, name); !why.empty()) {
        return fail(ErrorCode::InvalidArgument, std::string(why), std::string(field), std::string(text));
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

bool isOnlyBlanks(std::string_view text) noexcept {
    if (utf8Length(text) < 0) {
        return false;
    }
    for (std::size_t at = 0; at < text.size();) {
        const char32_t code = nextCode(text, at);
        if (!isBlank(code) && !isDeceptive(code) && !isDirectionMark(code) && code != '\t' && code != '\r' &&
            code != '\n') {
            return false;
        }
    }
    return true;
}

Result<void> validateId(std::string_view text, std::string_view field) {
    if (text.empty()) {
        return fail(ErrorCode::InvalidArgument, "is missing", std::string(field));
    }
    return validateShown(text, field, kMaxIdCharacters, false);
}

Result<void> validateName(std::string_view text, std::string_view field) {
    return validateShown(text, field, kMaxNameCharacters, true);
}

Result<void> validateText(std::string_view text, std::string_view field, std::size_t maxCharacters) {
    return validate(text, field, maxCharacters, true);
}

Result<void> validateNote(std::string_view text, std::string_view field, std::size_t maxCharacters) {
    EVENHAND_TRY(validateText(text, field, maxCharacters));
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        return fail(ErrorCode::InvalidArgument, "a note is needed", std::string(field));
    }
    return {};
}

}  // namespace evenhand::base
