// SPDX-License-Identifier: GPL-3.0-or-later
// A console on a running service, instead of a workspace of its own.
#include <QDir>
#include <QStandardPaths>
#include <utility>

#include "app/evenhand/console_app.h"
#include "app/service/system_random.h"
#include "engine/remote/line/known_services.h"
#include "engine/remote/line/service_address.h"
#include "ui/bridge/continuation.h"
#include "ui/bridge/error_text.h"
#include "ui/shell/engine_place.h"

namespace evenhand::app {

void ConsoleApp::connectToService(const QString& addresses) {
    remote::LineOptions options;
    auto parsed = remote::serviceAddresses(addresses.toStdString());
    if (!parsed) {
        m_firstStart->showProblem(ui::errorText(parsed.error()));
        return;
    }
    options.addresses = *std::move(parsed);
    options.clock = &m_clock;
    options.random = systemRandom;
    const remote::KnownServices known(QDir(QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation))
                                          .filePath(QStringLiteral("evenhand/known_services"))
                                          .toStdString());
    for (const auto& address : options.addresses) {
        options.trust.push_back({{}, known.fingerprintOf(address)});
    }
    m_firstStart->setBusy(tr("Connecting to the service…"));
    ui::whenReady(m_opener.reach(std::move(options)), this, [this](const Result<Reached>& reached) {
        m_firstStart->setBusy({});
        if (!reached && reached.error().field == "fingerprint") {
            m_firstStart->showProblem(
                tr("The certificate of the service is not trusted. Its fingerprint is %1. If that is the one that the "
                   "service prints, accept it once: evenhandctl --service %2 --fingerprint … search x")
                    .arg(QString::fromStdString(remote::shownFingerprint(reached.error().value)), m_options.service));
            return;
        }
        if (!reached) {
            m_firstStart->showProblem(ui::errorText(reached.error()));
            return;
        }
        m_remote = std::move(**reached);
        // Profiles of imports are this person's.
        m_folder = QDir(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation))
                       .filePath(QStringLiteral("evenhand/service"));
        enter();
    });
}

api::EngineApi& ConsoleApp::engine() {
    return m_remote ? static_cast<api::EngineApi&>(*m_remote) : static_cast<api::EngineApi&>(*m_workspace);
}

QString ConsoleApp::placeText() {
    return m_remote ? m_options.service
                    : ui::placeOf(QString::fromStdString(m_workspace->workspace().location)).shortText();
}

}  // namespace evenhand::app
