// SPDX-License-Identifier: GPL-3.0-or-later
// How refunds are paid: by a person, or by signed requests to a provider, and how often and how long it is tried. The
// secret itself is never entered here: only the name under which the keychain of the computer that sends holds it.
// Thread: GUI. Refunds granted or retried afterwards go this way.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <functional>
#include <vector>

#include "engine/api/refund_types.h"
#include "ui/dialogs/draft_dialog.h"
#include "ui/shell/ui_context.h"

class QGridLayout;

namespace evenhand::ui {

class RefundSettingsDialog : public DraftDialog {
    Q_OBJECT

public:
    RefundSettingsDialog(UiContext& context, api::RefundSettings settings, QWidget* parent = nullptr);

    [[nodiscard]] QComboBox* provider() const { return m_provider; }
    [[nodiscard]] QLineEdit* field(const QString& name) const;
    [[nodiscard]] QPushButton* saveButton() const { return m_save; }
    [[nodiscard]] QLabel* error() const { return m_error; }

Q_SIGNALS:
    void saved();

protected:
    [[nodiscard]] bool isHeld() const override { return m_saving; }

private:
    struct Field {
        QString name;  ///< the engine's: "url", "timeout_ms", …
        QString caption;
        QString valid;
        /// Takes what was typed into the settings; what is wrong with it.
        std::function<QString(const QString& typed, api::RefundSettings& into)> take;
        bool httpOnly = false;
        QLineEdit* edit = nullptr;
        QLabel* hint = nullptr;
    };
    void setupFields();
    void addDelay(const char* name, const QString& caption, const QString& valid,
                  std::int64_t api::RefundSettings::*which, std::int64_t low, std::int64_t high);
    void setupForm();
    void setupButtons();
    void check();
    void save();
    void mark(Field& field, const QString& problem);
    [[nodiscard]] bool isHttp() const;
    /// What the fields say; the first problem in `problem`.
    [[nodiscard]] api::RefundSettings entered(QString* problem);

    UiContext& m_context;
    const api::RefundSettings m_before;
    QComboBox* m_provider = nullptr;
    std::vector<Field> m_fields;
    QLabel* m_error = nullptr;
    QPushButton* m_save = nullptr;
    bool m_saving = false;
};

}  // namespace evenhand::ui
