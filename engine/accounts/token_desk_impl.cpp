// SPDX-License-Identifier: GPL-3.0-or-later
// A signing key is kept before the token that names it is written, in the background, since a keychain may ask its
// owner. What was kept for a token that then could not be written is removed again.
#include <QPromise>
#include <tuple>

#include "engine/accounts/account_job.h"
#include "engine/accounts/accounts.h"
#include "engine/accounts/tokens.h"
#include "engine/base/log.h"
#include "engine/base/sha256.h"
#include "engine/runtime/background_work.h"
#include "engine/runtime/desk_support.h"

namespace evenhand::accounts {
namespace {

using api::Answer;
using api::Call;
using api::Operation;
using runtime::checkOperation;
using runtime::refused;
using runtime::UnitOfWork;

constexpr std::size_t kKeyIdBytes = 8;
constexpr std::size_t kSecretBytes = 32;

using Records = std::vector<store::tokens::Record>;

class TokenDeskImpl final : public api::TokenDesk, private runtime::Desk<Operation::TokensRead> {
public:
    TokenDeskImpl(runtime::Engine& engine, runtime::Reader& reader, const Clock& clock, api::SecretStore& secrets,
                  RandomBytes random, bool threaded)
        : Desk(engine, reader),
          m_clock(clock),
          m_secrets(secrets),
          m_random(std::move(random)),
          m_background(threaded ? 1 : 0) {}

    Answer<api::TokenCreated> create(const Call& call, api::TokenInput input) override {
        auto allowed = checkOperation(m_engine, call, Operation::TokensCreate);
        if (!allowed) {
            return refused<api::TokenCreated>(std::move(allowed).error());
        }
        if (auto good = checkToken(input); !good) {
            return refused<api::TokenCreated>(std::move(good).error());
        }
        Draft draft;
        const TokenText text{base::hexOf(m_random(kKeyIdBytes)), base::hexOf(m_random(kSecretBytes))};
        draft.token = Secret(text.str());
        draft.record.hash = tokenHash(text.secret);
        draft.record.row.keyId = text.keyId;
        draft.record.row.input = std::move(input);
        if ((draft.record.row.input.scopes & api::bitOf(api::TokenScope::PaymentsNotify)) == 0) {
            return write(*allowed, std::move(draft));
        }
        draft.signing = Secret("evs_" + base::hexOf(m_random(kSecretBytes)));
        draft.record.secretName = "token/" + text.keyId;
        return withSigning(*allowed, std::move(draft));
    }
    Answer<api::TokenRow> revoke(const Call& call, TokenId id) override {
        auto allowed = checkOperation(m_engine, call, Operation::TokensRevoke);
        if (!allowed) {
            return refused<api::TokenRow>(std::move(allowed).error());
        }
        auto revoked = askAccounts<store::tokens::Record>(
            m_engine, *std::move(allowed),
            [this, id](UnitOfWork& work) { return revokeToken(work, id, m_clock.now()); },
            [list = m_list, id](Result<store::tokens::Record>& result) {
                if (result || result.error().code == ErrorCode::OutcomeUnknown) {
                    list->remove(id);
                }
            });
        return revoked.then([this](Result<store::tokens::Record> result) -> Result<api::TokenRow> {
            EVENHAND_TRY(result);
            if (!result->secretName.empty()) {
                removeSecret(result->secretName);
            }
            return std::move(result->row);
        });
    }
    Answer<void> noteService(const Call& call, bool on, std::string at) override {
        auto allowed = checkOperation(m_engine, call, Operation::ServiceSwitch);
        if (!allowed) {
            return refused<void>(std::move(allowed).error());
        }
        const Call plain{{call.actor.name, 0, {}, call.actor.via}, call.reason, {}};  // the entry is all it does
        return m_engine.ask<void>(
            plain, [on, at = std::move(at)](UnitOfWork& work) { return accounts::noteService(work, on, at); });
    }
    Answer<void> noteRefused(api::RefusedRequests refused) override {
        const auto who = refused.holder.empty() ? std::string("http") : refused.holder;
        return m_engine.noteDone({{who, 0, {}, api::Via::Http}, {}, {}}, refusedRecord(refused));
    }
    Answer<std::vector<api::TokenRow>> tokens(const Call& call) override {
        if (auto allowed = checkOperation(m_engine, call, Operation::TokensRead); !allowed) {
            return refused<std::vector<api::TokenRow>>(std::move(allowed).error());
        }
        return m_reader.ask<std::vector<api::TokenRow>>(
            [](store::Database& database, const runtime::CancelCheck&) -> Result<std::vector<api::TokenRow>> {
                EVENHAND_ASSIGN(auto records, store::tokens::all(database));
                std::vector<api::TokenRow> rows;
                rows.reserve(records.size());
                for (auto& record : records) {
                    rows.push_back(std::move(record.row));
                }
                return rows;
            });
    }

