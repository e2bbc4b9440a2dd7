// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/remote_engine.h"

#include <utility>

#include "engine/remote/desks.h"

namespace evenhand::remote {

RemoteEngine::RemoteEngine(LineOptions options) : m_line(std::move(options)) {
    m_orders = ordersOver(m_line);
    m_dispatch = dispatchOver(m_line);
    m_shop = shopOver(m_line);
    m_shifts = shiftsOver(m_line);
    m_timers = timersOver(m_line);
    m_alerts = alertsOver(m_line);
    m_seckill = seckillOver(m_line);
    m_campaigns = campaignsOver(m_line);
    m_returns = returnsOver(m_line);
    m_refunds = refundsOver(m_line);
    m_ledger = ledgerOver(m_line);
    m_tasks = tasksOver(m_line);
    m_webhooks = webhooksOver(m_line);
    m_accounts = accountsOver(m_line);
    m_tokens = tokensOver(m_line);
    m_audit = auditOver(m_line);
    m_backups = backupsOver(m_line);
    m_feed = feedOver(m_line);
    m_search = searchOver(m_line);
    m_team = teamOver(m_line);
    m_keyspace = keyspaceOver(m_line);
}

RemoteEngine::~RemoteEngine() = default;

Result<std::unique_ptr<RemoteEngine>> RemoteEngine::connect(LineOptions options) {
    std::unique_ptr<RemoteEngine> engine(new RemoteEngine(std::move(options)));
    EVENHAND_TRY(engine->m_line.open());
    return engine;
}

}  // namespace evenhand::remote
