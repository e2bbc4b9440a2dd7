// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/refusal_job.h"

#include <utility>

#include "engine/base/counted.h"

namespace evenhand::runtime {
namespace {

class RefusalJob final : public Job {
public:
    RefusalJob(const api::Call& call, api::Operation operation, std::string detail, RefusalLimit& limit)
        : Job({{call.actor.name, 0, {}, call.actor.via}, {}, {}}),
          m_operation(operation),
          m_detail(std::move(detail)),
          m_limit(limit) {}
    [[nodiscard]] bool run(std::size_t, UnitOfWork& work) override {
        api::AuditRecord record;
        record.operation = api::infoOf(m_operation).name;
        record.outcome = api::AuditOutcome::Refused;
        record.detail = m_detail;
        return work.record(std::move(record)).has_value();
    }
    void refuse(std::size_t, const Error&) override { m_limit.failed(call().actor.name); }
    void resolve() override {}

private:
    const api::Operation m_operation;
    const std::string m_detail;
    RefusalLimit& m_limit;
};

}  // namespace

std::unique_ptr<Job> refusalJob(const api::Call& call, api::Operation operation, api::Permission missing,
                                RefusalLimit& limit, Instant now) {
    const auto leftOut = limit.admit(call.actor.name, now);
    if (!leftOut) {
        return nullptr;
    }
    std::string detail = "lacks " + std::string(api::toText(missing));
    if (*leftOut > 0) {
        detail += "; " + base::counted(*leftOut, "refusal before it is", "refusals before it are") + " not written";
    }
    return std::make_unique<RefusalJob>(call, operation, std::move(detail), limit);
}

}  // namespace evenhand::runtime
