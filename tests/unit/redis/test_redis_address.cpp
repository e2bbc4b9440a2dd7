// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses of a Redis: what they say, what is wrong with them, and that no password gets out of them.
#include <QtTest>
#include <string>
#include <vector>

#include "engine/cluster/redis/redis_address.h"
#include "tests/support/expect.h"

namespace test_redis_address {

using namespace evenhand;
using redis::NodeAddress;
using redis::RedisAddress;

class TestRedisAddress : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nodesAreReadInOrder() {
        const auto one = RedisAddress::parse("redis://cache.example");
        DONE(one);
        QCOMPARE(one->nodes, (std::vector<NodeAddress>{{"cache.example", 6379}}));
        QVERIFY(one->user.empty() && one->password.empty());
        QCOMPARE(one->text(), std::string("redis://cache.example:6379"));

        const auto many = RedisAddress::parse("redis://10.0.0.2:7001,[::1]:65535,b:1");
        DONE(many);
        QCOMPARE(many->nodes, (std::vector<NodeAddress>{{"10.0.0.2", 7001}, {"::1", 65535}, {"b", 1}}));
        QCOMPARE(many->text(), std::string("redis://10.0.0.2:7001,[::1]:65535,b:1"));
    }

    void userAndPasswordAreDecodedAndThePasswordStaysInside() {
        struct {
            const char* text;
            const char* user;
            const char* password;
            const char* shown;
        } const cases[] = {
            {"redis://app:geheim@h:1", "app", "geheim", "redis://app@h:1"},
            {"redis://:geheim@h:1", "", "geheim", "redis://h:1"},
            {"redis://app@h:1", "app", "", "redis://app@h:1"},
            {"redis://a%3Ab:p%40%25%2f@h:1", "a:b", "p@%/", "redis://a%3Ab@h:1"},
            {"redis://app:a:b@c@h:1", "app", "a:b@c", "redis://app@h:1"},  // not encoded, and still clear
            {"redis://app:a/b,c@h:1,i:2", "app", "a/b,c", "redis://app@h:1,i:2"},
        };
        for (const auto& each : cases) {
            const auto address = RedisAddress::parse(each.text);
            QVERIFY2(address, each.text);
            QCOMPARE(address->user, std::string(each.user));
            QCOMPARE(address->password.reveal(), std::string_view(each.password));
            QCOMPARE(address->text(), std::string(each.shown));
            const auto again = RedisAddress::parse(address->text());
            DONE(again);
            QCOMPARE(again->user, address->user);
            QCOMPARE(again->nodes, address->nodes);
        }
    }

    void whatIsWrongIsNamed() {
        const struct {
            std::string text;
            const char* field;
            std::string value;
        } cases[] = {
            {"cache:6379", "keyspace", ""},
            {"http://cache:6379", "keyspace", ""},
            {"rediss://cache:6379", "keyspace", ""},
            {"redis://cache:6379/0", "keyspace", ""},
            {"redis://cache:6379?tls=1", "keyspace", ""},
            {"redis://", "host", ""},
            {"redis://a:1,", "host", ""},
            {"redis://a b:1", "host", "a b"},
            {"redis://a]:1", "host", "a]"},
            {"redis://[::1:1", "host", "::1:1"},
            {"redis://[127.0.0.1]:1", "host", "127.0.0.1"},
            {"redis://[::1]1", "host", "::1"},
            {"redis://" + std::string(254, 'h'), "host", std::string(254, 'h')},
            {"redis://a:1,b:2,a:1", "host", "a:1"},
            {"redis://a:0", "port", "0"},
            {"redis://a:65536", "port", "65536"},
            {"redis://a:99999999999999999999", "port", "99999999999999999999"},
            {"redis://a:", "port", ""},
            {"redis://::1", "host", ""},
            {"redis://@a:1", "user", ""},
            {"redis://a%4@b:1", "user", ""},
            {"redis://a%zz@b:1", "user", ""},
            {"redis://a:@b:1", "password", ""},
        };
        for (const auto& each : cases) {
            const auto address = RedisAddress::parse(each.text);
            QVERIFY2(!address, each.text.c_str());
            QCOMPARE(address.error().code, ErrorCode::InvalidArgument);
            QCOMPARE(address.error().field, std::string(each.field));
            QCOMPARE(address.error().value, each.value);
            QVERIFY(!address.error().message.empty());
        }
    }

    /// Whatever else is wrong with the address.
    void noErrorRepeatsAPassword() {
        for (const char* text : {"app:geheim@h:1", "rediss://app:geheim@h:1", "redis://app:geheim@h:1/0",
                                 "redis://app:geheim%@h:1", "redis://app:geheim@h:0", "redis://app:geheim@h x:1",
                                 "redis://app:geheim@", "redis://app:geheim", "redis://:geheim"}) {
            const auto address = RedisAddress::parse(text);
            QVERIFY2(!address, text);
            QVERIFY2(address.error().text().find("geheim") == std::string::npos, address.error().text().c_str());
        }
    }
};

}  // namespace test_redis_address

QTEST_APPLESS_MAIN(test_redis_address::TestRedisAddress)
#include "test_redis_address.moc"
