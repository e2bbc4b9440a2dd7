// SPDX-License-Identifier: GPL-3.0-or-later
// The sender between the real engine and a provider that misbehaves: whatever happens, each refund is paid once, and
// nothing is called paid that is not known to be.
#include <QtTest>
#include <algorithm>
#include <functional>
#include <memory>

#include "engine/outward/refund_sender.h"
#include "refund_world.h"
#include "tests/support/fakes/unsure_engine.h"
#include "tests/support/machine_clock.h"

namespace test_refund_sender {

using namespace evenhand;
using api::RefundStatus;
using test::RefundWorld;
using testing::RefundService;
using Manner = RefundService::Manner;

namespace {

/// One whose answers take their time: something happens before the sender has them.
class SlowProvider final : public outward::SendingProvider {
public:
    SlowProvider(std::unique_ptr<outward::SendingProvider> provider, std::function<void()> meanwhile)
        : m_provider(std::move(provider)), m_meanwhile(std::move(meanwhile)) {}
    api::ProviderAnswer send(const api::RefundJob& job) override {
        auto answer = m_provider->send(job);
        m_meanwhile();
        return answer;
    }
    api::ProviderAnswer lookUp(const api::RefundJob& job) override { return m_provider->lookUp(job); }

private:
    std::unique_ptr<outward::SendingProvider> m_provider;
    std::function<void()> m_meanwhile;
};

/// A lease in which several fit, so that one worker claims them together.
api::RefundSettings claimSeveralAtOnce(RefundWorld& world) {
    auto settings = world.settings();
    settings.leaseMs = 4 * settings.timeoutMs;
    world.get(world.workspace->refunds().setSettings(world.call, settings));
    return settings;
}

}  // namespace

class TestRefundSender : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsDueIsSent() {
        RefundWorld world;
        const auto id = world.owe("a");
        QCOMPARE(world.status(id), QStringLiteral("PENDING"));
        QCOMPARE(world.send(), 1);
        const auto row = world.row(id);
        QCOMPARE(row.status, RefundStatus::Succeeded);
        QCOMPARE(QString::fromStdString(row.reference), QStringLiteral("ref-") + world.firstKey());
        QCOMPARE(row.attempts, 1);
        QCOMPARE(world.service.paidAmount(), RefundWorld::kPrice);
        QCOMPARE(world.service.forged(), 0);
        QCOMPARE(world.send(), 0);
        QCOMPARE(world.service.requests().size(), 1);
        QCOMPARE(world.violations(), QByteArray());
    }

    /// Another program may be the one that sends: then the ring's workers leave what is due to it.
    void workersSendThemWhereTheyAreTo_data() {
        QTest::addColumn<bool>("theyAre");
        QTest::newRow("they are") << true;
        QTest::newRow("they are not") << false;
    }
    void workersSendThemWhereTheyAreTo() {
        QFETCH(bool, theyAre);
        RefundWorld world;
        world.workersSend = theyAre;
        world.reopen();
        const auto id = world.owe("A1");
        QVERIFY(world.workspace->runTasks());
        world.workspace->runUntilIdle();
        QCOMPARE(world.service.requests().size(), theyAre ? 1 : 0);
        QCOMPARE(world.row(id).status, theyAre ? RefundStatus::Succeeded : RefundStatus::Pending);
        QCOMPARE(world.send(), theyAre ? 0 : 1);  // by that other program
        QCOMPARE(world.service.requests().size(), 1);
        QCOMPARE(world.row(id).status, RefundStatus::Succeeded);
        QCOMPARE(world.violations(), QByteArray());
    }

