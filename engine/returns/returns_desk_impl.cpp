// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "engine/base/code_words.h"
#include "engine/base/counted.h"
#include "engine/returns/case_age_source.h"
#include "engine/returns/cases.h"
#include "engine/returns/decide.h"
#include "engine/returns/goods.h"
#include "engine/returns/policy.h"
#include "engine/returns/request.h"
#include "engine/returns/return_export.h"
#include "engine/returns/returns.h"
#include "engine/runtime/desk_support.h"
#include "engine/store/pages/return_page_store.h"
#include "engine/store/records/case_store.h"
#include "engine/store/records/setting_change_store.h"
#include "engine/store/words/setting_kinds.h"

namespace evenhand::returns {
namespace {

using api::Answer;
using api::Call;
using api::Operation;
using api::ReturnOutcome;
using api::ReturnRef;
using runtime::checkOperation;
using runtime::refused;
using runtime::UnitOfWork;
using ReturnOutcomes = std::vector<ReturnOutcome>;

/// With approval at once, both permissions are needed.
Result<Call> mayRequest(runtime::Engine& engine, const Call& call, bool approve) {
    EVENHAND_ASSIGN(auto named, checkOperation(engine, call, Operation::ReturnsRequest));
    if (approve) {
        EVENHAND_TRY(runtime::checkAlso(engine, call, Operation::ReturnsApprove, api::Permission::ApproveReturns));
    }
    return named;
}

/// What a command is about, as people know it: ids are on no page.
void noteReturn(UnitOfWork& work, ReturnId id) {
    const auto found = store::returns::find(work.database(), id);
    work.note(found && *found ? "return " + (*found)->number.str() : "return with id " + std::to_string(id.value));
}

Result<api::ReturnAnswer> requestNoted(UnitOfWork& work, const api::RequestReturn& asked) {
    EVENHAND_ASSIGN(auto answer, returns::request(work, asked));
    work.note("return " + answer.number.str(),
              "of order " + answer.orderNo.str() + ", " +
                  (answer.status == api::ReturnStatus::Requested ? std::string("waits for approval")
                                                                 : base::codeWords(api::toText(answer.status))));
    return answer;
}
Result<std::vector<api::ReturnAnswer>> requestMatchedNoted(UnitOfWork& work, const api::MatchReturn& asked) {
    EVENHAND_ASSIGN(auto answers, returns::requestMatched(work, asked));
    std::string orders;
    for (const auto& answer : answers) {
        orders += (orders.empty() ? "of order " : ", ") + answer.orderNo.str();
    }
    work.note("return " + asked.number.str(), std::move(orders));
    return answers;
}

/// Why nothing of an order can be returned now.
std::optional<Error> refusalOf(const api::ReturnableOrder& order, const Deducted& found) {
    if (auto open = expectOpen(found); !open) {
        return std::move(open).error();
    }
    if (std::all_of(order.lines.begin(), order.lines.end(), [](const auto& line) { return line.returnable == 0; })) {
        return Error{ErrorCode::ExceedsDeducted, "everything was already returned or requested", "units", "0"};
    }
    return std::nullopt;
}

/// What every line was really paid for, and what of it is settled.
Result<void> addMoney(store::Database& database, api::ReturnableOrder& order) {
    EVENHAND_ASSIGN(const auto found, store::returns::findDeduction(database, order.orderNo));
    if (!found) {
        return {};
    }
    EVENHAND_ASSIGN(const auto shares, sharesOf(database, *found));
    std::size_t at = 0;  // both are in order of SKU
    for (const auto& share : shares.lines) {
        while (at < order.lines.size() && order.lines[at].sku.str() < share.sku) {
            ++at;
        }
        if (at < order.lines.size() && order.lines[at].sku.str() == share.sku) {
            order.lines[at].share.minor += share.share.minor;
            order.lines[at].settled.minor += share.settled.minor;
        }
    }
    order.refusal = refusalOf(order, *found);
    if (!expectOpen(*found)) {
        for (auto& line : order.lines) {
            line.returnable = 0;
        }
    }
    return {};
}

Result<api::ReturnDetail> detailOf(store::Database& database, const api::Actor& actor, ReturnId id) {
    EVENHAND_ASSIGN(auto detail, store::returnPages::detail(database, id));
    EVENHAND_TRY(addMoney(database, detail.order));
    EVENHAND_ASSIGN(const auto made, findReturn(database, {id, 0}));
    EVENHAND_ASSIGN(const auto order, orderOf(database, made));
    EVENHAND_ASSIGN(detail.fourEyes, fourEyesOf(database, actor, made, order));
    return detail;
}

class ReturnsDeskImpl final : public api::ReturnsDesk, private runtime::Desk<Operation::ReturnsRead> {
public:
    ReturnsDeskImpl(runtime::Engine& engine, runtime::Reader& reader, int minorDigits, std::function<Instant()> now)
        : Desk(engine, reader), m_minorDigits(minorDigits), m_now(std::move(now)) {}

