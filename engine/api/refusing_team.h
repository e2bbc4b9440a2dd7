// SPDX-License-Identifier: GPL-3.0-or-later
// Desks of tasks, webhooks, people, tokens, audit and backups that answer Unsupported to everything: for tests of what
// is not about them, and for an engine that does not have them yet. Thread: any.
#pragma once

#include "engine/api/account_desk.h"
#include "engine/api/audit_desk.h"
#include "engine/api/backup_desk.h"
#include "engine/api/feed_desk.h"
#include "engine/api/refusal.h"
#include "engine/api/task_desk.h"
#include "engine/api/token_desk.h"
#include "engine/api/webhook_desk.h"

namespace evenhand::api {

class RefusingTasks final : public TaskDesk {
public:
    Answer<std::vector<TaskJob>> claim(const Call&, TaskClaim) override { return Refusal{}; }
    Answer<std::vector<TaskAnswer>> renew(const Call&, std::vector<TaskTicket>) override { return Refusal{}; }
    Answer<std::vector<TaskAnswer>> perform(const Call&, std::vector<TaskTicket>) override { return Refusal{}; }
    Answer<std::vector<TaskAnswer>> report(const Call&, std::vector<TaskReport>) override { return Refusal{}; }
    Answer<std::optional<Instant>> nextDue(const Call&, std::vector<RingRange>) override { return Refusal{}; }
    Answer<void> noteRing(const Call&, RingChangeRow) override { return Refusal{}; }
    Answer<std::vector<TaskAnswer>> retry(const Call&, std::vector<TaskRef>) override { return Refusal{}; }
    Answer<std::vector<TaskAnswer>> drop(const Call&, std::vector<TaskRef>) override { return Refusal{}; }
    Answer<void> setHeld(const Call&, std::vector<TaskKind>, bool) override { return Refusal{}; }
    Answer<std::vector<TaskRow>> page(const Call&, TaskQuery) override { return Refusal{}; }
    Answer<std::int64_t> count(const Call&, TaskFilter) override { return Refusal{}; }
    Answer<RingSnapshot> ring(const Call&) override { return Refusal{}; }
    Answer<std::vector<RingChangeRow>> ringHistory(const Call&, std::int64_t) override { return Refusal{}; }
    Answer<std::vector<TaskHold>> holds(const Call&) override { return Refusal{}; }
};
class RefusingWebhooks final : public WebhookDesk {
public:
    Answer<WebhookCreated> create(const Call&, WebhookInput, Secret) override { return Refusal{}; }
    Answer<WebhookRow> edit(const Call&, WebhookRef, WebhookInput) override { return Refusal{}; }
    Answer<void> remove(const Call&, WebhookRef) override { return Refusal{}; }
    Answer<WebhookCreated> newSecret(const Call&, WebhookRef, Secret) override { return Refusal{}; }
    Answer<DeliveryId> test(const Call&, WebhookId) override { return Refusal{}; }
    Answer<std::vector<TaskAnswer>> resend(const Call&, std::vector<DeliveryId>) override { return Refusal{}; }
    Answer<std::vector<WebhookRow>> webhooks(const Call&) override { return Refusal{}; }
    Answer<std::vector<DeliveryRow>> deliveries(const Call&, DeliveryQuery) override { return Refusal{}; }
    Answer<std::int64_t> countDeliveries(const Call&, DeliveryFilter) override { return Refusal{}; }
    Answer<DeliveryDetail> delivery(const Call&, DeliveryId) override { return Refusal{}; }
    Answer<DeliveryJob> job(const Call&, TaskTicket) override { return Refusal{}; }
    Answer<TaskAnswer> report(const Call&, DeliveryReport) override { return Refusal{}; }
};
class RefusingAccounts final : public AccountDesk {
public:
    Answer<SignInState> signInState() override { return Refusal{}; }
    Answer<SignedIn> signIn(SignIn) override { return Refusal{}; }
    Answer<void> signOut(const Call&) override { return Refusal{}; }
    Answer<void> unlock(const Call&, Secret) override { return Refusal{}; }
    Answer<void> changePassword(const Call&, Secret, Secret) override { return Refusal{}; }
    Answer<PersonRow> create(const Call&, PersonInput, Secret) override { return Refusal{}; }
    Answer<PersonRow> rename(const Call&, PersonRef, std::string) override { return Refusal{}; }
    Answer<PersonRow> setRoles(const Call&, PersonRef, std::vector<Role>) override { return Refusal{}; }
    Answer<PersonRow> resetPassword(const Call&, PersonRef, Secret) override { return Refusal{}; }
    Answer<PersonRow> setDisabled(const Call&, PersonRef, bool) override { return Refusal{}; }
    Answer<PersonRow> lift(const Call&, PersonRef) override { return Refusal{}; }
    Answer<void> setSettings(const Call&, AccountSettings) override { return Refusal{}; }
    Answer<std::vector<PersonRow>> people(const Call&) override { return Refusal{}; }
    Answer<AccountSettings> settings(const Call&) override { return Refusal{}; }
};
class RefusingTokens final : public TokenDesk {
public:
    Answer<TokenCreated> create(const Call&, TokenInput) override { return Refusal{}; }
    Answer<TokenRow> revoke(const Call&, TokenId) override { return Refusal{}; }
    Answer<void> noteService(const Call&, bool, std::string) override { return Refusal{}; }
    Answer<void> noteRefused(RefusedRequests) override { return Refusal{}; }
    Answer<std::vector<TokenRow>> tokens(const Call&) override { return Refusal{}; }
    Answer<void> load() override { return Refusal{}; }
    std::shared_ptr<const TokenBearer> bearer(std::string_view) const override { return nullptr; }
    std::shared_ptr<const TokenBearer> bearer(TokenId) const override { return nullptr; }
};
class RefusingAudit final : public AuditDesk {
public:
    Answer<std::vector<AuditRecord>> page(const Call&, AuditQuery) override { return Refusal{}; }
    Answer<std::int64_t> count(const Call&, AuditFilter) override { return Refusal{}; }
    Answer<AuditState> state(const Call&) override { return Refusal{}; }
    Answer<AuditReport> verify(const Call&, std::function<void(std::int64_t)>) override { return Refusal{}; }
    Answer<std::int64_t> exportCsv(const Call&, AuditFilter, std::string, std::function<void(std::int64_t)>) override {
        return Refusal{};
    }
    Answer<void> noteExport(const Call&, ExportNote) override { return Refusal{}; }
};
class RefusingFeed final : public FeedDesk {
public:
    Answer<FeedPosition> end(const Call&) override { return Refusal{}; }
    Answer<FeedSlice> after(const Call&, FeedPosition, std::int64_t) override { return Refusal{}; }
};
class RefusingBackups final : public BackupDesk {
public:
    Answer<BackupRow> take(const Call&, std::string, std::function<void(std::int64_t, std::int64_t)>) override {
        return Refusal{};
    }
    Answer<BackupManifest> verify(const Call&, std::string) override { return Refusal{}; }
    Answer<void> setSchedule(const Call&, BackupSchedule) override { return Refusal{}; }
    Answer<BackupSchedule> schedule(const Call&) override { return Refusal{}; }
    Answer<std::vector<BackupRow>> backups(const Call&, std::int64_t) override { return Refusal{}; }
};

}  // namespace evenhand::api