    void severalAreSentOneAfterTheOther() {
        RefundWorld world;
        std::vector<RefundId> ids;
        for (const char* no : {"a", "b", "c", "d", "e", "f", "g"}) {
            ids.push_back(world.owe(no));
        }
        world.service.nextSends({Manner::Pay, Manner::Decline, Manner::PayThenDrop, Manner::Pay});
        QCOMPARE(world.send(), 7);
        QCOMPARE(world.service.sends(), 7);
        const QStringList expected{QStringLiteral("SUCCEEDED"), QStringLiteral("FAILED"), QStringLiteral("SENT")};
        for (std::size_t i = 0; i < ids.size(); ++i) {
            QCOMPARE(world.status(ids[i]), i < 3 ? expected[static_cast<int>(i)] : QStringLiteral("SUCCEEDED"));
        }
        QCOMPARE(world.service.paidKeys().size(), 6);
        QVERIFY(world.waitForNext());
        QCOMPARE(world.send(), 1);
        QCOMPARE(world.status(ids[2]), QStringLiteral("SUCCEEDED"));
        QVERIFY(!world.waitForNext());
        QCOMPARE(world.violations(), QByteArray());
    }

    void paidWithoutASayIsLookedUp_data() {
        QTest::addColumn<Manner>("manner");
        QTest::newRow("closes") << Manner::PayThenDrop;
        QTest::newRow("half an answer") << Manner::PayThenHalf;
        QTest::newRow("half a header") << Manner::PayThenHalfHeader;
        QTest::newRow("500") << Manner::PayThenError;
        QTest::newRow("garbage") << Manner::PayThenGarbage;
        QTest::newRow("prose") << Manner::PayThenProse;
        QTest::newRow("huge") << Manner::PayThenHuge;
        QTest::newRow("huge header") << Manner::PayThenHugeHeader;
        QTest::newRow("redirect") << Manner::PayThenRedirect;
        QTest::newRow("about another") << Manner::PayForAnother;
        QTest::newRow("another amount") << Manner::PayAnotherAmount;
        QTest::newRow("silence") << Manner::PayThenHang;
    }
    void paidWithoutASayIsLookedUp() {
        QFETCH(const Manner, manner);
        RefundWorld world(manner == Manner::PayThenHang ? RefundWorld::kShortMs : 30'000);
        const auto id = world.owe("a");
        world.service.nextSends({manner});
        world.service.nextLookUps({Manner::PayThenError, Manner::Drop});
        QCOMPARE(world.send(), 1);
        QCOMPARE(world.status(id), QStringLiteral("SENT"));
        QVERIFY(!world.row(id).lastError.empty());
        QCOMPARE(world.violations(), QByteArray());
        for (int lookUps = 1; lookUps <= 3; ++lookUps) {
            QCOMPARE(world.status(id), QStringLiteral("SENT"));
            QVERIFY(world.waitForNext());
            QCOMPARE(world.send(), 1);
            QCOMPARE(world.service.lookUps(), lookUps);
        }
        QCOMPARE(world.status(id), QStringLiteral("SUCCEEDED"));
        QCOMPARE(world.service.sends(), 1);
        QCOMPARE(world.service.paid(world.firstKey()), 1);
        QCOMPARE(world.violations(), QByteArray());
    }

    /// Whether the engine has taken a report or not, the worker reports once more: nobody has to look anything up.
    void reportsAgainWhereTheAnswerWasLost_data() {
        QTest::addColumn<bool>("happened");
        QTest::newRow("taken") << true;
        QTest::newRow("not taken") << false;
    }
    void reportsAgainWhereTheAnswerWasLost() {
        QFETCH(const bool, happened);
        RefundWorld world;
        const auto id = world.owe("a");
        test::UnsureEngine engine(*world.workspace, happened);
        const auto source = [&world](const api::RefundSettings&) -> Result<std::unique_ptr<outward::SendingProvider>> {
            return world.provider();
        };
        outward::RefundSender sender(engine, source, world.clock, "worker",
                                     [&world] { (void)world.workspace->step(); });
        const auto sent = sender.sendDue();
        QVERIFY2(sent.has_value(), sent ? "" : sent.error().text().c_str());
        QCOMPARE(engine.loss.reports, 2);
        QCOMPARE(world.status(id), QStringLiteral("SUCCEEDED"));
        QCOMPARE(world.row(id).attempts, 1);
        QCOMPARE(world.service.sends(), 1);
        QCOMPARE(world.service.lookUps(), 0);
        QCOMPARE(world.violations(), QByteArray());
    }

    void answeringTwiceCountsOnce() {
        RefundWorld world;
        const auto id = world.owe("a");
        world.service.nextSends({Manner::PayAnswerTwice});
        QCOMPARE(world.send(), 1);
        QCOMPARE(world.status(id), QStringLiteral("SUCCEEDED"));
        QCOMPARE(world.service.requests().size(), 1);
        QCOMPARE(world.violations(), QByteArray());
    }

    void whatNeverArrivedIsSentAgainUnderTheSameKey_data() {
        QTest::addColumn<Manner>("manner");
        QTest::addColumn<QString>("status");
        QTest::addColumn<int>("lookUps");
        QTest::newRow("closes") << Manner::Drop << QStringLiteral("SENT") << 1;
        QTest::newRow("silence") << Manner::Hang << QStringLiteral("SENT") << 1;
        QTest::newRow("503") << Manner::Unavailable << QStringLiteral("SENT") << 1;
        QTest::newRow("409") << Manner::Conflict << QStringLiteral("SENT") << 1;
        QTest::newRow("401") << Manner::Unauthorized << QStringLiteral("PENDING") << 0;
        QTest::newRow("429") << Manner::TooMany << QStringLiteral("PENDING") << 0;
    }
    void whatNeverArrivedIsSentAgainUnderTheSameKey() {
        QFETCH(const Manner, manner);
        QFETCH(const QString, status);
        QFETCH(const int, lookUps);
        RefundWorld world(manner == Manner::Hang ? RefundWorld::kShortMs : 30'000);
        const auto id = world.owe("a");
        world.service.nextSends({manner});
        QCOMPARE(world.send(), 1);
        QCOMPARE(world.status(id), status);
        QCOMPARE(world.service.paidKeys().size(), 0);
        QVERIFY(world.waitForNext());
        QCOMPARE(world.send(), 1);
        QCOMPARE(world.status(id), QStringLiteral("SUCCEEDED"));
        QCOMPARE(world.service.lookUps(), lookUps);
        QCOMPARE(world.service.sends(), 2);
        QCOMPARE(world.service.paidKeys(), QStringList{world.firstKey()});
        QCOMPARE(world.service.paid(world.firstKey()), 1);
        QCOMPARE(world.violations(), QByteArray());
    }

    void theProviderSaysWhenToComeAgain() {
        RefundWorld world;
        const auto id = world.owe("a");
        world.service.nextSends({Manner::TooMany});
        QCOMPARE(world.send(), 1);
        const auto due = world.row(id).nextTry;
        QVERIFY(due);
        QCOMPARE(due->ms, world.clock.now().ms + 90'000);
        world.clock.advanceMs(89'999);
        QCOMPARE(world.send(), 0);
        QCOMPARE(world.service.sends(), 1);
    }

    void aDeclinedOneWaitsForAPerson() {
        RefundWorld world;
        const auto id = world.owe("a");
        world.service.nextSends({Manner::Decline});
        QCOMPARE(world.send(), 1);
        QCOMPARE(world.status(id), QStringLiteral("FAILED"));
        QCOMPARE(QString::fromStdString(world.row(id).lastError), QStringLiteral("card is closed"));
        QVERIFY(!world.waitForNext());
        const auto retried = world.get(world.workspace->refunds().retry(world.call, {{id, 0}}));
        QVERIFY(!retried.front().error);
        QCOMPARE(world.send(), 1);
        QCOMPARE(world.status(id), QStringLiteral("SUCCEEDED"));
        QCOMPARE(world.service.requests().last().headers.value("idempotency-key"), world.firstKey().toLatin1());
        QCOMPARE(world.violations(), QByteArray());
    }

    void aProviderMayTakeItsTime() {
        RefundWorld world;
        const auto id = world.owe("a");
        world.service.nextSends({Manner::Processing});
        QCOMPARE(world.send(), 1);
        for (int round = 0; round < 3; ++round) {
            QCOMPARE(world.status(id), QStringLiteral("SENT"));
            QVERIFY(world.waitForNext());
            QCOMPARE(world.send(), 1);
        }
        world.service.finish();
        QVERIFY(world.waitForNext());
        QCOMPARE(world.send(), 1);
        QCOMPARE(world.status(id), QStringLiteral("SUCCEEDED"));
        QCOMPARE(world.service.sends(), 1);
        QCOMPARE(world.service.paid(world.firstKey()), 1);
    }

    void anAnswerAfterTheLeaseIsStale() {
        RefundWorld world;
        const auto id = world.owe("a");
        // While the answer is under way, the lease ends and another worker takes it.
        const auto meanwhile = [&world] {
            world.clock.advanceMs(RefundWorld::kLeaseMs + 1);
            const auto jobs = world.get(world.workspace->refunds().claimDue(world.call, {"another", 16, {}}));
            QCOMPARE(jobs.size(), std::size_t{1});
            QVERIFY(jobs.front().lookUp);
            QCOMPARE(QString::fromStdString(jobs.front().key), world.firstKey());
        };
        const auto source = [&](const api::RefundSettings&) -> Result<std::unique_ptr<outward::SendingProvider>> {
            return std::make_unique<SlowProvider>(world.provider(), meanwhile);
        };
        outward::RefundSender sender(*world.workspace, source, world.clock, "worker",
                                     [&world] { (void)world.workspace->step(); });
        const auto sent = sender.sendDue();
        QVERIFY2(sent.has_value(), sent ? "" : sent.error().text().c_str());
        QCOMPARE(*sent, 0);  // the report was not taken
        QCOMPARE(world.service.sends(), 1);
        QCOMPARE(world.status(id), QStringLiteral("SENT"));
        // The other one dies. A third looks it up.
        QVERIFY(world.waitForNext());
        QCOMPARE(world.send(), 1);
        QCOMPARE(world.status(id), QStringLiteral("SUCCEEDED"));
        QCOMPARE(world.service.sends(), 1);
        QCOMPARE(world.service.paid(world.firstKey()), 1);
        QCOMPARE(world.violations(), QByteArray());
    }

    /// A worker that was away between its claim and the sending: somebody else has the refund by then.
    void nothingIsSentAfterTheLease_data() {
        QTest::addColumn<qint64>("passedMs");
        QTest::addColumn<qint64>("setByMs");
        QTest::newRow("away") << qint64{RefundWorld::kLeaseMs} << qint64{0};
        QTest::newRow("away, the clock set back") << qint64{RefundWorld::kLeaseMs} << qint64{-base::kHourMs};
        QTest::newRow("the clock set on") << qint64{0} << qint64{base::kHourMs};
    }
    void nothingIsSentAfterTheLease() {
        QFETCH(const qint64, passedMs);
        QFETCH(const qint64, setByMs);
        RefundWorld world;
        const auto id = world.owe("a");
        test::MachineClock clock(world.clock.now());
        bool away = false;
        const auto step = [&] {
            (void)world.workspace->step();
            if (away || world.status(id) != QStringLiteral("SENT")) {
                return;
            }
            away = true;
            clock.advanceMs(passedMs);
            clock.set(clock.now().plusMs(setByMs));
            world.clock.advanceMs(RefundWorld::kLeaseMs);
            QCOMPARE(world.get(world.workspace->refunds().claimDue(world.call, {"another", 16, {}})).size(),
                     std::size_t{1});
        };
        const auto source = [&world](const api::RefundSettings&) -> Result<std::unique_ptr<outward::SendingProvider>> {
            return world.provider();
        };
        outward::RefundSender sender(*world.workspace, source, clock, "worker", step);
        const auto looked = sender.look({});
        QVERIFY2(looked.has_value(), looked ? "" : looked.error().text().c_str());
        QVERIFY(away);
        QCOMPARE(looked->claimed, 1);
        QCOMPARE(looked->taken, 0);
        QCOMPARE(world.service.requests().size(), 0);
        QVERIFY(world.waitForNext());
        QCOMPARE(world.send(), 1);
        QCOMPARE(world.status(id), QStringLiteral("SUCCEEDED"));
        QCOMPARE(world.service.sends(), 1);
        QCOMPARE(world.violations(), QByteArray());
    }

    void anAnswerAfterTheLeaseHoldsWhileNobodyElseHasIt() {
        RefundWorld world;
        const auto id = world.owe("a");
        world.service.onRequest([&] { world.clock.advanceMs(RefundWorld::kLeaseMs + 1); });
        QCOMPARE(world.send(), 1);
        QCOMPARE(world.status(id), QStringLiteral("SUCCEEDED"));
        QCOMPARE(world.service.requests().size(), 1);
    }

    void theSlowOnesDoNotEatTheLeasesOfTheOthers() {
        RefundWorld world;
        const auto settings = claimSeveralAtOnce(world);
        const auto first = world.owe("a");
        const auto second = world.owe("b");
        bool slow = true;
        world.service.onRequest([&] {
            world.clock.advanceMs(slow ? settings.leaseMs - settings.timeoutMs + 1 : 0);
            slow = false;
        });
        QCOMPARE(world.send(), 2);
        QCOMPARE(world.status(first), QStringLiteral("SUCCEEDED"));
        QCOMPARE(world.status(second), QStringLiteral("PENDING"));  // its time-out does not fit any more
        QCOMPARE(world.service.sends(), 1);
        QVERIFY(world.waitForNext());
        QCOMPARE(world.send(), 1);
        QCOMPARE(world.status(second), QStringLiteral("SUCCEEDED"));
        QCOMPARE(world.service.paidKeys().size(), 2);
    }

    /// Both may have left before. The first look-up takes so long that neither time-out fits any more: nothing is sent,
    /// and of the second, which nobody has asked about, it stays unknown what became of it.
    void theSlowOnesDoNotMakeTheOthersForgotten() {
        RefundWorld world;
        const auto settings = claimSeveralAtOnce(world);
        const auto first = world.owe("a");
        const auto second = world.owe("b");
        world.service.nextSends({Manner::Drop, Manner::PayThenDrop});
        QCOMPARE(world.send(), 2);
        QCOMPARE(world.status(first), QStringLiteral("SENT"));
        QCOMPARE(world.status(second), QStringLiteral("SENT"));
        world.clock.set(std::max(*world.row(first).nextTry, *world.row(second).nextTry));
        bool slow = true;
        world.service.onRequest([&] {
            world.clock.advanceMs(slow ? settings.leaseMs - settings.timeoutMs + 1 : 0);
            slow = false;
        });
        const auto source = [&world](const api::RefundSettings&) -> Result<std::unique_ptr<outward::SendingProvider>> {
            return world.provider();
        };
        outward::RefundSender sender(*world.workspace, source, world.clock, "worker",
                                     [&world] { (void)world.workspace->step(); });
        const auto looked = sender.look({});
        QVERIFY2(looked.has_value(), looked ? "" : looked.error().text().c_str());
        QCOMPARE(looked->claimed, 2);
        QCOMPARE(looked->taken, 2);
        QCOMPARE(world.service.lookUps(), 1);
        QCOMPARE(world.service.sends(), 2);
        QCOMPARE(world.status(first), QStringLiteral("PENDING"));  // it never arrived
        QCOMPARE(world.status(second), QStringLiteral("SENT"));
        for (int round = 0; round < 2 && world.waitForNext(); ++round) {
            QVERIFY(world.send() >= 1);
        }
        QCOMPARE(world.status(first), QStringLiteral("SUCCEEDED"));
        QCOMPARE(world.status(second), QStringLiteral("SUCCEEDED"));
        QCOMPARE(world.service.sends(), 3);  // the second one was found
        QCOMPARE(world.service.sentAgain(), 0);
        QCOMPARE(world.service.paidKeys().size(), 2);
        QCOMPARE(world.violations(), QByteArray());
    }

    /// Each may take two time-outs, one to be looked up and one to be sent: what does not fit would only be put off.
    void noMoreAreClaimedThanFitIntoTheirLease_data() {
        QTest::addColumn<qint64>("leaseMs");
        QTest::addColumn<int>("claimed");
        QTest::newRow("hardly one") << qint64{10'001} << 1;
        QTest::newRow("nearly two") << qint64{39'999} << 1;
        QTest::newRow("two") << qint64{40'000} << 2;
        QTest::newRow("nearly three") << qint64{59'999} << 2;
        QTest::newRow("more than there are") << qint64{600'000} << 3;
    }
    void noMoreAreClaimedThanFitIntoTheirLease() {
        QFETCH(const qint64, leaseMs);
        QFETCH(const int, claimed);
        RefundWorld world;
        auto settings = world.settings();
        settings.timeoutMs = 10'000;
        settings.leaseMs = leaseMs;
        world.get(world.workspace->refunds().setSettings(world.call, settings));
        for (const char* no : {"a", "b", "c"}) {
            (void)world.owe(no);
        }
        const auto source = [&world](const api::RefundSettings&) -> Result<std::unique_ptr<outward::SendingProvider>> {
            return world.provider();
        };
        outward::RefundSender sender(*world.workspace, source, world.clock, "worker",
                                     [&world] { (void)world.workspace->step(); });
        const auto looked = sender.look({});
        QVERIFY2(looked.has_value(), looked ? "" : looked.error().text().c_str());
        QCOMPARE(looked->claimed, claimed);
        QCOMPARE(looked->taken, claimed);
        QCOMPARE(world.service.sends(), claimed);
    }

    /// A worker lives for months: what is set meanwhile counts from the next refund on.
    void otherSettingsCountAtOnce() {
        RefundWorld world;
        int made = 0;
        const auto source =
            [&](const api::RefundSettings& settings) -> Result<std::unique_ptr<outward::SendingProvider>> {
            ++made;
            EVENHAND_ASSIGN(auto provider, outward::HttpRefundProvider::make(
                                               settings, world.service.secret().toStdString(), world.clock));
            return provider;
        };
        outward::RefundSender sender(*world.workspace, source, world.clock, "worker",
                                     [&world] { (void)world.workspace->step(); });
        const auto sentWith = [&](const char* no) {
            (void)world.owe(no);
            const auto sent = sender.sendDue();
            return sent && *sent == 1 ? world.service.requests().last().headers.value("evenhand-key") : QByteArray();
        };
        QCOMPARE(sentWith("a"), QByteArray("key-1"));
        QCOMPARE(sentWith("b"), QByteArray("key-1"));
        QCOMPARE(made, 1);
        auto settings = world.settings();
        settings.keyId = "key-2";
        world.get(world.workspace->refunds().setSettings(world.call, settings));
        QCOMPARE(sentWith("c"), QByteArray("key-2"));
        QCOMPARE(made, 2);
    }

    void aWorkerThatDiesBetweenClaimAndReport_data() {
        QTest::addColumn<bool>("sent");
        QTest::newRow("before sending") << false;
        QTest::newRow("after sending") << true;
    }
    void aWorkerThatDiesBetweenClaimAndReport() {
        QFETCH(const bool, sent);
        RefundWorld world;
        const auto id = world.owe("a");
        const auto jobs = world.get(world.workspace->refunds().claimDue(world.call, {"who dies", 16, {}}));
        QCOMPARE(jobs.size(), std::size_t{1});
        if (sent) {
            QCOMPARE(world.provider()->send(jobs.front()).outcome, api::SendOutcome::Succeeded);
        }
        world.reopen();
        QCOMPARE(world.status(id), QStringLiteral("SENT"));
        QCOMPARE(world.send(), 0);  // its lease holds
        QCOMPARE(world.violations(), QByteArray());
        QVERIFY(world.waitForNext());
        QCOMPARE(world.send(), 1);
        QCOMPARE(world.status(id), QStringLiteral("SUCCEEDED"));
        const auto key = QString::fromStdString(jobs.front().key);
        QCOMPARE(world.service.paidKeys(), QStringList{key});
        QCOMPARE(world.service.paid(key), 1);
        QCOMPARE(world.service.sends(), 1);
        QCOMPARE(world.service.lookUps(), 1);
        QCOMPARE(world.violations(), QByteArray());
    }

    void withoutASecretNothingIsSentAndTheReasonIsThere() {
        RefundWorld world;
        const auto id = world.owe("a");
        world.secretKnown = false;
        QCOMPARE(world.send(), 1);
        QCOMPARE(world.status(id), QStringLiteral("PENDING"));
        QCOMPARE(QString::fromStdString(world.row(id).lastError), QStringLiteral("the keychain has none"));
        QCOMPARE(world.service.requests().size(), 0);
        world.secretKnown = true;
        QVERIFY(world.waitForNext());
        QCOMPARE(world.send(), 1);
        QCOMPARE(world.status(id), QStringLiteral("SUCCEEDED"));
    }

    void whenAllAttemptsAreOverAPersonLooks() {
        RefundWorld world;
        auto settings = world.settings();
        settings.maxAttempts = 2;
        world.get(world.workspace->refunds().setSettings(world.call, settings));
        const auto id = world.owe("a");
        world.service.nextSends({Manner::PayThenError});
        world.service.nextLookUps({Manner::PayThenError});
        QCOMPARE(world.send(), 1);
        QVERIFY(world.waitForNext());
        QCOMPARE(world.send(), 1);
        QVERIFY(world.row(id).dead);
        QCOMPARE(world.status(id), QStringLiteral("SENT"));
        QVERIFY(!world.waitForNext());
        const auto paid =
            world.get(world.workspace->refunds().recordPaid(world.call, {id, 0}, "seen on the statement"));
        QVERIFY(!paid.error);
        QCOMPARE(world.status(id), QStringLiteral("SUCCEEDED"));
        QCOMPARE(world.send(), 0);
        QCOMPARE(world.service.requests().size(), 2);
        QCOMPARE(world.violations(), QByteArray());
    }

    void whatAPersonPaysIsNotSent() {
        RefundWorld world;
        auto settings = world.settings();
        settings.provider = api::RefundProviderKind::Manual;
        world.get(world.workspace->refunds().setSettings(world.call, settings));
        const auto id = world.owe("a");
        QCOMPARE(world.send(), 0);
        QVERIFY(!world.waitForNext());
        QCOMPARE(world.status(id), QStringLiteral("PENDING"));
        QCOMPARE(world.service.requests().size(), 0);
    }

    void theThreadWakesWhenARefundIsGranted() {
        RefundWorld world(30'000, true);
        const auto id = world.owe("a");
        QTRY_COMPARE(world.status(id), QStringLiteral("SUCCEEDED"));
        const auto other = world.owe("b");
        QTRY_COMPARE(world.status(other), QStringLiteral("SUCCEEDED"));
        QCOMPARE(world.service.sends(), 2);
        QCOMPARE(world.service.lookUps(), 0);
        world.service.nextSends({Manner::Decline});
        const auto declined = world.owe("c");
        QTRY_COMPARE(world.status(declined), QStringLiteral("FAILED"));
        // Whoever sent them has done them; one that was declined is not sent.
        std::int64_t done = 0;
        for (const auto& worker : world.get(world.workspace->tasks().ring(world.call)).workers) {
            done += worker.done;
        }
        QCOMPARE(done, 2);
    }

    void closingTheWorkspaceInTheMiddleLosesNothing() {
        RefundWorld world(30'000, true);
        world.service.nextSends({Manner::PayThenHang});
        const auto id = world.owe("a");
        QTRY_COMPARE(world.service.sends(), 1);
        world.reopen();  // does not wait for the provider's half minute: this is what the test's time limit is for
        QTRY_COMPARE(world.status(id), QStringLiteral("SUCCEEDED"));
        QCOMPARE(world.service.sends(), 1);
        QCOMPARE(world.service.paid(world.firstKey()), 1);
        QVERIFY(world.service.lookUps() >= 1);
        QVERIFY(world.row(id).attempts >= 2);
        world.workspace->stop();
        QCOMPARE(world.violations(), QByteArray());
    }
};

}  // namespace test_refund_sender

QTEST_GUILESS_MAIN(test_refund_sender::TestRefundSender)
#include "test_refund_sender.moc"
