// SPDX-License-Identifier: GPL-3.0-or-later
// SHA-256, HMAC, base64 and hex against published examples; secrets that forget themselves.
#include <QTest>

#include "engine/base/secret.h"
#include "engine/base/sha256.h"

namespace test_sha256 {

using namespace evenhand;
using namespace evenhand::base;

class TestSha256 : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void fips180() {
        QCOMPARE(hexOf(bytesOf(sha256(""))),
                 std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
        QCOMPARE(hexOf(bytesOf(sha256("abc"))),
                 std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
        QCOMPARE(hexOf(bytesOf(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"))),
                 std::string("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"));
    }

    void rfc4231() {
        QCOMPARE(hexOf(bytesOf(hmacSha256(std::string(20, '\x0b'), "Hi There"))),
                 std::string("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"));
        QCOMPARE(hexOf(bytesOf(hmacSha256("Jefe", "what do ya want for nothing?"))),
                 std::string("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"));
        QCOMPARE(hexOf(bytesOf(
                     hmacSha256(std::string(131, '\xaa'), "Test Using Larger Than Block-Size Key - Hash Key First"))),
                 std::string("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"));
    }

    void base64OfRfc4648() {
        const std::pair<std::string, std::string> examples[] = {{"", ""},
                                                                {"f", "Zg=="},
                                                                {"fo", "Zm8="},
                                                                {"foo", "Zm9v"},
                                                                {"foob", "Zm9vYg=="},
                                                                {"fooba", "Zm9vYmE="},
                                                                {"foobar", "Zm9vYmFy"}};
        for (const auto& [plain, coded] : examples) {
            QCOMPARE(base64Of(plain), coded);
            QCOMPARE(fromBase64(coded), std::optional(plain));
        }
        for (const char* bad : {"Zg", "Zg=", "Z", "Zm9v!", " Zm9v", "Zm9v\n", "Zm9v====", "=", "Zm-_"}) {
            QVERIFY2(!fromBase64(bad), bad);
        }
    }

    void digestsFromBytes() {
        const auto digest = sha256("abc");
        QCOMPARE(sha256From(bytesOf(digest)), std::optional(digest));
        QVERIFY(!sha256From("short"));
        QVERIFY(!sha256From(std::string(33, 'x')));
        QVERIFY(equalSecrets("same", "same"));
        QVERIFY(equalSecrets("", ""));
        QVERIFY(!equalSecrets("same", "samf"));
        QVERIFY(!equalSecrets("same", "sam"));
    }

    void aSecretIsSharedAndEmptyByDefault() {
        const Secret none;
        QVERIFY(none.empty());
        QVERIFY(none.reveal().empty());
        Secret first(std::string("a password that does not fit in place"));
        const Secret second = first;
        QVERIFY(first.reveal().data() == second.reveal().data());
        first = Secret();
        QCOMPARE(second.reveal(), std::string_view("a password that does not fit in place"));
    }
};

}  // namespace test_sha256

QTEST_GUILESS_MAIN(test_sha256::TestSha256)
#include "test_sha256.moc"
