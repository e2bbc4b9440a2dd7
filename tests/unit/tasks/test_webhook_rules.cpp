// SPDX-License-Identifier: GPL-3.0-or-later
// How webhooks are signed, and where they may go.
#include <QTest>

#include "engine/base/sha256.h"
#include "engine/ring/endpoint_address.h"
#include "engine/ring/webhook_signature.h"

namespace test_webhook_rules {

using namespace evenhand;
using namespace evenhand::tasks;

namespace {

const Secret kPublished(std::string("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"));
constexpr std::string_view kId = "msg_p5jXN8AQM9LWM0D4loKWxJek";
constexpr std::int64_t kSeconds = 1614265330;
constexpr std::string_view kBody = R"({"test": 2432232314})";

std::string outcome(const std::string& url, AddressRules rules = {}) {
    const auto judged = checkEndpointUrl(url, rules);
    return judged ? "ok" : std::string(base::errorName(judged.error().code));
}

}  // namespace

class TestWebhookRules : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theSignatureIsThatOfStandardWebhooks() {
        // The example of the specification; computed apart with Python's hmac.
        const auto key = webhookKeyOf(kPublished);
        QVERIFY(key);
        QCOMPARE(webhookSignature(*key, kId, kSeconds, kBody),
                 std::string("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="));
    }

    void everyPartIsSigned() {
        const Secret key = *webhookKeyOf(kPublished);
        const auto whole = webhookSignature(key, kId, kSeconds, kBody);
        QVERIFY(webhookSignature(key, "msg_other", kSeconds, kBody) != whole);
        QVERIFY(webhookSignature(key, kId, kSeconds + 1, kBody) != whole);
        QVERIFY(webhookSignature(key, kId, kSeconds, "{}") != whole);
        QVERIFY(webhookSignature(Secret(std::string(24, 'k')), kId, kSeconds, kBody) != whole);
    }

