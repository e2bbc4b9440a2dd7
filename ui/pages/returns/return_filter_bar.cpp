// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/returns/return_filter_bar.h"

#include <QEvent>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/engine_bridge.h"
#include "ui/shell/campus_scope.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {
namespace {

constexpr int kReturnTypingMs = 250;

QString stageKey(api::ReturnStage stage) {
    const auto stored = api::toText(stage);
    return QString::fromUtf8(stored.data(), static_cast<qsizetype>(stored.size()));
}

}  // namespace

ReturnFilterBar::ReturnFilterBar(UiContext& context, QWidget* parent) : QWidget(parent), m_context(context) {
    setObjectName(QStringLiteral("returnFilterBar"));
    m_text = new QLineEdit(this);
    m_text->setObjectName(QStringLiteral("returnFilterText"));
    m_text->setClearButtonEnabled(true);
    m_text->setMaximumWidth(260);
    m_time = new TimeRangeButton(context.formats, this);
    m_time->setObjectName(QStringLiteral("returnFilterTime"));
    m_clear = new QToolButton(this);
    m_clear->setObjectName(QStringLiteral("returnFilterClear"));
    m_clear->setIcon(icon(QStringLiteral("clear")));
    m_clear->setFocusPolicy(Qt::TabFocus);
    m_text->setMinimumWidth(170);
    auto* row = new WrapRow(this);
    row->setContentsMargins(kGap, kGap, kGap, 0);
    row->setSpacing(kGapSmall);
    row->addWidget(m_text, 1);
    row->addSpacing(kGapSmall);
    for (const auto stage : api::allReturnStages()) {
        auto* button = new QPushButton(this);
        button->setObjectName(QStringLiteral("returnStage.") + stageKey(stage));
        button->setCheckable(true);
        connect(button, &QPushButton::toggled, this, &ReturnFilterBar::changed);
        row->addWidget(button);
        m_stages[stage] = button;
    }
    row->addSpacing(kGapSmall);
    row->addWidget(m_time);
    row->addWidget(m_clear);
    row->addStretch(1);
    m_typing.setSingleShot(true);
    m_typing.setInterval(kReturnTypingMs);
    connect(&m_typing, &QTimer::timeout, this, &ReturnFilterBar::changed);
    connect(m_text, &QLineEdit::textChanged, this, [this] { m_typing.start(); });
    connect(m_time, &TimeRangeButton::rangeChanged, this, &ReturnFilterBar::changed);
    connect(m_clear, &QToolButton::clicked, this, &ReturnFilterBar::clear);
    connect(&context.scope, &CampusScope::currentChanged, this, &ReturnFilterBar::changed);
    setStages({api::ReturnStage::Approval, api::ReturnStage::SecondApproval});
    retranslate();
}

void ReturnFilterBar::changed() {
    m_typing.stop();
    m_time->setNow(m_context.bridge.now());
    if (!m_setting) {
        Q_EMIT filterChanged();
    }
}

api::ReturnFilter ReturnFilterBar::filter() const {
    api::ReturnFilter filter;
    for (const auto& [stage, button] : m_stages) {
        if (button->isChecked()) {
            filter.stages.push_back(stage);
        }
    }
    filter.campus = m_context.scope.current();
    const auto bounds = m_time->range().bounds(m_context.formats, m_context.bridge.now());
    filter.from = bounds.from;
    filter.to = bounds.to;
    filter.text = m_text->text().trimmed().toStdString();
    return filter;
}

void ReturnFilterBar::clear() {
    m_setting = true;
    m_text->clear();
    m_time->setRange({});
    for (const auto& [stage, button] : m_stages) {
        button->setChecked(false);
    }
    m_setting = false;
    changed();
}

void ReturnFilterBar::setStages(const std::vector<api::ReturnStage>& stages) {
    m_setting = true;
    for (const auto& [stage, button] : m_stages) {
        button->setChecked(std::find(stages.begin(), stages.end(), stage) != stages.end());
    }
    m_setting = false;
    changed();
}

void ReturnFilterBar::setText(const QString& text) {
    m_setting = true;
    m_text->setText(text);
    m_time->setRange({});
    for (const auto& [stage, button] : m_stages) {
        button->setChecked(false);
    }
    m_setting = false;
    changed();
}

void ReturnFilterBar::focusText() {
    m_text->setFocus();
    m_text->selectAll();
}

std::optional<std::int64_t> ReturnFilterBar::countOf(api::ReturnStage stage) const {
    if (!m_counts) {
        return std::nullopt;
    }
    switch (stage) {
        case api::ReturnStage::Approval: return m_counts->approval;
        case api::ReturnStage::SecondApproval: return m_counts->secondApproval;
        case api::ReturnStage::Goods: return m_counts->goods;
        case api::ReturnStage::Money: return m_counts->money;
        case api::ReturnStage::Failed: return m_counts->failed;
        case api::ReturnStage::Done:
        case api::ReturnStage::Rejected:
        case api::ReturnStage::Cancelled: break;  // over; nobody counts them
    }
    return std::nullopt;
}

void ReturnFilterBar::setCounts(const std::optional<api::ReturnCounts>& counts) {
    m_counts = counts;
    refreshStages();
}

void ReturnFilterBar::refreshStages() {
    for (const auto& [stage, button] : m_stages) {
        const auto count = countOf(stage);
        const QString name = label(stage);
        button->setText(count ? tr("%1 %2", "stage, count").arg(name, Formats::number(*count)) : name);
        button->setToolTip(plainToolTip(tr("Show: %1", "stage").arg(name)));
        button->setAccessibleName(button->text());
    }
}

void ReturnFilterBar::retranslate() {
    m_text->setPlaceholderText(tr("Return or order number"));
    m_text->setAccessibleName(tr("Return or order number"));
    m_clear->setToolTip(tr("Show all"));
    m_clear->setAccessibleName(tr("Show all"));
    m_time->retranslate();
    refreshStages();
}

void ReturnFilterBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
    QWidget::changeEvent(event);
}

}  // namespace evenhand::ui
