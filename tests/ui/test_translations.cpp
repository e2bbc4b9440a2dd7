// SPDX-License-Identifier: GPL-3.0-or-later
// Every text of the console is there in Chinese, and every text with a count in English and Chinese plural forms:
// nothing unfinished, nothing new that was not taken up, place-holders kept; what the forms say; and a font that can
// show Chinese.
#include <QFile>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include "ui/shell/language.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/formats.h"

namespace test_translations {

using namespace evenhand;

namespace {

const QString kChineseFile = QStringLiteral(EVENHAND_SOURCE_DIR "/resources/translations/evenhand_zh_CN.ts");
const QString kEnglishFile = QStringLiteral(EVENHAND_SOURCE_DIR "/resources/translations/evenhand_en.ts");

struct Message {
    QString context;
    QString source;
    QStringList forms;     ///< one, or as many as the language has for counts
    bool counted = false;  ///< has plural forms
    bool unfinished = false;

    [[nodiscard]] QString name() const { return context + QStringLiteral(": ") + source; }
};

QList<Message> readMessages(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    QList<Message> messages;
    QString context;
    QXmlStreamReader xml(&file);
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) {
            continue;
        }
        if (xml.name() == QLatin1String("name")) {
            context = xml.readElementText();
        } else if (xml.name() == QLatin1String("message")) {
            messages << Message{context, {}, {}, false, false};
            messages.last().counted = xml.attributes().value(QLatin1String("numerus")) == QLatin1String("yes");
        } else if (xml.name() == QLatin1String("source")) {
            messages.last().source = xml.readElementText();
        } else if (xml.name() == QLatin1String("translation")) {
            messages.last().unfinished = xml.attributes().value(QLatin1String("type")) == QLatin1String("unfinished");
            if (!messages.last().counted) {
                messages.last().forms << xml.readElementText();
            }
        } else if (xml.name() == QLatin1String("numerusform")) {
            messages.last().forms << xml.readElementText();
        }
    }
    return messages;
}

QStringList placeHolders(const QString& text) {
    static const QRegularExpression kHolder(QStringLiteral("%L?([0-9]|n\\b)"));
    QStringList found;
    for (auto match = kHolder.globalMatch(text); match.hasNext();) {
        found << match.next().captured();
    }
    found.sort();
    return found;
}

/// What is wrong with a message of a language that has `forms` plural forms; empty: nothing.
QString faultOf(const Message& message, int forms) {
    if (message.unfinished || message.forms.size() != (message.counted ? forms : 1)) {
        return message.name();
    }
    for (const QString& form : message.forms) {
        if (form.isEmpty() || placeHolders(message.source) != placeHolders(form)) {
            return message.name() + QStringLiteral(" / ") + form;
        }
    }
    return {};
}

}  // namespace

