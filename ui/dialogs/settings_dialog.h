// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of the workspace or of a campus that are changed and saved: the form of all of them. Whoever derives from it
// adds the fields, says whether something was changed, and asks the engine with the version that was shown, so that
// what somebody else has set meanwhile is not overwritten.
// Thread: GUI.
#pragma once

#include <QString>
#include <vector>

#include "engine/api/call.h"
#include "engine/base/ids.h"
#include "ui/dialogs/form_dialog.h"
#include "ui/shell/ui_context.h"

class QComboBox;
class QLineEdit;

namespace evenhand::ui {

class SettingsDialog : public FormDialog {
    Q_OBJECT

public:
    /// nullptr: they are not of a campus.
    [[nodiscard]] QComboBox* campus() const { return m_campus; }

protected:
    /// `name` begins the names of its parts: "timerPolicy". `operation`: what saving is called.
    SettingsDialog(UiContext& context, const QString& name, const QString& title, api::Operation operation,
                   QWidget* parent);

    /// Whose settings are shown, the first of the fields: these campuses, of which the first that is `shown` (empty:
    /// the first of all). `workspace`: what the empty one is called.
    void addCampuses(const QString& caption, const std::vector<CampusId>& campuses, const CampusId& shown,
                     const QString& workspace = {});
    [[nodiscard]] std::size_t campusAt() const;
    void enableFields() override;
    /// Once all fields are there and filled in.
    void begin();
    [[nodiscard]] virtual bool isChanged() const = 0;
    /// Asks the engine to save what was entered.
    [[nodiscard]] virtual api::Answer<void> save() = 0;
    /// What is told afterwards.
    [[nodiscard]] virtual QString savedText() const = 0;

    /// A line to type in, of so many pixels at usual size, that is checked as it changes.
    [[nodiscard]] QLineEdit* lineEdit(const QString& name, int width);
    /// A choice that is checked as it changes.
    [[nodiscard]] QComboBox* choice(const QString& name);
    void addNote(const QString& note);

private:
    QString m_parts;  ///< begins the names of its parts
    QComboBox* m_campus = nullptr;
};

}  // namespace evenhand::ui
