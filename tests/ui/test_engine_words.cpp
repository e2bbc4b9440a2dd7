// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever the engine refuses is said in Chinese to who reads Chinese: the sentences are read from the engine's
// sources, so that a new one is missed here. What they quote stays as it is.
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <vector>

#include "ui/bridge/engine_phrases.h"
#include "ui/bridge/engine_words.h"
#include "ui/bridge/error_text.h"
#include "ui/shell/language.h"

namespace test_engine_words {

using namespace evenhand;

namespace {

/// Faults of machines and files, whose words go to who repairs them.
const QStringList kForRepair{
    QStringLiteral("Storage"),          QStringLiteral("Script"),         QStringLiteral("Internal"),
    QStringLiteral("DriverMissing"),    QStringLiteral("ReadOnly"),       QStringLiteral("WorkspaceDamaged"),
    QStringLiteral("WorkspaceVersion"), QStringLiteral("WorkspaceInUse"), QStringLiteral("WorkspaceMissing"),
    QStringLiteral("BackupDamaged"),    QStringLiteral("OutcomeUnknown")};
/// Rooms whose refusals reach no page: requests of HTTP, text of JSON, scripts, the databases' own options, files of
/// certificates.
const QStringList kNotOfPages{QStringLiteral("ingest"),
                              QStringLiteral("wire"),  // faults of programs
                              QStringLiteral("json"),
                              QStringLiteral("script"),
                              QStringLiteral("store/database"),
                              QStringLiteral("keyspace"),
                              QStringLiteral("cluster/redis/redis_address"),
                              QStringLiteral("outward"),
                              QStringLiteral("outbox"),  // messages between services
                              QStringLiteral("base/private_file.cpp")};

struct Said {
    QString where;
    QString sentence;  ///< with "7" for each value
};

/// Splits at `mark` outside brackets and texts.
QStringList split(const QString& code, QChar mark, bool onlyFirst = false) {
    QStringList parts{QString()};
    int depth = 0;
    bool quoted = false;
    for (qsizetype i = 0; i < code.size(); ++i) {
        const QChar c = code[i];
        if (quoted && c == QLatin1Char('\\')) {
            parts.last() += c;
            parts.last() += code[++i];
            continue;
        }
        quoted = quoted != (c == QLatin1Char('"'));
        if (!quoted) {
            depth += QStringLiteral("([{").contains(c) ? 1 : QStringLiteral(")]}").contains(c) ? -1 : 0;
            const bool scope =
                mark == QLatin1Char(':') && (code.mid(i, 2) == QLatin1String("::") ||
                                             code.mid(qMax<qsizetype>(i - 1, 0), 2) == QLatin1String("::"));
            if (depth < 0) {
                break;  // the call ends
            }
            if (depth == 0 && c == mark && !scope && !(onlyFirst && parts.size() > 1)) {
                parts << QString();
                continue;
            }
        }
        parts.last() += c;
    }
    return parts;
}

/// Every text that an expression may be; "7" for what is no text of the source.
QStringList textsOf(const QString& expression) {
    const QString code = expression.trimmed();
    if (const auto choice = split(code, QLatin1Char('?'), true); choice.size() == 2) {
        const auto ways = split(choice[1], QLatin1Char(':'), true);
        return textsOf(ways.value(0)) + textsOf(ways.value(1));
    }
    if (const auto terms = split(code, QLatin1Char('+')); terms.size() > 1) {
        QStringList all{QString()};
        for (const QString& term : terms) {
            QStringList longer;
            for (const QString& start : std::as_const(all)) {
                for (const QString& end : textsOf(term)) {
                    longer << start + end;
                }
            }
            all = longer;
        }
        return all;
    }
    static const QRegularExpression kWho(QStringLiteral("byWhom\\(|^settledBy\\(|^who$"));
    if (!code.startsWith(QLatin1Char('"')) && code.contains(kWho)) {
        return {QString()};  // who was quicker, if that is known
    }
    static const QRegularExpression kWrapped(QStringLiteral("^(?:std::string)?\\((.*)\\)$"),
                                             QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression kText(QStringLiteral("\"((?:[^\"\\\\]|\\\\.)*)\""));
    if (code.startsWith(QLatin1Char('"'))) {
        QString text;  // pieces beside each other are one
        for (auto each = kText.globalMatch(code); each.hasNext();) {
            text += each.next().captured(1);
        }
        return {text.replace(QStringLiteral("\\\""), QStringLiteral("\""))};
    }
    if (const auto inner = kWrapped.match(code); inner.hasMatch() && inner.captured(1).contains(QLatin1Char('"'))) {
        return textsOf(inner.captured(1));
    }
    return {code == QLatin1String("std::string()") ? QString() : QStringLiteral("7")};
}

/// Of each call that `makes` a refusal (its match ends where the message begins) in the files under `folder`.
void collect(const QString& folder, const QRegularExpression& makes, std::vector<Said>& found) {
    static const QRegularExpression kComment(QStringLiteral("^\\s*//.*$"), QRegularExpression::MultilineOption);
    const QString root = QStringLiteral(EVENHAND_SOURCE_DIR "/") + folder;
    QDirIterator files(root, {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files,
                       QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        const QString name = file.fileName().mid(root.size() + 1);
        if (std::any_of(kNotOfPages.begin(), kNotOfPages.end(),
                        [&name](const QString& room) { return name.startsWith(room); }) ||
            !file.open(QIODevice::ReadOnly)) {
            continue;
        }
        const QString code = QString::fromUtf8(file.readAll()).remove(kComment);
        for (auto each = makes.globalMatch(code); each.hasNext();) {
            const auto call = each.next();
            if (kForRepair.contains(call.captured(QStringLiteral("code")))) {
                continue;
            }
            for (const QString& text : textsOf(split(code.mid(call.capturedEnd(), 2'000), QLatin1Char(',')).front())) {
                if (text != QLatin1String("7") && !text.isEmpty()) {
                    found.push_back({name, text});
                }
            }
        }
    }
}

std::vector<Said> refusals() {
    static const QRegularExpression kMakes(
        QStringLiteral("(?:\\bfail\\(|\\bError\\{|\\breturn \\{)\\s*ErrorCode::(?<code>\\w+),|"
                       "\\bwrongStatus\\((?=\\s*\")|\\brefuse(?:d\\([^\"]*?,|\\()(?=\\s*\")|\\binvalid\\((?=\\s*\")"));
    std::vector<Said> found;
    collect(QStringLiteral("engine"), kMakes, found);
    return found;
}

/// The letters that are left once names that are the same everywhere are taken away.
QString latinOf(QString said) {
    static const QRegularExpression kNames(QStringLiteral(
        "\\b(SKU|ID|UUID|Redis|etcd|mon|tue|off|Webhook|https?|whsec_|base64|a-z|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-"
        "9a-f]{12})\\b|whsec_"));
    static const QRegularExpression kOther(QStringLiteral("[^A-Za-z]"));
    return said.remove(kNames).remove(kOther);
}

struct Chinese {
    ui::Language language;
    Chinese() { language.apply(QStringLiteral("zh")); }
};

}  // namespace

class TestEngineWords : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyRefusalIsSaidInChinese() {
        const auto all = refusals();
        QVERIFY2(all.size() > 150, qPrintable(QString::number(all.size())));
        const Chinese chinese;
        QCOMPARE(chinese.language.current(), QStringLiteral("zh"));
        QStringList missing;
        for (const auto& each : all) {
            const auto said = ui::engineSentence(each.sentence);
            if (!said || !latinOf(*said).isEmpty()) {
                missing << each.where + QStringLiteral(": ") + each.sentence + QStringLiteral(" -> ") +
                               said.value_or(QString());
            }
        }
        for (const QString& each : missing) {
            qWarning().noquote() << each;  // a message of a test is cut
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char('\n'))));
    }

    void everyCheckIsSaidInChinese() {
        static const QRegularExpression kCheck(QStringLiteral("\\{\"[A-Z]\\d\",\\s*((?:\"[^\"]*\"\\s*)+)"));
        QStringList names;
        for (const QString& folder : {QStringLiteral("/engine"), QStringLiteral("/app/workspace")}) {
            QDirIterator files(QStringLiteral(EVENHAND_SOURCE_DIR) + folder, {QStringLiteral("*.cpp")}, QDir::Files,
                               QDirIterator::Subdirectories);
            while (files.hasNext()) {
                QFile file(files.next());
                QVERIFY(file.open(QIODevice::ReadOnly));
                const QString code = QString::fromUtf8(file.readAll());
                for (auto each = kCheck.globalMatch(code); each.hasNext();) {
                    names += textsOf(each.next().captured(1));
                }
            }
        }
        QVERIFY2(names.size() > 30, qPrintable(names.join(QLatin1Char('\n'))));
        const Chinese chinese;
        for (const QString& name : names) {
            const auto said = ui::engineSentence(name);
            QVERIFY2(said && latinOf(*said).isEmpty(), qPrintable(name));
        }
    }

    void whatIsSaidOfADeploymentsPartsIsSaidInChinese() {
        static const QRegularExpression kSaid(
            QStringLiteral("(?:impaired\\(made, |away\\(made, |reason = )\"([^\"]+)\""));
        QFile file(QStringLiteral(EVENHAND_SOURCE_DIR "/app/workspace/deployment_watch.cpp"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString code = QString::fromUtf8(file.readAll());
        const Chinese chinese;
        int found = 0;
        for (auto each = kSaid.globalMatch(code); each.hasNext(); ++found) {
            const QString sentence = each.next().captured(1);
            const auto said = ui::engineSentence(sentence);
            QVERIFY2(said && latinOf(*said).isEmpty(), qPrintable(sentence));
        }
        QVERIFY(found >= 7);
    }

    void everyFieldAndSubjectHasItsWord() {
        const Chinese chinese;
        for (const char* field : ui::enginePhrases::fields()) {
            const auto said = ui::engineField(QString::fromUtf8(field));
            QVERIFY2(said && latinOf(*said).isEmpty(), field);
        }
        for (const char* subject : ui::enginePhrases::subjects()) {
            const QString said = ui::engineSubject(
                QString::fromUtf8(subject).replace(QRegularExpression(QStringLiteral("%\\d")), QStringLiteral("7")));
            QVERIFY2(latinOf(said).isEmpty(), subject);
        }
    }

    void aRefusalKeepsItsValues() {
        const Chinese chinese;
        QCOMPARE(
            ui::errorText({ErrorCode::OutOfStock, "the product has only 3 in stock, 400 are needed", "units", "400"}),
            QStringLiteral("库存不足。（该商品库存只有 3 份，需要 400 份）"));
        QCOMPARE(ui::errorText({ErrorCode::WrongStatus, "the refund has left", "refund", "SENT"}),
                 QStringLiteral("当前状态不允许此操作。（退款已发出）"));
        QCOMPARE(ui::engineSentence(QStringLiteral("only 3 of T-1 can still be returned")),
                 std::optional(QStringLiteral("T-1 还可退 3 份")));
        QCOMPARE(ui::engineSentence(QStringLiteral(
                     "the return R-5 was changed meanwhile, by ann at 2026-11-26 15:00:03 UTC (returns.approve)")),
                 std::optional(QStringLiteral("退货 R-5 期间已被他人更改")));
        QCOMPARE(ui::engineSentence(QStringLiteral("the courier belongs to campus %2")),
                 std::optional(QStringLiteral("该骑手属于校区 %2")));
        QCOMPARE(ui::engineSubject(QStringLiteral("worker 2 of vm, process 12")),
                 QStringLiteral("vm 的后台进程 2，进程号 12"));
        QCOMPARE(ui::engineSubject(QStringLiteral("ann")), QStringLiteral("ann"));
    }

    void whatNobodyTranslatedIsLeftOut() {
        const Error unknown{ErrorCode::WrongStatus, "the moon is not full", "moon", "half"};
        const Error field{ErrorCode::InvalidArgument, "is not round", "moon", "half"};
        QVERIFY(ui::errorText(unknown).contains(QStringLiteral("the moon is not full")));
        QVERIFY(ui::errorText(field).contains(QStringLiteral("moon: is not round – half")));
        const Chinese chinese;
        QCOMPARE(ui::errorText(unknown), QStringLiteral("当前状态不允许此操作。"));
        QVERIFY(!ui::errorText(field).contains(QStringLiteral("moon")));
        // What the system says of a fault is needed to repair it.
        QVERIFY(ui::errorText({ErrorCode::Storage, "fsync: input/output error", "path", "/w"})
                    .contains(QStringLiteral("fsync: input/output error")));
    }
};

}  // namespace test_engine_words

QTEST_MAIN(test_engine_words::TestEngineWords)
#include "test_engine_words.moc"
