// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/fault_world.h"

#include <signal.h>

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QThread>
#include <utility>

#include "app/service/system_random.h"
#include "tests/support/servers/free_port.h"

namespace evenhand::test {
namespace {

constexpr int kWaitMs = 300'000;
constexpr int kLookMs = 20;
constexpr int kRedisPatienceMs = 2'000;

using evenhand::testing::RedisCluster;

bool inTime(const std::function<bool()>& holds) {
    const QDeadlineTimer until(kWaitMs);
    while (!holds()) {
        if (until.hasExpired()) {
            return false;
        }
        QThread::msleep(kLookMs);
    }
    return true;
}

}  // namespace

FaultService::FaultService(QString folder, QString secrets)
    : m_folder(std::move(folder)),
      m_secrets(std::move(secrets)),
      m_port(static_cast<std::uint16_t>(evenhand::testing::freePort())) {}

void FaultService::begin(QProcess& process, const QStringList& words) const {
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("EVENHAND_SECRETS_DIR"), m_secrets);
    environment.insert(QStringLiteral("EVENHAND_DB_PASSWORD"), QString());
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(QStringLiteral(EVENHAND_CTL), QStringList{QStringLiteral("--workspace"), m_folder} + words);
}

Result<QByteArray> FaultService::run(const QStringList& words) const {
    QProcess process;
    begin(process, words);
    const bool ended = process.waitForFinished(kWaitMs) && process.exitStatus() == QProcess::NormalExit;
    const auto said = process.readAll();
    if (!ended || process.exitCode() != 0) {
        return fail(ErrorCode::Internal, words.join(QLatin1Char(' ')).toStdString() + ": " + said.toStdString());
    }
    return said;
}

bool FaultService::serve() {
    const auto portFile = m_folder + QStringLiteral(".port");
    QFile::remove(portFile);
    m_said += m_process.readAll();
    begin(m_process, {QStringLiteral("serve"), QStringLiteral("--listen"), QStringLiteral("127.0.0.1:%1").arg(m_port),
                      QStringLiteral("--port-file"), portFile, QStringLiteral("--connections-per-address"),
                      QStringLiteral("500"), QStringLiteral("--give-up-after"), QStringLiteral("0")});
    const QDeadlineTimer until(kWaitMs);
    while (!QFile::exists(portFile) && !until.hasExpired() && !m_process.waitForFinished(20)) {
    }
    return QFile::exists(portFile) && isRunning();
}

bool FaultService::isRunning() {
    // Without an event loop a process that has ended is noticed only by asking.
    return m_process.state() == QProcess::Running && !m_process.waitForFinished(1);
}

void FaultService::kill() {
    if (m_process.state() != QProcess::NotRunning) {
        m_process.kill();
        m_process.waitForFinished(kWaitMs);
    }
}

void FaultService::freeze() { ::kill(static_cast<pid_t>(m_process.processId()), SIGSTOP); }
void FaultService::thaw() { ::kill(static_cast<pid_t>(m_process.processId()), SIGCONT); }

int FaultService::stop() {
    m_process.terminate();
    return m_process.waitForFinished(kWaitMs) && m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode()
                                                                                                : -1;
}

Result<void> FaultWorld::start() {
    EVENHAND_TRY(m_database.startOnNetwork());
    EVENHAND_TRY(m_redis.start());
    EVENHAND_TRY(m_etcd.start());
    EVENHAND_TRY(makeWorkspace());
    m_redis.setPatienceMs(kRedisPatienceMs);
    for (int i = 0; i < kServices; ++i) {
        if (!service(i).serve()) {
            return fail(ErrorCode::Internal, "a service does not serve: " + service(i).said().toStdString());
        }
    }
    return {};
}