    void secretsGoThereAndBack() {
        const std::string bytes = std::string("\0\xff zero and all", 15) + std::string(17, '\x01');
        const auto key = webhookKeyOf(webhookSecretOf(bytes));
        QVERIFY(key);
        QVERIFY(key->reveal() == bytes);
        for (const std::string bad :
             {"whsec_", "whsec_!!!!", "whsec_c2hvcnQ=", "", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw=="}) {
            const auto refused = webhookKeyOf(Secret(bad));
            QVERIFY2(!refused, bad.c_str());
            QCOMPARE(refused.error().code, ErrorCode::InvalidArgument);
            QVERIFY(refused.error().value.empty());  // a secret is not repeated
        }
        QVERIFY(!webhookKeyOf(webhookSecretOf(std::string(65, 'x'))));
        QVERIFY(webhookKeyOf(webhookSecretOf(std::string(64, 'x'))));
        QVERIFY(!webhookKeyOf(webhookSecretOf(std::string(23, 'x'))));
    }

    void onlyEncryptedPublicAddressesByDefault() {
        for (const char* url :
             {"https://example.com", "https://example.com:8443/hook?a=1", "https://8.8.8.8/x",
              "https://[2606:4700::1111]/", "HTTPS://Example.COM./", "https://xn--r8jz45g.xn--zckzah/"}) {
            QVERIFY2(outcome(url) == "ok", url);
        }
        for (const char* url : {"http://example.com/",
                                "https://localhost/",
                                "https://LOCALHOST:8443",
                                "https://a.localhost/",
                                "https://printer.local",
                                "https://db.internal/",
                                "https://router.home.arpa/",
                                "https://db.internal./",
                                "https://intranet/",
                                "https://127.0.0.1/",
                                "https://10.1.2.3/",
                                "https://192.168.1.1",
                                "https://169.254.169.254/latest/meta-data",
                                "https://[::1]/",
                                "https://[fe80::1]/",
                                "https://[fd00::1]/",
                                "https://[::ffff:127.0.0.1]/",
                                "https://[64:ff9b::7f00:1]/",
                                "https://0.0.0.0/",
                                "https://224.0.0.1/"}) {
            QVERIFY2(outcome(url) == "address_refused", (std::string(url) + ": " + outcome(url)).c_str());
        }
    }

    void numbersThatMeanAnAddressDoNotPassAsNames() {
        // Read as the address that they are, or refused; never taken for a public name.
        for (const char* url : {"https://2130706433/", "https://0x7f000001/", "https://0177.0.0.1/", "https://127.1/",
                                "https://1.2.3.4.5/", "https://a.0x7f/"}) {
            QVERIFY2(outcome(url) != "ok", url);
        }
    }

    void whatIsAllowedIsAllowedAndNothingElse() {
        QCOMPARE(outcome("http://example.com/", {false, true}), std::string("ok"));
        QCOMPARE(outcome("http://127.0.0.1/", {false, true}), std::string("address_refused"));
        QCOMPARE(outcome("http://127.0.0.1/", {true, false}), std::string("address_refused"));
        QCOMPARE(outcome("http://127.0.0.1:8080/hook", {true, true}), std::string("ok"));
        QCOMPARE(outcome("https://intranet/hook", {true, false}), std::string("ok"));
        QCOMPARE(outcome("https://10.1.2.3/", {true, false}), std::string("ok"));
        QCOMPARE(outcome("https://0.0.0.0/", {true, true}), std::string("address_refused"));
        QCOMPARE(outcome("https://224.0.0.1/", {true, true}), std::string("address_refused"));
        QCOMPARE(outcome("https://255.255.255.255/", {true, true}), std::string("address_refused"));
    }

    void allThatIsNotAllowedIsToldAtOnce() {
        for (const char* url : {"http://127.0.0.1/", "http://intranet/"}) {
            const auto judged = checkEndpointUrl(url, {});
            QVERIFY(!judged && judged.error().code == ErrorCode::AddressRefused);
            QVERIFY2(judged.error().message.find("not encrypted") != std::string::npos &&
                         judged.error().message.find("its network") != std::string::npos,
                     judged.error().message.c_str());
        }
    }

    void textsThatAreNoAddressAreSaidToBe() {
        for (const std::string url :
             {"", "example.com", "ftp://example.com", "file:///etc/passwd", "https://", "https:///path",
              "https://user@example.com/", "https://user:secret@example.com/", "https://example.com/#part",
              "https://example.com:0/", "https://example.com:99999/", "https://exa mple.com/", "javascript:alert(1)",
              "https://example.com/\n", "https://example.com/\t", "https://example.com/\x7f", "https://example.com../",
              "https://example.com:65536/"}) {
            QVERIFY2(outcome(url, {true, true}) == "invalid_argument", url.c_str());
            QCOMPARE(checkEndpointUrl(url, {true, true}).error().field, std::string("url"));
        }
        const std::string address = "https://example.com/";
        const auto ofSize = [&](std::size_t size) { return address + std::string(size - address.size(), 'a'); };
        QCOMPARE(outcome(ofSize(api::kMaxWebhookUrl)), std::string("ok"));
        QCOMPARE(outcome(ofSize(api::kMaxWebhookUrl + 1)), std::string("invalid_argument"));
        QCOMPARE(outcome("https://example.com/" + std::string(2'000, 'a')), std::string("invalid_argument"));
        QCOMPARE(outcome("https://example.com/\xff"), std::string("invalid_argument"));
    }

    void thePeerIsJudgedByWhatTheNameServerSays() {
        const auto inward = IpAddress::fromText("10.0.0.1");
        const auto outward = IpAddress::fromText("93.184.216.34");
        QVERIFY(inward && outward);
        QVERIFY(checkPeer(*outward, {}));
        const auto refused = checkPeer(*inward, {});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::AddressRefused);
        QVERIFY(checkPeer(*inward, {true, false}));
        QVERIFY(!checkPeer(*IpAddress::fromText("ff02::1"), {true, true}));
        QCOMPARE(refused.error().field, std::string("address"));
        QCOMPARE(refused.error().value, std::string("private"));
    }

    void eachKindOfAddressMayBeReachedOrNot_data() {
        QTest::addColumn<bool>("byDefault");
        QTest::addColumn<bool>("whereAllowed");
        QTest::newRow("9.9.9.9") << true << true;
        for (const char* inward : {"127.0.0.1", "10.0.0.1", "169.254.1.1", "fd00::1", "::1", "fe80::1"}) {
            QTest::newRow(inward) << false << true;
        }
        for (const char* nobody : {"224.0.0.1", "0.0.0.0", "192.0.2.1", "::", "240.0.0.1"}) {
            QTest::newRow(nobody) << false << false;
        }
    }
    void eachKindOfAddressMayBeReachedOrNot() {
        QFETCH(bool, byDefault);
        QFETCH(bool, whereAllowed);
        const auto address = IpAddress::fromText(QTest::currentDataTag());
        QVERIFY(address);
        // Whether it may be unencrypted is another matter.
        QCOMPARE(checkPeer(*address, {false, false}).has_value(), byDefault);
        QCOMPARE(checkPeer(*address, {false, true}).has_value(), byDefault);
        QCOMPARE(checkPeer(*address, {true, false}).has_value(), whereAllowed);
        QCOMPARE(checkPeer(*address, {true, true}).has_value(), whereAllowed);
    }

    void aRefusedAddressIsNamedAndWhy() {
        const auto plain = checkEndpointUrl("http://example.com/", {});
        QVERIFY(!plain);
        QCOMPARE(plain.error().field, std::string("url"));
        QCOMPARE(plain.error().value, std::string("http://example.com/"));
        QVERIFY(plain.error().message.find("its network") == std::string::npos);  // it is public
        for (const char* url : {"https://127.0.0.1/", "https://intranet/"}) {
            const auto inward = checkEndpointUrl(url, {});
            QVERIFY(!inward);
            QCOMPARE(inward.error().field, std::string("url"));
            QCOMPARE(inward.error().value, std::string(url));
            QVERIFY(inward.error().message.find("not encrypted") == std::string::npos);
        }
    }
};

}  // namespace test_webhook_rules

QTEST_GUILESS_MAIN(test_webhook_rules::TestWebhookRules)
#include "test_webhook_rules.moc"
