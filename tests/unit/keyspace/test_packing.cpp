// SPDX-License-Identifier: GPL-3.0-or-later
// Packed journal records: packing loses nothing, damage is noticed or harmless, plain records are read as ever.
#include <QtTest>

#include "engine/base/rng.h"
#include "engine/keyspace/data/journal.h"
#include "engine/keyspace/embedded/embedded_keyspace.h"

namespace evenhand::test::test_packing {

using keyspace::EmbeddedKeyspace;

class TestPacking : public QObject {
    Q_OBJECT

private:
    /// Bytes that repeat earlier ones now and then; an alphabet of one byte makes runs.
    static std::string bytes(Rng& rng, std::size_t size, std::uint64_t alphabet, bool repeats) {
        std::string text;
        while (text.size() < size) {
            if (repeats && !text.empty() && rng.below(2) == 0) {
                const std::size_t from = rng.below(text.size());
                text += text.substr(from, rng.below(400));
            } else {
                text += static_cast<char>(rng.below(alphabet));
            }
        }
        text.resize(size);
        return text;
    }

    static std::string filled(EmbeddedKeyspace& ks, int fields) {
        for (int i = 0; i < fields; ++i) {
            const std::string field = "field:" + std::to_string(i);
            const std::string_view args[] = {"HSET", "hash", field, "value"};
            static_cast<void>(ks.execute(args));
        }
        return ks.takeJournal();
    }

private Q_SLOTS:
    void packingLosesNothing() {
        Rng rng(11);
        keyspace::Packer packer;
        std::vector<std::size_t> sizes = {70'000, 140'000, 300'000};
        for (std::size_t size = 0; size < 400; ++size) {
            sizes.push_back(size);
        }
        for (const std::size_t size : sizes) {
            for (const std::uint64_t alphabet : {1, 3, 256}) {
                for (const bool repeats : {false, true}) {
                    const std::string raw = bytes(rng, size, alphabet, repeats);
                    std::string packed = "before";
                    packer.pack(raw, packed);
                    QVERIFY(packed.size() <= size + size / 255 + 16 + 6);  // LZ4's own bound
                    std::string back = "x";
                    QVERIFY(keyspace::unpack(std::string_view(packed).substr(6), size, back));
                    QCOMPARE(back, "x" + raw);
                    QVERIFY(!keyspace::unpack(std::string_view(packed).substr(6), size + 1, back));
                    QVERIFY(size == 0 || !keyspace::unpack(std::string_view(packed).substr(6), size - 1, back));
                }
            }
        }
    }

    void damageStaysInside() {
        Rng rng(12);
        keyspace::Packer packer;
        for (int round = 0; round < 3'000; ++round) {
            const std::string raw = bytes(rng, 1 + rng.below(2'000), 4, true);
            std::string packed;
            packer.pack(raw, packed);
            if (rng.below(3) == 0) {
                packed.resize(rng.below(packed.size()));
            } else {
                for (std::uint64_t flips = 1 + rng.below(4); flips > 0; --flips) {
                    packed[rng.below(packed.size())] ^= static_cast<char>(1U << rng.below(8));
                }
            }
            std::string back;
            if (keyspace::unpack(packed, raw.size(), back)) {
                QCOMPARE(back.size(), raw.size());
            }
        }
    }

    void sizesThatCannotBeAreRefused() {
        std::string back;
        QVERIFY(!keyspace::unpack({}, 0, back));
        QVERIFY(
            !keyspace::unpack("\x10"
                              "a",
                              SIZE_MAX, back));
        QVERIFY(back.empty());
        EmbeddedKeyspace ks;
        QVERIFY(!ks.applyJournal("\x02"));
        QVERIFY(
            !ks.applyJournal("\x02\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"
                             "abc"));
    }

    void longRecordsArePackedAndShortOnesPlain() {
        EmbeddedKeyspace ks;
        const std::string plain = filled(ks, 5);
        QCOMPARE(static_cast<std::uint8_t>(plain.front()), keyspace::kJournalVersion);
        const std::string packed = filled(ks, 2'000);
        QCOMPARE(static_cast<std::uint8_t>(packed.front()), keyspace::kPackedVersion);
        QVERIFY(packed.size() < 2'000 * std::string_view("field:1000value").size() / 2);
        EmbeddedKeyspace copy;
        QVERIFY(copy.applyJournal(plain));
        QVERIFY(copy.applyJournal(packed));
        QCOMPARE(copy.digest(), ks.digest());
    }

    /// As a workspace has them that was written before records were packed.
    void longPlainRecordsAreRead() {
        EmbeddedKeyspace ks;
        const std::string packed = filled(ks, 2'000);
        keyspace::ByteReader in(std::string_view(packed).substr(1));
        std::uint64_t size = 0;
        QVERIFY(in.varint(size));
        std::string plain;
        QVERIFY(keyspace::unpack(in.rest(), size, plain));
        QCOMPARE(static_cast<std::uint8_t>(plain.front()), keyspace::kJournalVersion);
        EmbeddedKeyspace copy;
        QVERIFY(copy.applyJournal(plain));
        QCOMPARE(copy.digest(), ks.digest());
    }
};

}  // namespace evenhand::test::test_packing

QTEST_GUILESS_MAIN(evenhand::test::test_packing::TestPacking)
#include "test_packing.moc"
