// SPDX-License-Identifier: GPL-3.0-or-later
// The audit log's chain (E4): an edit, a deletion, a swap, a truncation and a chain computed anew are each detected.
#include <QTest>
#include <algorithm>
#include <functional>
#include <set>

#include "engine/audit_chain/audit_chain.h"

namespace test_audit_chain {

using namespace evenhand;
using namespace evenhand::runtime;
using api::AuditEntry;
using api::AuditFaultKind;
using api::AuditHead;
using api::AuditRecord;

namespace {

const std::string kWorkspace = "0d2f9c1e-0000-4000-8000-000000000001";

AuditKey key() { return AuditKey::of(Secret(std::string(32, 'k'))); }
std::map<std::string, Secret> keys() { return {{key().id, key().key}}; }

AuditRecord record(int i) {
    AuditRecord one;
    one.at = Instant{1'000 * i};
    one.actor = i % 2 == 0 ? "ann" : "local:root";
    one.via = i % 2 == 0 ? api::Via::Console : api::Via::CommandLine;
    one.operation = "orders.cancel";
    one.subject = "order A-" + std::to_string(i);
    one.reason = "because";
    one.detail = "PAID, CLOSED";
    return one;
}

std::vector<AuditEntry> chain(int entries, const AuditKey& sealing = key()) {
    std::vector<AuditEntry> all;
    AuditHead head;
    for (int i = 1; i <= entries; ++i) {
        all.push_back(appendAudit(head, record(i), sealing));
        head = {all.back().record.seq, all.back().hash};
    }
    return all;
}

AuditRecord newKey(int i) {
    auto one = record(i);
    one.operation = kNewKeyOperation;
    one.outcome = api::AuditOutcome::Noted;
    return one;
}

AuditHead headOf(const std::vector<AuditEntry>& entries) {
    return entries.empty() ? AuditHead{} : AuditHead{entries.back().record.seq, entries.back().hash};
}

api::AuditReport verify(const std::vector<AuditEntry>& entries, std::optional<AuditHead> anchor, bool expected = true,
                        const std::map<std::string, Secret>& known = keys()) {
    AnchorFound found{anchor, anchor && !known.empty(), {}, AuditFaultKind::NoAnchor};
    if (!anchor && expected) {
        found.fault = "none";
    }
    AuditVerifier verifier(known, found);
    for (const auto& entry : entries) {
        verifier.add(entry);
    }
    return verifier.finish();
}

std::set<AuditFaultKind> kinds(const api::AuditReport& report) {
    std::set<AuditFaultKind> all;
    for (const auto& fault : report.faults) {
        all.insert(fault.kind);
    }
    return all;
}

/// As somebody without the key would: hashes computed anew from `from` on, seals left as they were.
void rehash(std::vector<AuditEntry>& entries, std::size_t from) {
    base::Sha256 before = from == 0 ? base::Sha256{} : entries[from - 1].hash;
    for (std::size_t i = from; i < entries.size(); ++i) {
        entries[i].record.seq = static_cast<std::int64_t>(i) + 1;
        entries[i].hash = auditHash(before, entries[i].record);
        before = entries[i].hash;
    }
}

}  // namespace

class TestAuditChain : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aChainThatNobodyTouchedVerifies() {
        const auto entries = chain(50);
        const auto report = verify(entries, headOf(entries));
        QVERIFY2(report.intact(), report.faults.empty() ? "" : report.faults.front().what.c_str());
        QCOMPARE(report.checked, std::int64_t{50});
        QCOMPARE(report.sealed, std::int64_t{50});
        QVERIFY(report.head == headOf(entries));
        QVERIFY(verify({}, AuditHead{}).intact());
        // An anchor may be older than the log, never newer.
        QVERIFY(verify(entries, AuditHead{20, entries[19].hash}).intact());
    }

