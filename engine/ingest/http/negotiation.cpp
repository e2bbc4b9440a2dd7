// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/http/negotiation.h"

#include "engine/base/ascii_text.h"
#include "engine/ingest/http/message.h"

namespace evenhand::ingest {
namespace {

/// Takes what stands before `mark` off the front of `rest`.
std::string_view next(std::string_view& rest, char mark) noexcept {
    const auto end = rest.find(mark);
    const auto part = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    return base::trimmed(part);
}

/// 0: does not fit; else the more, the more specific.
int fit(std::string_view range, std::string_view type) noexcept {
    if (range == "*/*") {
        return 1;
    }
    if (range.ends_with("/*")) {
        const auto group = range.substr(0, range.size() - 1);
        return type.size() > group.size() && equalIgnoringCase(type.substr(0, group.size()), group) ? 2 : 0;
    }
    return equalIgnoringCase(range, type) ? 3 : 0;
}

/// "q=0", "q=0.000".
bool isZero(std::string_view parameter) noexcept {
    if (parameter.size() < 3 || (parameter[0] | 0x20) != 'q' || parameter[1] != '=') {
        return false;
    }
    return parameter.substr(2).find_first_not_of("0.") == std::string_view::npos;
}

}  // namespace

bool accepts(std::string_view accept, std::string_view type) noexcept {
    if (base::trimmed(accept).empty()) {
        return true;
    }
    int best = 0;
    bool taken = false;
    while (!accept.empty()) {
        auto range = next(accept, ',');
        const int here = fit(next(range, ';'), type);
        bool refused = false;
        while (!range.empty()) {
            refused = isZero(next(range, ';')) || refused;
        }
        if (here > best) {
            best = here;
            taken = !refused;
        }
    }
    return taken;
}

bool isJson(std::string_view contentType) noexcept {
    if (!equalIgnoringCase(next(contentType, ';'), "application/json")) {
        return false;
    }
    while (!contentType.empty()) {
        const auto parameter = next(contentType, ';');
        if (!parameter.empty() && !equalIgnoringCase(parameter, "charset=utf-8") &&
            !equalIgnoringCase(parameter, "charset=\"utf-8\"")) {
            return false;
        }
    }
    return true;
}

}  // namespace evenhand::ingest
