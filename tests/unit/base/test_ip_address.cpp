// SPDX-License-Identifier: GPL-3.0-or-later
// Where addresses of the network lie, also those that hide another in themselves.
#include <QTest>

#include "engine/base/ip_address.h"

namespace test_ip_address {

using namespace evenhand;

class TestIpAddress : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void scopes_data() {
        QTest::addColumn<QByteArray>("scope");
        const auto rows = [](const char* scope, std::initializer_list<const char*> addresses) {
            for (const char* address : addresses) {
                QTest::newRow(address) << QByteArray(scope);
            }
        };
        rows("public", {"8.8.8.8",        "1.1.1.1",          "93.184.216.34",        "9.255.255.255",
                        "11.0.0.0",       "100.63.255.255",   "100.128.0.0",          "126.255.255.255",
                        "128.0.0.0",      "169.253.255.255",  "169.255.0.0",          "172.15.255.255",
                        "172.32.0.0",     "192.167.255.255",  "192.169.0.0",          "198.17.255.255",
                        "198.20.0.0",     "223.255.255.255",  "2606:4700:4700::1111", "2a00:1450:4001:81b::200e",
                        "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1"});
        rows("loopback", {"127.0.0.1", "127.255.255.255", "::1", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1", "::ffff:7f00:1",
                          "64:ff9b::127.0.0.1", "2002:7f00:1::", "::127.0.0.1", "::ffff:0:127.0.0.1",
                          "2001:0:1:2:3:4:80ff:fffe"});  // Teredo carries the inverted 127.0.0.1
        rows("private", {"10.0.0.0", "10.255.255.255", "172.16.0.0", "172.31.255.255", "192.168.0.1", "100.64.0.1",
                         "100.127.255.255", "::ffff:192.168.1.1", "fec0::1", "2002:a00:1::"});
        rows("link_local", {"169.254.169.254", "fe80::1", "febf::1", "::ffff:169.254.169.254"});
        rows("unique_local", {"fc00::1", "fd12:3456:789a::1", "fdff::"});
        rows("multicast", {"224.0.0.1", "239.255.255.255", "ff02::1", "ff00::"});
        rows("unspecified", {"0.0.0.0", "0.1.2.3", "::", "::ffff:0.0.0.0", "::2"});
        rows("reserved",
             {"192.0.2.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9", "192.0.0.1", "192.88.99.1",
              "240.0.0.1", "255.255.255.255", "2001:db8::1", "2001:2::1", "3fff::1", "4000::1", "100::1", "5f00::1"});
        // Both ends of what is kept for protocols and examples, and what lies beside.
        rows("reserved", {"192.0.0.0",       "192.0.0.255",    "192.0.2.0",          "192.0.2.255",   "192.31.196.0",
                          "192.31.196.255",  "192.52.193.0",   "192.52.193.255",     "192.88.99.255", "192.175.48.0",
                          "192.175.48.255",  "198.51.100.255", "203.0.113.255",      "254.0.0.1",     "2001:1ff::1",
                          "2001:db8:ffff::", "3fff:fff::1",    "64:ff9b:1::8.8.8.8", "fe00::1",       "1fff::1"});
        rows("public", {"191.255.255.255", "192.0.1.0",     "192.0.3.0",     "192.31.195.255", "192.31.197.0",
                        "192.52.192.255",  "192.52.194.0",  "192.88.98.255", "192.88.100.0",   "192.175.47.255",
                        "192.175.49.0",    "198.51.99.255", "198.51.101.0",  "203.0.112.255",  "203.0.114.0",
                        "2001:200::1",     "2001:db7::1",   "2001:db9::1",   "3fff:1000::1",   "2000::1"});
    }
    void scopes() {
        QFETCH(QByteArray, scope);
        const auto address = IpAddress::fromText(QTest::currentDataTag());
        QVERIFY(address);
        QCOMPARE(QByteArray(base::scopeName(address->scope()).data()), scope);
    }

    void textsThatAreNoAddress() {
        for (const char* text : {"",
                                 "1",
                                 "1.2.3",
                                 "1.2.3.4.5",
                                 "1.2.3.",
                                 ".1.2.3",
                                 "1..2.3",
                                 "256.1.1.1",
                                 "01.2.3.4",
                                 "1.2.3.04",
                                 "0x7f.0.0.1",
                                 "0177.0.0.1",
                                 "2130706433",
                                 "1.2.3.4 ",
                                 " 1.2.3.4",
                                 "-1.2.3.4",
                                 "+1.2.3.4",
                                 "1.2.3.4\n",
                                 ":",
                                 ":::",
                                 "1:2:3:4:5:6:7",
                                 "1:2:3:4:5:6:7:8:9",
                                 "1:2:3:4:5:6:7:8::",
                                 "::1::",
                                 "1::2::3",
                                 ":1::2",
                                 "1::2:",
                                 "12345::",
                                 "g::1",
                                 "::1%eth0",
                                 "[::1]",
                                 "::1.2.3",
                                 "::1.2.3.4.5",
                                 "1.2.3.4::",
                                 "::1.2.3.4:5",
                                 "1:2:3:4:5:6:7:1.2.3.4",
                                 "localhost",
                                 "example.com"}) {
            QVERIFY2(!IpAddress::fromText(text), text);
        }
    }

    void theSameAddressInOtherWords() {
        QCOMPARE(IpAddress::fromText("::ffff:102:304"), IpAddress::fromText("1.2.3.4"));
        QCOMPARE(IpAddress::fromV4(0x01020304U), *IpAddress::fromText("1.2.3.4"));
        QCOMPARE(IpAddress::fromText("2001:DB8::A"), IpAddress::fromText("2001:db8:0:0:0:0:0:a"));
        QCOMPARE(IpAddress::fromText("1:2:3:4:5:6:7::"), IpAddress::fromText("1:2:3:4:5:6:7:0"));
        QCOMPARE(IpAddress::fromV6(IpAddress::fromText("fe80::1")->bytes()), *IpAddress::fromText("fe80::1"));
    }
};

}  // namespace test_ip_address

QTEST_GUILESS_MAIN(test_ip_address::TestIpAddress)
#include "test_ip_address.moc"
