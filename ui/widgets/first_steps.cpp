// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/first_steps.h"

#include <QCoreApplication>
#include <QKeySequence>

namespace evenhand::ui {
namespace {

struct FirstSteps {
    Q_DECLARE_TR_FUNCTIONS(FirstSteps)
};

QString keys() { return importKeys().toString(QKeySequence::NativeText); }

}  // namespace

QKeySequence importKeys() { return {Qt::CTRL | Qt::SHIFT | Qt::Key_I}; }

QString howToGetCouriers() {
    return FirstSteps::tr(
               "Import couriers from a CSV file; this also creates their campuses: %1, or drop the file here.", "keys")
        .arg(keys());
}

QString howToGetProducts() {
    return FirstSteps::tr("Close this and import them from a CSV file: %1.", "keys").arg(keys());
}

QString howToGetOrders() {
    return FirstSteps::tr("They come over the HTTP API, or from a CSV file: import it, or drop it here.");
}

}  // namespace evenhand::ui
