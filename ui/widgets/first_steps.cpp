// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/first_steps.h"

#include <QCoreApplication>

namespace evenhand::ui {
namespace {

struct FirstSteps {
    Q_DECLARE_TR_FUNCTIONS(FirstSteps)
};

QString command(const char* list) {
    return QStringLiteral("evenhandctl --workspace %1 import %2 %3.csv")
        .arg(FirstSteps::tr("FOLDER", "where the workspace is"), QLatin1String(list), QLatin1String(list));
}

}  // namespace

QString howToGetCouriers() {
    return FirstSteps::tr("Close Evenhand and import couriers; this also creates their campuses:") + QLatin1Char('\n') +
           command("couriers");
}

QString howToGetProducts() {
    return FirstSteps::tr("Close Evenhand and import them:") + QLatin1Char('\n') + command("products");
}

QString howToGetOrders() {
    return FirstSteps::tr("They come over the HTTP API, or from a file: close Evenhand and import it.") +
           QLatin1Char('\n') + command("orders");
}

}  // namespace evenhand::ui
