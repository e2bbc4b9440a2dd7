// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/reach/accepted_services.h"

#include <QDir>
#include <QStandardPaths>
#include <utility>

namespace evenhand::app {

std::string knownServicesPath() {
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
    return QDir(folder).filePath(QStringLiteral("evenhand/known_services")).toStdString();
}

std::vector<remote::ServiceTrust> trustOf(const std::vector<remote::ServiceAddress>& addresses,
                                          const std::string& authorityFile, const remote::KnownServices& known,
                                          const JustAccepted& justAccepted) {
    std::vector<remote::ServiceTrust> trust;
    for (const auto& address : addresses) {
        auto accepted = justAccepted(address);
        trust.push_back({authorityFile, accepted.empty() ? known.fingerprintOf(address) : std::move(accepted)});
    }
    return trust;
}

}  // namespace evenhand::app
