// SPDX-License-Identifier: GPL-3.0-or-later
// The desks of a service, called over a line. The line must outlive them. Thread: any.
#pragma once

#include <memory>

#include "engine/api/engine_api.h"

namespace evenhand::remote {

class RemoteLine;

[[nodiscard]] std::unique_ptr<api::OrderDesk> ordersOver(RemoteLine& line);
[[nodiscard]] std::unique_ptr<api::DispatchDesk> dispatchOver(RemoteLine& line);
[[nodiscard]] std::unique_ptr<api::ShopDesk> shopOver(RemoteLine& line);
[[nodiscard]] std::unique_ptr<api::ShiftDesk> shiftsOver(RemoteLine& line);
[[nodiscard]] std::unique_ptr<api::TimerDesk> timersOver(RemoteLine& line);
[[nodiscard]] std::unique_ptr<api::AlertDesk> alertsOver(RemoteLine& line);
[[nodiscard]] std::unique_ptr<api::SeckillDesk> seckillOver(RemoteLine& line);
[[nodiscard]] std::unique_ptr<api::CampaignDesk> campaignsOver(RemoteLine& line);
[[nodiscard]] std::unique_ptr<api::ReturnsDesk> returnsOver(RemoteLine& line);
[[nodiscard]] std::unique_ptr<api::RefundDesk> refundsOver(RemoteLine& line);
[[nodiscard]] std::unique_ptr<api::LedgerDesk> ledgerOver(RemoteLine& line);
[[nodiscard]] std::unique_ptr<api::TaskDesk> tasksOver(RemoteLine& line);
[[nodiscard]] std::unique_ptr<api::WebhookDesk> webhooksOver(RemoteLine& line);
[[nodiscard]] std::unique_ptr<api::AccountDesk> accountsOver(RemoteLine& line);
[[nodiscard]] std::unique_ptr<api::TokenDesk> tokensOver(RemoteLine& line);
[[nodiscard]] std::unique_ptr<api::AuditDesk> auditOver(RemoteLine& line);
[[nodiscard]] std::unique_ptr<api::BackupDesk> backupsOver(RemoteLine& line);
[[nodiscard]] std::unique_ptr<api::FeedDesk> feedOver(RemoteLine& line);
[[nodiscard]] std::unique_ptr<api::SearchDesk> searchOver(RemoteLine& line);
[[nodiscard]] std::unique_ptr<api::TeamDesk> teamOver(RemoteLine& line);
[[nodiscard]] std::unique_ptr<api::KeyspaceDesk> keyspaceOver(RemoteLine& line);

}  // namespace evenhand::remote
