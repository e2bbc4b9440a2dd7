// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/returns/ledger_pane.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QVBoxLayout>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/shell/campus_scope.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/tone_delegate.h"

namespace evenhand::ui {
namespace {

constexpr int kLedgerTypingMs = 250;
constexpr int kBalanceWidths[BalanceModel::ColumnCount] = {150, 110, 120, 120, 120};
constexpr int kEntryWidths[LedgerTableModel::ColumnCount] = {72, 150, 140, 140, 140, 110, 124, 124, 120};

}  // namespace

// --- balances -----------------------------------------------------------------------------------------------

int BalanceModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

std::string BalanceModel::keyOf(const api::AccountBalance& row) const { return std::string(api::toText(row.account)); }

bool BalanceModel::same(const api::AccountBalance& a, const api::AccountBalance& b) const {
    return a.debit == b.debit && a.credit == b.credit && a.balance == b.balance;
}

QVariant BalanceModel::data(const QModelIndex& index, int role) const {
    const auto* row = at(index);
    if (!row) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>(Qt::AlignVCenter | (index.column() >= Debit ? Qt::AlignRight : Qt::AlignLeft));
    }
    if (role == StrongRole) {
        return index.column() == Account || index.column() == Balance;
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
        case Account: return label(row->account);
        case Kind: return kindOf(row->account);
        case Debit: return m_formats.money(row->debit);
        case Credit: return m_formats.money(row->credit);
        case Balance: return m_formats.money(row->balance);
        default: return {};
    }
}

QVariant BalanceModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>(Qt::AlignVCenter | (section >= Debit ? Qt::AlignRight : Qt::AlignLeft));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
        case Account: return tr("Account");
        case Kind: return tr("Kind");
        case Debit: return tr("Debit (%1)").arg(m_formats.currency());
        case Credit: return tr("Credit (%1)").arg(m_formats.currency());
        case Balance: return tr("Balance (%1)").arg(m_formats.currency());
        default: return {};
    }
}

void BalanceModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    touchAll();
}

// --- pane ---------------------------------------------------------------------------------------------------

LedgerPane::LedgerPane(UiContext& context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_model(context.bridge, context.formats),
      m_balances(context.formats, this),
      m_reads(new FeedChannel(
          kReadMs, [this] { readBalances(); }, this)) {
    setObjectName(QStringLiteral("ledgerPane"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kGap, kGap, kGap, kGap);
    layout->setSpacing(kGap);
    m_exporter = new CsvExport(context, this);
    m_export = new QAction(icon(QStringLiteral("export")), QString(), this);
    m_export->setObjectName(QStringLiteral("returns.exportLedger"));
    addAction(m_export);
    connect(m_export, &QAction::triggered, this, [this] { m_exporter->ask(exportTask()); });
    connect(m_exporter, &CsvExport::runningChanged, this, &LedgerPane::refreshTexts);
    setupBalances();
    setupEntries();
    m_model.setFilterSource([this] { return filter(); });
    const auto again = [this] { refresh(); };
    connect(&context.scope, &CampusScope::currentChanged, this, &LedgerPane::retitle);
    connect(&context.bridge, &EngineBridge::refundsChanged, this, again);
    connect(&context.bridge, &EngineBridge::ordersPaid, this, again);
    connect(&context.bridge, &EngineBridge::paymentOwed, this, again);
    retranslate();
}

void LedgerPane::setupBalances() {
    m_balanceCard = new Card(this);
    m_balanceTable = new QTableView(m_balanceCard);
    m_balanceTable->setObjectName(QStringLiteral("trialBalance"));
    m_balanceTable->setModel(&m_balances);
    styleTable(*m_balanceTable, false);
    m_verdict = new QLabel(m_balanceCard);
    m_verdict->setObjectName(QStringLiteral("ledgerVerdict"));
    m_verdict->setTextFormat(Qt::PlainText);
    m_balanceCard->addTool(m_verdict);
    m_balanceCard->setBody(m_balanceTable);
    const auto rows = static_cast<int>(api::allLedgerAccounts().size());
    m_balanceCard->setFixedHeight((rows + 1) * tableRowHeight() + byText(52));
    layout()->addWidget(m_balanceCard);
    connect(m_balanceTable, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex& index) {
        if (const auto* row = m_balances.at(index)) {
            m_account->setChosen({text(std::string(api::toText(row->account)))});
        }
    });
}

void LedgerPane::setupEntries() {
    m_entryCard = new Card(this);
    m_order = new QLineEdit(m_entryCard);
    m_order->setObjectName(QStringLiteral("ledgerOrder"));
    m_order->setClearButtonEnabled(true);
    m_order->setFixedWidth(byText(200));
    m_account = new ChoiceButton(true, m_entryCard);
    m_account->setObjectName(QStringLiteral("ledgerAccount"));
    m_table = new PagedView(m_context, m_model, QStringLiteral("ledger"), kEntryWidths, {}, m_entryCard);
    m_entryCard->addTool(m_order);
    m_entryCard->addTool(m_account);
    m_entryCard->addTool(m_table->columnButton());
    m_entryCard->addTool(actionButton(m_export, m_entryCard));
    m_entryCard->setBody(m_table);
    static_cast<QVBoxLayout*>(layout())->addWidget(m_entryCard, 1);
    m_typing.setSingleShot(true);
    m_typing.setInterval(kLedgerTypingMs);
    connect(&m_typing, &QTimer::timeout, this, &LedgerPane::changed);
    connect(m_order, &QLineEdit::textChanged, this, [this] { m_typing.start(); });
    connect(m_account, &ChoiceButton::chosenChanged, this, &LedgerPane::changed);
    connect(m_table, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex& index) {
        if (const auto* row = m_model.row(index.row()); row && !row->orderNo.empty()) {
            Q_EMIT opened(text(row->orderNo));
        }
    });
    connect(&m_model, &LedgerTableModel::totalChanged, this, &LedgerPane::refreshTexts);
    connect(&m_model, &LedgerTableModel::errorChanged, this, &LedgerPane::refreshTexts);
    connect(&m_model, &LedgerTableModel::loaded, this, &LedgerPane::readyChanged);
}

