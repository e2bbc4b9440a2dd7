// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/delayed/timer_filter_bar.h"

#include <QEvent>

#include "ui/bridge/engine_bridge.h"
#include "ui/shell/campus_scope.h"
#include "ui/tables/typing_pause.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/time_range.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {
namespace {

const QString kOverdue = QStringLiteral("overdue");
const QString kBetween = QStringLiteral("between");
// Keys of "within so many milliseconds from now".
constexpr std::int64_t kWithin[] = {60'000, 300'000, 900'000, 3'600'000, 86'400'000};

QString keyOf(std::string_view stored) {
    return QString::fromUtf8(stored.data(), static_cast<qsizetype>(stored.size()));
}

constexpr api::TimerState kStates[] = {api::TimerState::Pending, api::TimerState::Overdue, api::TimerState::Retrying,
                                       api::TimerState::Dead};

}  // namespace

TimerFilterBar::TimerFilterBar(UiContext& context, bool deadOnly, QWidget* parent)
    : QWidget(parent), m_context(context), m_deadOnly(deadOnly) {
    const QString prefix = deadOnly ? QStringLiteral("deadFilter") : QStringLiteral("timerFilter");
    setObjectName(prefix + QStringLiteral("Bar"));
    m_text = new QLineEdit(this);
    m_text->setObjectName(prefix + QStringLiteral("Text"));
    m_text->setClearButtonEnabled(true);
    m_kind = new ChoiceButton(false, this);
    m_kind->setObjectName(prefix + QStringLiteral("Kind"));
    m_state = new ChoiceButton(false, this);
    m_state->setObjectName(prefix + QStringLiteral("State"));
    m_state->setVisible(!deadOnly);
    m_due = new ChoiceButton(true, this);
    m_due->setObjectName(prefix + QStringLiteral("Due"));
    m_due->setVisible(!deadOnly);
    m_clear = new QToolButton(this);
    m_clear->setObjectName(prefix + QStringLiteral("Clear"));
    m_clear->setIcon(icon(QStringLiteral("clear")));
    m_clear->setFocusPolicy(Qt::TabFocus);
    auto* row = new WrapRow(this);
    row->setContentsMargins(kGap, kGapSmall, kGap, 0);
    row->setSpacing(kGap);
    row->addWidget(m_text, 1);
    for (auto* choice : {m_kind, m_state, m_due}) {
        row->addWidget(choice);
    }
    row->addWidget(m_clear);
    row->addStretch(1);
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingMs);
    connect(&m_typing, &QTimer::timeout, this, &TimerFilterBar::changed);
    connect(m_text, &QLineEdit::textChanged, this, [this] { m_typing.start(); });
    connect(m_kind, &ChoiceButton::chosenChanged, this, &TimerFilterBar::changed);
    connect(m_state, &ChoiceButton::chosenChanged, this, &TimerFilterBar::changed);
    connect(m_due, &ChoiceButton::chosenChanged, this, &TimerFilterBar::dueChosen);
    connect(m_clear, &QToolButton::clicked, this, &TimerFilterBar::clear);
    connect(&context.scope, &CampusScope::currentChanged, this, &TimerFilterBar::changed);
    retranslate();
}

void TimerFilterBar::changed() {
    m_typing.stop();
    if (!m_setting) {
        Q_EMIT filterChanged();
    }
}

void TimerFilterBar::dueChosen() {
    if (m_setting) {
        return;
    }
    if (m_due->chosen().value(0) == kBetween) {
        askBetween();
    } else {
        changed();
    }
}

void TimerFilterBar::askBetween() {
    const Instant now = m_context.bridge.now();
    auto* dialog = new TimeRangeDialog(m_context.formats, now, m_from.value_or(now),
                                       m_to.value_or(now.plusMs(3'600'000)), window());
    dialog->setWindowTitle(tr("Timers due between"));
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        const TimeRange range = dialog->range();
        setDue(range.from, range.to);
    });
    connect(dialog, &QDialog::rejected, this, [this] {
        if (!m_from && !m_to) {
            m_due->setChosen({});
        }
    });
    dialog->open();
}

api::TimerFilter TimerFilterBar::filter() const {
    api::TimerFilter filter;
    for (const QString& key : m_kind->chosen()) {
        if (const auto kind = api::timerKindFrom(key.toStdString())) {
            filter.kinds.push_back(*kind);
        }
    }
    filter.campus = m_context.scope.current();
    filter.text = m_text->text().trimmed().toStdString();
    if (m_deadOnly) {
        filter.states = {api::TimerState::Dead};
        return filter;
    }
    for (const QString& key : m_state->chosen()) {
        if (const auto state = api::timerStateFrom(key.toStdString())) {
            filter.states.push_back(*state);
        }
    }
    const QString due = m_due->chosen().value(0);
    const Instant now = m_context.bridge.now();
    if (due == kOverdue) {
        filter.dueTo = now.plusMs(1);
    } else if (due == kBetween) {
        filter.dueFrom = m_from;
        filter.dueTo = m_to;
    } else if (!due.isEmpty()) {
        filter.dueTo = now.plusMs(due.toLongLong());
    }
    return filter;
}

void TimerFilterBar::clear() {
    m_setting = true;
    m_text->clear();
    m_kind->setChosen({});
    m_state->setChosen({});
    m_due->setChosen({});
    m_from.reset();
    m_to.reset();
    m_setting = false;
    changed();
}

void TimerFilterBar::setKinds(const std::vector<api::TimerKind>& kinds) {
    QStringList keys;
    for (const auto kind : kinds) {
        keys << keyOf(api::toText(kind));
    }
    m_kind->setChosen(keys);
    changed();
}

void TimerFilterBar::setText(const QString& text) {
    m_text->setText(text);
    changed();
}

void TimerFilterBar::setDue(std::optional<Instant> from, std::optional<Instant> to) {
    m_from = from;
    m_to = to;
    m_setting = true;
    m_due->setChosen({kBetween});
    m_setting = false;
    changed();
}

void TimerFilterBar::focusText() {
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

void TimerFilterBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
    QWidget::changeEvent(event);
}

void TimerFilterBar::retranslate() {
    m_setting = true;
    m_text->setPlaceholderText(tr("Order begins with"));
    m_text->setAccessibleName(tr("Order begins with"));
    std::vector<ChoiceButton::Choice> kinds;
    for (const auto kind : api::allTimerKinds()) {
        kinds.push_back({keyOf(api::toText(kind)), label(kind)});
    }
    m_kind->setTitle(tr("Kind"), tr("Every kind"));
    m_kind->setChoices(kinds);
    std::vector<ChoiceButton::Choice> states;
    for (const auto state : kStates) {
        states.push_back({keyOf(api::toText(state)), label(state)});
    }
    m_state->setTitle(tr("State"), tr("Every state"));
    m_state->setChoices(states);
    std::vector<ChoiceButton::Choice> due{{kOverdue, tr("Overdue")}};
    for (const auto within : kWithin) {
        due.push_back({QString::number(within), tr("within %1").arg(Formats::duration(within))});
    }
    due.push_back({kBetween, tr("between…")});
    m_due->setTitle(tr("Due"), tr("Any time"));
    m_due->setChoices(due);
    m_clear->setToolTip(tr("Clear the filter"));
    m_clear->setAccessibleName(tr("Clear the filter"));
    m_setting = false;
}

}  // namespace evenhand::ui
