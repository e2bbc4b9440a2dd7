// SPDX-License-Identifier: GPL-3.0-or-later
// Which passwords and logins are good enough.
#include <QTest>

#include "engine/api/password_policy.h"

namespace test_password_policy {

using namespace evenhand;
using namespace evenhand::api;

namespace {

std::string issue(std::string_view password, std::string_view login = "ann", std::string_view name = "Ann Other") {
    const auto issues = passwordIssues(password, login, name);
    return issues.empty() ? "fine" : std::string(toText(issues.front()));
}

}  // namespace

class TestPasswordPolicy : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void goodOnes() {
        for (const char* password :
             {"correct horse battery", "Tr0ub4dor&three", "mV9!kd#2pQ", "骑自行车去海边买茶叶的人",
              "Fünf Öre für Äpfel", "annoying-tuesday-lamp", "jd83 nnw2 pq", "a b c d quick brown fox"}) {
            QVERIFY2(issue(password) == "fine", (std::string(password) + ": " + issue(password)).c_str());
        }
    }

    void badOnes_data() {
        QTest::addColumn<QByteArray>("expected");
        const auto rows = [](const char* expected, std::initializer_list<const char*> passwords) {
            for (const char* password : passwords) {
                QTest::newRow(password) << QByteArray(expected);
            }
        };
        rows("too_short", {"q", "brief", "123456789", "九个字的密码真的短"});
        rows("uniform", {"aaaaaaaaaaaa", "abcabcabcabc", "121212121212", "abcdefghijklm", "9876543210", "qwertyuiop",
                         "abababababab", "1111122222", "lkjhgfdsaq"});
        rows("like_name", {"AnnOtherAnn!", "ann other 12", "Evenhand2026", "evenhand!!!!"});
        rows("common", {"Password123!", "p4$$w0rd2026", "123welcome123", "Administrator1", "!!LetMeIn!!",
                        "iloveyou2024", "passwordpassword", "changeme#2025", "Sunshine99!!", "woaini520131"});
    }
    void badOnes() {
        QFETCH(QByteArray, expected);
        const char* password = QTest::currentDataTag();
        QCOMPARE(QByteArray::fromStdString(issue(password)), expected);
        const auto judged = checkPassword(password, "ann", "Ann Other");
        QVERIFY(!judged);
        QCOMPARE(judged.error().code, ErrorCode::WeakPassword);
        QCOMPARE(judged.error().field, std::string("password"));
        QVERIFY(judged.error().text().find(password) == std::string::npos);  // never repeated
    }

    void theEmptyOneIsTooShort() { QCOMPARE(issue(""), std::string("too_short")); }

    void boundsAreCharactersNotBytes() {
        QCOMPARE(issue("十个字的密码刚刚好了吧"), std::string("fine"));  // eleven
        std::string most;
        for (int i = 0; i < 256; ++i) {
            most += static_cast<char>('a' + i * i * 7 % 23);
        }
        QVERIFY(issue(most) != "too_long");
        QCOMPARE(issue(most + "x"), std::string("too_long"));
        QCOMPARE(issue(std::string(1'000'000, 'x')), std::string("too_long"));
    }

    void whatIsNoText() {
        QCOMPARE(issue("good enough \xff\xfe"), std::string("not_text"));
        QCOMPARE(issue("good enough\nalso"), std::string("not_text"));
        QCOMPARE(issue(std::string("good\0enough also", 16)), std::string("not_text"));
    }

    void anotherNameDoesNotMatter() {
        QCOMPARE(issue("bartholomew-42", "bartholomew", ""), std::string("like_name"));
        QCOMPARE(issue("bartholomew-42", "ann", ""), std::string("fine"));
        QCOMPARE(issue("ab-kind-lamp-9", "ab", ""), std::string("fine"));  // too short a name to tell
    }

