// SPDX-License-Identifier: GPL-3.0-or-later
// Signatures of payment notifications: every character counts, every part of what is signed, and the window's ends.
#include <QCryptographicHash>
#include <QMessageAuthenticationCode>
#include <QtTest>
#include <algorithm>
#include <cctype>
#include <optional>

#include "engine/ingest/routes/payment_signature.h"

namespace test_payment_signature {

using namespace evenhand;
using namespace evenhand::ingest;

namespace {

const Secret kKey("evs_0123456789abcdef");
constexpr std::int64_t kAt = 1'700'000'000;
constexpr Instant kNow{kAt * 1'000};
const std::string kBody = R"({"payment_no":"P1","amount":100})";
constexpr std::size_t kHexSigns = 64;

std::string hexOf(const std::string& header) { return header.substr(header.find("v1=") + 3); }
std::string withHex(const std::string& hex) { return "t=" + std::to_string(kAt) + ",v1=" + hex; }

}  // namespace

class TestPaymentSignature : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatWasSignedFits() {
        const auto header = paymentSignature(kKey, kAt, kBody);
        QCOMPARE(hexOf(header).size(), kHexSigns);
        const auto checked = checkPaymentSignature(kKey, header, kBody, kNow);
        QVERIFY(checked);
        QCOMPARE(*checked, kAt);
    }
    /// RFC 4231, test case 2, says what HMAC-SHA-256 is; here: that it is over the seconds, a dot and the body.
    void itIsThatOfAnyOtherProgram() {
        QCOMPARE(paymentSignature(Secret("Jefe"), 7, "what do ya want for nothing?"),
                 "t=7,v1=" + QMessageAuthenticationCode::hash("7.what do ya want for nothing?", "Jefe",
                                                              QCryptographicHash::Sha256)
                                 .toHex()
                                 .toStdString());
    }
    void everySignCounts() {
        const auto good = hexOf(paymentSignature(kKey, kAt, kBody));
        for (std::size_t i = 0; i < good.size(); ++i) {
            auto bad = good;
            bad[i] = bad[i] == '0' ? '1' : '0';
            QVERIFY2(refused(withHex(bad)) == SignatureFault::Wrong, bad.c_str());
        }
        for (std::size_t length = 0; length < good.size(); ++length) {
            QVERIFY(refused(withHex(good.substr(0, length))) == SignatureFault::Wrong);
        }
        QVERIFY(refused(withHex(good + "0")) == SignatureFault::Wrong);
        auto upper = good;
        std::transform(upper.begin(), upper.end(), upper.begin(),
                       [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
        QVERIFY(upper == good || refused(withHex(upper)) == SignatureFault::Wrong);
    }
    void everyPartIsSigned() {
        const auto header = paymentSignature(kKey, kAt, kBody);
        for (std::size_t i = 0; i < kBody.size(); ++i) {
            auto body = kBody;
            body[i] = static_cast<char>(body[i] ^ 1);
            const auto checked = checkPaymentSignature(kKey, header, body, kNow);
            QVERIFY(!checked && checked.error() == SignatureFault::Wrong);
        }
        QVERIFY(refused("t=" + std::to_string(kAt + 1) + ",v1=" + hexOf(header)) == SignatureFault::Wrong);
        const auto otherKey = checkPaymentSignature(Secret("evs_0123456789abcdee"), header, kBody, kNow);
        QVERIFY(!otherKey && otherKey.error() == SignatureFault::Wrong);
    }
    void oneOfSeveralIsEnough() {
        const auto good = hexOf(paymentSignature(kKey, kAt, kBody));
        const std::string wrong(kHexSigns, '0');
        QVERIFY(!refused(withHex(wrong + ",v1=" + good)));
        QVERIFY(!refused(withHex(good + ",v1=" + wrong)));
        QVERIFY(!refused(withHex(wrong + ",v1=" + wrong + ",v1=" + wrong + ",v1=" + good)));
        QVERIFY(refused(withHex(wrong + ",v1=" + wrong + ",v1=" + wrong + ",v1=" + wrong + ",v1=" + good)) ==
                SignatureFault::Malformed);  // no more than four
    }
    void theWindow() {
        const auto header = paymentSignature(kKey, kAt, kBody);
        QVERIFY(checkPaymentSignature(kKey, header, kBody, kNow.plusMs(kSignatureWindowMs)));
        QVERIFY(checkPaymentSignature(kKey, header, kBody, kNow.plusMs(-kSignatureWindowMs)));
        for (const auto off : {kSignatureWindowMs + 1, -kSignatureWindowMs - 1}) {
            const auto checked = checkPaymentSignature(kKey, header, kBody, kNow.plusMs(off));
            QVERIFY(!checked && checked.error() == SignatureFault::OutsideWindow);
        }
    }
    /// Every sign of the field has its meaning; the latest instant is the end of the year 9999.
    void theField() {
        const auto good = hexOf(paymentSignature(kKey, kAt, kBody));
        const auto at = "t=" + std::to_string(kAt);
        QVERIFY(!refused("v1=" + good + "," + at));
        QVERIFY(!refused(at + ",  v1=" + good));
        QVERIFY(!refused(at + ",v1=" + good + ","));
        QVERIFY(refused(at + " ,v1=" + good) == SignatureFault::Malformed);
        QVERIFY(refused(at + ",,v1=" + good) == SignatureFault::Malformed);
        QVERIFY(refused(at + ",V1=" + good) == SignatureFault::Malformed);
        const std::int64_t latest = 253'402'300'799;
        QVERIFY(refused(paymentSignature(kKey, latest, kBody)) == SignatureFault::OutsideWindow);
        QVERIFY(refused(paymentSignature(kKey, latest + 1, kBody)) == SignatureFault::Malformed);
        QVERIFY(refused(paymentSignature(kKey, 0, kBody)) == SignatureFault::OutsideWindow);
        QVERIFY(refused(paymentSignature(kKey, -1, kBody)) == SignatureFault::Malformed);
    }
    void malformed_data() {
        QTest::addColumn<QByteArray>("header");
        const auto good = QByteArray::fromStdString(hexOf(paymentSignature(kKey, kAt, kBody)));
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("no instant") << "v1=" + good;
        QTest::newRow("no signature") << QByteArray("t=1700000000");
        QTest::newRow("two instants") << "t=1700000000,t=1700000000,v1=" + good;
        QTest::newRow("another part") << "t=1700000000,v0=1,v1=" + good;
        QTest::newRow("not a number") << "t=17e8,v1=" + good;
        QTest::newRow("negative") << "t=-1,v1=" + good;
        QTest::newRow("beyond the year 9999") << "t=253402300800,v1=" + good;
        QTest::newRow("beyond 64 bits") << "t=99999999999999999999,v1=" + good;
    }
    void malformed() {
        QFETCH(QByteArray, header);
        QVERIFY(refused(header.toStdString()) == SignatureFault::Malformed);
    }

private:
    static std::optional<SignatureFault> refused(const std::string& header) {
        const auto checked = checkPaymentSignature(kKey, header, kBody, kNow);
        return checked ? std::nullopt : std::optional(checked.error());
    }
};

}  // namespace test_payment_signature

QTEST_GUILESS_MAIN(test_payment_signature::TestPaymentSignature)
#include "test_payment_signature.moc"
