// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/counted.h"

#include <QCoreApplication>

#include "ui/widgets/formats.h"

namespace evenhand::ui {
namespace {

struct Counted {
    Q_DECLARE_TR_FUNCTIONS(Counted)
};

}  // namespace

QString countedOrders(std::int64_t count) {
    return count == 1 ? Counted::tr("1 order") : Counted::tr("%1 orders").arg(Formats::number(count));
}

QString countedCouriers(std::int64_t count) {
    return count == 1 ? Counted::tr("1 courier") : Counted::tr("%1 couriers").arg(Formats::number(count));
}

QString countedMessages(std::int64_t count) {
    return count == 1 ? Counted::tr("1 message") : Counted::tr("%1 messages").arg(Formats::number(count));
}

}  // namespace evenhand::ui