    void everyMemberIsHashed() {
        const AuditRecord plain = record(1);
        const auto changed = [&](const std::function<void(AuditRecord&)>& change) {
            AuditRecord other = plain;
            change(other);
            return auditHash({}, other) != auditHash({}, plain);
        };
        QVERIFY(changed([](AuditRecord& r) { r.seq = 2; }));
        QVERIFY(changed([](AuditRecord& r) { r.at.ms += 1; }));
        QVERIFY(changed([](AuditRecord& r) { r.actor += "x"; }));
        QVERIFY(changed([](AuditRecord& r) { r.via = api::Via::Http; }));
        QVERIFY(changed([](AuditRecord& r) { r.operation = "orders.place"; }));
        QVERIFY(changed([](AuditRecord& r) { r.outcome = api::AuditOutcome::Refused; }));
        QVERIFY(changed([](AuditRecord& r) { r.subject.clear(); }));
        QVERIFY(changed([](AuditRecord& r) { r.reason = "Because"; }));
        QVERIFY(changed([](AuditRecord& r) { r.detail += ' '; }));
        QVERIFY(auditHash({1}, plain) != auditHash({}, plain));
        // What moves from one member to the next is another record.
        AuditRecord left = plain;
        AuditRecord right = plain;
        left.subject = "order A", left.reason = "B";
        right.subject = "order ", right.reason = "AB";
        QVERIFY(canonicalAudit(left) != canonicalAudit(right));
    }

    void anEditIsDetectedWhereItIs() {
        const auto good = chain(20);
        for (std::size_t i = 0; i < good.size(); ++i) {
            auto entries = good;
            entries[i].record.reason = "something else";
            const auto report = verify(entries, headOf(good));
            QCOMPARE(report.violations, std::int64_t{1});
            QCOMPARE(report.faults.front().kind, AuditFaultKind::Edited);
            QCOMPARE(report.faults.front().seq, static_cast<std::int64_t>(i) + 1);
        }
    }

    void anEditOfHashOrSealIsDetected() {
        const auto good = chain(5);
        auto hash = good;
        hash[2].hash[7] ^= 1;
        QVERIFY(kinds(verify(hash, headOf(good))).contains(AuditFaultKind::Edited));
        auto seal = good;
        seal[2].seal[0] ^= 1;
        QCOMPARE(kinds(verify(seal, headOf(good))), std::set{AuditFaultKind::BadSeal});
        auto bare = good;
        bare[2].keyId.clear();
        QCOMPARE(kinds(verify(bare, headOf(good))), std::set{AuditFaultKind::BadSeal});
    }

    void aDeletionIsDetected() {
        const auto good = chain(20);
        for (std::size_t i = 0; i + 1 < good.size(); ++i) {
            auto entries = good;
            entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(i));
            QVERIFY(kinds(verify(entries, headOf(good))).contains(AuditFaultKind::Missing));
            // With the numbers closed up the hashes do not fit.
            for (std::size_t j = i; j < entries.size(); ++j) {
                entries[j].record.seq = static_cast<std::int64_t>(j) + 1;
            }
            QVERIFY(kinds(verify(entries, std::nullopt, false)).contains(AuditFaultKind::Edited));
        }
    }

    void aSwapIsDetected() {
        const auto good = chain(10);
        auto rows = good;
        std::swap(rows[3], rows[6]);
        QVERIFY(!verify(rows, headOf(good)).intact());
        auto contents = good;
        std::swap(contents[3].record, contents[6].record);
        std::swap(contents[3].record.seq, contents[6].record.seq);
        const auto report = verify(contents, headOf(good));
        QCOMPARE(report.violations, std::int64_t{2});
        auto everything = good;  // but the numbers
        std::swap(everything[3], everything[4]);
        std::swap(everything[3].record.seq, everything[4].record.seq);
        QVERIFY(kinds(verify(everything, headOf(good))).contains(AuditFaultKind::Edited));
    }

    void aTruncationIsDetectedByTheAnchor() {
        const auto good = chain(10);
        for (std::size_t left = 0; left < good.size(); ++left) {
            const std::vector<AuditEntry> entries(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(left));
            QCOMPARE(kinds(verify(entries, headOf(good))), std::set{AuditFaultKind::Truncated});
            // Without the anchor nothing tells; that it is gone does.
            QCOMPARE(kinds(verify(entries, std::nullopt, true)), std::set{AuditFaultKind::NoAnchor});
        }
    }

