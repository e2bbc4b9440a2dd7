// SPDX-License-Identifier: GPL-3.0-or-later
// Records that say what cannot be are refused, and not half of them taken for the whole: what a newer program wrote,
// what was cut, numbers that the keyspace never has.
#include <QtTest>
#include <limits>

#include "engine/keyspace/data/journal.h"
#include "engine/keyspace/embedded/embedded_keyspace.h"

namespace evenhand::test::test_journal_records {

using keyspace::EmbeddedKeyspace;
using keyspace::JournalOp;

namespace {

constexpr std::int64_t kNow = 1'700'000'000'000;

/// The record of these commands, divided by ';'.
std::string recordOf(const QByteArray& commands) {
    EmbeddedKeyspace ks;
    ks.setNow({kNow});
    for (const auto& command : commands.split(';')) {
        std::vector<std::string> words;
        for (const auto& word : command.split(' ')) {
            words.push_back(word.toStdString());
        }
        const std::vector<std::string_view> views(words.begin(), words.end());
        static_cast<void>(ks.execute(views));
    }
    return ks.takeJournal();
}

/// An operation of its own record, on key "k".
class Made {
public:
    explicit Made(JournalOp op) : Made(static_cast<int>(op)) {}
    explicit Made(int op) : m_bytes{static_cast<char>(keyspace::kJournalVersion), static_cast<char>(op), 1, 'k'} {}
    Made& count(std::uint64_t value) {
        char bytes[keyspace::kMaxVarint];
        m_bytes.append(bytes, keyspace::putVarint(bytes, value));
        return *this;
    }
    Made& number(std::int64_t value) { return count(keyspace::zigzag(value)); }
    Made& text(std::string_view value) {
        count(value.size());
        m_bytes += value;
        return *this;
    }
    Made& byte(int value) {
        m_bytes += static_cast<char>(value);
        return *this;
    }
    Made& real(double value) {
        m_bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
        return *this;
    }
    [[nodiscard]] const std::string& bytes() const { return m_bytes; }

private:
    std::string m_bytes;
};

bool isTaken(const std::string& record) {
    EmbeddedKeyspace ks;
    return ks.applyJournal(record).has_value();
}

bool isRefused(const std::string& record) {
    EmbeddedKeyspace ks;
    const auto applied = ks.applyJournal(record);
    return !applied && applied.error().code == ErrorCode::WorkspaceDamaged;
}

}  // namespace

class TestJournalRecords : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aNewerVersionIsNotGuessedAt() {
        std::string record = recordOf("SET k v");
        QVERIFY(isTaken(record));
        for (const int version : {0, 3, 127, 255}) {
            record[0] = static_cast<char>(version);
            QVERIFY(isRefused(record));
        }
        QVERIFY(isTaken({}));  // a batch that has changed nothing of the keyspace
    }

    void operationsThatThereAreNone() {
        for (const int op : {0, keyspace::kLastJournalOp + 1, 0x7f}) {
            QVERIFY(isRefused(Made(op).bytes()));
        }
        // "The same key as before" as the first.
        QVERIFY(isRefused({static_cast<char>(keyspace::kJournalVersion),
                           static_cast<char>(static_cast<int>(JournalOp::KeyRemove) | 0x80)}));
    }

