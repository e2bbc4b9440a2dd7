// SPDX-License-Identifier: GPL-3.0-or-later
// A console that works on a running service: connecting, asking about certificates, remembering services.
#include <QDir>
#include <QPointer>
#include <QStandardPaths>
#include <utility>

#include "app/evenhand/console_app.h"
#include "app/reach/accepted_services.h"
#include "engine/remote/line/known_services.h"
#include "engine/remote/line/service_address.h"
#include "ui/bridge/continuation.h"
#include "ui/dialogs/fingerprint_dialog.h"
#include "ui/shell/engine_place.h"
#include "ui/wizards/first_start/service_problem.h"

namespace evenhand::app {
namespace {

/// Newest first; each is its addresses, a line break and the authority file.
const QString kServices = QStringLiteral("last/services");
const QString kLastIsService = QStringLiteral("last/is_service");
constexpr qsizetype kServicesKept = 8;

QString keptAs(const ui::ServiceChoice& choice) { return choice.addresses + QLatin1Char('\n') + choice.authorityFile; }

/// The first part that is not an address; empty: all are.
QString firstWrong(const QString& addresses) {
    for (const QString& part : addresses.split(QLatin1Char(','))) {
        if (!remote::serviceAddresses(part.trimmed().toStdString())) {
            return part.trimmed().isEmpty() ? QStringLiteral(",") : part.trimmed();
        }
    }
    return {};
}

}  // namespace

void ConsoleApp::connectServicePage() {
    auto* page = m_firstStart->servicePage();
    page->setAddressCheck(firstWrong);
    page->setRecents(recentServices());
    connect(page, &ui::ServicePage::connectRequested, this,
            [this](const ui::ServiceChoice& choice) { connectToService(choice, {}); });
    connect(page, &ui::ServicePage::cancelRequested, this, &ConsoleApp::cancelService);
}

std::vector<ui::ServiceChoice> ConsoleApp::recentServices() const {
    std::vector<ui::ServiceChoice> services;
    for (const QString& kept : ui::Preferences(m_settingsPath, m_person).value(kServices).toStringList()) {
        services.push_back({kept.section(QLatin1Char('\n'), 0, 0), kept.section(QLatin1Char('\n'), 1)});
    }
    return services;
}

std::optional<ui::ServiceChoice> ConsoleApp::lastService() const {
    const auto services = recentServices();
    return services.empty() || !ui::Preferences(m_settingsPath, m_person).value(kLastIsService).toBool()
               ? std::nullopt
               : std::optional(services.front());
}

void ConsoleApp::rememberService(const ui::ServiceChoice& choice) {
    ui::Preferences preferences(m_settingsPath, m_person);
    QStringList services = preferences.value(kServices).toStringList();
    services.removeAll(keptAs(choice));
    services.prepend(keptAs(choice));
    preferences.setValue(kServices, QVariant(services.mid(0, kServicesKept)));
    preferences.setValue(kLastIsService, true);
}

void ConsoleApp::rememberNoService() { ui::Preferences(m_settingsPath, m_person).setValue(kLastIsService, false); }

void ConsoleApp::openService(const ui::ServiceChoice& choice) {
    showFirstStart();
    m_firstStart->showServicePage();
    m_firstStart->servicePage()->setChoice(choice);
    m_firstStart->servicePage()->request();
}

void ConsoleApp::connectToService(const ui::ServiceChoice& choice, std::vector<ServiceCall::Accepted> accepted) {
    auto* page = m_firstStart->servicePage();
    ServiceCall call;
    for (const QString& part : choice.addresses.split(QLatin1Char(','))) {
        const auto parsed = remote::serviceAddresses(part.trimmed().toStdString());
        if (!parsed) {
            page->showProblem(parsed.error());
            return;
        }
        call.addresses.insert(call.addresses.end(), parsed->begin(), parsed->end());
    }
    call.authorityFile = choice.authorityFile.toStdString();
    call.accepted = accepted;
    page->setBusy(true, tr("Connecting to the service…"));
    const int asked = ++m_asked;
    m_reaching = m_opener.reach(std::move(call), m_clock);
    ui::whenReady(
        m_reaching, this,
        [this, asked, choice, accepted = std::move(accepted), page = QPointer(page)](const Result<Reached>& reached) {
            if (asked != m_asked || !page) {
                if (reached && reached->engine) {
                    m_opener.discard(std::move(*reached->engine));
                }
                return;
            }
            ++m_asked;
            page->setBusy(false);
            if (!reached) {
                page->showProblem(reached.error());
            } else if (reached->untrusted) {
                askTrust(choice, accepted, *reached->untrusted);
            } else {
                reachedService(choice, *reached);
            }
        });
}

void ConsoleApp::reachedService(const ui::ServiceChoice& choice, const Reached& reached) {
    m_remote = std::move(*reached.engine);
    // Import profiles are kept for this person, since the workspace's folder is on another machine.
    m_folder = QDir(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation))
                   .filePath(QStringLiteral("evenhand/service"));
    rememberService(choice);
    if (!reached.warning.empty()) {
        m_warning =
            tr("The certificate of the service was not remembered: %1").arg(QString::fromStdString(reached.warning));
    }
    m_firstStart->servicePage()->setBusy(true, tr("Connecting to the service…"));
    m_firstStart->setEnabled(false);  // nothing else can be opened until the next window replaces it
    enter();
}

void ConsoleApp::cancelService() {
    ++m_asked;  // its answer will be ignored
    m_reaching.cancel();
    m_firstStart->servicePage()->setBusy(false);
}

void ConsoleApp::askTrust(const ui::ServiceChoice& choice, const std::vector<ServiceCall::Accepted>& accepted,
                          const Untrusted& untrusted) {
    auto* page = m_firstStart->servicePage();
    const auto shown = [](const std::string& fingerprint) {
        return QString::fromStdString(remote::shownFingerprint(fingerprint));
    };
    const QString address = QString::fromStdString(remote::textOf(untrusted.address));
    auto* dialog = new ui::FingerprintDialog(
        {address, shown(untrusted.fingerprint), shown(untrusted.before), QString::fromStdString(knownServicesPath())},
        m_firstStart.get());
    page->showAtAddress(untrusted.before.empty()
                            ? ui::serviceProblem({ErrorCode::AddressRefused, {}, "fingerprint", {}})
                            : tr("%1 shows another certificate than before, so nothing was sent.").arg(address));
    connect(dialog, &ui::FingerprintDialog::trusted, this, [this, choice, accepted, untrusted] {
        auto more = accepted;
        more.emplace_back(untrusted.address, untrusted.fingerprint);
        connectToService(choice, std::move(more));
    });
    dialog->open();
}

api::EngineApi& ConsoleApp::engine() {
    return m_remote ? static_cast<api::EngineApi&>(*m_remote) : static_cast<api::EngineApi&>(*m_workspace);
}

QString ConsoleApp::placeText() {
    return m_remote ? QString::fromStdString(remote::textOf(m_remote->address()))
                    : ui::placeOf(QString::fromStdString(m_workspace->workspace().location)).shortText();
}

}  // namespace evenhand::app
