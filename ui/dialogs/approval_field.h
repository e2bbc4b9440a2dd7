// SPDX-License-Identifier: GPL-3.0-or-later
// How many units of a return are approved, and what that pays: the amount as the engine works it out, who must agree,
// what becomes of the refund. For a question (ActionDialog::addField).
// Thread: GUI. Invariant: problem() is empty only if the preview shown is that of the units shown and nothing refuses.
#pragma once

#include <QLabel>
#include <QTimer>
#include <QWidget>
#include <optional>

#include "engine/api/returns_detail.h"
#include "engine/base/result.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/units_grid.h"

namespace evenhand::ui {

class ApprovalField : public QWidget {
    Q_OBJECT

public:
    static constexpr int kRestMs = 120;  ///< typing rests so long before a preview is asked for

    ApprovalField(UiContext& context, api::ReturnDetail detail, QWidget* parent);

    [[nodiscard]] const api::ReturnDetail& detail() const noexcept { return m_detail; }
    /// Every line; what approve() takes.
    [[nodiscard]] std::vector<api::ReturnLine> lines() const;
    [[nodiscard]] QString problem() const;
    [[nodiscard]] UnitsGrid* units() const { return m_units; }
    [[nodiscard]] QString shown() const { return m_amount->text(); }
    [[nodiscard]] const std::optional<Result<api::ApprovalPreview>>& preview() const noexcept { return m_preview; }

Q_SIGNALS:
    void changed();

private:
    void ask();
    void fill();

    UiContext& m_context;
    api::ReturnDetail m_detail;
    UnitsGrid* m_units = nullptr;
    QLabel* m_amount = nullptr;
    QLabel* m_eyes = nullptr;
    QTimer m_rest;
    int m_generation = 0;
    std::optional<Result<api::ApprovalPreview>> m_preview;  ///< nullopt: on its way
};

}  // namespace evenhand::ui
