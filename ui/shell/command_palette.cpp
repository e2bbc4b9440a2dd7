// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/command_palette.h"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>
#include <set>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/models/order_filter_match.h"
#include "ui/shell/campus_scope.h"
#include "ui/shell/courier_directory.h"
#include "ui/shell/navigator.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/name_match.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {
namespace {

constexpr int kPaletteWidth = 640;
constexpr int kPaletteHeight = 420;
constexpr int kItemHeight = 36;
constexpr int kDelayMs = 120;
constexpr int kOrderHits = 8;
constexpr int kCourierHits = 6;
constexpr int kSearches = 2;

class PaletteDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const Colors& c = colorsOf(option.palette);
        const bool enabled = index.data(PaletteModel::WhyNotRole).toString().isEmpty();
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        if (option.state.testFlag(QStyle::State_Selected)) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(c.selection);
            painter->drawRoundedRect(option.rect.adjusted(4, 1, -4, -1), 5, 5);
        }
        QRect box = option.rect.adjusted(14, 0, -14, 0);
        painter->drawPixmap(box.left(), box.center().y() - 8,
                            iconPixmap(index.data(PaletteModel::IconRole).toString(), 18,
                                       enabled ? c.textMuted : c.textFaint, painter->device()->devicePixelRatioF()));
        box.setLeft(box.left() + 28);
        const QString keys = index.data(PaletteModel::KeysRole).toString();
        if (!keys.isEmpty()) {
            painter->setFont(scaledFont(option.font, -1));
            painter->setPen(c.textMuted);
            painter->drawText(box, Qt::AlignRight | Qt::AlignVCenter, keys);
            box.setRight(box.right() - painter->fontMetrics().horizontalAdvance(keys) - 12);
        }
        painter->setFont(option.font);
        painter->setPen(enabled ? c.text : c.textFaint);
        const QString title = fittedLine(painter->fontMetrics(), shownLine(index.data().toString()), box.width());
        painter->drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, title);
        box.setLeft(box.left() + painter->fontMetrics().horizontalAdvance(title) + 12);
        painter->setFont(scaledFont(option.font, -1));
        painter->setPen(enabled ? c.textMuted : c.textFaint);
        painter->drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                          fittedLine(painter->fontMetrics(), shownLine(index.data(PaletteModel::DetailRole).toString()),
                                     box.width()));
        painter->restore();
    }
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
        return {200, byText(kItemHeight)};
    }
};

}  // namespace

CommandPalette::CommandPalette(UiContext& context, QWidget* window) : Translated(window), m_context(context) {
    setObjectName(QStringLiteral("commandPalette"));
    setupWidgets();
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelayMs);
    connect(&m_delay, &QTimer::timeout, this, &CommandPalette::search);
    connect(m_input, &QLineEdit::textChanged, this, &CommandPalette::typed);
    connect(m_list, &QListView::clicked, this, &CommandPalette::run);
    connect(&m_model, &QAbstractItemModel::modelReset, this, &CommandPalette::selectFirst);
    window->installEventFilter(this);
    retranslate();
    hide();
}

