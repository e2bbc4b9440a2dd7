// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/import/columns_page.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/api/limits.h"
#include "ui/bridge/continuation.h"
#include "ui/bridge/error_text.h"
#include "ui/shell/import_labels.h"
#include "ui/shell/session.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/theme.h"
#include "ui/wizards/import/import_texts.h"

namespace evenhand::ui {
namespace {

constexpr qsizetype kShownColumn = 60;
constexpr int kColumnsWidth = 240;
constexpr int kColumnsMinWidth = 160;
constexpr int kNameCharacters = 12;  ///< of a column's name, which a box shows whatever the window's width is
constexpr int kOptionsWidth = 260;

bool hasDates(ImportKind kind) { return kind == ImportKind::Orders || kind == ImportKind::Returns; }

}  // namespace

ColumnsPage::ColumnsPage(UiContext& context, QWidget* parent)
    : WizardStep("importColumns", parent), m_context(context), m_names(this) {
    m_across = new QHBoxLayout;
    m_across->setSpacing(kGapLarge);
    down()->addLayout(m_across, 1);
    setupColumns();
    auto* options = new QVBoxLayout;
    options->setSpacing(kGap);
    setupOptions(*options);
    setupSaving(*options);
    options->addStretch(1);
    m_across->addLayout(options);
    done();
}

void ColumnsPage::setupColumns() {
    auto* column = new QVBoxLayout;
    column->setSpacing(kGapSmall);
    auto* label = new QLabel(tr("Columns of the file: drag one onto a field"), this);
    label->setWordWrap(true);
    m_columns = new ColumnList(this);
    m_columns->setObjectName(QStringLiteral("importFileColumns"));
    m_columns->setAccessibleName(tr("Columns of the file"));
    m_columns->setMinimumWidth(byText(kColumnsMinWidth));
    m_columns->setMaximumWidth(byText(kColumnsWidth));
    label->setMaximumWidth(byText(kColumnsWidth));
    column->addWidget(label);
    column->addWidget(m_columns, 1);
    m_across->addLayout(column);
}

void ColumnsPage::setupOptions(QVBoxLayout& column) {
    m_dateLabel = new QLabel(tr("Format of dates"), this);
    m_dateFormat = new QLineEdit(this);
    m_dateFormat->setObjectName(QStringLiteral("importDateFormat"));
    m_dateFormat->setPlaceholderText(tr("d.M.yyyy H:mm; empty: 2026-01-31 18:05"));
    m_dateLabel->setBuddy(m_dateFormat);
    m_paid = new QCheckBox(tr("Orders are paid"), this);
    m_paid->setObjectName(QStringLiteral("importPaid"));
    m_newSkus = new QCheckBox(tr("Create unknown products, with stock"), this);
    m_newSkus->setObjectName(QStringLiteral("importNewSkus"));
    m_newStock = new QLineEdit(this);
    m_newStock->setObjectName(QStringLiteral("importNewStock"));
    m_newStock->setAccessibleName(tr("Stock of products that are created"));
    m_approve = new QCheckBox(tr("Approve the returns"), this);
    m_approve->setObjectName(QStringLiteral("importApprove"));
    for (QWidget* each :
         std::initializer_list<QWidget*>{m_dateLabel, m_dateFormat, m_paid, m_newSkus, m_newStock, m_approve}) {
        each->setMaximumWidth(byText(kOptionsWidth));
        column.addWidget(each);
    }
    connect(m_dateFormat, &QLineEdit::textChanged, this, &ColumnsPage::readAgain);
    connect(m_newStock, &QLineEdit::textChanged, this, &ColumnsPage::check);
    connect(m_newSkus, &QCheckBox::toggled, m_newStock, &QLineEdit::setEnabled);
    for (auto* each : {m_paid, m_newSkus, m_approve}) {
        connect(each, &QCheckBox::toggled, this, &ColumnsPage::check);
    }
}

void ColumnsPage::setupSaving(QVBoxLayout& column) {
    auto* label = new QLabel(tr("Save as profile"), this);
    m_name = new QLineEdit(this);
    m_name->setObjectName(QStringLiteral("importProfileName"));
    m_name->setPlaceholderText(tr("Name"));
    label->setBuddy(m_name);
    m_save = new QPushButton(tr("Save"), this);
    m_save->setObjectName(QStringLiteral("importSaveProfile"));
    m_save->setAutoDefault(false);
    m_save->setEnabled(false);
    m_save->setToolTip(tr("Enter a name first."));
    m_said = new QLabel(this);
    m_said->setObjectName(QStringLiteral("importSaved"));
    m_said->setTextFormat(Qt::PlainText);
    m_said->setWordWrap(true);
    m_said->setMaximumWidth(byText(kOptionsWidth));
    m_name->setMaximumWidth(byText(kOptionsWidth));
    column.addSpacing(kGap);
    column.addWidget(label);
    column.addWidget(m_name);
    column.addWidget(m_save, 0, Qt::AlignLeft);
    column.addWidget(m_said);
    connect(m_name, &QLineEdit::textChanged, this, [this](const QString& name) {
        const bool isNamed = !name.trimmed().isEmpty();
        m_save->setEnabled(isNamed);
        m_save->setToolTip(isNamed ? QString() : tr("Enter a name first."));
        m_said->clear();
    });
    connect(m_save, &QPushButton::clicked, this, &ColumnsPage::save);
}

// --- what is chosen -----------------------------------------------------------------------------------------

void ColumnsPage::start(const ImportFile& file, const ImportPlan& plan) {
    m_isStarting = true;
    m_file = file;
    m_start = plan;
    fillColumns();
    makeChoices();
    m_dateFormat->setText(QString::fromStdString(plan.dateFormat));
    const bool isOrders = plan.kind == ImportKind::Orders;
    m_dateLabel->setVisible(hasDates(plan.kind));
    m_dateFormat->setVisible(hasDates(plan.kind));
    m_paid->setVisible(isOrders);
    m_newSkus->setVisible(isOrders);
    m_newStock->setVisible(isOrders);
    m_newStock->setEnabled(m_newSkus->isChecked());
    m_approve->setVisible(plan.kind == ImportKind::Returns);
    m_said->clear();
    m_isStarting = false;
    read();
}

void ColumnsPage::fillColumns() {
    QStringList names{tr("Not in the file"), tr("The same for every row")};
    QStringList shown;
    for (std::size_t i = 0; i < m_file.columns.size(); ++i) {
        const QString name = shownLine(QString::fromStdString(m_file.columns[i]), kShownColumn);
        const QString sample =
            i < m_file.samples.size() ? shownLine(QString::fromStdString(m_file.samples[i]), kShownColumn) : QString();
        names << name;
        shown << (sample.isEmpty() ? name : tr("%1: %2", "column, its first value").arg(name, sample));
    }
    m_columns->clear();
    m_columns->addItems(shown);  // all at once: there may be thousands
    m_names.setStringList(names);
}

void ColumnsPage::makeChoices() {
    m_choices.clear();
    if (m_form != nullptr) {
        m_across->removeWidget(m_form);
        m_form->hide();
        m_form->deleteLater();
    }
    auto* area = new QScrollArea(this);
    area->setObjectName(QStringLiteral("importFields"));
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    auto* inside = new QWidget(area);
    auto* grid = new QGridLayout(inside);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(kGap);
    grid->setColumnStretch(1, 1);
    int row = 0;
    for (const auto& field : m_context.session.imports()->fields(m_start.kind)) {
        addChoice(*grid, row++, field);
    }
    grid->setRowStretch(row, 1);
    area->setWidget(inside);
    area->setMinimumWidth(inside->minimumSizeHint().width());
    m_form = area;
    m_across->insertWidget(1, area, 1);
}

void ColumnsPage::addChoice(QGridLayout& grid, int row, const ImportField& field) {
    const QString name = QString::fromStdString(field.name);
    const QString title = importFieldLabel(m_start.kind, field.name);
    auto* label = new QLabel(field.isNeeded ? title : tr("%1 (optional)", "field").arg(title), this);
    label->setTextFormat(Qt::PlainText);
    auto* box = new ColumnBox(this);
    box->setObjectName(QStringLiteral("importField.") + name);
    box->setAccessibleName(title);
    box->setModel(&m_names);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(kNameCharacters);
    label->setBuddy(box);
    auto* constant = new QLineEdit(this);
    constant->setObjectName(QStringLiteral("importConstant.") + name);
    constant->setAccessibleName(tr("%1 of every row", "field").arg(title));
    const auto column = m_start.columns.find(field.name);
    const auto fixed = m_start.constants.find(field.name);
    int index = ColumnBox::kNone;
    if (fixed != m_start.constants.end()) {
        index = ColumnBox::kConstant;
        constant->setText(QString::fromStdString(fixed->second));
    } else if (column != m_start.columns.end()) {
        const auto found = std::find(m_file.columns.begin(), m_file.columns.end(), column->second);
        index = found == m_file.columns.end() ? ColumnBox::kNone
                                              : ColumnBox::kColumns + static_cast<int>(found - m_file.columns.begin());
    }
    box->setCurrentIndex(index);
    constant->setVisible(index == ColumnBox::kConstant);
    grid.addWidget(label, row, 0);
    auto* along = new QHBoxLayout;  // while there is no constant the box has its room
    along->setSpacing(kGap);
    along->addWidget(box, 1);
    along->addWidget(constant, 1);
    grid.addLayout(along, row, 1);
    connect(box, &QComboBox::currentIndexChanged, this, [this, constant](int chosen) {
        constant->setVisible(chosen == ColumnBox::kConstant);
        readAgain();
    });
    connect(constant, &QLineEdit::textChanged, this, &ColumnsPage::readAgain);
    m_choices.push_back({field, box, constant});
}

ImportPlan ColumnsPage::plan() const {
    ImportPlan plan = m_start;
    plan.columns.clear();
    plan.constants.clear();
    for (const auto& choice : m_choices) {
        const int index = choice.box->currentIndex();
        if (index == ColumnBox::kConstant) {
            plan.constants[choice.field.name] = choice.constant->text().trimmed().toStdString();
        } else if (index >= ColumnBox::kColumns) {
            plan.columns[choice.field.name] = m_file.columns.at(static_cast<std::size_t>(index - ColumnBox::kColumns));
        }
    }
    plan.dateFormat = hasDates(plan.kind) ? m_dateFormat->text().trimmed().toStdString() : std::string();
    plan.paid = plan.kind == ImportKind::Orders && m_paid->isChecked();
    plan.stockForNewSku = plan.kind == ImportKind::Orders ? stock() : std::nullopt;
    plan.approve = plan.kind == ImportKind::Returns && m_approve->isChecked();
    return plan;
}

std::optional<std::int64_t> ColumnsPage::stock() const {
    bool isNumber = false;
    const qlonglong units = m_newStock->text().trimmed().remove(QLatin1Char(',')).toLongLong(&isNumber);
    return m_newSkus->isChecked() && isNumber && units >= 0 && units <= api::kMaxStock ? std::optional(units)
                                                                                       : std::nullopt;
}

void ColumnsPage::readAgain() {
    if (!m_isStarting) {
        read();
    }
}

// --- the first rows -----------------------------------------------------------------------------------------

void ColumnsPage::read() {
    const int generation = ++m_generation;
    m_isReading = true;
    check();
    whenReady(m_context.session.imports()->preview(m_file.path, plan()), this,
              [this, generation](const Result<std::vector<ImportRow>>& rows) {
                  if (generation == m_generation) {
                      m_isReading = false;
                      showRows(rows);
                      check();
                  }
              });
}

void ColumnsPage::showRows(const Result<std::vector<ImportRow>>& rows) {
    m_error = rows ? std::nullopt : std::optional(rows.error());
    QStringList header{tr("Row"), tr("Result")};
    for (const auto& choice : m_choices) {
        header << importFieldLabel(m_start.kind, choice.field.name);
    }
    std::vector<TextRow> lines;
    for (const auto& row : rows ? *rows : std::vector<ImportRow>{}) {
        TextRow line;
        const bool isTaken = row.reason.empty();
        line.cells = {Formats::number(row.row), isTaken ? tr("Fits") : importReasonLabel(row.reason)};
        for (const auto& value : row.values) {
            line.cells << importValueText(value, m_context.formats);
        }
        line.tone = isTaken ? Tone::Good : Tone::Bad;
        lines.push_back(std::move(line));
    }
    auto* table = makeTextTable(new TextTableModel(header, std::move(lines)), 1, {60, 160, 120, 120, 120}, this);
    table->setObjectName(QStringLiteral("importPreview"));
    table->setAccessibleName(tr("The first rows as they will be read"));
    replaceTable(*down(), m_preview, table);
}

// --- keeping it ---------------------------------------------------------------------------------------------

void ColumnsPage::save() {
    m_isSaving = true;
    m_save->setEnabled(false);
    const QString name = m_name->text().trimmed();
    whenReady(m_context.session.imports()->saveProfile(name.toStdString(), plan()), this,
              [this, name](const Result<void>& saved) {
                  m_isSaving = false;
                  m_save->setEnabled(!m_name->text().trimmed().isEmpty());
                  m_said->setText(saved ? tr("Saved. On the command line: --profile %1").arg(shownLine(name))
                                        : errorText(saved.error(), m_context.formats));
              });
}

// --- words --------------------------------------------------------------------------------------------------

QString ColumnsPage::problemOfChoice(const Choice& choice) const {
    return choice.box->currentIndex() == ColumnBox::kConstant && choice.constant->text().trimmed().isEmpty()
               ? tr("Enter what it is in every row.")
               : QString();
}

QString ColumnsPage::problem() const {
    for (const auto& choice : m_choices) {
        if (const QString why = problemOfChoice(choice); !why.isEmpty()) {
            return tr("%1: %2", "field, why").arg(importFieldLabel(m_start.kind, choice.field.name), why);
        }
    }
    if (m_start.kind == ImportKind::Orders && m_newSkus->isChecked() && !stock()) {
        return tr("Stock of products that are created: a whole number from 0 to %1.")
            .arg(Formats::number(api::kMaxStock));
    }
    if (m_isReading) {
        return tr("Reading the first rows…");
    }
    return m_error ? importErrorText(*m_error, m_context.formats) : QString();
}

QWidget* ColumnsPage::first() const { return m_choices.empty() ? nullptr : m_choices.front().box; }

QString ColumnsPage::labelOf(const std::string& /*field*/) const { return {}; }

QString ColumnsPage::problemOf(const std::string& /*field*/) const { return {}; }

QString ColumnsPage::hintOf(const std::string& /*field*/) const { return {}; }

QString ColumnsPage::whyFixed(const std::string& /*field*/) const { return {}; }

}  // namespace evenhand::ui
