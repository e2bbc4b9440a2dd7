// SPDX-License-Identifier: GPL-3.0-or-later
// Small things that everything else is written with: currencies, private files, tags of keys, instants as text, numbers
// of new orders, what a log leaves out.
#include <sys/stat.h>
#include <unistd.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <set>
#include <string>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/currency.h"
#include "engine/base/hash_tag.h"
#include "engine/base/log.h"
#include "engine/base/new_order_no.h"
#include "engine/base/private_file.h"

namespace test_base_words {

using namespace evenhand;
using namespace evenhand::base;

class TestBaseWords : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;

    /// A file with this mode.
    [[nodiscard]] std::string file(const char* name, const QByteArray& bytes, mode_t mode = 0600) const {
        QFile made(m_dir.filePath(QLatin1String(name)));
        if (!made.open(QIODevice::WriteOnly) || made.write(bytes) != bytes.size()) {
            return {};
        }
        made.close();
        const auto path = made.fileName().toStdString();
        return ::chmod(path.c_str(), mode) == 0 ? path : std::string();
    }
    [[nodiscard]] std::string lineOf(const QByteArray& bytes, std::size_t most) const {
        const auto line = readPrivateLine(file("line", bytes), "password", most);
        return line ? std::string(line->reveal()) : "refused: " + line.error().field;
    }

private Q_SLOTS:
    /// ISO 4217, list one.
    void smallestUnitsOfCurrencies() {
        for (const char* none : {"BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI",
                                 "VND", "VUV", "XAF", "XOF", "XPF"}) {
            QVERIFY2(minorDigitsOf(none) == 0, none);
        }
        for (const char* three : {"BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"}) {
            QVERIFY2(minorDigitsOf(three) == 3, three);
        }
        for (const char* two : {"CNY", "EUR", "GBP", "USD", "CHF", "INR", "XYZ", "jpy", ""}) {
            QVERIFY2(minorDigitsOf(two) == 2, two);
        }
    }

