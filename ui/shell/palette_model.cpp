// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/palette_model.h"

#include <algorithm>
#include <utility>

#include "ui/shell/fuzzy_match.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

constexpr int kOfDetail = -1'000;  ///< below every command whose name fits

/// Each word that was typed stands in the name or in what is said beside it: "resume dispatch" is "Resume" of Dispatch.
bool tellsOf(const PaletteItem& command, const QString& typed) {
    const QString told = command.title + QLatin1Char(' ') + command.detail;
    const auto words = typed.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return std::all_of(words.begin(), words.end(),
                       [&told](const QString& word) { return told.contains(word, Qt::CaseInsensitive); });
}

}  // namespace

void PaletteModel::setCommands(std::vector<PaletteItem> commands) {
    m_commands = std::move(commands);
    rebuild();
}

void PaletteModel::setTyped(const QString& typed) {
    m_typed = typed;
    m_found.clear();
    rebuild();
}

void PaletteModel::setFound(std::vector<PaletteItem> found) {
    m_found = std::move(found);
    rebuild();
}

const PaletteItem* PaletteModel::item(const QModelIndex& index) const {
    return index.isValid() ? &m_shown.at(static_cast<std::size_t>(index.row())) : nullptr;
}

int PaletteModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

QVariant PaletteModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const auto row = static_cast<std::size_t>(index.row());
    const PaletteItem& shown = m_shown.at(row);
    switch (role) {
        case Qt::DisplayRole: return shown.title;
        case Qt::AccessibleTextRole: return shown.title + QStringLiteral(", ") + shown.detail;
        case Qt::ToolTipRole: return plainToolTip(shown.whyNot);
        case DetailRole: return shown.whyNot.isEmpty() ? shown.detail : shown.whyNot;
        case IconRole: return shown.iconName;
        case KeysRole: return shown.keys;
        case WhyNotRole: return shown.whyNot;
        case GroupRole: return row > 0 && m_shown[row - 1].group == shown.group ? QString() : shown.group;
        case KeyRole: return shown.key.isEmpty() ? shown.title + QLatin1Char('\n') + shown.detail : shown.key;
        default: return {};
    }
}

Qt::ItemFlags PaletteModel::flags(const QModelIndex& index) const {
    const auto* shown = item(index);
    return shown && shown->whyNot.isEmpty() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::ItemIsSelectable;
}

void PaletteModel::rebuild() {
    std::vector<std::pair<int, const PaletteItem*>> fits;
    for (const auto& command : m_commands) {
        if (const auto score = fuzzyMatch(m_typed, command.title)) {
            fits.emplace_back(*score - (command.whyNot.isEmpty() ? 0 : 6), &command);
        } else if (tellsOf(command, m_typed)) {
            fits.emplace_back(kOfDetail, &command);
        }
    }
    std::stable_sort(fits.begin(), fits.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    beginResetModel();
    m_shown.clear();
    for (const auto& [score, command] : fits) {
        m_shown.push_back(*command);
    }
    m_shown.insert(m_shown.end(), m_found.begin(), m_found.end());
    endResetModel();
}

}  // namespace evenhand::ui
