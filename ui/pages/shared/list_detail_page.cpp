// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/shared/list_detail_page.h"

#include <QHeaderView>
#include <QMenu>
#include <QSplitter>
#include <QVBoxLayout>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/dialogs/outcome_text.h"
#include "ui/shell/notices.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/scroll_column.h"
#include "ui/widgets/tone_delegate.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {
namespace {

constexpr int kNameColumn = 1;
constexpr int kDetailWidth = 1000;
constexpr int kTickMs = 1'000;

}  // namespace

ListDetailPage::ListDetailPage(const QString& id, Shape shape, UiContext& context, QWidget* parent)
    : Page(id, context, parent), m_shape(std::move(shape)) {
    m_tick.setInterval(kTickMs);
    connect(&m_tick, &QTimer::timeout, this, [this] { tick(); });
    connect(&context.bridge, &EngineBridge::stateChanged, this, &ListDetailPage::refreshActs);
    connect(&context.bridge, &EngineBridge::statusPolled, this,
            &ListDetailPage::refreshBadge);  // time begins and ends them
}

void ListDetailPage::setupFrame(QAbstractItemModel& rows) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kGapLarge, kGap + kGapSmall, kGapLarge, kGap);
    auto* across = new QSplitter(Qt::Horizontal, this);
    across->setObjectName(m_shape.prefix + QStringLiteral("Across"));
    across->setProperty("gap", true);
    across->setHandleWidth(kGap);
    across->setChildrenCollapsible(false);
    layout->addWidget(across);
    setupActs();
    setupList(rows);
    across->addWidget(m_listCard);
    auto* right = new QWidget(across);
    auto* below = new QVBoxLayout(right);
    below->setContentsMargins(0, 0, 0, 0);
    m_empty = new QLabel(right);
    m_empty->setObjectName(m_shape.prefix + QStringLiteral("Empty"));
    m_empty->setTextFormat(Qt::PlainText);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setProperty("muted", true);
    m_detail = new QWidget(right);
    auto* column = new QWidget(m_detail);
    auto* scrolled = new QVBoxLayout(m_detail);
    scrolled->setContentsMargins(0, 0, 0, 0);
    scrolled->addWidget(new ScrollColumn(column, m_detail));
    m_down = new QVBoxLayout(column);
    m_down->setContentsMargins(0, 0, 0, 0);
    m_down->setSpacing(kGap);
    below->addWidget(m_empty, 1);
    below->addWidget(m_detail, 1);
    setupHead();
    m_tabs = new QTabWidget(m_detail);
    m_tabs->setObjectName(m_shape.prefix + QStringLiteral("Tabs"));
    m_tabs->setDocumentMode(true);
    across->addWidget(right);
    across->setSizes({m_shape.listWidth, kDetailWidth});
    across->setStretchFactor(0, 0);
    across->setStretchFactor(1, 1);
}

void ListDetailPage::addTabs() { m_down->addWidget(m_tabs, 1); }

void ListDetailPage::setupActs() {
    for (const auto& shape : m_shape.acts) {
        auto* action = new QAction(icon(QLatin1String(shape.icon)), QString(), this);
        action->setObjectName(m_shape.prefix + QLatin1Char('.') + QLatin1String(shape.name));
        if (shape.keys.key() != Qt::Key_unknown) {
            action->setShortcut(QKeySequence(shape.keys));
            action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        }
        addAction(action);
        m_acts.push_back(action);
    }
}

void ListDetailPage::setupList(QAbstractItemModel& rows) {
    m_rows = &rows;
    m_listCard = new Card(this);
    m_sorted = new QSortFilterProxyModel(this);
    m_sorted->setSourceModel(m_rows);
    m_sorted->setSortRole(m_shape.sortRole);
    m_sorted->sort(0, m_shape.order);
    m_table = new QTableView(m_listCard);
    m_table->setObjectName(m_shape.list);
    m_table->setModel(m_sorted);
    styleTable(*m_table, false);
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_table->horizontalHeader()->setSectionResizeMode(kNameColumn, QHeaderView::Stretch);
    m_listCard->setBody(m_table);
    m_listCard->addTool(actionButton(m_acts.front(), m_listCard));
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ListDetailPage::onSelected);
}

void ListDetailPage::setupHead() {
    auto* head = new WrapRow;
    head->setSpacing(kGap);
    m_phase = new Pill(m_detail);
    m_phase->setObjectName(m_shape.prefix + QStringLiteral("Phase"));
    m_name = new ElidedLabel(m_detail);
    m_name->setObjectName(m_shape.prefix + QStringLiteral("Name"));
    m_name->setFont(scaledFont(font(), 3, QFont::DemiBold));
    m_name->keepShortest();
    m_when = new QLabel(m_detail);
    m_when->setObjectName(m_shape.prefix + QStringLiteral("When"));
    m_when->setTextFormat(Qt::PlainText);
    m_when->setProperty("muted", true);
    head->addWidget(m_phase);
    head->addWidget(m_name, 1);
    head->addWidget(m_when);
    m_down->addLayout(head);
    auto* bar = new WrapRow;
    bar->setSpacing(2);
    for (const int each : m_shape.inBar) {
        bar->addWidget(actionButton(actAt(each), m_detail));
    }
    m_more = new QToolButton(m_detail);
    m_more->setObjectName(m_shape.prefix + QStringLiteral("More"));
    m_more->setIcon(icon(QStringLiteral("more")));
    m_more->setIconSize({18, 18});
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setFocusPolicy(Qt::TabFocus);
    auto* menu = new QMenu(m_more);
    menu->setObjectName(m_shape.prefix + QStringLiteral("MoreMenu"));
    menu->setToolTipsVisible(true);
    for (const int each : m_shape.inMenu) {
        menu->addAction(actAt(each));
    }
    m_more->setMenu(menu);
    bar->addWidget(m_more);
    bar->addStretch(1);
    m_down->addLayout(bar);
    m_notice = new QLabel(m_detail);
    m_notice->setObjectName(m_shape.prefix + QStringLiteral("Notice"));
    m_notice->setTextFormat(Qt::PlainText);
    m_notice->setWordWrap(true);
    m_notice->setProperty("problem", true);
    m_notice->hide();
    m_down->addWidget(m_notice);
}

