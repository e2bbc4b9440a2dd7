// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/conflict.h"

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

std::string byWhom(store::Database& database, std::string_view subject, std::span<const api::Operation> operations) {
    const Audited name[] = {{std::string(subject), operations}};
    return byWhom(database, name);
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
        // Settings of a kind are changed by one operation, the one that is refused here.
        const auto& did = work.call().operation;
        const auto name = did ? api::infoOf(*did).name : std::string_view();
        return fail(changedMeanwhile(what, last.version, byWhom(last.actor, last.at, name)));
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
