// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/status_line.h"

#include <QApplication>
#include <QEvent>
#include <QMenu>
#include <QPainter>
#include <algorithm>

#include "ui/bridge/ui_pulse.h"
#include "ui/shell/notices.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {
namespace {

constexpr int kEarlierWidth = 260;

QString markOf(Tone tone) {
    switch (tone) {
        case Tone::Good: return QStringLiteral("check");
        case Tone::Warn:
        case Tone::Bad: return QStringLiteral("warning");
        case Tone::Muted:
        case Tone::Info:
        case Tone::Accent: return QStringLiteral("info");
    }
    return QStringLiteral("info");
}

}  // namespace

JobView::JobView(const Job& job, QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("job%1").arg(job.id));
    auto* layout = rowIn(this, 0, kGap);
    m_title = muted(plainLabel(this));
    m_bar = named(new QProgressBar(this), objectName() + QStringLiteral(".progress"));
    m_bar->setFixedSize(120, 6);
    m_bar->setTextVisible(false);
    m_pause = button(QStringLiteral("pause"), tr("Pause the job"));
    m_pause->setCheckable(true);
    m_cancel = button(QStringLiteral("close"), tr("Cancel the job"));
    m_cancel->setObjectName(objectName() + QStringLiteral(".cancel"));
    connect(m_pause, &QToolButton::clicked, this, &JobView::pauseRequested);
    connect(m_cancel, &QToolButton::clicked, this, &JobView::cancelRequested);
    layout->addWidget(m_title);
    layout->addWidget(m_bar);
    layout->addWidget(m_pause);
    layout->addWidget(m_cancel);
    refresh(job);
}

/// Named after its icon.
QToolButton* JobView::button(const QString& name, const QString& words) {
    auto* made = new QToolButton(this);
    made->setObjectName(objectName() + QLatin1Char('.') + name);
    made->setIcon(icon(name));
    made->setAutoRaise(true);
    made->setFocusPolicy(Qt::TabFocus);
    made->setAccessibleName(words);
    made->setToolTip(words);
    return made;
}

void JobView::refreshPause(const Job& job) {
    m_pause->setVisible(job.pause != nullptr);
    m_pause->setEnabled(!job.cancelling);
    if (m_pause->isChecked() != job.isPaused) {
        m_pause->setChecked(job.isPaused);
    }
    const QString words = job.isPaused ? tr("Continue the job") : tr("Pause the job");
    if (m_pause->toolTip() != words) {
        m_pause->setIcon(icon(job.isPaused ? QStringLiteral("play") : QStringLiteral("pause")));
        m_pause->setToolTip(words);
        m_pause->setAccessibleName(words);
    }
}

void JobView::refresh(const Job& job) {
    const std::int64_t done = job.progress ? job.progress->done.load() : 0;
    const std::int64_t total = job.progress ? job.progress->total.load() : -1;
    // The bar counts in thousandths: row counts may exceed what it can hold.
    m_bar->setRange(0, total > 0 ? 1000 : 0);
    if (total > 0) {
        m_bar->setValue(static_cast<int>(std::min<std::int64_t>(1000, done * 1000 / total)));
    }
    QString title = job.title;
    const std::int64_t perSecond = job.progress ? job.progress->perSecond.load() : -1;
    if (job.cancelling) {
        title = tr("%1 – cancelling…").arg(job.title);
    } else if (job.isPaused) {
        title = tr("%1 – paused").arg(job.title);
    } else if (total > 0 && perSecond >= 0) {
        title = tr("%1  %2 of %3 · %4 a second")
                    .arg(job.title, Formats::number(done), Formats::number(total), Formats::number(perSecond));
    } else if (total > 0) {
        title = tr("%1  %2 of %3").arg(job.title, Formats::number(done), Formats::number(total));
    } else if (done > 0) {
        title = tr("%1  %2").arg(job.title, Formats::number(done));
    }
    m_title->setText(title);
    if (m_bar->accessibleName() != job.title) {
        m_bar->setAccessibleName(job.title);
    }
    m_cancel->setEnabled(job.cancel && !job.cancelling);
    refreshPause(job);
}

