// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/evenhand/demo_consoles.h"

#include <sys/prctl.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <csignal>
#include <utility>

#include "app/evenhand/demo_people.h"
#include "app/workspace/database_connection.h"
#include "app/workspace/keychain.h"
#include "app/workspace/local_owner.h"

namespace evenhand::app {
namespace {

QString sentenceOf(const Error& error) { return QString::fromStdString(error.text()); }

/// Runs in the new process before it becomes the console. It will be killed when its parent ends in any way, and it
/// reacts to signals even if the parent was started with them ignored.
void tieToParent(pid_t parent) {
    ::signal(SIGTERM, SIG_DFL);
    (void)::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != parent) {
        ::_exit(1);
    }
}

}  // namespace

DemoConsoles::DemoConsoles(ProgramOptions options, QString program, QString settings, std::uint16_t port,
                           QObject* parent)
    : QObject(parent),
      m_options(std::move(options)),
      m_program(std::move(program)),
      m_settings(std::move(settings)),
      m_port(port) {
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, [this] {
        for (const auto& console : m_consoles) {
            if (!console.isOver) {
                console.process->kill();
            }
        }
    });
}

DemoConsoles::~DemoConsoles() {
    for (const auto& console : m_consoles) {
        console.process->disconnect(this);
    }
    m_consoles.clear();  // kills those that still run
    m_demo.reset();
    m_host.reset();
    m_workspace.reset();
}

std::vector<qint64> DemoConsoles::processes() const {
    std::vector<qint64> ids;
    for (const auto& console : m_consoles) {
        ids.push_back(console.isOver ? 0 : console.process->processId());
    }
    return ids;
}

void DemoConsoles::start() {
    if (const auto opened = openWorkspace(); !opened) {
        fails(QStringLiteral("the demo could not be opened: ") + sentenceOf(opened.error()));
        return;
    }
    makeDemoPeople(*m_workspace, localOwner(api::Via::Console), this, [this](const Result<bool>& people) {
        if (m_isEnding) {
            return;
        }
        if (!people) {
            Q_EMIT said(QStringLiteral("the demo's people could not be added, so each console is its owner's: ") +
                        sentenceOf(people.error()));
        }
        if (const auto served = serve(); !served) {
            fails(QStringLiteral("the demo could not be served: ") + sentenceOf(served.error()));
            return;
        }
        for (int i = 0; i < m_options.consoles && !m_isEnding; ++i) {
            startConsole(i, people.has_value());
        }
    });
}

Result<void> DemoConsoles::openWorkspace() {
    m_folder = m_options.workspace;
    if (m_folder.isEmpty()) {
        EVENHAND_ASSIGN(m_temporaryFolder, TemporaryFolder::make(QStringLiteral("demo")));
        m_folder = m_temporaryFolder->filePath(QStringLiteral("demo"));
    }
    auto open = demoOptions();
    open.password = knownPassword;
    open.secrets = memorySecrets();
    if (QDir(m_folder).exists() && !QDir(m_folder).isEmpty()) {
        EVENHAND_ASSIGN(m_workspace, Workspace::open(m_folder.toStdString(), std::move(open)));
        return {};
    }
    if (!QDir().mkpath(QFileInfo(m_folder).absolutePath())) {
        return fail(ErrorCode::Storage, "cannot make the folder", "folder", m_folder.toStdString());
    }
    WorkspaceOptions made;
    made.currency = "CNY";
    made.timeZone = "Asia/Shanghai";
    made.adminName = localPerson();
    EVENHAND_ASSIGN(m_workspace, Workspace::create(m_folder.toStdString(), made, std::move(open)));
    return {};
}

Result<void> DemoConsoles::serve() {
    HttpHostOptions options;
    options.server.port = m_port;
    options.owner = localOwner(api::Via::Console);
    options.filesFolder = QDir(m_folder).filePath(QStringLiteral("exports")).toStdString();
    EVENHAND_ASSIGN(m_host, HttpHost::start(*m_workspace, options));
    EVENHAND_TRY(keepPassword());
    Q_EMIT said(QStringLiteral("the demo is served at %1; closing the first console ends it")
                    .arg(QString::fromStdString(m_host->url())));
    startStorefront();
    return {};
}

