// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of each desk, as the service runs them. Each desk is a source of its own, because the conversions of its
// arguments and results take long to compile. Thread: pure.
#pragma once

#include <array>
#include <vector>

#include "engine/ingest/desks/served_call.h"

namespace evenhand::ingest {

[[nodiscard]] std::vector<ServedCall> ordersCalls();
[[nodiscard]] std::vector<ServedCall> dispatchCalls();
[[nodiscard]] std::vector<ServedCall> shopCalls();
[[nodiscard]] std::vector<ServedCall> shiftsCalls();
[[nodiscard]] std::vector<ServedCall> timersCalls();
[[nodiscard]] std::vector<ServedCall> alertsCalls();
[[nodiscard]] std::vector<ServedCall> seckillCalls();
[[nodiscard]] std::vector<ServedCall> campaignsCalls();
[[nodiscard]] std::vector<ServedCall> returnsCalls();
[[nodiscard]] std::vector<ServedCall> refundsCalls();
[[nodiscard]] std::vector<ServedCall> ledgerCalls();
[[nodiscard]] std::vector<ServedCall> tasksCalls();
[[nodiscard]] std::vector<ServedCall> webhooksCalls();
[[nodiscard]] std::vector<ServedCall> accountsCalls();
[[nodiscard]] std::vector<ServedCall> tokensCalls();
[[nodiscard]] std::vector<ServedCall> auditCalls();
[[nodiscard]] std::vector<ServedCall> backupsCalls();
[[nodiscard]] std::vector<ServedCall> feedCalls();
[[nodiscard]] std::vector<ServedCall> searchCalls();
[[nodiscard]] std::vector<ServedCall> teamCalls();
[[nodiscard]] std::vector<ServedCall> keyspaceCalls();

inline constexpr std::array kServedDesks{
    ordersCalls,    dispatchCalls, shopCalls,    shiftsCalls, timersCalls, alertsCalls,   seckillCalls,
    campaignsCalls, returnsCalls,  refundsCalls, ledgerCalls, tasksCalls,  webhooksCalls, accountsCalls,
    tokensCalls,    auditCalls,    backupsCalls, feedCalls,   searchCalls, teamCalls,     keyspaceCalls};

}  // namespace evenhand::ingest
