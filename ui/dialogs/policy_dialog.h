// SPDX-License-Identifier: GPL-3.0-or-later
// The dispatch policy of a campus: mode, step, start weight, join rule, how long the assignment log is kept, when it is
// calibrated by itself. Every field says what would be valid; what is not valid cannot be saved.
// Thread: GUI.
#pragma once

#include <map>
#include <optional>

#include "engine/api/dispatch_desk.h"
#include "ui/dialogs/draft_dialog.h"
#include "ui/shell/ui_context.h"

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QTimeEdit;

namespace evenhand::ui {

class PolicyDialog : public DraftDialog {
    Q_OBJECT

public:
    PolicyDialog(UiContext& context, api::CampusRow campus, QWidget* parent = nullptr);

    /// What the fields say; nullopt while one of them is not valid.
    [[nodiscard]] std::optional<api::CampusRow> entered() const;

Q_SIGNALS:
    void saved();

private:
    struct Field {
        QLabel* hint = nullptr;
        QString valid;  ///< what would be valid
    };
    void setupForm();
    void setupMode(QGridLayout* form);
    void setupNumbers(QGridLayout* form);
    void setupTimes(QGridLayout* form);
    void setupButtons();
    void addRow(QGridLayout* form, const QString& key, const QString& caption, QWidget* editor, const QString& hint);
    void fill();
    void check();
    void save();
    void mark(const QString& key, bool valid);
    [[nodiscard]] std::optional<std::int64_t> numberIn(const QLineEdit* edit, std::int64_t low,
                                                       std::int64_t high) const;
    [[nodiscard]] std::optional<std::int64_t> logTtl() const;
    [[nodiscard]] bool nameIsValid() const;

    UiContext& m_context;
    api::CampusRow m_campus;
    bool m_saving = false;
    std::map<QString, Field> m_fields;
    QLineEdit* m_name = nullptr;
    QComboBox* m_mode = nullptr;
    QComboBox* m_join = nullptr;
    QLineEdit* m_step = nullptr;
    QLineEdit* m_startWeight = nullptr;
    QLineEdit* m_logTtl = nullptr;
    QComboBox* m_logUnit = nullptr;
    QCheckBox* m_calibrates = nullptr;
    QTimeEdit* m_calibrateAt = nullptr;
    QLabel* m_error = nullptr;
    QPushButton* m_save = nullptr;
};

}  // namespace evenhand::ui
