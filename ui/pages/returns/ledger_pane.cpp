// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/returns/ledger_pane.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/shell/campus_scope.h"
#include "ui/tables/refreshed_by.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/people_labels.h"

namespace evenhand::ui {
// --- pane ---------------------------------------------------------------------------------------------------

LedgerPane::LedgerPane(UiContext& context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_reads(new FeedChannel(
          kReadMs, [this] { readBalances(); }, this)) {
    setObjectName(QStringLiteral("ledgerPane"));
    columnIn(this, kGap, kGap);
    setupBalances();
    setupEntries();
    connect(&context.scope, &CampusScope::currentChanged, this, &LedgerPane::retitle);
    connect(&context.bridge, &EngineBridge::refundsChanged, m_reads, &FeedChannel::request);
    connect(&context.bridge, &EngineBridge::ordersPaid, m_reads, &FeedChannel::request);
    connect(&context.bridge, &EngineBridge::paymentOwed, m_reads, &FeedChannel::request);
    retranslate();
}

void LedgerPane::setupBalances() {
    m_balanceCard = new Card(this);
    m_balances = new BalanceTable(describeBalances(), m_context, m_balanceCard);
    m_balances->table()->setObjectName(QStringLiteral("trialBalance"));
    m_verdict = plainLabel(m_balanceCard, QStringLiteral("ledgerVerdict"));
    m_balanceCard->addTool(m_verdict);
    // All accounts are in view; a row of buttons of their own would hide the last.
    m_balances->filters()->row()->setContentsMargins(0, 0, 0, 0);
    m_balanceCard->addTool(m_balances->filters());
    m_balanceCard->setBody(m_balances);
    const auto rows = static_cast<int>(api::allLedgerAccounts().size());
    m_balanceCard->setFixedHeight((rows + 1) * tableRowHeight() + byText(52));
    layout()->addWidget(m_balanceCard);
    connect(m_balances, &BalanceTable::readyChanged, this, &LedgerPane::readyChanged);
}

BalanceTable::Spec LedgerPane::describeBalances() {
    BalanceTable::Spec spec;
    spec.look.prefix = QStringLiteral("trialBalance");
    spec.look.one = QStringLiteral("ledgerAccounts");
    spec.look.isSingle = true;
    spec.look.isCompact = true;
    auto& texts = spec.look.texts;
    texts.name = [] { return tr("Trial balance"); };
    texts.count = [](std::int64_t) { return QString(); };  // always the same
    texts.empty = [] { return tr("There are no accounts."); };
    texts.next = [] { return tr("Nothing to do."); };
    texts.emptyFiltered = [] { return tr("No account matches the filter."); };
    texts.exported = [] { return tr("Export the trial balance"); };
    texts.fileName = QStringLiteral("trial-balance.csv");
    spec.fields = {textField<AnyCell>(
        QStringLiteral("text"), QStringLiteral("ledgerAccountText"), [] { return tr("Account or kind"); },
        &AnyCell::text)};
    spec.fields.front().look.width = 180;  // it stands in the title of the card
    spec.columns = describeBalanceColumns(m_context.formats);
    spec.orderedBy = QStringLiteral("account");
    spec.isDescending = false;
    spec.opened = [this](const BalanceRow& row) {
        m_entries->filters()->choice(QStringLiteral("account"))->setChosen({keyText(api::toText(row.account))});
    };
    return spec;
}

std::vector<Column<BalanceRow, OneOrder>> LedgerPane::describeBalanceColumns(const Formats& formats) {
    using C = Column<BalanceRow, OneOrder>;
    const auto money = [&formats](const char* id, Words title, Money api::AccountBalance::*of) {
        return C::money(id, 120, std::move(title), formats, of);
    };
    return {
        C(
            "account", 150, [] { return tr("Account"); }, [](const BalanceRow& row) { return label(row.account); })
            .orderedAs([](const BalanceRow& row) { return row.id.value; })
            .strong(),
        C(
            "kind", 110, [] { return tr("Kind"); }, [](const BalanceRow& row) { return kindOf(row.account); }),
        money(
            "debit", [&formats] { return tr("Debit (%1)").arg(formats.currency()); }, &api::AccountBalance::debit),
        money(
            "credit", [&formats] { return tr("Credit (%1)").arg(formats.currency()); }, &api::AccountBalance::credit),
        money(
            "balance", [&formats] { return tr("Balance (%1)").arg(formats.currency()); }, &api::AccountBalance::balance)
            .strong(),
    };
}

void LedgerPane::setupEntries() {
    m_entryCard = new Card(this);
    m_entries = new LedgerTable(describeEntries(), m_context, m_entryCard);
    m_entryCard->setBody(m_entries);
    static_cast<QVBoxLayout*>(layout())->addWidget(m_entryCard, 1);
    connect(m_entries, &LedgerTable::readyChanged, this, &LedgerPane::readyChanged);
}

LedgerTable::Spec LedgerPane::describeEntries() {
    auto& bridge = m_context.bridge;
    LedgerTable::Spec spec;
    spec.look.prefix = QStringLiteral("ledger");
    spec.look.one = QStringLiteral("ledgerEntry");
    spec.look.isCompact = true;
    spec.look.refreshedBy =
        refreshedBy(bridge, &EngineBridge::refundsChanged, &EngineBridge::ordersPaid, &EngineBridge::paymentOwed);
    auto& texts = spec.look.texts;
    texts.name = [] { return tr("Entries of the ledger"); };
    texts.count = [](std::int64_t total) {
        return tr("%1 entries", nullptr, Formats::plural(total))
            .arg(total < 0 ? Formats::dash() : Formats::number(total));
    };
    texts.empty = [] { return tr("There are no entries yet."); };
    texts.next = [] { return tr("Nothing to do: the first payment writes one."); };
    texts.emptyFiltered = [] { return tr("No entry matches the filter."); };
    texts.exported = [] { return tr("Export the entries"); };
    texts.fileName = QStringLiteral("ledger-entries.csv");
    auto& file = spec.look.file;
    file.name = QStringLiteral("returns.exportLedger");
    file.label = [] { return tr("Export for accounting…"); };
    file.tip = [] { return tr("Each entry as two rows, so that the file balances"); };
    file.job = [] { return tr("Export of the ledger"); };
    file.fileName = QStringLiteral("ledger.csv");
    file.done = [](std::int64_t count, const QString& path) {
        return tr("Exported %1 entries to %2, two rows each", nullptr, Formats::plural(count))
            .arg(Formats::number(count), path);
    };
    spec.writeFile = [&bridge](const api::LedgerFilter& filter, std::string path,
                               std::function<void(std::int64_t)> progress) {
        return bridge.ledger().exportCsv(bridge.call(), filter, std::move(path), std::move(progress));
    };
    spec.columns = describeColumns();
    spec.orderedBy = QStringLiteral("entry");
    spec.page = [&bridge](const api::LedgerFilter& filter, const PageOf<api::LedgerSort>& page) {
        return bridge.ledger().page(bridge.call(),
                                    {filter, page.descending, std::nullopt, page.offset, page.limit, page.sort});
    };
    spec.count = [&bridge](const api::LedgerFilter& filter) { return bridge.ledger().count(bridge.call(), filter); };
    spec.fields = describeFields();
    spec.opened = [this](const api::LedgerRow& row) {
        if (!row.orderNo.empty()) {
            Q_EMIT opened(text(row.orderNo));
        }
    };
    return spec;
}

std::vector<Column<api::LedgerRow, api::LedgerSort>> LedgerPane::describeColumns() const {
    using api::LedgerRow;
    const auto& formats = m_context.formats;
    using C = Column<LedgerRow, api::LedgerSort>;
    return {
        C::count(
            "entry", 72, [] { return tr("Entry"); }, [](const LedgerRow& row) { return row.entry.value; })
            .sortedBy(api::LedgerSort::Entry),
        C(
            "at", 150, [] { return tr("Time"); }, [&formats](const LedgerRow& row) { return formats.dateTime(row.at); })
            .sortedBy(api::LedgerSort::At),
        C(
            "kind", 140, [] { return tr("Kind"); }, [](const LedgerRow& row) { return label(row.kind); })
            .strong(),
        C(
            "debit", 140, [] { return tr("Debit"); }, [](const LedgerRow& row) { return label(row.debit); }),
        C(
            "credit", 140, [] { return tr("Credit"); }, [](const LedgerRow& row) { return label(row.credit); }),
        C::money(
            "amount", 110, [&formats] { return tr("Amount (%1)").arg(formats.currency()); }, formats,
            &LedgerRow::amount)
            .strong(),
        C(
            "order", 124, [] { return tr("Order"); },
            [](const LedgerRow& row) { return row.orderNo.empty() ? Formats::dash() : text(row.orderNo); }),
        C(
            "payment", 124, [] { return tr("Payment"); },
            [](const LedgerRow& row) { return row.paymentNo.empty() ? Formats::dash() : text(row.paymentNo); }),
        C(
            "actor", 120, [] { return tr("By"); }, [](const LedgerRow& row) { return actorLabel(row.actor); }),
    };
}

std::vector<FilterField<api::LedgerFilter>> LedgerPane::describeFields() const {
    return {
        {{.key = QStringLiteral("order"),
          .objectName = QStringLiteral("ledgerOrder"),
          .title = [] { return tr("Full order number"); },
          .width = 200},
         [](const FieldValue& value, api::LedgerFilter& filter) {
             filter.orderNo = OrderNo(value.text.toStdString());
         }},
        {{.key = QStringLiteral("account"),
          .objectName = QStringLiteral("ledgerAccount"),
          .kind = FieldLook::Kind::Choice,
          .title = [] { return tr("Account"); },
          .any = [] { return tr("Every account"); },
          .choices = choicesOf(api::allLedgerAccounts(), &label)},
         [](const FieldValue& value, api::LedgerFilter& filter) {
             if (!value.keys.isEmpty()) {
                 filter.account = api::ledgerAccountFrom(value.keys.front().toStdString());
             }
         }},
        {{.key = QStringLiteral("time"), .objectName = QStringLiteral("ledgerTime"), .kind = FieldLook::Kind::Range},
         [&context = m_context](const FieldValue& value, api::LedgerFilter& filter) {
             const auto bounds = value.range.bounds(context.formats, context.bridge.now());
             filter.from = bounds.from;
             filter.to = bounds.to;
         }},
    };
}

void LedgerPane::setActive(bool active) {
    m_balances->setActive(active);
    m_entries->setActive(active);
    m_reads->setActive(active);
    if (active) {
        m_reads->request();
    }
}

void LedgerPane::refresh() {
    m_entries->refresh();
    m_reads->request();
}

void LedgerPane::readBalances() {
    auto& bridge = m_context.bridge;
    m_reads->take(bridge.ledger().trialBalance(bridge.call()),
                  [this](const Result<std::vector<api::AccountBalance>>& read) {
                      m_answered = true;
                      m_read = read;
                      takeBalances(read);
                      refreshTexts();
                      Q_EMIT readyChanged();
                  });
}

void LedgerPane::takeBalances(const Result<std::vector<api::AccountBalance>>& read) {
    if (!read) {
        m_balances->take(fail(read.error()));
        return;
    }
    std::vector<BalanceRow> rows;
    for (const auto& each : *read) {
        rows.push_back({each, balanceId(each.account)});
    }
    m_balances->take(std::move(rows));
}

void LedgerPane::refreshTexts() {
    QString verdict = Formats::dash();
    bool bad = false;
    if (m_read && !*m_read) {
        verdict = tr("Could not be read: %1").arg(errorTitle(m_read->error().code));
        bad = true;
    } else if (m_read) {
        std::int64_t sum = 0;
        for (const auto& each : **m_read) {
            sum += each.balance.minor;
        }
        bad = sum != 0;
        verdict =
            bad ? tr("The accounts are out of balance by %1.").arg(m_context.formats.moneyWithCurrency(Money{sum}))
                : tr("The accounts balance.");
    }
    m_verdict->setText(verdict);
    QPalette ink = m_verdict->palette();
    ink.setColor(QPalette::WindowText, colorsOf(palette()).tone(bad ? Tone::Bad : Tone::Good).text);
    m_verdict->setPalette(ink);
}

void LedgerPane::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    } else if (event->type() == QEvent::PaletteChange) {
        refreshTexts();
    }
    QWidget::changeEvent(event);
}

/// The ledger is one for all campuses, and says so beside what is of one.
void LedgerPane::retitle() {
    const bool all = m_context.scope.current().empty();
    m_balanceCard->setTitle(all ? tr("Trial balance") : tr("Trial balance, all campuses"));
    m_entryCard->setTitle(all ? tr("Entries") : tr("Entries, all campuses"));
}

void LedgerPane::retranslate() {
    retitle();
    refreshTexts();
}

}  // namespace evenhand::ui
