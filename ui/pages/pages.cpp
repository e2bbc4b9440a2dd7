// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/pages.h"

#include "ui/pages/audit/audit_page.h"
#include "ui/pages/campaigns/campaign_page.h"
#include "ui/pages/delayed/delayed_page.h"
#include "ui/pages/dispatch/dispatch_page.h"
#include "ui/pages/orders/orders_page.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/pages/returns/returns_page.h"
#include "ui/pages/seckill/seckill_page.h"
#include "ui/pages/settings/settings_page.h"
#include "ui/pages/shop/shop_page.h"
#include "ui/pages/workers/workers_page.h"

namespace evenhand::ui {

void registerPages(PageRegistry& registry) {
    registry.add<OverviewPage>();
    registry.add<DispatchPage>();
    registry.add<OrdersPage>();
    registry.add<DelayedPage>();
    registry.add<SeckillPage>();
    registry.add<CampaignPage>();
    registry.add<ReturnsPage>();
    registry.add<ShopPage>();
    registry.add<WorkersPage>();
    registry.add<AuditPage>();
    registry.add<SettingsPage>();
}

}  // namespace evenhand::ui
