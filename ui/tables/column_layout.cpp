// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/column_layout.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

namespace evenhand::ui {
namespace {

constexpr int kMaxColumnWidth = 4'000;
const QString kColumns = QStringLiteral("columns");
const QString kId = QStringLiteral("id");
const QString kWidth = QStringLiteral("width");
const QString kHidden = QStringLiteral("hidden");
const QString kSort = QStringLiteral("sort");
const QString kDescending = QStringLiteral("descending");

int lastShown(const QHeaderView& header) {
    for (int at = header.count() - 1; at >= 0; --at) {
        if (!header.isSectionHidden(header.logicalIndex(at))) {
            return header.logicalIndex(at);
        }
    }
    return -1;
}

}  // namespace

QByteArray layoutOf(const QHeaderView& header, const PagedTable& rows, const std::map<int, int>& yielded) {
    QJsonArray columns;
    const int stretched = lastShown(header);
    for (int at = 0; at < header.count(); ++at) {
        const int column = header.logicalIndex(at);
        QJsonObject each{{kId, rows.columnId(column)}};
        if (const auto found = yielded.find(column); found != yielded.end()) {
            each[kWidth] = found->second;
        } else if (header.isSectionHidden(column)) {
            each[kHidden] = true;
        } else if (column != stretched) {  // that one is as wide as what the others leave over
            each[kWidth] = header.sectionSize(column);
        }
        columns << each;
    }
    const auto order = rows.chosenOrder();
    const QJsonObject all{{kColumns, columns}, {kSort, rows.columnId(order.column)}, {kDescending, order.descending}};
    return QJsonDocument(all).toJson(QJsonDocument::Compact);
}

void applyLayout(const QByteArray& kept, QHeaderView& header, PagedTable& rows) {
    const auto document = QJsonDocument::fromJson(kept);
    if (!document.isObject()) {
        header.restoreState(kept);  // as versions before wrote it; says no to anything else
        return;
    }
    QHash<QString, int> columns;
    for (int column = 0; column < header.count(); ++column) {
        columns.insert(rows.columnId(column), column);
    }
    const auto all = document.object();
    const QString sort = all.value(kSort).toString();
    if (columns.contains(sort)) {
        rows.setOrder(columns.value(sort), all.value(kDescending).toBool());
    }
    int place = 0;
    for (const auto& value : all.value(kColumns).toArray()) {
        const auto each = value.toObject();
        const auto found = columns.constFind(each.value(kId).toString());
        if (found == columns.constEnd()) {
            continue;
        }
        const int column = *found;
        columns.erase(found);  // once, whatever somebody has written
        const bool hidden = each.value(kHidden).toBool() && column != 0;
        header.setSectionHidden(column, hidden);
        if (!hidden && each.value(kWidth).toInt() > 0) {
            header.resizeSection(column,
                                 std::clamp(each.value(kWidth).toInt(), header.minimumSectionSize(), kMaxColumnWidth));
        }
        header.moveSection(header.visualIndex(column), place++);
    }
}

}  // namespace evenhand::ui
