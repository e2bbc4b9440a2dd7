// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/delayed/queue_panel.h"

#include <QComboBox>
#include <QLineEdit>

#include "ui/bridge/error_text.h"
#include "ui/dialogs/settings_dialog.h"
#include "ui/shell/campus_scope.h"
#include "ui/shell/notices.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/delay_text.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {
namespace {

constexpr std::int64_t kMinPollMs = 100;
constexpr std::int64_t kMaxPollMs = 24LL * 3600 * 1000;
constexpr int kFactsWidth = 380;
constexpr int kQueueFieldWidth = 180;

class QueueDialog final : public SettingsDialog {
public:
    QueueDialog(UiContext& context, const api::TimerBoard& before, QWidget* parent)
        : SettingsDialog(context, QStringLiteral("queue"), QueuePanel::tr("Delay queue"),
                         api::Operation::TimersSetQueue, parent),
          m_before(before),
          m_mode(choice(QStringLiteral("queueMode"))),
          m_interval(lineEdit(QStringLiteral("queueInterval"), kQueueFieldWidth)) {
        m_mode->addItems({QueuePanel::tr("on"), QueuePanel::tr("off: polling only")});
        m_mode->setCurrentIndex(before.queueOn ? 0 : 1);
        m_interval->setText(writeDelay(before.pollIntervalMs));
        addField(QStringLiteral("on"), QueuePanel::tr("Delay queue"), m_mode);
        addField(QStringLiteral("poll_interval_ms"), QueuePanel::tr("Polling interval"), m_interval, {},
                 [this] { return read().problem; });
        addNote(QueuePanel::tr(
            "With the queue, every timer runs exactly when due. Without it, only the poller runs, and timers "
            "are late by up to its interval."));
        begin();
    }

protected:
    [[nodiscard]] bool isChanged() const override {
        return isOn() != m_before.queueOn || read().ms != m_before.pollIntervalMs;
    }
    [[nodiscard]] api::Answer<void> save() override {
        auto& bridge = context().bridge;
        return bridge.timers().setQueue(bridge.call(), isOn(), read().ms.value_or(m_before.pollIntervalMs),
                                        m_before.queueVersion);
    }
    [[nodiscard]] QString savedText() const override {
        return isOn() ? QueuePanel::tr("The delay queue is on.")
                      : QueuePanel::tr("The delay queue is off; only the poller runs.");
    }

private:
    [[nodiscard]] bool isOn() const { return m_mode->currentIndex() == 0; }
    [[nodiscard]] ReadDelay read() const { return readDelay(m_interval->text(), kMinPollMs, kMaxPollMs); }

    const api::TimerBoard m_before;
    QComboBox* m_mode;
    QLineEdit* m_interval;
};

}  // namespace

QueuePanel::QueuePanel(UiContext& context, QWidget* parent)
    : ComparePanel(context, QStringLiteral("queuePanel"), QStringLiteral("queueVerdict"),
                   {{"queue.compare", "calibrate", [this] { compare(false); }},
                    {"queue.rearm", "refresh", [this] { askRearm(); }},
                    {"queue.switch", "settings", [this] { askQueue(); }}},
                   parent) {
    connect(&context.scope, &CampusScope::currentChanged, this, &QueuePanel::nameColumns);
    setupColumns();
    retranslate();
}

void QueuePanel::setupColumns() {
    const auto column = [this](QLabel*& title, FactGrid*& facts) {
        auto* holder = new QWidget(this);
        auto* down = columnIn(holder);
        title = plainLabel(holder);
        title->setFont(scaledFont(font(), 0, QFont::DemiBold));
        facts = new FactGrid(holder);
        holder->setFixedWidth(byText(kFactsWidth));
        down->addWidget(title);
        down->addWidget(facts);
        down->addStretch(1);
        across()->addWidget(holder);
    };
    column(m_comparisonTitle, m_comparison);
    column(m_workingTitle, m_working);
    across()->addStretch(1);
}

void QueuePanel::setBoard(const std::optional<api::TimerBoard>& board) {
    m_board = board;
    refresh();
    refreshActions();
}

// --- comparing ----------------------------------------------------------------------------------------------

void QueuePanel::askRearm() {
    ActionDialog::Texts texts;
    texts.title = tr("Re-arm the delay queue");
    texts.question = tr("Queue and database are compared, and what is missing or differs is fixed.");
    texts.confirm = tr("Re-arm");
    texts.reasonHint = tr("Required; kept in the audit log");
    ask(texts, [this](const QString& reason) { compare(true, reason); });
}

