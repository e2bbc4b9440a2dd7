// SPDX-License-Identifier: GPL-3.0-or-later
// Secrets are kept before the endpoint that names them is written, in the background, since a keychain may ask its
// owner. What was kept for an endpoint that then could not be written is removed again.
#include <tuple>

#include "engine/ring/webhook_signature.h"
#include "engine/runtime/background_work.h"
#include "engine/runtime/desk_support.h"
#include "engine/tasks/tasks.h"
#include "engine/tasks/webhook_life.h"

namespace evenhand::tasks {
namespace {

using api::Answer;
using api::Call;
using api::Operation;
using runtime::checkOperation;
using runtime::refused;
using runtime::UnitOfWork;

class WebhookDeskImpl final : public api::WebhookDesk, private runtime::Desk<Operation::WebhooksRead> {
public:
    WebhookDeskImpl(runtime::Engine& engine, runtime::Reader& reader, api::SecretStore& secrets, RandomBytes random,
                    bool threaded)
        : Desk(engine, reader), m_secrets(secrets), m_random(std::move(random)), m_background(threaded ? 1 : 0) {}

    Answer<api::WebhookCreated> create(const Call& call, api::WebhookInput input, Secret secret) override {
        auto allowed = checkOperation(m_engine, call, Operation::WebhooksCreate).andThen([&](Call named) {
            return checkEndpoint(input).map([&] { return named; });
        });
        return withSecret(std::move(allowed), secret,
                          [this, input = std::move(input)](const Call& named, const std::string& name) {
                              return m_engine.ask<SecretChanged>(named, [input, name](UnitOfWork& work) {
                                  return createEndpoint(work, {input, name}).map([](api::WebhookRow row) {
                                      return SecretChanged{std::move(row), {}};
                                  });
                              });
                          });
    }
    Answer<api::WebhookRow> edit(const Call& call, api::WebhookRef ref, api::WebhookInput input) override {
        return command<api::WebhookRow>(
            call, Operation::WebhooksEdit,
            [edit = EndpointEdit{ref, std::move(input)}](UnitOfWork& work) { return editEndpoint(work, edit); });
    }
    Answer<void> remove(const Call& call, api::WebhookRef ref) override {
        auto allowed = checkOperation(m_engine, call, Operation::WebhooksRemove);
        if (!allowed) {
            return refused<void>(std::move(allowed).error());
        }
        return m_background.then<void, std::string>(
            m_engine.ask<std::string>(*std::move(allowed),
                                      [ref](UnitOfWork& work) { return removeEndpoint(work, ref); }),
            [this](Result<std::string> name) -> Result<void> {
                EVENHAND_TRY(name);
                std::ignore = m_secrets.remove(*name);  // what is left there opens nothing any more
                return {};
            });
    }
    Answer<api::WebhookCreated> newSecret(const Call& call, api::WebhookRef ref, Secret secret) override {
        return withSecret(checkOperation(m_engine, call, Operation::WebhooksNewSecret), secret,
                          [this, ref](const Call& named, const std::string& name) {
                              return m_engine.ask<SecretChanged>(named, [ref, name](UnitOfWork& work) {
                                  return changeSecret(work, {ref, name});
                              });
                          });
    }
    Answer<DeliveryId> test(const Call& call, WebhookId webhook) override {
        return command<DeliveryId>(call, Operation::WebhooksTest,
                                   [webhook](UnitOfWork& work) { return testEndpoint(work, webhook); });
    }
    Answer<std::vector<api::TaskAnswer>> resend(const Call& call, std::vector<api::DeliveryRef> refs) override {
        return actOnRows<api::DeliveryRef, api::TaskAnswer>(
            call, Operation::WebhooksResend, std::move(refs), tasks::resend,
            [](const api::DeliveryRef& ref, const Error& error) {
                return api::TaskAnswer{TaskId{ref.id.value}, error, api::TaskStatus::Dead, std::nullopt};
            });
    }

