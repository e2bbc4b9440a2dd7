// SPDX-License-Identifier: GPL-3.0-or-later
// What of workspace_core.h concerns workspaces on a database server, alone or shared: making one, whether folder and
// database fit, and what the engine of a service is made of.
#include <functional>
#include <utility>

#include "app/workspace/audit_key.h"
#include "app/workspace/keyspace_copy.h"
#include "app/workspace/make_schema.h"
#include "app/workspace/message_forms.h"
#include "app/workspace/paused_engines.h"
#include "app/workspace/workspace_core.h"
#include "app/workspace/workspace_folder.h"
#include "engine/cluster/etcd/etcd_membership.h"
#include "engine/cluster/redis/redis_keyspace.h"
#include "engine/store/records/audit_store.h"
#include "engine/store/records/node_store.h"

namespace evenhand::app {
namespace {

using store::Database;

/// The list of this name in etcd, of one workspace.
Result<std::unique_ptr<api::Membership>> openList(const SharedPlace& place, const std::string& workspace,
                                                  const char* name) {
    etcd::EtcdOptions options;
    options.prefix = "evenhand/" + workspace + "/" + name + "/";
    options.client.password = place.membershipPassword;
    EVENHAND_ASSIGN(auto opened, etcd::EtcdMembership::open(systemClock(), place.membership, options));
    return std::unique_ptr<api::Membership>(std::move(opened));
}

/// Before anything is made: whoever mistypes an address is to know it now.
Result<void> reach(const SharedPlace& place, const std::string& workspace) {
    redis::NodeBoard board(systemClock());
    redis::RedisClient client(place.keyspace, {}, systemClock(), board);
    EVENHAND_TRY(client.isCluster());
    EVENHAND_TRY(openList(place, workspace, "engines"));
    return {};
}

}  // namespace

Result<void> WorkspaceCore::createOnServer(const std::string& folder, const WorkspaceOptions& options,
                                           const OpenOptions& open, const store::WorkspaceMeta& meta) {
    removeUnfinished(folder);  // a restore that was interrupted may have left an anchor of another workspace
    EVENHAND_ASSIGN(auto settings, store::MysqlSettings::fromUrl(options.database));
    EVENHAND_ASSIGN(settings.password, (open.password ? open.password : PasswordSource(knownPassword))(settings));
    std::optional<SharedPlace> shared;
    if (!options.keyspace.empty()) {
        EVENHAND_ASSIGN(shared, SharedPlace::of(options.keyspace, options.membership));
        EVENHAND_TRY(reach(*shared, meta.workspaceId));
    }
    EVENHAND_ASSIGN(const auto database, Database::openMysql(settings, Database::Access::ReadWrite));
    if (auto made = makeSchema(*database, options, meta); !made) {
        if (made.error().code != ErrorCode::AlreadyExists) {
            return made;
        }
        EVENHAND_ASSIGN(const auto found, store::openSchema(*database, false));  // a second machine joins
        EVENHAND_TRY(checkDeployment(*database, shared.has_value()));
        EVENHAND_ASSIGN(const auto head, store::audit::head(*database));
        const auto key = findAuditKey(open.secrets.get(), found.workspaceId);
        EVENHAND_TRY(AuditAnchor(folder, found.workspaceId, key.key, systemClock()).write(head));
        tryKeepPlace(open.secrets.get(), folder, found.workspaceId);
    } else if (shared) {
        EVENHAND_TRY(store::nodes::setShared(*database));
    }
    if (shared) {
        EVENHAND_TRY(writeSharedPlace(folder, *shared));
    }
    return writeAddress(folder, settings.url());
}

Result<void> WorkspaceCore::checkDeployment(Database& database, bool shared) {
    EVENHAND_ASSIGN(const bool isShared, store::nodes::isShared(database));
    if (isShared == shared) {
        return {};
    }
    return fail(ErrorCode::Unsupported,
                isShared
                    ? "services share the workspace in this database: the folder needs its keyspace and membership too"
                    : "one engine at a time runs the workspace in this database, its keyspace is there; to share "
                      "it, restore a backup of it into a database that is made with --keyspace and --membership",
                "keyspace");
}

Result<void> WorkspaceCore::makeSharedEngine(runtime::EngineOptions engine) {
    EVENHAND_ASSIGN(m_engines, openList(*m_shared, m_info.id, "engines"));
    EVENHAND_ASSIGN(m_workers, openList(*m_shared, m_info.id, "workers"));
    shared::SharedOptions options;
    options.node = Rng(Rng::systemSeed()).uuid();  // whatever the seed of this opening: nobody else ever has it
    m_consumerName = options.node;
    options.keyspace = m_shared->keyspace;
    shared::CarrierOptions carrying;
    carrying.node = options.node;
    carrying.keyspace = m_shared->keyspace;
    carrying.open = opener(Database::Access::ReadWrite);
    m_carrier = std::make_unique<shared::Carrier>(systemClock(), std::move(carrying));
    options.outbox = m_carrier.get();
    options.inlet = m_carrier.get();
    m_seat = std::make_unique<EngineSeat>(*m_engines, systemClock(), options.node, "engine of " + processAddress());
    options.owns = [seat = m_seat.get()](std::string_view name, std::string_view subject) {
        return seat->owns(name, subject);
    };
    options.isGated = true;
    engine.deployment += " and Redis " + m_shared->keyspace.nodes.front().text();
    const auto node = options.node;
    m_sharedEngine = std::make_unique<shared::SharedEngine>(*m_clock, opener(Database::Access::ReadWrite),
                                                            std::move(engine), std::move(options));
    m_sharedEngine->addDueSource(m_carrier->cleaning());
    m_keeper = std::make_unique<KeyspaceKeeper>(
        systemClock(), KeyspaceKeeper::Place{node, m_shared->keyspace, opener(Database::Access::ReadWrite)},
        *m_sharedEngine);
    return {};
}

Result<void> WorkspaceCore::beginShared(Database& database, keyspace::EmbeddedKeyspace& keyspace) const {
    redis::NodeBoard board(systemClock());
    redis::RedisClient client(m_shared->keyspace, {}, systemClock(), board);
    redis::RedisKeyspace redis(client);
    std::function<void()> step;
    if (auto* const engine = running(); engine != nullptr && !m_options.threaded) {
        step = [engine] { (void)engine->step(); };  // it is to see that it is paused
    }
    EVENHAND_ASSIGN(const auto paused, PausedEngines::begin(opener(Database::Access::ReadWrite), systemClock(), step));
    EVENHAND_TRY(database.beginRead());
    keyspace.setNow(m_clock->now());
    EVENHAND_ASSIGN(const auto keys, keysOf(client));
    for (const auto& key : keys) {
        EVENHAND_TRY(paused->renew());
        if (!isTopicKey(key)) {
            EVENHAND_TRY(copyKey(redis, keyspace, key));
        }
    }
    EVENHAND_TRY(paused->end());
    EVENHAND_TRY(messagesToStreams(database, keyspace));
    keyspace.commit();
    return {};
}

}  // namespace evenhand::app
