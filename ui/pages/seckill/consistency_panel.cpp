// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/seckill/consistency_panel.h"

#include "ui/bridge/error_text.h"
#include "ui/dialogs/outcome_text.h"
#include "ui/shell/notices.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {
namespace {

constexpr int kFactsWidth = 420;

}  // namespace

ConsistencyPanel::ConsistencyPanel(UiContext& context, QWidget* parent)
    : ComparePanel(
          context, QStringLiteral("seckillConsistency"), QStringLiteral("consistencyVerdict"),
          {{"seckill.check", "calibrate", [this] { check(); }}, {"seckill.repair", "check", [this] { askRepair(); }}},
          parent) {
    m_facts = new FactGrid(this);
    m_facts->setFixedWidth(byText(kFactsWidth));
    m_differences = wrapped(plainLabel(this, QStringLiteral("consistencyDifferences")));
    m_differences->setProperty("tone", QStringLiteral("bad"));
    across()->addWidget(m_facts, 0, Qt::AlignTop);
    across()->addWidget(m_differences, 1, Qt::AlignTop);
    retranslate();
}

void ConsistencyPanel::setActivity(const std::optional<api::ActivityRow>& row) {
    const bool other = !row || !m_row || row->set.id != m_row->set.id;
    m_row = row;
    if (other) {
        m_last.reset();
        m_error.reset();
        refresh();
    }
    refreshActions();
}

// --- checking -----------------------------------------------------------------------------------------------

void ConsistencyPanel::check() { compare(m_row->set.id, tr("Checking %1").arg(text(m_row->set.name)), std::nullopt); }

/// `repaired`: so many were put right just before; it is read back whether both agree now.
void ConsistencyPanel::compare(const ActivityId& id, const QString& title, std::optional<std::int64_t> repaired) {
    auto& bridge = context().bridge;
    run(title, bridge.seckill().check(bridge.call(), id),
        [this, id, repaired](const Result<api::SeckillComparison>& result) { checked(id, repaired, result); });
}

void ConsistencyPanel::askRepair() {
    ActionDialog::Texts texts;
    texts.title = tr("Repair");
    texts.question =
        m_last && m_last->agrees()
            ? tr("The last check found nothing to repair. The sale is checked again, and differences are fixed.")
            : tr("The keyspace of this sale is repaired from the database.");
    texts.effect = m_last && !m_last->agrees()
                       ? differences().join(QLatin1Char('\n'))
                       : tr("Orders and stock in the database stay as they are; the sale continues.");
    texts.confirm = tr("Repair");
    texts.reasonHint = tr("Required; kept in the history of the sale");
    ask(texts, [this, id = m_row->set.id](const QString& reason) { repair(id, reason); });
}

void ConsistencyPanel::repair(const ActivityId& id, const QString& reason) {
    auto& bridge = context().bridge;
    run(tr("Repairing"), bridge.seckill().repair(bridge.call(reason), id),
        [this, id](const Result<api::SeckillComparison>& result) {
            Q_EMIT repaired();
            if (result) {
                compare(id, tr("Repairing"), result->repaired);
            } else {
                context().notices.bad(
                    tr("Repair: %1").arg(refusalText(result.error(), context().formats, context().bridge.now())));
            }
        });
}

void ConsistencyPanel::checked(const ActivityId& activity, std::optional<std::int64_t> repaired,
                               const Result<api::SeckillComparison>& result) {
    if (repaired) {
        const bool agrees = result && result->agrees();
        const QString count = Formats::number(*repaired);
        context().notices.post({agrees ? tr("Repaired: %1 fixed; both agree now.").arg(count)
                                       : tr("Repaired: %1 fixed; they do not agree yet.").arg(count),
                                agrees ? Tone::Good : Tone::Warn,
                                {},
                                {}});
    }
    if (m_row && m_row->set.id == activity) {
        m_error = result ? std::nullopt : std::optional(result.error());
        if (result) {
            m_last = *result;
            m_last->repaired = repaired.value_or(0);
        }
    }
}