    Answer<api::ReturnAnswer> request(const Call& call, api::RequestReturn asked) override {
        auto allowed = mayRequest(m_engine, call, asked.approve);
        if (!allowed) {
            return refused<api::ReturnAnswer>(std::move(allowed).error());
        }
        return m_engine.askRule<api::RequestReturn, api::ReturnAnswer>(*std::move(allowed), std::move(asked),
                                                                       requestNoted, nullptr);
    }
    void requestMany(const Call& call, std::vector<api::RequestReturn> asked,
                     api::BatchCompletion<api::ReturnAnswer> done) override {
        const bool approve = std::any_of(asked.begin(), asked.end(), [](const auto& one) { return one.approve; });
        auto allowed = mayRequest(m_engine, call, approve);
        if (!allowed) {
            runtime::refuseAll(asked.size(), allowed.error(), done);
            return;
        }
        m_engine.askMany<api::RequestReturn, api::ReturnAnswer>(*std::move(allowed), std::move(asked), requestNoted,
                                                                std::move(done));
    }
    Answer<std::vector<api::ReturnAnswer>> requestMatched(const Call& call, api::MatchReturn asked) override {
        auto allowed = mayRequest(m_engine, call, asked.approve);
        if (!allowed) {
            return refused<std::vector<api::ReturnAnswer>>(std::move(allowed).error());
        }
        return m_engine.askRule<api::MatchReturn, std::vector<api::ReturnAnswer>>(*std::move(allowed), std::move(asked),
                                                                                  requestMatchedNoted, nullptr);
    }
    Answer<ReturnOutcome> approve(const Call& call, ReturnRef ref, std::vector<api::ReturnLine> lines) override {
        return command<ReturnOutcome>(
            call, Operation::ReturnsApprove, ref,
            [ref, lines = std::move(lines)](UnitOfWork& work) { return returns::approve(work, ref, lines); });
    }
    Answer<ReturnOutcomes> approveMany(const Call& call, std::vector<ReturnRef> refs) override {
        return rows(call, Operation::ReturnsApprove, std::move(refs),
                    [](UnitOfWork& work, const ReturnRef& ref) { return returns::approve(work, ref, {}); });
    }
    Answer<ReturnOutcomes> reject(const Call& call, std::vector<ReturnRef> refs, std::string customerNote) override {
        auto valid = base::validateText(customerNote, "customer_note", api::kMaxReturnReason);
        if (!valid && call.actor.may(api::Permission::ApproveReturns)) {
            return refused<ReturnOutcomes>(std::move(valid).error());
        }
        return rows(call, Operation::ReturnsReject, std::move(refs),
                    [note = std::move(customerNote)](UnitOfWork& work, const ReturnRef& ref) {
                        return returns::reject(work, ref, note);
                    });
    }
    Answer<ReturnOutcomes> cancel(const Call& call, std::vector<ReturnRef> refs) override {
        return rows(call, Operation::ReturnsCancel, std::move(refs),
                    [](UnitOfWork& work, const ReturnRef& ref) { return returns::cancelReturn(work, ref); });
    }
    /// Which operation it is, and so what it needs, is known when the return is read; the rule looks again.
    Answer<ReturnOutcome> undo(const Call& call, ReturnRef ref) override {
        const bool decides =
            call.actor.may(api::Permission::ApproveReturns) || !call.actor.may(api::Permission::RequestReturns);
        const auto operation = decides ? Operation::ReturnsUndoDecision : Operation::ReturnsUndoCancel;
        return command<ReturnOutcome>(call, operation, ref, [this, ref](UnitOfWork& work) {
            auto done = returns::undo(work, ref);
            if (!done && done.error().code == ErrorCode::PermissionDenied) {
                const bool cancel = done.error().value == api::toText(api::Permission::RequestReturns);
                m_engine.noteRefusal(work.call(),
                                     cancel ? Operation::ReturnsUndoCancel : Operation::ReturnsUndoDecision,
                                     cancel ? api::Permission::RequestReturns : api::Permission::ApproveReturns);
            }
            return done;
        });
    }
    Answer<ReturnOutcome> receive(const Call& call, ReturnRef ref, std::vector<api::ReceivedLine> lines) override {
        return command<ReturnOutcome>(
            call, Operation::ReturnsReceive, ref,
            [ref, lines = std::move(lines)](UnitOfWork& work) { return returns::receive(work, ref, lines); });
    }
    Answer<ReturnOutcome> skipGoods(const Call& call, ReturnRef ref) override {
        return command<ReturnOutcome>(call, Operation::ReturnsSkipGoods, ref,
                                      [ref](UnitOfWork& work) { return returns::skipGoods(work, ref); });
    }
    Answer<ReturnOutcome> undoGoods(const Call& call, ReturnRef ref) override {
        return command<ReturnOutcome>(call, Operation::ReturnsUndoGoods, ref,
                                      [ref](UnitOfWork& work) { return returns::undoGoods(work, ref); });
    }

