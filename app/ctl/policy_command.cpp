// SPDX-License-Identifier: GPL-3.0-or-later
// The settings of a campus by name. Each is written as it is shown, so that what is shown can be given again.
#include <QJsonArray>
#include <algorithm>
#include <array>

#include "app/ctl/command.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"
#include "engine/base/number_text.h"

namespace evenhand::ctl {
namespace {

struct CampusPolicies {
    api::CampusRow dispatch;
    api::TimerPolicyRow timers;
    api::ReturnPolicyRow returns;
    int minorDigits = 2;
    bool engineAlone = true;

    [[nodiscard]] bool isSoftAsStrong() const { return engineAlone && dispatch.policy.mode == api::DispatchMode::Soft; }
};

enum class PolicyKind : std::uint8_t { Dispatch, Timers, Returns };

struct PolicySetting {
    std::string_view name;
    PolicyKind kind;
    std::string_view takes;  ///< for people
    std::string (*get)(const CampusPolicies& policies);
    /// False: the text is no such value. Whether it is within its bounds the engine says.
    bool (*set)(CampusPolicies& policies, const std::string& text);
};

template <typename Word, std::optional<Word> (*from)(std::string_view) noexcept, typename Member>
bool readWord(Member& member, const std::string& text) {
    const auto word = from(text);
    member = word.value_or(member);
    return word.has_value();
}

bool readNumber(std::int64_t& member, const std::string& text) {
    const auto value = base::numberFrom(text);
    member = value.value_or(member);
    return value.has_value();
}

/// The largest unit in which it is a whole number.
std::string shownDuration(std::int64_t ms) {
    if (ms == 0) {
        return "0";
    }
    const auto* const unit = std::find_if(kDurationUnits.begin(), kDurationUnits.end(),
                                          [&](const auto& one) { return ms % one.second == 0; });
    return std::to_string(ms / unit->second) + std::string(unit->first);
}

bool readDuration(std::int64_t& member, const std::string& text) {
    const auto ms = text == "0" ? std::optional<std::int64_t>(0) : durationFrom(text);
    member = ms.value_or(member);
    return ms.has_value();
}

bool readSwitch(bool& member, const std::string& text) {
    member = text == "on";
    return member || text == "off";
}

std::string shownAmount(const std::optional<Money>& amount, int minorDigits) {
    return amount ? base::formatMoney(*amount, minorDigits) : "never";
}

bool readAmount(std::optional<Money>& member, const std::string& text, int minorDigits) {
    if (text == "never") {
        member.reset();
        return true;
    }
    const auto amount = base::parseDecimal(text, minorDigits);
    if (amount) {
        member = *amount;
    }
    return amount.has_value();
}

/// "04:30", or "never".
std::string shownMinute(int minuteOfDay) {
    if (minuteOfDay < 0) {
        return "never";
    }
    const auto two = [](int value) { return (value < 10 ? "0" : "") + std::to_string(value); };
    return two(minuteOfDay / 60) + ":" + two(minuteOfDay % 60);
}

bool readMinute(int& member, const std::string& text) {
    if (text == "never") {
        member = -1;
        return true;
    }
    const auto isDigit = [&](std::size_t i) { return text[i] >= '0' && text[i] <= '9'; };
    if (text.size() != 5 || text[2] != ':' || !isDigit(0) || !isDigit(1) || !isDigit(3) || !isDigit(4)) {
        return false;
    }
    const int hour = (text[0] - '0') * 10 + (text[1] - '0');
    const int minute = (text[3] - '0') * 10 + (text[4] - '0');
    if (hour > 23 || minute > 59) {
        return false;
    }
    member = hour * 60 + minute;
    return true;
}

std::string shownLimit(std::int64_t limit) { return limit == 0 ? "none" : std::to_string(limit); }

bool readLimit(std::int64_t& member, const std::string& text) {
    if (text == "none") {
        member = 0;
        return true;
    }
    return text != "0" && readNumber(member, text);
}

template <std::int64_t api::CampusPolicy::*member>
constexpr PolicySetting numberSetting(std::string_view name) {
    return {name, PolicyKind::Dispatch, "a whole number",
            [](const CampusPolicies& all) { return std::to_string(all.dispatch.policy.*member); },
            [](CampusPolicies& all, const std::string& text) { return readNumber(all.dispatch.policy.*member, text); }};
}

constexpr std::string_view kDurations = "0 or a duration: 250ms, 90s, 5m, 2h, 1d";

template <std::int64_t api::TimerPolicy::*member>
constexpr PolicySetting delaySetting(std::string_view name) {
    return {name, PolicyKind::Timers, kDurations,
            [](const CampusPolicies& all) { return shownDuration(all.timers.policy.*member); },
            [](CampusPolicies& all, const std::string& text) { return readDuration(all.timers.policy.*member, text); }};
}

template <std::optional<Money> api::ReturnPolicy::*member>
constexpr PolicySetting amountSetting(std::string_view name) {
    return {name, PolicyKind::Returns, "an amount or never",
            [](const CampusPolicies& all) { return shownAmount(all.returns.policy.*member, all.minorDigits); },
            [](CampusPolicies& all, const std::string& text) {
                return readAmount(all.returns.policy.*member, text, all.minorDigits);
            }};
}

constexpr std::array<PolicySetting, 18> kPolicySettings{
    {{"mode", PolicyKind::Dispatch, "strong or soft",
      [](const CampusPolicies& all) { return std::string(api::toText(all.dispatch.policy.mode)); },
      [](CampusPolicies& all, const std::string& text) {
          return readWord<api::DispatchMode, api::dispatchModeFrom>(all.dispatch.policy.mode, text);
      }},
     {"join_rule", PolicyKind::Dispatch, "fair_from_now or catch_up",
      [](const CampusPolicies& all) { return std::string(api::toText(all.dispatch.policy.joinRule)); },
      [](CampusPolicies& all, const std::string& text) {
          return readWord<api::JoinRule, api::joinRuleFrom>(all.dispatch.policy.joinRule, text);
      }},
     numberSetting<&api::CampusPolicy::startWeight>("start_weight"),
     numberSetting<&api::CampusPolicy::step>("step"),
     {"log_ttl", PolicyKind::Dispatch, kDurations,
      [](const CampusPolicies& all) { return shownDuration(all.dispatch.policy.logTtlMs); },
      [](CampusPolicies& all, const std::string& text) { return readDuration(all.dispatch.policy.logTtlMs, text); }},
     {"calibrate", PolicyKind::Dispatch, "a time of the business day as 04:30, or never",
      [](const CampusPolicies& all) { return shownMinute(all.dispatch.policy.calibrateMinute); },
      [](CampusPolicies& all, const std::string& text) {
          return readMinute(all.dispatch.policy.calibrateMinute, text);
      }},
     {"load_limit", PolicyKind::Dispatch, "how many orders a courier may have in hand, or none",
      [](const CampusPolicies& all) { return shownLimit(all.dispatch.policy.loadLimit); },
      [](CampusPolicies& all, const std::string& text) { return readLimit(all.dispatch.policy.loadLimit, text); }},
     delaySetting<&api::TimerPolicy::unpaidMs>("unpaid"),
     delaySetting<&api::TimerPolicy::unassignedMs>("unassigned"),
     delaySetting<&api::TimerPolicy::pickUpLateMs>("pick_up_late"),
     delaySetting<&api::TimerPolicy::deliveryLateMs>("delivery_late"),
     delaySetting<&api::TimerPolicy::autoConfirmMs>("auto_confirm"),
     {"auto_reassign", PolicyKind::Timers, "on or off",
      [](const CampusPolicies& all) { return std::string(all.timers.policy.autoReassign ? "on" : "off"); },
      [](CampusPolicies& all, const std::string& text) { return readSwitch(all.timers.policy.autoReassign, text); }},
     delaySetting<&api::TimerPolicy::alertRepeatMs>("alert_repeat"),
     // Whatever else of returns is set makes the policy the campus's own.
     {"returns", PolicyKind::Returns, "own or workspace",
      [](const CampusPolicies& all) { return std::string(all.returns.own ? "own" : "workspace"); },
      [](CampusPolicies& all, const std::string& text) {
          all.returns.own = text == "own";
          return all.returns.own || text == "workspace";
      }},
     {"goods", PolicyKind::Returns, "money_first, goods_first or no_goods",
      [](const CampusPolicies& all) { return std::string(api::toText(all.returns.policy.goods)); },
      [](CampusPolicies& all, const std::string& text) {
          return readWord<api::GoodsRule, api::goodsRuleFrom>(all.returns.policy.goods, text);
      }},
     amountSetting<&api::ReturnPolicy::fourEyesAbove>("four_eyes"),
     amountSetting<&api::ReturnPolicy::secondAbove>("second")}};

std::string_view wordOf(PolicyKind kind) {
    switch (kind) {
        case PolicyKind::Dispatch: return "dispatch";
        case PolicyKind::Timers: return "timers";
        case PolicyKind::Returns: return "returns";
    }
    return {};
}

/// What was asked to be set, all of one policy, so that it is set whole or not at all.
struct WantedSetting {
    const PolicySetting* setting;
    std::string value;
};
Result<std::vector<WantedSetting>> wantedSettings(const Arguments& arguments) {
    std::vector<WantedSetting> wanted;
    for (std::size_t i = 2; i < arguments.words().size(); ++i) {
        const auto& word = arguments.words()[i];
        const auto equals = word.find('=');
        const auto name = std::string_view(word).substr(0, equals);
        const auto* const setting = std::find_if(kPolicySettings.begin(), kPolicySettings.end(),
                                                 [&](const auto& one) { return one.name == name; });
        if (equals == std::string::npos || setting == kPolicySettings.end()) {
            return wrongUsage("\"" + word + "\" is not NAME=VALUE with a NAME as `policy show` has it");
        }
        for (const auto& other : wanted) {
            if (other.setting == setting) {
                return wrongUsage(std::string(name) + " is given twice");
            }
            if (other.setting->kind != setting->kind) {
                return wrongUsage(std::string(other.setting->name) + " is of the policy " +
                                  std::string(wordOf(other.setting->kind)) + ", " + std::string(name) + " of " +
                                  std::string(wordOf(setting->kind)) + ": set one policy at a time");
            }
        }
        wanted.push_back({setting, word.substr(equals + 1)});
    }
    return wanted.empty() ? wrongUsage("NAME=VALUE is missing") : Result<std::vector<WantedSetting>>(std::move(wanted));
}

/// Of every campus in order of id, or of one: NotFound.
Result<std::vector<CampusPolicies>> policiesOf(Session& session, const api::Call& call,
                                               const std::optional<CampusId>& only) {
    auto& workspace = session.engine();
    EVENHAND_ASSIGN(const auto campuses, session.wait(workspace.dispatch().campuses(call)));
    EVENHAND_ASSIGN(const auto timers, session.wait(workspace.timers().policies(call)));
    EVENHAND_ASSIGN(const auto returns, session.wait(workspace.returns().policies(call)));
    const auto of = [](const auto& rows, const CampusId& campus) {
        const auto found =
            std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.campus == campus; });
        return found == rows.end() ? std::decay_t<decltype(*found)>{} : *found;
    };
    std::vector<CampusPolicies> found;
    for (const auto& campus : campuses) {
        if (!only || campus.id == *only) {
            const auto info = workspace.workspace();
            found.push_back(
                {campus, of(timers, campus.id), of(returns, campus.id), info.minorDigits, info.engineAlone});
        }
    }
    if (only && found.empty()) {
        return fail(ErrorCode::NotFound, "no such campus", "campus", only->str());
    }
    return found;
}

