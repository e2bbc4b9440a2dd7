// SPDX-License-Identifier: GPL-3.0-or-later
// Properties of the keyspace under random commands. Every run prints its seed; EVENHAND_TEST_SEED repeats one.
#include <QtTest>

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <optional>

#include "random_commands.h"

namespace evenhand::test::test_keyspace_properties {

using keyspace::EmbeddedKeyspace;

class TestKeyspaceProperties : public QObject {
    Q_OBJECT

private:
    std::uint64_t m_seed = 0;
    static constexpr std::int64_t kStart = 1'700'000'000'000;

    // Commands with time going on, so that keys expire both on access and actively.
    static void churn(EmbeddedKeyspace& ks, RandomCommands& commands, std::uint64_t count) {
        for (std::uint64_t i = 0; i < count; ++i) {
            static_cast<void>(execute(ks, commands.next()));
            if (commands.chance(10)) {
                ks.setNow(ks.now().plusMs(static_cast<std::int64_t>(commands.rng().below(60))));
            }
            if (commands.chance(50)) {
                ks.expireDue(commands.rng().below(3));
            }
        }
    }

private Q_SLOTS:
    void initTestCase() {
        bool given = false;
        m_seed = qEnvironmentVariable("EVENHAND_TEST_SEED").toULongLong(&given);
        if (!given) {
            m_seed = Rng::systemSeed();
        }
        qInfo("EVENHAND_TEST_SEED=%llu", static_cast<unsigned long long>(m_seed));
    }

    void undoRestoresExactly() {
        RandomCommands commands(m_seed);
        for (int round = 0; round < 600; ++round) {
            EmbeddedKeyspace ks;
            ks.setNow({kStart});
            churn(ks, commands, 200);
            if (commands.chance(2)) {
                ks.commit();
            }
            std::vector<std::pair<EmbeddedKeyspace::Mark, std::uint64_t>> marks;
            for (int depth = 0; depth < 5; ++depth) {
                marks.emplace_back(ks.mark(), ks.digest());
                churn(ks, commands, commands.rng().below(40));
            }
            while (!marks.empty()) {
                if (marks.size() > 1 && commands.chance(3)) {
                    marks.pop_back();  // undo several levels at once
                }
                const auto [mark, digest] = marks.back();
                marks.pop_back();
                ks.undoTo(mark);
                QCOMPARE(ks.digest(), digest);
                if (commands.chance(3)) {  // another way from here, undone as well
                    churn(ks, commands, 30);
                    ks.undoTo(mark);
                    QCOMPARE(ks.digest(), digest);
                }
            }
        }
    }

    void journalRebuildsTheState() {
        RandomCommands commands(m_seed + 1);
        for (int round = 0; round < 250; ++round) {
            EmbeddedKeyspace ks;
            ks.setNow({kStart});
            std::vector<std::string> records;
            for (int batch = 0; batch < 12; ++batch) {
                for (int command = 0; command < 8; ++command) {
                    const auto mark = ks.mark();
                    churn(ks, commands, 5);
                    if (commands.chance(3)) {
                        ks.undoTo(mark);
                    }
                    if (commands.chance(12)) {  // the record may be taken in the middle, and what it has be undone
                        records.push_back(ks.takeJournal());
                        if (commands.chance(2)) {
                            churn(ks, commands, 3);
                        }
                        ks.undoTo(mark);
                    }
                }
                records.push_back(ks.takeJournal());
                QVERIFY(!ks.dirty());
                ks.commit();
            }
            EmbeddedKeyspace copy;
            for (int times = 0; times < 2; ++times) {
                for (const std::string& record : records) {
                    QVERIFY(copy.applyJournal(record));
                }
                QCOMPARE(copy.digest(), ks.digest());
                QCOMPARE(copy.size(), ks.size());
            }
            const std::size_t from = commands.rng().below(records.size());
            for (std::size_t i = from; i < records.size(); ++i) {
                QVERIFY(copy.applyJournal(records[i]));
            }
            QCOMPARE(copy.digest(), ks.digest());
            QVERIFY(!copy.dirty());
            QCOMPARE(copy.nextExpiry(), ks.nextExpiry());
        }
    }

