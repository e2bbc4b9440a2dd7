// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/import/check_page.h"

#include <algorithm>

#include "ui/bridge/continuation.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/ui_pulse.h"
#include "ui/shell/import_labels.h"
#include "ui/shell/session.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/theme.h"
#include "ui/wizards/import/import_texts.h"

namespace evenhand::ui {

CheckPage::CheckPage(UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_layout(new QVBoxLayout(this)) {
    setObjectName(QStringLiteral("importCheck"));
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(kGap);
    m_summary = new QLabel(this);
    m_summary->setObjectName(QStringLiteral("importSummary"));
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    m_summary->setFont(scaledFont(font(), 1, QFont::DemiBold));
    m_note = new QLabel(this);
    m_note->setObjectName(QStringLiteral("importNote"));
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    m_note->setProperty("muted", true);
    m_bar = new QProgressBar(this);
    m_bar->setObjectName(QStringLiteral("importCheckProgress"));
    m_bar->setAccessibleName(tr("Progress of the check"));
    m_bar->setTextVisible(false);
    m_layout->addWidget(m_summary);
    m_layout->addWidget(m_note);
    m_layout->addWidget(m_bar);
    m_layout->addStretch(1);
    connect(&context.pulse, &UiPulse::tick, this, &CheckPage::tick);
}

CheckPage::~CheckPage() {
    if (m_control) {
        m_control->cancel();
    }
}

void CheckPage::stop() {
    ++m_generation;
    if (m_control) {
        m_control->cancel();
        m_control.reset();
    }
}

void CheckPage::start(const QString& path, const ImportPlan& plan) {
    stop();
    m_plan = plan;
    m_result.reset();
    m_control = std::make_shared<ImportControl>();
    m_summary->setText(tr("Checking all rows…"));
    m_note->clear();
    m_bar->setRange(0, 0);
    m_bar->show();
    if (m_reasons != nullptr) {
        m_reasons->hide();
    }
    whenReady(m_context.session.imports()->run(m_context.bridge.actor(), path.toStdString(), plan, true, m_control),
              this, [this, generation = m_generation](const Result<ImportResult>& result) {
                  if (generation == m_generation) {
                      counted(result);
                  }
              });
    m_context.pulse.request();
    Q_EMIT changed();
}

void CheckPage::tick() {
    if (!m_control) {
        return;
    }
    const std::int64_t total = m_control->total.load();
    m_bar->setRange(0, total > 0 ? 1000 : 0);
    if (total > 0) {
        m_bar->setValue(static_cast<int>(std::clamp<std::int64_t>(m_control->done.load() * 1000 / total, 0, 1000)));
    }
    m_context.pulse.request();
}

void CheckPage::counted(const Result<ImportResult>& result) {
    m_control.reset();
    m_bar->hide();
    m_result = result ? *result : ImportResult{};
    if (!result) {
        m_result->error = result.error();
    }
    m_summary->setText(summary());
    m_note->setText(note());
    auto* table = makeTextTable(new TextTableModel({tr("Why rows are left out"), tr("Rows")}, reasonRows(*m_result)),
                                -1, {420}, this);
    table->setObjectName(QStringLiteral("importReasons"));
    table->setAccessibleName(tr("Why rows are left out"));
    table->setVisible(!m_result->reasons.empty());
    replaceTable(*m_layout, m_reasons, table);
    Q_EMIT changed();
}

QString CheckPage::summary() const {
    if (m_result->error) {
        return importErrorText(*m_result->error, m_context.formats);
    }
    return tr("%1 rows: %2 can be imported, %3 rejected, %4 already there.", "count; counted orders; counts",
              Formats::plural(m_result->rows))
        .arg(Formats::number(m_result->rows), countedImports(m_plan.kind, m_result->accepted),
             Formats::number(m_result->rejected), Formats::number(m_result->duplicate));
}

QString CheckPage::note() const {
    if (m_result->error) {
        return tr("Nothing was changed.");
    }
    if (m_plan.kind != ImportKind::Orders) {
        return tr("Nothing has been changed yet.");
    }
    const QString lines =
        tr("Of their lines %1 are taken and %2 are left out. Nothing has been changed yet.", "lines of orders")
            .arg(Formats::number(m_result->acceptedLines), Formats::number(m_result->rejectedLines));
    return m_plan.paid ? lines : tr("%1 Unpaid orders are closed when the time to pay has passed from now.").arg(lines);
}

QString CheckPage::whyNot() const {
    if (!m_result) {
        return tr("Checking all rows…");
    }
    if (m_result->error) {
        return importErrorText(*m_result->error, m_context.formats);
    }
    return m_result->accepted == 0 ? tr("There is nothing to import.") : QString();
}

}  // namespace evenhand::ui