class TestTranslations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingIsUnfinished() {
        const auto messages = readMessages(kChineseFile);
        QVERIFY(messages.size() > 100);
        for (const auto& message : messages) {
            const QString fault = faultOf(message, 1);
            QVERIFY2(fault.isEmpty(), qPrintable(fault));
        }
    }

    /// The text in the source is the plural; the English file adds the singular, to each text that has a count.
    void englishHasItsPluralForms() {
        QStringList counted;
        for (const auto& message : readMessages(kChineseFile)) {
            if (message.counted) {
                counted << message.name();
            }
        }
        QVERIFY(counted.size() > 50);
        const auto messages = readMessages(kEnglishFile);
        for (const auto& message : messages) {
            QVERIFY2(counted.removeOne(message.name()), qPrintable(message.name()));
            const QString fault = faultOf(message, 2);
            QVERIFY2(fault.isEmpty(), qPrintable(fault));
            QCOMPARE(message.forms.last(), message.source);
            QVERIFY2(message.forms.first() != message.source, qPrintable(message.name()));
        }
        QVERIFY2(counted.isEmpty(), qPrintable(counted.join(QLatin1Char('\n'))));
    }

    void countsAreSaidInBothLanguages() {
        QCOMPARE(ui::countedOrders(0), QStringLiteral("0 orders"));
        QCOMPARE(ui::countedOrders(1), QStringLiteral("1 order"));
        QCOMPARE(ui::countedOrders(1'234), QStringLiteral("1,234 orders"));
        // The int that tr() takes would be 1.
        QCOMPARE(ui::countedOrders((std::int64_t{1} << 32) + 1), QStringLiteral("4,294,967,297 orders"));
        QCOMPARE(ui::Formats::plural(-1), 0);  // not known yet: "– orders"
        {
            ui::Language language;
            QVERIFY(language.apply(QStringLiteral("zh")));
            QCOMPARE(ui::countedOrders(1), QStringLiteral("1 个订单"));
            QCOMPARE(ui::countedOrders(2), QStringLiteral("2 个订单"));
            QVERIFY(language.apply(QStringLiteral("en")));
            QCOMPARE(ui::countedOrders(1), QStringLiteral("1 order"));
        }
        QCOMPARE(ui::countedOrders(1), QStringLiteral("1 order"));
    }

    /// One word for one thing, brackets as wide as the letters; and in English quotes that no Chinese font widens.
    void textsAreWrittenOneWay() {
        static const QRegularExpression kChinese(QStringLiteral("[\\x{4e00}-\\x{9fff}]"));
        const QStringList others{QStringLiteral("取餐"),     QStringLiteral("未分配"),   QStringLiteral("未支付"),
                                 QStringLiteral("扣留"),     QStringLiteral("逾期"),     QStringLiteral("所有校区"),
                                 QStringLiteral("后台任务"), QStringLiteral("条目"),     QStringLiteral("电脑"),
                                 QStringLiteral("折扣"),     QStringLiteral("筛选条件"), QStringLiteral("撤销改派")};
        for (const auto& message : readMessages(kChineseFile)) {
            QVERIFY2(!message.source.contains(QChar(0x201c)) && !message.source.contains(QChar(0x201d)),
                     qPrintable(message.source));
            for (const QString& said : message.forms) {
                const bool names = said.contains(QStringLiteral("(*"));  // a filter of file names, read by Qt
                QVERIFY2(names || !kChinese.match(said).hasMatch() || !said.contains(QLatin1Char('(')),
                         qPrintable(said));
                for (const QString& other : others) {
                    QVERIFY2(!said.contains(other), qPrintable(said));
                }
            }
        }
    }

    void everyTextOfTheSourcesIsTakenUp_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QStringList>("options");
        QTest::newRow("Chinese") << kChineseFile << QStringList();
        QTest::newRow("English") << kEnglishFile
                                 << QStringList{QStringLiteral("-pluralonly"), QStringLiteral("-target-language"),
                                                QStringLiteral("en")};
    }
    void everyTextOfTheSourcesIsTakenUp() {
        QFETCH(QString, file);
        QFETCH(QStringList, options);
        QTemporaryDir folder;
        const QString copy = folder.filePath(QStringLiteral("copy.ts"));
        QVERIFY(QFile::copy(file, copy));
        QProcess lupdate;
        const QString root = QStringLiteral(EVENHAND_SOURCE_DIR);
        options += {QStringLiteral("-silent"),    QStringLiteral("-no-obsolete"),
                    QStringLiteral("-locations"), QStringLiteral("none"),
                    QStringLiteral("-I"),         root,
                    root + QStringLiteral("/ui"), root + QStringLiteral("/app"),
                    QStringLiteral("-ts"),        copy};
        lupdate.start(QStringLiteral(EVENHAND_LUPDATE), options);
        QVERIFY(lupdate.waitForFinished(120'000));
        QCOMPARE(lupdate.exitCode(), 0);
        for (const auto& message : readMessages(copy)) {
            QVERIFY2(!message.unfinished, qPrintable(QStringLiteral("not in the .ts file: ") + message.name()));
        }
    }

    void aFontShowsChinese() {
        const auto families = QFontDatabase::families(QFontDatabase::SimplifiedChinese);
        QVERIFY2(!families.isEmpty(), "install a CJK font");
        const QFontMetrics metrics(QFont(families.front()));
        QVERIFY(metrics.inFont(QChar(0x5747)));  // 均
    }
};

}  // namespace test_translations

QTEST_MAIN(test_translations::TestTranslations)
#include "test_translations.moc"
