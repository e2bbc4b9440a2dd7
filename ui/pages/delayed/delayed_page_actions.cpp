// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the page of delayed orders: pausing a kind, settings, pictures.
#include <algorithm>
#include <numeric>

#include "ui/bridge/error_text.h"
#include "ui/dialogs/outcome_text.h"
#include "ui/pages/delayed/delayed_page.h"
#include "ui/shell/campus_scope.h"
#include "ui/shell/notices.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/people_labels.h"

namespace evenhand::ui {

void DelayedPage::askPause() {
    const auto* figures = m_board->figures(currentKind());
    (void)askPaused(currentKind(), figures == nullptr || !figures->paused,
                    figures == nullptr ? 0 : figures->pauseVersion);
}

ActionDialog* DelayedPage::askPaused(api::TimerKind kind, bool pause, std::int64_t version) {
    const QString name = label(kind);
    ActionDialog::Texts texts;
    texts.title = pause ? tr("Pause timers") : tr("Resume timers");
    texts.question = pause ? tr("These timers will not run: %1.", "kind").arg(name)
                           : tr("These timers will run again: %1.", "kind").arg(name);
    texts.effect =
        pause ? tr("Due timers wait. Late payments are accepted meanwhile.") : tr("Overdue timers run at once.");
    if (const auto& campus = context().scope.current(); !campus.empty()) {
        texts.effect += QLatin1Char('\n') + tr("On all campuses, not only %1.").arg(context().scope.nameOf(campus));
    }
    texts.confirm = pause ? tr("Pause") : tr("Resume");
    texts.danger = pause;
    auto* dialog = new ActionDialog(texts, {}, window());
    m_question = dialog;
    connect(dialog, &QDialog::accepted, this,
            [this, dialog, kind, pause, version] { setPaused(kind, pause, version, dialog->reason()); });
    dialog->open();
    return dialog;
}

void DelayedPage::setPaused(api::TimerKind kind, bool paused, std::int64_t version, const QString& reason) {
    ++m_busy;
    auto& bridge = context().bridge;
    whenReady(bridge.timers().setPaused(bridge.call(reason), kind, paused, version), this,
              [this, kind, paused](const Result<std::int64_t>& result) {
                  --m_busy;
                  if (!result) {
                      context().notices.bad(tr("%1: %2").arg(
                          label(kind), refusalText(result.error(), context().formats, context().bridge.now())));
                  } else {
                      tellPaused(kind, paused, *result);
                  }
                  m_feed->refresh();
                  noteReady();
              });
}

void DelayedPage::tellPaused(api::TimerKind kind, bool paused, std::int64_t version) {
    Notice notice;
    // Of one kind: once it is resumed, by whatever way, the offer to resume it goes.
    notice.about = QStringList{QStringLiteral("timers/") + keyText(api::toText(kind))};
    notice.text = paused ? tr("%1: paused.", "kind").arg(label(kind)) : tr("%1: resumed.", "kind").arg(label(kind));
    notice.tone = Tone::Good;
    if (paused) {
        notice.undoText = tr("Resume");
        notice.undo = [self = QPointer<DelayedPage>(this), kind, version] {
            if (self) {
                self->context().notices.offerAgainIfRejected(self->askPaused(kind, false, version));
            }
        };
    }
    context().notices.post(std::move(notice));
}

void DelayedPage::askSettings() {
    ++m_busy;
    auto& bridge = context().bridge;
    whenReady(bridge.timers().policies(bridge.call()), this,
              [this](const Result<std::vector<api::TimerPolicyRow>>& policies) {
                  --m_busy;
                  if (!policies) {
                      context().notices.bad(tr("Timer settings: %1").arg(errorText(policies.error())));
                  } else if (policies->empty()) {
                      context().notices.warn(tr("There is no campus yet."));
                  } else {
                      m_settingsDialog =
                          new TimerPolicyDialog(context(), *policies, context().scope.current(), window());
                      m_settingsDialog->open();
                  }
                  noteReady();
              });
}

QStringList DelayedPage::pictures() const {
    return {QStringLiteral("postpone"), QStringLiteral("dead"),  QStringLiteral("alerts"),   QStringLiteral("silence"),
            QStringLiteral("queue"),    QStringLiteral("pause"), QStringLiteral("settings"), QStringLiteral("late")};
}

void DelayedPage::endPicture() {
    m_timers->table()->clearSelection();
    m_alerts->select({});
    m_latePane->table()->clearSelection();
    m_tabs->setCurrentIndex(TimersTab);
}

QWidget* DelayedPage::showPicture(const QString& name) {
    if (name == QLatin1String("dead")) {
        m_tabs->setCurrentIndex(DeadTab);
    } else if (name == QLatin1String("late")) {
        m_tabs->setCurrentIndex(LateTab);
    } else if (name == QLatin1String("alerts")) {
        m_tabs->setCurrentIndex(AlertsTab);
    } else if (name == QLatin1String("silence")) {
        m_tabs->setCurrentIndex(AlertsTab);
        std::vector<int> rows(static_cast<std::size_t>(std::min(m_alerts->model().rowCount(), 2)));
        std::iota(rows.begin(), rows.end(), 0);
        m_alerts->table()->select(rows);
        m_alerts->silenceAction()->trigger();
    } else if (name == QLatin1String("pause")) {
        m_pause->trigger();
    } else if (name == QLatin1String("settings")) {
        m_settings->trigger();
    } else if (name == QLatin1String("queue")) {
        m_tabs->setCurrentIndex(QueueTab);
        m_queue->compareAction()->trigger();
    } else {
        m_tabs->setCurrentIndex(TimersTab);
        std::vector<int> rows(static_cast<std::size_t>(std::min(m_timers->model().rowCount(), 3)));
        std::iota(rows.begin(), rows.end(), 0);
        m_timers->table()->select(rows);
        m_timers->action(TimerAction::Postpone)->trigger();
    }
    return this;
}

}  // namespace evenhand::ui
