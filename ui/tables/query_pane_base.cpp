// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/query_pane_base.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/shell/campus_scope.h"
#include "ui/shell/notices.h"
#include "ui/shell/preferences.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/detail_split.h"
#include "ui/widgets/empty_hint.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/read_error.h"

namespace evenhand::ui {

QueryPaneBase::QueryPaneBase(UiContext& context, QWidget* parent) : QWidget(parent), m_context(context) {}

QueryPaneBase::~QueryPaneBase() { endWaiting(); }

void QueryPaneBase::setup(Parts parts) {
    m_rows = parts.rows;
    m_look = std::move(parts.look);
    m_actionLooks = std::move(parts.actions);
    setObjectName(m_look.one + QStringLiteral("Pane"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_flow = new RowFlow(m_context, this);
    m_exporter = new CsvExport(m_context, this);
    m_filters = new FilterBar(m_context, m_look.one, m_look.prefix, std::move(parts.fields), this);
    layout->addWidget(m_filters);
    setupBar();
    m_table = new PagedView(m_context, *m_rows, m_look.prefix,
                            {std::move(parts.widths), std::move(parts.hidden), m_look.yielding}, this);
    setupTable();
    setupEmpty();
    connect(m_filters, &FilterBar::changed, this, &QueryPaneBase::changed);
    connect(m_flow, &RowFlow::finished, this, [this] {
        refresh();
        Q_EMIT readyChanged();
    });
    connect(m_exporter, &CsvExport::runningChanged, this, &QueryPaneBase::refreshActions);
    connect(&m_context.bridge, &EngineBridge::stateChanged, this, [this] {
        if (m_look.permission) {
            refreshTexts();
            if (m_active) {
                refresh();  // what may be read may have changed
            }
        } else {
            refreshActions();
        }
    });
    connect(&m_context.scope, &CampusScope::campusesChanged, this, [this] { touchRows(); });
    if (m_look.isOfCampus) {
        connect(&m_context.scope, &CampusScope::currentChanged, this, &QueryPaneBase::changed);
    }
    if (m_look.refreshedBy) {
        m_look.refreshedBy(this, [this] { refresh(); });
    }
    retranslate();
    m_filters->setState(m_look.begin);
    m_begun = m_filters->state();
    saved()->applyDefault();
}

QAction* QueryPaneBase::addAct(const QString& name, const char* iconName) {
    auto* action = new QAction(icon(QLatin1String(iconName)), QString(), this);
    action->setObjectName(name);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(action);
    return action;
}

void QueryPaneBase::setupBar() {
    if (m_look.isCompact) {
        m_bar = m_filters->row();
        m_bar->setContentsMargins(kGap, kGapSmall, kGap, kGapSmall);
    } else {
        m_bar = new WrapRow;
        m_bar->setContentsMargins(kGapSmall, kGapSmall, kGap, kGapSmall);
        m_bar->setSpacing(2);
        m_filters->row()->addStretch(1);
        static_cast<QVBoxLayout*>(layout())->addLayout(m_bar);
    }
    for (std::size_t i = 0; i < m_actionLooks.size(); ++i) {
        const auto& look = m_actionLooks[i];
        auto* action = addAct(look.name, look.icon.toLatin1().constData());
        action->setShortcut(look.keys);
        connect(action, &QAction::triggered, this, [this, i] { begin(i); });
        m_bar->addWidget(
            actionButton(action, this, look.isIconOnly ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon));
        m_actions.push_back(action);
    }
    const auto addLabel = [this](const char* name) {
        auto* label = plainLabel(this, m_look.one + QLatin1String(name));
        m_bar->addWidget(label);
        return label;
    };
    m_bar->addSpacing(kGap);
    m_selected = addLabel("Selected");
    m_selected->setProperty("muted", true);
    m_bar->addStretch(1);
    if (m_rows->isLive()) {
        m_arrived = new QPushButton(icon(QStringLiteral("new_rows")), QString(), this);
        m_arrived->setObjectName(m_look.prefix + QStringLiteral("Arrived"));
        m_arrived->setProperty("role", QStringLiteral("link"));
        m_arrived->hide();
        m_bar->addWidget(m_arrived);
        connect(m_arrived, &QPushButton::clicked, this, [this] {
            m_table->scrollToTop();
            refresh();
        });
        connect(m_rows, &PagedTable::arrivedChanged, this, &QueryPaneBase::sayArrived);
    }
    connect(m_rows, &PagedTable::rowsChanged, this, &QueryPaneBase::onSelection);
    m_count = addLabel("Count");
    m_bar->addSpacing(kGap);
    m_export = addAct(m_look.prefix + QStringLiteral(".export"), "export");
    m_export->setShortcut(m_look.exportKeys);
    m_bar->addWidget(actionButton(m_export, this, Qt::ToolButtonIconOnly));
    connect(m_export, &QAction::triggered, this, [this] { m_exporter->ask(exportTask()); });
    if (!m_look.file.name.isEmpty()) {
        m_file = addAct(m_look.file.name, "export");
        m_bar->addWidget(actionButton(m_file, this));
        connect(m_file, &QAction::triggered, this, [this] { m_exporter->ask(fileTask()); });
    }
}

void QueryPaneBase::setupTable() {
    if (m_look.isSingle) {
        m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    }
    m_bar->addWidget(m_table->columnButton());
    // Of the table alone: in a field the same keys copy the text that is selected there.
    m_copyRows = addAct(m_look.prefix + QStringLiteral(".copyRows"), "copy");
    m_copyCell = addAct(m_look.prefix + QStringLiteral(".copyCell"), "copy");
    m_copyRows->setShortcut(QKeySequence::Copy);
    m_copyCell->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    for (auto* action : {m_copyRows, m_copyCell}) {
        removeAction(action);
        m_table->addAction(action);
    }
    connect(m_copyRows, &QAction::triggered, this, &QueryPaneBase::copyRows);
    connect(m_copyCell, &QAction::triggered, this, &QueryPaneBase::copyCell);
    m_error = new ReadError(*m_table, m_look.one + QStringLiteral("Error"));
    static_cast<QVBoxLayout*>(layout())->addWidget(m_table, 1);
    connect(m_table, &PagedView::selectionMoved, this, [this] {
        onSelection();
        readSelected();
        Q_EMIT selectionMoved();
    });
    connect(m_table, &PagedView::otherRowsChosen, this, [this] {
        if (m_waiting) {
            waitNoMore();
            m_context.notices.warn(tr("Other rows were selected meanwhile; nothing was done."));
            Q_EMIT readyChanged();
        }
    });
    connect(m_table, &QWidget::customContextMenuRequested, this, &QueryPaneBase::showMenu);
    connect(m_table, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex& index) { open(index.row()); });
    connect(m_rows, &PagedTable::totalChanged, this, [this] {
        // A table that is hidden because it is empty would hand the keyboard to whatever comes next on the page.
        const bool held = m_table->hasFocus() || m_emptyPage->hasFocus();
        refreshTexts();
        if (held) {
            m_emptyPage->setAccessibleName(m_empty->text() + QLatin1Char('\n') + m_next->text());
            auto* shown = m_table->isHidden() ? m_emptyPage : static_cast<QWidget*>(m_table);
            shown->setFocus(Qt::OtherFocusReason);
        }
        onSelection();
    });
    connect(m_rows, &PagedTable::errorChanged, this, &QueryPaneBase::refreshTexts);
    connect(m_rows, &PagedTable::loaded, this, [this] {
        goOn();
        Q_EMIT readyChanged();
    });
}

void QueryPaneBase::setupEmpty() {
    m_reading = new EmptyHint(*m_table);
    m_reading->setObjectName(m_look.prefix + QStringLiteral("Reading"));
    m_emptyPage = new QWidget(this);
    m_emptyPage->setObjectName(m_look.prefix + QStringLiteral("EmptyPage"));
    m_emptyPage->setFocusPolicy(Qt::StrongFocus);
    auto* down = new QVBoxLayout(m_emptyPage);
    m_empty = muted(wrapped(plainLabel(m_emptyPage, m_look.prefix + QStringLiteral("Empty"))));
    m_empty->setAlignment(Qt::AlignCenter);
    m_next = muted(wrapped(plainLabel(m_emptyPage, m_look.prefix + QStringLiteral("EmptyNext"))));
    m_next->setAlignment(Qt::AlignCenter);
    m_emptyButton = new QPushButton(m_emptyPage);
    m_emptyButton->setObjectName(m_look.prefix + QStringLiteral("EmptyButton"));
    m_emptyOther = new QPushButton(m_emptyPage);
    m_emptyOther->setObjectName(m_look.prefix + QStringLiteral("EmptyOther"));
    auto* along = new QHBoxLayout;
    along->addStretch(1);
    along->addWidget(m_emptyButton);
    along->addWidget(m_emptyOther);
    along->addStretch(1);
    down->addStretch(1);
    down->addWidget(m_empty);
    down->addWidget(m_next);
    down->addLayout(along);
    down->addStretch(1);
    m_emptyPage->hide();
    static_cast<QVBoxLayout*>(layout())->addWidget(m_emptyPage, 1);
    connect(m_emptyButton, &QPushButton::clicked, this, &QueryPaneBase::doNext);
    connect(m_emptyOther, &QPushButton::clicked, this, [this] {
        if (m_otherCommand != nullptr) {
            m_otherCommand->trigger();
        }
    });
    if (m_look.texts.nextAction != nullptr) {
        connect(m_look.texts.nextAction, &QAction::changed, this, &QueryPaneBase::refreshNext);
    }
}

void QueryPaneBase::addTool(QWidget* widget) { m_bar->insertWidget(m_bar->indexOf(m_table->columnButton()), widget); }

void QueryPaneBase::addDetail(QWidget* detail, std::pair<int, int> widths, Words title) {
    m_detailTitle = std::move(title);
    m_toggle = addAct(m_look.prefix + QStringLiteral(".detail"), "info");
    m_toggle->setShortcut(QKeySequence(Qt::Key_F4));
    m_toggle->setCheckable(true);
    m_toggle->setChecked(true);
    m_bar->addWidget(actionButton(m_toggle, this, Qt::ToolButtonIconOnly));
    auto* left = new QWidget(this);
    auto* down = new QVBoxLayout(left);
    down->setContentsMargins(0, 0, 0, 0);
    down->addWidget(m_table, 1);
    down->addWidget(m_emptyPage, 1);
    auto* split = new DetailSplit(m_look.one, left, detail, widths, this);
    const QString key = m_look.prefix + QStringLiteral("/splitter");
    split->restoreState(m_context.preferences.value(key).toByteArray());
    split->bind(m_toggle, m_table);
    connect(split, &DetailSplit::covers, m_table, &PagedView::setCovered);
    static_cast<QVBoxLayout*>(layout())->addWidget(split, 1);
    connect(split, &DetailSplit::splitterMoved, this,
            [this, split, key] { m_context.preferences.setValue(key, split->saveState()); });
    retranslate();
}

QAction* QueryPaneBase::action(const QString& name) const {
    const auto found =
        std::find_if(m_actions.begin(), m_actions.end(), [&name](auto* each) { return each->objectName() == name; });
    return found == m_actions.end() ? nullptr : *found;
}

QList<QAction*> QueryPaneBase::commands() const {
    QList<QAction*> commands(m_actions.begin(), m_actions.end());
    commands << m_export;
    for (auto* each : {m_file, m_toggle}) {
        if (each != nullptr) {
            commands << each;
        }
    }
    return commands;
}

// --- reading ------------------------------------------------------------------------------------------------

void QueryPaneBase::changed() {
    if (m_opened) {
        m_rows->restart();
    }
}

void QueryPaneBase::setActive(bool active) {
    m_active = active;
    if (!active) {
        waitNoMore();  // its question would stand over another page
    }
    m_rows->setActive(active);
    sayReading();
    if (active && !std::exchange(m_opened, true)) {
        m_rows->restart();
    } else if (active && !m_rows->isLive()) {
        refresh();
    }
}

// --- texts --------------------------------------------------------------------------------------------------

QString QueryPaneBase::countText(std::int64_t total) const {
    const QString count = m_look.texts.count(total);
    const auto cut = m_rows->cutAt();
    if (total < 0 || cut == 0) {
        return count;
    }
    // How many the filter would let through of those that were not read nobody knows.
    return total == cut ? tr("More than %1", "2,000 messages").arg(count)
                        : tr("%1 among the first %2", "3 messages; rows read").arg(count, Formats::number(cut));
}

void QueryPaneBase::refreshTexts() {
    const auto total = m_rows->total();
    m_count->setText(countText(total));
    const auto& error = m_rows->lastError();
    m_error->setError(error);
    const QString mayNot = whyUnreadable();
    const bool none = (total == 0 && !error) || !mayNot.isEmpty();
    const auto& texts = m_look.texts;
    if (!mayNot.isEmpty()) {
        m_empty->setText(mayNot);
    } else if (texts.emptyBegun && m_filters->state() == m_begun) {
        m_empty->setText(texts.emptyBegun());
    } else {
        m_empty->setText(filtersOut() || hidesOthers() ? texts.emptyFiltered() : texts.empty());
    }
    refreshNext();
    sayReading();
    m_emptyPage->setVisible(none);
    m_table->setVisible(!none);
    refreshActions();
}

QLabel* QueryPaneBase::readingLabel() const { return m_reading; }

/// Without it a table that is not read yet looks like one without rows. While the pane rests nothing is read.
void QueryPaneBase::sayReading() {
    const bool unknown = m_active && m_rows->total() < 0 && !m_rows->lastError() && whyUnreadable().isEmpty();
    m_reading->setHint(unknown ? tr("Reading…") : QString());
}

void QueryPaneBase::sayArrived() {
    const auto count = m_rows->arrived();
    m_arrived->setVisible(count > 0);
    m_arrived->setText(m_look.texts.arrived(count));
}

/// Where there is nothing at all, the filter is not why.
bool QueryPaneBase::filtersOut() const { return !m_filters->isClear() && !hasNoneAtAll(); }

bool QueryPaneBase::isOfOneCampus() const { return m_look.isOfCampus && !m_context.scope.current().empty(); }

/// Where there is only one, it is no filter.
bool QueryPaneBase::hidesOthers() const { return isOfOneCampus() && m_context.scope.campuses().size() > 1; }

/// Pages are made one after the other: a command of another one is looked for when it is first shown.
QAction* QueryPaneBase::commandNamed(const QString& name, QPointer<QAction>& found) {
    if (found == nullptr && !name.isEmpty() && window()->isVisible()) {
        found = window()->findChild<QAction*>(name);
        if (found != nullptr) {
            connect(found, &QAction::changed, this, &QueryPaneBase::refreshNext);
        }
    }
    return found;
}

QAction* QueryPaneBase::nextAction() {
    const auto& texts = m_look.texts;
    return texts.nextAction != nullptr ? texts.nextAction : commandNamed(texts.nextCommand, m_nextCommand);
}

void QueryPaneBase::doNext() {
    if (filtersOut()) {
        m_filters->clear();
    } else if (hidesOthers()) {
        m_context.scope.setCurrent({});
    } else if (auto* act = nextAction()) {
        act->trigger();
    }
}

void QueryPaneBase::refreshNext() {
    const auto& texts = m_look.texts;
    const bool mayRead = whyUnreadable().isEmpty();
    const bool clear = !filtersOut();
    const bool others = clear && hidesOthers();
    QString next;
    if (mayRead && clear) {
        next = others       ? tr("Choose all campuses at the top to see those of the others.")
               : texts.next ? texts.next()
                            : QString();
    }
    m_next->setText(next);
    m_next->setVisible(!next.isEmpty());
    const auto show = [](QPushButton& button, const QAction* act, const QString& otherwise) {
        button.setText(act ? act->text() : otherwise);
        button.setEnabled(!act || act->isEnabled());
        button.setToolTip(act ? act->toolTip() : QString());
    };
    const auto* act = clear && !others ? nextAction() : nullptr;
    show(*m_emptyButton, act, others ? tr("Show all campuses") : tr("Clear the filter"));
    m_emptyButton->setVisible(mayRead && (!clear || others || act));
    const auto* other = act ? commandNamed(texts.otherCommand, m_otherCommand) : nullptr;
    show(*m_emptyOther, other, QString());
    m_emptyOther->setVisible(mayRead && other);
}

void QueryPaneBase::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange && m_rows != nullptr) {
        retranslate();
    }
    QWidget::changeEvent(event);
}

void QueryPaneBase::retranslate() {
    for (std::size_t i = 0; i < m_actions.size(); ++i) {
        const auto& look = m_actionLooks[i];
        setActionTexts(*m_actions[i], look.label(), look.tip ? look.tip() : QString());
        if (look.brief) {
            m_actions[i]->setIconText(look.brief());
        }
    }
    setActionTexts(*m_export, m_look.texts.exported() + QStringLiteral("…"),
                   tr("All rows of the filter and the columns shown, as CSV"));
    if (m_file != nullptr) {
        setActionTexts(*m_file, m_look.file.label(), m_look.file.tip());
    }
    if (m_toggle != nullptr) {
        setActionTexts(*m_toggle, m_detailTitle());
    }
    setActionTexts(*m_copyRows, tr("Copy the rows"));
    setActionTexts(*m_copyCell, tr("Copy the cell"));
    m_rows->retranslate();
    m_table->retranslate();
    m_table->setAccessibleName(m_look.texts.name());
    m_filters->retranslate();
    if (m_arrived != nullptr) {
        m_arrived->setToolTip(m_look.texts.arrivedTip());
        sayArrived();
    }
    refreshTexts();
    onSelection();
}

}  // namespace evenhand::ui
