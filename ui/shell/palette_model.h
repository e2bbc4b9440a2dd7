// SPDX-License-Identifier: GPL-3.0-or-later
// What the command palette lists: commands that fit the typed text, best first, then data the engine found.
// Thread: GUI.
#pragma once

#include <QAbstractListModel>
#include <functional>
#include <vector>

namespace evenhand::ui {

struct PaletteItem {
    QString title;   ///< plain text
    QString detail;  ///< plain text, faint
    QString iconName;
    QString keys;    ///< shortcut, shown at the right
    QString whyNot;  ///< disabled, because
    std::function<void()> run;
    QString group = {};  ///< of what the engine found: what all of its kind are called
    QString key = {};    ///< names it while more is found; empty: its title and detail do
};

class PaletteModel : public QAbstractListModel {
    Q_OBJECT

public:
    /// GroupRole: of the first of a group only. KeyRole: see PaletteItem::key.
    enum Role { DetailRole = Qt::UserRole + 1, IconRole, KeysRole, WhyNotRole, GroupRole, KeyRole };

    using QAbstractListModel::QAbstractListModel;

    /// The commands there are; shown are those that fit.
    void setCommands(std::vector<PaletteItem> commands);
    void setTyped(const QString& typed);
    /// What the engine found for the typed text; shown below the commands.
    void setFound(std::vector<PaletteItem> found);
    [[nodiscard]] const PaletteItem* item(const QModelIndex& index) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    void rebuild();

    std::vector<PaletteItem> m_commands;
    std::vector<PaletteItem> m_found;
    std::vector<PaletteItem> m_shown;
    QString m_typed;
};

}  // namespace evenhand::ui
