// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import/row_checks.h"

#include <limits>

#include "engine/base/ascii_text.h"
#include "engine/base/ids.h"

namespace evenhand::import {
namespace {

bool sameName(std::string_view a, std::string_view b) { return base::lowered(a) == base::lowered(b); }

bool isControl(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
}

std::optional<Rejection> checkLength(const NamedText& field, std::size_t most) {
    if (base::utf8Length(field.text) <= static_cast<std::int64_t>(most)) {
        return std::nullopt;
    }
    return Rejection{Reason::TooLong,
                     std::string(field.name) + " is longer than " + std::to_string(most) + " characters"};
}

}  // namespace

Result<void> readHeaderRecord(CsvReader& reader, CsvRecord& header) {
    if (!reader.next(header)) {
        EVENHAND_TRY(reader.status());
        return fail(ErrorCode::InvalidArgument, "the file is empty: it has no header line", "header");
    }
    const std::string_view raw = header.raw;
    if (raw.starts_with("\xff\xfe") || raw.starts_with("\xfe\xff")) {
        return fail(ErrorCode::InvalidArgument, "the file is UTF-16; save it as UTF-8", "header");
    }
    if (!header.utf8 || raw.find('\0') != std::string_view::npos) {
        return fail(ErrorCode::InvalidArgument, "the file is not CSV text in UTF-8", "header");
    }
    if (header.tooLong) {
        return fail(ErrorCode::InvalidArgument, "the header line is longer than 65536 bytes: this is not a CSV file",
                    "header");
    }
    return {};
}

Result<int> findColumn(const CsvRecord& header, std::string_view name) {
    int found = -1;
    for (std::size_t i = 0; !blank(name) && i < header.fieldCount; ++i) {
        if (!sameName(base::trimmed(header.field(i)), base::trimmed(name))) {
            continue;
        }
        if (found >= 0) {
            return fail(ErrorCode::InvalidArgument, "the header has the column " + shown(name) + " twice", "header",
                        std::string(name));
        }
        found = static_cast<int>(i);
    }
    return found;
}

std::optional<Rejection> checkColumns(const CsvRecord& record, std::size_t count) {
    if (record.quoteOpen) {
        return Rejection{Reason::WrongColumns, "a quote is opened and never closed"};
    }
    if (record.fieldCount != count) {
        return Rejection{Reason::WrongColumns,
                         std::to_string(record.fieldCount) + " columns instead of " + std::to_string(count)};
    }
    return std::nullopt;
}

std::optional<Rejection> checkLine(const CsvRecord& record) {
    if (!record.utf8) {
        return Rejection{Reason::NotUtf8, "the line is not valid UTF-8"};
    }
    if (record.tooLong) {
        return Rejection{Reason::TooLong, "the line is longer than " + std::to_string(kMaxRecordBytes) + " bytes"};
    }
    return std::nullopt;
}

std::optional<Rejection> checkTexts(std::span<const NamedText> ids, std::span<const NamedText> names) {
    for (const NamedText& id : ids) {
        if (auto rejection = checkLength(id, base::kMaxIdCharacters)) {
            return rejection;
        }
        if (const auto valid = base::validateId(id.text, id.name); !valid && !blank(id.text)) {
            return Rejection{Reason::NotUtf8, std::string(id.name) + " " + valid.error().message};
        }
    }
    for (const NamedText& name : names) {
        if (auto rejection = checkLength(name, base::kMaxNameCharacters)) {
            return rejection;
        }
        if (const auto valid = base::validateName(cleanName(name.text), name.name); !valid) {
            return Rejection{Reason::NotUtf8, std::string(name.name) + " " + valid.error().message};
        }
    }
    return std::nullopt;
}

Instant latestInstant(Instant clock) noexcept {
    return clock.ms == 0 ? Instant{std::numeric_limits<std::int64_t>::max()} : clock.plusMs(base::kDayMs);
}

std::optional<Rejection> checkFuture(Instant at, Instant latest, const NamedText& field) {
    if (at <= latest) {
        return std::nullopt;
    }
    return Rejection{Reason::InFuture, std::string(field.name) + " " + shown(field.text) +
                                           " is more than a day ahead of this machine's clock"};
}

bool blank(std::string_view text) noexcept { return base::trimmed(text).empty(); }

bool isNegative(std::string_view decimal) noexcept {
    return decimal.starts_with('-') && decimal.find_first_of("123456789") != std::string_view::npos;
}

std::string shown(std::string_view text) {
    constexpr std::size_t kMax = 80;
    std::string out(text.substr(0, kMax));
    while (text.size() > kMax && !out.empty() && base::utf8Length(out) < 0) {
        out.pop_back();
    }
    return '"' + cleanName(out) + (out.size() < text.size() ? "…\"" : "\"");
}

std::string cleanName(std::string_view name) {
    std::string clean(name);
    std::replace_if(clean.begin(), clean.end(), isControl, ' ');
    return blank(clean) ? std::string() : clean;
}

}  // namespace evenhand::import