void CommandPalette::setupWidgets() {
    auto* layout = columnIn(this, 1, 0);
    m_input = named(new QLineEdit(this), QStringLiteral("paletteInput"));
    m_input->setFont(scaledFont(font(), 2));
    m_input->installEventFilter(this);
    m_list = named(new QListView(this), QStringLiteral("paletteList"));
    m_list->setModel(&m_model);
    m_list->setItemDelegate(new PaletteDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setFrameShape(QFrame::NoFrame);
    m_hint = muted(plainLabel(this));
    layout->addWidget(m_input);
    m_empty = muted(wrapped(plainLabel(this, QStringLiteral("paletteEmpty"))));
    m_empty->setContentsMargins(14, 6, 14, 6);
    m_empty->hide();
    layout->addWidget(m_empty);
    layout->addWidget(m_list, 1);
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(14, 6, 14, 8);
    foot->addWidget(m_hint);
    layout->addLayout(foot);
}

void CommandPalette::open(std::vector<PaletteItem> commands) {
    m_before = QApplication::focusWidget();
    m_input->clear();
    m_model.setTyped({});
    m_model.setCommands(std::move(commands));
    place();
    show();
    raise();
    m_input->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::dismiss() {
    ++m_generation;
    m_openAnswers = 0;
    m_delay.stop();
    hide();
    if (m_before) {
        m_before->setFocus(Qt::PopupFocusReason);
    }
}

void CommandPalette::place() {
    const QWidget* over = parentWidget();
    const int width = std::min(byText(kPaletteWidth), over->width() - 2 * kGapLarge);
    setGeometry((over->width() - width) / 2, 44, width, std::min(byText(kPaletteHeight), over->height() - 80));
}

void CommandPalette::typed(const QString& text) {
    ++m_generation;
    m_openAnswers = 0;
    m_collected.clear();
    m_error.reset();
    m_model.setTyped(text.trimmed());
    m_empty->hide();
    if (text.trimmed().isEmpty()) {
        m_delay.stop();
    } else {
        m_delay.start();
    }
}

void CommandPalette::search() {
    const int generation = m_generation;
    const std::string typed = m_input->text().trimmed().toStdString();
    m_openAnswers = kSearches;
    api::OrderQuery query;
    query.filter.text = typed;
    query.limit = kOrderHits;
    auto& bridge = m_context.bridge;
    whenReady(bridge.orders().page(bridge.call(), query), this,
              [this, generation, typed](Result<std::vector<api::OrderRow>> rows) {
                  std::vector<PaletteItem> items;
                  std::set<std::string> users;
                  for (const auto& row : rows ? *rows : std::vector<api::OrderRow>{}) {
                      if (text(row.orderNo).contains(text(typed), Qt::CaseInsensitive)) {
                          items.push_back(
                              {text(row.orderNo),
                               tr("Order · %1 · %2").arg(label(row.status), text(row.user)),
                               QStringLiteral("orders"),
                               {},
                               {},
                               [this, no = text(row.orderNo)] {
                                   m_context.navigator.open(QStringLiteral("orders"), {{QStringLiteral("order"), no}});
                               }});
                      } else if (users.insert(row.user.str()).second) {
                          items.push_back(
                              {text(row.user),
                               tr("Orders of this user"),
                               QStringLiteral("person"),
                               {},
                               {},
                               [this, user = text(row.user)] {
                                   m_context.navigator.open(QStringLiteral("orders"), {{QStringLiteral("user"), user}});
                               }});
                      }
                  }
                  found(generation, std::move(items), rows ? std::nullopt : std::optional(rows.error()));
              });
    whenReady(bridge.dispatch().findCouriers(bridge.call(), {}, CourierDirectory::kMaxCouriers), this,
              [this, generation, typed = text(typed)](Result<std::vector<api::CourierRow>> rows) {
                  std::vector<PaletteItem> items;
                  for (const auto& row : rows ? *rows : std::vector<api::CourierRow>{}) {
                      if (static_cast<std::int64_t>(items.size()) == kCourierHits) {
                          break;
                      }
                      if (!nameMatches(typed, text(row.name), text(row.id)) &&
                          !text(row.phone).contains(typed, Qt::CaseInsensitive)) {
                          continue;
                      }
                      items.push_back(
                          {text(row.name),
                           tr("Orders of courier %1 · %2").arg(text(row.id), m_context.scope.nameOf(row.campus)),
                           QStringLiteral("courier"),
                           {},
                           {},
                           [this, id = text(row.id)] {
                               m_context.navigator.open(QStringLiteral("orders"), {{QStringLiteral("courier"), id}});
                           }});
                  }
                  found(generation, std::move(items), rows ? std::nullopt : std::optional(rows.error()));
              });
}

void CommandPalette::found(int generation, std::vector<PaletteItem> items, std::optional<Error> error) {
    if (generation != m_generation) {
        return;  // the text went on
    }
    std::move(items.begin(), items.end(), std::back_inserter(m_collected));
    if (error) {
        m_error = std::move(error);
    }
    if (--m_openAnswers == 0) {
        m_model.setFound(m_collected);
        refreshEmpty();
        Q_EMIT searched();
    }
}

/// Nothing was found only if everything was searched.
void CommandPalette::refreshEmpty() {
    QString said = m_error ? tr("Orders and couriers could not all be searched: %1").arg(errorText(*m_error))
                           : tr("Nothing was found: no page, command, order, user or courier.");
    if (!m_error && m_input->text().trimmed().toUtf8().size() < static_cast<qsizetype>(api::kMinOrderNumberPart)) {
        said += QLatin1Char('\n') + tr("To find an order, type how its number begins, or any four characters of it.");
    }
    m_empty->setText(said);
    m_empty->setVisible(m_error || m_model.rowCount() == 0);
}

void CommandPalette::run(const QModelIndex& index) {
    const PaletteItem* item = m_model.item(index);
    if (!item || !item->whyNot.isEmpty() || !item->run) {
        return;
    }
    const auto action = item->run;
    dismiss();
    action();
}

void CommandPalette::moveBy(int rows) {
    const int count = m_model.rowCount();
    if (count > 0) {
        const int row = std::clamp(m_list->currentIndex().row() + rows, 0, count - 1);
        m_list->setCurrentIndex(m_model.index(row));
    }
}

void CommandPalette::selectFirst() {
    if (m_model.rowCount() > 0) {
        m_list->setCurrentIndex(m_model.index(0));
    }
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (watched == parentWidget()) {
        if (event->type() == QEvent::Resize && isVisible()) {
            place();
        }
        return false;
    }
    if (event->type() == QEvent::FocusOut && isVisible() && qApp->activeWindow() == window()) {
        dismiss();
        return false;
    }
    if (event->type() != QEvent::KeyPress) {
        return QFrame::eventFilter(watched, event);
    }
    switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Down: moveBy(1); return true;
        case Qt::Key_Up: moveBy(-1); return true;
        case Qt::Key_PageDown: moveBy(8); return true;
        case Qt::Key_PageUp: moveBy(-8); return true;
        case Qt::Key_Return:
        case Qt::Key_Enter: run(m_list->currentIndex()); return true;
        case Qt::Key_Escape: dismiss(); return true;
        default: return false;
    }
}

void CommandPalette::retranslate() {
    m_input->setPlaceholderText(tr("A command, a page, an order number, a courier, a user"));
    m_input->setAccessibleName(tr("Search or run a command"));
    m_list->setAccessibleName(tr("Results"));
    m_hint->setText(tr("↑ ↓ choose    Enter run    Esc close"));
}

}  // namespace evenhand::ui