    void theFirstLineOfAPrivateFile() {
        QCOMPARE(lineOf("secret\n", 64), std::string("secret"));
        QCOMPARE(lineOf("secret", 64), std::string("secret"));
        QCOMPARE(lineOf("secret\r\nmore\n", 64), std::string("secret"));
        QCOMPARE(lineOf(" se cret \nmore", 64), std::string(" se cret "));
        QCOMPARE(lineOf("a\rb\n", 64), std::string("a\rb"));
        QCOMPARE(lineOf("", 64), std::string());
        QCOMPARE(lineOf("\nsecond\n", 64), std::string());
        // As long as it may be and one more, whatever follows in other lines.
        QCOMPARE(lineOf("12345678\n" + QByteArray(1'000, 'x'), 8), std::string("12345678"));
        QCOMPARE(lineOf("123456789\n", 8), std::string("refused: password"));
        const auto folder = m_dir.filePath(QStringLiteral("nowhere")).toStdString();
        const auto missing = readPrivateLine(folder, "password", 64);
        QVERIFY(!missing && missing.error().code == ErrorCode::NotFound);
        QCOMPARE(missing.error().field, std::string("password"));
        QCOMPARE(missing.error().value, folder);
    }

    void whatOthersCanReadOrChangeIsNotPrivate() {
        const bool roots = ::geteuid() == 0;
        for (const mode_t mode : {0600, 0400, 0700}) {
            const auto path = file("own", "s\n", mode);
            QVERIFY(checkPrivateFile(path, "key").has_value());
            QVERIFY(readPrivateLine(path, "key", 64).has_value());
        }
        for (const mode_t mode : {0604, 0602, 0601, 0620, 0660, 0640}) {
            const auto path = file("open", "s\n", mode);
            // A group may read what is root's, as it may the keys of certificates.
            const bool may = mode == 0640 && roots;
            const auto checked = checkPrivateFile(path, "key");
            const auto read = readPrivateLine(path, "key", 64);
            QCOMPARE(checked.has_value(), may);
            QCOMPARE(read.has_value(), may);
            if (!may) {
                for (const auto& error : {checked.error(), read.error()}) {
                    QCOMPARE(error.code, ErrorCode::PermissionDenied);
                    QCOMPARE(error.field, std::string("key"));
                    QCOMPARE(error.value, path);
                }
            }
        }
        // Somebody else's, whoever may read it, can be changed by them.
        if (roots) {
            const auto path = file("theirs", "s\n", 0600);
            QCOMPARE(::chown(path.c_str(), 65534, 65534), 0);
            const auto refused = checkPrivateFile(path, "key");
            QVERIFY(!refused && refused.error().code == ErrorCode::PermissionDenied);
        }
        QVERIFY(checkPrivateFile("/dev/null", "key").has_value());  // no file: nobody reads it twice
    }

    /// Ids become tags of keys and back, so that no id can be taken for the key of another.
    void tagsOfKeys() {
        const std::pair<const char*, const char*> tags[] = {{"", ""},
                                                            {"north", "north"},
                                                            {"a{b}", "a%7Bb%7D"},
                                                            {"50%", "50%25"},
                                                            {"a:b", "a%3Ab"},
                                                            {"%7B", "%257B"},
                                                            {"\xe5\x8c\x97 {", "\xe5\x8c\x97 %7B"}};
        std::set<std::string> all;
        for (const auto& [id, tag] : tags) {
            QCOMPARE(hashTagOf(id), std::string(tag));
            QCOMPARE(idOfHashTag(tag), std::string(id));
            all.insert(hashTagOf(id));
        }
        QCOMPARE(all.size(), std::size(tags));
        QCOMPARE(idOfHashTag("%3a"), std::string(":"));
        for (const char* asItIs : {"%", "%7", "a%", "%zz", "%7g"}) {
            QCOMPARE(idOfHashTag(asItIs), std::string(asItIs));
        }
    }

    void instantsForPeople() {
        QCOMPARE(utcText(Instant{0}), std::string("1970-01-01 00:00:00 UTC"));
        QCOMPARE(utcText(Instant{1'709'210'096'999}), std::string("2024-02-29 12:34:56 UTC"));
        QCOMPARE(utcText(Instant{-1}), std::string("1969-12-31 23:59:59 UTC"));
    }

    /// They sort by time, and no character is taken for another when read aloud.
    void numbersOfNewOrders() {
        const auto number = [](std::int64_t ms, std::uint64_t chance) {
            return std::string(std::string_view(NewOrderNo<9>(Instant{ms}, chance)));
        };
        QCOMPARE(number(0, 0), std::string("EH000000000000000000"));
        QCOMPARE(number(1, 31), std::string("EH00000000100000000Z"));
        QCOMPARE(number(32, 32), std::string("EH000000010000000010"));
        QCOMPARE(number(1'717'200'000'000, 0).size(), std::size_t{20});
        std::string last;
        for (const std::int64_t ms : {0LL, 31LL, 32LL, 1'023LL, 1'024LL, 1'717'200'000'000LL, 1'717'200'000'001LL}) {
            const auto next = number(ms, UINT64_MAX);
            QVERIFY2(last < next, next.c_str());
            QVERIFY(next.find_first_of("ILOU") == std::string::npos);
            last = next;
        }
    }

    void whatIsBelowTheLevelIsNotSaid() {
        std::vector<std::string> said;
        setLogSink([&](LogLevel, std::string_view component, std::string_view message) {
            said.push_back(std::string(component) + " " + std::string(message));
        });
        const auto sayAll = [&] {
            said.clear();
            log(LogLevel::Debug, "test", "debug");
            log(LogLevel::Info, "test", "info");
            log(LogLevel::Warning, "test", "warning");
            log(LogLevel::Error, "test", "error");
            return said.size();
        };
        QCOMPARE(sayAll(), std::size_t{3});
        QCOMPARE(said.front(), std::string("test info"));
        setLogLevel(LogLevel::Warning);
        QCOMPARE(sayAll(), std::size_t{2});
        setLogLevel(LogLevel::Debug);
        QCOMPARE(sayAll(), std::size_t{4});
        setLogLevel(LogLevel::Info);
        setLogSink({});
    }
};

}  // namespace test_base_words

QTEST_APPLESS_MAIN(test_base_words::TestBaseWords)
#include "test_base_words.moc"
