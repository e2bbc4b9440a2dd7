// SPDX-License-Identifier: GPL-3.0-or-later
// Four services as processes, and whatever they stand on, broken one after the other while orders are placed, paid,
// cancelled, reassigned and reported: services are killed and stand still past their leases, masters of Redis die and
// come back empty, lines are cut, MariaDB dies in the middle of commits, etcd is away. Afterwards everything comes to
// rest, every acknowledgement is there and nothing is there twice.
// Each round is made from its seed, which is printed: EVENHAND_FAULT_SEED repeats the first, EVENHAND_FAULT_ROUNDS says
// how many there are (1). What happens at which instant is still the machine's.
#include <QFile>
#include <QtTest>
#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "engine/base/log.h"
#include "engine/base/rng.h"
#include "tests/crash/order_client.h"
#include "tests/shared/fault_world.h"
#include "tests/support/expect.h"

namespace test_fault_rounds {

using namespace evenhand;
using test::FaultWorld;
using test::OrderClient;

namespace {

constexpr int kPatienceMs = 300'000;
constexpr int kClients = 2 * FaultWorld::kServices;
constexpr int kBetween = 150;  ///< answers between two faults
constexpr int kSlice = 20;     ///< actions of a client before it looks whether that is enough
constexpr std::size_t kWindow = 12;

/// Clients at all services, each on a thread and a line of its own, until they are told to end.
class Load {
public:
    Load(const FaultWorld& world, int round, std::uint64_t seed) {
        for (int i = 0; i < kClients; ++i) {
            auto line = world.connect(i % FaultWorld::kServices);
            if (!line || !(*line)->owner()) {
                problem = line ? "nobody may come in without signing in" : line.error().text();
                continue;
            }
            const auto actor = *(*line)->owner();
            m_lines.push_back(*std::move(line));
            const auto prefix = "r" + std::to_string(round) + "c" + std::to_string(i) + "-";
            m_clients.push_back(std::make_unique<OrderClient>(
                *m_lines.back(), prefix, seed + static_cast<std::uint64_t>(i), OrderClient::Tell(), actor));
        }
    }
    ~Load() { end(); }
    Load(const Load&) = delete;
    Load& operator=(const Load&) = delete;

    [[nodiscard]] Result<void> populate() { return m_clients.front()->populate(); }
    void begin() {
        for (const auto& client : m_clients) {
            m_threads.emplace_back([this, each = client.get()] {
                while (!m_ending) {
                    each->run(kSlice, kWindow);
                }
            });
        }
    }
    /// All that was asked for is answered.
    void end() {
        m_ending = true;
        for (auto& thread : m_threads) {
            thread.join();
        }
        m_threads.clear();
    }
    /// True when so many more were answered, however; false if it takes minutes.
    [[nodiscard]] bool goesOn(int more = kBetween) const {
        const int before = answered();
        return QTest::qWaitFor([&] { return answered() - before >= more; }, kPatienceMs);
    }
    [[nodiscard]] test::Fates fates() const {
        test::Fates all;
        for (const auto& client : m_clients) {
            all.add(client->fates);
        }
        return all;
    }
    /// "busy 3, read_only 1": what was refused, for who reads the test's output.
    [[nodiscard]] std::string errors() const {
        std::map<std::string, int> sums;
        for (const auto& client : m_clients) {
            for (const auto& [name, count] : client->fates.errors) {
                sums[name] += count;
            }
        }
        std::string said;
        for (const auto& [name, count] : sums) {
            said += (said.empty() ? "" : ", ") + name + " " + std::to_string(count);
        }
        return said;
    }
    std::string problem;  ///< empty: all lines stand

private:
    [[nodiscard]] int answered() const {
        int sum = 0;
        for (const auto& client : m_clients) {
            sum += client->answered;
        }
        return sum;
    }