void QueuePanel::compare(bool rearm, const QString& reason) {
    auto& bridge = context().bridge;
    run(rearm ? tr("Re-arming the delay queue") : tr("Comparing queue and database"),
        rearm ? bridge.timers().rearmQueue(bridge.call(reason)) : bridge.timers().compareQueue(bridge.call()),
        [this, rearm](const Result<api::QueueComparison>& result) { compared(rearm, result); });
}

void QueuePanel::compared(bool rearm, const Result<api::QueueComparison>& result) {
    m_error = result ? std::nullopt : std::optional(result.error());
    if (result) {
        m_last = *result;
        if (rearm) {
            context().notices.good(tr("Re-armed: %1 fixed.").arg(Formats::number(result->rearmed)));
        }
    } else if (rearm) {
        context().notices.bad(
            tr("Re-arm: %1").arg(refusalText(result.error(), context().formats, context().bridge.now())));
    }
}

void QueuePanel::refresh() {
    const auto number = [](std::int64_t value) { return Formats::number(value); };
    const QString dash = Formats::dash();
    m_comparison->setFacts({
        {tr("Armed in the database"), m_last ? number(m_last->inDatabase) : dash, true, true},
        {tr("In the queue"), m_last ? number(m_last->inQueue) : dash, true, true},
        {tr("Missing in the queue"), m_last ? number(m_last->missing) : dash, true},
        {tr("With another due time"), m_last ? number(m_last->differing) : dash, true},
        {tr("Not armed any more"), m_last ? number(m_last->extra) : dash, true},
        {tr("Fixed by this run"), m_last ? number(m_last->rearmed) : dash, true},
        {tr("Compared at"), m_last ? context().formats.dateTime(m_last->at) : dash, true},
    });
    m_working->setFacts({
        {tr("Delay queue"), m_board ? (m_board->queueOn ? tr("on") : tr("off: polling only")) : dash, true},
        {tr("Polling interval"), m_board ? writeDelay(m_board->pollIntervalMs) : dash, true},
        {tr("Last poll"), m_board && m_board->lastPoll ? context().formats.dateTime(*m_board->lastPoll) : dash, true},
        {tr("Missed timers found"), m_board && m_board->pollRearmed ? number(*m_board->pollRearmed) : dash, true},
    });
    if (m_error) {
        setVerdict(tr("Could not be compared: %1").arg(errorText(*m_error)));
    } else if (!m_last) {
        setVerdict(tr("Not compared yet."));
    } else {
        const auto wrong = m_last->missing + m_last->differing - m_last->rearmed;
        setVerdict(wrong <= 0 ? tr("Queue and database agree.")
                              : tr("%1 timers are missing or wrong in the queue; the poller still finds them.", nullptr,
                                   Formats::plural(wrong))
                                    .arg(number(wrong)));
    }
}

// --- on and off ---------------------------------------------------------------------------------------------

void QueuePanel::askQueue() {
    m_settings = new QueueDialog(context(), *m_board, window());
    m_settings->open();
}

void QueuePanel::refreshActions() {
    const QString busy = !isReady() ? tr("A comparison is running.") : QString();
    const QString off = m_board && !m_board->queueOn ? tr("The delay queue is off.") : QString();
    const auto& bridge = context().bridge;
    setActionState(*compareAction(), !busy.isEmpty() ? busy : off);
    const QString may = bridge.whyNotAllowed(api::Operation::TimersRearmQueue);
    setActionState(*rearmAction(), !busy.isEmpty() ? busy : (!off.isEmpty() ? off : may));
    const QString mayNot = bridge.whyNotAllowed(api::Operation::TimersSetQueue);
    setActionState(*queueAction(), mayNot.isEmpty() && !m_board ? tr("Not loaded yet.") : mayNot);
}

void QueuePanel::retranslate() {
    setActionTexts(*compareAction(), tr("Compare"), tr("Compare the delay queue with the database"));
    setActionTexts(*rearmAction(), tr("Re-arm"), tr("Compare, and fix what is missing or differs"));
    setActionTexts(*queueAction(), tr("Delay queue on or off…"));
    nameColumns();
    refresh();
    refreshActions();
}

/// There is one delay queue for all campuses.
void QueuePanel::nameColumns() {
    const bool all = context().scope.current().empty();
    m_comparisonTitle->setText(all ? tr("Queue vs database") : tr("Queue vs database, all campuses"));
    m_workingTitle->setText(all ? tr("How it works now") : tr("How it works now, all campuses"));
}

}  // namespace evenhand::ui
