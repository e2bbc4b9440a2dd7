// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/alerts/alert_checks.h"

#include <string>

#include "engine/store/records/alert_store.h"

namespace evenhand::alerts {
namespace {

/// One that is not live fires a second time for the same thing, and one that is live though resolved keeps it quiet.
Result<void> checkLive(runtime::ReadSnapshot& snapshot, runtime::Finding& finding) {
    return store::alerts::eachLife(snapshot.database, [&](const store::alerts::Life& alert) {
        finding.expect(alert.live == !alert.resolved && (alert.state == api::AlertState::Resolved) == alert.resolved,
                       [&] {
                           return "alert " + std::to_string(alert.id.value) +
                                  (alert.resolved ? " is resolved and live all the same" : " is open and not live");
                       });
    });
}

/// What is low is told, and no longer. One that somebody has resolved by hand has been told; were it kept when the
/// product is not low any more, nobody would be told the next time.
Result<void> checkLowStock(runtime::ReadSnapshot& snapshot, runtime::Finding& finding) {
    return store::alerts::eachLowStock(snapshot.database, [&](const store::alerts::LowStock& product) {
        const bool told = product.live || product.dismissed;
        finding.expect(product.low == told, [&] {
            return "product " + product.sku +
                   (product.low    ? " is low, and no alert tells of it"
                    : product.live ? " is not low, and an alert tells that it is"
                                   : " is not low, and counts as one of which somebody knows that it is");
        });
    });
}

}  // namespace

std::vector<runtime::Check> alertChecks() {
    return {{"A1", "An alert is live until it is resolved", checkLive},
            {"A2", "Every product that is low has an alert, and no other has", checkLowStock}};
}

}  // namespace evenhand::alerts
