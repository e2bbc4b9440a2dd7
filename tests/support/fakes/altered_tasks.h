// SPDX-License-Identifier: GPL-3.0-or-later
// The desks of background work, of webhooks and of backups, whose lists a test changes on their way: text that no rule
// lets in. Everything else passes through.
// Thread: as the desk behind each.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/fakes/altered_engine.h"

namespace evenhand::test {

class AlteredTasks final : public api::TaskDesk {
    using Call = api::Call;
    template <typename T>
    using Answer = api::Answer<T>;
    using Answers = std::vector<api::TaskAnswer>;

public:
    explicit AlteredTasks(api::TaskDesk& behind) : m_behind(behind) {}

    std::function<void(std::vector<api::TaskRow>&)> rowsChange;  ///< changes each page
    std::function<void(api::RingSnapshot&)> ringChange;
    std::function<void(api::RingPlan&)> planChange;
    std::function<void(std::vector<api::RingChangeRow>&)> historyChange;
    std::function<void(std::vector<api::TaskHold>&)> holdsChange;

    Answer<std::vector<api::TaskJob>> claim(const Call& c, api::TaskClaim claim) override {
        return m_behind.claim(c, std::move(claim));
    }
    Answer<Answers> renew(const Call& c, std::vector<api::TaskTicket> tickets) override {
        return m_behind.renew(c, std::move(tickets));
    }
    Answer<Answers> perform(const Call& c, std::vector<api::TaskTicket> tickets) override {
        return m_behind.perform(c, std::move(tickets));
    }
    Answer<Answers> report(const Call& c, std::vector<api::TaskReport> reports) override {
        return m_behind.report(c, std::move(reports));
    }
    Answer<std::optional<Instant>> nextDue(const Call& c, std::vector<api::RingRange> ranges) override {
        return m_behind.nextDue(c, std::move(ranges));
    }
    Answer<void> noteRing(const Call& c, api::RingChangeRow change) override {
        return m_behind.noteRing(c, std::move(change));
    }
    Answer<Answers> retry(const Call& c, std::vector<api::TaskRef> refs) override {
        return m_behind.retry(c, std::move(refs));
    }
    Answer<Answers> drop(const Call& c, std::vector<api::TaskRef> refs) override {
        return m_behind.drop(c, std::move(refs));
    }
    Answer<api::HoldVersions> setHeld(const Call& c, std::vector<api::TaskKind> kinds, bool held,
                                      api::HoldVersions seen = {}) override {
        return m_behind.setHeld(c, std::move(kinds), held, std::move(seen));
    }
    Answer<void> setWorkers(const Call& c, api::WorkerSettings settings) override {
        return m_behind.setWorkers(c, settings);
    }
    Answer<api::WorkerSettings> workerSettings(const Call& c) override { return m_behind.workerSettings(c); }
    Answer<std::vector<api::TaskRow>> page(const Call& c, api::TaskQuery query) override {
        return altered(m_behind.page(c, std::move(query)), rowsChange);
    }
    Answer<std::int64_t> count(const Call& c, api::TaskFilter filter) override {
        return m_behind.count(c, std::move(filter));
    }
    Answer<api::RingSnapshot> ring(const Call& c) override { return altered(m_behind.ring(c), ringChange); }
    Answer<api::RingPlan> planRing(const Call& c, std::int64_t add) override {
        return altered(m_behind.planRing(c, add), planChange);
    }
    Answer<std::vector<api::RingChangeRow>> ringHistory(const Call& c, std::int64_t limit) override {
        return altered(m_behind.ringHistory(c, limit), historyChange);
    }
    Answer<std::vector<api::TaskHold>> holds(const Call& c) override { return altered(m_behind.holds(c), holdsChange); }

private:
    api::TaskDesk& m_behind;
};

class AlteredWebhooks final : public api::WebhookDesk {
    using Call = api::Call;
    template <typename T>
    using Answer = api::Answer<T>;

public:
    explicit AlteredWebhooks(api::WebhookDesk& behind) : m_behind(behind) {}

    std::function<void(std::vector<api::WebhookRow>&)> rowsChange;
    std::function<void(std::vector<api::DeliveryRow>&)> deliveriesChange;  ///< changes each page
    std::function<void(api::DeliveryDetail&)> detailChange;

    Answer<api::WebhookCreated> create(const Call& c, api::WebhookInput input, Secret secret) override {
        return m_behind.create(c, std::move(input), std::move(secret));
    }
    Answer<api::WebhookRow> edit(const Call& c, api::WebhookRef ref, api::WebhookInput input) override {
        return m_behind.edit(c, ref, std::move(input));
    }
    Answer<void> remove(const Call& c, api::WebhookRef ref) override { return m_behind.remove(c, ref); }
    Answer<api::WebhookCreated> newSecret(const Call& c, api::WebhookRef ref, Secret secret) override {
        return m_behind.newSecret(c, ref, std::move(secret));
    }
    Answer<DeliveryId> test(const Call& c, WebhookId webhook) override { return m_behind.test(c, webhook); }
    Answer<std::vector<api::TaskAnswer>> resend(const Call& c, std::vector<api::DeliveryRef> deliveries) override {
        return m_behind.resend(c, std::move(deliveries));
    }
    Answer<std::vector<api::WebhookRow>> webhooks(const Call& c) override {
        return altered(m_behind.webhooks(c), rowsChange);
    }
    Answer<std::vector<api::DeliveryRow>> deliveries(const Call& c, api::DeliveryQuery query) override {
        return altered(m_behind.deliveries(c, std::move(query)), deliveriesChange);
    }
    Answer<std::int64_t> countDeliveries(const Call& c, api::DeliveryFilter filter) override {
        return m_behind.countDeliveries(c, std::move(filter));
    }
    Answer<api::DeliveryDetail> delivery(const Call& c, DeliveryId id) override {
        return altered(m_behind.delivery(c, id), detailChange);
    }
    Answer<api::DeliveryJob> job(const Call& c, api::TaskTicket ticket) override { return m_behind.job(c, ticket); }
    Answer<api::TaskAnswer> report(const Call& c, api::DeliveryReport report) override {
        return m_behind.report(c, std::move(report));
    }

private:
    api::WebhookDesk& m_behind;
};

class AlteredBackups final : public api::BackupDesk {
    using Call = api::Call;
    template <typename T>
    using Answer = api::Answer<T>;

public:
    explicit AlteredBackups(api::BackupDesk& behind) : m_behind(behind) {}

    std::function<void(std::vector<api::BackupRow>&)> rowsChange;

    Answer<api::BackupRow> take(const Call& c, std::string path,
                                std::function<void(std::int64_t, std::int64_t)> progress) override {
        return m_behind.take(c, std::move(path), std::move(progress));
    }
    Answer<api::BackupManifest> verify(const Call& c, std::string path) override {
        return m_behind.verify(c, std::move(path));
    }
    Answer<void> setSchedule(const Call& c, api::BackupSchedule schedule) override {
        return m_behind.setSchedule(c, std::move(schedule));
    }
    Answer<api::BackupSchedule> schedule(const Call& c) override { return m_behind.schedule(c); }
    Answer<std::vector<api::BackupRow>> backups(const Call& c, std::int64_t limit) override {
        return altered(m_behind.backups(c, limit), rowsChange);
    }

private:
    api::BackupDesk& m_behind;
};

}  // namespace evenhand::test
