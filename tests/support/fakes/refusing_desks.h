// SPDX-License-Identifier: GPL-3.0-or-later
// Desks of tasks, webhooks, people, tokens, audit, backups and the feed that answer Unsupported to everything: for
// tests of what is not about them. Thread: any.
#pragma once

#include <QFuture>

#include "engine/api/account_desk.h"
#include "engine/api/audit_desk.h"
#include "engine/api/backup_desk.h"
#include "engine/api/feed_desk.h"
#include "engine/api/task_desk.h"
#include "engine/api/token_desk.h"
#include "engine/api/webhook_desk.h"

namespace evenhand::test {

/// Converts to the refusal of any answer.
struct Refusal {
    template <typename T>
    operator api::Answer<T>() const {  // NOLINT: implicit by intent
        return QtFuture::makeReadyFuture(Result<T>(fail(ErrorCode::Unsupported, "not available here")));
    }
};

class RefusingTasks final : public api::TaskDesk {
public:
    api::Answer<std::vector<api::TaskJob>> claim(const api::Call&, api::TaskClaim) override { return Refusal{}; }
    api::Answer<std::vector<api::TaskAnswer>> renew(const api::Call&, std::vector<api::TaskTicket>) override {
        return Refusal{};
    }
    api::Answer<std::vector<api::TaskAnswer>> perform(const api::Call&, std::vector<api::TaskTicket>) override {
        return Refusal{};
    }
    api::Answer<std::vector<api::TaskAnswer>> report(const api::Call&, std::vector<api::TaskReport>) override {
        return Refusal{};
    }
    api::Answer<std::optional<Instant>> nextDue(const api::Call&, std::vector<api::RingRange>) override {
        return Refusal{};
    }
    api::Answer<void> noteRing(const api::Call&, api::RingChangeRow) override { return Refusal{}; }
    api::Answer<std::vector<api::TaskAnswer>> retry(const api::Call&, std::vector<api::TaskRef>) override {
        return Refusal{};
    }
    api::Answer<std::vector<api::TaskAnswer>> drop(const api::Call&, std::vector<api::TaskRef>) override {
        return Refusal{};
    }
    api::Answer<api::HoldVersions> setHeld(const api::Call&, std::vector<api::TaskKind>, bool,
                                           api::HoldVersions) override {
        return Refusal{};
    }
    api::Answer<void> setWorkers(const api::Call&, api::WorkerSettings) override { return Refusal{}; }
    api::Answer<api::WorkerSettings> workerSettings(const api::Call&) override { return Refusal{}; }
    api::Answer<std::vector<api::TaskRow>> page(const api::Call&, api::TaskQuery) override { return Refusal{}; }
    api::Answer<std::int64_t> count(const api::Call&, api::TaskFilter) override { return Refusal{}; }
    api::Answer<api::RingSnapshot> ring(const api::Call&) override { return Refusal{}; }
    api::Answer<api::RingPlan> planRing(const api::Call&, std::int64_t) override { return Refusal{}; }
    api::Answer<std::vector<api::RingChangeRow>> ringHistory(const api::Call&, std::int64_t) override {
        return Refusal{};
    }
    api::Answer<std::vector<api::TaskHold>> holds(const api::Call&) override { return Refusal{}; }
};
class RefusingWebhooks final : public api::WebhookDesk {
public:
    api::Answer<api::WebhookCreated> create(const api::Call&, api::WebhookInput, Secret) override { return Refusal{}; }
    api::Answer<api::WebhookRow> edit(const api::Call&, api::WebhookRef, api::WebhookInput) override {
        return Refusal{};
    }
    api::Answer<void> remove(const api::Call&, api::WebhookRef) override { return Refusal{}; }
    api::Answer<api::WebhookCreated> newSecret(const api::Call&, api::WebhookRef, Secret) override { return Refusal{}; }
    api::Answer<DeliveryId> test(const api::Call&, WebhookId) override { return Refusal{}; }
    api::Answer<std::vector<api::TaskAnswer>> resend(const api::Call&, std::vector<api::DeliveryRef>) override {
        return Refusal{};
    }
    api::Answer<std::vector<api::WebhookRow>> webhooks(const api::Call&) override { return Refusal{}; }
    api::Answer<std::vector<api::DeliveryRow>> deliveries(const api::Call&, api::DeliveryQuery) override {
        return Refusal{};
    }
    api::Answer<std::int64_t> countDeliveries(const api::Call&, api::DeliveryFilter) override { return Refusal{}; }
    api::Answer<api::DeliveryDetail> delivery(const api::Call&, DeliveryId) override { return Refusal{}; }
    api::Answer<api::DeliveryJob> job(const api::Call&, api::TaskTicket) override { return Refusal{}; }
    api::Answer<api::TaskAnswer> report(const api::Call&, api::DeliveryReport) override { return Refusal{}; }
};
class RefusingAccounts final : public api::AccountDesk {
public:
    api::Answer<api::SignInState> signInState() override { return Refusal{}; }
    api::Answer<api::SignedIn> signIn(api::SignIn, std::string) override { return Refusal{}; }
    api::Answer<void> signOut(const api::Call&) override { return Refusal{}; }
    api::Answer<void> lock(const api::Call&) override { return Refusal{}; }
    api::Answer<void> unlock(const api::Call&, Secret) override { return Refusal{}; }
    api::Answer<void> changePassword(const api::Call&, Secret, Secret) override { return Refusal{}; }
    api::Answer<api::PersonRow> create(const api::Call&, api::PersonInput, Secret) override { return Refusal{}; }
    api::Answer<api::PersonRow> rename(const api::Call&, api::PersonRef, std::string) override { return Refusal{}; }
    api::Answer<api::PersonRow> setRoles(const api::Call&, api::PersonRef, std::vector<api::Role>) override {
        return Refusal{};
    }
    api::Answer<api::PersonRow> resetPassword(const api::Call&, api::PersonRef, Secret) override { return Refusal{}; }
    api::Answer<api::PersonRow> setDisabled(const api::Call&, api::PersonRef, bool) override { return Refusal{}; }
    api::Answer<api::PersonRow> lift(const api::Call&, api::PersonRef) override { return Refusal{}; }
    api::Answer<void> setSettings(const api::Call&, api::AccountSettings) override { return Refusal{}; }
    api::Answer<void> keepSession(const api::Call&, std::string) override { return Refusal{}; }
    api::Answer<api::SignedIn> resumeSession(std::string, api::Via) override { return Refusal{}; }
    api::Answer<void> renewSessions(std::vector<std::string>) override { return Refusal{}; }
    api::Answer<std::vector<api::PersonRow>> people(const api::Call&) override { return Refusal{}; }
    api::Answer<api::AccountSettings> settings(const api::Call&) override { return Refusal{}; }
};
class RefusingTokens final : public api::TokenDesk {
public:
    api::Answer<api::TokenCreated> create(const api::Call&, api::TokenInput) override { return Refusal{}; }
    api::Answer<api::TokenRow> revoke(const api::Call&, TokenId) override { return Refusal{}; }
    api::Answer<void> noteService(const api::Call&, bool, std::string) override { return Refusal{}; }
    api::Answer<void> noteRefused(api::RefusedRequests) override { return Refusal{}; }
    api::Answer<std::vector<api::TokenRow>> tokens(const api::Call&) override { return Refusal{}; }
    api::Answer<void> load() override { return Refusal{}; }
    std::shared_ptr<const api::TokenBearer> bearer(std::string_view) const override { return nullptr; }
    std::shared_ptr<const api::TokenBearer> bearer(TokenId) const override { return nullptr; }
};
class RefusingAudit final : public api::AuditDesk {
public:
    api::Answer<std::vector<api::AuditRecord>> page(const api::Call&, api::AuditQuery) override { return Refusal{}; }
    api::Answer<std::int64_t> count(const api::Call&, api::AuditFilter) override { return Refusal{}; }
    api::Answer<api::AuditState> state(const api::Call&) override { return Refusal{}; }
    api::Answer<api::AuditReport> verify(const api::Call&, std::function<void(std::int64_t)>) override {
        return Refusal{};
    }
    api::Answer<std::int64_t> exportCsv(const api::Call&, api::AuditFilter, std::string,
                                        std::function<void(std::int64_t)>) override {
        return Refusal{};
    }
    /// Not refused unless a test wants it: what leaves a table is noted first, whatever the table is about.
    api::Answer<void> noteExport(const api::Call&, api::ExportNote note) override {
        if (exportRefusal) {
            return QtFuture::makeReadyFuture(Result<void>(fail(*exportRefusal)));
        }
        exports.push_back(std::move(note));
        return QtFuture::makeReadyFuture(Result<void>());
    }
    api::Answer<void> noteImport(const api::Call&, api::ImportNote note) override {
        imports.push_back(std::move(note));
        return QtFuture::makeReadyFuture(Result<void>());
    }

    std::vector<api::ExportNote> exports;
    std::vector<api::ImportNote> imports;
    std::optional<Error> exportRefusal;
};
class RefusingFeed final : public api::FeedDesk {
public:
    api::Answer<api::FeedPosition> end(const api::Call&) override { return Refusal{}; }
    api::Answer<api::FeedSlice> after(const api::Call&, api::FeedPosition, std::int64_t) override { return Refusal{}; }
};
class RefusingBackups final : public api::BackupDesk {
public:
    api::Answer<api::BackupRow> take(const api::Call&, std::string,
                                     std::function<void(std::int64_t, std::int64_t)>) override {
        return Refusal{};
    }
    api::Answer<api::BackupManifest> verify(const api::Call&, std::string) override { return Refusal{}; }
    api::Answer<void> setSchedule(const api::Call&, api::BackupSchedule) override { return Refusal{}; }
    api::Answer<api::BackupSchedule> schedule(const api::Call&) override { return Refusal{}; }
    api::Answer<std::vector<api::BackupRow>> backups(const api::Call&, std::int64_t) override { return Refusal{}; }
};

}  // namespace evenhand::test