    void aRecordThatWasCut_data() {
        QTest::addColumn<QByteArray>("commands");
        for (const char* commands :
             {"SET k v", "SET k v PX 5", "HSET k f v", "HSET k f v g w;HDEL k f", "SADD k m", "SADD k m n;SREM k m",
              "ZADD k 1 m", "ZADD k 1 m 2 n;ZREM k m", "RPUSH k a", "RPUSH k a b;LPOP k", "HSET k f v;PEXPIRE k 5",
              "XADD k 1-1 f v", "XADD k 1-1 f v;XADD k 1-2 f v;XDEL k 1-1", "XGROUP CREATE k g 0 MKSTREAM",
              "XGROUP CREATE k g 0 MKSTREAM;XGROUP DESTROY k g",
              "XGROUP CREATE k g 0 MKSTREAM;XGROUP CREATECONSUMER k g c",
              "XGROUP CREATE k g 0 MKSTREAM;XGROUP CREATECONSUMER k g c;XGROUP DELCONSUMER k g c",
              "XADD k 1-1 f v;XGROUP CREATE k g 0;XREADGROUP GROUP g c STREAMS k >",
              "XADD k 1-1 f v;XGROUP CREATE k g 0;XREADGROUP GROUP g c STREAMS k >;XACK k g 1-1"}) {
            QTest::newRow(commands) << QByteArray(commands);
        }
    }
    void aRecordThatWasCut() {
        QFETCH(QByteArray, commands);
        const std::string record = recordOf(commands);
        QVERIFY(isTaken(record));
        QVERIFY(isRefused(record.substr(0, record.size() - 1)));
        QVERIFY(isRefused(record + '\x01'));
        // Only between two operations a beginning is a record.
        std::size_t taken = 0;
        for (std::size_t size = 1; size <= record.size(); ++size) {
            taken += isTaken(record.substr(0, size)) ? 1 : 0;
        }
        const auto changes = static_cast<std::size_t>(commands.count(';')) + 1;
        QVERIFY2(taken <= 1 + 5 * changes, qPrintable(QString::number(taken)));
    }

    void numbersThatCannotBe() {
        constexpr std::int64_t kMax = std::int64_t{1} << 62U;
        constexpr auto kOver = static_cast<std::uint64_t>(kMax) + 1;
        const double nan = std::numeric_limits<double>::quiet_NaN();
        QVERIFY(isTaken(Made(JournalOp::ZSetPut).real(1).text("m").bytes()));
        QVERIFY(isRefused(Made(JournalOp::ZSetPut).real(nan).text("m").bytes()));
        QVERIFY(isTaken(Made(JournalOp::KeyMeta).byte(5).count(0).bytes()));
        QVERIFY(isRefused(Made(JournalOp::KeyMeta).byte(6).count(0).bytes()));
        QVERIFY(isRefused(Made(JournalOp::Expiry).count(std::numeric_limits<std::uint64_t>::max()).bytes()));
        for (const auto position : {kMax, -kMax}) {
            QVERIFY(isTaken(Made(JournalOp::ListPut).number(position).text("a").bytes()));
            const auto beyond = position + (position > 0 ? 1 : -1);
            QVERIFY(isRefused(Made(JournalOp::ListPut).number(beyond).text("a").bytes()));
            QVERIFY(isRefused(Made(JournalOp::ListRemove).number(beyond).bytes()));
        }
        const auto meta = [](std::uint64_t added) {
            return Made(JournalOp::StreamMeta).count(1).count(1).count(0).count(0).count(added).bytes();
        };
        QVERIFY(isTaken(meta(kMax)));
        QVERIFY(isRefused(meta(kOver)));
        const std::string entry("\x02\x01\x66\x01\x76", 5);  // "f", "v"
        const auto append = [&](std::uint64_t added, const std::string& what) {
            return Made(JournalOp::StreamAppend).count(1).count(1).count(added).text(what).bytes();
        };
        QVERIFY(isTaken(append(1, entry)));
        QVERIFY(isRefused(append(kOver, entry)));
        QVERIFY(isRefused(append(1, entry.substr(0, 4))));
        QVERIFY(isRefused(append(1, entry + 'x')));
        QVERIFY(isRefused(append(1, std::string("\x01\x01\x66", 3))));  // a field without its value
        const auto seen = [](std::int64_t at) {
            return Made(JournalOp::ConsumerPut).text("g").text("c").number(at).bytes();
        };
        QVERIFY(isTaken(seen(0)) && isTaken(seen(kMax)));
        QVERIFY(isRefused(seen(-1)) && isRefused(seen(kMax + 1)));
        const auto delivered = [](std::int64_t at) {
            return Made(JournalOp::PendingPut).text("g").text("c").count(1).count(1).number(at).count(1).bytes();
        };
        QVERIFY(isTaken(delivered(kNow)));
        QVERIFY(isRefused(delivered(-1)) && isRefused(delivered(kMax + 1)));
    }
};

}  // namespace evenhand::test::test_journal_records

QTEST_APPLESS_MAIN(evenhand::test::test_journal_records::TestJournalRecords)
#include "test_journal_records.moc"