    std::vector<std::unique_ptr<remote::RemoteEngine>> m_lines;
    std::vector<std::unique_ptr<OrderClient>> m_clients;
    std::atomic<bool> m_ending{false};
    std::vector<std::thread> m_threads;
};

struct Fault {
    std::string name;
    std::function<bool()> happens;  ///< false: what is to follow from it does not
};

std::vector<Fault> faultsOf(FaultWorld& world, const Load& load, Rng& rng) {
    const int service = static_cast<int>(rng.below(FaultWorld::kServices));
    const int other = (service + 1) % FaultWorld::kServices;
    const int node = static_cast<int>(rng.below(evenhand::testing::RedisCluster::kMasters));
    const int emptied = (node + 1) % evenhand::testing::RedisCluster::kMasters;
    std::vector<Fault> faults{
        {"service " + std::to_string(service) + " is killed",
         [&world, service] {
             world.killService(service);
             return world.allServe();
         }},
        {"service " + std::to_string(other) + " stands still past its lease",
         [&world, other] { return world.freezeService(other) && world.allServe(); }},
        {"Redis master " + std::to_string(node) + " is killed", [&world, node] { return world.killRedisMaster(node); }},
        {"Redis " + std::to_string(emptied) + " is started again empty",
         [&world, emptied] { return world.emptyRedis(emptied); }},
        {"lines to Redis are cut",
         [&world] {
             world.cutRedis();
             return true;
         }},
        {"lines to the database are cut",
         [&world, service, other] {
             world.cutDatabase(service);
             world.cutDatabase(other);
             return true;
         }},
        {"lines to etcd are cut",
         [&world, service] {
             world.cutEtcd(service);
             return true;
         }},
        {"MariaDB is killed", [&world] { return world.killDatabase() && world.allServe(); }},
        {"etcd is away",
         [&world, &load] {
             bool goesOn = false;
             const auto back = world.stopEtcd([&] { goesOn = load.goesOn(); });
             return back && goesOn && world.allServe();
         }},
    };
    for (std::size_t i = faults.size(); i > 1; --i) {
        std::swap(faults[i - 1], faults[rng.below(i)]);
    }
    return faults;
}

std::int64_t optionOf(const char* name, std::int64_t otherwise) {
    bool isNumber = false;
    const auto value = qEnvironmentVariable(name).toLongLong(&isNumber);
    return isNumber ? value : otherwise;
}

}  // namespace

class TestFaultRounds : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](base::LogLevel, std::string_view, std::string_view) {});
        DONE(m_world.start());
    }

    void everythingAcknowledgedIsThereOnce_data() {
        QTest::addColumn<int>("round");
        QTest::addColumn<quint64>("seed");
        const auto rounds = std::max<std::int64_t>(optionOf("EVENHAND_FAULT_ROUNDS", 1), 1);
        const auto given = optionOf("EVENHAND_FAULT_SEED", 0);
        Rng seeds(given != 0 ? static_cast<std::uint64_t>(given) : Rng::systemSeed());
        for (int round = 1; round <= rounds; ++round) {
            // A seed that people can type, and of the first round the one that was given.
            const auto seed = round == 1 && given != 0 ? static_cast<std::uint64_t>(given) : seeds.below(1'000'000'000);
            QTest::addRow("round %d, EVENHAND_FAULT_SEED=%llu", round, static_cast<unsigned long long>(seed))
                << round << static_cast<quint64>(seed);
        }
    }
    void everythingAcknowledgedIsThereOnce() {
        QFETCH(const int, round);
        QFETCH(const quint64, seed);
        qInfo("%s", QTest::currentDataTag());
        QVERIFY(m_world.allServe());
        Rng rng(seed);
        Load load(m_world, round, seed);
        QVERIFY2(load.problem.empty(), load.problem.c_str());
        DONE(load.populate());
        load.begin();
        QVERIFY(load.goesOn());
        for (const auto& fault : faultsOf(m_world, load, rng)) {
            qInfo("%s", fault.name.c_str());
            QVERIFY2(fault.happens(), fault.name.c_str());
            QVERIFY2(load.goesOn(), (fault.name + ": nothing is answered any more").c_str());
        }
        load.end();
        qInfo("refused: %s", load.errors().c_str());
        QVERIFY(m_world.allServe());
        m_fates.add(load.fates());

        // Comes to rest: no message is left, and Redis has what the database says.
        QTRY_COMPARE_WITH_TIMEOUT(m_world.number("SELECT COUNT(*) FROM " + table("outbox") + " WHERE done_at IS NULL"),
                                  std::int64_t{0}, kPatienceMs);
        QByteArray compared;
        const auto agrees = [&] {
            const auto asked = m_world.service(0).run(over({QStringLiteral("keyspace"), QStringLiteral("compare")}));
            compared = asked ? *asked : QByteArray::fromStdString(asked.error().message);
            return asked.has_value();
        };
        QVERIFY2(QTest::qWaitFor(agrees, kPatienceMs), compared.constData());

        const auto line = m_world.connect(round % FaultWorld::kServices);
        DONE(line);
        QVERIFY((*line)->owner());
        QVERIFY(m_fates.placed() > 100);
        QCOMPARE(test::lostOf(**line, m_fates, {*(*line)->owner(), "because", {}}), std::string());
        aCopyIsSound(round);
    }

private:
    [[nodiscard]] std::string table(const char* name) const { return "`" + m_world.database() + "`." + name; }
    [[nodiscard]] QStringList over(const QStringList& words) {
        return QStringList{QStringLiteral("--service"), QStringLiteral("127.0.0.1:%1").arg(m_world.service(0).port())} +
               words;
    }
    /// Every invariant is checked on a backup that was restored into a file: there it is in one snapshot.
    void aCopyIsSound(int round) {
        const auto file = m_world.path("copy.evenhand-backup");
        QFile::remove(file);
        DONE(m_world.service(0).run(over({QStringLiteral("backup"), file})));
        test::FaultService copy(m_world.path(("copy" + std::to_string(round)).c_str()), m_world.secrets());
        DONE(copy.run({QStringLiteral("restore"), file}));
        DONE(copy.run({QStringLiteral("keyspace"), QStringLiteral("rebuild"), QStringLiteral("--all"),
                       QStringLiteral("--reason"), QStringLiteral("restored")}));
        DONE(copy.run({QStringLiteral("run"), QStringLiteral("--until-idle")}));
        DONE(copy.run({QStringLiteral("verify")}));
    }

    FaultWorld m_world;
    test::Fates m_fates;  ///< of all rounds: what was acknowledged stays
};

}  // namespace test_fault_rounds

QTEST_GUILESS_MAIN(test_fault_rounds::TestFaultRounds)
#include "test_fault_rounds.moc"
