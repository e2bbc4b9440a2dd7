// SPDX-License-Identifier: GPL-3.0-or-later
// First step of a flash sale: its name and number, the voucher that is sold, the campus of its orders.
// Thread: GUI.
#pragma once

#include <QComboBox>
#include <QLineEdit>
#include <QTableView>
#include <QTimer>
#include <optional>

#include "engine/api/order_desk.h"
#include "engine/api/seckill_types.h"
#include "ui/models/voucher_table_model.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/empty_hint.h"
#include "ui/wizards/shared/wizard_step.h"

namespace evenhand::ui {

class WhatPage : public WizardStep {
    Q_OBJECT

public:
    /// `editing`: the activity that is changed; nullopt: a new one.
    WhatPage(UiContext& context, const std::optional<api::ActivityRow>& editing, QWidget* parent);

    /// Puts in what was entered.
    void fill(api::ActivityInput& input) const;
    /// The voucher chosen, as the catalogue has it.
    [[nodiscard]] const std::optional<api::ProductRow>& voucher() const noexcept { return m_voucher; }
    /// The catalogue was read.
    [[nodiscard]] bool isReady() const noexcept { return m_reads == 0; }
    void selectVoucher(const Sku& sku);
    /// A name, and the voucher with most on hand.
    void fillExample(const QString& name);

Q_SIGNALS:
    void ready();

protected:
    [[nodiscard]] QString labelOf(const std::string& field) const override;
    [[nodiscard]] QString problemOf(const std::string& field) const override;
    [[nodiscard]] QString hintOf(const std::string& field) const override;
    [[nodiscard]] QString whyFixed(const std::string& field) const override;
    [[nodiscard]] bool isBlank(const std::string& field) const override;

private:
    void setupForm();
    void setupVouchers();
    void setupEditing();
    void read();
    void chosen();

    UiContext& m_context;
    std::optional<api::ActivityRow> m_editing;
    VoucherTableModel& m_vouchers;
    QLineEdit* m_name = nullptr;
    QLineEdit* m_id = nullptr;
    QComboBox* m_campus = nullptr;
    QLineEdit* m_find = nullptr;
    QTableView* m_table = nullptr;
    EmptyHint* m_none = nullptr;
    QString m_unread;  ///< why the catalogue could not be read; empty: it was
    std::optional<api::ProductRow> m_voucher;
    std::optional<Sku> m_wanted;  ///< to be selected once it is read
    QTimer m_typing;
    bool m_idTyped = false;
    int m_reads = 0;
    int m_generation = 0;
};

}  // namespace evenhand::ui
