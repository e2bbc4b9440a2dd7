// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/case_settings_dialog.h"

#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSet>
#include <utility>

#include "engine/base/clock.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/widgets/delay_text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/lines_edit.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {
namespace {

constexpr int kCaseFieldWidth = 340;

QString linesOf(const std::vector<api::ReturnReason>& reasons) {
    QStringList lines;
    for (const auto& reason : reasons) {
        lines << text(reason.code) + QStringLiteral(" = ") + text(reason.name);
    }
    return lines.join(QLatin1Char('\n'));
}

/// Lines without an equals sign are a code without a name.
std::vector<api::ReturnReason> reasonsIn(const QString& lines) {
    std::vector<api::ReturnReason> reasons;
    for (const auto& line : lines.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        if (line.trimmed().isEmpty()) {
            continue;
        }
        const auto at = line.indexOf(QLatin1Char('='));
        reasons.push_back({line.left(at < 0 ? line.size() : at).trimmed().toStdString(),
                           at < 0 ? std::string() : line.mid(at + 1).trimmed().toStdString()});
    }
    return reasons;
}

}  // namespace

CaseSettingsDialog::CaseSettingsDialog(UiContext& context, api::CaseSettings settings, QWidget* parent)
    : SettingsDialog(context, QStringLiteral("caseSettings"), tr("Reasons and age of returns"),
                     api::Operation::ReturnsSetCases, parent),
      m_before(std::move(settings)) {
    m_reasons = named(new LinesEdit(this), QStringLiteral("caseSettings_reasons"));
    m_reasons->setTabChangesFocus(true);
    m_reasons->setFixedSize(byText(kCaseFieldWidth), byText(150));
    m_reasons->setPlainText(linesOf(m_before.reasons));
    connect(m_reasons, &QPlainTextEdit::textChanged, this, &CaseSettingsDialog::recheck);
    addField(QStringLiteral("reasons"), tr("Reasons"), m_reasons,
             tr("A line each, in this order: a code, an equals sign, the name."), [this] { return whyNotReasons(); });
    m_ageLimit = lineEdit(QStringLiteral("caseSettings_age_limit_ms"), kCaseFieldWidth);
    m_ageLimit->setText(m_before.ageLimitMs ? writeDelay(*m_before.ageLimitMs) : QString());
    addField(QStringLiteral("age_limit_ms"), tr("Old after"), m_ageLimit,
             tr("A return or refund that has waited as long; empty: never."), [this] { return whyNotLimit(); });
    addNote(tr("Returns and refunds keep their reason, also when it is no longer offered."));
    begin();
}

QString CaseSettingsDialog::whyNotReasons() const {
    QSet<QString> codes;
    const auto reasons = reasonsIn(m_reasons->toPlainText());
    for (const auto& reason : reasons) {
        const QString code = text(reason.code);
        if (reason.code.empty() || reason.name.empty()) {
            return tr("Each line is a code, an equals sign and a name.");
        }
        if (code.size() > static_cast<qsizetype>(base::kMaxIdCharacters)) {
            return tr("A code has at most %1 characters.").arg(base::kMaxIdCharacters);
        }
        if (codes.contains(code)) {
            return tr("%1 is there twice.").arg(code);
        }
        codes.insert(code);
    }
    return reasons.size() > api::kMaxReturnReasons ? tr("At most %1 reasons.").arg(api::kMaxReturnReasons) : QString();
}

QString CaseSettingsDialog::whyNotLimit() const {
    const QString typed = m_ageLimit->text().trimmed();
    return typed.isEmpty() ? QString() : readDelay(typed, base::kMinuteMs, api::kMaxCaseAgeMs).problem;
}

api::CaseSettings CaseSettingsDialog::entered() const {
    api::CaseSettings settings = m_before;
    settings.reasons = reasonsIn(m_reasons->toPlainText());
    const QString typed = m_ageLimit->text().trimmed();
    settings.ageLimitMs = typed.isEmpty() ? std::nullopt : readDelay(typed, base::kMinuteMs, api::kMaxCaseAgeMs).ms;
    return settings;
}

bool CaseSettingsDialog::isChanged() const {
    const auto now = entered();
    return now.reasons != m_before.reasons || now.ageLimitMs != m_before.ageLimitMs;
}

api::Answer<void> CaseSettingsDialog::save() {
    auto& bridge = context().bridge;
    return bridge.returns().setCaseSettings(bridge.call(), entered());
}

QString CaseSettingsDialog::savedText() const { return tr("Reasons and age of returns are saved."); }

}  // namespace evenhand::ui
