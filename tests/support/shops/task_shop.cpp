// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shops/task_shop.h"

#include <QTemporaryDir>
#include <algorithm>

#include "engine/ring/ring.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/records/task_store.h"
#include "engine/task_making/make.h"
#include "engine/tasks/shared_state.h"
#include "engine/tasks/tasks.h"

namespace evenhand::test {
namespace {

using api::DeliveryStatus;
using api::TaskKind;
using api::TaskStatus;

constexpr std::int64_t kMinuteMs = 60'000;
constexpr std::int64_t kLeaseMs = 3'600'000;  // of a worker
constexpr std::int64_t kZoneMinutes = 8 * 60;
constexpr std::int64_t kDayMinutes = 24 * 60;
const std::string kHand = TaskShop::worker(1);  // who does what is done

api::TaskClaim claimOf(TaskKind kind, std::int64_t limit = 100) {
    api::TaskClaim claim;
    claim.worker = kHand;
    claim.limit = limit;
    claim.kinds = {kind};
    return claim;
}

std::vector<api::DeliveryRow> deliveriesOf(Shop& shop, api::DeliveryFilter filter) {
    api::DeliveryQuery query;
    query.filter = std::move(filter);
    query.limit = 10'000;
    return shop.must(shop.engine().webhooks().deliveries(Shop::by("root"), query));
}

/// What is due is sent; `error` is what the other side answers, empty: all is well.
void deliverDue(Shop& shop, const std::string& error) {
    auto& engine = shop.engine();
    for (const auto& job : shop.must(engine.tasks().claim(Shop::by(kHand), claimOf(TaskKind::Webhook)))) {
        api::DeliveryReport report;
        report.id = DeliveryId{std::stoll(job.subject)};
        report.ticket = {job.id, job.token};
        report.attempt = {shop.now(), error.empty() ? 200 : 503, 120, error, error.empty() ? "" : "<b>no</b>"};
        (void)shop.must(engine.webhooks().report(Shop::by(kHand), report));
    }
}

/// Whatever waits is tried until it is given up, which takes hours.
void giveUpDeliveries(Shop& shop) {
    api::DeliveryFilter waiting;
    waiting.statuses = {DeliveryStatus::Pending};
    for (auto rows = deliveriesOf(shop, waiting); !rows.empty(); rows = deliveriesOf(shop, waiting)) {
        const auto next = std::min_element(rows.begin(), rows.end(),
                                           [](const auto& a, const auto& b) { return a.nextTry < b.nextTry; });
        shop.pass(std::max<std::int64_t>(0, next->nextTry->ms - shop.now().ms));
        deliverDue(shop, "answered 503");
    }
}

/// Two paid orders are cancelled; the provider pays for the one and does not answer for the other.
void refundTwo(Shop& shop) {
    auto& engine = shop.engine();
    auto& refunds = engine.refunds();
    api::RefundSettings http;
    http.provider = api::RefundProviderKind::Http;
    http.url = "https://pay.example/refunds";
    http.keyId = "shop";
    http.secretName = "refunds";
    http.maxAttempts = 1;
    shop.must(refunds.setSettings(Shop::by("root"), http));
    for (int i = 26; i < 28; ++i) {
        (void)shop.must(engine.orders().cancel(Shop::by("root"), {{shop.paidOrder(i), 0}}));
    }
    const auto jobs = shop.must(refunds.claimDue(Shop::by(kHand), {kHand, 16, {}}));
    if (jobs.size() != 2) {
        Shop::broken("a cancelled order is not refunded");
    }
    using api::SendOutcome;
    (void)shop.must(refunds.report(
        Shop::by(kHand), {{jobs[0].id, jobs[0].token, SendOutcome::Succeeded, "WX-20240510-0001", {}, 0},
                          {jobs[1].id, jobs[1].token, SendOutcome::Unknown, {}, "no answer within 10 s", 0}}));
    shop.must(refunds.setSettings(Shop::by("root"), {}));
}

TaskId planBackupOf(Shop& shop) {
    auto& backups = shop.engine().backups();
    const QTemporaryDir folder;
    api::BackupSchedule schedule;
    schedule.folder = folder.path().toStdString();
    schedule.minuteOfDay = static_cast<int>((shop.now().ms / kMinuteMs + kZoneMinutes + 1) % kDayMinutes);
    shop.must(backups.setSchedule(Shop::by("root"), schedule));
    shop.pass(kMinuteMs);
    shop.must(backups.setSchedule(Shop::by("root"), {}));
    api::TaskQuery query;
    query.filter.kinds = {TaskKind::Backup};
    query.filter.statuses = {TaskStatus::Pending};
    const auto rows = shop.must(shop.engine().tasks().page(Shop::by("root"), query));
    if (rows.size() != 1) {
        Shop::broken("no automatic backup fell due");
    }
    return rows.front().id;
}

/// A worker takes the backup that waits and finds no room for it.
void failBackup(Shop& shop) {
    auto& desk = shop.engine().tasks();
    std::vector<api::TaskReport> reports;
    for (const auto& job : shop.must(desk.claim(Shop::by(kHand), claimOf(TaskKind::Backup)))) {
        reports.push_back({{job.id, job.token}, api::TaskOutcome::Dead, "no space left on the device", {}, 0});
    }
    (void)shop.must(desk.report(Shop::by(kHand), reports));
}

void backUpTo(Shop& shop, const std::string& path) {
    (void)shop.must(shop.engine().backups().take(Shop::by("ann"), path, {}));
}

WebhookId addEndpointOf(Shop& shop, const std::string& name, const std::string& url,
                        std::vector<api::WebhookEvent> events) {
    api::WebhookInput input;
    input.name = name;
    input.url = url;
    input.events = std::move(events);
    return shop.must(shop.engine().webhooks().create(Shop::by("ann"), input, {})).row.id;
}

}  // namespace

TaskShop::TaskShop()
    : StaffShop(&TaskShop::fill),
      m_membership(clock()),
      m_desk(tasks::makeTaskDesk(engine().core().engine(), engine().core().reader(), m_membership, clock(),
                                 std::make_shared<tasks::SharedState>())),
      m_tasks(*m_desk),
      m_webhooks(engine().webhooks()),
      m_backups(engine().backups()) {
    for (int i = 1; i <= kWorkers; ++i) {
        join(worker(i));
    }
}

void TaskShop::fill(Shop& shop) {
    StaffShop::fill(shop);
    refundTwo(shop);
    using enum api::WebhookEvent;
    (void)addEndpointOf(shop, "Shop", "https://shop.example/hooks/evenhand", {OrderAssigned, RefundSucceeded});
    (void)addEndpointOf(shop, "Bookkeeping", "https://books.example/in", {OrderAssigned});
    (void)shop.sell(0);
    giveUpDeliveries(shop);
    for (int i = 0; i < 4; ++i) {
        (void)shop.sell(i);
    }
    deliverDue(shop, {});
    (void)planBackupOf(shop);
    failBackup(shop);
    const QTemporaryDir folder;
    for (const char* name : {"/one.evenhand-backup", "/two.evenhand-backup"}) {
        backUpTo(shop, folder.path().toStdString() + name);
    }
    (void)shop.sell(1);
    (void)shop.must(shop.engine().tasks().claim(Shop::by(kHand), claimOf(TaskKind::Webhook, 1)));
}

// --- the ring -------------------------------------------------------------------------------------------------

void TaskShop::changeRing(api::RingChange what, const std::string& who, const std::function<void()>& change) {
    const auto before = m_membership.members().members;
    change();
    const auto after = m_membership.members().members;
    must(m_desk->noteRing(
        by("ring"), {0, now(), what, who, static_cast<std::int64_t>(after.size()), tasks::movedShare(before, after)}));
}

void TaskShop::join(const std::string& name) {
    changeRing(api::RingChange::Joined, name, [&] {
        api::Member member;
        member.id = "member-" + std::to_string(++m_joined);
        member.name = name;
        member.positions =
            tasks::drawPositions("host", now(), tasks::kVirtualNodes, m_membership.members().members, m_rng);
        if (const auto joined = m_membership.join(member, kLeaseMs); !joined) {
            broken(joined.error().text());
        }
    });
}

void TaskShop::leave(const std::string& name) {
    changeRing(api::RingChange::Left, name, [&] {
        for (const auto& member : m_membership.members().members) {
            if (member.name == name) {
                m_membership.leave(member.id);
            }
        }
    });
}

void TaskShop::lose(const std::string& name) {
    changeRing(api::RingChange::Lost, name, [&] {
        pass(1);
        Instant end = clock().now();
        for (const auto& member : m_membership.members().members) {
            if (member.name == name) {
                end = member.leaseUntil;
            } else if (const auto kept = m_membership.keepAlive(member.id); !kept) {
                broken(kept.error().text());
            }
        }
        pass(end.ms - clock().now().ms);
    });
}

// --- tasks ----------------------------------------------------------------------------------------------------

std::vector<api::TaskRow> TaskShop::taskRows(api::TaskFilter filter) {
    api::TaskQuery query;
    query.filter = std::move(filter);
    query.limit = 10'000;
    return must(engine().tasks().page(by("root"), query));
}

api::TaskRow TaskShop::task(TaskId id) {
    for (auto& row : taskRows()) {
        if (row.id == id) {
            return row;
        }
    }
    broken("a task is not there");
}

TaskId TaskShop::newest(TaskKind kind, TaskStatus status) {
    api::TaskFilter filter;
    filter.kinds = {kind};
    filter.statuses = {status};
    const auto rows = taskRows(filter);
    if (rows.empty()) {
        broken("there is no such task");
    }
    return rows.front().id;
}

bool TaskShop::isHeld(TaskKind kind) {
    const auto holds = must(engine().tasks().holds(by("root")));
    return std::any_of(holds.begin(), holds.end(), [kind](const auto& hold) { return hold.kind == kind; });
}

TaskId TaskShop::planBackup() { return planBackupOf(*this); }

TaskId TaskShop::buryBackup() {
    const auto id = planBackup();
    failBackup(*this);
    return id;
}

void TaskShop::tryInVain(TaskId backup) {
    for (const auto& answer : must(engine().tasks().retry(by("bo"), {{backup, 0}}))) {
        if (answer.error) {
            broken(answer.error->text());
        }
    }
    failBackup(*this);
}

void TaskShop::plant(const std::string& subject) {
    tamper([&](runtime::UnitOfWork& work) -> Result<void> {
        store::tasks::Record record;
        record.kind = TaskKind::Backup;
        record.subject = subject;
        record.position = tasks::ringPositionOf(api::toText(record.kind), subject);
        record.due = record.createdAt = work.now();
        EVENHAND_TRY(store::tasks::insertNew(work.database(), record));
        tasks::tell(work, record.kind);
        return {};
    });
}

// --- webhooks and backups -------------------------------------------------------------------------------------

WebhookId TaskShop::addEndpoint(const std::string& name, const std::string& url) {
    return addEndpointOf(*this, name, url, {api::WebhookEvent::OrderClosed});
}

std::vector<api::WebhookRow> TaskShop::endpoints() { return must(engine().webhooks().webhooks(by("root"))); }

std::vector<api::DeliveryRow> TaskShop::deliveryRows(api::DeliveryFilter filter) {
    return deliveriesOf(*this, std::move(filter));
}

std::vector<api::BackupRow> TaskShop::backupRows() { return must(engine().backups().backups(by("root"), 1'000)); }

void TaskShop::backUp(const std::string& path) { backUpTo(*this, path); }

}  // namespace evenhand::test
