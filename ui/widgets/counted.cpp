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
    return Counted::tr("%1 orders", nullptr, Formats::plural(count)).arg(Formats::number(count));
}

QString countedCouriers(std::int64_t count) {
    return Counted::tr("%1 couriers", nullptr, Formats::plural(count)).arg(Formats::number(count));
}

QString countedMessages(std::int64_t count) {
    return Counted::tr("%1 messages", nullptr, Formats::plural(count)).arg(Formats::number(count));
}

}  // namespace evenhand::ui
