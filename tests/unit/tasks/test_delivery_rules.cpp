// SPDX-License-Identifier: GPL-3.0-or-later
// What a worker and a person do to the task of a delivery is done to the delivery, too: given up, begun again, refused.
// And everybody who looks at tasks is told of what a person does to one.
#include <QtTest>
#include <functional>

#include "engine/task_making/announce.h"
#include "engine/tasks/webhook_life.h"
#include "tests/unit/tasks/task_world.h"

namespace test_delivery_rules {

using namespace evenhand;
using namespace evenhand::test;
using api::DeliveryStatus;
using api::TaskKind;
using api::TaskStatus;

namespace {

class DeliveryWorld : public TaskWorld {
public:
    DeliveryWorld() {
        const auto made = run<api::WebhookRow>([&](auto& work) {
            return tasks::createEndpoint(work, {input, "secret"});
        });
        webhook = made ? made->id : WebhookId{};
    }
    /// A test message is on its way.
    DeliveryId announce() {
        const auto made = run<DeliveryId>([&](auto& work) { return tasks::testEndpoint(work, webhook); });
        return made ? *made : DeliveryId{};
    }
    /// Something else than a test.
    DeliveryId announceOrder() {
        const WebhookId to[] = {webhook};
        const auto made = run<DeliveryId>([&](auto& work) {
            return tasks::announceTo(work, api::WebhookEvent::OrderClosed,
                                     tasks::orderPayload(OrderNo("A1"), {}, {}, {}, 0), to);
        });
        return made ? *made : DeliveryId{};
    }
    store::webhooks::Delivery delivery(DeliveryId id) {
        const auto found = store::webhooks::delivery(database(), id);
        return found && *found ? **found : store::webhooks::Delivery{};
    }
    store::tasks::Record taskOf(DeliveryId id) { return task(TaskKind::Webhook, std::to_string(id.value)); }
    Result<api::TaskAnswer> report(const api::DeliveryReport& said) {
        return run<api::TaskAnswer>([&](auto& work) { return tasks::reportDelivery(work, said); });
    }
    Result<api::DeliveryJob> job(const api::TaskJob& held) {
        return run<api::DeliveryJob>([&](auto& work) { return tasks::deliveryJob(work, {held.id, held.token}); });
    }
    Result<api::WebhookRow> edit(bool enabled) {
        input.enabled = enabled;
        return run<api::WebhookRow>([&](auto& work) { return tasks::editEndpoint(work, {{webhook, 0}, input}); });
    }
    int told(TaskKind kind) {
        int count = 0;
        for (const auto& event : events) {
            count += event.kind == api::Event::Kind::TasksChanged && event.task == kind ? 1 : 0;
        }
        events.clear();
        return count;
    }

    api::WebhookInput input{"till", "https://example.com/hook", {api::WebhookEvent::OrderClosed}, true, true, true};
    WebhookId webhook;
};

}  // namespace

class TestDeliveryRules : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void droppedByAPerson();
    void neverReportedAndTriedAgain();
    void disabledMeanwhile();
    void whatAnEndpointBecomesIsChecked();
    void whatIsKeptOfAnAttempt();
    void ofAnotherDelivery();
    void removedEndpoints();
    void everyActionIsTold();
};

