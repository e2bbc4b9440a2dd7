// SPDX-License-Identifier: GPL-3.0-or-later
// How returns are decided: what goods mean for the money, and above which amounts others must agree; of the workspace,
// and of a campus that has its own. Says per field why something will not do; answers of the engine stand beside it.
// Thread: GUI. They hold for decisions made afterwards.
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <vector>

#include "engine/api/returns_types.h"
#include "ui/dialogs/draft_dialog.h"
#include "ui/shell/ui_context.h"

class QGridLayout;

namespace evenhand::ui {

class ReturnPolicyDialog : public DraftDialog {
    Q_OBJECT

public:
    /// `campus` is shown first; empty: the workspace.
    ReturnPolicyDialog(UiContext& context, std::vector<api::ReturnPolicyRow> policies, const CampusId& campus,
                       QWidget* parent = nullptr);

    [[nodiscard]] QComboBox* campus() const { return m_campus; }
    [[nodiscard]] QCheckBox* own() const { return m_own; }
    [[nodiscard]] QComboBox* goods() const { return m_goods; }
    [[nodiscard]] QPushButton* saveButton() const { return m_save; }

Q_SIGNALS:
    void saved();

protected:
    [[nodiscard]] bool isHeld() const override { return m_saving; }

private:
    /// An amount, or "never".
    struct Threshold {
        QString name;  ///< the engine's field: "four_eyes", "second"
        QString caption;
        QString valid;  ///< what it means
        QCheckBox* on = nullptr;
        QLineEdit* edit = nullptr;
        QLabel* hint = nullptr;
    };
    void setupForm();
    void setupButtons();
    void addThreshold(QGridLayout* form, Threshold& threshold);
    void fill();
    void check();
    void save();
    void refused(const Error& error);
    void mark(Threshold& threshold, const QString& problem);
    [[nodiscard]] QString problemOf(const Threshold& threshold) const;
    [[nodiscard]] std::optional<Money> amountOf(const Threshold& threshold) const;
    [[nodiscard]] const api::ReturnPolicyRow& shown() const;
    /// nullopt: the campus has none of its own.
    [[nodiscard]] std::optional<api::ReturnPolicy> entered() const;
    [[nodiscard]] bool isWorkspace() const { return shown().campus.empty(); }

    UiContext& m_context;
    std::vector<api::ReturnPolicyRow> m_policies;
    QComboBox* m_campus = nullptr;
    QCheckBox* m_own = nullptr;
    QComboBox* m_goods = nullptr;
    Threshold m_four;
    Threshold m_second;
    QLabel* m_error = nullptr;
    QPushButton* m_save = nullptr;
    bool m_saving = false;
};

}  // namespace evenhand::ui