QJsonValue amountValue(const std::optional<Money>& amount) { return amount ? number(amount->minor) : QJsonValue(); }

QJsonObject policyDocument(const CampusPolicies& all) {
    const auto& dispatch = all.dispatch.policy;
    const auto& timers = all.timers.policy;
    const auto& returns = all.returns;
    return {
        {QStringLiteral("campus"), text(all.dispatch.id.str())},
        {QStringLiteral("name"), text(all.dispatch.name)},
        {QStringLiteral("paused"), all.dispatch.paused},
        {QStringLiteral("pause_version"), number(all.dispatch.pauseVersion)},
        {QStringLiteral("dispatch"), QJsonObject{{QStringLiteral("mode"), text(api::toText(dispatch.mode))},
                                                 {QStringLiteral("same_as_strong"),
                                                  all.isSoftAsStrong() || dispatch.mode == api::DispatchMode::Strong},
                                                 {QStringLiteral("join_rule"), text(api::toText(dispatch.joinRule))},
                                                 {QStringLiteral("start_weight"), number(dispatch.startWeight)},
                                                 {QStringLiteral("step"), number(dispatch.step)},
                                                 {QStringLiteral("log_ttl_ms"), number(dispatch.logTtlMs)},
                                                 {QStringLiteral("calibrate_minute"), dispatch.calibrateMinute},
                                                 {QStringLiteral("load_limit"), number(dispatch.loadLimit)},
                                                 {QStringLiteral("version"), number(all.dispatch.version)}}},
        {QStringLiteral("timers"), QJsonObject{{QStringLiteral("unpaid_ms"), number(timers.unpaidMs)},
                                               {QStringLiteral("unassigned_ms"), number(timers.unassignedMs)},
                                               {QStringLiteral("pick_up_late_ms"), number(timers.pickUpLateMs)},
                                               {QStringLiteral("delivery_late_ms"), number(timers.deliveryLateMs)},
                                               {QStringLiteral("auto_confirm_ms"), number(timers.autoConfirmMs)},
                                               {QStringLiteral("auto_reassign"), timers.autoReassign},
                                               {QStringLiteral("alert_repeat_ms"), number(timers.alertRepeatMs)},
                                               {QStringLiteral("version"), number(all.timers.version)}}},
        {QStringLiteral("returns"),
         QJsonObject{{QStringLiteral("own"), returns.own},
                     {QStringLiteral("goods"), text(api::toText(returns.policy.goods))},
                     {QStringLiteral("four_eyes"), amountValue(returns.policy.fourEyesAbove)},
                     {QStringLiteral("second"), amountValue(returns.policy.secondAbove)},
                     {QStringLiteral("version"), number(returns.version)}}}};
}