    Answer<ReturnOutcomes> assign(const Call& call, std::vector<ReturnRef> refs, std::string clerk) override {
        return rows(call, Operation::ReturnsAssign, std::move(refs),
                    [clerk = std::move(clerk)](UnitOfWork& work, const ReturnRef& ref) {
                        work.note({}, clerk.empty() ? std::string("to nobody") : "to " + clerk);
                        return assignReturn(work, ref, clerk);
                    });
    }
    Answer<ReturnOutcome> note(const Call& call, ReturnRef ref, std::string text) override {
        return command<ReturnOutcome>(call, Operation::ReturnsNote, ref,
                                      [ref, text = std::move(text)](UnitOfWork& work) {
                                          work.note({}, text);
                                          return addReturnNote(work, ref, text);
                                      });
    }

    Answer<void> setCaseSettings(const Call& call, api::CaseSettings settings) override {
        return command<void>(call, Operation::ReturnsSetCases, std::nullopt,
                             [settings = std::move(settings)](UnitOfWork& work) {
                                 work.note("cases", base::counted(std::ssize(settings.reasons), "reason"));
                                 return returns::setCaseSettings(work, settings);
                             });
    }
    Answer<api::CaseSettings> caseSettings(const Call& call) override {
        return read<api::CaseSettings>(call, [](store::Database& database) -> Result<api::CaseSettings> {
            EVENHAND_ASSIGN(const auto change, store::settingChanges::last(database, store::SettingKind::Cases, {}));
            EVENHAND_ASSIGN(auto settings, store::cases::settings(database));
            settings.version = change.version;
            return settings;
        });
    }
    Answer<void> setPolicy(const Call& call, CampusId campus, std::optional<api::ReturnPolicy> policy,
                           std::int64_t version) override {
        return command<void>(call, Operation::ReturnsSetPolicy, std::nullopt,
                             [campus = std::move(campus), policy, version](UnitOfWork& work) {
                                 work.note(campus.empty() ? std::string("all campuses") : "campus " + campus.str());
                                 return returns::setPolicy(work, campus, policy, version);
                             });
    }
    Answer<std::vector<api::ReturnPolicyRow>> policies(const Call& call) override {
        return read<std::vector<api::ReturnPolicyRow>>(
            call, [](store::Database& database) -> Result<std::vector<api::ReturnPolicyRow>> {
                EVENHAND_ASSIGN(const auto versions,
                                store::settingChanges::versions(database, store::SettingKind::Returns));
                EVENHAND_ASSIGN(auto rows, store::returns::policiesFresh(database));
                for (auto& row : rows) {
                    row.version = store::settingChanges::versionIn(versions, row.campus.str());
                }
                return rows;
            });
    }

