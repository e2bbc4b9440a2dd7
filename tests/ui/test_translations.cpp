// SPDX-License-Identifier: GPL-3.0-or-later
// Every text of the console is there in Chinese: nothing unfinished, nothing new that was not taken up, place-holders
// kept, and a font that can show it.
#include <QFile>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

namespace {

struct Message {
    QString context;
    QString source;
    QString translation;
    bool unfinished = false;
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
        } else if (xml.name() == QLatin1String("source")) {
            messages << Message{context, xml.readElementText(), {}, false};
        } else if (xml.name() == QLatin1String("translation")) {
            messages.last().unfinished = xml.attributes().value(QLatin1String("type")) == QLatin1String("unfinished");
            messages.last().translation = xml.readElementText();
        }
    }
    return messages;
}

QStringList placeHolders(const QString& text) {
    static const QRegularExpression kHolder(QStringLiteral("%[0-9]"));
    QStringList found;
    for (auto match = kHolder.globalMatch(text); match.hasNext();) {
        found << match.next().captured();
    }
    found.sort();
    return found;
}

}  // namespace

class TestTranslations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingIsUnfinished() {
        const auto messages =
            readMessages(QStringLiteral(EVENHAND_SOURCE_DIR "/resources/translations/evenhand_zh_CN.ts"));
        QVERIFY(messages.size() > 100);
        for (const auto& message : messages) {
            QVERIFY2(!message.unfinished && !message.translation.isEmpty(),
                     qPrintable(message.context + QStringLiteral(": ") + message.source));
            QVERIFY2(placeHolders(message.source) == placeHolders(message.translation),
                     qPrintable(message.source + QStringLiteral(" / ") + message.translation));
        }
    }

    /// One word for one thing, brackets as wide as the letters; and in English quotes that no Chinese font widens.
    void textsAreWrittenOneWay() {
        static const QRegularExpression kChinese(QStringLiteral("[\\x{4e00}-\\x{9fff}]"));
        const QStringList others{QStringLiteral("取餐"), QStringLiteral("未分配"), QStringLiteral("未支付"),
                                 QStringLiteral("扣留"), QStringLiteral("逾期")};
        for (const auto& message :
             readMessages(QStringLiteral(EVENHAND_SOURCE_DIR "/resources/translations/evenhand_zh_CN.ts"))) {
            QVERIFY2(!message.source.contains(QChar(0x201c)) && !message.source.contains(QChar(0x201d)),
                     qPrintable(message.source));
            const QString& said = message.translation;
            const bool names = said.contains(QStringLiteral("(*"));  // a filter of file names, read by Qt
            QVERIFY2(names || !kChinese.match(said).hasMatch() || !said.contains(QLatin1Char('(')), qPrintable(said));
            for (const QString& other : others) {
                QVERIFY2(!said.contains(other), qPrintable(said));
            }
        }
    }

    void everyTextOfTheSourcesIsTakenUp() {
        QTemporaryDir folder;
        const QString copy = folder.filePath(QStringLiteral("copy.ts"));
        QVERIFY(QFile::copy(QStringLiteral(EVENHAND_SOURCE_DIR "/resources/translations/evenhand_zh_CN.ts"), copy));
        QProcess lupdate;
        const QString root = QStringLiteral(EVENHAND_SOURCE_DIR);
        lupdate.start(QStringLiteral(EVENHAND_LUPDATE),
                      {QStringLiteral("-silent"), QStringLiteral("-no-obsolete"), QStringLiteral("-locations"),
                       QStringLiteral("none"), QStringLiteral("-I"), root, root + QStringLiteral("/ui"),
                       root + QStringLiteral("/app"), QStringLiteral("-ts"), copy});
        QVERIFY(lupdate.waitForFinished(120'000));
        QCOMPARE(lupdate.exitCode(), 0);
        for (const auto& message : readMessages(copy)) {
            QVERIFY2(!message.unfinished, qPrintable(QStringLiteral("not in the .ts file: ") + message.context +
                                                     QStringLiteral(": ") + message.source));
        }
    }

    void aFontShowsChinese() {
        const auto families = QFontDatabase::families(QFontDatabase::SimplifiedChinese);
        QVERIFY2(!families.isEmpty(), "install a CJK font");
        const QFontMetrics metrics(QFont(families.front()));
        QVERIFY(metrics.inFont(QChar(0x5747)));  // 均
    }
};

QTEST_MAIN(TestTranslations)
#include "test_translations.moc"
