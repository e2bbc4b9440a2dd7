// SPDX-License-Identifier: GPL-3.0-or-later
// Why this courier: every assignment of one order with the evidence kept at that moment — the ranking with weights,
// who was off duty, who was left out, step, mode, epoch and the script's hash. One plain sentence stands on top.
// Thread: GUI. Reads by itself; an order that was never assigned says so.
#pragma once

#include <QAbstractTableModel>
#include <QDialog>
#include <map>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "ui/shell/ui_context.h"

class QComboBox;
class QLabel;
class QTableView;

namespace evenhand::ui {

/// The ranking of one assignment, as it stood before the step.
class RankingModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Place, Courier, Weight, Note, kColumns };
    enum Role { ValueRole = Qt::UserRole + 1 };  ///< what rows are sorted by

    using QAbstractTableModel::QAbstractTableModel;
    void setEvidence(const api::AssignmentEvidence& evidence, const std::map<CourierId, QString>& names);
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Line {
        QString name;
        std::int64_t weight = 0;
        bool chosen = false;
        bool excluded = false;
        QString passedOver = {};  ///< "3 of 3"; empty: was not
        std::int64_t place = 0;   ///< 1: the highest
    };
    std::vector<Line> m_lines;
};

class EvidenceDialog : public QDialog {
    Q_OBJECT

public:
    EvidenceDialog(UiContext& context, const OrderNo& orderNo, const CampusId& campus, QWidget* parent = nullptr);

    [[nodiscard]] bool isLoaded() const noexcept { return m_loaded; }

Q_SIGNALS:
    void loaded();

private:
    void setupHead();
    void setupFacts();
    void setupRanking();
    void setupButtons();
    void readNames(const CampusId& campus);
    void readEvidence();
    void showAssignment(int index);
    [[nodiscard]] QString nameOf(const CourierId& courier) const;
    [[nodiscard]] QString namesOf(const std::vector<CourierId>& couriers) const;

    UiContext& m_context;
    OrderNo m_orderNo;
    std::vector<api::AssignmentEvidence> m_evidence;
    std::map<CourierId, QString> m_names;
    bool m_loaded = false;
    QLabel* m_sentence = nullptr;
    QComboBox* m_assignment = nullptr;
    std::map<QString, QLabel*> m_facts;
    RankingModel* m_ranking = nullptr;
    QTableView* m_table = nullptr;
};

}  // namespace evenhand::ui
