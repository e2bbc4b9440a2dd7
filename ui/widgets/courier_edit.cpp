// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/courier_edit.h"

#include <QAbstractItemView>

#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

constexpr int kDelayMs = 150;
constexpr int kSuggestions = 12;
constexpr int kIdRole = Qt::UserRole + 1;

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
    whenReady(m_bridge.dispatch().findCouriers(m_bridge.call(), text().trimmed().toStdString(), kSuggestions), this,
              [this, generation](const Result<std::vector<api::CourierRow>>& rows) {
                  if (generation != m_generation) {
                      return;
                  }
                  m_suggestions.clear();
                  for (const auto& row : rows ? *rows : std::vector<api::CourierRow>{}) {
                      if (!m_campus.empty() && row.campus != m_campus) {
                          continue;
                      }
                      const QString duty = row.onDuty ? QString() : tr(" (off duty)");
                      auto* item =
                          new QStandardItem(icon(QStringLiteral("courier")),
                                            QStringLiteral("%1  %2%3").arg(ui::text(row.name), ui::text(row.id), duty));
                      item->setData(ui::text(row.id), kIdRole);
                      m_suggestions.appendRow(item);
                  }
                  if (hasFocus() && m_suggestions.rowCount() > 0) {
                      m_completer.complete();
                  }
                  Q_EMIT suggested();
              });
}

void CourierEdit::choose(const QModelIndex& index) {
    const QString id = index.data(kIdRole).toString();
    m_shown = index.data(Qt::DisplayRole).toString().section(QStringLiteral("  "), 0, 0);
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
        if (at.data(kIdRole).toString() == typed || at.data().toString().section(QStringLiteral("  "), 0, 0) == typed) {
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
