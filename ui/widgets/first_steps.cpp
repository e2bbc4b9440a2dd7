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
               "Add them one by one, or import a CSV file: %1, or drop it here. That also creates their "
               "campuses.",
               "keys")
        .arg(keys());
}

QString howToGetProducts() {
    return FirstSteps::tr("Close this and import them from a CSV file: %1.", "keys").arg(keys());
}

QString howToGetOrders() {
    return FirstSteps::tr(
        "Take one for somebody who calls, import a CSV file or drop it here, or let your own shop place them over the "
        "HTTP API.");
}

}  // namespace evenhand::ui