Result<void> FaultWorld::makeWorkspace() {
    if (!QDir().mkpath(secrets()) ||
        !QFile::setPermissions(secrets(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner)) {
        return fail(ErrorCode::Internal, "the folder of secrets cannot be made");
    }
    EVENHAND_ASSIGN(const auto made, m_database.newDatabase());
    m_databaseName = made.database;
    EVENHAND_TRY(m_database.run("CREATE USER IF NOT EXISTS 'shop'@'127.0.0.1'"));
    EVENHAND_TRY(m_database.run("GRANT ALL ON `" + m_databaseName + "`.* TO 'shop'@'127.0.0.1'"));
    auto settings = m_database.networkSettings("shop", m_databaseName);
    const auto databasePort = static_cast<std::uint16_t>(settings.port);
    for (int i = 0; i < kServices; ++i) {
        m_toDatabase.push_back(std::make_unique<LineProxy>(databasePort));
        m_toEtcd.push_back(std::make_unique<LineProxy>(m_etcd.port()));
        m_services.push_back(
            std::make_unique<FaultService>(m_folder.filePath(QStringLiteral("service%1").arg(i)), secrets()));
        settings.port = m_toDatabase.back()->port();
        EVENHAND_TRY(service(i).run({QStringLiteral("init"), QStringLiteral("--database"),
                                     QString::fromStdString(settings.url()), QStringLiteral("--keyspace"),
                                     QString::fromStdString(m_redis.seeds().text()), QStringLiteral("--membership"),
                                     QStringLiteral("etcd://127.0.0.1:%1").arg(m_toEtcd.back()->port())}));
    }
    return {};
}

bool FaultWorld::allServe() {
    return inTime([this] {
        bool all = true;
        for (const auto& each : m_services) {
            all = (each->isRunning() || each->serve()) && all;
        }
        return all;
    });
}

void FaultWorld::killService(int which) { service(which).kill(); }

bool FaultWorld::freezeService(int which) {
    const auto watcher = connect((which + 1) % kServices);
    if (!watcher) {
        return false;
    }
    std::int64_t before = -1;
    const bool isTold = inTime([&] { return (before = (*watcher)->status().workers) > 0; });
    service(which).freeze();
    const bool isGone = isTold && inTime([&] { return (*watcher)->status().workers < before; });
    service(which).thaw();
    return isGone;
}

bool FaultWorld::killRedisMaster(int of) {
    int master = of;
    for (int node = 0; node < RedisCluster::kNodes; ++node) {
        const bool isOfThese = node % RedisCluster::kMasters == of;
        const auto role = m_redis.ask(node, {"ROLE"});
        if (isOfThese && !role.elements.empty() && role.elements[0].text == "master") {
            master = node;
        }
    }
    m_redis.process(master).kill();
    const bool hasFailedOver = inTime([&] { return m_redis.isSettled(master); });
    return m_redis.process(master).startAgain() && hasFailedOver && inTime([this] { return m_redis.isSettled(); });
}

bool FaultWorld::emptyRedis(int of) {
    const int other = of + RedisCluster::kMasters;
    m_redis.process(other).kill();
    m_redis.process(of).kill();
    const bool isBack = m_redis.process(of).startAgain() && m_redis.process(other).startAgain();
    return isBack && inTime([this] { return m_redis.isSettled(); });
}

void FaultWorld::cutRedis() {
    for (int node = 0; node < RedisCluster::kNodes; ++node) {
        (void)m_redis.ask(node, {"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
    }
}

Result<void> FaultWorld::killDatabase() {
    m_database.kill();
    EVENHAND_TRY(m_database.startOnNetwork());
    const auto port = static_cast<std::uint16_t>(m_database.networkSettings("shop", m_databaseName).port);
    for (const auto& proxy : m_toDatabase) {
        proxy->goTo(port);
        proxy->cut();
    }
    return {};
}

Result<void> FaultWorld::stopEtcd(const std::function<void()>& meanwhile) {
    m_etcd.kill();
    meanwhile();
    return m_etcd.start();
}

Result<std::unique_ptr<remote::RemoteEngine>> FaultWorld::connect(int which) const {
    remote::LineOptions options;
    for (int i = 0; i < kServices; ++i) {
        const auto next = static_cast<std::size_t>((which + i) % kServices);
        options.addresses.push_back({"127.0.0.1", m_services[next]->port(), false});
    }
    options.clock = &m_clock;
    options.random = app::systemRandom;
    return remote::RemoteEngine::connect(std::move(options));
}

std::int64_t FaultWorld::number(const std::string& sql) const {
    const auto value = m_database.value(sql);
    bool isNumber = false;
    const auto number = value ? value->toLongLong(&isNumber) : -1;
    return isNumber ? number : -1;
}

}  // namespace evenhand::test