    void fuzzySnapshotPlusJournal() {
        RandomCommands commands(m_seed + 2);
        for (int round = 0; round < 300; ++round) {
            EmbeddedKeyspace ks;
            ks.setNow({kStart});
            std::vector<std::string> before;
            churn(ks, commands, 400);
            before.push_back(ks.takeJournal());
            churn(ks, commands, 10);
            ks.commit();
            ks.beginSnapshot();
            std::vector<std::string> slices;
            std::vector<std::string> records;
            bool more = true;
            while (more) {
                const auto mark = ks.mark();
                churn(ks, commands, commands.rng().below(12));
                if (commands.chance(3)) {
                    auto slice = ks.nextSnapshotSlice(1 + commands.rng().below(300));
                    more = slice.has_value();
                    if (more) {
                        slices.push_back(*std::move(slice));
                    }
                }
                if (commands.chance(3)) {
                    ks.undoTo(mark);
                }
                if (commands.chance(2)) {
                    records.push_back(ks.takeJournal());
                    ks.commit();
                }
            }
            churn(ks, commands, 20);
            records.push_back(ks.takeJournal());
            EmbeddedKeyspace copy;
            for (const std::string& slice : slices) {
                QVERIFY(copy.applyJournal(slice));
            }
            for (const std::string& record : records) {
                QVERIFY(copy.applyJournal(record));
            }
            QCOMPARE(copy.digest(), ks.digest());
            // A start further back, and everything once more, changes nothing.
            for (const std::string& record : before) {
                QVERIFY(copy.applyJournal(record));
            }
            for (int times = 0; times < 2; ++times) {
                for (const std::string& record : records) {
                    QVERIFY(copy.applyJournal(record));
                }
            }
            QCOMPARE(copy.size(), ks.size());
        }
    }

    void damagedRecordsAreRefusedOrHarmless() {
        RandomCommands commands(m_seed + 3);
        for (int round = 0; round < 60; ++round) {
            EmbeddedKeyspace ks;
            ks.setNow({kStart});
            churn(ks, commands, 300);
            const std::string record = ks.takeJournal();
            for (int damage = 0; damage < 60; ++damage) {
                std::string broken = record;
                if (commands.chance(3)) {
                    broken.resize(commands.rng().below(broken.size()));
                } else {
                    for (std::uint64_t flips = 1 + commands.rng().below(4); flips > 0; --flips) {
                        broken[commands.rng().below(broken.size())] ^= static_cast<char>(1U << commands.rng().below(8));
                    }
                }
                EmbeddedKeyspace victim;
                victim.setNow({kStart});
                const auto result = victim.applyJournal(broken);
                if (!result) {
                    QCOMPARE(result.error().code, ErrorCode::WorkspaceDamaged);
                }
                static_cast<void>(victim.digest());
                churn(victim, commands, 20);
            }
        }
    }

    void sortedSetAgreesWithAModel() {
        Rng rng(m_seed + 4);
        for (int round = 0; round < 6; ++round) {
            EmbeddedKeyspace ks;
            std::map<std::string, double> model;
            const std::uint64_t members = round % 2 == 0 ? 3000 : 40;
            for (int step = 0; step < 15000; ++step) {
                const std::string member = "m" + std::to_string(rng.below(members));
                const double score = static_cast<double>(rng.below(50));
                const std::uint64_t action = rng.below(10);
                if (action < 5) {
                    static_cast<void>(execute(ks, {"ZADD", "z", std::to_string(static_cast<int>(score)), member}));
                    model[member] = score;
                } else if (action < 8) {
                    static_cast<void>(execute(ks, {"ZREM", "z", member}));
                    model.erase(member);
                } else if (step % 50 == 0) {
                    compareOrder(ks, model, rng);
                }
                QCOMPARE(execute(ks, {"ZCARD", "z"}).integer, static_cast<std::int64_t>(model.size()));
            }
            compareOrder(ks, model, rng);
        }
    }

