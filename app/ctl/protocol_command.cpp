// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <algorithm>

#include "app/ctl/command.h"
#include "engine/wire/protocol.h"

namespace evenhand::ctl {
namespace {

/// The document is lines of messages, of calls and of types, with an empty one between them.
QJsonArray linesOf(std::string_view part) {
    QJsonArray lines;
    for (std::size_t at = 0; at < part.size();) {
        const auto end = std::min(part.find('\n', at), part.size());
        lines.append(text(part.substr(at, end - at)));
        at = end + 1;
    }
    return lines;
}

Result<ExitCode> runProtocol(Context& context) {
    EVENHAND_TRY(context.arguments.expectWords({}));
    const std::string_view whole = wire::protocolText();
    // Each line ends with a break of its own, as it is hashed.
    context.io.text(context.arguments.has("--hash") ? std::string_view(wire::protocolHash())
                                                    : whole.substr(0, whole.size() - 1));
    const auto messages = whole.find("\n\n");
    const auto calls = whole.find("\n\n", messages + 2);
    context.io.document({{QStringLiteral("program"), QStringLiteral(EVENHAND_VERSION)},
                         {QStringLiteral("path"), text(wire::kConsolePath)},
                         {QStringLiteral("subprotocol"), text(wire::kSubprotocol)},
                         {QStringLiteral("protocol"), text(wire::protocolHash())},
                         {QStringLiteral("messages"), linesOf(whole.substr(0, messages))},
                         {QStringLiteral("calls"), linesOf(whole.substr(messages + 2, calls - messages - 2))},
                         {QStringLiteral("types"), linesOf(whole.substr(calls + 2))}});
    return kDone;
}

}  // namespace

Command protocolCommand() {
    return {"protocol",
            "[--hash]",
            "shows what consoles may ask of a service: every call with what it takes and gives, and every type",
            {{"--hash", "", "only what both ends must have in common: the first 32 digits of the document's SHA-256"}},
            runProtocol};
}

}  // namespace evenhand::ctl
