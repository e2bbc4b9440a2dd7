// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/money.h"

namespace evenhand::base {
namespace {

Result<Money> checked(bool overflowed, std::int64_t value) {
    if (overflowed || value > kMaxMoneyMinor || value < -kMaxMoneyMinor) {
        return fail(ErrorCode::Overflow, "the amount is too large", "amount");
    }
    return Money{value};
}

}  // namespace

tl::expected<Money, DecimalFault> parseDecimal(std::string_view text, int minorDigits) noexcept {
    std::size_t i = 0;
    bool negative = false;
    if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
        negative = text[0] == '-';
        i = 1;
    }
    std::int64_t value = 0;
    int fraction = -1;  // digits seen after the point, -1 before it
    bool digits = false;
    bool outOfRange = false;
    bool subMinor = false;
    const auto push = [&](int digit) {
        if (!outOfRange && (__builtin_mul_overflow(value, std::int64_t{10}, &value) ||
                            __builtin_add_overflow(value, std::int64_t{digit}, &value) || value > kMaxMoneyMinor)) {
            outOfRange = true;
        }
    };
    for (; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '.' && fraction < 0) {
            fraction = 0;
            continue;
        }
        if (c < '0' || c > '9') {
            return tl::unexpected(DecimalFault::NotANumber);
        }
        digits = true;
        if (fraction < 0) {
            push(c - '0');
        } else if (fraction < minorDigits) {
            push(c - '0');
            ++fraction;
        } else if (c != '0') {
            subMinor = true;
        }
    }
    if (!digits) {
        return tl::unexpected(DecimalFault::NotANumber);
    }
    if (subMinor) {
        return tl::unexpected(DecimalFault::SubMinor);
    }
    for (int k = fraction < 0 ? 0 : fraction; k < minorDigits; ++k) {
        push(0);
    }
    if (outOfRange) {
        return tl::unexpected(DecimalFault::OutOfRange);
    }
    return Money{negative ? -value : value};
}

Result<Money> parseMoney(std::string_view text, int minorDigits, std::string_view field) {
    auto parsed = parseDecimal(text, minorDigits);
    if (parsed) {
        return *parsed;
    }
    switch (parsed.error()) {
        case DecimalFault::NotANumber:
            return fail(ErrorCode::InvalidArgument, "is not a decimal number", std::string(field), std::string(text));
        case DecimalFault::SubMinor:
            return fail(ErrorCode::InvalidArgument, "has a fraction below the smallest unit of the currency",
                        std::string(field), std::string(text));
        case DecimalFault::OutOfRange:
            return fail(ErrorCode::Overflow, "is above the largest amount", std::string(field), std::string(text));
    }
    return fail(ErrorCode::Internal, "unknown decimal fault");
}

std::string formatMoney(Money amount, int minorDigits) {
    const bool negative = amount.minor < 0;
    const std::uint64_t magnitude =
        negative ? ~static_cast<std::uint64_t>(amount.minor) + 1 : static_cast<std::uint64_t>(amount.minor);
    std::string digits = std::to_string(magnitude);
    const auto places = static_cast<std::size_t>(minorDigits);
    if (places > 0) {
        if (digits.size() <= places) {
            digits.insert(0, places + 1 - digits.size(), '0');
        }
        digits.insert(digits.size() - places, 1, '.');
    }
    return negative ? "-" + digits : digits;
}

Result<Money> add(Money a, Money b) {
    std::int64_t out = 0;
    const bool overflowed = __builtin_add_overflow(a.minor, b.minor, &out);
    return checked(overflowed, out);
}

Result<Money> multiply(Money a, std::int64_t factor) {
    std::int64_t out = 0;
    const bool overflowed = __builtin_mul_overflow(a.minor, factor, &out);
    return checked(overflowed, out);
}

}  // namespace evenhand::base