    /// Deadlines are set, moved either way and taken away; what is due goes, and nothing else.
    void whatExpiresNextAgreesWithAModel() {
        Rng rng(m_seed + 6);
        EmbeddedKeyspace ks;
        std::map<std::string, std::int64_t> model;
        std::int64_t now = kStart;
        ks.setNow({now});
        const auto next = [&]() -> std::optional<Instant> {
            std::optional<Instant> earliest;
            for (const auto& [name, at] : model) {
                earliest = earliest && earliest->ms <= at ? earliest : Instant{at};
            }
            return earliest;
        };
        for (int step = 0; step < 20'000; ++step) {
            const std::string key = "k" + std::to_string(rng.below(120));
            const auto in = rng.between(1, 3'000);
            switch (rng.below(8)) {
                case 0:
                case 1:
                case 2:
                    static_cast<void>(execute(ks, {"SET", key, "v", "PX", std::to_string(in)}));
                    model[key] = now + in;
                    break;
                case 3:
                case 4:
                    if (execute(ks, {"PEXPIRE", key, std::to_string(in)}).integer == 1) {
                        model[key] = now + in;
                    }
                    break;
                case 5:
                    static_cast<void>(execute(ks, {rng.below(2) == 0 ? "PERSIST" : "DEL", key}));
                    model.erase(key);
                    break;
                case 6:
                    static_cast<void>(execute(ks, {"SET", key, "for ever"}));
                    model.erase(key);
                    break;
                default: {
                    now += rng.between(0, 40);
                    ks.setNow({now});
                    const auto due = std::erase_if(model, [now](const auto& one) { return one.second <= now; });
                    QCOMPARE(ks.expireDue(1'000), due);
                    break;
                }
            }
            QCOMPARE(ks.nextExpiry(), next());
        }
    }

    void listAgreesWithAModel() {
        Rng rng(m_seed + 5);
        for (int round = 0; round < 4; ++round) {
            EmbeddedKeyspace ks;
            std::deque<std::string> model;
            for (int step = 0; step < 400; ++step) {
                const auto mark = ks.mark();
                const std::deque<std::string> before = model;
                const std::uint64_t digest = ks.digest();
                for (int command = 0; command < 40; ++command) {
                    changeList(ks, model, rng);
                }
                if (rng.below(3) == 0) {
                    ks.undoTo(mark);
                    model = before;
                    QCOMPARE(ks.digest(), digest);
                } else if (rng.below(3) == 0) {
                    ks.commit();
                }
                QCOMPARE(execute(ks, {"LLEN", "l"}).integer, static_cast<std::int64_t>(model.size()));
                if (!model.empty()) {
                    const std::size_t rank = rng.below(model.size());
                    QCOMPARE(execute(ks, {"LINDEX", "l", std::to_string(rank)}).text, model[rank]);
                }
            }
            const auto all = execute(ks, {"LRANGE", "l", "0", "-1"});
            QCOMPARE(all.elements.size(), model.size());
            for (std::size_t i = 0; i < model.size(); ++i) {
                QCOMPARE(all.elements[i].text, model[i]);
            }
        }
    }

private:
    static void changeList(EmbeddedKeyspace& ks, std::deque<std::string>& model, Rng& rng) {
        const std::string value = "v" + std::to_string(rng.below(300));
        switch (rng.below(7)) {
            case 0:
            case 1:
                static_cast<void>(execute(ks, {"RPUSH", "l", value}));
                model.push_back(value);
                break;
            case 2:
            case 3:
                static_cast<void>(execute(ks, {"LPUSH", "l", value}));
                model.push_front(value);
                break;
            case 4: {
                const std::string popped = execute(ks, {rng.below(2) == 0 ? "LPOP" : "XLEN", "l"}).text;
                if (!popped.empty() && !popped.starts_with("WRONGTYPE")) {
                    QCOMPARE(popped, model.front());
                    model.pop_front();
                }
                break;
            }
            case 5:
                if (execute(ks, {"LREM", "l", "1", value}).integer == 1) {
                    model.erase(std::find(model.begin(), model.end(), value));
                }
                break;
            default:
                if (execute(ks, {"LREM", "l", "-1", value}).integer == 1) {
                    model.erase(std::prev(std::find(model.rbegin(), model.rend(), value).base()));
                }
                break;
        }
    }

    static void compareOrder(EmbeddedKeyspace& ks, const std::map<std::string, double>& model, Rng& rng) {
        std::vector<std::pair<double, std::string>> order;
        for (const auto& [member, score] : model) {
            order.emplace_back(score, member);
        }
        std::sort(order.begin(), order.end());
        const auto all = execute(ks, {"ZRANGE", "z", "0", "-1"});
        QCOMPARE(all.elements.size(), order.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            QCOMPARE(all.elements[i].text, order[i].second);
        }
        const auto low = static_cast<double>(rng.below(50));
        const auto high = static_cast<double>(rng.below(50));
        const auto inside = std::count_if(order.begin(), order.end(),
                                          [&](const auto& entry) { return entry.first > low && entry.first <= high; });
        const std::string min = "(" + std::to_string(static_cast<int>(low));
        const std::string max = std::to_string(static_cast<int>(high));
        QCOMPARE(execute(ks, {"ZCOUNT", "z", min, max}).integer, std::int64_t{inside});
        if (!order.empty()) {
            const std::size_t rank = rng.below(order.size());
            const std::string r = std::to_string(rank);
            QCOMPARE(execute(ks, {"ZRANGE", "z", r, r}).elements.at(0).text, order[rank].second);
            QCOMPARE(execute(ks, {"ZREVRANGE", "z", r, r}).elements.at(0).text, order[order.size() - 1 - rank].second);
        }
    }
};

}  // namespace evenhand::test::test_keyspace_properties

QTEST_GUILESS_MAIN(evenhand::test::test_keyspace_properties::TestKeyspaceProperties)
#include "test_keyspace_properties.moc"
