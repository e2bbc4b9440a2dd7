// SPDX-License-Identifier: GPL-3.0-or-later
// Over the real file system. A full disk is a limit on the size of files, which the kernel tells in the same place.
#include <sys/resource.h>
#include <sys/stat.h>

#include <QtTest>
#include <csignal>

#include "engine/base/durable_file.h"

namespace test_durable_file {

using namespace evenhand;
using namespace evenhand::base;

namespace {

/// No file may grow beyond `bytes` while it lives.
class FullDisk {
public:
    explicit FullDisk(rlim_t bytes) {
        std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        auto now = m_before;
        now.rlim_cur = bytes;
        ::setrlimit(RLIMIT_FSIZE, &now);
    }
    ~FullDisk() { ::setrlimit(RLIMIT_FSIZE, &m_before); }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

private:
    rlimit m_before = {};
};

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(cannot be read)");
}

unsigned modeOf(const QString& path) {
    struct stat found {};
    return ::stat(qPrintable(path), &found) == 0 ? found.st_mode & 07777U : 0;
}

}  // namespace

class TestDurableFile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void replacesTheWholeFile();
    void modesAreAsAsked();
    void aFullDiskLeavesTheFormerFile();
    void aFullDiskIsToldByALongWriteToo();
    void whatIsNotCommittedLeavesNothing();
    void aLinkStandsForItsFile();
    void devicesAreWrittenDirectly();
    void faultsNameThePath();
    void nothingIsWrittenOverTheProgramsOwn();
    void aPipeThatNobodyReadsIsAnError();

