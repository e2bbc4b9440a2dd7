// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/shared/list_detail_page.h"

#include <QMenu>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>
#include <string_view>
#include <utility>

#include "ui/dialogs/outcome_text.h"
#include "ui/shell/notices.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/scroll_column.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {
namespace {

constexpr int kDetailWidth = 1000;
constexpr int kTickMs = 1'000;

}  // namespace

ListDetailPage::ListDetailPage(const QString& id, Shape shape, UiContext& context, QWidget* parent)
    : Page(id, context, parent), m_shape(std::move(shape)), m_flow(new RowFlow(context, this)) {
    connect(m_flow, &RowFlow::finished, this, [this] {
        readAgain();
        noteReady();
    });
    m_tick.setInterval(kTickMs);
    connect(&m_tick, &QTimer::timeout, this, [this] {
        refreshHead();
        refreshActs();
    });
    connect(&context.bridge, &EngineBridge::stateChanged, this, &ListDetailPage::refreshActs);
    connect(&context.bridge, &EngineBridge::statusPolled, this,
            &ListDetailPage::refreshBadge);  // time begins and ends them
}

void ListDetailPage::setupFrame(QueryPaneBase& list) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kGapLarge, kGap + kGapSmall, kGapLarge, kGap);
    auto* across = new QSplitter(Qt::Horizontal, this);
    across->setObjectName(m_shape.prefix + QStringLiteral("Across"));
    across->setProperty("gap", true);
    across->setHandleWidth(kGap);
    across->setChildrenCollapsible(false);
    layout->addWidget(across);
    m_list = &list;
    m_listCard = new Card(this);
    m_listCard->setBody(m_list);
    m_listCard->addTool(actionButton(m_actions.front(), m_listCard));
    connect(m_list, &QueryPaneBase::selectionMoved, this, &ListDetailPage::onList);
    connect(m_list, &QueryPaneBase::readyChanged, this, &ListDetailPage::onList);
    across->addWidget(m_listCard);
    auto* right = new QWidget(across);
    auto* below = new QVBoxLayout(right);
    below->setContentsMargins(0, 0, 0, 0);
    m_detail = new QWidget(right);
    auto* column = new QWidget(m_detail);
    auto* scrolled = new QVBoxLayout(m_detail);
    scrolled->setContentsMargins(0, 0, 0, 0);
    scrolled->addWidget(new ScrollColumn(column, m_detail));
    m_down = new QVBoxLayout(column);
    m_down->setContentsMargins(0, 0, 0, 0);
    m_down->setSpacing(kGap);
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

void ListDetailPage::addPane(QueryPaneBase* pane) {
    m_panes.push_back(pane);
    m_tabs->addTab(pane, QString());
    connect(pane, &QueryPaneBase::readyChanged, this, &ListDetailPage::noteReady);
    connect(pane->flow(), &RowFlow::finished, this, [this] { readAgain(); });
}

void ListDetailPage::setActs(std::vector<Act> acts) {
    m_acts = std::move(acts);
    for (const auto& act : m_acts) {
        auto* action = new QAction(icon(QLatin1String(act.icon)), QString(), this);
        action->setObjectName(m_shape.prefix + QLatin1Char('.') + QLatin1String(act.name));
        if (act.keys.key() != Qt::Key_unknown) {
            action->setShortcut(QKeySequence(act.keys));
            action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        }
        connect(action, &QAction::triggered, this, act.run);
        addAction(action);
        m_actions << action;
    }
}

QList<QAction*> ListDetailPage::actionsAt(Place place) const {
    QList<QAction*> found;
    for (std::size_t i = 0; i < m_acts.size(); ++i) {
        if (m_acts[i].place == place) {
            found << m_actions[static_cast<qsizetype>(i)];
        }
    }
    return found;
}

