// SPDX-License-Identifier: GPL-3.0-or-later
// The demo of a team: one process, without a window, runs the simulated storefront and serves it to this machine only,
// at a port that the system chooses; consoles are processes of their own, each signed in as another of the demo's
// people, the first as its administrator. When the first console is closed or the process is asked to end, the other
// consoles are asked to end; those that do not are killed.
// Thread: its own, with an event loop. Starting may block this thread, since this process shows no window.
#pragma once

#include <QObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTimer>
#include <memory>
#include <vector>

#include "app/evenhand/console_options.h"
#include "app/evenhand/demo.h"
#include "app/service/http_host.h"
#include "app/workspace/temporary_folder.h"
#include "app/workspace/workspace.h"

namespace evenhand::app {

class DemoConsoles : public QObject {
    Q_OBJECT

public:
    /// `program`: the console. `settings`: each console begins with a copy of these settings, which is deleted with the
    /// demo; the file need not exist. `port`: where to serve; 0: any free port.
    DemoConsoles(ProgramOptions options, QString program, QString settings, std::uint16_t port = 0,
                 QObject* parent = nullptr);
    ~DemoConsoles() override;

    /// Opens the workspace, then adds people, starts the service and the consoles. Failures are reported by said(),
    /// followed by ended().
    void start();
    /// Asks all consoles to end. ended() follows when they have, after kPatienceMs at the latest. Idempotent.
    void end();
    /// Shorter than the time after which a signal kills the program (TerminationSignals).
    static constexpr int kPatienceMs = 3'000;

    [[nodiscard]] std::uint16_t port() const noexcept { return m_host ? m_host->port() : std::uint16_t{0}; }
    /// The process ids of the consoles in the order of their start; 0 for one that has ended.
    [[nodiscard]] std::vector<qint64> processes() const;

Q_SIGNALS:
    /// A sentence for the terminal, English.
    void said(const QString& sentence);
    /// Emitted once. `code`: 0, or 1 if something went wrong.
    void ended(int code);

private:
    struct Console {
        QString name;  ///< for sentences
        std::unique_ptr<QProcess> process;
        bool isOver = false;
    };

    [[nodiscard]] Result<void> openWorkspace();
    [[nodiscard]] Result<void> serve();
    void startStorefront();
    [[nodiscard]] Result<void> keepPassword();
    void startConsole(int index, bool signsIn);
    void over(std::size_t index);
    void fails(const QString& sentence);
    void finishIfOver();

    const ProgramOptions m_options;
    const QString m_program;
    const QString m_settings;
    const std::uint16_t m_port;
    base::SystemClock m_clock;
    std::unique_ptr<TemporaryFolder> m_temporaryFolder;  ///< the folder of a demo that is not kept
    QTemporaryDir m_ownFolder;                           ///< holds the password file and the consoles' settings
    QString m_folder;                                    ///< of the workspace
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<HttpHost> m_host;
    std::unique_ptr<Demo> m_demo;  ///< ends before the workspace, as does the host
    std::vector<Console> m_consoles;
    QTimer m_patience;
    bool m_isEnding = false;
    bool m_hasEnded = false;
    int m_code = 0;
};

}  // namespace evenhand::app
