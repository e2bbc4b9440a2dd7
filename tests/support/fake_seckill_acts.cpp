// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of FakeSeckill.
#include <algorithm>
#include <functional>
#include <map>

#include "tests/support/fake_engine.h"
#include "tests/support/fake_engine_answer.h"
#include "tests/support/fake_seckill.h"

namespace evenhand::test {

void FakeSeckill::note(Activity& activity, const api::Call& call, const char* action, std::int64_t amount) {
    activity.log.insert(activity.log.begin(), {m_engine.now(), call.actor.name, action, amount, call.reason});
}

std::optional<Error> FakeSeckill::refused(const api::ActivityInput& input, bool fresh) const {
    const auto wrong = [](const char* field, const char* why) {
        return Error{ErrorCode::InvalidArgument, why, field, {}};
    };
    if (input.id.empty() || input.id.str().size() > 64) {
        return wrong("id", "1 to 64 characters");
    }
    if (fresh && m_activities.contains(input.id)) {
        return Error{ErrorCode::AlreadyExists, "there is one with this id", "id", input.id.str()};
    }
    if (input.name.empty()) {
        return wrong("name", "a name is needed");
    }
    const auto product = m_products.find(input.voucher);
    if (product == m_products.end()) {
        return Error{ErrorCode::UnknownSku, "not in the catalogue", "voucher", input.voucher.str()};
    }
    if (!m_engine.m_campuses.contains(input.campus)) {
        return Error{ErrorCode::NotFound, "no such campus", "campus", input.campus.str()};
    }
    if (input.price.minor < 1 || input.price.minor > base::kMaxMoneyMinor) {
        return wrong("price", "out of range");
    }
    if (input.stock < 1 || input.stock > api::kMaxActivityStock) {
        return wrong("stock", "out of range");
    }
    if (input.stock > product->second.stock) {
        return Error{ErrorCode::OutOfStock, "only " + std::to_string(product->second.stock) + " on hand", "stock",
                     std::to_string(input.stock)};
    }
    if (input.end <= input.begin || input.end <= m_engine.now() ||
        input.end.ms - input.begin.ms > api::kMaxActivityMs) {
        return wrong("end", "before its begin, passed, or too far away");
    }
    return std::nullopt;
}

api::Answer<api::ActivityRow> FakeSeckill::setUp(const api::Call& call, api::ActivityInput input) {
    if (m_engine.m_commandError) {
        return m_engine.answer<api::ActivityRow>(fail(*m_engine.m_commandError));
    }
    if (auto error = refused(input, true)) {
        return m_engine.answer<api::ActivityRow>(fail(*std::move(error)));
    }
    Activity activity;
    activity.row.voucherName = m_products.at(input.voucher).name;
    activity.row.version = 1;
    activity.row.createdAt = m_engine.now();
    const ActivityId id = input.id;
    note(activity, call, "set_up", input.stock);
    activity.row.set = std::move(input);
    m_activities[id] = activity;
    tell(id);
    return m_engine.answer<api::ActivityRow>(activity.row);
}

api::Answer<api::ActivityRow> FakeSeckill::edit(const api::Call& call, api::ActivityInput input, std::int64_t version) {
    const auto found = m_activities.find(input.id);
    if (found == m_activities.end()) {
        return m_engine.answer<api::ActivityRow>(fail(ErrorCode::NotFound, "no such activity", "id", input.id.str()));
    }
    auto& row = found->second.row;
    if (version != 0 && version != row.version) {
        return m_engine.answer<api::ActivityRow>(fail(ErrorCode::Conflict, "changed meanwhile", "id", input.id.str()));
    }
    if (row.state != api::ActivityState::Draft &&
        (input.stock != row.set.stock || input.price != row.set.price || input.begin != row.set.begin ||
         input.voucher != row.set.voucher || input.campus != row.set.campus)) {
        const char* field = input.stock != row.set.stock   ? "stock"
                            : input.price != row.set.price ? "price"
                            : input.begin != row.set.begin ? "begin"
                                                           : "voucher";
        return m_engine.answer<api::ActivityRow>(fail(ErrorCode::WrongStatus, "it has been started", field, {}));
    }
    if (auto error = row.state == api::ActivityState::Draft ? refused(input, false) : std::nullopt) {
        return m_engine.answer<api::ActivityRow>(fail(*std::move(error)));
    }
    const ActivityId id = input.id;
    return change(call, id, "edited", false, [&](Activity& activity) -> std::optional<Error> {
        activity.row.set = input;
        activity.row.voucherName = m_products.at(input.voucher).name;
        return std::nullopt;
    });
}

template <typename Change>
api::Answer<api::ActivityRow> FakeSeckill::change(const api::Call& call, const ActivityId& id, const char* action,
                                                  bool reasonNeeded, Change&& apply) {
    m_reasons.push_back(call.reason);
    if (m_engine.m_commandError) {
        return m_engine.answer<api::ActivityRow>(fail(*m_engine.m_commandError));
    }
    const auto found = m_activities.find(id);
    if (found == m_activities.end()) {
        return m_engine.answer<api::ActivityRow>(fail(ErrorCode::NotFound, "no such activity", "id", id.str()));
    }
    if (reasonNeeded && call.reason.empty()) {
        return m_engine.answer<api::ActivityRow>(fail(ErrorCode::InvalidArgument, "a reason is needed", "reason", {}));
    }
    if (auto error = apply(found->second)) {
        return m_engine.answer<api::ActivityRow>(fail(*std::move(error)));
    }
    found->second.row.version += 1;
    note(found->second, call, action, 0);
    tell(id);
    return m_engine.answer<api::ActivityRow>(found->second.row);
}

api::Answer<void> FakeSeckill::discard(const api::Call& call, ActivityId id, std::int64_t version) {
    m_reasons.push_back(call.reason);
    const auto found = m_activities.find(id);
    if (found == m_activities.end()) {
        return m_engine.answer<void>(fail(ErrorCode::NotFound, "no such activity", "id", id.str()));
    }
    if (found->second.row.state != api::ActivityState::Draft) {
        return m_engine.answer<void>(fail(ErrorCode::WrongStatus, "not a draft", "id", id.str()));
    }
    if (version != 0 && version != found->second.row.version) {
        return m_engine.answer<void>(fail(ErrorCode::Conflict, "changed meanwhile", "id", id.str()));
    }
    remove(id);
    return m_engine.answer<void>({});
}

api::Answer<api::ActivityRow> FakeSeckill::start(const api::Call& call, ActivityId id) {
    return change(call, id, "started", true, [this](Activity& activity) -> std::optional<Error> {
        auto& row = activity.row;
        if (row.state == api::ActivityState::Ended) {
            return Error{ErrorCode::WrongStatus, "it has ended", "id", row.set.id.str()};
        }
        auto& product = m_products.at(row.set.voucher);
        if (row.state == api::ActivityState::Draft) {
            if (product.stock < row.set.stock) {
                return Error{ErrorCode::OutOfStock, "not so much on hand", "stock", std::to_string(row.set.stock)};
            }
            product.stock -= row.set.stock;
            row.left = row.set.stock;
            row.state = api::ActivityState::Started;
            row.startedAt = m_engine.now();
        }
        return std::nullopt;
    });
}

api::Answer<api::ActivityRow> FakeSeckill::stop(const api::Call& call, ActivityId id) {
    return change(call, id, "stopped", true, [](Activity& activity) -> std::optional<Error> {
        if (activity.row.state != api::ActivityState::Started) {
            return Error{ErrorCode::WrongStatus, "not running", "id", {}};
        }
        activity.row.state = api::ActivityState::Stopped;
        return std::nullopt;
    });
}

api::Answer<api::ActivityRow> FakeSeckill::resume(const api::Call& call, ActivityId id) {
    return change(call, id, "resumed", true, [](Activity& activity) -> std::optional<Error> {
        if (activity.row.state != api::ActivityState::Stopped) {
            return Error{ErrorCode::WrongStatus, "not stopped", "id", {}};
        }
        activity.row.state = api::ActivityState::Started;
        return std::nullopt;
    });
}

api::Answer<api::ActivityRow> FakeSeckill::topUp(const api::Call& call, ActivityId id, std::int64_t units) {
    return change(call, id, "topped_up", true, [&](Activity& activity) -> std::optional<Error> {
        auto& product = m_products.at(activity.row.set.voucher);
        if (product.stock < units) {
            return Error{ErrorCode::OutOfStock, "not so much on hand", "stock", std::to_string(units)};
        }
        product.stock -= units;
        activity.row.added += units;
        activity.row.left += units;
        return std::nullopt;
    });
}

api::Answer<api::ActivityRow> FakeSeckill::end(const api::Call& call, ActivityId id) {
    return change(call, id, "ended", true, [this](Activity& activity) -> std::optional<Error> {
        activity.row.state = api::ActivityState::Ended;
        activity.row.endedAt = m_engine.now();
        activity.row.returned = activity.row.left;
        activity.row.left = 0;
        return std::nullopt;
    });
}

api::Answer<api::AttemptAnswer> FakeSeckill::attempt(const api::Call&, api::SeckillAttempt attempt) {
    const auto found = m_activities.find(attempt.activity);
    return m_engine.answer<api::AttemptAnswer>(found == m_activities.end() ? api::AttemptAnswer{}
                                                                           : tryOne(found->second, attempt.user));
}

void FakeSeckill::attemptMany(const api::Call&, std::vector<api::SeckillAttempt> attempts,
                              api::BatchCompletion<api::AttemptAnswer> done) {
    std::vector<Result<api::AttemptAnswer>> answers;
    for (const auto& each : attempts) {
        const auto found = m_activities.find(each.activity);
        answers.push_back(found == m_activities.end() ? api::AttemptAnswer{} : tryOne(found->second, each.user));
    }
    done(std::move(answers));
}

// --- pending and dead ---------------------------------------------------------------------------------------

template <typename Change>
api::Answer<std::vector<api::SeckillOutcome>> FakeSeckill::changePending(const api::Call& call, const ActivityId& id,
                                                                         const std::vector<std::string>& ids,
                                                                         const char* action, Change&& apply) {
    using Outcomes = std::vector<api::SeckillOutcome>;
    m_reasons.push_back(call.reason);
    if (m_engine.m_commandError) {
        return m_engine.answer<Outcomes>(fail(*m_engine.m_commandError));
    }
    auto& activity = m_activities.at(id);
    Outcomes outcomes;
    for (const auto& each : ids) {
        const auto found = std::find_if(activity.pending.begin(), activity.pending.end(),
                                        [&](const auto& row) { return row.messageId == each; });
        if (found == activity.pending.end()) {
            outcomes.push_back({each, Error{ErrorCode::NotFound, "no such message", "message", each}});
            continue;
        }
        std::optional<Error> error = apply(activity, *found);
        if (!error && !m_failing.contains(each)) {
            activity.pending.erase(found);
        }
        outcomes.push_back({each, std::move(error)});
    }
    note(activity, call, action, static_cast<std::int64_t>(ids.size()));
    tell(id);
    return m_engine.answer<Outcomes>(std::move(outcomes));
}

api::Answer<std::vector<api::SeckillOutcome>> FakeSeckill::claim(const api::Call& call, ActivityId id,
                                                                 std::vector<std::string> ids) {
    return changePending(call, id, ids, "claimed",
                         [this](Activity& activity, api::PendingRow& row) -> std::optional<Error> {
                             row.consumer = "engine";
                             row.idleMs = 0;
                             if (m_failing.contains(row.messageId)) {
                                 row.attempts += 1;
                                 return std::nullopt;
                             }
                             if (!row.ordered) {
                                 activity.row.left -= 1;
                                 activity.row.ordered += 1;
                                 activity.row.orders += 1;
                             }
                             return std::nullopt;
                         });
}

api::Answer<std::vector<api::SeckillOutcome>> FakeSeckill::acknowledge(const api::Call& call, ActivityId id,
                                                                       std::vector<std::string> ids) {
    return changePending(call, id, ids, "acknowledged", [](Activity&, api::PendingRow& row) -> std::optional<Error> {
        if (!row.ordered) {
            return Error{ErrorCode::WrongStatus, "its order is not there", "message", row.messageId};
        }
        return std::nullopt;
    });
}

api::Answer<std::vector<api::SeckillOutcome>> FakeSeckill::release(const api::Call& call, ActivityId id,
                                                                   std::vector<std::string> ids) {
    return changePending(call, id, ids, "released",
                         [](Activity& activity, api::PendingRow& row) -> std::optional<Error> {
                             if (row.ordered) {
                                 return Error{ErrorCode::WrongStatus, "its order is there", "message", row.messageId};
                             }
                             activity.users.erase(row.user);
                             return std::nullopt;
                         });
}

template <typename Change>
api::Answer<std::vector<api::SeckillOutcome>> FakeSeckill::changeLetters(const api::Call& call,
                                                                         const std::vector<std::int64_t>& ids,
                                                                         Change&& apply) {
    using Outcomes = std::vector<api::SeckillOutcome>;
    m_reasons.push_back(call.reason);
    if (m_engine.m_commandError) {
        return m_engine.answer<Outcomes>(fail(*m_engine.m_commandError));
    }
    Outcomes outcomes;
    for (const auto id : ids) {
        const auto found =
            std::find_if(m_letters.begin(), m_letters.end(), [&](const auto& row) { return row.id == id; });
        if (found == m_letters.end()) {
            outcomes.push_back({std::to_string(id), Error{ErrorCode::NotFound, "no such letter", "id", {}}});
            continue;
        }
        const ActivityId activity = found->activity;
        auto error = apply(*found);
        if (!error) {
            m_letters.erase(found);
        }
        outcomes.push_back({std::to_string(id), std::move(error)});
        tell(activity);
    }
    return m_engine.answer<Outcomes>(std::move(outcomes));
}

api::Answer<std::vector<api::SeckillOutcome>> FakeSeckill::retryLetters(const api::Call& call,
                                                                        std::vector<std::int64_t> ids) {
    return changeLetters(call, ids, [this](const api::SeckillLetterRow& letter) -> std::optional<Error> {
        const auto answer = tryOne(m_activities.at(letter.activity), letter.user);
        if (answer.outcome == api::AttemptOutcome::Reserved) {
            return std::nullopt;
        }
        return Error{answer.outcome == api::AttemptOutcome::SoldOut ? ErrorCode::OutOfStock : ErrorCode::WrongStatus,
                     "not reserved", "user", letter.user.str()};
    });
}

api::Answer<std::vector<api::SeckillOutcome>> FakeSeckill::dismissLetters(const api::Call& call,
                                                                          std::vector<std::int64_t> ids) {
    return changeLetters(call, ids, [](const api::SeckillLetterRow&) -> std::optional<Error> { return std::nullopt; });
}

}  // namespace evenhand::test
