// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens of the HTTP API: made, kept as hashes, revoked; answers that are given once.
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <memory>

#include "desks/desk_world.h"
#include "engine/accounts/tokens.h"
#include "engine/base/sha256.h"
#include "engine/store/records/answer_store.h"
#include "engine/store/records/token_store.h"
#include "engine/task_making/make.h"
#include "tests/support/check.h"
#include "tests/support/fakes/memory_secrets.h"
#include "tests/support/servers/fault_disk.h"

namespace test_tokens {

using namespace evenhand;
using api::TokenScope;
using evenhand::test::DeskWorld;
using evenhand::test::Fault;
using evenhand::test::FaultDisk;
using evenhand::test::MemorySecrets;

namespace {

constexpr api::TokenScopes kRead = api::bitOf(TokenScope::OrdersRead);
constexpr api::TokenScopes kNotify = api::bitOf(TokenScope::PaymentsNotify);
constexpr std::int64_t kDayMs = 86'400'000;

/// Does not tell what its command gave.
class SilentJob final : public runtime::Job {
public:
    SilentJob(api::Call call, Error& told) : Job(std::move(call)), m_told(told) {}
    bool run(std::size_t, runtime::UnitOfWork&) override { return true; }
    void refuse(std::size_t, const Error& error) override { m_told = error; }
    void resolve() override {}

private:
    Error& m_told;
};

}  // namespace

class TestTokens : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_secrets = std::make_shared<MemorySecrets>();
        m_world = std::make_unique<DeskWorld>(m_secrets);
    }

    void aTokenIsShownOnceAndKeptAsAHash() {
        const auto made = get(desk().create(m_world->call, {"shop", kRead, 50}));
        DONE(made);
        const std::string token(made->token.reveal());
        const auto text = accounts::TokenText::from(token);
        QVERIFY(text.has_value());
        QCOMPARE(text->keyId, made->row.keyId);
        QVERIFY(made->signing.empty());
        auto& database = m_world->workspace->core().embedded()->database();
        const auto kept = store::tokens::find(database, made->row.id);
        QVERIFY(kept && kept->has_value());
        QCOMPARE((*kept)->hash, std::string(base::bytesOf(base::sha256(text->secret))));
        const auto rows = get(desk().tokens(m_world->call));
        QCOMPARE(rows->front().input, (api::TokenInput{"shop", kRead, 50}));
        QCOMPARE(rows->front().createdBy, std::string("local:tester"));
    }

    void onlyAWholeTokenIsOne() {
        const std::string good = "evh_" + std::string(16, 'a') + "_" + std::string(64, '0');
        const auto parsed = accounts::TokenText::from(good);
        QVERIFY(parsed);
        QCOMPARE(parsed->str(), good);
        for (const auto& bad :
             {good + "0", good.substr(0, good.size() - 1), " " + good, std::string(), "x" + good.substr(1),
              good.substr(0, good.size() - 1) + "g", std::string(good.size(), '_')}) {
            QVERIFY2(!accounts::TokenText::from(bad), bad.c_str());
        }
    }
    void whoeverPresentsItMayWhatItsScopesSay() {
        const auto made = get(desk().create(m_world->call, {"shop", kRead, 50}));
        const auto bearer = desk().bearer(made->token.reveal());
        QVERIFY(bearer != nullptr);
        QCOMPARE(bearer->actor.name, std::string("token:shop"));
        QVERIFY(bearer->actor.via == api::Via::Http);
        QVERIFY(bearer->actor.may(api::Permission::Read) && !bearer->actor.may(api::Permission::PlaceOrders));
        QCOMPARE(bearer->perSecond, 50);
        QCOMPARE(desk().bearer(made->row.id), bearer);
        std::string wrong(made->token.reveal());
        wrong.back() = wrong.back() == '0' ? '1' : '0';
        for (const auto& bad : {wrong, wrong.substr(1), std::string(), std::string("evh_"), std::string(5'000, 'a'),
                                std::string(made->token.reveal()) + "0"}) {
            QVERIFY(desk().bearer(bad) == nullptr);
        }
    }

    void revokingIsSeenAtOnceAndForGood() {
        const auto made = get(desk().create(m_world->call, {"shop", kRead | kNotify, 0}));
        QCOMPARE(m_secrets->count("token/"), std::size_t{1});
        const auto bearer = desk().bearer(made->token.reveal());
        DONE(get(desk().revoke(m_world->call, made->row.id)));
        QVERIFY(desk().bearer(made->token.reveal()) == nullptr);
        QVERIFY(bearer->actor.ended());  // also for what is under way
        const auto asked = get(m_world->orders().page({bearer->actor, {}, {}}, {}));
        QVERIFY(!asked && asked.error().code == ErrorCode::SessionEnded);
        QTRY_COMPARE(m_secrets->count("token/"), std::size_t{0});
        const auto again = get(desk().revoke(m_world->call, made->row.id));
        QVERIFY(!again && again.error().code == ErrorCode::WrongStatus);
        const auto& words = again.error().message;  // who was first, and when
        QVERIFY2(words.find(", by " + m_world->call.actor.name + " at ") != std::string::npos &&
                     words.ends_with("UTC (tokens.revoke)"),
                 words.c_str());
        const auto same = get(desk().create(m_world->call, {"shop", kRead, 0}));
        QVERIFY(!same && same.error().code == ErrorCode::AlreadyExists);  // the log has the name
        DONE(m_world->reopen());
        DONE(load());
        QVERIFY(desk().bearer(made->token.reveal()) == nullptr);
    }

    /// Tokens that were revoked leave their places to others.
    void asManyAsThereMayBeAndOneMore() {
        const auto first = get(desk().create(m_world->call, {"first", kRead, 0}));
        DONE(first);
        DONE(get(
            m_world->workspace->core().engine().ask<bool>(m_world->call, [](runtime::UnitOfWork& work) -> Result<bool> {
                for (std::int64_t i = 1; i < api::kMaxTokens; ++i) {
                    store::tokens::Record record;
                    record.row.input = {"token " + std::to_string(i), kRead, 0};
                    record.row.keyId = "key " + std::to_string(i);
                    record.hash = std::string(32, 'x');
                    EVENHAND_TRY(store::tokens::insert(work.database(), record));
                }
                return true;
            })));
        REFUSED_FIELD(get(desk().create(m_world->call, {"one-more", kRead, 0})), ErrorCode::Overflow, "name");
        DONE(get(desk().revoke(m_world->call, first->row.id)));
        DONE(get(desk().create(m_world->call, {"one-more", kRead, 0})));
        REFUSED_FIELD(get(desk().create(m_world->call, {"another", kRead, 0})), ErrorCode::Overflow, "name");
    }

    /// It is not known whether the revocation was kept: until it is, the token opens nothing.
    void revokingWithAnUnknownOutcomeClosesTheDoor() {
        FaultDisk disk;
        base::VirtualClock clock{Instant{1'717'200'000'000}};
        const QTemporaryDir folder;
        app::OpenOptions options;
        options.clock = &clock;
        options.seed = 1;
        options.threaded = false;
        options.vfs = disk.vfs();
        auto workspace = app::Workspace::create(folder.filePath(QStringLiteral("w")).toStdString(), {}, options);
        EVENHAND_NEED(workspace);
        const api::Call call{api::Actor::administrator("local:tester"), "because", {}};
        const auto run = [&](auto answer) {
            (*workspace)->runUntilIdle();
            return answer.result();
        };
        auto& tokens = (*workspace)->tokens();
        const auto made = run(tokens.create(call, {"shop", kRead, 0}));
        DONE(made);
        QVERIFY(tokens.bearer(made->token.reveal()) != nullptr);
        disk.plan(Fault::SyncError, 1, 1, 1);
        const auto revoked = run(tokens.revoke(call, made->row.id));
        QVERIFY(disk.struck());
        REFUSED(revoked, ErrorCode::OutcomeUnknown);
        QVERIFY(tokens.bearer(made->token.reveal()) == nullptr);
    }

    void aSecretStaysWhileItMayBeNeeded_data() {
        QTest::addColumn<bool>("token");
        QTest::newRow("of a token") << true;
        QTest::newRow("of an endpoint") << false;
    }
    /// It is not known whether what needs it was kept.
    void aSecretStaysWhileItMayBeNeeded() {
        QFETCH(bool, token);
        FaultDisk disk;
        const auto closed = qScopeGuard([this] { m_world.reset(); });  // before the disk goes
        m_world->options.vfs = disk.vfs();
        m_world->options.seed = 2;  // another id, so another key of the audit log
        auto made = app::Workspace::create(m_world->folder.filePath(QStringLiteral("faulty")).toStdString(), {},
                                           m_world->options);
        DONE(made);
        m_world->workspace = *std::move(made);
        m_world->workspace->runUntilIdle();  // the fault meets what is asked below, not what making it has left
        disk.plan(Fault::SyncError, 1, 1, 1);
        if (token) {
            REFUSED(get(desk().create(m_world->call, {"gateway", kNotify, 0})), ErrorCode::OutcomeUnknown);
        } else {
            const api::WebhookInput input{
                "till", "https://shop.example/hook", {api::WebhookEvent::OrderClosed}, true, false, false};
            REFUSED(get(m_world->workspace->webhooks().create(m_world->call, input, {})), ErrorCode::OutcomeUnknown);
        }
        QVERIFY(disk.struck());
        m_world->workspace.reset();  // nobody removes anything any more
        QCOMPARE(m_secrets->count(token ? "token/" : "webhook/"), std::size_t{1});
    }

    void tokensAreThereAfterARestart() {
        const auto made = get(desk().create(m_world->call, {"gateway", kNotify, 0}));
        DONE(made);
        QVERIFY(made->signing.reveal().starts_with("evs_"));
        DONE(m_world->reopen());
        QVERIFY(desk().bearer(made->token.reveal()) == nullptr);  // not before load()
        DONE(load());
        const auto bearer = desk().bearer(made->token.reveal());
        QVERIFY(bearer != nullptr);
        QCOMPARE(bearer->signing.reveal(), made->signing.reveal());
    }

    void withoutAKeychainNothingSigns() {
        m_secrets->broken = true;
        const auto made = get(desk().create(m_world->call, {"gateway", kNotify, 0}));
        QVERIFY(!made && made.error().code == ErrorCode::Unsupported);
        DONE(get(desk().create(m_world->call, {"shop", kRead, 0})));
        QCOMPARE(get(desk().tokens(m_world->call))->size(), std::size_t{1});
    }

    void whatThereIsComesOldestFirstAndSaysAll() {
        const auto first = get(desk().create(m_world->call, {"zz", kRead | kNotify, 7}));
        DONE(first);
        m_world->clock.advanceMs(1'000);
        const auto made = m_world->clock.now();
        auto other = m_world->call;
        other.actor.name = "local:other";
        const auto second = get(desk().create(other, {"aa", kNotify, api::kMaxTokenRate}));
        DONE(second);
        QCOMPARE(second->row.createdAt, made);
        QCOMPARE(second->row.createdBy, std::string("local:other"));
        m_world->clock.advanceMs(1'000);
        const auto revoked = get(desk().revoke(other, first->row.id));
        DONE(revoked);
        for (const bool reopened : {false, true}) {
            if (reopened) {
                DONE(m_world->reopen());
                DONE(load());
            }
            const auto rows = get(desk().tokens(m_world->call));
            QVERIFY(rows && rows->size() == 2);
            const auto& older = rows->front();
            const auto& newer = rows->back();
            QCOMPARE(older.id, first->row.id);
            QCOMPARE(older.input, (api::TokenInput{"zz", kRead | kNotify, 7}));
            QCOMPARE(older.createdAt, made.plusMs(-1'000));
            QCOMPARE(older.revokedAt, std::optional(made.plusMs(1'000)));
            QCOMPARE(older.revokedBy, std::string("local:other"));
            QCOMPARE(revoked->revokedAt, older.revokedAt);
            QCOMPARE(revoked->revokedBy, older.revokedBy);
            QCOMPARE(newer.input, (api::TokenInput{"aa", kNotify, api::kMaxTokenRate}));
            QCOMPARE(newer.keyId, second->row.keyId);
            QCOMPARE(newer.createdAt, made);
            QVERIFY(!newer.revokedAt && newer.revokedBy.empty());
            // One that is revoked takes no other with it.
            QVERIFY(desk().bearer(first->token.reveal()) == nullptr && desk().bearer(first->row.id) == nullptr);
            const auto bearer = desk().bearer(second->token.reveal());
            QVERIFY(bearer != nullptr && !bearer->actor.ended());
            QCOMPARE(bearer->scopes, kNotify);
            QCOMPARE(bearer->perSecond, api::kMaxTokenRate);
        }
        QTRY_COMPARE(m_secrets->count("token/"), std::size_t{1});
        REFUSED_FIELD(get(desk().revoke(m_world->call, TokenId{999})), ErrorCode::NotFound, "token");
        REFUSED_FIELD(get(desk().revoke(m_world->call, first->row.id)), ErrorCode::WrongStatus, "token");
        REFUSED_FIELD(get(desk().create(m_world->call, {"zz", kNotify, 0})), ErrorCode::AlreadyExists, "name");
        QTRY_COMPARE(m_secrets->count("token/"), std::size_t{1});  // what was kept for it is removed
    }

    void eachIsToldAndWritten() {
        int told = 0;
        const auto subscription = m_world->workspace->subscribe([&](const std::vector<api::Event>& batch) {
            for (const auto& event : batch) {
                told += event.kind == api::Event::Kind::TokensChanged ? 1 : 0;
            }
        });
        const auto made = get(desk().create(m_world->call, {"shop", kRead | kNotify, 0}));
        DONE(made);
        QCOMPARE(told, 1);
        QCOMPARE(said(), std::string("tokens.create token shop: orders.read, payments.notify done"));
        DONE(get(desk().revoke(m_world->call, made->row.id)));
        QCOMPARE(told, 2);
        QCOMPARE(said(), std::string("tokens.revoke token shop:  done"));
        (void)get(desk().create(m_world->call, {"shop", kRead, 0}));
        QCOMPARE(told, 2);
        DONE(get(desk().noteService(m_world->call, true, "http://localhost:8080")));
        QCOMPARE(said(), std::string("service.switch HTTP API: on: http://localhost:8080 done"));
        DONE(get(desk().noteService(m_world->call, false, "")));
        QCOMPARE(said(), std::string("service.switch HTTP API: off done"));
        const Instant from{1'717'200'000'000};
        DONE(get(desk().noteRefused({"", "192.0.2.7", 401, "token_unknown", 12, from})));
        QCOMPARE(said(), std::string("http.request address 192.0.2.7: 401 token_unknown, 12 requests within a minute "
                                     "from 2024-06-01T00:00:00.000Z refused"));
        DONE(get(desk().noteRefused({"token:shop", "", 429, "rate", 1, from})));
        QCOMPARE(said(), std::string("http.request further addresses: 429 rate, 1 request within a minute from "
                                     "2024-06-01T00:00:00.000Z refused"));
        api::AuditQuery query;
        query.limit = 2;
        const auto page = get(m_world->workspace->audit().page(m_world->call, query));
        QVERIFY(page && page->size() == 2);
        QCOMPARE(page->at(0).actor, std::string("token:shop"));
        QCOMPARE(page->at(1).actor, std::string("http"));
        QVERIFY(page->at(0).via == api::Via::Http && page->at(1).via == api::Via::Http);
        QCOMPARE(told, 2);
    }

    void whatIsJustGoodEnough() {
        DONE(get(desk().create(m_world->call, {std::string(40, 'a'), kRead, 0})));
        DONE(get(desk().create(m_world->call, {"az09-._", api::kAllTokenScopes & ~kNotify, api::kMaxTokenRate})));
        DONE(get(desk().create(m_world->call, {"b", kRead, 1})));
    }

    void eachScopeGivesWhatItSays_data() {
        QTest::addColumn<QString>("scope");
        QTest::addColumn<QString>("permission");
        const auto row = [](const char* scope, const char* permission) {
            QTest::newRow(scope) << QString::fromLatin1(scope) << QString::fromLatin1(permission);
        };
        row("orders.read", "read");
        row("orders.place", "place_orders");
        row("orders.cancel", "cancel_orders");
        row("payments.notify", "place_orders");
        row("couriers.report", "dispatch");
        row("couriers.write", "manage_couriers");
        row("products.write", "manage_catalogue");
        row("seckill.attempt", "place_orders");
        row("seckill.read", "read");
        row("campaigns.draw", "place_orders");
        row("campaigns.read", "read");
        row("returns.request", "request_returns");
        row("returns.read", "read");
        row("events.read", "read");
        row("metrics.read", "read");
        row("shop.read", "read");
        row("campuses.write", "manage_policies");
        row("alerts.read", "read");
        row("alerts.acknowledge", "dispatch");
        row("payments.match", "record_payments");
        row("search.read", "read");
        row("orders.extend", "dispatch");
        row("orders.note", "dispatch");
        row("orders.reassign", "dispatch");
        row("alerts.write", "dispatch");
        row("payments.refund", "refund_money");
        row("cases.write", "handle_cases");
        row("rules.write", "manage_policies");
    }
    void eachScopeGivesWhatItSays() {
        QFETCH(QString, scope);
        QFETCH(QString, permission);
        const auto found = api::tokenScopeFrom(scope.toStdString());
        QVERIFY(found);
        const auto permissions = api::permissionsOf(api::bitOf(*found));
        for (const auto one : api::allPermissions()) {
            const bool has = (permissions & api::bitOf(one)) != 0;
            QCOMPARE(has, permission.toStdString() == api::toText(one));
        }
        QCOMPARE(api::allTokenScopes().size(), std::size_t{28});
    }

    void badInputIsRefused_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<quint32>("scopes");
        QTest::addColumn<qint64>("rate");
        QTest::addColumn<QString>("field");
        QTest::newRow("no name") << QString() << kRead << qint64{0} << QStringLiteral("name");
        QTest::newRow("capital") << QStringLiteral("Shop") << kRead << qint64{0} << QStringLiteral("name");
        QTest::newRow("colon") << QStringLiteral("a:b") << kRead << qint64{0} << QStringLiteral("name");
        QTest::newRow("long") << QString(41, QLatin1Char('a')) << kRead << qint64{0} << QStringLiteral("name");
        QTest::newRow("no scope") << QStringLiteral("a") << quint32{0} << qint64{0} << QStringLiteral("scopes");
        QTest::newRow("scope") << QStringLiteral("a") << (quint32{1} << 31U) << qint64{0} << QStringLiteral("scopes");
        QTest::newRow("rate") << QStringLiteral("a") << kRead << qint64{-1} << QStringLiteral("per_second");
        QTest::newRow("large rate") << QStringLiteral("a") << kRead << qint64{1'000'001}
                                    << QStringLiteral("per_second");
    }
    void badInputIsRefused() {
        QFETCH(QString, name);
        QFETCH(quint32, scopes);
        QFETCH(qint64, rate);
        QFETCH(QString, field);
        const auto made = get(desk().create(m_world->call, {name.toStdString(), scopes, rate}));
        QVERIFY(!made && made.error().code == ErrorCode::InvalidArgument);
        QCOMPARE(made.error().field, field.toStdString());
    }

    void anAnswerIsKeptWithItsEffectAndGivenAgain() {
        DONE(m_world->couriers({"ann"}));
        const auto setDuty = [&](const std::string& body, bool onDuty) {
            auto once = std::make_shared<api::Once>(std::vector<api::Once::Key>{{"key", body}},
                                                    [onDuty](const std::any&) { return onDuty ? "on" : "off"; });
            auto call = m_world->call;
            call.once = once;
            const auto done = get(m_world->dispatch().setDuty(call, CourierId("ann"), onDuty));
            return std::make_pair(done, once);
        };
        const auto [first, firstOnce] = setDuty("off", false);
        DONE(first);
        QVERIFY(!firstOnce->repeated());
        QCOMPARE(firstOnce->written(), std::string("off"));
        DONE(get(m_world->dispatch().setDuty(m_world->call, CourierId("ann"), true)));
        const auto [again, againOnce] = setDuty("off", false);
        QCOMPARE(againOnce->repeated(), std::optional<std::string>("off"));
        QVERIFY(onDuty());  // nothing was done again
        const auto [other, otherOnce] = setDuty("something else", false);
        QVERIFY(!otherOnce->repeated());
        QVERIFY(!other && other.error().code == ErrorCode::KeyReused);
        QCOMPARE(other.error().field, std::string("idempotency_key"));
        QVERIFY(onDuty());
    }

    /// Some requests are known by several keys, as a payment by its number and by the sender's own. A repetition may
    /// come with one more: from then on that one is not good for another request either.
    void aRequestIsKnownByEachOfItsKeys() {
        DONE(m_world->couriers({"ann"}));
        const auto ask = [&](std::vector<api::Once::Key> keys) {
            auto once =
                std::make_shared<api::Once>(std::move(keys), [](const std::any&) { return std::string("off"); });
            auto call = m_world->call;
            call.once = once;
            const auto done = get(m_world->dispatch().setDuty(call, CourierId("ann"), false));
            return done               ? std::string("done")
                   : once->repeated() ? "again: " + *once->repeated()
                                      : std::string(errorName(done.error().code));
        };
        QCOMPARE(ask({{"number", "off"}}), std::string("done"));
        QCOMPARE(ask({{"number", "off"}, {"own", "off"}}), std::string("again: off"));
        QCOMPARE(ask({{"own", "off"}}), std::string("again: off"));
        QCOMPARE(ask({{"own", "something else"}}), std::string("key_reused"));
        QCOMPARE(ask({{"third", "off"}, {"own", "off"}}), std::string("again: off"));
        DONE(m_world->reopen());
        for (const char* key : {"number", "own", "third"}) {
            QCOMPARE(ask({{key, "off"}}), std::string("again: off"));
            QCOMPARE(ask({{key, "something else"}, {"fourth", "something else"}}), std::string("key_reused"));
        }
        QVERIFY(!answer("fourth"));  // of a request that was refused nothing is kept
    }

    /// Of a bulk action each row has an answer of its own; the rows that have none run when it is sent again.
    void eachRowIsDoneOnce() {
        place({"A1", "A2"});
        QCOMPARE(noteOnce("key", "body", {"A1", "A2", "A3"}), std::string("did A1, did A2, not_found"));
        QVERIFY(answer("key/0") && answer("key/1") && !answer("key/2"));
        place({"A3"});
        DONE(m_world->reopen());
        QCOMPARE(noteOnce("key", "body", {"A1", "A2", "A3"}), std::string("again did A1, again did A2, did A3"));
        QCOMPARE(noteOnce("key", "body", {"A1", "A2", "A3"}), std::string("again did A1, again did A2, again did A3"));
        for (const char* number : {"A1", "A2", "A3"}) {
            QCOMPARE(notes(number), 1);
        }
    }

    /// Also in rows that had no effect, or that the first request did not have.
    void aKeyIsGoodForTheRowsOfOneRequest() {
        place({"A1", "A2", "A3"});
        QCOMPARE(noteOnce("key", "body", {"A1", "none"}), std::string("did A1, not_found"));
        QCOMPARE(noteOnce("key", "other", {"A1", "A2"}), std::string("key_reused, key_reused"));
        QCOMPARE(noteOnce("key", "other", {"A1", "A2", "A3"}), std::string("key_reused, key_reused, key_reused"));
        QCOMPARE(noteOnce("key", "other", {"A3"}), std::string("key_reused"));
        // One row is one command: its answer is that of the key.
        QCOMPARE(noteOnce("one", "body", {"A2"}), std::string("did A2"));
        QVERIFY(answer("one") && !answer("one/0"));
        QCOMPARE(noteOnce("one", "body", {"A2"}), std::string("again did A2"));
        QCOMPARE(noteOnce("one", "other", {"A2", "A3"}), std::string("key_reused, key_reused"));
        // Where nothing was done nothing is kept.
        QCOMPARE(noteOnce("free", "body", {"none", "nor this"}), std::string("not_found, not_found"));
        QVERIFY(!answer("free") && !answer("free/0"));
        QCOMPARE(noteOnce("free", "other", {"A3", "none"}), std::string("did A3, not_found"));
        for (const char* number : {"A1", "A2", "A3"}) {
            QCOMPARE(notes(number), 1);
        }
    }

    /// Two of one request in one batch.
    void aBulkActionThatIsSentTwiceAtATime() {
        place({"A1", "A2"});
        const auto first = onceNoted("key", "body");
        const auto second = onceNoted("key", "body");
        auto began = askNotes(first, {"A1", "A2"});
        auto again = askNotes(second, {"A1", "A2"});
        QCOMPARE(said(get(began), *first), std::string("did A1, did A2"));
        QCOMPARE(said(get(again), *second), std::string("again did A1, again did A2"));
        QCOMPARE(notes("A1"), 1);
    }

    /// Else a repetition would be answered with nothing.
    void aJobThatDoesNotTellWhatItGaveIsRefused() {
        Error told;
        auto call = m_world->call;
        call.once = std::make_shared<api::Once>(std::vector<api::Once::Key>{{"key", "body"}},
                                                [](const std::any&) { return std::string("done"); });
        m_world->workspace->core().engine().submit(std::make_unique<SilentJob>(call, told));
        m_world->workspace->runUntilIdle();
        QCOMPARE(told.code, ErrorCode::Internal);
        QVERIFY(!told.message.empty());
        QVERIFY(!answer("key"));
    }

    void aRefusalKeepsNoAnswer() {
        auto once = std::make_shared<api::Once>(std::vector<api::Once::Key>{{"key", "body"}},
                                                [](const std::any&) { return std::string("done"); });
        auto call = m_world->call;
        call.once = once;
        const auto refused = get(m_world->dispatch().setDuty(call, CourierId("nobody"), true));
        QVERIFY(!refused && refused.error().code == ErrorCode::NotFound);
        QVERIFY(!answer("key"));
        DONE(m_world->couriers({"nobody"}));
        DONE(get(m_world->dispatch().setDuty(call, CourierId("nobody"), true)));
        QVERIFY(answer("key"));
    }

    void answersAreCleanedUpAfterTwoDays() {
        DONE(m_world->couriers({"ann"}));
        auto call = m_world->call;
        call.once = std::make_shared<api::Once>(std::vector<api::Once::Key>{{"key", "body"}},
                                                [](const std::any&) { return std::string("done"); });
        DONE(get(m_world->dispatch().setDuty(call, CourierId("ann"), false)));
        m_world->clock.advanceMs(2 * kDayMs);
        DONE(cleanUp("first"));
        QVERIFY(answer("key"));
        m_world->clock.advanceMs(1);
        DONE(cleanUp("second"));
        QVERIFY(!answer("key"));
    }

private:
    api::TokenDesk& desk() { return m_world->workspace->tokens(); }
    template <typename T>
    Result<T> get(api::Answer<T> answer) {
        // A signing key goes to the keychain on a thread of its own first.
        (void)QTest::qWaitFor([&] {
            m_world->workspace->runUntilIdle();
            return answer.isFinished();
        });
        return answer.resultCount() > 0 ? answer.result() : Result<T>(fail(ErrorCode::Internal, "no answer"));
    }
    Result<void> load() { return get(desk().load()); }
    /// "operation subject: detail outcome" of the newest entry.
    std::string said() {
        api::AuditQuery query;
        query.limit = 1;
        const auto page = get(m_world->workspace->audit().page(m_world->call, query));
        if (!page || page->empty()) {
            return {};
        }
        const auto& entry = page->front();
        return entry.operation + " " + entry.subject + ": " + entry.detail + " " +
               std::string(api::toText(entry.outcome));
    }
    Result<std::int64_t> cleanUp(const std::string& subject) {
        const auto made =
            get(m_world->workspace->core().engine().ask<bool>(m_world->call, [subject](runtime::UnitOfWork& work) {
                return tasks::make(work, api::TaskKind::CleanUp, subject, {}, work.now());
            }));
        EVENHAND_TRY(made);
        return m_world->workspace->runTasks();
    }
    bool onDuty() {
        const auto board = get(m_world->dispatch().board(m_world->call, CampusId("north")));
        return board && board->couriers.front().onDuty;
    }
    void place(std::initializer_list<const char*> numbers) {
        DONE(m_world->couriers({"ann"}));
        DONE(m_world->product("tea", 10));
        for (const char* number : numbers) {
            DONE(get(m_world->orders().place(m_world->call, DeskWorld::request(number))));
        }
    }
    static std::shared_ptr<api::Once> onceNoted(const char* key, const char* body) {
        return std::make_shared<api::Once>(std::vector<api::Once::Key>{{key, body}}, [](const std::any& row) {
            return "did " + std::any_cast<const api::RowOutcome*>(row)->orderNo.str();
        });
    }
    api::Answer<std::vector<api::RowOutcome>> askNotes(const std::shared_ptr<api::Once>& once,
                                                       std::initializer_list<const char*> numbers) {
        std::vector<api::OrderRef> refs;
        for (const char* number : numbers) {
            refs.push_back({OrderNo(number), 0});
        }
        auto call = m_world->call;
        call.once = once;
        return m_world->orders().note(call, refs, "called");
    }
    /// Of each row its answer, the one that was kept, or its error.
    static std::string said(const Result<std::vector<api::RowOutcome>>& outcomes, const api::Once& once) {
        if (!outcomes) {
            return "all " + std::string(errorName(outcomes.error().code));
        }
        std::string all;
        for (std::size_t row = 0; row < outcomes->size(); ++row) {
            const auto& error = (*outcomes)[row].error;
            all += row == 0 ? "" : ", ";
            all += !error               ? once.written(row)
                   : once.repeated(row) ? "again " + *once.repeated(row)
                                        : std::string(errorName(error->code));
        }
        return all;
    }
    /// A bulk action with a key.
    std::string noteOnce(const char* key, const char* body, std::initializer_list<const char*> numbers) {
        const auto once = onceNoted(key, body);
        return said(get(askNotes(once, numbers)), *once);
    }
    /// In the history of an order.
    std::ptrdiff_t notes(const char* number) {
        const auto detail = get(m_world->orders().detail(m_world->call, OrderNo(number)));
        if (!detail) {
            return -1;
        }
        const auto isNote = [](const api::OrderEvent& event) { return event.kind == api::EventKind::Noted; };
        return std::count_if(detail->events.begin(), detail->events.end(), isNote);
    }
    bool answer(const char* key) {
        const auto kept = store::answers::find(m_world->workspace->core().embedded()->database(), key);
        return kept && kept->has_value();
    }

    std::shared_ptr<MemorySecrets> m_secrets;
    std::unique_ptr<DeskWorld> m_world;
};

}  // namespace test_tokens

QTEST_GUILESS_MAIN(test_tokens::TestTokens)
#include "test_tokens.moc"
