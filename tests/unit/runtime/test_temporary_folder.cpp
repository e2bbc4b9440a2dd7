// SPDX-License-Identifier: GPL-3.0-or-later
// Folders of demonstrations and rehearsals: gone with their owner, and those of killed processes with the next one.
#include <fcntl.h>
#include <sys/stat.h>

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include "app/workspace/temporary_folder.h"

namespace test_temporary_folder {

using namespace evenhand;

namespace {

/// As if nothing had been made in it for an hour.
bool age(const QString& folder) {
    const timespec hourAgo{QDateTime::currentSecsSinceEpoch() - 3'600, 0};
    const timespec times[] = {hourAgo, hourAgo};
    return ::utimensat(AT_FDCWD, folder.toLocal8Bit().constData(), times, 0) == 0;
}

}  // namespace

class TestTemporaryFolder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_temporary = std::make_unique<QTemporaryDir>();
        qputenv("TMPDIR", m_temporary->path().toLocal8Bit());
        QCOMPARE(QDir::tempPath(), m_temporary->path());
    }
    void cleanup() { qunsetenv("TMPDIR"); }

    void itGoesWithItsOwner() {
        auto made = app::TemporaryFolder::make(QStringLiteral("demo"));
        QVERIFY(made);
        const QString inside = (*made)->filePath(QStringLiteral("demo"));
        QVERIFY(QDir().mkpath(inside));
        made->reset();
        QVERIFY(!QDir(inside).exists());
        QVERIFY(QDir(m_temporary->path()).isEmpty());
    }

    void whatAKilledProcessLeftIsRemoved() {
        QDir temporary(m_temporary->path());
        for (const char* name : {"evenhand-demo-left", "evenhand-demo-young", "evenhand-rehearsal-other", "elses"}) {
            QVERIFY(temporary.mkpath(QLatin1String(name) + QStringLiteral("/demo")));
        }
        QVERIFY(QFile::link(temporary.filePath(QStringLiteral("elses")),
                            temporary.filePath(QStringLiteral("evenhand-demo-link"))));
        for (const char* name : {"evenhand-demo-left", "evenhand-rehearsal-other", "elses"}) {
            QVERIFY(age(temporary.filePath(QLatin1String(name))));
        }
        const auto made = app::TemporaryFolder::make(QStringLiteral("demo"));
        QVERIFY(made);
        QVERIFY(!temporary.exists(QStringLiteral("evenhand-demo-left")));
        // Perhaps made a moment ago by another process; of another kind; what a link leads to.
        for (const char* name : {"evenhand-demo-young", "evenhand-rehearsal-other", "elses"}) {
            QVERIFY2(temporary.exists(QLatin1String(name) + QStringLiteral("/demo")), name);
        }
    }

    void oneThatIsInUseStays() {
        const auto first = app::TemporaryFolder::make(QStringLiteral("demo"));
        QVERIFY(first);
        const QString folder = (*first)->filePath(QStringLiteral("."));
        QVERIFY(age(folder));
        const auto second = app::TemporaryFolder::make(QStringLiteral("demo"));
        QVERIFY(second);
        QVERIFY(QDir(folder).exists());
    }

    void whatCannotBeMadeIsSaid() {
        QFile file(m_temporary->filePath(QStringLiteral("file")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        qputenv("TMPDIR", file.fileName().toLocal8Bit());
        const auto made = app::TemporaryFolder::make(QStringLiteral("demo"));
        QVERIFY(!made);
        QCOMPARE(made.error().code, ErrorCode::Storage);
        QCOMPARE(made.error().value, file.fileName().toStdString());
    }

private:
    std::unique_ptr<QTemporaryDir> m_temporary;
};

}  // namespace test_temporary_folder

QTEST_GUILESS_MAIN(test_temporary_folder::TestTemporaryFolder)
#include "test_temporary_folder.moc"
