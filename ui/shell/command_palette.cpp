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
#include <tuple>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/shell/courier_directory.h"
#include "ui/shell/search_items.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {
namespace {

constexpr int kPaletteWidth = 640;
constexpr int kPaletteHeight = 420;
constexpr int kItemHeight = 36;
constexpr int kDelayMs = 120;
constexpr std::int64_t kHits = 6;  // of a kind

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
        const QString group = index.data(PaletteModel::GroupRole).toString();
        const QString keys = group.isEmpty() ? index.data(PaletteModel::KeysRole).toString() : group;
        if (!group.isEmpty() && index.row() > 0) {
            painter->setPen(c.border);
            painter->drawLine(option.rect.topLeft() + QPoint(14, 0), option.rect.topRight() - QPoint(14, 0));
        }
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
    connect(&m_model, &QAbstractItemModel::modelReset, this, &CommandPalette::selectChosen);
    // Telephones of those found, which are read when they are asked for.
    connect(&context.couriers, &CourierDirectory::changed, this, [this] {
        if (!m_found.hits.empty()) {
            showFound();
        }
    });
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

void CommandPalette::open(std::vector<PaletteItem> commands, const QString& text) {
    m_before = QApplication::focusWidget();
    m_chosen.clear();
    m_input->clear();
    m_model.setTyped({});
    m_model.setCommands(std::move(commands));
    place();
    show();
    raise();
    m_input->setFocus(Qt::PopupFocusReason);
    m_input->setText(text);
    m_input->selectAll();                                                      // is replaced by what is typed
    std::ignore = m_context.bridge.search().prepare(m_context.bridge.call());  // a search says itself what is wrong
}

void CommandPalette::dismiss() {
    dropAsked();
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
    dropAsked();
    m_found = {};
    m_error.reset();
    m_chosen.clear();
    m_model.setTyped(text.trimmed());
    m_empty->hide();
    if (text.trimmed().isEmpty()) {
        m_delay.stop();
    } else {
        m_delay.start();
    }
}

/// Two questions: what is asked of orders may have to read their numbers first, and the rest need not wait for that.
void CommandPalette::search() {
    std::vector<api::SearchKind> ofOrders;
    std::vector<api::SearchKind> others;
    for (const auto kind : api::allSearchKinds()) {
        const bool isOfOrders =
            kind == api::SearchKind::Order || kind == api::SearchKind::Return || kind == api::SearchKind::Refund;
        (isOfOrders ? ofOrders : others).push_back(kind);
    }
    const std::string typed = m_input->text().trimmed().toStdString();
    ask(typed, std::move(others));
    ask(typed, std::move(ofOrders));
}

void CommandPalette::ask(const std::string& wanted, std::vector<api::SearchKind> kinds) {
    auto& bridge = m_context.bridge;
    ++m_openAnswers;
    m_asked.push_back(bridge.search().search(bridge.call(), {wanted, std::move(kinds), kHits}));
    whenReady(m_asked.back(), this, [this, generation = m_generation](const Result<api::SearchResult>& result) {
        if (generation == m_generation) {  // else the text went on
            found(result);
        }
    });
}

void CommandPalette::found(const Result<api::SearchResult>& result) {
    if (result) {
        m_found.hits.insert(m_found.hits.end(), result->hits.begin(), result->hits.end());
        m_found.more.insert(m_found.more.end(), result->more.begin(), result->more.end());
        std::stable_sort(m_found.hits.begin(), m_found.hits.end(),
                         [](const api::SearchHit& a, const api::SearchHit& b) { return a.kind < b.kind; });
        showFound();
    } else {
        m_error = result.error();
    }
    if (--m_openAnswers == 0) {
        refreshEmpty();
        Q_EMIT searched();
    }
}

void CommandPalette::showFound() {
    std::vector<PaletteItem> items;
    for (const auto& hit : m_found.hits) {
        auto item = searchItem(hit, m_context);
        if (std::find(m_found.more.begin(), m_found.more.end(), hit.kind) != m_found.more.end()) {
            item.group = tr("%1 · the first %2", "kind, count").arg(item.group, Formats::number(kHits));
        }
        items.push_back(std::move(item));
    }
    m_model.setFound(std::move(items));
}

/// What was asked for a text that went on is not read to its end.
void CommandPalette::dropAsked() {
    ++m_generation;
    m_openAnswers = 0;
    for (auto& asked : m_asked) {
        asked.cancel();
    }
    m_asked.clear();
}

/// Nothing was found only if everything was searched.
void CommandPalette::refreshEmpty() {
    m_empty->setText(m_error ? tr("Some things could not be searched: %1").arg(errorText(*m_error))
                             : tr("Nothing was found. Type a part of an order's number, of a user, a name or a phone, "
                                  "or how a payment or a return begins."));
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
        m_chosen = m_model.index(row).data(PaletteModel::KeyRole).toString();
    }
}

/// Who has moved to one with the arrows stays there when more comes in above it.
void CommandPalette::selectChosen() {
    int chosen = 0;
    for (int row = 0; row < m_model.rowCount() && !m_chosen.isEmpty(); ++row) {
        if (m_model.index(row).data(PaletteModel::KeyRole).toString() == m_chosen) {
            chosen = row;
            break;
        }
    }
    if (m_model.rowCount() > 0) {
        m_list->setCurrentIndex(m_model.index(chosen));
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
    m_input->setPlaceholderText(tr("A command, a page, an order number, a name, a phone, initials"));
    m_input->setAccessibleName(tr("Search or run a command"));
    m_list->setAccessibleName(tr("Results"));
    m_hint->setText(tr("↑ ↓ choose    Enter run    Esc close"));
}

}  // namespace evenhand::ui