    Answer<void> load() override {
        return m_background.then<void, Records>(
            m_reader.ask<Records>(
                [](store::Database& database, const runtime::CancelCheck&) { return store::tokens::all(database); }),
            [this](Result<Records> records) -> Result<void> {
                EVENHAND_TRY(records);
                for (const auto& record : *records) {
                    m_list->add(record, record.row.revokedAt ? Secret() : signingOf(record));
                }
                return {};
            });
    }
    [[nodiscard]] std::shared_ptr<const api::TokenBearer> bearer(std::string_view token) const override {
        return m_list->find(token);
    }
    [[nodiscard]] std::shared_ptr<const api::TokenBearer> bearer(TokenId id) const override { return m_list->find(id); }

private:
    struct Draft {
        store::tokens::Record record;
        Secret token, signing;
    };

    Answer<api::TokenCreated> write(const Call& call, Draft draft) {
        return askAccounts<api::TokenCreated>(
            m_engine, call,
            [this, draft](UnitOfWork& work) {
                return createToken(work, draft.record, m_clock.now()).map([&](api::TokenRow row) {
                    return api::TokenCreated{std::move(row), draft.token, draft.signing};
                });
            },
            [list = m_list, draft](Result<api::TokenCreated>& made) {
                if (made) {
                    auto record = draft.record;
                    record.row = made->row;
                    list->add(record, draft.signing);
                }
            });
    }
    Answer<api::TokenCreated> withSigning(const Call& call, Draft draft) {
        auto promise = std::make_shared<QPromise<Result<api::TokenCreated>>>();
        promise->start();
        auto future = promise->future();
        m_background.start([this, call, draft = std::move(draft), promise] {
            const auto answer = [promise](Result<api::TokenCreated> result) {
                promise->addResult(std::move(result));
                promise->finish();
            };
            if (auto kept = m_secrets.write(draft.record.secretName, draft.signing); !kept) {
                answer(tl::unexpected<Error>(std::move(kept).error()));
                return;
            }
            (void)write(call, draft)
                .then([this, name = draft.record.secretName, answer](Result<api::TokenCreated> made) {
                    if (!made && made.error().code != ErrorCode::OutcomeUnknown) {
                        removeSecret(name);
                    }
                    answer(std::move(made));
                });
        });
        return future;
    }
    /// In the background. If it cannot be removed, it opens nothing any more.
    void removeSecret(const std::string& name) {
        m_background.start([secrets = &m_secrets, name] { std::ignore = secrets->remove(name); });
    }
    Secret signingOf(const store::tokens::Record& record) {
        if (record.secretName.empty()) {
            return {};
        }
        auto found = m_secrets.read(record.secretName);
        if (found && *found) {
            return **std::move(found);
        }
        base::log(base::LogLevel::Warning, "accounts",
                  "the signing key of token " + record.row.input.name +
                      " cannot be read: " + (found ? "it is not in the keychain" : found.error().text()));
        return {};
    }

    const Clock& m_clock;
    api::SecretStore& m_secrets;
    const RandomBytes m_random;
    const std::shared_ptr<BearerList> m_list = std::make_shared<BearerList>();
    runtime::BackgroundWork m_background;  ///< last: it ends before what it uses goes
};

}  // namespace

std::unique_ptr<api::TokenDesk> makeTokenDesk(runtime::Engine& engine, runtime::Reader& reader, const Clock& clock,
                                              api::SecretStore& secrets, RandomBytes random, bool threaded) {
    return std::make_unique<TokenDeskImpl>(engine, reader, clock, secrets, std::move(random), threaded);
}

}  // namespace evenhand::accounts
