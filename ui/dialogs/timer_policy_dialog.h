// SPDX-License-Identifier: GPL-3.0-or-later
// The timers' settings of one campus: five delays, automatic reassignment, repetition of alerts. Says per field why
// something will not do, and answers of the engine beside the field they name. They hold for timers armed afterwards.
// Thread: GUI.
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <array>
#include <optional>
#include <vector>

#include "engine/api/timer_types.h"
#include "engine/base/result.h"
#include "ui/dialogs/draft_dialog.h"
#include "ui/shell/ui_context.h"

namespace evenhand::ui {

class TimerPolicyDialog : public DraftDialog {
    Q_OBJECT

public:
    /// `campus` is shown first; empty: the first there is.
    TimerPolicyDialog(UiContext& context, std::vector<api::TimerPolicyRow> policies, const CampusId& campus,
                      QWidget* parent = nullptr);

    /// What the fields say; nullopt while one of them will not do.
    [[nodiscard]] std::optional<api::TimerPolicy> entered() const;
    [[nodiscard]] QComboBox* campus() const { return m_campus; }

Q_SIGNALS:
    void saved();

protected:
    [[nodiscard]] bool isHeld() const override { return m_saving; }

private:
    /// The five delays and the repetition, by the engine's field names.
    static constexpr std::size_t kDelays = 6;
    struct Field {
        QString name;  ///< "unpaid_ms"
        QString caption;
        QString valid;  ///< what would do
        QLineEdit* edit = nullptr;
        QLabel* hint = nullptr;
    };
    void setupForm();
    void setupButtons();
    void addDelay(QGridLayout* form, std::size_t at, const QString& name, const QString& caption, const QString& from);
    void fill();
    void check();
    void save();
    void refused(const Error& error);
    void mark(Field& field, const QString& problem);
    [[nodiscard]] QString problemOf(const Field& field) const;
    [[nodiscard]] const api::TimerPolicyRow* shown() const;

    UiContext& m_context;
    std::vector<api::TimerPolicyRow> m_policies;
    std::array<Field, kDelays> m_fields;
    QComboBox* m_campus = nullptr;
    QCheckBox* m_autoReassign = nullptr;
    QLabel* m_error = nullptr;
    QPushButton* m_save = nullptr;
    bool m_saving = false;
};

}  // namespace evenhand::ui