api::LedgerFilter LedgerPane::filter() const {
    api::LedgerFilter filter;
    filter.orderNo = OrderNo(m_order->text().trimmed().toStdString());
    if (!m_account->chosen().isEmpty()) {
        filter.account = api::ledgerAccountFrom(m_account->chosen().front().toStdString());
    }
    return filter;
}

void LedgerPane::changed() {
    m_typing.stop();
    if (m_opened) {
        m_model.restart(m_model.isDescending());
    }
}

void LedgerPane::setActive(bool active) {
    m_model.setActive(active);
    m_reads->setActive(active);
    if (active && !std::exchange(m_opened, true)) {
        m_model.restart(true);
        m_reads->restart();
    } else if (active) {
        refresh();
    }
}

void LedgerPane::refresh() {
    m_model.refresh();
    m_reads->request();
}

void LedgerPane::readBalances() {
    auto& bridge = m_context.bridge;
    whenReady(bridge.ledger().trialBalance(bridge.call()), this,
              [this, generation = m_reads->generation()](const Result<std::vector<api::AccountBalance>>& read) {
                  if (!m_reads->answered(generation, read)) {
                      return;
                  }
                  m_answered = true;
                  m_read = read;
                  m_balances.take(read);
                  refreshTexts();
                  Q_EMIT readyChanged();
              });
}

CsvExport::Task LedgerPane::exportTask() {
    CsvExport::Task task;
    task.title = tr("Export of the ledger");
    task.fileName = QStringLiteral("ledger.csv");
    task.total = m_model.total();
    task.write = [this, asked = filter()](std::string path, std::function<void(std::int64_t)> progress) {
        auto& bridge = m_context.bridge;
        return bridge.ledger().exportCsv(bridge.call(), asked, std::move(path), std::move(progress));
    };
    task.done = [](std::int64_t count, const QString& path) {
        return tr("Exported %1 entries to %2, two rows each", nullptr, Formats::plural(count))
            .arg(Formats::number(count), path);
    };
    return task;
}

void LedgerPane::exportTo(const QString& path) { m_exporter->writeTo(path, exportTask()); }

void LedgerPane::refreshTexts() {
    const auto total = m_model.total();
    const auto& error = m_model.lastError();
    m_entryCard->setFigures(error ? tr("Could not be read: %1").arg(errorText(*error))
                            : total < 0
                                ? Formats::dash()
                                : tr("%1 entries", nullptr, Formats::plural(total)).arg(Formats::number(total)));
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
    QString why;
    if (m_exporter->isRunning()) {
        why = tr("An export is running.");
    } else if (total < 0) {
        why = tr("Nothing is shown yet.");
    }
    setActionState(*m_export, why);
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
    m_balanceTable->setAccessibleName(tr("Trial balance"));
    m_table->setAccessibleName(tr("Entries of the ledger"));
    m_order->setPlaceholderText(tr("Full order number"));
    m_order->setAccessibleName(tr("Full order number"));
    setActionTexts(*m_export, tr("Export the ledger…"));
    m_account->setTitle(tr("Account"), tr("Every account"));
    std::vector<ChoiceButton::Choice> accounts;
    for (const auto account : api::allLedgerAccounts()) {
        accounts.push_back({text(std::string(api::toText(account))), label(account)});
    }
    m_account->setChoices(accounts);
    m_balances.retranslate();
    m_model.retranslate();
    m_table->retranslate();
    fitColumns(*m_balanceTable, kBalanceWidths);
    refreshTexts();
}

}  // namespace evenhand::ui
