// SPDX-License-Identifier: GPL-3.0-or-later
// Desks at which there is nothing: every list is empty, nothing is found, and what would change something is refused.
// For tests of pages that are about something else. Thread: any.
#pragma once

#include "engine/api/alert_desk.h"
#include "engine/api/campaign_desk.h"
#include "engine/api/dispatch_desk.h"
#include "engine/api/ledger_desk.h"
#include "engine/api/refund_desk.h"
#include "engine/api/returns_desk.h"
#include "engine/api/search_desk.h"
#include "engine/api/seckill_desk.h"
#include "engine/api/shift_desk.h"
#include "engine/api/shop_desk.h"
#include "engine/api/timer_desk.h"

namespace evenhand::test {

/// Becomes the answer that is wanted: an empty value, or a refusal.
struct Nothing {
    template <typename T>
    operator api::Answer<T>() const {  // NOLINT(google-explicit-constructor)
        return QtFuture::makeReadyFuture(Result<T>(T{}));
    }
};
struct NotThere {
    template <typename T>
    operator api::Answer<T>() const {  // NOLINT(google-explicit-constructor)
        return QtFuture::makeReadyFuture(Result<T>(fail(ErrorCode::NotFound, "there is nothing at this desk")));
    }
};

class BlankShifts final : public api::ShiftDesk {
    using Call = api::Call;
    using Version = api::Answer<std::int64_t>;

public:
    Version setWeek(const Call&, CourierId, api::Week, std::int64_t) override { return NotThere{}; }
    Version setException(const Call&, CourierId, api::ShiftException, std::int64_t) override { return NotThere{}; }
    Version removeException(const Call&, CourierId, api::CalendarDay, std::int64_t) override { return NotThere{}; }
    api::Answer<api::Roster> roster(const Call&, CourierId) override { return NotThere{}; }
    api::Answer<std::vector<api::RosterRow>> rosters(const Call&, CampusId) override { return Nothing{}; }
    api::Answer<api::Crew> crew(const Call&, CampusId, std::optional<api::CalendarDay>) override { return Nothing{}; }
};

class BlankSearch final : public api::SearchDesk {
public:
    api::Answer<api::SearchResult> search(const api::Call&, api::SearchQuery) override { return Nothing{}; }
    api::Answer<void> prepare(const api::Call&) override { return QtFuture::makeReadyFuture(Result<void>()); }
};

class BlankTimers final : public api::TimerDesk {
    using Call = api::Call;
    using Refs = std::vector<api::TimerRef>;
    using Outcomes = api::Answer<std::vector<api::TimerOutcome>>;
    template <typename T>
    using Answer = api::Answer<T>;

public:
    Answer<void> setPolicy(const Call&, CampusId, api::TimerPolicy, std::int64_t) override { return NotThere{}; }
    Answer<std::vector<api::TimerPolicyRow>> policies(const Call&) override { return Nothing{}; }
    Answer<std::int64_t> setPaused(const Call&, api::TimerKind, bool, std::int64_t) override { return NotThere{}; }
    Answer<void> setQueue(const Call&, bool, std::int64_t, std::int64_t) override { return NotThere{}; }
    Outcomes run(const Call&, Refs) override { return NotThere{}; }
    Outcomes postponeTo(const Call&, Refs, Instant) override { return NotThere{}; }
    Outcomes postponeBy(const Call&, Refs, std::int64_t) override { return NotThere{}; }
    Outcomes extend(const Call&, Refs, std::int64_t) override { return NotThere{}; }
    Outcomes cancel(const Call&, Refs) override { return NotThere{}; }
    Outcomes retry(const Call&, Refs) override { return NotThere{}; }
    Answer<std::vector<api::TimerRow>> page(const Call&, api::TimerQuery) override { return Nothing{}; }
    Answer<std::int64_t> count(const Call&, api::TimerFilter) override { return Nothing{}; }
    Answer<api::TimerBoard> board(const Call&, CampusId) override { return Nothing{}; }
    Answer<api::DueHistogram> histogram(const Call&, CampusId, std::vector<api::TimerKind>, Instant, std::int64_t,
                                        int) override {
        return Nothing{};
    }
    Answer<api::QueueComparison> compareQueue(const Call&) override { return NotThere{}; }
    Answer<api::QueueComparison> rearmQueue(const Call&) override { return NotThere{}; }
    Answer<api::ClockReset> resetClock(const Call&) override { return NotThere{}; }
    Answer<void> passTime(const Call&) override { return NotThere{}; }
};

class BlankAlerts final : public api::AlertDesk {
    using Call = api::Call;
    using Refs = std::vector<api::AlertRef>;
    using Outcomes = api::Answer<std::vector<api::AlertOutcome>>;
    template <typename T>
    using Answer = api::Answer<T>;

public:
    Answer<std::vector<api::AlertRow>> page(const Call&, api::AlertQuery) override { return Nothing{}; }
    Answer<std::int64_t> count(const Call&, api::AlertQuery) override { return Nothing{}; }
    Answer<api::AlertCounts> counts(const Call&, CampusId) override { return Nothing{}; }
    Answer<api::AlertLimits> limits(const Call&) override { return Nothing{}; }
    Answer<void> setLimits(const Call&, api::AlertLimits) override { return NotThere{}; }
    Outcomes acknowledge(const Call&, Refs) override { return NotThere{}; }
    Outcomes silence(const Call&, Refs, Instant) override { return NotThere{}; }
    Outcomes resolve(const Call&, Refs) override { return NotThere{}; }
};

class BlankDispatch : public api::DispatchDesk {
    using Call = api::Call;
    using Outcomes = api::Answer<std::vector<api::ReassignOutcome>>;
    using Calibration = api::Answer<std::vector<api::CalibrationRow>>;
    template <typename T>
    using Answer = api::Answer<T>;

public:
    Answer<void> upsertCampus(const Call&, api::CampusRow) override { return NotThere{}; }
    Answer<std::int64_t> setPaused(const Call&, CampusId, bool, std::int64_t) override { return NotThere{}; }
    Answer<void> upsertCouriers(const Call&, std::vector<api::CourierInput>) override { return NotThere{}; }
    Answer<std::int64_t> setDuty(const Call&, CourierId, bool, std::int64_t) override { return NotThere{}; }
    Answer<std::int64_t> setLoadLimit(const Call&, CourierId, std::optional<std::int64_t>, std::int64_t) override {
        return NotThere{};
    }
    Outcomes reassign(const Call&, std::vector<api::OrderRef>, api::ReassignTarget) override { return NotThere{}; }
    Outcomes handOver(const Call&, CourierId, api::ReassignTarget, std::vector<api::OrderRef>) override {
        return NotThere{};
    }
    Outcomes undoReassign(const Call&, std::vector<api::ReassignOutcome>) override { return NotThere{}; }
    Calibration previewCalibration(const Call&, CampusId) override { return NotThere{}; }
    Calibration calibrate(const Call&, CampusId, std::vector<api::CalibrationRow>) override { return NotThere{}; }
    Answer<std::vector<api::DeadLetterOutcome>> retryDeadLetters(const Call&, std::vector<DeadLetterId>) override {
        return NotThere{};
    }
    void takeMany(const Call&, std::vector<Take>, api::BatchCompletion<CourierId>) override {}
    Answer<std::vector<api::CampusRow>> campuses(const Call&) override { return Nothing{}; }
    Answer<api::DispatchBoard> board(const Call&, CampusId) override { return NotThere{}; }
    Answer<std::vector<api::WaitingOrder>> waiting(const Call&, CampusId, std::int64_t) override { return Nothing{}; }
    Answer<std::vector<api::FairnessPoint>> fairness(const Call&, CampusId, Instant, Instant, int) override {
        return Nothing{};
    }
    Answer<std::vector<api::AssignmentEvidence>> evidence(const Call&, OrderNo) override { return Nothing{}; }
    Answer<std::vector<api::DeadLetterRow>> deadLetters(const Call&, std::int64_t) override { return Nothing{}; }
    Answer<std::vector<api::CourierRow>> findCouriers(const Call&, std::string, std::int64_t) override {
        return Nothing{};
    }
    Answer<std::int64_t> exportAssignments(const Call&, std::string, std::function<void(std::int64_t)>) override {
        return NotThere{};
    }
};

class BlankShop : public api::ShopDesk {
    using Call = api::Call;
    using Version = api::Answer<std::int64_t>;
    template <typename T>
    using Answer = api::Answer<T>;

public:
    Answer<void> addCampus(const Call&, api::NewCampus) override { return NotThere{}; }
    Version editCampus(const Call&, api::CampusEdit) override { return NotThere{}; }
    Version setCampusDisabled(const Call&, CampusId, bool, std::int64_t) override { return NotThere{}; }
    Answer<void> addCourier(const Call&, api::NewCourier) override { return NotThere{}; }
    Version editCourier(const Call&, api::CourierEdit) override { return NotThere{}; }
    Version setCourierDisabled(const Call&, CourierId, bool, std::int64_t) override { return NotThere{}; }
    Answer<void> addProduct(const Call&, api::NewProduct) override { return NotThere{}; }
    Version editProduct(const Call&, api::ProductEdit) override { return NotThere{}; }
    Version setProductDisabled(const Call&, Sku, bool, std::int64_t) override { return NotThere{}; }
    Answer<api::StockAnswer> receiveStock(const Call&, Sku, std::int64_t, std::string) override { return NotThere{}; }
    Answer<api::StockAnswer> correctStock(const Call&, Sku, std::int64_t) override { return NotThere{}; }
    Answer<std::vector<api::CourierRow>> couriers(const Call&, CampusId, std::int64_t) override { return Nothing{}; }
    Answer<std::vector<api::ProductRow>> products(const Call&, api::ProductQuery) override { return Nothing{}; }
    Answer<std::int64_t> countProducts(const Call&, api::ProductFilter) override { return Nothing{}; }
    Answer<api::ProductRow> product(const Call&, Sku) override { return NotThere{}; }
    Answer<std::vector<api::StockHistoryRow>> stockHistory(const Call&, Sku, std::int64_t, std::int64_t) override {
        return Nothing{};
    }
};

class BlankSeckill final : public api::SeckillDesk {
    using Call = api::Call;
    template <typename T>
    using Answer = api::Answer<T>;

public:
    Answer<api::ActivityRow> setUp(const Call&, api::ActivityInput) override { return NotThere{}; }
    Answer<api::ActivityRow> edit(const Call&, api::ActivityInput, std::int64_t) override { return NotThere{}; }
    Answer<void> discard(const Call&, ActivityId, std::int64_t) override { return NotThere{}; }
    Answer<api::ActivityRow> start(const Call&, ActivityId, std::int64_t) override { return NotThere{}; }
    Answer<api::ActivityRow> stop(const Call&, ActivityId, std::int64_t) override { return NotThere{}; }
    Answer<api::ActivityRow> resume(const Call&, ActivityId, std::int64_t) override { return NotThere{}; }
    Answer<api::ActivityRow> topUp(const Call&, ActivityId, std::int64_t, std::int64_t) override { return NotThere{}; }
    Answer<api::ActivityRow> end(const Call&, ActivityId, std::int64_t) override { return NotThere{}; }
    Answer<api::AttemptAnswer> attempt(const Call&, api::SeckillAttempt) override { return NotThere{}; }
    void attemptMany(const Call&, std::vector<api::SeckillAttempt>, api::BatchCompletion<api::AttemptAnswer>) override {
    }
    Answer<api::Reservation> reservation(const Call&, ActivityId, UserId) override { return NotThere{}; }
    Answer<std::vector<api::ActivityRow>> activities(const Call&) override { return Nothing{}; }
    Answer<api::SeckillBoard> board(const Call&, ActivityId) override { return NotThere{}; }
    Answer<std::vector<api::SoldPoint>> soldCurve(const Call&, ActivityId, Instant, Instant, int) override {
        return Nothing{};
    }
    Answer<std::vector<api::ActivityLogRow>> log(const Call&, ActivityId, std::int64_t) override { return Nothing{}; }
    Answer<std::vector<api::PendingRow>> pending(const Call&, ActivityId, std::int64_t) override { return Nothing{}; }
    Answer<std::vector<api::SeckillLetterRow>> deadLetters(const Call&, ActivityId, std::int64_t) override {
        return Nothing{};
    }
    Answer<std::vector<api::SeckillOutcome>> claim(const Call&, ActivityId, std::vector<std::string>) override {
        return NotThere{};
    }
    Answer<std::vector<api::SeckillOutcome>> acknowledge(const Call&, ActivityId, std::vector<std::string>) override {
        return NotThere{};
    }
    Answer<std::vector<api::SeckillOutcome>> release(const Call&, ActivityId, std::vector<std::string>) override {
        return NotThere{};
    }
    Answer<std::vector<api::SeckillOutcome>> retryLetters(const Call&, std::vector<DeadLetterId>) override {
        return NotThere{};
    }
    Answer<std::vector<api::SeckillOutcome>> dismissLetters(const Call&, std::vector<DeadLetterId>) override {
        return NotThere{};
    }
    Answer<api::SeckillComparison> check(const Call&, ActivityId) override { return NotThere{}; }
    Answer<api::SeckillComparison> repair(const Call&, ActivityId) override { return NotThere{}; }
    Answer<api::RehearsalResult> rehearse(const Call&, api::RehearsalPlan, api::RehearsalWatch) override {
        return NotThere{};
    }
};

class BlankCampaigns final : public api::CampaignDesk {
    using Call = api::Call;
    template <typename T>
    using Answer = api::Answer<T>;

public:
    Answer<api::CampaignPreview> preview(const Call&, api::CampaignShape, std::optional<std::int64_t>) override {
        return Nothing{};
    }
    Answer<api::CampaignRow> create(const Call&, CampaignId, api::CampaignSettings) override { return NotThere{}; }
    Answer<api::CampaignRow> edit(const Call&, CampaignId, api::CampaignSettings, std::int64_t) override {
        return NotThere{};
    }
    Answer<api::CampaignRow> copy(const Call&, CampaignId, CampaignId) override { return NotThere{}; }
    Answer<void> remove(const Call&, CampaignId, std::int64_t) override { return NotThere{}; }
    Answer<api::CampaignRow> start(const Call&, CampaignId, std::int64_t) override { return NotThere{}; }
    Answer<api::CampaignRow> pause(const Call&, CampaignId, std::int64_t) override { return NotThere{}; }
    Answer<api::CampaignRow> resume(const Call&, CampaignId, std::int64_t) override { return NotThere{}; }
    Answer<api::CampaignRow> stop(const Call&, CampaignId, std::int64_t) override { return NotThere{}; }
    Answer<api::DrawAnswer> draw(const Call&, api::DrawRequest) override { return NotThere{}; }
    void drawMany(const Call&, std::vector<api::DrawRequest>, api::BatchCompletion<api::DrawAnswer>) override {}
    Answer<api::DrawAnswer> giveBack(const Call&, DrawId) override { return NotThere{}; }
    Answer<std::vector<api::CampaignRow>> campaigns(const Call&) override { return Nothing{}; }
    Answer<api::CampaignRow> campaign(const Call&, CampaignId) override { return NotThere{}; }
    Answer<api::CampaignBoard> board(const Call&, CampaignId) override { return NotThere{}; }
    Answer<std::vector<api::DrawRow>> draws(const Call&, api::DrawQuery) override { return Nothing{}; }
    Answer<std::int64_t> countDraws(const Call&, api::DrawFilter) override { return Nothing{}; }
    Answer<std::int64_t> exportDraws(const Call&, api::DrawFilter, std::string,
                                     std::function<void(std::int64_t)>) override {
        return Nothing{};
    }
    Answer<api::CampaignRehearsalResult> rehearse(const Call&, api::CampaignRehearsal,
                                                  std::function<void(std::int64_t)>) override {
        return NotThere{};
    }
};

class BlankReturns : public api::ReturnsDesk {
    using Call = api::Call;
    template <typename T>
    using Answer = api::Answer<T>;

public:
    Answer<api::ReturnAnswer> request(const Call&, api::RequestReturn) override { return NotThere{}; }
    void requestMany(const Call&, std::vector<api::RequestReturn>, api::BatchCompletion<api::ReturnAnswer>) override {}
    Answer<std::vector<api::ReturnAnswer>> requestMatched(const Call&, api::MatchReturn) override { return NotThere{}; }
    Answer<api::ReturnOutcome> approve(const Call&, api::ReturnRef, std::vector<api::ReturnLine>) override {
        return NotThere{};
    }
    Answer<std::vector<api::ReturnOutcome>> approveMany(const Call&, std::vector<api::ReturnRef>) override {
        return NotThere{};
    }
    Answer<std::vector<api::ReturnOutcome>> reject(const Call&, std::vector<api::ReturnRef>, std::string) override {
        return NotThere{};
    }
    Answer<std::vector<api::ReturnOutcome>> cancel(const Call&, std::vector<api::ReturnRef>) override {
        return NotThere{};
    }
    Answer<api::ReturnOutcome> undo(const Call&, api::ReturnRef) override { return NotThere{}; }
    Answer<api::ReturnOutcome> receive(const Call&, api::ReturnRef, std::vector<api::ReceivedLine>) override {
        return NotThere{};
    }
    Answer<api::ReturnOutcome> skipGoods(const Call&, api::ReturnRef) override { return NotThere{}; }
    Answer<api::ReturnOutcome> undoGoods(const Call&, api::ReturnRef) override { return NotThere{}; }
    Answer<std::vector<api::ReturnOutcome>> assign(const Call&, std::vector<api::ReturnRef>, std::string) override {
        return NotThere{};
    }
    Answer<api::ReturnOutcome> note(const Call&, api::ReturnRef, std::string) override { return NotThere{}; }
    Answer<void> setCaseSettings(const Call&, api::CaseSettings) override { return NotThere{}; }
    Answer<api::CaseSettings> caseSettings(const Call&) override { return Nothing{}; }
    Answer<void> setPolicy(const Call&, CampusId, std::optional<api::ReturnPolicy>, std::int64_t) override {
        return NotThere{};
    }
    Answer<std::vector<api::ReturnPolicyRow>> policies(const Call&) override { return Nothing{}; }
    Answer<std::vector<api::ReturnRow>> page(const Call&, api::ReturnQuery) override { return Nothing{}; }
    Answer<std::int64_t> count(const Call&, api::ReturnFilter) override { return Nothing{}; }
    Answer<std::vector<api::ReturnRow>> rows(const Call&, std::vector<ReturnId>) override { return Nothing{}; }
    Answer<api::ReturnCounts> counts(const Call&, CampusId) override { return Nothing{}; }
    Answer<api::ReturnDetail> detail(const Call&, ReturnId) override { return NotThere{}; }
    Answer<api::ReturnableOrder> returnable(const Call&, OrderNo) override { return NotThere{}; }
    Answer<api::RequestPreview> previewRequest(const Call&, api::RequestReturn) override { return Nothing{}; }
    Answer<api::ApprovalPreview> preview(const Call&, ReturnId, std::vector<api::ReturnLine>) override {
        return Nothing{};
    }
    Answer<std::int64_t> exportCsv(const Call&, api::ReturnQuery, std::string,
                                   std::function<void(std::int64_t)>) override {
        return Nothing{};
    }
};

class BlankRefunds final : public api::RefundDesk {
    using Call = api::Call;
    template <typename T>
    using Answer = api::Answer<T>;

public:
    Answer<api::RefundAnswer> request(const Call&, api::RequestRefund) override { return NotThere{}; }
    Answer<std::vector<api::RefundOutcome>> approve(const Call&, std::vector<api::RefundRef>) override {
        return NotThere{};
    }
    Answer<std::vector<api::RefundOutcome>> cancel(const Call&, std::vector<api::RefundRef>) override {
        return NotThere{};
    }
    Answer<std::vector<api::RefundOutcome>> retry(const Call&, std::vector<api::RefundRef>) override {
        return NotThere{};
    }
    Answer<api::RefundOutcome> recordPaid(const Call&, api::RefundRef, std::string) override { return NotThere{}; }
    Answer<api::RefundOutcome> recordFailed(const Call&, api::RefundRef) override { return NotThere{}; }
    Answer<std::vector<api::RefundOutcome>> sendBack(const Call&, std::vector<api::RefundRef>) override {
        return NotThere{};
    }
    Answer<std::vector<api::RefundOutcome>> assign(const Call&, std::vector<api::RefundRef>, std::string) override {
        return NotThere{};
    }
    Answer<api::RefundOutcome> note(const Call&, api::RefundRef, std::string) override { return NotThere{}; }
    Answer<void> setSettings(const Call&, api::RefundSettings) override { return NotThere{}; }
    Answer<api::RefundSettings> settings(const Call&) override { return Nothing{}; }
    Answer<std::vector<api::RefundJob>> claimDue(const Call&, api::RefundClaim) override { return NotThere{}; }
    Answer<std::vector<api::RefundOutcome>> report(const Call&, std::vector<api::RefundReport>) override {
        return NotThere{};
    }
    Answer<std::optional<Instant>> nextDue(const Call&) override { return Nothing{}; }
    Answer<std::vector<api::RefundRow>> page(const Call&, api::RefundQuery) override { return Nothing{}; }
    Answer<std::int64_t> count(const Call&, api::RefundFilter) override { return Nothing{}; }
    Answer<std::vector<api::RefundRow>> rows(const Call&, std::vector<RefundId>) override { return Nothing{}; }
    Answer<api::RefundCounts> counts(const Call&, CampusId) override { return Nothing{}; }
    Answer<std::vector<api::MoneyEvent>> history(const Call&, RefundId) override { return Nothing{}; }
    Answer<std::vector<api::RefundRow>> ofOrder(const Call&, OrderNo) override { return Nothing{}; }
    Answer<api::OrderMoney> moneyOf(const Call&, OrderNo) override { return Nothing{}; }
};

class BlankLedger final : public api::LedgerDesk {
    using Call = api::Call;
    template <typename T>
    using Answer = api::Answer<T>;

public:
    Answer<std::vector<api::AccountBalance>> trialBalance(const Call&) override { return Nothing{}; }
    Answer<std::vector<api::LedgerRow>> page(const Call&, api::LedgerQuery) override { return Nothing{}; }
    Answer<std::int64_t> count(const Call&, api::LedgerFilter) override { return Nothing{}; }
    Answer<std::int64_t> exportCsv(const Call&, api::LedgerFilter, std::string,
                                   std::function<void(std::int64_t)>) override {
        return Nothing{};
    }
};

}  // namespace evenhand::test
