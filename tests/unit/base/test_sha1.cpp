// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCryptographicHash>
#include <QtTest>

#include "engine/base/sha1.h"

namespace test_sha1 {

using evenhand::base::sha1Hex;
using evenhand::base::sha1Text;

namespace {
std::string hexOf(std::string_view data) {
    const auto digest = sha1Hex(data);
    return std::string(sha1Text(digest));
}
}  // namespace

class TestSha1 : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void vectorsOfTheStandard() {
        QCOMPARE(hexOf(""), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
        QCOMPARE(hexOf("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
        QCOMPARE(hexOf("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
                 "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
        QCOMPARE(hexOf(std::string(1'000'000, 'a')), "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
    }
    void everyLengthAroundTheBlocks() {
        std::string data;
        for (int length = 0; length < 200; ++length) {
            const auto expected =
                QCryptographicHash::hash(QByteArray::fromStdString(data), QCryptographicHash::Sha1).toHex();
            QCOMPARE(hexOf(data), expected.toStdString());
            data.push_back(static_cast<char>(length * 37));
        }
    }
};

}  // namespace test_sha1

QTEST_APPLESS_MAIN(test_sha1::TestSha1)
#include "test_sha1.moc"
