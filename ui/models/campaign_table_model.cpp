// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/campaign_table_model.h"

#include "ui/widgets/campaign_labels.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/tone_delegate.h"

namespace evenhand::ui {

CampaignTableModel::CampaignTableModel(EngineBridge& bridge, const Formats& formats, QObject* parent)
    : SyncedRows(parent), m_bridge(bridge), m_formats(formats) {}

void CampaignTableModel::setCampaigns(const std::vector<api::CampaignRow>& newestFirst) {
    m_ages.clear();
    for (const auto& row : newestFirst) {
        m_ages.emplace(row.id.str(), static_cast<qint64>(m_ages.size()));
    }
    setRows(newestFirst);
}

bool CampaignTableModel::same(const api::CampaignRow& a, const api::CampaignRow& b) const {
    return a.version == b.version && a.state == b.state && a.built == b.built && a.settings == b.settings &&
           a.ended == b.ended;
}

int CampaignTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QString CampaignTableModel::display(const api::CampaignRow& row, Column column) const {
    switch (column) {
        case Phase: return label(phaseOf(row, m_bridge.now()));
        case Name: return text(row.settings.name);
        case Budget: return m_formats.money(row.settings.shape.budget);
        case kColumns: break;
    }
    return {};
}

QString CampaignTableModel::tip(const api::CampaignRow& row) const {
    return tr("%1 (%2)\n%3\n%4 to %5\n%6 in %7", "name, number, phase, begin, end, budget, places")
        .arg(text(row.settings.name), text(row.id), phaseLabel(row, m_bridge.now()),
             m_formats.dateTime(row.settings.begin), m_formats.dateTime(row.settings.end),
             m_formats.moneyWithCurrency(row.settings.shape.budget), countedPlaces(row.settings.shape.places));
}

QVariant CampaignTableModel::data(const QModelIndex& index, int role) const {
    const auto* row = at(index);
    if (row == nullptr) {
        return {};
    }
    const auto column = static_cast<Column>(index.column());
    switch (role) {
        case Qt::DisplayRole: return display(*row, column);
        case Qt::ToolTipRole: return plainToolTip(tip(*row));
        case Qt::TextAlignmentRole:
            return static_cast<int>((column == Budget ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        case PillRole:
            return column == Phase ? QVariant(static_cast<int>(tone(phaseOf(*row, m_bridge.now())))) : QVariant();
        case StrongRole: return column == Name;
        case SortRole: {
            const auto age = m_ages.find(row->id.str());
            return age == m_ages.end() ? qint64{0} : age->second;
        }
        default: return {};
    }
}

QVariant CampaignTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>((section == Budget ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (static_cast<Column>(section)) {
        case Phase: return tr("State");
        case Name: return tr("Campaign");
        case Budget: return tr("Budget");
        case kColumns: break;
    }
    return {};
}

void CampaignTableModel::tick() {
    if (rowCount() > 0) {
        Q_EMIT dataChanged(index(0, Phase), index(rowCount() - 1, Phase));
    }
}

void CampaignTableModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, kColumns - 1);
    touchAll();
}

}  // namespace evenhand::ui
