// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of the house that neither compiler nor linker checks: which room includes which, where SQL, clocks and
// randomness may stand, and that every source names its licence.
#include <QDirIterator>
#include <QFile>
#include <QMap>
#include <QRegularExpression>
#include <QTest>
#include <functional>

namespace {

struct Source {
    QString path;  ///< relative to the project
    QStringList lines;
};

QString root() { return QStringLiteral(EVENHAND_SOURCE_DIR); }

QList<Source> sources(const QStringList& folders) {
    QList<Source> all;
    for (const QString& folder : folders) {
        QDirIterator files(root() + QLatin1Char('/') + folder, {QStringLiteral("*.h"), QStringLiteral("*.cpp")},
                           QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (file.open(QIODevice::ReadOnly)) {
                all.append({QDir(root()).relativeFilePath(file.fileName()),
                            QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'))});
            }
        }
    }
    return all;
}

/// The room of a path: "engine/orders", "ui", "app".
QString roomOf(const QString& path) {
    const QStringList parts = path.split(QLatin1Char('/'));
    return parts.first() == QLatin1String("engine") && parts.size() > 2 ? parts.at(0) + QLatin1Char('/') + parts.at(1)
                                                                        : parts.first();
}

/// Text outside of `//` comments; good enough for our own style.
QString withoutComment(const QString& line) {
    const qsizetype comment = line.indexOf(QLatin1String("//"));
    return comment < 0 || line.left(comment).count(QLatin1Char('"')) % 2 == 1 ? line : line.left(comment);
}

const QStringList kDomains = {
    QStringLiteral("engine/orders"),  QStringLiteral("engine/dispatch"), QStringLiteral("engine/timeouts"),
    QStringLiteral("engine/seckill"), QStringLiteral("engine/coupons"),  QStringLiteral("engine/returns"),
    QStringLiteral("engine/ledger"),  QStringLiteral("engine/tasks"),    QStringLiteral("engine/accounts")};

/// Which rooms a room may include, besides itself; rooms that are not listed may include everything.
QMap<QString, QStringList> allowedRooms() {
    const QString base = QStringLiteral("engine/base");
    const QString api = QStringLiteral("engine/api");
    const QString keyspace = QStringLiteral("engine/keyspace");
    const QString script = QStringLiteral("engine/script");
    const QString store = QStringLiteral("engine/store");
    const QString runtime = QStringLiteral("engine/runtime");
    QMap<QString, QStringList> table{{base, {}},
                                     {api, {base}},
                                     {keyspace, {base}},
                                     {script, {base, keyspace}},
                                     {store, {base, api}},
                                     {runtime, {base, api, keyspace, script, store}},
                                     {QStringLiteral("engine/cluster"), {base, api, keyspace}},
                                     {QStringLiteral("engine/ingest"), {base, api}},
                                     {QStringLiteral("engine/outward"), {base, api, QStringLiteral("engine/tasks")}},
                                     {QStringLiteral("ui"), {base, api}}};
    for (const QString& domain : kDomains) {
        table.insert(domain, QStringList{base, api, keyspace, script, store, runtime} + kDomains);
    }
    return table;
}

QString report(const QStringList& offences) {
    return QStringLiteral("%1 offences:\n  ").arg(offences.size()) + offences.join(QStringLiteral("\n  "));
}

const QStringList kProduct = {QStringLiteral("engine"), QStringLiteral("ui"), QStringLiteral("app")};

QStringList linesMatching(const QStringList& folders, const QRegularExpression& pattern,
                          const std::function<bool(const QString&)>& exempt) {
    QStringList offences;
    for (const Source& source : sources(folders)) {
        if (exempt(source.path)) {
            continue;
        }
        for (qsizetype i = 0; i < source.lines.size(); ++i) {
            if (withoutComment(source.lines.at(i)).contains(pattern)) {
                offences << QStringLiteral("%1:%2: %3").arg(source.path).arg(i + 1).arg(source.lines.at(i).trimmed());
            }
        }
    }
    return offences;
}

}  // namespace

class TestLayering : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QVERIFY2(sources(kProduct).size() > 50, "the sources were not found"); }

    void roomsIncludeOnlyWhatTheTableAllows() {
        const QMap<QString, QStringList> table = allowedRooms();
        const QRegularExpression include(QStringLiteral("^\\s*#include \"((?:engine|ui|app)/[^\"]+)\""));
        QStringList offences;
        for (const Source& source : sources(kProduct)) {
            const QString room = roomOf(source.path);
            if (!table.contains(room)) {
                continue;
            }
            for (const QString& line : source.lines) {
                const auto match = include.match(line);
                const QString used = match.hasMatch() ? roomOf(match.captured(1)) : room;
                if (used != room && !table.value(room).contains(used)) {
                    offences << source.path + QStringLiteral(" includes ") + match.captured(1);
                }
            }
        }
        QVERIFY2(offences.isEmpty(), qPrintable(report(offences)));
    }

    void includesAreWrittenFromTheRoot() {
        // A quoted include is a path of the project (or generated by moc), so that the table above sees all of them.
        const auto offences = linesMatching(
            kProduct, QRegularExpression(QStringLiteral("^\\s*#include \"(?!engine/|ui/|app/|[a-z0-9_]+\\.moc\")")),
            [](const QString&) { return false; });
        QVERIFY2(offences.isEmpty(), qPrintable(report(offences)));
    }

