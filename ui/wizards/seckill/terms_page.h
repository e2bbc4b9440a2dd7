// SPDX-License-Identifier: GPL-3.0-or-later
// Second step of a flash sale: how many units, at what price, from when to when (business zone).
// Thread: GUI.
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QWidget>
#include <map>
#include <optional>

#include "engine/api/order_desk.h"
#include "engine/api/seckill_types.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/moment_edit.h"
#include "ui/wizards/seckill/activity_checks.h"
#include "ui/wizards/seckill/field_hint.h"

class QGridLayout;

namespace evenhand::ui {

class TermsPage : public QWidget {
    Q_OBJECT

public:
    TermsPage(UiContext& context, const std::optional<api::ActivityRow>& editing, QWidget* parent);

    /// What the first step chose: limits the units, and is shown beside the price.
    void setVoucher(const std::optional<api::ProductRow>& voucher);
    [[nodiscard]] QString problem() const;
    void fill(api::ActivityInput& input) const;
    void fillExample(const QString& price);
    void refused(const std::string& field, const QString& why);
    [[nodiscard]] static bool owns(const std::string& field);

Q_SIGNALS:
    void changed();

private:
    void setupForm();
    void setupTimes();
    void setupEditing();
    void addField(const char* name, const QString& caption, QWidget* field);
    [[nodiscard]] MomentEdit* momentEdit(const char* name, Instant at);
    [[nodiscard]] Instant begin() const;
    [[nodiscard]] Instant end() const;
    [[nodiscard]] Checked<Money> checkedPrice() const;
    [[nodiscard]] QString problemOf(const char* field) const;
    void check();
    void refreshHints();

    UiContext& m_context;
    std::optional<api::ActivityRow> m_editing;
    std::optional<api::ProductRow> m_voucher;
    QGridLayout* m_grid = nullptr;
    QLineEdit* m_units = nullptr;
    QLineEdit* m_price = nullptr;
    MomentEdit* m_begin = nullptr;
    MomentEdit* m_end = nullptr;
    std::map<std::string, FieldHint*> m_hints;
};

}  // namespace evenhand::ui