StatusLine::StatusLine(UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_history(context.notices, context.bridge) {
    setObjectName(QStringLiteral("statusLine"));
    setFixedHeight(byText(34));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(kGapLarge, 0, kGapLarge, 0);
    layout->setSpacing(kGap);
    m_mark = new QLabel(this);
    m_result = new ElidedLabel(this);
    m_result->setObjectName(QStringLiteral("lastResult"));
    m_result->setOfAnyLength();  // the list of results has the whole
    m_result->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    setupSteps();
    setupUndo();
    m_jobsLayout = new QHBoxLayout;
    m_jobsLayout->setSpacing(kGapLarge);
    layout->addWidget(m_mark);
    layout->addWidget(m_result);
    layout->addWidget(m_steps);
    layout->addWidget(m_dismiss);
    layout->addWidget(m_apart);
    layout->addWidget(m_earlier);
    layout->addWidget(m_undo);
    layout->addWidget(m_dismissEarlier);
    layout->addStretch(1);
    layout->addLayout(m_jobsLayout);
    layout->addWidget(m_resultsButton);
    connect(&context.notices, &Notices::undoableChanged, this, &StatusLine::showUndo);
    connect(&context.notices, &Notices::posted, this, &StatusLine::showNotice);
    connect(&context.notices, &Notices::gone, this, &StatusLine::showNotice);
    connect(&context.jobs, &JobList::changed, this, &StatusLine::syncJobs);
    connect(&context.pulse, &UiPulse::tick, this, &StatusLine::refreshJobs);
    connect(qApp, &QApplication::focusChanged, this, &StatusLine::attend);
}

QToolButton* StatusLine::dismissButton(const QString& name) {
    auto* button = named(new QToolButton(this), name);
    button->setIcon(icon(QStringLiteral("close")));
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->hide();
    return button;
}

void StatusLine::setupSteps() {
    m_steps = named(new QPushButton(this), QStringLiteral("noticeSteps"));
    m_steps->setProperty("role", QStringLiteral("link"));
    m_steps->hide();
    m_stepsMenu = named(new QMenu(this), QStringLiteral("noticeStepsMenu"));
    connect(m_steps, &QPushButton::clicked, this, [this] {
        const auto steps = m_context.notices.last().steps;  // a copy: what is done may tell something else
        if (steps.size() == 1) {
            m_context.notices.dismiss();
            steps.front().run();
        }
    });
    connect(m_stepsMenu, &QMenu::aboutToShow, this, [this] {
        m_stepsMenu->clear();
        for (const auto& step : m_context.notices.last().steps) {
            QString shown = shownLine(step.text);
            shown.replace(QLatin1Char('&'), QStringLiteral("&&"));  // no key of a menu
            connect(m_stepsMenu->addAction(shown), &QAction::triggered, this, [run = step.run] { run(); });
        }
    });
}

void StatusLine::showSteps() {
    const Notices& notices = m_context.notices;
    const auto& last = notices.last();
    m_steps->setText(last.stepsText);
    m_steps->setMenu(last.steps.size() > 1 ? m_stepsMenu : nullptr);
    m_steps->setVisible(notices.stands() && !last.steps.empty());
}

void StatusLine::setupUndo() {
    m_dismiss = dismissButton(QStringLiteral("dismissNotice"));
    m_apart = new QFrame(this);
    m_apart->setFrameShape(QFrame::VLine);
    m_apart->setFixedHeight(16);
    m_apart->hide();
    m_earlier = new ElidedLabel(this);
    m_earlier->setObjectName(QStringLiteral("earlierResult"));
    m_earlier->setOfAnyLength();
    m_earlier->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    m_earlier->setProperty("muted", true);
    m_earlier->setMaximumWidth(byText(kEarlierWidth));  // the message goes before
    m_earlier->hide();
    m_undo = named(new QPushButton(this), QStringLiteral("undoButton"));
    m_undo->setProperty("role", QStringLiteral("link"));
    m_undo->setIcon(icon(QStringLiteral("undo")));
    m_undo->setText(tr("Undo"));
    m_undo->hide();
    m_dismissEarlier = dismissButton(QStringLiteral("dismissEarlier"));
    m_resultsButton = named(new QToolButton(this), QStringLiteral("resultsButton"));
    m_resultsButton->setIcon(icon(QStringLiteral("history")));
    m_resultsButton->setAutoRaise(true);
    m_resultsButton->setFocusPolicy(Qt::TabFocus);
    connect(m_resultsButton, &QToolButton::clicked, this, &StatusLine::openResults);
    connect(m_dismissEarlier, &QToolButton::clicked, &m_context.notices, &Notices::dismissUndo);
    connect(m_dismiss, &QToolButton::clicked, &m_context.notices, &Notices::dismiss);
    connect(m_undo, &QPushButton::clicked, &m_context.notices, &Notices::undo);
    sayDismiss();
}

void StatusLine::sayDismiss() {
    m_dismiss->setAccessibleName(tr("Dismiss"));
    m_dismiss->setToolTip(tr("Dismiss"));
    m_dismissEarlier->setAccessibleName(tr("Dismiss the earlier result"));
    m_dismissEarlier->setToolTip(tr("Dismiss: it can no longer be undone here"));
    m_resultsButton->setAccessibleName(tr("Results of this session"));
    m_resultsButton->setToolTip(tr("Results of this session"));
}

void StatusLine::openResults() {
    if (!m_results) {
        m_results = new ResultsPopover(m_context, m_history, this);
        m_results->openAbove(m_resultsButton);
    }
}

void StatusLine::showNotice() {
    const Notices& notices = m_context.notices;
    m_result->setFullText(notices.stands() ? notices.last().text : QString());
    m_dismiss->setVisible(notices.stands() && !notices.goesByItself());
    paintMark();
    showSteps();
    showUndo();
}

void StatusLine::attend() {
    const auto* focus = QApplication::focusWidget();
    m_context.notices.setAttended(m_hovered || (focus != nullptr && isAncestorOf(focus)));
}

void StatusLine::enterEvent(QEnterEvent* event) {
    m_hovered = true;
    attend();
    QWidget::enterEvent(event);
}

void StatusLine::leaveEvent(QEvent* event) {
    m_hovered = false;
    attend();
    QWidget::leaveEvent(event);
}

void StatusLine::showUndo() {
    const Notices& notices = m_context.notices;
    const auto* offer = notices.undoable();
    m_undo->setVisible(offer != nullptr);
    // Beside another result it would look as if it undid that one.
    const bool own = offer != nullptr && notices.stands() && offer->serial == notices.last().serial;
    const bool earlier = offer != nullptr && !own;
    m_earlier->setVisible(earlier);
    m_dismissEarlier->setVisible(earlier);
    m_apart->setVisible(earlier && notices.stands());
    if (offer != nullptr) {
        m_earlier->setFullText(tr("Earlier: %1", "what was done").arg(shownLine(offer->text)));
        m_undo->setText(offer->undoText);
        m_undo->setToolTip(plainToolTip(offer->text));
    }
}

void StatusLine::paintMark() {
    const Notice& notice = m_context.notices.last();
    if (!m_context.notices.stands()) {
        m_mark->clear();
        return;
    }
    m_mark->setPixmap(
        iconPixmap(markOf(notice.tone), 16, colorsOf(palette()).tone(notice.tone).text, devicePixelRatioF()));
}

void StatusLine::syncJobs() {
    const auto& jobs = m_context.jobs.jobs();
    for (auto it = m_jobs.begin(); it != m_jobs.end();) {
        const bool running =
            std::any_of(jobs.begin(), jobs.end(), [id = it->first](const Job& job) { return job.id == id; });
        if (running) {
            ++it;
        } else {
            it->second->hide();
            it->second->deleteLater();
            it = m_jobs.erase(it);
        }
    }
    for (const Job& job : jobs) {
        if (!m_jobs.contains(job.id)) {
            auto* view = new JobView(job, this);
            m_jobsLayout->addWidget(view);
            connect(view, &JobView::cancelRequested, this, [this, id = job.id] { m_context.jobs.cancel(id); });
            connect(view, &JobView::pauseRequested, this,
                    [this, id = job.id](bool paused) { m_context.jobs.setPaused(id, paused); });
            m_jobs[job.id] = view;
        }
    }
    refreshJobs();
}

void StatusLine::refreshJobs() {
    for (const Job& job : m_context.jobs.jobs()) {
        m_jobs.at(job.id)->refresh(job);
    }
    if (!m_jobs.empty()) {
        m_context.pulse.request();
    }
}

void StatusLine::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        paintMark();
    } else if (event->type() == QEvent::LanguageChange) {
        m_context.notices.retranslate();
        m_history.retranslate();
        sayDismiss();
        showNotice();
    }
    QWidget::changeEvent(event);
}

void StatusLine::paintEvent(QPaintEvent*) {
    const Colors& c = colorsOf(palette());
    QPainter painter(this);
    painter.fillRect(rect(), c.panel);
    painter.setPen(c.border);
    painter.drawLine(rect().topLeft(), rect().topRight());
}

}  // namespace evenhand::ui