private:
    [[nodiscard]] QString at(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    [[nodiscard]] QStringList names() const {
        return QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden | QDir::System, QDir::Name);
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestDurableFile::init() {
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestDurableFile::replacesTheWholeFile() {
    const auto path = at("small").toStdString();
    QVERIFY(replaceFile(path, "a longer text at first", FileMode::Private));
    QVERIFY(replaceFile(path, "short", FileMode::Private));
    QCOMPARE(contentOf(at("small")), QByteArray("short"));
    QVERIFY(replaceFile(path, "", FileMode::Private));
    QCOMPARE(contentOf(at("small")), QByteArray());
    QCOMPARE(names(), QStringList{QStringLiteral("small")});
}

void TestDurableFile::modesAreAsAsked() {
    const auto before = ::umask(022);
    QVERIFY(replaceFile(at("shared").toStdString(), "x", FileMode::Shared));
    QVERIFY(replaceFile(at("private").toStdString(), "x", FileMode::Private));
    ::chmod(qPrintable(at("shared")), 0664);
    QVERIFY(replaceFile(at("shared").toStdString(), "y", FileMode::Shared));
    ::chmod(qPrintable(at("private")), 0644);
    QVERIFY(replaceFile(at("private").toStdString(), "y", FileMode::Private));
    ::umask(027);
    QVERIFY(replaceFile(at("masked").toStdString(), "x", FileMode::Shared));
    ::umask(before);
    QCOMPARE(modeOf(at("shared")), 0664U);
    QCOMPARE(modeOf(at("private")), 0600U);
    QCOMPARE(modeOf(at("masked")), 0640U);
}

void TestDurableFile::aFullDiskLeavesTheFormerFile() {
    const auto path = at("kept").toStdString();
    QVERIFY(replaceFile(path, "what was there", FileMode::Private));
    const FullDisk full(8);
    const auto written = replaceFile(path, std::string(100, 'x'), FileMode::Private);
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::Storage);
    QCOMPARE(QString::fromStdString(written.error().value), at("kept"));
    QCOMPARE(contentOf(at("kept")), QByteArray("what was there"));
    QCOMPARE(names(), QStringList{QStringLiteral("kept")});
}

void TestDurableFile::aFullDiskIsToldByALongWriteToo() {
    auto file = DurableFile::open(at("export").toStdString(), FileMode::Shared);
    QVERIFY(file);
    const FullDisk full(100'000);
    Result<void> written;
    int blocks = 0;
    for (; written && blocks < 100; ++blocks) {
        written = file->write(std::string(10'000, 'x'));
    }
    QVERIFY(!written);
    QVERIFY(blocks < 30);
}

void TestDurableFile::whatIsNotCommittedLeavesNothing() {
    {
        auto file = DurableFile::open(at("never").toStdString(), FileMode::Shared);
        QVERIFY(file);
        QVERIFY(file->write(std::string(200'000, 'x')));
        auto moved = std::move(*file);
        QVERIFY(!QFile::exists(at("never")));
    }
    QCOMPARE(names(), QStringList());
}

void TestDurableFile::aLinkStandsForItsFile() {
    QVERIFY(replaceFile(at("file").toStdString(), "old", FileMode::Shared));
    QVERIFY(QFile::link(at("file"), at("link")));
    QVERIFY(replaceFile(at("link").toStdString(), "new", FileMode::Shared));
    QCOMPARE(contentOf(at("file")), QByteArray("new"));
    QVERIFY(QFileInfo(at("link")).isSymLink());
}

void TestDurableFile::devicesAreWrittenDirectly() {
    QVERIFY(replaceFile("/dev/null", "gone", FileMode::Shared));
    const auto written = replaceFile("/dev/full", "too much", FileMode::Shared);
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::Storage);
    QVERIFY(QFile::exists(QStringLiteral("/dev/full")));
}

void TestDurableFile::faultsNameThePath() {
    for (const auto& path : {at("none/file"), m_folder->path()}) {
        const auto written = replaceFile(path.toStdString(), "x", FileMode::Private);
        QVERIFY(!written);
        QCOMPARE(written.error().code, ErrorCode::Storage);
        QCOMPARE(QString::fromStdString(written.error().value), path);
    }
}

/// A file that a person asks for never replaces a file of a workspace or a secret, whatever way the path takes.
void TestDurableFile::nothingIsWrittenOverTheProgramsOwn() {
    for (const char* mark : {"workspace.db", "database.url"}) {
        QDir().mkpath(at("shop"));
        const auto own = at("shop/") + QLatin1String(mark);
        QVERIFY(replaceFile(own.toStdString(), "mine", FileMode::Private));
        QVERIFY(QFile::link(own, at("link")));
        QVERIFY(QFile::link(at("shop"), at("folder")));
        for (const auto& path : {own, at("shop/new.csv"), at("link"), at("folder/new.csv"), at("shop/../shop/x")}) {
            const auto written = replaceFile(path.toStdString(), "yours", FileMode::Shared);
            QVERIFY2(!written, qPrintable(path));
            QCOMPARE(written.error().code, ErrorCode::InvalidArgument);
            QCOMPARE(QString::fromStdString(written.error().value), path);
        }
        QCOMPARE(contentOf(own), QByteArray("mine"));
        QCOMPARE(QDir(at("shop")).entryList(QDir::Files).size(), 1);
        QVERIFY(QDir(at("shop")).removeRecursively());
        QVERIFY(QFile::remove(at("link")) && QFile::remove(at("folder")));
    }
    QDir().mkpath(at("secrets"));
    ::chmod(qPrintable(at("secrets")), 0700);
    const auto secret = at("secrets/audit%2Fid");
    QVERIFY(replaceFile(secret.toStdString(), "key", FileMode::Private));
    QVERIFY(!replaceFile(secret.toStdString(), "yours", FileMode::Shared));
    QCOMPARE(contentOf(secret), QByteArray("key"));
    QVERIFY(replaceFile(at("secrets/mine.csv").toStdString(), "x", FileMode::Shared));
}

void TestDurableFile::aPipeThatNobodyReadsIsAnError() {
    QCOMPARE(::mkfifo(qPrintable(at("pipe")), 0600), 0);
    const auto written = replaceFile(at("pipe").toStdString(), "x", FileMode::Shared);
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::Storage);
}

}  // namespace test_durable_file

QTEST_GUILESS_MAIN(test_durable_file::TestDurableFile)
#include "test_durable_file.moc"
