// SPDX-License-Identifier: GPL-3.0-or-later
#include <charconv>

#include "app/ctl/command.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"

namespace evenhand::ctl {
namespace {

/// "5", "none" (0) or "campus" (nullopt).
Result<std::optional<std::int64_t>> loadLimitOf(const std::string& text) {
    if (text == "campus") {
        return std::optional<std::int64_t>();
    }
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    if (text != "none" && (!whole || value < 1 || value > api::kMaxLoadLimit)) {
        return wrongUsage("\"" + text + "\" is not a limit: say 1 to " + std::to_string(api::kMaxLoadLimit) +
                          ", none or campus");
    }
    return std::optional<std::int64_t>(value);
}

Result<ExitCode> setLimit(Context& context) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"limit", "COURIER", "LIMIT"}));
    const auto& words = context.arguments.words();
    const CourierId courier(words[1]);
    EVENHAND_ASSIGN(const auto limit, loadLimitOf(words[2]));
    EVENHAND_ASSIGN(const auto session, Session::open(context.workspace, Session::Time::Real));
    session->settle();  // what a stopped engine left behind comes first
    const api::Call call{context.actor, context.arguments.value("--reason"), std::nullopt};
    EVENHAND_ASSIGN(const auto version,
                    session->wait(session->workspace().dispatch().setLoadLimit(call, courier, limit)));
    session->settle();  // orders that waited for room
    const std::string said = !limit       ? "has the load limit of the campus"
                             : *limit > 0 ? "has a load limit of " + std::to_string(*limit)
                                          : "has no load limit";
    context.io.text("Courier " + courier.str() + " " + said + ".");
    context.io.document({{QStringLiteral("courier_id"), text(courier.str())},
                         {QStringLiteral("load_limit"), limit ? number(*limit) : QJsonValue()},
                         {QStringLiteral("version"), number(version)}});
    return kDone;
}

Result<ExitCode> runCouriers(Context& context) {
    const auto& words = context.arguments.words();
    if (words.empty() || words.front() != "limit") {
        return wrongUsage("say what to do: limit");
    }
    return setLimit(context);
}

}  // namespace

Command couriersCommand() {
    return {"couriers",
            "limit COURIER N|none|campus [--reason TEXT]",
            "sets how many orders a courier may have in hand: a number, any number, or as the campus has it",
            {{"--reason", "TEXT", "limit: why; kept in the audit log"}},
            runCouriers};
}

}  // namespace evenhand::ctl
