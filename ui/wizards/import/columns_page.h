// SPDX-License-Identifier: GPL-3.0-or-later
// Second step of an import: which column each field is read from, the form of dates, what is done with the rows; below,
// the first rows as they will be read. The assignment can be kept under a name.
// Thread: GUI.
#pragma once

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStringListModel>
#include <QTableView>
#include <optional>
#include <vector>

#include "ui/shell/import_backend.h"
#include "ui/shell/ui_context.h"
#include "ui/wizards/import/column_box.h"
#include "ui/wizards/shared/wizard_step.h"

class QGridLayout;
class QHBoxLayout;

namespace evenhand::ui {

class ColumnsPage : public WizardStep {
    Q_OBJECT

public:
    ColumnsPage(UiContext& context, QWidget* parent);

    /// Begins anew with this file, read so.
    void start(const ImportFile& file, const ImportPlan& plan);
    /// As it is chosen now.
    [[nodiscard]] ImportPlan plan() const;
    [[nodiscard]] QString problem() const override;
    [[nodiscard]] QWidget* first() const override;
    [[nodiscard]] QTableView* preview() const { return m_preview; }
    /// The first rows are as the choices are.
    [[nodiscard]] bool isReady() const noexcept { return !m_isReading && !m_isSaving; }

protected:
    [[nodiscard]] QString labelOf(const std::string& field) const override;
    [[nodiscard]] QString problemOf(const std::string& field) const override;
    [[nodiscard]] QString hintOf(const std::string& field) const override;
    [[nodiscard]] QString whyFixed(const std::string& field) const override;

private:
    struct Choice {
        ImportField field;
        ColumnBox* box = nullptr;
        QLineEdit* constant = nullptr;
    };

    void setupColumns();
    void setupOptions(QVBoxLayout& column);
    void setupSaving(QVBoxLayout& column);
    void makeChoices();
    void fillColumns();
    void addChoice(QGridLayout& grid, int row, const ImportField& field);
    void readAgain();  ///< a person has changed something
    void read();
    void showRows(const Result<std::vector<ImportRow>>& rows);
    void save();
    [[nodiscard]] QString problemOfChoice(const Choice& choice) const;
    [[nodiscard]] std::optional<std::int64_t> stock() const;

    UiContext& m_context;
    ImportFile m_file;
    ImportPlan m_start;
    QStringListModel m_names;  ///< what each box offers
    ColumnList* m_columns = nullptr;
    QHBoxLayout* m_across = nullptr;
    QWidget* m_form = nullptr;
    std::vector<Choice> m_choices;
    QLabel* m_dateLabel = nullptr;
    QLineEdit* m_dateFormat = nullptr;
    QCheckBox* m_paid = nullptr;
    QCheckBox* m_newSkus = nullptr;
    QLineEdit* m_newStock = nullptr;
    QCheckBox* m_approve = nullptr;
    QLineEdit* m_name = nullptr;
    QPushButton* m_save = nullptr;
    QLabel* m_said = nullptr;  ///< what came of saving
    QTableView* m_preview = nullptr;
    std::optional<Error> m_error;  ///< why nothing can be read so
    bool m_isStarting = false;
    bool m_isReading = false;
    bool m_isSaving = false;
    int m_generation = 0;
};

}  // namespace evenhand::ui