void ListDetailPage::setupHead() {
    auto* head = new WrapRow;
    head->setSpacing(kGap);
    m_phase = new Pill(m_detail);
    m_phase->setObjectName(m_shape.prefix + QStringLiteral("Phase"));
    m_name = new ElidedLabel(m_detail);
    m_name->setObjectName(m_shape.prefix + QStringLiteral("Name"));
    m_name->setOfAnyLength();
    m_name->setFont(scaledFont(font(), 3, QFont::DemiBold));
    m_name->keepShortest();
    m_when = muted(plainLabel(m_detail, m_shape.prefix + QStringLiteral("When")));
    head->addWidget(m_phase);
    head->addWidget(m_name, 1);
    head->addWidget(m_when);
    m_down->addLayout(head);
    auto* bar = new WrapRow;
    bar->setSpacing(2);
    for (auto* action : actionsAt(Place::Bar)) {
        bar->addWidget(actionButton(action, m_detail));
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
    menu->addActions(actionsAt(Place::Menu));
    m_more->setMenu(menu);
    bar->addWidget(m_more);
    bar->addStretch(1);
    m_down->addLayout(bar);
    m_notice = wrapped(plainLabel(m_detail, m_shape.prefix + QStringLiteral("Notice")));
    m_notice->setProperty("problem", true);
    m_notice->hide();
    m_down->addWidget(m_notice);
}

QAction* ListDetailPage::action(const char* name) const {
    return findChild<QAction*>(m_shape.prefix + QLatin1Char('.') + QLatin1String(name));
}

QList<QAction*> ListDetailPage::commands() const {
    auto all = m_actions + m_shows + m_list->commands();
    for (const auto* pane : m_panes) {
        all << pane->commands();
    }
    return all << findAction() << clearAction();
}

void ListDetailPage::openTarget(const QVariantMap& target) {
    if (target.contains(m_shape.target)) {
        selectItem(target.value(m_shape.target).toString().toStdString());
    } else if (target.value(QStringLiteral("setup")).toBool()) {
        m_actions.front()->trigger();
    }
}

void ListDetailPage::nameFrame(const QString& list) {
    const auto* page = metaObject();  // whose texts they are
    for (std::size_t i = 0; i < m_acts.size(); ++i) {
        const auto& act = m_acts[i];
        setActionTexts(*m_actions[static_cast<qsizetype>(i)], page->tr(act.label, nullptr),
                       act.tip != nullptr ? page->tr(act.tip, nullptr) : QString());
    }
    m_more->setToolTip(tr("More"));
    m_more->setAccessibleName(tr("More"));
    m_listCard->setTitle(list);
}

bool ListDetailPage::isBusy() const {
    const auto isLoading = [](const QueryPaneBase* pane) { return !pane->isReady(); };
    return m_busy > 0 || m_flow->isBusy() || m_wanted.has_value() || !m_list->isReady() ||
           (!m_shown.empty() && std::any_of(m_panes.begin(), m_panes.end(), isLoading));
}

void ListDetailPage::onActivated() {
    m_list->setActive(true);
    for (auto* pane : m_panes) {
        pane->setActive(true);
    }
    m_tick.start();
}

void ListDetailPage::onDeactivated() {
    m_list->setActive(false);
    for (auto* pane : m_panes) {
        pane->setActive(false);
    }
    m_tick.stop();
}

void ListDetailPage::setNotice(const QString& text) {
    m_notice->setText(text);
    m_notice->setVisible(!text.isEmpty());
}

void ListDetailPage::selectItem(const std::string& id) {
    const auto all = items();
    if (std::any_of(all.begin(), all.end(), [&id](const Item& item) { return item.id == id; })) {
        m_wanted.reset();
        selectInList(id);
    } else {
        m_wanted = id;
        readAgain();
    }
}

void ListDetailPage::listRead(bool isRead) {
    const auto all = items();
    if (isRead && m_wanted) {
        const auto wanted = *std::exchange(m_wanted, std::nullopt);
        if (std::any_of(all.begin(), all.end(), [&wanted](const Item& item) { return item.id == wanted; })) {
            selectInList(wanted);
        }
    }
    m_detail->parentWidget()->setVisible(!isRead || !all.empty());  // where there is none, the list says what to do
    m_detail->setVisible(!all.empty());
    if (all.empty()) {
        m_shown.clear();
        showItem({});
    }
    refreshBadge();
    refreshShows(all);
    refreshActs();
}

/// What is shown stays where the filter lets nothing through.
void ListDetailPage::onList() {
    std::string id = selectedId();
    if (id.empty() && !m_wanted) {
        id = firstId();
        if (!id.empty()) {
            selectInList(id);
            return;  // and is told of it
        }
    }
    if (!id.empty() && id != m_shown) {
        m_shown = id;
        showItem(id);
    }
    noteReady();
}

void ListDetailPage::refreshShows(const std::vector<Item>& all) {
    const auto rows = std::ssize(all);
    while (m_shows.size() > rows) {
        delete m_shows.takeLast();
    }
    while (m_shows.size() < rows) {
        auto* action = new QAction(icon(iconName()), QString(), this);
        connect(action, &QAction::triggered, this,
                [this, action] { selectItem(action->data().toString().toStdString()); });
        m_shows << action;
    }
    for (qsizetype i = 0; i < rows; ++i) {
        const auto& item = all[static_cast<std::size_t>(i)];
        const QString id = QString::fromStdString(item.id);
        m_shows[i]->setData(id);
        m_shows[i]->setObjectName(m_shape.prefix + QStringLiteral(".show.") + id);
        setActionTexts(*m_shows[i], item.command);
    }
    Q_EMIT commandsChanged();
}

void ListDetailPage::refreshActs() {
    if (m_tabs == nullptr) {
        return;  // still being made
    }
    for (std::size_t i = 0; i < m_acts.size(); ++i) {
        setActionState(*m_actions[static_cast<qsizetype>(i)], whyNotAct(m_acts[i]));
    }
}

QString ListDetailPage::whyNotAct(const Act& act) const {
    if ((act.place == Place::Bar || act.place == Place::Menu) && !isOneShown()) {
        return metaObject()->tr(m_shape.noneChosen, nullptr);
    }
    const QString mayNot = act.operation ? context().bridge.whyNotAllowed(*act.operation) : QString();
    return mayNot.isEmpty() && act.whyNot ? act.whyNot() : mayNot;
}

bool ListDetailPage::isAllowed(const char* act) const {
    const auto of = std::find_if(m_acts.begin(), m_acts.end(),
                                 [act](const Act& each) { return std::string_view(each.name) == act; });
    return of == m_acts.end() || !of->operation || context().bridge.whyNotAllowed(*of->operation).isEmpty();
}

void ListDetailPage::refreshBadge() {
    if (m_badge != badge()) {
        m_badge = badge();
        Q_EMIT badgeChanged();
    }
}

RowFlow::Spec ListDetailPage::oneSpec(FlowRow row, ActionDialog::Texts texts) const {
    texts.reasonHint = reasonHint(texts.reasonNeeded);
    RowFlow::Spec spec;
    spec.called = texts.confirm;
    spec.texts = std::move(texts);
    spec.header = {tr("Name"), tr("Before"), tr("Now")};
    spec.rows.push_back(std::move(row));
    spec.undoKind = m_shape.prefix;
    return spec;
}

ActionDialog::Texts ListDetailPage::removeTexts(const QString& name, const QString& effect) const {
    ActionDialog::Texts texts;
    texts.title = tr("Delete %1").arg(name);
    texts.question = tr("The draft %1 is deleted.").arg(name);
    texts.effect = effect;
    texts.confirm = tr("Delete");
    texts.danger = true;
    texts.reasonNeeded = false;
    return texts;
}

QString ListDetailPage::removedText(const QString& name) const { return tr("The draft %1 is deleted.").arg(name); }

void ListDetailPage::tellSaved(const QString& name, bool isNew) {
    context().notices.good(isNew ? tr("%1 is set up.").arg(name) : tr("%1 was changed.").arg(name));
}

void ListDetailPage::tellFailure(const QString& title, const Error& error) {
    const QString why = refusalText(error, context().formats, context().bridge.now());
    context().notices.bad(error.code == ErrorCode::OutcomeUnknown ? tr("%1: %2").arg(title, why)
                                                                  : tr("%1: nothing was done. %2").arg(title, why));
}

}  // namespace evenhand::ui
