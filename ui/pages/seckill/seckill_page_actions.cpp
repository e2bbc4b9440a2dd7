// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the page of flash sales: setting up, rehearsing, starting, stopping, adding stock, ending; pictures.
#include <QLineEdit>
#include <algorithm>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/pages/seckill/seckill_page.h"
#include "ui/shell/notices.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/seckill_labels.h"
#include "ui/wizards/seckill/activity_checks.h"

namespace evenhand::ui {
namespace {

/// Of the offer to go on with this one: another's stays beside it.
QStringList noticeAbout(const ActivityId& id) { return {QStringLiteral("sale/") + text(id)}; }

}  // namespace

// --- what may be done ---------------------------------------------------------------------------------------

api::Operation SeckillPage::operation(Act which) {
    switch (which) {
        case New: return api::Operation::SeckillSetUp;
        case Start: return api::Operation::SeckillStart;
        case Stop: return api::Operation::SeckillStop;
        case Resume: return api::Operation::SeckillResume;
        case TopUp: return api::Operation::SeckillTopUp;
        case Edit: return api::Operation::SeckillEdit;
        case End: return api::Operation::SeckillEnd;
        case Discard: return api::Operation::SeckillDiscard;
        case Rehearse:
        case Refresh:
        case kActs: break;
    }
    return api::Operation::SeckillRead;
}

QString SeckillPage::whyNot(Act which) const {
    const auto row = current();
    if (which == Refresh) {
        return {};
    }
    if (which != New && !row) {
        return tr("No sale is selected.");
    }
    if (which == Rehearse) {
        return row->set.end > row->set.begin ? QString() : tr("The sale has no duration.");
    }
    if (QString why = context().bridge.whyNotAllowed(operation(which)); !why.isEmpty()) {
        return why;
    }
    if (which == New || which == Edit) {
        return {};
    }
    const auto state = row->state;
    const bool runs = state == api::ActivityState::Started || state == api::ActivityState::Stopped;
    const QString now = label(api::phaseOf(*row, context().bridge.now()));
    switch (which) {
        case Start:
            return state == api::ActivityState::Draft ? QString()
                                                      : tr("Only a draft can be started; this one is: %1.").arg(now);
        case Stop:
            return state == api::ActivityState::Started
                       ? QString()
                       : tr("Only a running sale can be stopped; this one is: %1.").arg(now);
        case Resume:
            return state == api::ActivityState::Stopped
                       ? QString()
                       : tr("Only a stopped sale can be resumed; this one is: %1.").arg(now);
        case TopUp:
            return runs ? QString() : tr("Stock can only be added to a started sale; this one is: %1.").arg(now);
        case End: return runs ? QString() : tr("Only a started sale can be ended; this one is: %1.").arg(now);
        case Discard:
            return state == api::ActivityState::Draft ? QString()
                                                      : tr("Only a draft can be deleted; this one keeps its history.");
        case New:
        case Rehearse:
        case Edit:
        case Refresh:
        case kActs: break;
    }
    return {};
}

// --- the steps of all ----------------------------------------------------------------------------------------

ActionDialog* SeckillPage::ask(const ActionDialog::Texts& texts) {
    return ListDetailPage::ask(texts, texts.reasonNeeded ? tr("Required; kept in the history of the sale")
                                                         : tr("Kept in the history of the sale"));
}

void SeckillPage::change(const QString& title, const QString& reason, const Change& submit,
                         std::function<void(const api::ActivityRow&)> done) {
    auto& bridge = context().bridge;
    settle(title, submit(bridge.seckill(), bridge.call(reason)), std::move(done));
}

// --- setting up and rehearsing ------------------------------------------------------------------------------

void SeckillPage::openWizard(const std::optional<api::ActivityRow>& editing) {
    m_wizard = new ActivityWizard(context(), editing, window());
    connect(m_wizard, &ActivityWizard::saved, this, &SeckillPage::wizardSaved);
    connect(m_wizard, &ActivityWizard::ready, this, &SeckillPage::noteReady);
    m_wizard->open();
}

void SeckillPage::wizardSaved(const api::ActivityRow& row, bool fresh, SummaryPage::Next next) {
    const QString name = text(row.set.name);
    select(row.set.id);
    context().notices.good(fresh ? tr("%1 is set up.").arg(name) : tr("%1 was changed.").arg(name));
    if (next == SummaryPage::Next::Rehearse && fresh) {
        openRehearsal(row);
    } else if (next == SummaryPage::Next::Start && fresh) {
        askStart(row);
    }
}

void SeckillPage::openRehearsal(const api::ActivityRow& row) {
    const bool mayStart = row.state == api::ActivityState::Draft &&
                          context().bridge.whyNotAllowed(api::Operation::SeckillStart).isEmpty();
    m_rehearsal = new RehearsalDialog(context(), row, mayStart, window());
    connect(m_rehearsal, &RehearsalDialog::ended, this, &SeckillPage::noteReady);
    connect(m_rehearsal, &RehearsalDialog::startRequested, this, [this, row](const ActivityId& id) {
        const auto now = current();
        askStart(now && now->set.id == id ? *now : row);
    });
    m_rehearsal->open();
}

// --- running ------------------------------------------------------------------------------------------------

void SeckillPage::askStart(const api::ActivityRow& row) {
    const QString name = text(row.set.name);
    ActionDialog::Texts texts;
    texts.title = tr("Start %1").arg(name);
    texts.question =
        tr("%1 of %2 are taken out of stock and put on sale.", "n units, product", Formats::plural(row.set.stock))
            .arg(countedUnits(row.set.stock), text(row.voucherName));
    texts.effect = row.set.begin > context().bridge.now()
                       ? tr("Attempts are accepted from %1. Product, price and start time can no longer be changed.")
                             .arg(context().formats.dateTime(row.set.begin))
                       : tr("Its start time has passed: attempts are accepted at once. Product, price and start time "
                            "can no longer be changed.");
    texts.confirm = tr("Start");
    auto* dialog = ask(texts);
    connect(dialog, &QDialog::accepted, this, [this, dialog, row, title = texts.title] {
        change(
            title, dialog->reason(),
            [row](auto& desk, const auto& call) { return desk.start(call, row.set.id, row.version); },
            [this](const api::ActivityRow& now) {
                context().notices.good(
                    tr("%1 is started: %2 on sale from %3.")
                        .arg(text(now.set.name), countedUnits(now.left), context().formats.dateTime(now.set.begin)));
            });
    });
    dialog->open();
}

void SeckillPage::askStop() {
    const auto row = *current();
    ActionDialog::Texts texts;
    texts.title = tr("Stop %1").arg(text(row.set.name));
    texts.question = tr("Every attempt is refused until the sale is resumed.");
    texts.effect = tr("%1 not ordered; what is reserved still becomes orders.").arg(countedUnits(row.left));
    texts.confirm = tr("Stop");
    texts.danger = true;
    texts.suggestions = QStringList{tr("Wrong price"), tr("Wrong stock"), tr("Something is broken")};
    auto* dialog = ask(texts);
    connect(dialog, &QDialog::accepted, this, [this, dialog, row, title = texts.title] {
        change(
            title, dialog->reason(),
            [row](auto& desk, const auto& call) { return desk.stop(call, row.set.id, row.version); },
            [this](const api::ActivityRow& now) {
                const QString name = text(now.set.name);
                context().notices.post({tr("%1 is stopped: %2 not ordered; what is reserved becomes orders.")
                                            .arg(name, countedUnits(now.left)),
                                        Tone::Warn,
                                        tr("Resume"),
                                        [this, now] { context().notices.offerAgainIfRejected(askResume(now)); },
                                        {},
                                        noticeAbout(now.set.id)});
            });
    });
    dialog->open();
}

ActionDialog* SeckillPage::askResume(const api::ActivityRow& row) {
    ActionDialog::Texts texts;
    texts.title = tr("Resume %1").arg(text(row.set.name));
    texts.question = tr("Attempts are accepted again.");
    texts.confirm = tr("Resume");
    auto* dialog = ask(texts);
    connect(dialog, &QDialog::accepted, this,
            [this, dialog, id = row.set.id, version = row.version, title = texts.title] {
                change(
                    title, dialog->reason(),
                    [id, version](auto& desk, const auto& call) { return desk.resume(call, id, version); },
                    [this](const api::ActivityRow& now) {
                        context().notices.post(
                            {tr("%1 is resumed: %2 left.").arg(text(now.set.name), countedUnits(now.left)),
                             Tone::Good,
                             {},
                             {},
                             {},
                             noticeAbout(now.set.id)});
                    });
            });
    dialog->open();
    return dialog;
}

void SeckillPage::askTopUp() {
    const auto row = *current();
    ActionDialog::Texts texts;
    texts.title = tr("Add stock to %1").arg(text(row.set.name));
    texts.question = tr("More units of %1 are taken out of its stock and put on sale.").arg(text(row.voucherName));
    texts.effect = tr("%1 now; %2 not ordered.").arg(countedUnits(row.set.stock + row.added), countedUnits(row.left));
    texts.confirm = tr("Add");
    auto* dialog = ask(texts);
    auto* units = new QLineEdit(dialog);
    units->setObjectName(QStringLiteral("topUpUnits"));
    dialog->addField(tr("Units"), units, [units] {
        const QString why = checkCount(units->text(), 1, api::kMaxActivityStock).problem;
        return why.isEmpty() ? QString() : tr("Units: %1").arg(why);
    });
    connect(units, &QLineEdit::textChanged, dialog, &ActionDialog::recheck);
    units->setFocus();
    connect(dialog, &QDialog::accepted, this, [this, dialog, units, row, title = texts.title] {
        const auto count = checkCount(units->text(), 1, api::kMaxActivityStock).value.value_or(0);
        change(
            title, dialog->reason(),
            [row, count](auto& desk, const auto& call) { return desk.topUp(call, row.set.id, count, row.version); },
            [this, count](const api::ActivityRow& now) {
                context().notices.good(
                    tr("%1: %2 added, %3 in total.")
                        .arg(text(now.set.name), countedUnits(count), countedUnits(now.set.stock + now.added)));
            });
    });
    dialog->open();
}

void SeckillPage::askEnd() {
    const auto row = *current();
    ActionDialog::Texts texts;
    texts.title = tr("End %1").arg(text(row.set.name));
    texts.question = tr("The sale ends now and cannot be resumed.");
    texts.effect = tr("%1 not ordered go back into the product's stock once the last reservations have become orders. "
                      "Orders stay as they are.",
                      nullptr, Formats::plural(row.left))
                       .arg(countedUnits(row.left));
    texts.confirm = tr("End the sale");
    texts.danger = true;
    auto* dialog = ask(texts);
    connect(dialog, &QDialog::accepted, this, [this, dialog, row, title = texts.title] {
        change(
            title, dialog->reason(),
            [row](auto& desk, const auto& call) { return desk.end(call, row.set.id, row.version); },
            [this](const api::ActivityRow& now) {
                context().notices.post(
                    {tr("%1 has ended: %2 ordered, %3 back in stock.")
                         .arg(text(now.set.name), Formats::number(now.ordered), Formats::number(now.returned)),
                     Tone::Good,
                     {},
                     {},
                     {},
                     noticeAbout(now.set.id)});
            });
    });
    dialog->open();
}

void SeckillPage::askDiscard() {
    const auto row = *current();
    ActionDialog::Texts texts;
    texts.title = tr("Delete the draft");
    texts.question = tr("The draft %1 is deleted.").arg(text(row.set.name));
    texts.effect = tr("Nothing was taken out of stock for it.");
    texts.confirm = tr("Delete");
    texts.danger = true;
    texts.reasonNeeded = false;
    auto* dialog = ask(texts);
    connect(dialog, &QDialog::accepted, this, [this, dialog, row] {
        auto& bridge = context().bridge;
        const QString name = text(row.set.name);
        settle(tr("Delete %1").arg(name),
               bridge.seckill().discard(bridge.call(dialog->reason()), row.set.id, row.version),
               [this, name] { context().notices.good(tr("The draft %1 is deleted.").arg(name)); });
    });
    dialog->open();
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
        m_rehearsal->run();
        return m_rehearsal;
    } else if (name.startsWith(QLatin1String("wizard"))) {
        openWizard(std::nullopt);
        m_wizard->showExample(name.right(1).toInt() - 1);
        return m_wizard;
    }
    return this;
}

void SeckillPage::endPicture() { tabs()->setCurrentIndex(PendingTab); }

}  // namespace evenhand::ui
