// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/courier_edit.h"

#include <QAbstractItemView>
#include <algorithm>

#include "ui/bridge/error_text.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/item_texts.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/name_match.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {
namespace {

constexpr int kDelayMs = 150;
constexpr int kSuggestions = 12;
constexpr int kIdRole = Qt::UserRole + 1;
constexpr int kNameRole = Qt::UserRole + 2;
constexpr std::int64_t kMaxCouriers = 5'000;

}  // namespace

CourierEdit::CourierEdit(EngineBridge& bridge, QWidget* parent) : QLineEdit(parent), m_bridge(bridge) {
    setClearButtonEnabled(true);
    m_completer.setModel(&m_suggestions);
    m_completer.setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    m_completer.setWidget(this);
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelayMs);
    connect(&m_delay, &QTimer::timeout, this, &CourierEdit::search);
    connect(this, &QLineEdit::textEdited, this, [this](const QString& typed) {
        if (typed.isEmpty()) {
            setCourier({});
        } else {
            m_delay.start();
        }
    });
    connect(this, &QLineEdit::editingFinished, this, &CourierEdit::finish);
    connect(&m_completer, qOverload<const QModelIndex&>(&QCompleter::activated), this, &CourierEdit::choose);
}

void CourierEdit::setCourier(const CourierId& courier) {
    ++m_generation;
    m_delay.stop();
    const bool changed = m_courier != courier;
    m_courier = courier;
    if (changed || courier.empty()) {
        m_shown = ui::text(courier);
        setText(m_shown);
    }
    if (changed && !courier.empty()) {
        whenReady(m_bridge.dispatch().findCouriers(m_bridge.call(), courier.str(), kSuggestions), this,
                  [this, generation = m_generation](const Result<std::vector<api::CourierRow>>& rows) {
                      for (const auto& row : rows ? *rows : std::vector<api::CourierRow>{}) {
                          if (generation == m_generation && row.id == m_courier && !hasFocus()) {
                              m_shown = ui::text(row.name);
                              setText(m_shown);
                          }
                      }
                  });
    }
    if (changed) {
        Q_EMIT courierChanged();
    }
}

void CourierEdit::search() {
    const int generation = ++m_generation;
    // All of them: what is typed may be in the middle of a name, which no index of the database finds.
    whenReady(m_bridge.dispatch().findCouriers(m_bridge.call(), {}, kMaxCouriers), this,
              [this, generation](const Result<std::vector<api::CourierRow>>& rows) {
                  if (generation == m_generation) {
                      rows ? offer(*rows) : offerNothing(rows.error());
                  }
              });
}

void CourierEdit::offer(const std::vector<api::CourierRow>& rows) {
    std::vector<const api::CourierRow*> fit;
    for (const auto& row : rows) {
        if (nameMatches(text(), ui::text(row.name), ui::text(row.id), ui::text(row.phone))) {
            fit.push_back(&row);
        }
    }
    std::stable_sort(fit.begin(), fit.end(), [this](const auto* a, const auto* b) {
        return (a->campus == m_campus) > (b->campus == m_campus);
    });
    m_suggestions.clear();
    for (std::size_t i = 0; i < std::min<std::size_t>(fit.size(), kSuggestions); ++i) {
        const auto& row = *fit[i];
        const QString name = nameOf(row);
        const QString duty = row.onDuty ? tr("on duty") : tr("off duty");
        QString shown =
            tr("%1  %2 · %3 in hand · weight %4 · %5", "name, id, orders, weight, on or off duty")
                .arg(name, ui::text(row.id), Formats::number(row.inHand), Formats::number(row.weight), duty);
        if (!row.phone.empty()) {
            shown += QStringLiteral(" · ") + shownLine(ui::text(row.phone));
        }
        auto* item = new QStandardItem(icon(QStringLiteral("courier")), shown);
        item->setData(ui::text(row.id), kIdRole);
        item->setData(name, kNameRole);
        m_suggestions.appendRow(item);
    }
    if (hasFocus() && m_suggestions.rowCount() > 0) {
        m_completer.complete();
    }
}

QStringList CourierEdit::suggestions() const { return itemTexts(m_suggestions); }

void CourierEdit::offerNothing(const Error& error) {
    m_suggestions.clear();
    auto* item = new QStandardItem(tr("The couriers could not be read: %1").arg(errorText(error)));
    item->setFlags(Qt::NoItemFlags);
    m_suggestions.appendRow(item);
    if (hasFocus()) {
        m_completer.complete();
    }
}

void CourierEdit::choose(const QModelIndex& index) {
    const QString id = index.data(kIdRole).toString();
    if (id.isEmpty()) {
        return;
    }
    m_shown = index.data(kNameRole).toString();
    ++m_generation;
    const bool changed = m_courier != CourierId(id.toStdString());
    m_courier = CourierId(id.toStdString());
    setText(m_shown);
    if (changed) {
        Q_EMIT courierChanged();
    }
}

void CourierEdit::finish() {
    if (text() == m_shown) {
        return;
    }
    // What was typed counts if it is one of the suggestions; otherwise the last choice stands.
    for (int row = 0; row < m_suggestions.rowCount(); ++row) {
        const auto at = m_suggestions.index(row, 0);
        const QString typed = text().trimmed();
        if (at.data(kIdRole).toString() == typed || at.data(kNameRole).toString() == typed) {
            choose(at);
            return;
        }
    }
    if (m_completer.popup()->isVisible()) {
        return;
    }
    setText(m_shown);
}

}  // namespace evenhand::ui
