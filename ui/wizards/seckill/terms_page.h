// SPDX-License-Identifier: GPL-3.0-or-later
// Second step of a flash sale: how many units, at what price, from when to when (business zone).
// Thread: GUI.
#pragma once

#include <QLineEdit>
#include <optional>

#include "engine/api/order_desk.h"
#include "engine/api/seckill_types.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/moment_edit.h"
#include "ui/wizards/seckill/activity_checks.h"
#include "ui/wizards/shared/wizard_step.h"

namespace evenhand::ui {

class TermsPage : public WizardStep {
    Q_OBJECT

public:
    TermsPage(UiContext& context, const std::optional<api::ActivityRow>& editing, QWidget* parent);

    /// What the first step chose: limits the units, and is shown beside the price.
    void setVoucher(const std::optional<api::ProductRow>& voucher);
    void fill(api::ActivityInput& input) const;
    void fillExample(const QString& price);

protected:
    [[nodiscard]] QString labelOf(const std::string& field) const override;
    [[nodiscard]] QString problemOf(const std::string& field) const override;
    [[nodiscard]] QString hintOf(const std::string& field) const override;
    [[nodiscard]] bool isWarned(const std::string& field) const override;
    [[nodiscard]] QString whyFixed(const std::string& field) const override;

private:
    void setupForm();
    void setupTimes();
    [[nodiscard]] MomentEdit* momentEdit(const char* name, Instant at);
    [[nodiscard]] Instant begin() const;
    [[nodiscard]] Instant end() const;
    [[nodiscard]] Checked<Money> checkedPrice() const;

    UiContext& m_context;
    std::optional<api::ActivityRow> m_editing;
    std::optional<api::ProductRow> m_voucher;
    QLineEdit* m_units = nullptr;
    QLineEdit* m_price = nullptr;
    MomentEdit* m_begin = nullptr;
    MomentEdit* m_end = nullptr;
};

}  // namespace evenhand::ui
