// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/import_run.h"

#include <QFileInfo>
#include <algorithm>

#include "engine/base/invariant.h"
#include "ui/bridge/continuation.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/bridge/ui_pulse.h"
#include "ui/shell/import_labels.h"
#include "ui/shell/jobs.h"
#include "ui/shell/notices.h"
#include "ui/shell/session.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {
namespace {

constexpr qint64 kRateSpanMs = 4'000;
constexpr qint64 kRateLeastMs = 500;  // less says nothing

}  // namespace

ImportRun::ImportRun(UiContext& context, QObject* parent) : QObject(parent), m_context(context) {
    connect(&context.pulse, &UiPulse::tick, this, &ImportRun::tick);
}

ImportRun::~ImportRun() {
    if (isRunning()) {
        m_control->cancel();
    }
}

QString ImportRun::fileName() const { return shownLine(QFileInfo(m_path).fileName()); }

void ImportRun::begin(const QString& path, const ImportPlan& plan) {
    if (isRunning()) {
        return;
    }
    m_path = path;
    m_plan = plan;
    m_result = {};
    m_control = std::make_shared<ImportControl>();
    m_progress = std::make_shared<JobProgress>();
    m_state = State::Running;
    m_phase = ImportControl::Phase::Reading;
    m_seen.clear();
    m_clock.start();
    m_job = m_context.jobs.start(tr("Import of %1", "file").arg(fileName()), m_progress,
                                 [control = m_control] { control->cancel(); });
    m_context.jobs.allowPause(m_job, [this](bool paused) {
        m_control->setPaused(paused);
        m_seen.clear();
        Q_EMIT changed();
    });
    whenReady(m_context.session.imports()->run(m_context.bridge.actor(), path.toStdString(), plan, false, m_control),
              this, [this](const Result<ImportResult>& result) {
                  ImportResult ended;
                  if (result) {
                      ended = *result;
                  } else {
                      ended.error = result.error();
                  }
                  finish(ended);
              });
    m_context.pulse.request();
    Q_EMIT changed();
}

void ImportRun::setPaused(bool paused) {
    if (isRunning()) {
        m_context.jobs.setPaused(m_job, paused);
    }
}

void ImportRun::cancel() {
    if (isRunning()) {
        m_context.jobs.cancel(m_job);
        Q_EMIT changed();
    }
}

void ImportRun::forget() {
    if (m_state == State::Done) {
        m_state = State::None;
        m_result = {};
        Q_EMIT changed();
    }
}

// --- how far it is ------------------------------------------------------------------------------------------

void ImportRun::tick() {
    if (!isRunning()) {
        return;
    }
    measure();
    Q_EMIT progressed();
    m_context.pulse.request();
}

void ImportRun::measure() {
    const auto phase = m_control->phase.load();
    const bool isImporting = phase == ImportControl::Phase::Importing;
    if (phase != m_phase) {
        m_phase = phase;
        m_seen.clear();
    }
    const std::int64_t done = isImporting ? m_control->done.load() : m_control->rows.load();
    const qint64 now = m_clock.elapsed();
    m_seen.emplace_back(now, done);
    while (m_seen.size() > 2 && now - m_seen.front().first > kRateSpanMs) {
        m_seen.pop_front();
    }
    const auto& [since, before] = m_seen.front();
    const bool isTold = !m_control->isPaused() && now - since >= kRateLeastMs;
    m_progress->perSecond = isTold ? (done - before) * 1000 / (now - since) : -1;
    m_progress->done = done;
    m_progress->total = isImporting ? m_control->total.load() : -1;
}

int ImportRun::progress() const {
    if (!isRunning()) {
        return -1;
    }
    const std::int64_t total = m_control->total.load();
    return total <= 0 ? -1 : static_cast<int>(std::clamp<std::int64_t>(m_control->done.load() * 1000 / total, 0, 1000));
}

QString ImportRun::progressText() const {
    if (!isRunning()) {
        return {};
    }
    if (m_control->isCancelled()) {
        return tr("Stopping…");
    }
    if (m_control->isPaused()) {
        return tr("Paused. What has been imported so far is there.");
    }
    const std::int64_t rate = m_progress->perSecond.load();
    QString text;
    if (m_control->phase.load() == ImportControl::Phase::Reading) {
        text = tr("Reading: %1 rows", nullptr, Formats::plural(m_control->rows.load()))
                   .arg(Formats::number(m_control->rows.load()));
    } else {
        text = tr("Importing: %1 of %2", "count; orders or returns")
                   .arg(Formats::number(m_control->done.load()), countedImports(m_plan.kind, m_control->total.load()));
    }
    return rate < 0 ? text : tr("%1 · %2 a second", "progress, rate").arg(text, Formats::number(rate));
}

// --- what came of it ----------------------------------------------------------------------------------------

void ImportRun::finish(const ImportResult& result) {
    EVENHAND_INVARIANT(isRunning(), "the outcome of one import would be shown as that of another");
    m_context.jobs.finish(m_job);
    m_result = result;
    m_state = State::Done;
    tell();
    Q_EMIT changed();
}

QString ImportRun::resultText() const {
    QString text = tr("%1 imported, %2 rejected, %3 already there.", "counted orders; counts")
                       .arg(countedImports(m_plan.kind, m_result.accepted), Formats::number(m_result.rejected),
                            Formats::number(m_result.duplicate));
    if (m_result.error) {
        text = tr("%1 Then it failed: %2", "what was imported; why it ended")
                   .arg(text, errorText(*m_result.error, m_context.formats));
    } else if (m_result.isCancelled) {
        text = tr("%1 Stopped; import the file again for the rest.", "what was imported").arg(text);
    }
    return text;
}

void ImportRun::tell() {
    const QString text = tr("%1: %2", "file, what came of its import").arg(fileName(), resultText());
    if (m_result.error) {
        m_context.notices.bad(text);
    } else if (m_result.isCancelled || m_result.anyRejected) {
        m_context.notices.warn(text);
    } else {
        m_context.notices.good(text);
    }
}

}  // namespace evenhand::ui