ExitCode printPolicies(ConsoleIo& io, const std::vector<CampusPolicies>& found) {
    QJsonArray array;
    for (const auto& all : found) {
        io.text("Campus " + all.dispatch.id.str() + (all.dispatch.paused ? " (dispatch is paused)" : ""));
        TextTable table({"setting", "policy", "value"});
        for (const auto& setting : kPolicySettings) {
            table.add({std::string(setting.name), std::string(wordOf(setting.kind)), setting.get(all)});
        }
        io.text(table.str());
        if (all.isSoftAsStrong()) {
            io.text("Soft dispatch is " + std::string(kSameAsStrong) + ".");
        }
        array.append(policyDocument(all));
    }
    io.document({{QStringLiteral("campuses"), array}});
    return kDone;
}

Result<void> submitPolicy(Session& session, const api::Call& call, PolicyKind kind, const CampusPolicies& all) {
    auto& workspace = session.engine();
    const auto& campus = all.dispatch.id;
    switch (kind) {
        case PolicyKind::Dispatch: return session.wait(workspace.dispatch().upsertCampus(call, all.dispatch));
        case PolicyKind::Timers:
            return session.wait(workspace.timers().setPolicy(call, campus, all.timers.policy, all.timers.version));
        case PolicyKind::Returns:
            return session.wait(workspace.returns().setPolicy(
                call, campus, all.returns.own ? std::optional(all.returns.policy) : std::nullopt, all.returns.version));
    }
    return {};
}

