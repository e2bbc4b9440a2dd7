// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulated_store.h"

#include <QDir>
#include <QFile>

#include <fcntl.h>
#include <unistd.h>

#include <optional>
#include <utility>

#include "engine/store/database/database.h"
#include "tests/support/servers/copied_rows.h"
#include "tests/support/servers/cutting_proxy.h"
#include "tests/support/servers/mariadb_server.h"

namespace evenhand::sim {

namespace {

const SimulatedStore* entered = nullptr;  ///< its folder is open as kDescriptor

}  // namespace

SimulatedStore::SimulatedStore(const std::string& name)
    : m_folder(QDir::temp().filePath(QString::fromStdString(name) + QStringLiteral("-XXXXXX"))),
      m_files(m_folder.path().toStdString(), kPlace) {
    enter();
}

SimulatedStore::~SimulatedStore() {
    if (entered == this) {
        entered = nullptr;
        ::close(kDescriptor);
    }
}

void SimulatedStore::enter() const {
    if (entered == nullptr && ::fcntl(kDescriptor, F_GETFD) != -1) {
        qFatal("somebody else has file descriptor %d", kDescriptor);
    }
    const int folder = ::open(qPrintable(m_folder.path()), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0 || ::dup3(folder, kDescriptor, O_CLOEXEC) < 0) {
        qFatal("%s cannot be opened", qPrintable(m_folder.path()));
    }
    ::close(folder);
    entered = this;
}

void SimulatedStore::planFiles(test::Fault fault, std::int64_t at, std::int64_t count, std::uint64_t seed) {
    m_files.watch(
        fault, at, count, seed, [this](test::Fault how) { die(how); }, [this] { return storageDead(); });
}

bool SimulatedStore::isRestored() const {
    return QFile::exists(QString::fromStdString(folder() + "/workspace.db")) ||
           QFile::exists(QString::fromStdString(folder() + "/database.url"));
}

std::vector<std::string> SimulatedStore::backups() const {
    std::vector<std::string> all;
    const QDir place(m_folder.path());
    for (const auto& name : place.entryList({QStringLiteral("*.evenhand-backup")}, QDir::Files, QDir::Name)) {
        all.push_back(place.filePath(name).toStdString());
    }
    return all;
}

void SimulatedStore::backHome() {
    m_files.rest();
    QDir place(m_folder.path());
    for (const auto& name : place.entryList({QStringLiteral("*.evenhand-backup*")}, QDir::Files)) {
        place.remove(name);
    }
    for (; m_moves > 0; --m_moves) {
        QDir(m_folder.filePath(QStringLiteral("w%1").arg(m_moves))).removeRecursively();
    }
    m_name = QStringLiteral("w0");
    m_secrets->becomes(m_keptSecrets);
}

void DiskStore::adopt() {
    const auto path = folder() + "/workspace.db";
    m_disk.adopt(path);
    // The mark of acknowledged work is kept for real files only.
    for (const auto* name : {"/workspace.db", "/workspace.db-wal", "/workspace.db-shm", "/work.mark"}) {
        QFile::remove(QString::fromStdString(folder() + name));
    }
}

void DiskStore::keep() {
    m_keptSecrets = m_secrets->all();
    m_image = m_disk.image(folder());
}

void DiskStore::restart(bool losePower) {
    const bool lost = losePower || m_disk.lostPower();
    m_disk.restart(lost);
    m_files.restart(lost);
}

void DiskStore::begin() {
    m_disk.plan(test::Fault::None, 0, 0, 1);
    backHome();
    m_disk.restore(*m_image);
}

namespace {

template <typename T>
void must(const Result<T>& done) {
    if (!done) {
        qFatal("%s", done.error().text().c_str());
    }
}

}  // namespace

ServerStore::ServerStore(const std::string& name)
    : SimulatedStore(name), m_server(std::make_unique<testing::MariadbServer>()) {
    // The machine does not fail here, so what was written need not reach its disk.
    must(m_server->start({QStringLiteral("--skip-innodb-doublewrite"), QStringLiteral("--innodb-flush-method=nosync"),
                          QStringLiteral("--skip-sync-frm")}));
    m_proxy = std::make_unique<testing::CuttingProxy>(outside() + "/cut.sock", m_server->settings().socket);
    if (!m_proxy->isListening()) {
        qFatal("the proxy does not listen");
    }
}

ServerStore::~ServerStore() = default;

std::string ServerStore::newDatabase() {
    auto made = m_server->newDatabase();
    if (!made) {
        qFatal("%s", made.error().text().c_str());
    }
    (m_first.empty() ? m_first : m_others.emplace_back()) = made->database;
    made->socket = outside() + "/cut.sock";
    return made->url();
}

void ServerStore::prepare(app::OpenOptions& options) {
    options.lease = {1, 3'600'000};  // nobody waits for somebody who has died
    options.engine.holdMs = 300;
}

void ServerStore::keep() {
    m_keptSecrets = m_secrets->all();
    const auto copy = m_server->copyDatabase(m_first);
    if (!copy) {
        qFatal("%s", copy.error().text().c_str());
    }
    m_kept = copy->database;
    const QDir home(QString::fromStdString(folder()));
    for (const auto& name : home.entryList(QDir::Files)) {
        if (QFile file(home.filePath(name)); file.open(QIODevice::ReadOnly)) {
            m_keptFiles[name] = file.readAll();
        }
    }
}

void ServerStore::begin() {
    m_proxy->open();
    m_cutsBefore = m_proxy->cuts();
    backHome();
    for (const auto& other : m_others) {
        must(m_server->run("DROP DATABASE " + other));
    }
    m_others.clear();
    const QDir home(QString::fromStdString(folder()));
    for (const auto& name : home.entryList(QDir::Files)) {
        QFile::remove(home.filePath(name));
    }
    for (auto file = m_keptFiles.cbegin(); file != m_keptFiles.cend(); ++file) {
        QFile to(home.filePath(file.key()));
        if (!to.open(QIODevice::WriteOnly)) {
            qFatal("cannot write %s", qPrintable(file.key()));
        }
        to.write(file.value());
        to.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    }
    const auto database = store::Database::openMysql(m_server->settings(m_first), store::Database::Access::ReadWrite);
    if (!database) {
        qFatal("%s", database.error().text().c_str());
    }
    must((*database)->execute("SET SESSION foreign_key_checks = 0"));
    auto& names = (*database)->statement(
        "SELECT table_name AS name, auto_increment AS next_id FROM information_schema.tables WHERE table_schema = ?");
    names.bind(m_kept);
    must(names.query());
    std::vector<std::pair<std::string, std::optional<std::int64_t>>> tables;
    while (names.next()) {
        tables.emplace_back(names.text("name"), names.maybeNumber("next_id"));
    }
    for (const auto& [table, next] : tables) {
        must((*database)->execute("DELETE FROM " + table));
        if (table != "engine_lease") {
            const auto copying = testing::copyingRows(**database, table, m_kept);
            must(copying);
            must((*database)->execute(*copying));
        }
        if (next) {
            must((*database)->execute("ALTER TABLE " + table + " AUTO_INCREMENT = " + std::to_string(*next)));
        }
    }
}

void ServerStore::plan(test::Fault fault, std::int64_t at, std::int64_t, std::uint64_t seed) {
    using testing::CuttingProxy;
    m_cutsBefore = m_proxy->cuts();
    const bool commit = seed % 4 < 2;
    const bool before = seed % 2 == 0;
    const auto how = commit ? (before ? CuttingProxy::Cut::BeforeCommit : CuttingProxy::Cut::AfterCommit)
                            : (before ? CuttingProxy::Cut::BeforeStatement : CuttingProxy::Cut::AfterStatement);
    // Of statements there are many more than of writes.
    const auto nth = static_cast<int>(commit ? 1 + at % 5 : at * static_cast<std::int64_t>(1 + seed / 4 % 8));
    if (fault == test::Fault::None) {
        m_proxy->cut(CuttingProxy::Cut::Never);
    } else if (fault == test::Fault::Kill || fault == test::Fault::PowerLoss) {
        m_proxy->cutForGood(how, nth);
    } else {
        m_proxy->cut(how, nth);
    }
}

bool ServerStore::storageDead() const { return m_proxy->refusing(); }
bool ServerStore::storageStruck() const { return m_proxy->cuts() != m_cutsBefore; }
void ServerStore::die(test::Fault) { m_proxy->refuse(); }

void ServerStore::restart(bool losePower) {
    m_proxy->open();
    m_files.restart(losePower);  // the machine of the server has not failed
}

std::unique_ptr<SimulatedStore> makeStore(Store kind, const std::string& name) {
    if (kind == Store::Mariadb) {
        return std::make_unique<ServerStore>(name);
    }
    return std::make_unique<DiskStore>(name);
}

}  // namespace evenhand::sim
