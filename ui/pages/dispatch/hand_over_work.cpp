// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/dispatch/hand_over_work.h"

#include <QCoreApplication>

namespace evenhand::ui {
namespace {

struct HandOverWork {
    Q_DECLARE_TR_FUNCTIONS(HandOverWork)
};

}  // namespace

ActionLook handOverWorkLook(const QString& name) {
    return {
        .name = name,
        .icon = QStringLiteral("handover"),
        .isIconOnly = true,
        .label = [] { return HandOverWork::tr("Hand over all work of their couriers…"); },
        .tip =
            [] { return HandOverWork::tr("Give each order that these couriers have in hand to the next fairest one"); },
        .operation = api::Operation::DispatchHandOver};
}

QString whyNobodyHasIt() { return HandOverWork::tr("Nobody has this order."); }

}  // namespace evenhand::ui
