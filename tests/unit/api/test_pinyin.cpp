// SPDX-License-Identifier: GPL-3.0-or-later
// Chinese names by the initials of their pinyin, also of characters that are read otherwise in names.
#include <QTest>

#include "engine/api/pinyin.h"

namespace test_pinyin {

using namespace evenhand;

class TestPinyin : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initials_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("initials");
        const auto row = [](const char* name, const char* initials) {
            QTest::newRow(initials) << QString::fromUtf8(name) << QString::fromUtf8(initials);
        };
        row("刘洋", "ly");
        row("王小明 B-2", "wxmb2");
        row("欧阳娜娜", "oynn");
        row("阿强", "aq");
        row("左子怡", "zzy");
        row("Li Wei", "liwei");
        row("珍珠奶茶", "zznc");
        row("", "");
    }
    void initials() {
        QFETCH(QString, name);
        QFETCH(QString, initials);
        QCOMPARE(api::pinyinInitials(name), initials);
    }

    void namesAreTypedByTheirInitials_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<bool>("means");
        const auto row = [](const char* name, const char* typed, bool means) {
            QTest::addRow("%s %s", name, typed) << QString::fromUtf8(name) << QString::fromUtf8(typed) << means;
        };
        row("刘洋", "ly", true);
        row("刘洋", "L Y", true);
        row("刘洋", "y", true);
        row("刘洋", "yl", false);
        row("刘洋", "lyx", false);
        row("刘洋", "", false);
        row("刘洋", "  ", false);
        // Surnames, and what is read otherwise in names of places and dishes; both readings find them.
        row("曾志伟", "zzw", true);
        row("单田芳", "stf", true);
        row("仇英", "qy", true);
        row("解晓东", "xxd", true);
        row("区楚良", "ocl", true);
        row("查良镛", "zly", true);
        row("翟天临", "ztl", true);
        row("尉迟恭", "ycg", true);
        row("重庆火锅", "cqhg", true);
        row("重庆火锅", "zqhg", true);
        row("长沙臭豆腐", "csc", true);
        row("农业银行", "nyyh", true);
        row("乐山钵钵鸡", "lsb", true);
        row("厦门沙茶面", "xm", true);
        row("曾志伟", "xzw", false);
        row("Li Wei", "iw", true);
    }
    void namesAreTypedByTheirInitials() {
        QFETCH(QString, name);
        QFETCH(QString, typed);
        QFETCH(bool, means);
        QCOMPARE(api::initialsContain(name, typed), means);
    }
};

}  // namespace test_pinyin

QTEST_GUILESS_MAIN(test_pinyin::TestPinyin)
#include "test_pinyin.moc"