    void aChainComputedAnewLacksTheKey() {
        const auto good = chain(10);
        auto entries = good;
        entries[4].record.actor = "bob";
        rehash(entries, 4);
        const auto report = verify(entries, AuditHead{3, good[2].hash});
        QCOMPARE(kinds(report), std::set{AuditFaultKind::BadSeal});
        QCOMPARE(report.faults.front().seq, std::int64_t{5});
        QCOMPARE(report.violations, std::int64_t{6});
        // Not sealed at all: only the anchor knows better.
        auto unsealed = chain(10, AuditKey{});
        const auto head = headOf(unsealed);
        unsealed[4].record.actor = "bob";
        rehash(unsealed, 4);
        QCOMPARE(kinds(verify(unsealed, head, true, {})), std::set{AuditFaultKind::BadAnchor});
        // And with entries dropped before it was computed anew.
        auto shorter = good;
        shorter.erase(shorter.begin() + 2);
        rehash(shorter, 2);
        QVERIFY(kinds(verify(shorter, headOf(good))).contains(AuditFaultKind::Truncated));
        QVERIFY(kinds(verify(shorter, std::nullopt, false)).contains(AuditFaultKind::BadSeal));
    }

    void aKeyThatIsNotAtHandIsSaidOnceAndNoViolation() {
        const auto entries = chain(10);
        const auto report = verify(entries, headOf(entries), true, {});
        QVERIFY(report.intact());
        QCOMPARE(report.sealed, std::int64_t{0});
        QCOMPARE(report.faults.size(), std::size_t{1});
        QCOMPARE(report.faults.front().kind, AuditFaultKind::UnknownKey);
    }

    void aNewKeyGoesOnWithTheChain() {
        auto entries = chain(3);
        const auto next = AuditKey::of(Secret(std::string(32, 'n')));
        QVERIFY(next.id != key().id && next.id.size() == 16);
        entries.push_back(appendAudit(headOf(entries), newKey(4), next));
        auto known = keys();
        known.emplace(next.id, next.key);
        QVERIFY(verify(entries, headOf(entries), true, known).intact());
        // On a machine that has only the new one: what it sealed says that there was another.
        const std::map<std::string, Secret> fresh{{next.id, next.key}};
        const auto report = verify(entries, headOf(entries), true, fresh);
        QVERIFY2(report.intact(), report.faults.back().what.c_str());
        QCOMPARE(kinds(report), std::set{AuditFaultKind::UnknownKey});
        QVERIFY(AuditKey::of(Secret()).id.empty());
    }

    void entriesOfAnUnknownKeyNeedAKnownOneBehindThem() {
        // All deleted but three, hashed anew and "sealed" by a key that nobody knows.
        const auto forger = AuditKey::of(Secret(std::string(32, 'f')));
        auto entries = chain(3, forger);
        auto report = verify(entries, std::nullopt, false);
        QCOMPARE(kinds(report), (std::set{AuditFaultKind::BadSeal, AuditFaultKind::UnknownKey}));
        QCOMPARE(report.faults.back().seq, std::int64_t{1});
        // Saying so by oneself does not help.
        entries.push_back(appendAudit(headOf(entries), newKey(4), forger));
        QVERIFY(!verify(entries, std::nullopt, false).intact());
        // Behind good ones neither.
        auto longer = chain(3);
        longer.push_back(appendAudit(headOf(longer), newKey(4), forger));
        longer.push_back(appendAudit(headOf(longer), record(5), forger));
        report = verify(longer, AuditHead{3, longer[2].hash});
        QVERIFY(kinds(report).contains(AuditFaultKind::BadSeal));
        QCOMPARE(report.faults.back().seq, std::int64_t{4});
        // A sealed anchor holds what it remembers, and all before; what came after it, it does not.
        QVERIFY(verify(longer, headOf(longer)).intact());
        report = verify(longer, AuditHead{4, longer[3].hash});
        QCOMPARE(kinds(report), (std::set{AuditFaultKind::BadSeal, AuditFaultKind::UnknownKey}));
        QCOMPARE(report.faults.back().seq, std::int64_t{4});
    }

    void withAKeyTheNewestEntryIsSealed() {
        auto entries = chain(5);
        for (auto& entry : entries) {
            entry.keyId.clear();
            entry.seal = {};
        }
        const auto report = verify(entries, headOf(entries));
        QCOMPARE(kinds(report), std::set{AuditFaultKind::BadSeal});
        QCOMPARE(report.faults.front().seq, std::int64_t{5});
        // A first key that came later: what was before it has no seals, what it sealed holds it.
        auto later = chain(5, AuditKey{});
        later.push_back(appendAudit(headOf(later), newKey(6), key()));
        QVERIFY(verify(later, headOf(later)).intact());
        later.push_back(appendAudit(headOf(later), record(7), AuditKey{}));
        QCOMPARE(verify(later, std::nullopt, false).faults.front().seq, std::int64_t{7});
    }