    Answer<std::vector<api::WebhookRow>> webhooks(const Call& call) override {
        return read<std::vector<api::WebhookRow>>(
            call, [](store::Database& database) { return store::webhooks::rows(database); });
    }
    Answer<std::vector<api::DeliveryRow>> deliveries(const Call& call, api::DeliveryQuery query) override {
        return read<std::vector<api::DeliveryRow>>(call, [query = std::move(query)](store::Database& database) {
            return store::webhooks::page(database, query);
        });
    }
    Answer<std::int64_t> countDeliveries(const Call& call, api::DeliveryFilter filter) override {
        return read<std::int64_t>(call, [filter = std::move(filter)](store::Database& database) {
            return store::webhooks::count(database, filter);
        });
    }
    Answer<api::DeliveryDetail> delivery(const Call& call, DeliveryId id) override {
        return read<api::DeliveryDetail>(
            call, [id](store::Database& database) { return store::webhooks::detail(database, id); });
    }

    Answer<api::DeliveryJob> job(const Call& call, api::TaskTicket ticket) override {
        return command<api::DeliveryJob>(call, Operation::TasksRun,
                                         [ticket](UnitOfWork& work) { return deliveryJob(work, ticket); })
            .then([](Result<api::DeliveryJob> job) -> Result<api::DeliveryJob> {
                if (job && job->url.empty()) {
                    return fail(ErrorCode::NotFound, "the webhook is disabled or was removed", "webhook");
                }
                return job;
            });
    }
    Answer<api::TaskAnswer> report(const Call& call, api::DeliveryReport report) override {
        return command<api::TaskAnswer>(call, Operation::TasksRun, [report = std::move(report)](UnitOfWork& work) {
            return reportDelivery(work, report);
        });
    }

private:
    /// One that the other side has already, else a new one.
    Result<Secret> secretFor(const Secret& given) const {
        if (!given.empty()) {
            EVENHAND_ASSIGN(const auto key, webhookKeyOf(given));
            return webhookSecretOf(key.reveal());
        }
        const Secret key(m_random(api::kWebhookSecretBytes));
        return webhookSecretOf(key.reveal());
    }
    std::string newSecretName() const {
        const auto bytes = QByteArray::fromStdString(m_random(16));
        return "webhook/" + bytes.toHex().toStdString();
    }
    /// Keeps a secret under a new name, then `write(call, name)`; the former one goes when that was durable.
    template <typename Write>
    Answer<api::WebhookCreated> withSecret(Result<Call> allowed, const Secret& given, Write write) {
        if (!allowed) {
            return refused<api::WebhookCreated>(std::move(allowed).error());
        }
        auto secret = secretFor(given);
        if (!secret) {
            return refused<api::WebhookCreated>(std::move(secret).error());
        }
        auto promise = std::make_shared<QPromise<Result<api::WebhookCreated>>>();
        promise->start();
        auto future = promise->future();
        m_background.start([this, promise, call = *std::move(allowed), secret = *std::move(secret),
                            write = std::move(write)]() -> void {
            const auto name = newSecretName();
            if (auto kept = m_secrets.write(name, secret); !kept) {
                answer(*promise, fail(std::move(kept).error()));
                return;
            }
            auto changed = m_background.then<api::WebhookCreated, SecretChanged>(
                write(call, name),
                [this, secret, name](Result<SecretChanged> done) { return written(secret, name, std::move(done)); });
            (void)changed.then([promise](Result<api::WebhookCreated> made) { answer(*promise, std::move(made)); });
        });
        return future;
    }
    static void answer(QPromise<Result<api::WebhookCreated>>& promise, Result<api::WebhookCreated> result) {
        promise.addResult(std::move(result));
        promise.finish();
    }
    /// The secret that nobody will use goes: the former one, or the new one where nothing was changed. If it cannot be
    /// removed it opens nothing any more.
    Result<api::WebhookCreated> written(const Secret& secret, const std::string& name, Result<SecretChanged> changed) {
        if (!changed) {
            if (changed.error().code != ErrorCode::OutcomeUnknown) {
                std::ignore = m_secrets.remove(name);
            }
            return fail(std::move(changed).error());
        }
        if (!changed->former.empty()) {
            std::ignore = m_secrets.remove(changed->former);
        }
        return api::WebhookCreated{std::move(changed->row), secret};
    }

    api::SecretStore& m_secrets;
    const RandomBytes m_random;
    runtime::BackgroundWork m_background;  ///< last: it ends before what it uses goes
};

}  // namespace

std::unique_ptr<api::WebhookDesk> makeWebhookDesk(runtime::Engine& engine, runtime::Reader& reader,
                                                  api::SecretStore& secrets, RandomBytes random, bool threaded) {
    return std::make_unique<WebhookDeskImpl>(engine, reader, secrets, std::move(random), threaded);
}

}  // namespace evenhand::tasks