void TestDeliveryRules::droppedByAPerson() {
    DeliveryWorld world;
    const auto id = world.announce();
    QVERIFY(id.valid());
    world.now = world.now.plusMs(1'000);
    QVERIFY(world.drop(world.taskOf(id).id));
    const auto dropped = world.delivery(id);
    QCOMPARE(dropped.status, DeliveryStatus::Dead);
    QCOMPARE(dropped.lastError, std::string("dropped by local:tester"));
    QCOMPARE(dropped.endedAt, std::optional(world.now));
    const auto task = world.taskOf(id);
    QCOMPARE(task.status, TaskStatus::Dropped);
    QCOMPARE(task.endedAt, std::optional(world.now));
    QVERIFY(!task.due);
    TASKS_HOLD(world);
}

/// Its workers have died one after the other.
void TestDeliveryRules::neverReportedAndTriedAgain() {
    DeliveryWorld world;
    const auto id = world.announce();
    const auto policy = api::policyOf(TaskKind::Webhook);
    for (std::int64_t i = 0; i < policy.maxAttempts; ++i) {
        const auto jobs = world.claim();
        QCOMPARE(jobs.size(), std::size_t{1});
        QCOMPARE(jobs.front().attempt, i + 1);
        world.now = world.now.plusMs(policy.leaseMs);
    }
    QCOMPARE(world.delivery(id).status, DeliveryStatus::Pending);
    QVERIFY(world.claim().empty());
    auto delivery = world.delivery(id);
    QCOMPARE(delivery.status, DeliveryStatus::Dead);
    QCOMPARE(delivery.lastError, std::string("the last attempt was never reported"));
    QCOMPARE(delivery.endedAt, std::optional(world.now));
    QCOMPARE(world.taskOf(id).status, TaskStatus::Dead);
    QCOMPARE(world.taskOf(id).attempts, policy.maxAttempts);
    TASKS_HOLD(world);
    world.now = world.now.plusMs(5);
    QVERIFY(world.retry(world.taskOf(id).id));
    delivery = world.delivery(id);
    QCOMPARE(delivery.status, DeliveryStatus::Pending);
    QVERIFY(!delivery.endedAt);
    const auto task = world.taskOf(id);
    QCOMPARE(task.status, TaskStatus::Pending);
    QCOMPARE(task.due, std::optional(world.now));
    QVERIFY(!task.endedAt);
    TASKS_HOLD(world);
}

void TestDeliveryRules::disabledMeanwhile() {
    DeliveryWorld world;
    const auto order = world.announceOrder();
    QVERIFY(world.edit(false));
    auto jobs = world.claim();
    QCOMPARE(jobs.size(), std::size_t{1});
    auto job = world.job(jobs.front());
    QVERIFY(job && job->url.empty());
    QCOMPARE(world.delivery(order).status, DeliveryStatus::Dead);
    QCOMPARE(world.delivery(order).lastError, std::string("the webhook is disabled or was removed"));
    QCOMPARE(world.taskOf(order).status, TaskStatus::Dropped);
    TASKS_HOLD(world);
    // A person tests it all the same.
    const auto test = world.announce();
    jobs = world.claim();
    QCOMPARE(jobs.size(), std::size_t{1});
    job = world.job(jobs.front());
    QVERIFY(job);
    QCOMPARE(job->id, test);
    QCOMPARE(job->url, world.input.url);
    QCOMPARE(job->secretName, std::string("secret"));
    QVERIFY(job->allowPrivate && job->allowPlain);
    QCOMPARE(world.delivery(test).status, DeliveryStatus::Pending);
}

/// An endpoint that is edited is checked like one that is added.
void TestDeliveryRules::whatAnEndpointBecomesIsChecked() {
    DeliveryWorld world;
    const auto before = store::webhooks::find(world.database(), world.webhook);
    QVERIFY(before && *before);
    const auto good = world.input;
    const auto become = [&](const std::function<void(api::WebhookInput&)>& change) {
        world.input = good;
        change(world.input);
        return world.edit(true);
    };
    REFUSED_FIELD(become([](auto& input) { input.name = " "; }), ErrorCode::InvalidArgument, "name");
    REFUSED_FIELD(become([](auto& input) { input.url = "example.com"; }), ErrorCode::InvalidArgument, "url");
    REFUSED_FIELD(become([](auto& input) { input.events.clear(); }), ErrorCode::InvalidArgument, "events");
    REFUSED_FIELD(become([](auto& input) {
                      input.url = "https://127.0.0.1/";
                      input.allowPrivate = false;
                  }),
                  ErrorCode::AddressRefused, "url");
    REFUSED_FIELD(become([](auto& input) {
                      input.url = "http://example.com/";
                      input.allowPlain = false;
                  }),
                  ErrorCode::AddressRefused, "url");
    const auto after = store::webhooks::find(world.database(), world.webhook);
    QVERIFY(after && *after);
    QCOMPARE((*after)->version, (*before)->version);
    QCOMPARE((*after)->input.url, good.url);
    QVERIFY(become([](auto& input) { input.url = "http://127.0.0.1/"; }));  // both are allowed
}

/// Of a stranger's texts the beginning, without what would move the cursor.
void TestDeliveryRules::whatIsKeptOfAnAttempt() {
    DeliveryWorld world;
    const auto id = world.announceOrder();
    auto jobs = world.claim();
    QCOMPARE(jobs.size(), std::size_t{1});
    api::DeliveryReport said;
    said.id = id;
    said.ticket = {jobs.front().id, jobs.front().token};
    said.attempt = {world.now, 503, 12, "a\x1b[2Jb\nc" + std::string(600, 'e'), "\t" + std::string(1'000, 'y')};
    QVERIFY(world.report(said));
    auto delivery = world.delivery(id);
    QCOMPARE(delivery.status, DeliveryStatus::Pending);
    QCOMPARE(delivery.attempts, 1);
    QCOMPARE(delivery.lastStatus, 503);
    QCOMPARE(delivery.lastError, "a [2Jb\nc" + std::string(492, 'e'));
    QVERIFY(!delivery.endedAt);
    const auto detail = store::webhooks::detail(world.database(), id);
    QVERIFY(detail);
    QCOMPARE(detail->attempts.size(), std::size_t{1});
    QCOMPARE(detail->attempts.front().answer, " " + std::string(999, 'y'));
    world.now = *world.taskOf(id).due;
    jobs = world.claim();
    QCOMPARE(jobs.size(), std::size_t{1});
    said.ticket = {jobs.front().id, jobs.front().token};
    said.attempt = {world.now, 204, 3, {}, {}};
    QVERIFY(world.report(said));
    delivery = world.delivery(id);
    QCOMPARE(delivery.status, DeliveryStatus::Delivered);
    QCOMPARE(delivery.lastStatus, 204);
    QCOMPARE(delivery.lastError, std::string());
    QCOMPARE(delivery.endedAt, std::optional(world.now));
    // Once more by a person: it is not over any more.
    QVERIFY(world.run<api::TaskAnswer>([&](auto& work) { return tasks::resend(work, id); }));
    QCOMPARE(world.delivery(id).status, DeliveryStatus::Pending);
    QVERIFY(!world.delivery(id).endedAt);
    TASKS_HOLD(world);
}

void TestDeliveryRules::ofAnotherDelivery() {
    DeliveryWorld world;
    const auto first = world.announce();
    const auto second = world.announce();
    const auto jobs = world.claim();
    QCOMPARE(jobs.size(), std::size_t{2});
    api::DeliveryReport said;
    said.id = jobs.front().subject == std::to_string(first.value) ? second : first;
    said.ticket = {jobs.front().id, jobs.front().token};
    said.attempt = {world.now, 200, 1, {}, {}};
    REFUSED_FIELD(world.report(said), ErrorCode::WrongStatus, "kind");
    QCOMPARE(world.delivery(first).status, DeliveryStatus::Pending);
    QCOMPARE(world.delivery(second).status, DeliveryStatus::Pending);
}

void TestDeliveryRules::removedEndpoints() {
    DeliveryWorld world;
    const auto id = world.announceOrder();
    QCOMPARE(world.run<std::string>([&](auto& work) {
                      return tasks::removeEndpoint(work, {world.webhook, 0});
                  })
                 .value_or("none"),
             std::string("secret"));
    QCOMPARE(world.taskOf(id).status, TaskStatus::Dropped);
    REFUSED_FIELD(world.edit(true), ErrorCode::NotFound, "webhook");
    REFUSED_FIELD(world.run<DeliveryId>([&](auto& work) { return tasks::testEndpoint(work, world.webhook); }),
                  ErrorCode::NotFound, "webhook");
    REFUSED_FIELD(world.run<api::TaskAnswer>([&](auto& work) { return tasks::resend(work, id); }), ErrorCode::NotFound,
                  "delivery");
    QCOMPARE(world.delivery(id).status, DeliveryStatus::Dead);
    TASKS_HOLD(world);
}

void TestDeliveryRules::everyActionIsTold() {
    DeliveryWorld world;
    QVERIFY(world.make(TaskKind::Backup, "one"));
    QCOMPARE(world.told(TaskKind::Backup), 1);
    const auto id = world.task(TaskKind::Backup, "one").id;
    QVERIFY(world.retry(id));
    QCOMPARE(world.told(TaskKind::Backup), 1);
    QVERIFY(world.drop(id));
    QCOMPARE(world.told(TaskKind::Backup), 1);
    for (const bool held : {true, false}) {
        QVERIFY(world.hold({TaskKind::Backup}, held));
        QCOMPARE(world.told(TaskKind::Backup), 1);
        QVERIFY(world.hold({TaskKind::Backup}, held));  // as it is
        QCOMPARE(world.told(TaskKind::Backup), 0);
    }
    const auto delivery = world.announce();
    QCOMPARE(world.told(TaskKind::Webhook), 1);
    QVERIFY(world.run<api::TaskAnswer>([&](auto& work) { return tasks::resend(work, delivery); }));
    QCOMPARE(world.told(TaskKind::Webhook), 1);
    // Only what ends well is not told: lists show what is open.
    QVERIFY(world.make(TaskKind::Rehearsal, "two"));
    world.events.clear();
    auto jobs = world.claim("worker", {}, 10, {TaskKind::Rehearsal});
    QCOMPARE(jobs.size(), std::size_t{1});
    QVERIFY(world.perform({jobs.front().id, jobs.front().token}));
    QCOMPARE(world.told(TaskKind::Rehearsal), 0);
}

}  // namespace test_delivery_rules

QTEST_GUILESS_MAIN(test_delivery_rules::TestDeliveryRules)
#include "test_delivery_rules.moc"
