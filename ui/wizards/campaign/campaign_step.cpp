// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/campaign/campaign_step.h"

#include <QLabel>
#include <QLineEdit>

#include "ui/bridge/engine_bridge.h"
#include "ui/widgets/campaign_labels.h"
#include "ui/widgets/labels.h"
#include "ui/wizards/campaign/campaign_checks.h"

namespace evenhand::ui {
namespace {

constexpr int kFieldWidth = 260;
constexpr int kHintHeight = 28;

}  // namespace

CampaignStep::CampaignStep(const char* name, UiContext& context, const std::optional<api::CampaignRow>& editing,
                           QWidget* parent)
    : QWidget(parent), m_context(context), m_editing(editing) {
    setObjectName(QLatin1String(name));
    m_down = new QVBoxLayout(this);
    m_down->setContentsMargins(0, 0, 0, 0);
    m_down->setSpacing(kGap);
    m_grid = new QGridLayout;
    m_grid->setHorizontalSpacing(kGapLarge);
    m_grid->setVerticalSpacing(2);
    m_grid->setColumnStretch(1, 1);
    m_down->addLayout(m_grid);
}

QString CampaignStep::whyFixed(const std::string& field) const {
    return whyCampaignFixed(field, m_editing, m_context.bridge.now());
}

bool CampaignStep::isFixed(const std::string& field) const { return !whyFixed(field).isEmpty(); }

void CampaignStep::addField(const char* field, QWidget* widget) {
    const int row = m_grid->rowCount();
    const QString caption = campaignFieldLabel(field);
    auto* label = new QLabel(caption, this);
    label->setTextFormat(Qt::PlainText);
    label->setBuddy(widget);
    widget->setObjectName(QStringLiteral("campaign.") + QLatin1String(field));
    widget->setAccessibleName(caption);
    auto* below = new FieldHint(QLatin1String(field), this);
    below->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_grid->addWidget(label, row, 0);
    m_grid->addWidget(widget, row, 1, Qt::AlignLeft);
    m_grid->addWidget(below, row + 1, 1);
    m_grid->setRowMinimumHeight(row + 1, kHintHeight);
    const QString why = whyFixed(field);
    widget->setEnabled(why.isEmpty());
    widget->setToolTip(plainToolTip(why));
    m_fields[field] = {widget, below};
    m_order.emplace_back(field);
}

QLineEdit* CampaignStep::addEdit(const char* field, const QString& text) {
    auto* edit = new QLineEdit(text, this);
    edit->setFixedWidth(byText(kFieldWidth));
    addField(field, edit);
    connect(edit, &QLineEdit::textChanged, this, &CampaignStep::check);
    return edit;
}

void CampaignStep::done() {
    m_done = true;
    check();
}

bool CampaignStep::isBlank(const QWidget* widget) {
    const auto* edit = qobject_cast<const QLineEdit*>(widget);
    return edit != nullptr && edit->text().isEmpty();
}

void CampaignStep::check() {
    if (!m_done) {
        return;  // still being made
    }
    for (const auto& [name, field] : m_fields) {
        const QString fixed = whyFixed(name);
        field.hint->setHint(fixed.isEmpty() ? hintOf(name) : fixed);
        field.hint->setProblem(fixed.isEmpty() && !isBlank(field.widget) ? problemOf(name) : QString());
    }
    Q_EMIT changed();
}

QString CampaignStep::problem() const {
    for (const auto& field : m_order) {
        if (isFixed(field)) {
            continue;
        }
        if (const QString why = problemOf(field); !why.isEmpty()) {
            return tr("%1: %2", "field, why").arg(campaignFieldLabel(field), why);
        }
    }
    return {};
}

void CampaignStep::refused(const std::string& field, const QString& why) {
    if (const auto found = m_fields.find(field); found != m_fields.end()) {
        found->second.hint->setProblem(why);
        found->second.widget->setFocus();
    }
}

QWidget* CampaignStep::first() const {
    for (const auto& field : m_order) {
        if (m_fields.at(field).widget->isEnabled()) {
            return m_fields.at(field).widget;
        }
    }
    return nullptr;
}

}  // namespace evenhand::ui
