// SPDX-License-Identifier: GPL-3.0-or-later
// First step of a flash sale: its name and number, the voucher that is sold, the campus of its orders.
// Thread: GUI.
#pragma once

#include <QComboBox>
#include <QLineEdit>
#include <QTableView>
#include <QTimer>
#include <QWidget>
#include <map>
#include <optional>

#include "engine/api/order_desk.h"
#include "engine/api/seckill_types.h"
#include "ui/models/voucher_table_model.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/empty_hint.h"
#include "ui/wizards/seckill/field_hint.h"

class QGridLayout;

namespace evenhand::ui {

class WhatPage : public QWidget {
    Q_OBJECT

public:
    /// `editing`: the activity that is changed; nullopt: a new one.
    WhatPage(UiContext& context, const std::optional<api::ActivityRow>& editing, QWidget* parent);

    /// The first thing that will not do, with its field; empty if all will.
    [[nodiscard]] QString problem() const;
    /// Puts in what was entered.
    void fill(api::ActivityInput& input) const;
    /// The voucher chosen, as the catalogue has it.
    [[nodiscard]] const std::optional<api::ProductRow>& voucher() const noexcept { return m_voucher; }
    void refused(const std::string& field, const QString& why);
    [[nodiscard]] static bool owns(const std::string& field);
    /// The catalogue was read.
    [[nodiscard]] bool isReady() const noexcept { return m_reads == 0; }
    void selectVoucher(const Sku& sku);
    /// A name, and the voucher with most on hand.
    void fillExample(const QString& name);

Q_SIGNALS:
    void changed();
    void ready();

private:
    void setupForm();
    void setupVouchers();
    int addField(const char* name, const QString& caption, QWidget* field, const QString& hint);
    void setupEditing();
    void read();
    void chosen();
    void check();

    UiContext& m_context;
    std::optional<api::ActivityRow> m_editing;
    VoucherTableModel& m_vouchers;
    QGridLayout* m_grid = nullptr;
    QLineEdit* m_name = nullptr;
    QLineEdit* m_id = nullptr;
    QComboBox* m_campus = nullptr;
    QLineEdit* m_find = nullptr;
    QTableView* m_table = nullptr;
    EmptyHint* m_none = nullptr;
    std::map<std::string, FieldHint*> m_hints;
    std::optional<api::ProductRow> m_voucher;
    std::optional<Sku> m_wanted;  ///< to be selected once it is read
    QTimer m_typing;
    bool m_idTyped = false;
    int m_reads = 0;
    int m_generation = 0;
};

}  // namespace evenhand::ui
