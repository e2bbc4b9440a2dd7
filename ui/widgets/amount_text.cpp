// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/amount_text.h"

#include <QCoreApplication>

#include "ui/widgets/safe_text.h"

namespace evenhand::ui {
namespace {

struct AmountTexts {
    Q_DECLARE_TR_FUNCTIONS(AmountTexts)
};

/// Longer than any amount: enough to recognise what was pasted.
constexpr qsizetype kMaxShown = 24;

}  // namespace

QString amountProblem(const QString& typed, Money least, Money most, const Formats& formats) {
    const auto amount = formats.readMoney(typed);
    if (amount && *amount >= least && *amount <= most) {
        return {};
    }
    const QString from = formats.money(least);
    const QString to = formats.money(most);
    const QString plain = typed.trimmed();
    return plain.isEmpty() ? AmountTexts::tr("Enter an amount from %1 to %2.").arg(from, to)
                           : AmountTexts::tr("Enter an amount from %1 to %2. You typed \"%3\".")
                                 .arg(from, to, shownLine(plain, kMaxShown));
}

}  // namespace evenhand::ui
