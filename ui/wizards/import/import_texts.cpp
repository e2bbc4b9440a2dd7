// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/import/import_texts.h"

#include <QCoreApplication>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/error_text.h"
#include "ui/shell/import_labels.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {
namespace {

struct ImportWords {
    Q_DECLARE_TR_FUNCTIONS(ImportWords)
};

QString shownValue(const std::string& value) { return shownLine(QString::fromStdString(value)); }
QString shownValue(std::int64_t value) { return Formats::number(value); }
QString shownValue(bool value) { return value ? ImportWords::tr("Yes") : ImportWords::tr("No"); }

}  // namespace

QString importErrorText(const Error& error, const Formats& formats) {
    if (error.code == ErrorCode::NotFound) {
        return ImportWords::tr("There is no such file.");
    }
    if (error.code == ErrorCode::Conflict && error.field == "file") {
        return ImportWords::tr("The file was changed while it was being read. Import it again.");
    }
    return errorText(error, formats);
}

QString importValueText(const ImportValue& value, const Formats& formats) {
    if (const auto* money = std::get_if<Money>(&value)) {
        return formats.money(*money);
    }
    if (const auto* at = std::get_if<Instant>(&value)) {
        return formats.dateTime(*at);
    }
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        return shownValue(*number);
    }
    if (const auto* yes = std::get_if<bool>(&value)) {
        return shownValue(*yes);
    }
    return shownValue(std::get<std::string>(value));
}

std::vector<TextRow> reasonRows(const ImportResult& result) {
    auto reasons = result.reasons;
    std::stable_sort(reasons.begin(), reasons.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    std::vector<TextRow> rows;
    rows.reserve(reasons.size());
    for (const auto& [reason, count] : reasons) {
        rows.push_back({{importReasonLabel(reason), Formats::number(count)}});
    }
    return rows;
}

ImportPlan ownColumns(ImportKind kind, const ImportFile& file, const std::vector<ImportField>& fields) {
    ImportPlan plan;
    plan.kind = kind;
    plan.delimiter = file.delimiter;
    for (const auto& field : fields) {
        const auto name = QString::fromStdString(field.name);
        const auto found = std::find_if(file.columns.begin(), file.columns.end(), [&](const std::string& column) {
            return QString::fromStdString(column).compare(name, Qt::CaseInsensitive) == 0;
        });
        if (found != file.columns.end()) {
            plan.columns[field.name] = *found;
        }
    }
    return plan;
}

void replaceTable(QVBoxLayout& layout, QTableView*& former, QTableView* table) {
    if (former == nullptr) {
        layout.addWidget(table, 1);
    } else {
        delete layout.replaceWidget(former, table);
        former->hide();
        former->deleteLater();
    }
    former = table;
}

}  // namespace evenhand::ui