    void qtSqlAndSqliteStandInTheStoreOnly() {
        const auto offences = linesMatching(
            kProduct, QRegularExpression(QStringLiteral("#include [<\"](QtSql|QSql|sqlite3|mysql|mariadb)")),
            [](const QString& path) { return path.startsWith(QLatin1String("engine/store/")); });
        QVERIFY2(offences.isEmpty(), qPrintable(report(offences)));
    }

    void sqlTextStandsInTheStoreOnly() {
        const QRegularExpression sql(QStringLiteral(
            "\"[^\"]*\\b(SELECT\\s.+\\sFROM\\s|INSERT\\s+(OR\\s+\\w+\\s+|IGNORE\\s+)?INTO\\s|UPDATE\\s+\\w+\\s+SET\\s|"
            "DELETE\\s+FROM\\s|CREATE\\s+(TABLE|INDEX)\\s|ALTER\\s+TABLE\\s|PRAGMA\\s)"));
        const auto offences = linesMatching(
            kProduct, sql, [](const QString& path) { return path.startsWith(QLatin1String("engine/store/")); });
        QVERIFY2(offences.isEmpty(), qPrintable(report(offences)));
    }

    void theSqlPatternFindsSql() {
        // The check above must be able to fail.
        const QRegularExpression sql(QStringLiteral("\"[^\"]*\\bSELECT\\s.+\\sFROM\\s"));
        QVERIFY(QStringLiteral("run(\"SELECT a FROM b \")").contains(sql));
    }

    void onlyTheEngineClockReadsTheTime() {
        const QRegularExpression clocks(QStringLiteral(
            "system_clock::now|steady_clock::now|QDateTime::currentDateTime|QDate::currentDate|QTime::currentTime|"
            "currentMSecsSinceEpoch|\\bgettimeofday\\(|\\btime\\((nullptr|NULL|0)\\)|clock_gettime\\("));
        const auto offences = linesMatching({QStringLiteral("engine")}, clocks, [](const QString& path) {
            // The queue only turns a distance into the deadline of a wait; it decides nothing by that time.
            return path == QLatin1String("engine/base/clock.cpp") ||
                   path == QLatin1String("engine/runtime/command_queue.cpp");
        });
        QVERIFY2(offences.isEmpty(), qPrintable(report(offences)));
    }

    void onlyTheRngAsksTheSystemForRandomness() {
        const QRegularExpression randomness(
            QStringLiteral("random_device|QRandomGenerator|\\bs?rand\\(|mt19937|QUuid::createUuid|randombytes_"));
        const auto offences =
            linesMatching({QStringLiteral("engine"), QStringLiteral("ui")}, randomness,
                          [](const QString& path) { return path == QLatin1String("engine/base/rng.cpp"); });
        QVERIFY2(offences.isEmpty(), qPrintable(report(offences)));
    }

    void theEngineDoesNotReadTheEnvironment() {
        const auto offences =
            linesMatching({QStringLiteral("engine")},
                          QRegularExpression(QStringLiteral("\\b(secure_)?getenv\\(|qgetenv|qEnvironment")),
                          [](const QString&) { return false; });
        QVERIFY2(offences.isEmpty(), qPrintable(report(offences)));
    }

    void theConsoleNeitherNestsEventLoopsNorWaits() {
        const QRegularExpression waits(
            QStringLiteral("processEvents\\(|\\bQEventLoop\\b|\\.waitForFinished\\(|->waitFor|\\bmsleep\\(|"
                           "dialog(\\.|->)exec\\(|QMessageBox::(question|warning|information|critical)\\("));
        const auto offences = linesMatching({QStringLiteral("ui")}, waits, [](const QString&) { return false; });
        QVERIFY2(offences.isEmpty(), qPrintable(report(offences)));
    }

    void everySourceNamesItsLicence() {
        QStringList offences;
        for (const Source& source : sources(kProduct + QStringList{QStringLiteral("tests")})) {
            if (!source.lines.first().startsWith(QLatin1String("// SPDX-License-Identifier: GPL-3.0-or-later"))) {
                offences << source.path;
            }
        }
        QVERIFY2(offences.isEmpty(), qPrintable(report(offences)));
    }

    void headersGuardThemselves() {
        QStringList offences;
        for (const Source& source : sources(kProduct)) {
            if (source.path.endsWith(QLatin1String(".h")) && !source.lines.contains(QStringLiteral("#pragma once"))) {
                offences << source.path;
            }
        }
        QVERIFY2(offences.isEmpty(), qPrintable(report(offences)));
    }

    void floatingPointDoesNotTouchMoney() {
        const auto offences = linesMatching(
            {QStringLiteral("engine"), QStringLiteral("app")},
            QRegularExpression(QStringLiteral(
                "static_cast<(double|float)>\\([^)]*([Mm]inor\\b|[Pp]rice|payable)|toDouble\\([^)]*[Pp]rice")),
            [](const QString&) { return false; });
        QVERIFY2(offences.isEmpty(), qPrintable(report(offences)));
    }
};

QTEST_GUILESS_MAIN(TestLayering)
#include "test_layering.moc"
