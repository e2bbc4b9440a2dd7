// SPDX-License-Identifier: GPL-3.0-or-later
// First step of an import: which file, what its rows are, and by which profile they are read. What the file looks like
// is asked beside the window.
// Thread: GUI.
#pragma once

#include <QComboBox>
#include <QLineEdit>
#include <QTimer>
#include <optional>
#include <vector>

#include "ui/shell/import_backend.h"
#include "ui/shell/ui_context.h"
#include "ui/wizards/shared/wizard_step.h"

namespace evenhand::ui {

class FilePage : public WizardStep {
    Q_OBJECT

public:
    FilePage(UiContext& context, QWidget* parent);

    void setFile(const QString& path);
    [[nodiscard]] QString path() const { return m_path->text().trimmed(); }
    /// As it was found; nullopt: not yet, or it cannot be read.
    [[nodiscard]] const std::optional<ImportFile>& file() const noexcept { return m_file; }
    [[nodiscard]] ImportKind kind() const;
    /// What the choices are made of, to begin with.
    [[nodiscard]] ImportPlan plan() const;
    /// Nothing is being read.
    [[nodiscard]] bool isReady() const noexcept { return !m_isLooking; }

Q_SIGNALS:
    void chosen();  ///< plan() begins anew

protected:
    [[nodiscard]] QString labelOf(const std::string& field) const override;
    [[nodiscard]] QString problemOf(const std::string& field) const override;
    [[nodiscard]] QString hintOf(const std::string& field) const override;
    [[nodiscard]] bool isWarned(const std::string& field) const override;
    [[nodiscard]] QString whyFixed(const std::string& field) const override;
    [[nodiscard]] bool isBlank(const std::string& field) const override;

private:
    void setupFile();
    void setupChoices();
    void browse();
    void look();
    void looked(const Result<ImportFile>& file);
    void offerProfiles();
    [[nodiscard]] QString fileHint() const;

    UiContext& m_context;
    QLineEdit* m_path = nullptr;
    QComboBox* m_kind = nullptr;
    QComboBox* m_profile = nullptr;
    QTimer m_typing;
    std::optional<ImportFile> m_file;
    std::optional<Error> m_error;
    std::vector<ImportPlan> m_offers;  ///< of the kind, by the index of the profile's choice
    bool m_isLooking = false;
    int m_generation = 0;
};

}  // namespace evenhand::ui