void DemoConsoles::startStorefront() {
    storefront::StorefrontOptions options;
    options.seed = m_options.seed;
    options.speed = m_options.speed;
    constexpr int kDigits = 36;
    options.run = QString::number(m_clock.now().ms / 1000, kDigits).toStdString();
    m_demo = std::make_unique<Demo>(*m_workspace, m_clock, options);
    connect(m_demo.get(), &Demo::failed, this, [this](const QString& message) {
        m_code = 1;
        Q_EMIT said(QStringLiteral("the simulated storefront stands still: ") + message);
    });
    m_demo->start(kPastOrders, kPastHours);
}

Result<void> DemoConsoles::keepPassword() {
    QFile file(m_ownFolder.filePath(QStringLiteral("password")));
    const QByteArray line = QByteArray(kDemoPassword) + '\n';
    if (!file.open(QIODevice::WriteOnly, QFile::ReadOwner | QFile::WriteOwner) || file.write(line) != line.size()) {
        return fail(ErrorCode::Storage, file.errorString().toStdString(), "file", file.fileName().toStdString());
    }
    return {};
}

void DemoConsoles::startConsole(int index, bool signsIn) {
    const auto& person = kDemoPeople[static_cast<std::size_t>(index) % kDemoPeople.size()];
    QStringList arguments{QStringLiteral("--service"), QStringLiteral("127.0.0.1:%1").arg(port())};
    Console console;
    console.name = QStringLiteral("console %1").arg(index + 1);
    console.process = std::make_unique<QProcess>();
    auto environment = QProcessEnvironment::systemEnvironment();
    if (signsIn) {
        arguments << QStringLiteral("--as") << QLatin1String(person.login);
        environment.insert(QStringLiteral("EVENHAND_PASSWORD_FILE"), m_ownFolder.filePath(QStringLiteral("password")));
        console.name += QStringLiteral(" (%1)").arg(QLatin1String(person.login));
    }
    const QString settings = m_ownFolder.filePath(QStringLiteral("console-%1.ini").arg(index + 1));
    (void)QFile::copy(m_settings, settings);  // if this fails, the console begins with default settings
    arguments << QStringLiteral("--settings") << settings;
    if (!m_options.language.isEmpty()) {
        arguments << QStringLiteral("--language") << m_options.language;
    }
    if (m_options.theme) {
        arguments << QStringLiteral("--theme")
                  << (*m_options.theme == ui::ThemeChoice::Dark ? QStringLiteral("dark") : QStringLiteral("light"));
    }
    auto& process = *console.process;
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::ForwardedChannels);
    process.setStandardInputFile(QProcess::nullDevice());
    process.setChildProcessModifier([parent = ::getpid()] { tieToParent(parent); });
    const auto at = m_consoles.size();
    connect(&process, &QProcess::finished, this, [this, at] { over(at); });
    connect(&process, &QProcess::errorOccurred, this, [this, at](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            auto& failed = m_consoles[at];
            failed.isOver = true;
            fails(QStringLiteral("%1 cannot be started: %2").arg(failed.name, failed.process->errorString()));
        }
    });
    m_consoles.push_back(std::move(console));
    process.start(m_program, arguments);
}

void DemoConsoles::over(std::size_t index) {
    auto& console = m_consoles[index];
    console.isOver = true;
    const bool crashed = console.process->exitStatus() == QProcess::CrashExit;
    const int code = console.process->exitCode();
    if (!m_isEnding && (crashed || code != 0)) {
        m_code = 1;
        Q_EMIT said(crashed ? QStringLiteral("%1 was ended by signal %2").arg(console.name).arg(code)
                            : QStringLiteral("%1 ended with code %2").arg(console.name).arg(code));
    }
    if (index == 0) {
        end();
    }
    finishIfOver();
}

void DemoConsoles::fails(const QString& sentence) {
    m_code = 1;
    Q_EMIT said(sentence);
    end();
}

void DemoConsoles::end() {
    if (!std::exchange(m_isEnding, true)) {
        for (const auto& console : m_consoles) {
            if (!console.isOver) {
                console.process->terminate();
            }
        }
        m_patience.start(kPatienceMs);
    }
    finishIfOver();
}

void DemoConsoles::finishIfOver() {
    const bool allOver =
        std::all_of(m_consoles.begin(), m_consoles.end(), [](const Console& console) { return console.isOver; });
    if (m_isEnding && allOver && !std::exchange(m_hasEnded, true)) {
        m_patience.stop();
        Q_EMIT ended(m_code);
    }
}

}  // namespace evenhand::app
