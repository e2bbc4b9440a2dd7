// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/orders/order_lines_edit.h"

#include <QAbstractItemView>
#include <QKeyEvent>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/api/limits.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/item_texts.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/or_dash.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {
namespace {

constexpr int kSearchDelayMs = 150;
constexpr std::int64_t kOffered = 12;

QLabel* cellLabel(const QString& text, QWidget* parent, Qt::Alignment alignment = Qt::AlignLeft) {
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setAlignment(alignment | Qt::AlignVCenter);
    return label;
}

QString nameOfProduct(const api::ProductRow& row) {
    return row.name.empty() ? shownLine(text(row.sku)) : orDash(row.name);
}

}  // namespace

OrderLinesEdit::OrderLinesEdit(UiContext& context, QWidget* parent) : QWidget(parent), m_context(context) {
    auto* down = new QVBoxLayout(this);
    down->setContentsMargins(0, 0, 0, 0);
    down->setSpacing(kGapSmall);
    m_find = new QLineEdit(this);
    m_find->setObjectName(QStringLiteral("orderProduct"));
    m_find->setAccessibleName(tr("Product"));
    m_find->setPlaceholderText(tr("Name of a product, or how its SKU begins"));
    m_find->setClearButtonEnabled(true);
    m_find->installEventFilter(this);
    setFocusProxy(m_find);
    down->addWidget(m_find);
    m_grid = new QGridLayout;
    m_grid->setHorizontalSpacing(kGap);
    m_grid->setVerticalSpacing(kGapSmall);
    m_grid->setColumnStretch(0, 1);
    down->addLayout(m_grid);
    m_completer.setModel(&m_suggestions);
    m_completer.setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    m_completer.setWidget(m_find);
    m_delay.setSingleShot(true);
    m_delay.setInterval(kSearchDelayMs);
    connect(&m_delay, &QTimer::timeout, this, &OrderLinesEdit::search);
    connect(m_find, &QLineEdit::textEdited, this, [this] { m_delay.start(); });
    connect(&m_completer, qOverload<const QModelIndex&>(&QCompleter::activated), this,
            [this](const QModelIndex& index) { choose(index.row()); });
}