QStringList ConsistencyPanel::differences() const {
    QStringList lines;
    if (!m_last) {
        return lines;
    }
    const auto& found = *m_last;
    if (found.lost) {
        lines << tr("The sale is missing in the keyspace: every attempt is refused until it is repaired.");
    } else if (!found.stock) {
        lines << tr("The stock is missing in the keyspace: attempts are refused until it is repaired.");
    } else if (*found.stock > found.stockExpected) {
        lines << tr("The keyspace would sell %1 too many.").arg(Formats::number(*found.stock - found.stockExpected));
    } else if (*found.stock < found.stockExpected) {
        lines << tr("The keyspace would leave %1 unsold.").arg(Formats::number(found.stockExpected - *found.stock));
    }
    if (found.missingSlots > 0) {
        lines << tr("%1 live orders have no slot: their users could try to get a second one.", nullptr,
                    Formats::plural(found.missingSlots))
                     .arg(Formats::number(found.missingSlots));
    }
    if (found.strandedSlots > 0) {
        lines << tr("%1 slots have neither an order nor a reservation: their users are locked out.", nullptr,
                    Formats::plural(found.strandedSlots))
                     .arg(Formats::number(found.strandedSlots));
    }
    if (found.stateDiffers) {
        lines << tr("State, start or end differ.");
    }
    return lines;
}

void ConsistencyPanel::refresh() {
    const QString dash = Formats::dash();
    const auto number = [&](const std::optional<std::int64_t>& value) {
        return value ? Formats::number(*value) : dash;
    };
    const auto of = [&](std::int64_t api::SeckillComparison::*member) {
        return m_last ? Formats::number((*m_last).*member) : dash;
    };
    using Comparison = api::SeckillComparison;
    const auto wrong = [this](std::int64_t Comparison::*member) { return m_last && (*m_last).*member > 0; };
    const bool stockDiffers = m_last && m_last->stock != m_last->stockExpected;
    m_facts->setFacts({
        {tr("Stock in the keyspace"), m_last ? number(m_last->stock) : dash, true, stockDiffers},
        {tr("Stock by the database"), of(&Comparison::stockExpected), true, stockDiffers},
        {tr("Slots in the keyspace"), m_last && !m_last->lost ? Formats::number(m_last->slots) : dash, true},
        {tr("Live orders"), of(&Comparison::liveOrders), true},
        {tr("Reservations in progress"), of(&Comparison::messages), true},
        {tr("Live orders without their slot"), of(&Comparison::missingSlots), true, wrong(&Comparison::missingSlots)},
        {tr("Slots without an owner"), of(&Comparison::strandedSlots), true, wrong(&Comparison::strandedSlots)},
        {tr("State, start and end"), m_last ? (m_last->stateDiffers ? tr("differ") : tr("agree")) : dash, true,
         m_last && m_last->stateDiffers},
        {tr("Fixed by this run"), of(&Comparison::repaired), true},
        {tr("Checked at"), m_last ? context().formats.dateTime(m_last->at) : dash, true},
    });
    if (m_error) {
        setVerdict(tr("Could not be checked: %1").arg(errorText(*m_error)));
    } else if (!m_last) {
        setVerdict(tr("Not checked yet."));
    } else {
        setVerdict(m_last->agrees() ? tr("Keyspace and database agree.")
                                    : tr("Keyspace and database differ. Repair fixes the keyspace."));
    }
    m_differences->setText(differences().join(QLatin1Char('\n')));
}

void ConsistencyPanel::refreshActions() {
    QString why;
    if (!m_row) {
        why = tr("No sale is selected.");
    } else if (m_row->state != api::ActivityState::Started && m_row->state != api::ActivityState::Stopped) {
        why = tr("Only a started sale is in the keyspace.");
    } else if (!isReady()) {
        why = tr("A check is running.");
    }
    setActionState(*checkAction(), why);
    const QString may = context().bridge.whyNotAllowed(api::Operation::SeckillRepair);
    setActionState(*repairAction(), !may.isEmpty() ? may : why);
}

void ConsistencyPanel::retranslate() {
    setActionTexts(*checkAction(), tr("Check"), tr("Compare keyspace and database of this sale"));
    setActionTexts(*repairAction(), tr("Repair…"), tr("Repair the keyspace from the database"));
    refresh();
    refreshActions();
}

}  // namespace evenhand::ui
