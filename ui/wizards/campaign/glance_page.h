// SPDX-License-Identifier: GPL-3.0-or-later
// Last step of a campaign: everything that was entered, until when each can still be changed and what a change would
// touch, and what is done next.
// Thread: GUI.
#pragma once

#include <QLabel>
#include <QRadioButton>
#include <QTableView>
#include <QVBoxLayout>
#include <QWidget>

#include "engine/api/campaign_types.h"
#include "ui/models/figure_table_model.h"
#include "ui/shell/ui_context.h"

namespace evenhand::ui {

class GlancePage : public QWidget {
    Q_OBJECT

public:
    enum class Next : std::uint8_t { Draft, Rehearse, Start };

    /// `changing`: a campaign that is there already: nothing happens next.
    GlancePage(UiContext& context, bool changing, QWidget* parent);

    void show(const api::CampaignSettings& settings, const CampaignId& id);
    [[nodiscard]] Next next() const;
    [[nodiscard]] QTableView* table() const { return m_table; }

private:
    UiContext& m_context;
    bool m_changing;
    FigureTableModel* m_facts = nullptr;
    QTableView* m_table = nullptr;
    QLabel* m_effect = nullptr;
    QRadioButton* m_draft = nullptr;
    QRadioButton* m_rehearse = nullptr;
    QRadioButton* m_start = nullptr;
};

}  // namespace evenhand::ui
