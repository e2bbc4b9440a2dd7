// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/currency.h"

#include <algorithm>
#include <array>

namespace evenhand::base {

int minorDigitsOf(std::string_view currency) noexcept {
    // ISO 4217, list one, 2024: the currencies whose minor unit is not 2.
    constexpr std::array<std::string_view, 17> kNone{"BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG",
                                                     "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF"};
    constexpr std::array<std::string_view, 7> kThree{"BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"};
    if (std::find(kNone.begin(), kNone.end(), currency) != kNone.end()) {
        return 0;
    }
    return std::find(kThree.begin(), kThree.end(), currency) != kThree.end() ? 3 : 2;
}

}  // namespace evenhand::base
