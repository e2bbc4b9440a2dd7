// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of the house that neither compiler nor linker checks: which room includes which, where SQL, clocks and
// randomness may stand, and that every source names its licence.
#include <QDirIterator>
#include <QFile>
#include <QMap>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <functional>

namespace test_layering {

namespace {

struct Source {
    QString path;  ///< relative to the project
    QStringList lines;
};

QString root() { return QStringLiteral(EVENHAND_SOURCE_DIR); }

QList<Source> sources(const QStringList& folders, const QString& top = root()) {
    QList<Source> all;
    for (const QString& folder : folders) {
        QDirIterator files(top + QLatin1Char('/') + folder, {QStringLiteral("*.h"), QStringLiteral("*.cpp")},
                           QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (file.open(QIODevice::ReadOnly)) {
                all.append({QDir(top).relativeFilePath(file.fileName()),
                            QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'))});
            }
        }
    }
    return all;
}

/// The library of a file: its folder, or "ui" with all in it.
QString folderOf(const QString& path) {
    return path.startsWith(QLatin1String("ui/")) ? QStringLiteral("ui") : path.section(QLatin1Char('/'), 0, -2);
}

/// Text outside of `//` comments; good enough for our own style.
QString withoutComment(const QString& line) {
    const qsizetype comment = line.indexOf(QLatin1String("//"));
    return comment < 0 || line.left(comment).count(QLatin1Char('"')) % 2 == 1 ? line : line.left(comment);
}

struct Layer {
    QString folder;
    QStringList uses;
};

/// Who may use whom, in the table's order.
QList<Layer> layers() {
    QFile file(root() + QStringLiteral("/resources/cmake/layers.txt"));
    QList<Layer> all;
    if (!file.open(QIODevice::ReadOnly)) {
        return all;
    }
    for (const QString& line : QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'))) {
        const qsizetype colon = line.indexOf(QLatin1Char(':'));
        if (colon > 0 && !line.startsWith(QLatin1Char('#'))) {
            all.append({line.left(colon), line.mid(colon + 1).split(QLatin1Char(' '), Qt::SkipEmptyParts)});
        }
    }
    return all;
}

const QStringList kProduct = {QStringLiteral("engine"), QStringLiteral("ui"), QStringLiteral("app")};

/// What files below `top` include against the table.
QStringList wrongIncludes(const QString& top) {
    QMap<QString, QStringList> table;
    for (const Layer& layer : layers()) {
        table.insert(layer.folder, layer.uses);
    }
    // However it is spelled: the root is searched for <…> too, and a preprocessor minds no blanks.
    const QRegularExpression include(QStringLiteral("^\\s*#\\s*include\\s*[<\"]((?:engine|ui|app)/[^>\"]+)[>\"]"));
    QStringList offences;
    for (const Source& source : sources(kProduct, top)) {
        const QString folder = folderOf(source.path);
        if (!table.contains(folder)) {
            offences << source.path + QStringLiteral(" is in a folder that the table does not have");
            continue;
        }
        for (const QString& line : source.lines) {
            const auto match = include.match(line);
            const QString used = match.hasMatch() ? folderOf(match.captured(1)) : folder;
            if (used != folder && !table.value(folder).contains(used)) {
                offences << source.path + QStringLiteral(" includes ") + match.captured(1);
            }
        }
    }
    return offences;
}

QString report(const QStringList& offences) {
    return QStringLiteral("%1 offences:\n  ").arg(offences.size()) + offences.join(QStringLiteral("\n  "));
}

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

    /// Each line uses lines above it alone: so the graph of folders has no circle.
    void theTableGoesOneWay() {
        QStringList above;
        for (const Layer& layer : layers()) {
            QVERIFY2(QDir(root() + QLatin1Char('/') + layer.folder).exists(), qPrintable(layer.folder));
            for (const QString& used : layer.uses) {
                QVERIFY2(above.contains(used), qPrintable(layer.folder + QStringLiteral(" uses ") + used));
            }
            above << layer.folder;
        }
        QVERIFY(above.size() > 30);
    }

    void foldersIncludeOnlyWhatTheTableAllows() {
        const auto offences = wrongIncludes(root());
        QVERIFY2(offences.isEmpty(), qPrintable(report(offences)));
    }

    void aForbiddenIncludeIsFoundTwice_data() {
        QTest::addColumn<QByteArray>("spelling");
        QTest::newRow("in quotes") << QByteArray("#include \"%\"");
        QTest::newRow("in angle brackets") << QByteArray("#include <%>");
        QTest::newRow("blank behind the hash") << QByteArray("# include \"%\"");
        QTest::newRow("no blank before the name") << QByteArray(" #include\"%\"  // why");
    }
    /// A forbidden include is found here and by the build.
    void aForbiddenIncludeIsFoundTwice() {
        QFETCH(const QByteArray, spelling);
        const QTemporaryDir scratch;
        const auto write = [&](const QByteArray& include) {
            QDir(scratch.path()).mkpath(QStringLiteral("engine/store/database"));
            QFile file(scratch.filePath(QStringLiteral("engine/store/database/a.cpp")));
            return file.open(QIODevice::WriteOnly) && file.write(QByteArray(spelling).replace("%", include) + "\n") > 0;
        };
        const auto build = [&] {
            const auto all = layers();
            const auto store = std::find_if(all.begin(), all.end(), [](const Layer& layer) {
                return layer.folder == QLatin1String("engine/store/database");
            });
            QProcess cmake;
            cmake.start(QStringLiteral("cmake"),
                        {QStringLiteral("-D"), QStringLiteral("ROOT=") + scratch.path(), QStringLiteral("-D"),
                         QStringLiteral("FOLDER=engine/store/database"), QStringLiteral("-D"),
                         QStringLiteral("USES=") + store->uses.join(QLatin1Char(',')), QStringLiteral("-P"),
                         root() + QStringLiteral("/resources/cmake/check_includes.cmake")});
            return cmake.waitForFinished() ? cmake.exitCode() : -1;
        };
        QVERIFY(write("engine/api/status.h"));
        QCOMPARE(wrongIncludes(scratch.path()), QStringList());
        QCOMPARE(build(), 0);
        QVERIFY(write("engine/orders/place.h"));
        QCOMPARE(wrongIncludes(scratch.path()),
                 QStringList{QStringLiteral("engine/store/database/a.cpp includes engine/orders/place.h")});
        QCOMPARE(build(), 1);
    }

    void includesAreWrittenFromTheRoot() {
        // A quoted include is a path of the project (or generated by moc), so that the table above sees all of them;
        // one of ours is written in quotes.
        const auto offences = linesMatching(
            kProduct,
            QRegularExpression(QStringLiteral(
                "^\\s*#\\s*include\\s*(\"(?!engine/|ui/|app/|[a-z0-9_]+\\.moc\")|<(engine|ui|app|tests)/)")),
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
        // A clock's name is enough: behind an alias its now() looks like any other.
        const QRegularExpression clocks(
            QStringLiteral("\\b(system|steady|high_resolution|utc|tai|gps|file)_clock\\b|\\bSystemClock\\b|"
                           "QElapsedTimer|QDeadlineTimer|"
                           "QDateTime::currentDateTime|QDate::currentDate|QTime::currentTime|currentMSecsSinceEpoch|"
                           "currentSecsSinceEpoch|\\bgettimeofday\\(|\\btime\\((nullptr|NULL|0)\\)|clock_gettime\\("));
        const auto offences = linesMatching({QStringLiteral("engine")}, clocks, [](const QString& path) {
            // The queue only turns a distance into the deadline of a wait; it decides nothing by that time. The log has
            // nobody who makes it, and looks only how long ago it said the same.
            return path == QLatin1String("engine/base/clock.h") || path == QLatin1String("engine/base/clock.cpp") ||
                   path == QLatin1String("engine/base/log.cpp") ||
                   path == QLatin1String("engine/runtime/command_queue.cpp");
        });
        QVERIFY2(offences.isEmpty(), qPrintable(report(offences)));
    }

    /// Where programs are put together; everybody else is given one.
    void theMachinesClockIsMadeInFewPlaces() {
        const auto offences =
            linesMatching({QStringLiteral("app"), QStringLiteral("ui")},
                          QRegularExpression(QStringLiteral("\\bSystemClock\\b")), [](const QString& path) {
                              return path == QLatin1String("app/workspace/workspace_core.cpp") ||
                                     path == QLatin1String("app/evenhand/console_app.h") ||
                                     path == QLatin1String("app/evenhand/demo_consoles.h") ||
                                     path == QLatin1String("app/keyspace_server/keyspace_server.cpp") ||
                                     path == QLatin1String("app/service/http_host.h") ||
                                     path == QLatin1String("app/service/standby_host.h");
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

    /// The command line asks through engine/api and by the functions of app/workspace; what these include it can see,
    /// and does not use.
    void theCommandLineStaysOutside() {
        const auto offences = linesMatching(
            {QStringLiteral("app/ctl")},
            QRegularExpression(QStringLiteral("\\b(store|runtime|keyspace|orders|outward|tasks)::|\\bcore\\(\\)")),
            [](const QString&) { return false; });
        QVERIFY2(offences.isEmpty(), qPrintable(report(offences)));
    }

    /// A room has its folder's name for a namespace, or that of the room that it was taken out of (CONTRIBUTING.md).
    void namespacesAreThoseOfTheRooms() {
        const QMap<QString, QString> others{{QStringLiteral("engine/amounts"), QStringLiteral("campaigns")},
                                            {QStringLiteral("engine/draws"), QStringLiteral("campaigns")},
                                            {QStringLiteral("engine/audit_chain"), QStringLiteral("runtime")},
                                            {QStringLiteral("engine/ledger_entries"), QStringLiteral("ledger")},
                                            {QStringLiteral("engine/lock_out"), QStringLiteral("accounts")},
                                            {QStringLiteral("engine/order_closing"), QStringLiteral("orders")},
                                            {QStringLiteral("engine/order_events"), QStringLiteral("orders")},
                                            {QStringLiteral("engine/refunds"), QStringLiteral("returns")},
                                            {QStringLiteral("engine/ring"), QStringLiteral("tasks")},
                                            {QStringLiteral("engine/task_making"), QStringLiteral("tasks")},
                                            {QStringLiteral("engine/seckill_slots"), QStringLiteral("seckill")},
                                            {QStringLiteral("engine/timer_queue"), QStringLiteral("timers")},
                                            {QStringLiteral("app/evenhand"), QStringLiteral("app")},
                                            {QStringLiteral("app/reach"), QStringLiteral("app")},
                                            {QStringLiteral("app/service"), QStringLiteral("app")},
                                            {QStringLiteral("app/workspace"), QStringLiteral("app")}};
        const QRegularExpression opens(QStringLiteral("^namespace evenhand(?:::(\\w+))?(?:::\\w+)* \\{"));
        QSet<QString> rooms;
        QStringList offences;
        for (const Source& source : sources(kProduct)) {
            const QString room = folderOf(source.path);
            rooms << room;
            QString wanted = others.value(room, room.section(QLatin1Char('/'), -1));
            for (const char* shared : {"store", "ingest", "keyspace", "wire", "remote"}) {
                if (room.startsWith(QStringLiteral("engine/") + QLatin1String(shared) + QLatin1Char('/'))) {
                    wanted = QLatin1String(shared);
                }
            }
            QStringList opened;  // others are those of types that are only named
            for (const QString& line : source.lines) {
                if (const auto match = opens.match(line); match.hasMatch() && !match.captured(1).isEmpty()) {
                    opened << match.captured(1);
                }
            }
            // A description stands in the namespace of the type that it describes.
            const bool describes = room == QLatin1String("engine/wire/values") &&
                                   (opened.contains(QLatin1String("api")) || opened.contains(QLatin1String("base")));
            if (!opened.isEmpty() && !opened.contains(wanted) && !describes) {
                offences << source.path + QStringLiteral(" is in ") + opened.join(QLatin1Char(' '));
            }
        }
        QVERIFY2(offences.isEmpty(), qPrintable(report(offences)));
        for (const auto& room : others.keys()) {
            QVERIFY2(rooms.contains(room), qPrintable(room + QStringLiteral(" is not there any more")));
        }
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

}  // namespace test_layering

QTEST_GUILESS_MAIN(test_layering::TestLayering)
#include "test_layering.moc"
