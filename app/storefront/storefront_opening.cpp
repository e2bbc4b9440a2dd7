// SPDX-License-Identifier: GPL-3.0-or-later
// Opening the demo: what the workspace lacks is made, what it has is left as it is, so that a demo can be closed and
// opened again without undoing what the operator changed.
#include <algorithm>
#include <memory>

#include "app/storefront/deliver.h"
#include "app/storefront/storefront.h"
#include "app/storefront/world.h"

namespace evenhand::storefront {
namespace {

constexpr std::int64_t kOpeningRows = 10'000;
constexpr double kOpeningMinuteMs = 60'000;
constexpr std::int64_t kMinMs = 1'000;
constexpr int kUnassignedMinutes = 2;
constexpr int kRepeatMinutes = 15;

/// Counts answers of several calls; the last one continues, the first error ends it.
struct Gathering {
    std::size_t open = 0;
    std::optional<Error> error;
    std::set<std::string> known;
};

/// The campus' time-outs at this many simulated milliseconds per millisecond.
api::TimerPolicy timersOf(const DemoCampus& campus, double speed) {
    const auto ms = [speed](int minutes) {
        return std::clamp(static_cast<std::int64_t>(minutes * kOpeningMinuteMs / speed), kMinMs, api::kMaxTimerDelayMs);
    };
    api::TimerPolicy policy;
    policy.unpaidMs = ms(campus.unpaidMinutes);
    policy.unassignedMs = ms(kUnassignedMinutes);
    policy.pickUpLateMs = ms(campus.pickUpMinutes);
    policy.deliveryLateMs = ms(campus.deliveryMinutes);
    policy.autoConfirmMs = ms(campus.confirmMinutes);
    policy.autoReassign = campus.autoReassign;
    policy.alertRepeatMs = ms(kRepeatMinutes);
    return policy;
}

}  // namespace

void Storefront::open() {
    deliver<std::vector<api::CampusRow>>(m_dispatch.campuses(call()), this, [this](const auto& answer) {
        if (!answer) {
            openingFailed(answer.error());
            return;
        }
        auto gathering = std::make_shared<Gathering>();
        std::vector<api::CampusRow> missing;
        for (const auto& campus : demoCampuses()) {
            const bool known = std::any_of(answer->begin(), answer->end(),
                                           [&](const api::CampusRow& row) { return row.id.str() == campus.id; });
            if (!known) {
                missing.push_back({CampusId(campus.id), std::string(campus.name), {}});
            }
        }
        if (missing.empty()) {
            openCouriers();
            return;
        }
        gathering->open = missing.size();
        std::vector<CampusId> ids;
        ids.reserve(missing.size());
        for (const auto& campus : missing) {
            ids.push_back(campus.id);
        }
        for (auto& campus : missing) {
            deliver<void>(m_dispatch.upsertCampus(call("demo"), std::move(campus)), this,
                          [this, gathering, ids](const Result<void>& made) {
                              if (!made) {
                                  gathering->error = made.error();
                              }
                              if (--gathering->open == 0) {
                                  gathering->error ? openingFailed(*gathering->error) : openTimers(ids);
                              }
                          });
        }
    });
}

void Storefront::openTimers(const std::vector<CampusId>& campuses) {
    auto gathering = std::make_shared<Gathering>();
    gathering->open = campuses.size();
    for (const auto& campus : demoCampuses()) {
        const CampusId id(campus.id);
        if (std::find(campuses.begin(), campuses.end(), id) == campuses.end()) {
            continue;
        }
        deliver<void>(m_timers.setPolicy(call("demo"), id, timersOf(campus, m_options.speed)), this,
                      [this, gathering](const Result<void>& set) {
                          if (!set) {
                              gathering->error = set.error();
                          }
                          if (--gathering->open == 0) {
                              gathering->error ? openingFailed(*gathering->error) : openCouriers();
                          }
                      });
    }
}

void Storefront::openCouriers() {
    auto gathering = std::make_shared<Gathering>();
    gathering->open = demoCampuses().size();
    const auto proceed = [this, gathering] {
        if (gathering->error) {
            openingFailed(*gathering->error);
            return;
        }
        std::vector<api::CourierInput> missing;
        const int minute = static_cast<int>(minuteOfDay());
        for (const auto& courier : demoCouriers()) {
            if (!gathering->known.contains(std::string(courier.id))) {
                missing.push_back({CourierId(courier.id),
                                   CampusId(demoCampuses()[static_cast<std::size_t>(courier.campus)].id),
                                   std::string(courier.name), std::string(courier.phone), onShift(courier, minute)});
            }
        }
        if (missing.empty()) {
            openProducts();
            return;
        }
        deliver<void>(m_dispatch.upsertCouriers(call("demo"), std::move(missing)), this,
                      [this](const Result<void>& made) { made ? openProducts() : openingFailed(made.error()); });
    };
    for (const auto& campus : demoCampuses()) {
        deliver<api::DispatchBoard>(m_dispatch.board(call(), CampusId(campus.id)), this,
                                    [gathering, proceed](const Result<api::DispatchBoard>& board) {
                                        if (!board) {
                                            gathering->error = board.error();
                                        } else {
                                            for (const auto& courier : board->couriers) {
                                                gathering->known.insert(courier.id.str());
                                            }
                                        }
                                        if (--gathering->open == 0) {
                                            proceed();
                                        }
                                    });
    }
}

void Storefront::openProducts() {
    deliver<std::vector<api::ProductRow>>(
        m_orders.products(call(), {}, kOpeningRows), this, [this](const auto& answer) {
            if (!answer) {
                openingFailed(answer.error());
                return;
            }
            std::set<std::string> known;
            for (const auto& row : *answer) {
                known.insert(row.sku.str());
            }
            std::vector<api::ProductRow> missing;
            for (const auto& product : demoProducts()) {
                if (!known.contains(std::string(product.sku))) {
                    missing.push_back(
                        {Sku(product.sku), std::string(product.name), Money{product.priceMinor}, product.stock});
                }
            }
            if (missing.empty()) {
                Q_EMIT opened();
                return;
            }
            deliver<void>(m_orders.upsertProducts(call("demo"), std::move(missing), true), this,
                          [this](const Result<void>& made) {
                              if (made) {
                                  Q_EMIT opened();
                              } else {
                                  openingFailed(made.error());
                              }
                          });
        });
}

void Storefront::openingFailed(const Error& error) { Q_EMIT failed(QString::fromStdString(error.text())); }

}  // namespace evenhand::storefront