    void withAKeyTheAnchorIsSealedByIt() {
        const auto entries = chain(7);
        const auto head = headOf(entries);
        const auto judged = [&](const std::optional<std::string>& text, const std::map<std::string, Secret>& known) {
            return judgeAnchor(text, kWorkspace, known, true);
        };
        const auto good = judged(anchorText(kWorkspace, head, key()), keys());
        QVERIFY(good.head == std::optional(head) && good.sealed && good.fault.empty());
        const auto bare = anchorText(kWorkspace, head, AuditKey{});
        QVERIFY(!judged(bare, keys()).head && judged(bare, keys()).kind == AuditFaultKind::BadAnchor);
        QCOMPARE(judged(bare, {}).head, std::optional(head));
        const auto forged = anchorText(kWorkspace, head, AuditKey::of(Secret(std::string(32, 'f'))));
        QVERIFY(!judged(forged, keys()).head && !judged(forged, keys()).fault.empty());
        QCOMPARE(judged(std::nullopt, keys()).kind, AuditFaultKind::NoAnchor);
        QVERIFY(judgeAnchor(std::nullopt, kWorkspace, {}, false).fault.empty());
        QVERIFY(!judged(std::string("nonsense"), keys()).fault.empty());
    }

    void longTextsAreCutBetweenCharacters() {
        AuditRecord hostile = record(1);
        hostile.detail.clear();
        for (int i = 0; i < 5'000; ++i) {
            hostile.detail += "\u00e9";
        }
        hostile.subject = std::string(1'000'000, 's');
        const auto entry = appendAudit({}, hostile, key());
        QCOMPARE(entry.record.detail.size(), std::size_t{4'000});
        QCOMPARE(entry.record.subject.size(), std::size_t{200});
        QVERIFY(verify({entry}, headOf({entry})).intact());
    }

    void faultsAreCountedButNotAllKept() {
        auto entries = chain(500);
        for (auto& entry : entries) {
            entry.record.reason = "x";
        }
        const auto report = verify(entries, headOf(entries));
        QCOMPARE(report.violations, std::int64_t{500});
        QCOMPARE(report.faults.size(), api::AuditReport::kMaxFaults);
    }

    void anAnchorComesBackAndCannotBeForged() {
        const auto entries = chain(7);
        const auto head = headOf(entries);
        const auto text = anchorText(kWorkspace, head, key());
        QCOMPARE(anchorFrom(text, kWorkspace, keys()), std::optional(head));
        QCOMPARE(anchorFrom(text, kWorkspace, {}), std::optional(head));  // its seal could not be looked at
        QVERIFY(!anchorFrom(text, "another", keys()));
        QVERIFY(!anchorFrom(text, "another", {}));
        QVERIFY(!anchorFrom(anchorText(kWorkspace, head, AuditKey{}), "another", keys()));
        QVERIFY(!anchorFrom(anchorText(kWorkspace, head, AuditKey{}), "another", {}));
        auto lower = text;
        lower.replace(lower.find(" 7 "), 3, " 6 ");
        QVERIFY(!anchorFrom(lower, kWorkspace, keys()));
        for (const std::string& bad :
             {std::string(), std::string("nonsense"), text + " more", text.substr(0, 80), std::string(100'000, 'x')}) {
            QVERIFY(!anchorFrom(bad, kWorkspace, keys()));
        }
        const auto bare = anchorText(kWorkspace, head, AuditKey{});
        QCOMPARE(anchorFrom(bare, kWorkspace, keys()), std::optional(head));
        // Of another version nobody knows what it says.
        auto newer = bare;
        newer.replace(newer.find(" 1 "), 3, " 2 ");
        QVERIFY(!anchorFrom(newer, kWorkspace, keys()));
        QCOMPARE(anchorFrom(anchorText(kWorkspace, {}, key()), kWorkspace, keys()), std::optional(AuditHead{}));
    }
};

}  // namespace test_audit_chain

QTEST_GUILESS_MAIN(test_audit_chain::TestAuditChain)
#include "test_audit_chain.moc"
