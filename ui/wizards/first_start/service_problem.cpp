// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/first_start/service_problem.h"

#include <QCoreApplication>

#include "ui/bridge/engine_words.h"
#include "ui/bridge/error_text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {
namespace {

struct ServiceTexts {
    Q_DECLARE_TR_FUNCTIONS(ServiceTexts)
};

QString unreachable(const Error& error) {
    const QString where = shownLine(text(error.value));
    const QString raw = text(error.message);
    const QString detail = shownLine(engineSentence(raw).value_or(raw));
    const QString said =
        where.isEmpty()
            ? ServiceTexts::tr("No service answers. Check that it runs, and the address.")
            : ServiceTexts::tr("No service answers at %1. Check that it runs there, and the address.").arg(where);
    return detail.isEmpty() ? said : ServiceTexts::tr("%1 (%2)", "sentence, the system's words").arg(said, detail);
}

}  // namespace

std::optional<ServicePage::Field> serviceFieldOf(const Error& error) {
    if (error.field == "authority") {
        return ServicePage::Authority;
    }
    return error.field == "service" || error.field == "fingerprint" || error.code == ErrorCode::Unreachable
               ? std::optional(ServicePage::Addresses)
               : std::nullopt;
}

QString serviceProblem(const Error& error) {
    if (error.field == "authority") {
        return ServiceTexts::tr("This file holds no certificate in PEM.");
    }
    if (error.code == ErrorCode::Unreachable) {
        return unreachable(error);
    }
    if (error.code == ErrorCode::WorkspaceVersion) {
        return ServiceTexts::tr("The service runs version %1, this console %2. Update the older of the two.")
            .arg(shownLine(text(error.value)), QStringLiteral(EVENHAND_VERSION));
    }
    if (error.code == ErrorCode::AddressRefused && error.field == "fingerprint") {
        return ServiceTexts::tr("The certificate of the service is not trusted, so nothing was sent.");
    }
    return errorText(error);
}

}  // namespace evenhand::ui
