// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/http/response_text.h"

#include <array>
#include <cstdio>
#include <ctime>

#include "engine/ingest/http/problem.h"

namespace evenhand::ingest {
namespace {

constexpr std::size_t kLoggedBytes = 200;

std::tm utcOf(Instant at) noexcept {
    const auto seconds = static_cast<std::time_t>(at.ms / 1000);
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    return parts;
}

/// Without line breaks, quotes or spaces that would forge a field or a line.
std::string logged(std::string_view text) {
    if (text.empty()) {
        return "-";
    }
    std::string out;
    for (const char c : text.substr(0, kLoggedBytes)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte <= 0x20 || byte == 0x7F || c == '"' || c == '\\') {
            std::array<char, 5> escaped{};
            std::snprintf(escaped.data(), escaped.size(), "\\x%02x", byte);
            out += escaped.data();
        } else {
            out.push_back(c);
        }
    }
    return text.size() > kLoggedBytes ? out + "…" : out;
}

}  // namespace

std::string httpDate(Instant at) {
    constexpr std::array kDays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    constexpr std::array kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const auto t = utcOf(at);
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%s, %02d %s %04d %02d:%02d:%02d GMT",
                  kDays.at(static_cast<std::size_t>(t.tm_wday)), t.tm_mday,
                  kMonths.at(static_cast<std::size_t>(t.tm_mon)), t.tm_year + 1900, t.tm_hour, t.tm_min, t.tm_sec);
    return text.data();
}

std::string headOf(const Response& response, After after, std::string_view date) {
    std::string head;
    head.reserve(256);
    head += "HTTP/1.1 ";
    head += std::to_string(response.status);
    head += ' ';
    head += phraseOf(response.status);
    head += "\r\nDate: ";
    head += date;
    if (response.stream) {
        head += "\r\nContent-Type: text/event-stream\r\nX-Accel-Buffering: no";
    } else if (response.status != 204) {
        if (!response.contentType.empty()) {
            head += "\r\nContent-Type: ";
            head += response.contentType;
        }
        head += "\r\nContent-Length: ";
        head += std::to_string(response.body.size());
    }
    bool cached = false;
    for (const auto& [name, value] : response.headers) {
        cached = cached || equalIgnoringCase(name, "cache-control");
        head.append("\r\n").append(name).append(": ").append(value);
    }
    head += cached ? "" : "\r\nCache-Control: no-store";
    head += after == After::Close ? "\r\nConnection: close\r\n\r\n" : "\r\nConnection: keep-alive\r\n\r\n";
    return head;
}

std::string textOf(const std::vector<LiveEvent>& events) {
    std::string text;
    for (const LiveEvent& event : events) {
        text += "id: " + event.id + "\nevent: " + event.name + "\ndata: " + event.data + "\n\n";
    }
    return text;
}

std::string textOf(const AccessRow& row) {
    const auto t = utcOf(row.at);
    std::array<char, 80> time{};
    std::snprintf(time.data(), time.size(), "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", t.tm_year + 1900, t.tm_mon + 1,
                  t.tm_mday, t.tm_hour, t.tm_min, t.tm_sec, static_cast<int>(row.at.ms % 1000));
    std::array<char, 80> numbers{};
    std::snprintf(numbers.data(), numbers.size(), "%d %zu %lld.%03lld", row.status, row.bytes,
                  static_cast<long long>(row.micros / 1000), static_cast<long long>(row.micros % 1000));
    return std::string(time.data()) + ' ' + logged(row.peer) + ' ' + logged(row.holder) + ' ' + logged(row.method) +
           ' ' + logged(row.path) + ' ' + numbers.data();
}

}  // namespace evenhand::ingest
