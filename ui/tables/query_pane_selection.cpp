// SPDX-License-Identifier: GPL-3.0-or-later
// What is selected in a table, and what can be done with it.
#include <QMenu>
#include <algorithm>
#include <tuple>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/models/selection_limits.h"
#include "ui/shell/notices.h"
#include "ui/tables/query_pane_base.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/tone_delegate.h"

namespace evenhand::ui {

void QueryPaneBase::onSelection() {
    takeSelection(m_table->selectedAt(kLookedAt));
    m_selectedCount = selectedRows(*m_table);
    m_selected->setText(m_selectedCount > 1 ? tr("%1 selected").arg(Formats::number(m_selectedCount)) : QString());
    refreshActions();
}

/// A row that was selected without having been read is known by its place only, which moves as others come and go. So
/// rows are read as soon as they are selected, and from then on the selection is of these rows.
void QueryPaneBase::readSelected() {
    if (!isSelectedRead()) {
        std::ignore = m_rows->readSelected();  // nobody waits for them
    }
}

std::int64_t QueryPaneBase::unreadSelected() const {
    if (m_selectedCount > kMaxFrozen) {
        return 0;  // nothing is done with so many
    }
    const auto rows = m_table->selectedAt(static_cast<int>(kMaxFrozen));
    return std::count_if(rows.begin(), rows.end(), [this](int row) { return !m_rows->isAtHand(row); });
}

void QueryPaneBase::whenSelectedIsRead(std::function<void()> go) {
    waitNoMore();  // of two actions the later one is meant
    const auto unread = unreadSelected();
    if (unread == 0 || !m_rows->readSelected()) {
        go();
        return;
    }
    m_waiting = std::move(go);
    m_waits = kMaxWaits;
    m_unread = unread;
    if (unread > static_cast<std::int64_t>(RowFlow::kSlice)) {
        m_readProgress = std::make_shared<JobProgress>();
        m_readProgress->total = m_selectedCount;
        m_readProgress->done = m_selectedCount - unread;
        m_readingJob = m_context.jobs.start(tr("Reading the selected rows"), m_readProgress, [this] {
            waitNoMore();
            Q_EMIT readyChanged();
        });
    }
}

/// It was for the rows that were selected then, and on the page that was shown.
void QueryPaneBase::waitNoMore() {
    m_waiting = nullptr;
    endWaiting();
}

void QueryPaneBase::endWaiting() {
    if (const auto job = std::exchange(m_readingJob, std::nullopt)) {
        m_context.jobs.finish(*job);
    }
}

void QueryPaneBase::goOn() {
    if (!m_waiting) {
        return;
    }
    const auto unread = unreadSelected();
    m_waits = unread < std::exchange(m_unread, unread) ? kMaxWaits : m_waits - 1;
    if (m_readProgress) {
        m_readProgress->done = m_selectedCount - unread;
    }
    if (unread > 0 && !m_rows->lastError() && m_waits > 0 && m_rows->readSelected()) {
        return;
    }
    endWaiting();
    std::exchange(m_waiting, nullptr)();
}

void QueryPaneBase::sayGone(std::int64_t selected, std::int64_t frozen) {
    if (const auto gone = selected - frozen; gone > 0) {
        m_context.notices.warn(tr("%1 of the %2 selected rows are no longer there.", nullptr, Formats::plural(gone))
                                   .arg(Formats::number(gone), Formats::number(selected)));
    }
}

void QueryPaneBase::sayCutOff() {
    m_context.notices.warn(
        tr("It is not among the first %1 rows, and others are not shown here.").arg(Formats::number(m_rows->cutAt())));
}

// --- what can be done with them -----------------------------------------------------------------------------

QString QueryPaneBase::whyNot(std::size_t action) const {
    const auto& look = m_actionLooks[action];
    if (QString why = look.operation ? m_context.bridge.whyNotAllowed(*look.operation) : QString(); !why.isEmpty()) {
        return why;
    }
    if (m_selectedCount == 0 && isForUnselected(action)) {
        return {};
    }
    if (m_selectedCount == 0) {
        return look.whyNone ? look.whyNone() : tr("Select a row first.");
    }
    if (look.isSingle && m_selectedCount > 1) {
        return tr("Only one row at a time; %1 are selected.").arg(Formats::number(m_selectedCount));
    }
    if (m_selectedCount > kMaxFrozen) {
        return tr("At most %1 rows at a time; %2 are selected.")
            .arg(Formats::number(kMaxFrozen), Formats::number(m_selectedCount));
    }
    const QString why = isSelectionKnown(m_selectedCount) ? whyNotRows(action) : QString();
    if (why.isEmpty() || m_selectedCount == 1) {
        return why;
    }
    const auto& words = m_look.texts.noneAllows;
    return words ? words(why) : tr("None of the selected rows allows it. %1").arg(why);
}

QString QueryPaneBase::whyUnreadable() const {
    return m_look.permission ? m_context.bridge.whyNotReadable(*m_look.permission) : QString();
}

void QueryPaneBase::refreshActions() {
    for (std::size_t i = 0; i < m_actions.size(); ++i) {
        setActionState(*m_actions[i], whyNot(i));
    }
    const QString none = m_selectedCount == 0 ? tr("Select a row first.") : QString();
    const bool many = m_selectedCount > kMaxFrozen;
    setActionState(*m_copyCell, none);
    setActionState(*m_copyRows, many ? tr("At most %1 rows at a time; %2 are selected.")
                                           .arg(Formats::number(kMaxFrozen), Formats::number(m_selectedCount))
                                     : none);
    QString why = whyUnreadable();
    if (why.isEmpty() && m_exporter->isRunning()) {
        why = tr("An export is running.");
    } else if (why.isEmpty() && m_rows->total() < 0) {
        why = tr("Nothing is shown yet.");
    }
    setActionState(*m_export, why);
    if (m_file != nullptr) {
        setActionState(*m_file, why);
    }
}

void QueryPaneBase::showMenu(const QPoint& at) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(m_look.one + QStringLiteral("Menu"));
    menu->setToolTipsVisible(true);
    for (auto* action : m_actions) {
        menu->addAction(action);
    }
    extendMenu(*menu);
    if (m_look.menu) {
        m_look.menu(*menu);
    }
    if (!menu->isEmpty()) {
        menu->addSeparator();
    }
    menu->addAction(m_copyRows);
    menu->addAction(m_copyCell);
    menu->popup(m_table->viewport()->mapToGlobal(at));
}

}  // namespace evenhand::ui
