// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz_lines.h"

#include <string_view>

#include "engine/wire/protocol.h"

namespace evenhand::test {

std::vector<std::string> linesOf(Bytes bytes) {
    constexpr std::size_t kMaxLines = 600;
    constexpr std::string_view kHash = "PROTOCOL";
    std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    for (auto at = text.find(kHash); at != std::string::npos; at = text.find(kHash, at)) {
        text.replace(at, kHash.size(), wire::protocolHash());
    }
    std::vector<std::string> lines;
    for (std::size_t begin = 0; lines.size() < kMaxLines && begin < text.size();) {
        const auto end = text.find('\n', begin);
        lines.push_back(text.substr(begin, end - begin));
        begin = end == std::string::npos ? text.size() : end + 1;
    }
    return lines;
}

}  // namespace evenhand::test