/// Enter takes what is offered first; it does not confirm the form.
bool OrderLinesEdit::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_find && event->type() == QEvent::KeyPress) {
        const auto key = static_cast<QKeyEvent*>(event)->key();
        if ((key == Qt::Key_Return || key == Qt::Key_Enter) &&
            static_cast<QKeyEvent*>(event)->modifiers() == Qt::NoModifier && !m_find->text().trimmed().isEmpty()) {
            if (m_delay.isActive()) {
                m_delay.stop();
                search();
            } else {
                choose(0);
            }
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

// --- products -----------------------------------------------------------------------------------------------

void OrderLinesEdit::search() {
    const int generation = ++m_generation;
    const QString typed = m_find->text().trimmed();
    if (typed.isEmpty()) {
        offer(std::vector<api::ProductRow>());
        return;
    }
    auto& bridge = m_context.bridge;
    api::ProductQuery query;
    query.filter.text = typed.toStdString();
    query.filter.disabled = false;
    query.sort = api::ProductSort::Name;
    query.limit = kOffered;
    whenReady(bridge.shop().products(bridge.call(), std::move(query)), this,
              [this, generation](const Result<std::vector<api::ProductRow>>& rows) {
                  if (generation == m_generation) {
                      offer(rows);
                      Q_EMIT suggested();
                  }
              });
}

void OrderLinesEdit::offer(const Result<std::vector<api::ProductRow>>& rows) {
    m_suggestions.clear();
    m_found = rows ? *rows : std::vector<api::ProductRow>();
    for (const auto& row : m_found) {
        m_suggestions.appendRow(new QStandardItem(
            icon(QStringLiteral("product")),
            tr("%1  %2 · %3 · %4 on hand", "name, SKU, price, units")
                .arg(nameOfProduct(row), shownLine(text(row.sku)), m_context.formats.moneyWithCurrency(row.unitPrice),
                     Formats::number(row.stock))));
    }
    if (m_found.empty() && !m_find->text().trimmed().isEmpty()) {
        auto* item = new QStandardItem(rows ? tr("No product matches.")
                                            : tr("The products could not be read: %1").arg(errorText(rows.error())));
        item->setFlags(Qt::NoItemFlags);
        m_suggestions.appendRow(item);
    }
    if (m_find->hasFocus() && m_suggestions.rowCount() > 0) {
        m_completer.complete();
        if (!m_found.empty()) {  // Enter takes the first
            m_completer.popup()->setCurrentIndex(m_completer.completionModel()->index(0, 0));
        }
    }
}

QStringList OrderLinesEdit::suggestions() const { return itemTexts(m_suggestions); }

void OrderLinesEdit::choose(int row) {
    if (row < 0 || row >= static_cast<int>(m_found.size())) {
        return;
    }
    const auto product = m_found[static_cast<std::size_t>(row)];
    ++m_generation;
    m_delay.stop();
    m_completer.popup()->hide();
    m_found.clear();
    m_suggestions.clear();
    m_find->clear();
    add(product);
}

// --- lines --------------------------------------------------------------------------------------------------

void OrderLinesEdit::add(const api::ProductRow& product) {
    if (auto* there = units(product.sku)) {
        there->setValue(there->value() + 1);
        return;
    }
    if (m_lines.size() < kMaxLines) {
        addLine(product);
        refreshAmounts();
        Q_EMIT changed();
    }
}

void OrderLinesEdit::addLine(const api::ProductRow& product) {
    const QString sku = text(product.sku);
    const QString shown = nameOfProduct(product);
    Line line;
    line.product = product;
    line.name = cellLabel(shown, this);
    line.name->setToolTip(plainToolTip(shown));
    line.price = cellLabel(m_context.formats.money(product.unitPrice), this, Qt::AlignRight);
    line.units = new QSpinBox(this);
    line.units->setObjectName(QStringLiteral("orderUnits.") + sku);
    line.units->setAccessibleName(tr("Units of %1").arg(shown));
    line.units->setRange(1, static_cast<int>(api::kMaxOrderQuantity));
    line.amount = cellLabel({}, this, Qt::AlignRight);
    line.remove = new QToolButton(this);
    line.remove->setObjectName(QStringLiteral("orderRemove.") + sku);
    line.remove->setIcon(icon(QStringLiteral("close")));
    line.remove->setAutoRaise(true);
    line.remove->setAccessibleName(tr("Remove %1").arg(shown));
    line.remove->setToolTip(plainToolTip(tr("Remove %1").arg(shown)));
    const int row = m_grid->rowCount();
    m_grid->addWidget(line.name, row, 0);
    m_grid->addWidget(line.price, row, 1);
    m_grid->addWidget(line.units, row, 2);
    m_grid->addWidget(line.amount, row, 3);
    m_grid->addWidget(line.remove, row, 4);
    // As they stand: the rest of the form was made before them.
    setTabOrder(m_lines.empty() ? static_cast<QWidget*>(m_find) : m_lines.back().remove, line.units);
    setTabOrder(line.units, line.remove);
    connect(line.units, &QSpinBox::valueChanged, this, [this] {
        refreshAmounts();
        Q_EMIT changed();
    });
    connect(line.remove, &QToolButton::clicked, this, [this, id = product.sku] { removeLine(id); });
    m_lines.push_back(line);
}

void OrderLinesEdit::removeLine(const Sku& sku) {
    const auto at =
        std::find_if(m_lines.begin(), m_lines.end(), [&sku](const Line& line) { return line.product.sku == sku; });
    if (at == m_lines.end()) {
        return;
    }
    for (QWidget* each :
         {static_cast<QWidget*>(at->name), static_cast<QWidget*>(at->price), static_cast<QWidget*>(at->units),
          static_cast<QWidget*>(at->amount), static_cast<QWidget*>(at->remove)}) {
        each->hide();
        each->deleteLater();
    }
    m_lines.erase(at);
    m_find->setFocus();
    Q_EMIT changed();
}

QSpinBox* OrderLinesEdit::units(const Sku& sku) const {
    const auto at =
        std::find_if(m_lines.begin(), m_lines.end(), [&sku](const Line& line) { return line.product.sku == sku; });
    return at == m_lines.end() ? nullptr : at->units;
}

std::vector<api::OrderLine> OrderLinesEdit::lines() const {
    std::vector<api::OrderLine> lines;
    for (const auto& line : m_lines) {
        lines.push_back({line.product.sku, line.units->value(), line.product.unitPrice});
    }
    return lines;
}

std::optional<Money> OrderLinesEdit::total() const {
    Money sum;
    for (const auto& line : lines()) {
        const auto amount = base::multiply(line.unitPrice, line.quantity);
        const auto next = amount ? base::add(sum, *amount) : amount;
        if (!next) {
            return std::nullopt;
        }
        sum = *next;
    }
    return sum;
}

/// More than is on hand is marked; what the engine says counts.
void OrderLinesEdit::refreshAmounts() {
    for (const auto& line : m_lines) {
        const auto amount = base::multiply(line.product.unitPrice, line.units->value());
        line.amount->setText(amount ? m_context.formats.money(*amount) : Formats::dash());
        const bool isShort = line.units->value() > line.product.stock;
        line.units->setToolTip(plainToolTip(tr("%1 on hand").arg(Formats::number(line.product.stock))));
        line.units->setProperty("invalid", isShort);
    }
}

}  // namespace evenhand::ui