Result<ExitCode> setPolicy(Context& context, Session& session, const std::vector<WantedSetting>& wanted) {
    const CampusId campus(context.arguments.words()[1]);
    const api::Call call{context.actor, context.arguments.value("--reason"), {}};
    EVENHAND_ASSIGN(auto found, policiesOf(session, call, campus));
    auto& all = found.front();
    const auto kind = wanted.front().setting->kind;
    all.returns.own = true;
    for (const auto& [setting, value] : wanted) {
        if (!setting->set(all, value)) {
            return wrongUsage(std::string(setting->name) + " \"" + value + "\" is not " + std::string(setting->takes));
        }
    }
    if (!all.returns.own && wanted.size() > 1) {
        return wrongUsage("returns=workspace is set alone");
    }
    EVENHAND_TRY(submitPolicy(session, call, kind, all));
    EVENHAND_ASSIGN(const auto since, policiesOf(session, call, campus));
    return printPolicies(context.io, since);
}

Result<ExitCode> runPolicy(Context& context) {
    const auto& words = context.arguments.words();
    const bool sets = !words.empty() && words.front() == "set";
    if (!sets && (words.empty() || words.front() != "show")) {
        return wrongUsage("say what to do: show or set");
    }
    if (sets && words.size() < 2) {
        return wrongUsage("CAMPUS is missing");
    }
    if (!sets && words.size() > 2) {
        return wrongUsage("unexpected argument \"" + words[2] + "\"");
    }
    std::vector<WantedSetting> wanted;
    if (sets) {
        EVENHAND_ASSIGN(wanted, wantedSettings(context.arguments));
    }
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Real));
    if (sets) {
        return setPolicy(context, *session, wanted);
    }
    const auto only = words.size() == 2 ? std::optional(CampusId(words[1])) : std::nullopt;
    EVENHAND_ASSIGN(const auto found, policiesOf(*session, {context.actor, {}, {}}, only));
    return printPolicies(context.io, found);
}

}  // namespace

Command policyCommand() {
    return {"policy",
            "show [CAMPUS] | set CAMPUS NAME=VALUE…",
            "policies of campuses (dispatch, timers, returns): shows them, sets some of one policy",
            {{"--reason", "TEXT", "set: why; kept in the audit log"}},
            runPolicy};
}

}  // namespace evenhand::ctl
