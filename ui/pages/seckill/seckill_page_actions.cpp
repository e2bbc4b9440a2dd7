// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the page of flash sales: setting up, rehearsing, starting, stopping, adding stock, ending; pictures.
#include <QLineEdit>
#include <QPointer>
#include <algorithm>
#include <memory>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/pages/seckill/seckill_page.h"
#include "ui/shell/notices.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/seckill_labels.h"
#include "ui/wizards/seckill/activity_checks.h"

namespace evenhand::ui {

using api::ActivityRow;

// --- what can be done ---------------------------------------------------------------------------------------

std::vector<ListDetailPage::Act> SeckillPage::acts() {
    using Op = api::Operation;
    constexpr auto kNoKeys = Qt::Key_unknown;
    constexpr auto kAnyone = std::nullopt;
    return {
        {"new", "add", QT_TR_NOOP("Set up a sale…"), QT_TR_NOOP("Set up a flash sale step by step"),
         Qt::CTRL | Qt::Key_N, Place::List, Op::SeckillSetUp, [this] { openWizard(std::nullopt); }},
        {"start", "play", QT_TR_NOOP("Start…"), QT_TR_NOOP("Take the units out of stock and open the sale"),
         Qt::CTRL | Qt::Key_Return, Place::Bar, Op::SeckillStart, [this] { askStart(*current()); },
         only({State::Draft}, QT_TR_NOOP("Only a draft can be started; this one is: %1."))},
        {"stop", "stop", QT_TR_NOOP("Stop…"), QT_TR_NOOP("Stop the sale at once; it can be resumed"),
         Qt::CTRL | Qt::SHIFT | Qt::Key_S, Place::Bar, Op::SeckillStop, [this] { askStop(*current()); },
         only({State::Started}, QT_TR_NOOP("Only a running sale can be stopped; this one is: %1."))},
        {"resume", "play", QT_TR_NOOP("Resume…"), QT_TR_NOOP("Accept attempts again"), Qt::CTRL | Qt::SHIFT | Qt::Key_R,
         Place::Bar, Op::SeckillResume, [this] { ask(resuming(*current())); },
         only({State::Stopped}, QT_TR_NOOP("Only a stopped sale can be resumed; this one is: %1."))},
        {"topUp", "new_rows", QT_TR_NOOP("Add stock…"), QT_TR_NOOP("More units out of the product's stock"),
         Qt::CTRL | Qt::Key_Plus, Place::Bar, Op::SeckillTopUp, [this] { askTopUp(*current()); },
         only({State::Started, State::Stopped},
              QT_TR_NOOP("Stock can only be added to a started sale; this one is: %1."))},
        {"rehearse", "demo", QT_TR_NOOP("Rehearse…"), QT_TR_NOOP("Simulate a crowd on a copy of the sale"),
         Qt::CTRL | Qt::Key_T, Place::Bar, kAnyone, [this] { openRehearsal(*current()); },
         [this] {
             const auto set = current()->set;
             return set.end > set.begin ? QString() : tr("The sale has no duration.");
         }},
        {"edit", "settings", QT_TR_NOOP("Change…"), QT_TR_NOOP("Change what can still be changed"), Qt::Key_F2,
         Place::Bar, Op::SeckillEdit, [this] { openWizard(current()); }},
        {"end", "cancel", QT_TR_NOOP("End now…"), QT_TR_NOOP("End the sale early; it cannot be resumed"), kNoKeys,
         Place::Menu, Op::SeckillEnd, [this] { askEnd(*current()); },
         only({State::Started, State::Stopped}, QT_TR_NOOP("Only a started sale can be ended; this one is: %1."))},
        {"discard", "clear", QT_TR_NOOP("Delete the draft…"), nullptr, kNoKeys, Place::Menu, Op::SeckillDiscard,
         [this] { askDiscard(*current()); },
         only({State::Draft}, QT_TR_NOOP("Only a draft can be deleted; this one keeps its history."))},
        {"refresh", "refresh", QT_TR_NOOP("Refresh"), nullptr, Qt::Key_F5, Place::Palette, kAnyone,
         [this] { m_feed->refresh(); }},
    };
}

QString SeckillPage::nameOf(const ActivityRow& row) const { return text(row.set.name); }

QString SeckillPage::standing(const ActivityRow& row) const { return label(api::phaseOf(row, context().bridge.now())); }

api::Answer<std::vector<ActivityRow>> SeckillPage::readRows() {
    auto& bridge = context().bridge;
    return bridge.seckill().activities(bridge.call());
}

QString SeckillPage::reasonHint(bool isNeeded) const {
    return isNeeded ? tr("Required; kept in the history of the sale") : tr("Kept in the history of the sale");
}

// --- running ------------------------------------------------------------------------------------------------

void SeckillPage::askStart(const ActivityRow& row) {
    ActionDialog::Texts texts;
    texts.title = tr("Start %1").arg(nameOf(row));
    texts.question =
        tr("%1 of %2 are taken out of stock and put on sale.", "n units, product", Formats::plural(row.set.stock))
            .arg(countedUnits(row.set.stock), text(row.voucherName));
    texts.effect = row.set.begin > context().bridge.now()
                       ? tr("Attempts are accepted from %1. Product, price and start time can no longer be changed.")
                             .arg(context().formats.dateTime(row.set.begin))
                       : tr("Its start time has passed: attempts are accepted at once. Product, price and start time "
                            "can no longer be changed.");
    texts.confirm = tr("Start");
    ask(doing(
        row, texts,
        [this, row](const api::Call& call) { return context().bridge.seckill().start(call, row.set.id, row.version); },
        [this](const ActivityRow& now) {
            return tr("%1 is started: %2 on sale from %3.")
                .arg(nameOf(now), countedUnits(now.left), context().formats.dateTime(now.set.begin));
        }));
}

void SeckillPage::askStop(const ActivityRow& row) {
    ActionDialog::Texts texts;
    texts.title = tr("Stop %1").arg(nameOf(row));
    texts.question = tr("Every attempt is refused until the sale is resumed.");
    texts.effect = tr("%1 not ordered; what is reserved still becomes orders.").arg(countedUnits(row.left));
    texts.confirm = tr("Stop");
    texts.danger = true;
    texts.suggestions = QStringList{tr("Wrong price"), tr("Wrong stock"), tr("Something is broken")};
    auto spec = doing(
        row, texts,
        [this, row](const api::Call& call) { return context().bridge.seckill().stop(call, row.set.id, row.version); },
        [this](const ActivityRow& now) {
            return FlowTold(tr("%1 is stopped: %2 not ordered; what is reserved becomes orders.")
                                .arg(nameOf(now), countedUnits(now.left)),
                            Tone::Warn);
        },
        [this](const ActivityRow& now) { return resuming(now); });
    spec.undoText = tr("Resume");
    ask(std::move(spec));
}

RowFlow::Spec SeckillPage::resuming(const ActivityRow& row) {
    ActionDialog::Texts texts;
    texts.title = tr("Resume %1").arg(nameOf(row));
    texts.question = tr("Attempts are accepted again.");
    texts.confirm = tr("Resume");
    return doing(
        row, texts,
        [this, row](const api::Call& call) { return context().bridge.seckill().resume(call, row.set.id, row.version); },
        [this](const ActivityRow& now) {
            return tr("%1 is resumed: %2 left.").arg(nameOf(now), countedUnits(now.left));
        });
}

void SeckillPage::askTopUp(const ActivityRow& row) {
    ActionDialog::Texts texts;
    texts.title = tr("Add stock to %1").arg(nameOf(row));
    texts.question = tr("More units of %1 are taken out of its stock and put on sale.").arg(text(row.voucherName));
    texts.effect = tr("%1 now; %2 not ordered.").arg(countedUnits(row.set.stock + row.added), countedUnits(row.left));
    texts.confirm = tr("Add stock");
    auto units = std::make_shared<QPointer<QLineEdit>>();
    const auto count = [units] { return checkCount(*units ? (*units)->text() : QString(), 1, api::kMaxActivityStock); };
    auto spec = doing(
        row, texts,
        [this, row, count](const api::Call& call) {
            return context().bridge.seckill().topUp(call, row.set.id, count().value.value_or(0), row.version);
        },
        [this, before = row.added](const ActivityRow& now) {
            return tr("%1: %2 added, %3 in total.")
                .arg(nameOf(now), countedUnits(now.added - before), countedUnits(now.set.stock + now.added));
        });
    spec.addFields = [units, count](ActionDialog& dialog) {
        auto* field = new QLineEdit(&dialog);
        field->setObjectName(QStringLiteral("topUpUnits"));
        *units = field;
        dialog.addField(tr("Units"), field, [count] {
            const QString why = count().problem;
            return why.isEmpty() ? QString() : tr("Units: %1").arg(why);
        });
        connect(field, &QLineEdit::textChanged, &dialog, &ActionDialog::recheck);
        field->setFocus();
    };
    ask(std::move(spec));
}

void SeckillPage::askEnd(const ActivityRow& row) {
    ActionDialog::Texts texts;
    texts.title = tr("End %1").arg(nameOf(row));
    texts.question = tr("The sale ends now and cannot be resumed.");
    texts.effect = tr("%1 not ordered go back into the product's stock once the last reservations have become orders. "
                      "Orders stay as they are.",
                      nullptr, Formats::plural(row.left))
                       .arg(countedUnits(row.left));
    texts.confirm = tr("End the sale");
    texts.danger = true;
    ask(doing(
        row, texts,
        [this, row](const api::Call& call) { return context().bridge.seckill().end(call, row.set.id, row.version); },
        [this](const ActivityRow& now) {
            return tr("%1 has ended: %2 ordered, %3 back in stock.")
                .arg(nameOf(now), Formats::number(now.ordered), Formats::number(now.returned));
        }));
}

void SeckillPage::askDiscard(const ActivityRow& row) {
    askRemove(row, tr("Nothing was taken out of stock for it."), [this, row](const api::Call& call) {
        return context().bridge.seckill().discard(call, row.set.id, row.version);
    });
}

// --- pictures -----------------------------------------------------------------------------------------------

QStringList SeckillPage::pictures() const {
    return {QStringLiteral("consistency"), QStringLiteral("history"),  QStringLiteral("wizard-1"),
            QStringLiteral("wizard-2"),    QStringLiteral("wizard-3"), QStringLiteral("rehearsal")};
}

QWidget* SeckillPage::showPicture(const QString& name) {
    if (name == QLatin1String("consistency")) {
        tabs()->setCurrentIndex(ConsistencyTab);
        if (m_consistency->checkAction()->isEnabled()) {
            m_consistency->checkAction()->trigger();
        }
    } else if (name == QLatin1String("history")) {
        tabs()->setCurrentIndex(HistoryTab);
    } else if (name == QLatin1String("rehearsal") && current()) {
        openRehearsal(*current());
        rehearsal()->run();
        return rehearsal();
    } else if (name.startsWith(QLatin1String("wizard"))) {
        openWizard(std::nullopt);
        wizard()->showExample(name.right(1).toInt() - 1);
        return wizard();
    }
    return this;
}

void SeckillPage::endPicture() { tabs()->setCurrentIndex(PendingTab); }

}  // namespace evenhand::ui
