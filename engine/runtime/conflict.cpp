// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/conflict.h"

#include <algorithm>
#include <array>
#include <string>

#include "engine/store/records/audit_store.h"
#include "engine/store/records/event_store.h"
#include "engine/store/records/refund_store.h"
#include "engine/store/records/setting_change_store.h"

namespace evenhand::runtime {

std::string byWhom(std::string_view actor, std::optional<Instant> at, std::string_view did) {
    if (actor.empty() || !at) {
        return {};
    }
    auto said = ", by " + std::string(actor) + " at " + base::utcText(*at);
    return did.empty() ? said : said + " (" + std::string(did) + ")";
}

std::string byWhom(store::Database& database, std::span<const Audited> names) {
    std::optional<api::AuditRecord> newest;
    for (const auto& name : names) {
        // Who it was is only a help: a log that cannot be read does not make another error of it.
        auto entry = store::audit::newestAbout(database, name.subject, name.operations);
        if (entry && *entry && (!newest || (*entry)->seq > newest->seq)) {
            newest = *std::move(*entry);
        }
    }
    return newest ? byWhom(newest->actor, newest->at, newest->operation) : std::string();
}

/// The operation by which settings were changed last. Of most kinds one does it, the one that is refused here. A campus
/// has one version for its policy, its name and whether it is disabled, a courier one for name, phone and that.
static std::string lastOperation(UnitOfWork& work, store::SettingKind kind, std::string_view subject,
                                 std::string_view actor) {
    constexpr std::array kOfCampus{api::Operation::DispatchUpsertCampus, api::Operation::ShopAddCampus,
                                   api::Operation::ShopEditCampus, api::Operation::ShopSetCampusDisabled};
    constexpr std::array kOfCourier{api::Operation::DispatchUpsertCouriers, api::Operation::ShopAddCourier,
                                    api::Operation::ShopEditCourier, api::Operation::ShopSetCourierDisabled};
    const bool isOfCampus = kind == store::SettingKind::Dispatch;
    if (isOfCampus || kind == store::SettingKind::Courier) {
        const auto entry =
            store::audit::newestAbout(work.database(), (isOfCampus ? "campus " : "courier ") + std::string(subject),
                                      isOfCampus ? kOfCampus : kOfCourier);
        // Where many were changed at a time, the log does not name each: then the newest entry may be somebody else's.
        return entry && *entry && (*entry)->actor == actor ? (*entry)->operation : std::string();
    }
    const auto& refused = work.call().operation;
    return refused ? std::string(api::infoOf(*refused).name) : std::string();
}

std::string byWhom(store::Database& database, std::string_view subject, std::span<const api::Operation> operations) {
    const Audited name[] = {{std::string(subject), operations}};
    return byWhom(database, name);
}

std::string byWhom(store::Database& database, OrderId order) {
    const auto newest = store::events::newestChanges(database, order, 2);
    if (!newest || newest->empty()) {
        return {};
    }
    const bool wasAskedFor = newest->size() > 1 && newest->front().kind == api::EventKind::Assigned &&
                             newest->back().kind == api::EventKind::ReassignRequested;
    const auto& told = wasAskedFor ? newest->back() : newest->front();
    return byWhom(told.actor, told.at, api::toText(told.kind));
}

Error changedMeanwhile(std::string_view what, std::int64_t version, std::string_view who) {
    auto message = "the " + std::string(what) + " was changed meanwhile";
    message += who;
    return {ErrorCode::Conflict, std::move(message), "version", std::to_string(version)};
}

Error changedMeanwhile(store::Database& database, std::string_view subject, std::int64_t version,
                       std::span<const api::Operation> operations) {
    return changedMeanwhile(subject, version, byWhom(database, subject, operations));
}

namespace {

/// How many entries say who it was, at most.
std::int64_t entriesSince(std::int64_t version, std::int64_t seen) {
    constexpr std::int64_t kMaxChanges = 32;
    return seen < 1 ? kMaxChanges : std::clamp<std::int64_t>(version - seen, 1, kMaxChanges);
}

template <typename Entry>
Error changedBy(std::string_view what, std::int64_t version, const Result<std::vector<Entry>>& newest) {
    if (!newest || newest->empty()) {  // who it was is only a help
        return changedMeanwhile(what, version, {});
    }
    const auto person = std::find_if(newest->begin(), newest->end(),
                                     [](const Entry& entry) { return entry.actor != std::string_view("system"); });
    const auto& told = person != newest->end() ? *person : newest->front();
    return changedMeanwhile(what, version, byWhom(told.actor, told.at, api::toText(told.kind)));
}

}  // namespace

Error orderChanged(store::Database& database, OrderId order, std::int64_t version, std::int64_t seen) {
    return changedBy("order", version, store::events::newestChanges(database, order, entriesSince(version, seen)));
}

Error returnChanged(store::Database& database, ReturnId id, std::int64_t version, std::int64_t seen) {
    return changedBy("return", version, store::refunds::newestSteps(database, id, entriesSince(version, seen)));
}

Error refundChanged(store::Database& database, RefundId id, std::int64_t version, std::int64_t seen) {
    return changedBy("refund", version, store::refunds::newestSteps(database, id, entriesSince(version, seen)));
}

Result<std::int64_t> checkSettings(UnitOfWork& work, store::SettingKind kind, std::string_view subject,
                                   std::string_view what, std::int64_t version) {
    EVENHAND_ASSIGN(const auto last, store::settingChanges::last(work.database(), kind, subject));
    if (version != 0 && last.version != version) {
        return fail(changedMeanwhile(what, last.version,
                                     byWhom(last.actor, last.at, lastOperation(work, kind, subject, last.actor))));
    }
    return last.version;
}

Result<void> changeSettings(UnitOfWork& work, store::SettingKind kind, std::string_view subject, std::string_view what,
                            std::int64_t version) {
    if (version != 0) {
        EVENHAND_TRY(checkSettings(work, kind, subject, what, version));
    }
    return store::settingChanges::count(work.database(), kind, subject, work.now(), work.call().actor.name);
}

}  // namespace evenhand::runtime
