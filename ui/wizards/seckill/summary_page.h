// SPDX-License-Identifier: GPL-3.0-or-later
// Last step of a flash sale: everything that was entered, what of it can still be changed later, and what happens next.
// Thread: GUI.
#pragma once

#include <QLabel>
#include <QRadioButton>
#include <QTableView>
#include <QVBoxLayout>
#include <QWidget>
#include <optional>

#include "engine/api/order_desk.h"
#include "engine/api/seckill_types.h"
#include "ui/shell/ui_context.h"

namespace evenhand::ui {

class SummaryPage : public QWidget {
    Q_OBJECT

public:
    enum class Next : std::uint8_t { Draft, Rehearse, Start };

    /// `changing`: an activity that is there already: nothing happens next.
    SummaryPage(UiContext& context, bool changing, QWidget* parent);

    void show(const api::ActivityInput& input, const QString& voucherName,
              const std::optional<api::ProductRow>& voucher);
    [[nodiscard]] Next next() const;
    [[nodiscard]] QTableView* table() const { return m_table; }

private:
    UiContext& m_context;
    QVBoxLayout* m_layout = nullptr;
    QTableView* m_table = nullptr;
    QLabel* m_effect = nullptr;
    QRadioButton* m_draft = nullptr;
    QRadioButton* m_rehearse = nullptr;
    QRadioButton* m_start = nullptr;
};

}  // namespace evenhand::ui
