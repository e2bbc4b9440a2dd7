// SPDX-License-Identifier: GPL-3.0-or-later
// How refunds are paid: by a person, or by signed requests to a provider, and how often and how long it is tried; and
// whether payments that were not accepted go back by themselves. The
// secret itself is never entered here: only the name under which the keychain of the computer that sends holds it.
// Thread: GUI. Refunds granted or retried afterwards go this way.
#pragma once

#include <functional>
#include <vector>

#include "engine/api/refund_types.h"
#include "ui/dialogs/settings_dialog.h"

namespace evenhand::ui {

class RefundSettingsDialog : public SettingsDialog {
    Q_OBJECT

public:
    RefundSettingsDialog(UiContext& context, api::RefundSettings settings, QWidget* parent = nullptr);

    [[nodiscard]] QComboBox* provider() const { return m_provider; }
    [[nodiscard]] QComboBox* owed() const { return m_owed; }
    [[nodiscard]] QLineEdit* field(const QString& name) const;

protected:
    [[nodiscard]] bool isChanged() const override { return !(entered() == m_before); }
    [[nodiscard]] api::Answer<void> save() override;
    [[nodiscard]] QString savedText() const override;
    void enableFields() override;

private:
    /// Takes what was typed into the settings; what is wrong with it.
    using Take = std::function<QString(const QString& typed, api::RefundSettings& into)>;
    struct Field {
        QString name;  ///< the engine's: "url", "timeout_ms", …
        Take take;
        QLineEdit* edit = nullptr;
    };
    void add(const char* name, const QString& caption, const QString& valid, const QString& value, Take take);
    void addName(const char* name, const QString& caption, const QString& valid,
                 std::string api::RefundSettings::*which);
    void addDelay(const char* name, const QString& caption, const QString& valid,
                  std::int64_t api::RefundSettings::*which, std::int64_t low, std::int64_t high);
    void setupAddress();
    void setupTimes();
    [[nodiscard]] bool isHttp() const;
    [[nodiscard]] QString problemOf(const QString& name) const;
    /// What the fields say; what will not do is as it was.
    [[nodiscard]] api::RefundSettings entered() const;

    const api::RefundSettings m_before;
    QComboBox* m_provider = nullptr;
    QComboBox* m_owed = nullptr;  ///< what becomes of late and unmatched payments
    std::vector<Field> m_fields;
};

}  // namespace evenhand::ui
