// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/conflict.h"

#include <array>
#include <string>

#include "engine/store/records/audit_store.h"
#include "engine/store/records/setting_change_store.h"

namespace evenhand::runtime {

std::string byWhom(std::string_view actor, std::optional<Instant> at, std::string_view did) {
    if (actor.empty() || !at) {
        return {};
    }
    auto said = ", by " + std::string(actor) + " at " + base::utcText(*at);
    return did.empty() ? said : said + " (" + std::string(did) + ")";
}

/// By what settings were changed last. Of most kinds one operation does, the one that is refused here; a campus has one
/// version for its policy, its name and whether it is disabled.
static std::string lastOperation(UnitOfWork& work, store::SettingKind kind, std::string_view subject) {
    if (kind == store::SettingKind::Dispatch) {
        constexpr std::array kOfCampus{api::Operation::DispatchUpsertCampus, api::Operation::ShopAddCampus,
                                       api::Operation::ShopEditCampus, api::Operation::ShopSetCampusDisabled};
        const auto entry = store::audit::newestAbout(work.database(), "campus " + std::string(subject), kOfCampus);
        return entry && *entry ? (*entry)->operation : std::string();
    }
    const auto& refused = work.call().operation;
    return refused ? std::string(api::infoOf(*refused).name) : std::string();
}

std::string byWhom(store::Database& database, std::string_view subject, std::span<const api::Operation> operations) {
    // Who it was is only a help: a log that cannot be read does not make another error of it.
    const auto entry = store::audit::newestAbout(database, subject, operations);
    return entry && *entry ? byWhom((*entry)->actor, (*entry)->at, (*entry)->operation) : std::string();
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

Result<std::int64_t> checkSettings(UnitOfWork& work, store::SettingKind kind, std::string_view subject,
                                   std::string_view what, std::int64_t version) {
    EVENHAND_ASSIGN(const auto last, store::settingChanges::last(work.database(), kind, subject));
    if (version != 0 && last.version != version) {
        return fail(
            changedMeanwhile(what, last.version, byWhom(last.actor, last.at, lastOperation(work, kind, subject))));
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