    Answer<std::vector<api::ReturnRow>> page(const Call& call, api::ReturnQuery query) override {
        return read<std::vector<api::ReturnRow>>(call, [query = std::move(query)](store::Database& database) {
            return store::returnPages::page(database, query);
        });
    }
    Answer<std::int64_t> count(const Call& call, api::ReturnFilter filter) override {
        return read<std::int64_t>(call, [filter = std::move(filter), counts = m_counts](store::Database& database) {
            return store::returnPages::count(database, filter, *counts);
        });
    }
    Answer<std::vector<api::ReturnRow>> rows(const Call& call, std::vector<ReturnId> ids) override {
        using Rows = std::vector<api::ReturnRow>;
        return read<Rows>(call, [ids = std::move(ids)](store::Database& database) -> Result<Rows> {
            EVENHAND_TRY(runtime::checkRowIds(ids.size()));
            return store::returnPages::rows(database, ids);
        });
    }
    Answer<api::ReturnCounts> counts(const Call& call, CampusId campus) override {
        return read<api::ReturnCounts>(call, [campus = std::move(campus)](store::Database& database) {
            return store::returnPages::counts(database, campus);
        });
    }
    Answer<api::ReturnDetail> detail(const Call& call, ReturnId id) override {
        return read<api::ReturnDetail>(
            call, [actor = call.actor, id](store::Database& database) { return detailOf(database, actor, id); });
    }
    Answer<api::ReturnableOrder> returnable(const Call& call, OrderNo orderNo) override {
        return read<api::ReturnableOrder>(
            call, [orderNo = std::move(orderNo)](store::Database& database) -> Result<api::ReturnableOrder> {
                EVENHAND_ASSIGN(auto order, store::returnPages::returnable(database, orderNo));
                EVENHAND_TRY(addMoney(database, order));
                return order;
            });
    }
    Answer<api::RequestPreview> previewRequest(const Call& call, api::RequestReturn asked) override {
        return read<api::RequestPreview>(call, [now = m_now(), asked = std::move(asked)](store::Database& database) {
            return returns::previewRequest(database, now, asked);
        });
    }
    Answer<api::ApprovalPreview> preview(const Call& call, ReturnId id, std::vector<api::ReturnLine> lines) override {
        return read<api::ApprovalPreview>(
            call, [actor = call.actor, id, lines = std::move(lines)](store::Database& database) {
                return returns::preview(database, actor, id, lines);
            });
    }
    Answer<std::int64_t> exportCsv(const Call& call, api::ReturnQuery query, std::string path,
                                   std::function<void(std::int64_t)> progress) override {
        if (auto allowed = checkOperation(m_engine, call, Operation::ReturnsRead); !allowed) {
            return refused<std::int64_t>(std::move(allowed).error());
        }
        return exportReturns(m_engine, m_reader, call, std::move(query.filter), std::move(path), m_minorDigits,
                             std::move(progress));
    }

private:
    template <typename T, typename Run>
    Answer<T> command(const Call& call, Operation operation, std::optional<ReturnRef> ref, Run run) {
        return Desk::command<T>(call, operation, [ref, run = std::move(run)](UnitOfWork& work) {
            if (ref) {
                noteReturn(work, ref->id);
            }
            return run(work);
        });
    }
    template <typename Run>
    Answer<ReturnOutcomes> rows(const Call& call, Operation operation, std::vector<ReturnRef> refs, Run run) {
        return actOnRows<ReturnRef, ReturnOutcome>(
            call, operation, std::move(refs),
            [run = std::move(run)](UnitOfWork& work, const ReturnRef& ref) {
                noteReturn(work, ref.id);
                return run(work, ref);
            },
            [](const ReturnRef& ref, const Error& error) {
                return ReturnOutcome{ref.id, error, api::ReturnStage::Approval, 0};
            });
    }

    const int m_minorDigits;
    const std::function<Instant()> m_now;
    /// The reader's.
    const std::shared_ptr<store::returnPages::Counts> m_counts = std::make_shared<store::returnPages::Counts>();
};

}  // namespace

std::unique_ptr<api::ReturnsDesk> makeReturnsDesk(runtime::Engine& engine, runtime::Reader& reader, int minorDigits,
                                                  std::function<Instant()> now) {
    return std::make_unique<ReturnsDeskImpl>(engine, reader, minorDigits, std::move(now));
}

CaseAges watchCaseAges() {
    auto source = std::make_unique<CaseAgeSource>();
    auto heard = [told = source.get()](const std::vector<api::Event>& events) { told->heard(events); };
    return {std::move(source), std::move(heard)};
}

}  // namespace evenhand::returns