QAction* ListDetailPage::action(const char* name) const {
    return findChild<QAction*>(m_shape.prefix + QLatin1Char('.') + QLatin1String(name));
}

QList<QAction*> ListDetailPage::ownCommands() const { return QList<QAction*>(m_acts.begin(), m_acts.end()) << m_shows; }

void ListDetailPage::nameFrame(const QString& list, const QString& accessible) {
    m_more->setToolTip(tr("More"));
    m_more->setAccessibleName(tr("More"));
    m_listCard->setTitle(list);
    m_table->setAccessibleName(accessible);
    fitList();
}

void ListDetailPage::fitList() { fitColumns(*m_table, m_shape.widths); }

void ListDetailPage::noteReady() {
    if (isReady()) {
        Q_EMIT readyChanged();
    }
}

void ListDetailPage::onActivated() {
    fitList();  // the style is known now
    m_tick.start();
}

void ListDetailPage::setNotice(const QString& text) {
    m_notice->setText(text);
    m_notice->setVisible(!text.isEmpty());
}

void ListDetailPage::selectItem(const std::string& id) {
    const int place = placeOf(id);
    if (place < 0) {
        m_wanted = id;
        readAgain();
        return;
    }
    m_wanted.reset();
    m_table->selectRow(m_sorted->mapFromSource(m_rows->index(place, 0)).row());
}

/// One that is live rather than the newest.
void ListDetailPage::selectLive() {
    int best = 0;
    for (int row = m_sorted->rowCount() - 1; row >= 0; --row) {
        if (isLive(m_sorted->mapToSource(m_sorted->index(row, 0)).row())) {
            best = row;
        }
    }
    m_table->selectRow(best);
}

void ListDetailPage::listRead(const std::optional<Error>& failure, const QString& none) {
    if (!failure && m_wanted) {
        const auto wanted = *std::exchange(m_wanted, std::nullopt);
        if (placeOf(wanted) >= 0) {
            selectItem(wanted);
        }
    }
    if (!failure && !m_table->currentIndex().isValid() && m_rows->rowCount() > 0) {
        selectLive();
    }
    const bool isEmpty = m_rows->rowCount() == 0;
    m_detail->setVisible(!isEmpty);
    m_empty->setVisible(isEmpty);
    m_empty->setText(!failure                                ? none
                     : failure->code == ErrorCode::Cancelled ? tr("Reading…")
                                                             : tr("Could not be read: %1").arg(errorText(*failure)));
    m_listCard->setFigures(failure ? Formats::dash() : Formats::number(m_rows->rowCount()));
    fitList();  // to what stands in it now
    if (isEmpty) {
        showItem({});
    }
    refreshBadge();
    refreshShows();
    refreshActs();
}

void ListDetailPage::onSelected() {
    const auto place = m_sorted->mapToSource(m_table->currentIndex());
    showItem(place.isValid() ? idAt(place.row()) : std::string());
}

void ListDetailPage::refreshShows() {
    const int rows = m_rows->rowCount();
    while (m_shows.size() > rows) {
        delete m_shows.takeLast();
    }
    while (m_shows.size() < rows) {
        auto* action = new QAction(icon(iconName()), QString(), this);
        connect(action, &QAction::triggered, this,
                [this, action] { selectItem(action->data().toString().toStdString()); });
        m_shows << action;
    }
    for (int i = 0; i < rows; ++i) {
        const QString id = text(idAt(i));
        m_shows[i]->setData(id);
        m_shows[i]->setObjectName(m_shape.prefix + QStringLiteral(".show.") + id);
        setActionTexts(*m_shows[i], commandAt(i));
    }
    Q_EMIT commandsChanged();
}

void ListDetailPage::refreshActs() {
    if (m_tabs == nullptr) {
        return;  // still being made
    }
    for (int i = 0; i < static_cast<int>(m_acts.size()); ++i) {
        setActionState(*actAt(i), whyNotAct(i));
    }
}

void ListDetailPage::refreshBadge() {
    if (m_badge != badge()) {
        m_badge = badge();
        Q_EMIT badgeChanged();
    }
}

ActionDialog* ListDetailPage::ask(const ActionDialog::Texts& texts, const QString& reasonHint) {
    auto told = texts;
    told.reasonHint = reasonHint;
    m_question = new ActionDialog(told, {}, window());
    return m_question;
}

void ListDetailPage::tellFailure(const QString& title, const Error& error) {
    const QString why = refusalText(error, context().formats, context().bridge.now());
    context().notices.bad(error.code == ErrorCode::OutcomeUnknown ? tr("%1: %2").arg(title, why)
                                                                  : tr("%1: nothing was done. %2").arg(title, why));
}

}  // namespace evenhand::ui
