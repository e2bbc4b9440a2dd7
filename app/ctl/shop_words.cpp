// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/shop_words.h"

namespace evenhand::ctl {

Result<ExitCode> disableEach(Context& context, Session& session, bool disabled, std::string_view what,
                             const QString& member, const DisableOne& disable) {
    const auto& words = context.arguments.words();
    if (words.size() < 2) {
        return wrongUsage("ID is missing");
    }
    EVENHAND_ASSIGN(const auto reason, neededReason(context.arguments));
    const api::Call call{context.actor, reason, {}};
    OutcomeList outcomes(context.io);
    for (std::size_t i = 1; i < words.size(); ++i) {
        const auto done = session.wait(disable(call, words[i], disabled));
        outcomes.add(std::string(what) + " " + words[i],
                     {{QStringLiteral("id"), text(words[i])},
                      {QStringLiteral("version"), done ? QJsonValue(number(*done)) : QJsonValue()}},
                     done ? std::nullopt : std::optional(done.error()), disabled ? "disabled" : "enabled");
    }
    return outcomes.end(member);
}

std::string disabledText(std::optional<Instant> since) { return since ? "since " + timeText(*since) : "-"; }

}  // namespace evenhand::ctl
