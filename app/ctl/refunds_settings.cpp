// SPDX-License-Identifier: GPL-3.0-or-later

#include <optional>
#include <string>

#include "app/ctl/password_prompt.h"
#include "app/ctl/refunds_command.h"
#include "app/ctl/row_texts.h"
#include "app/workspace/keychain.h"
#include "app/workspace/refund_secret.h"

namespace evenhand::ctl {
namespace {

// What becomes of late and unmatched payments.
constexpr std::string_view kHold = "hold";
constexpr std::string_view kAtOnce = "at-once";

/// Puts what was given into the settings; true: something was.
Result<bool> change(const Arguments& arguments, api::RefundSettings& settings) {
    bool changed = false;
    if (arguments.has("--provider")) {
        const auto provider = api::refundProviderFrom(arguments.value("--provider"));
        if (!provider) {
            return wrongUsage("--provider is manual or http");
        }
        settings.provider = *provider;
        changed = true;
    }
    for (const auto& [option, member] : {std::pair{"--url", &api::RefundSettings::url},
                                         {"--key-id", &api::RefundSettings::keyId},
                                         {"--secret-name", &api::RefundSettings::secretName}}) {
        if (arguments.has(option)) {
            settings.*member = arguments.value(option);
            changed = true;
        }
    }
    for (const auto& [option, member] : {std::pair{"--timeout-ms", &api::RefundSettings::timeoutMs},
                                         {"--lease-ms", &api::RefundSettings::leaseMs},
                                         {"--first-retry-ms", &api::RefundSettings::firstRetryMs},
                                         {"--last-retry-ms", &api::RefundSettings::lastRetryMs},
                                         {"--max-attempts", &api::RefundSettings::maxAttempts}}) {
        EVENHAND_ASSIGN(const auto value, arguments.number(option, INT64_MIN, INT64_MAX));
        settings.*member = value.value_or(settings.*member);
        changed = changed || value.has_value();
    }
    if (arguments.has("--owed")) {
        const auto owed = arguments.value("--owed");
        if (owed != kHold && owed != kAtOnce) {
            return wrongUsage("--owed is hold or at-once");
        }
        settings.holdOwed = owed == kHold;
        changed = true;
    }
    return changed;
}

}  // namespace

Result<ExitCode> refundSettings(Context& context, Session& session) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do"}));
    auto& desk = session.engine().refunds();
    api::Call call{context.actor, context.arguments.value("--reason"), {}};
    EVENHAND_ASSIGN(auto settings, session.wait(desk.settings(call)));
    EVENHAND_ASSIGN(const bool changed, change(context.arguments, settings));
    if (changed) {
        EVENHAND_TRY(session.wait(desk.setSettings(call, settings)));
    }
    TextTable table({"refunds", ""});
    table.add({"provider", std::string(api::toText(settings.provider))});
    table.add({"url", settings.url});
    table.add({"key id", settings.keyId});
    table.add({"secret name", settings.secretName});
    table.add({"time-out (ms)", std::to_string(settings.timeoutMs)});
    table.add({"lease (ms)", std::to_string(settings.leaseMs)});
    table.add({"first retry (ms)", std::to_string(settings.firstRetryMs)});
    table.add({"last retry (ms)", std::to_string(settings.lastRetryMs)});
    table.add({"attempts", std::to_string(settings.maxAttempts)});
    const std::string owed(settings.holdOwed ? kHold : kAtOnce);
    table.add({"owed payments", owed});
    context.io.text(table.str());
    context.io.document({{QStringLiteral("provider"), text(api::toText(settings.provider))},
                         {QStringLiteral("url"), text(settings.url)},
                         {QStringLiteral("key_id"), text(settings.keyId)},
                         {QStringLiteral("secret_name"), text(settings.secretName)},
                         {QStringLiteral("timeout_ms"), number(settings.timeoutMs)},
                         {QStringLiteral("lease_ms"), number(settings.leaseMs)},
                         {QStringLiteral("first_retry_ms"), number(settings.firstRetryMs)},
                         {QStringLiteral("last_retry_ms"), number(settings.lastRetryMs)},
                         {QStringLiteral("max_attempts"), number(settings.maxAttempts)},
                         {QStringLiteral("owed"), text(owed)}});
    return kDone;
}

Result<ExitCode> changeRefundSecret(Context& context) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do", "NAME"}));
    const std::string& name = context.arguments.words()[1];
    std::optional<Secret> secret;
    if (!context.arguments.has("--remove")) {
        EVENHAND_ASSIGN(auto typed, secretFromStandardInput("Secret that signs refunds: "));
        if (typed.empty()) {
            return wrongUsage("the secret is empty");
        }
        secret = Secret(std::move(typed));
    }
    if (context.service) {
        return fail(ErrorCode::Unsupported, "the secret is kept where the service runs: set it there", "secret", name);
    }
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Standing));
    const api::Call call{context.actor, context.arguments.value("--reason"), {}};
    EVENHAND_TRY(app::setRefundSecret(session->workspace(), *app::systemSecrets(), call, name, secret));
    context.io.text((secret ? "Kept as " : "Removed ") + name + ".");
    context.io.document({{QStringLiteral("secret_name"), text(name)}, {QStringLiteral("removed"), !secret}});
    return kDone;
}

}  // namespace evenhand::ctl