    /// Each rule at its edge: a password that is just refused, beside one that is just accepted.
    void everyRuleHasItsEdge_data() {
        QTest::addColumn<QByteArray>("bad");
        QTest::addColumn<QByteArray>("expected");
        QTest::addColumn<QByteArray>("good");
        const auto row = [](const char* rule, const char* bad, const char* expected, const char* good) {
            QTest::newRow(rule) << QByteArray(bad) << QByteArray(expected) << QByteArray(good);
        };
        row("four characters or five", "mzkqzmkqkzqm", "uniform", "mzkqtzmkqtkzqm");
        row("three quarters of it a sequence", "abcdefghijqam", "uniform", "abcdefghiqamt");
        row("what is left without the name", "bartholomew-42ab", "like_name", "bartholomew-42ab9");
        row("what is left without the program's name", "evenhand-42ab", "like_name", "evenhand-42ab9");
    }
    void everyRuleHasItsEdge() {
        QFETCH(const QByteArray, bad);
        QFETCH(const QByteArray, expected);
        QFETCH(const QByteArray, good);
        QCOMPARE(QByteArray::fromStdString(issue(bad.toStdString(), "bartholomew", "")), expected);
        QCOMPARE(issue(good.toStdString(), "bartholomew", ""), std::string("fine"));
    }

    /// A name of three characters is one; of two nobody can tell.
    void theShortestNameThatCounts() {
        QCOMPARE(issue("ann-ann-ann-1234", "ann", ""), std::string("like_name"));
        QCOMPARE(issue("ann-ann-ann-1234", "boss", "ANN"), std::string("like_name"));
        QCOMPARE(issue("an-an-an-an-1234", "an", ""), std::string("fine"));
    }

    /// Whoever guesses tries each of them as well.
    void everySignIsReadAsItsLetter() {
        for (const char* word : {"passw0rd 2026", "we1come 2026", "s3cret 2026", "p4ssword 2026", "p@ssword 2026",
                                 "pa5sword 2026", "pa$sword 2026", "le7mein 2026", "adm!n-202620"}) {
            QCOMPARE(issue(word), std::string("common"));
        }
    }

    void theSameCharactersTypedOtherwiseAreTheSamePassword() {
        QCOMPARE(normalisedPassword("cafe\u0301 au lait"), normalisedPassword("caf\u00e9 au lait"));
        QVERIFY(normalisedPassword("Case matters") != normalisedPassword("case matters"));
    }

    void logins() {
        for (const char* login : {"ann", "Ann Other", "王芳", "o'neil", "ann.other@example.com", "X"}) {
            QVERIFY2(checkLogin(login), login);
        }
        const std::string bad[] = {"",          " ann",      "ann ",         "local:root", "a:b",
                                   "system",    "System",    "ＳＹＳＴＥＭ", "demo",       "an\nn",
                                   "ann\u202e", "an\u200bn", "an\u009bn",    "\xff",       std::string(65, 'a'),
                                   "an\ue000n", "an\u2028n", "an\u2029n"};
        for (const auto& login : bad) {
            const auto judged = checkLogin(login);
            QVERIFY2(!judged, login.c_str());
            QCOMPARE(judged.error().code, ErrorCode::InvalidArgument);
            QCOMPARE(judged.error().field, std::string("login"));
        }
    }

    /// Actors of the program stand in the audit log by these names: no person may be taken for one of them.
    void namesOfTheProgramAreNobodys() {
        for (const std::string own : {"system", "storefront", "rehearsal", "local", "engine", "demo"}) {
            QVERIFY2(!checkLogin(own), own.c_str());
            QVERIFY2(!checkLogin(QString::fromStdString(own).toUpper().toStdString()), own.c_str());
            QVERIFY2(checkLogin(own + "s"), own.c_str());
        }
    }

    void loginsThatLookAlikeAreOne() {
        QCOMPARE(loginKey("Ann"), loginKey("ANN"));
        QCOMPARE(loginKey("ａｎｎ"), loginKey("ann"));
        QCOMPARE(loginKey("Stra\u00dfe"), loginKey("STRASSE"));
        QCOMPARE(loginKey("e\u0301"), loginKey("\u00c9"));
        QVERIFY(loginKey("ann") != loginKey("anna"));
    }
};

}  // namespace test_password_policy

QTEST_GUILESS_MAIN(test_password_policy::TestPasswordPolicy)
#include "test_password_policy.moc"
