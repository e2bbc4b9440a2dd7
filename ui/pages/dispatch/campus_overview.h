// SPDX-License-Identifier: GPL-3.0-or-later
// All campuses at once: a section for each with its couriers' weights as bars, mean, spread, who is on duty and what
// waits; scrolled when there are many. Orders are dropped on bars as on the plot of a single campus.
// Thread: GUI. It only says what was asked for. Sections keep their place; what differs is updated in place.
#pragma once

#include <QMenu>
#include <QScrollArea>
#include <functional>
#include <map>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "ui/plots/weight_bars.h"

class QGridLayout;
class QToolButton;

namespace evenhand::ui {

class Card;
class Pill;

class CampusOverview : public QScrollArea {
    Q_OBJECT

public:
    explicit CampusOverview(UiPulse* pulse, QWidget* parent = nullptr);

    /// In the order of `campuses`; those without a board yet say that they are being read.
    void setCampuses(const std::vector<api::CampusRow>& campuses);
    void setBoards(const std::vector<api::DispatchBoard>& boards);
    void setDropCheck(WeightBars::DropCheck check) { m_dropCheck = std::move(check); }
    /// Marks one courier's bar, in whichever section it is; empty for none.
    void setSelected(const QString& courier);
    /// Fills the menu of a section when it opens.
    void setMenu(std::function<void(QMenu*, const CampusId&)> fill) { m_fillMenu = std::move(fill); }
    void retranslate();
    [[nodiscard]] WeightBars* barsOf(const CampusId& campus) const;

Q_SIGNALS:
    void opened(const QString& campus);
    void picked(const QString& courier);
    void courierOpened(const QString& courier);
    void dropped(const QString& courier, const QMimeData* mime);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Section {
        QString name;
        Card* card = nullptr;
        WeightBars* bars = nullptr;
        Pill* paused = nullptr;
        QToolButton* open = nullptr;
        QToolButton* menu = nullptr;
        std::optional<api::DispatchBoard> board;
    };
    Section makeSection(const CampusId& campus, const QString& name);
    void show(Section& section);
    void arrange();
    void place();  ///< in m_columns columns

    UiPulse* m_pulse;
    QWidget* m_body;
    QGridLayout* m_grid;
    std::vector<CampusId> m_order;
    std::map<CampusId, Section> m_sections;
    WeightBars::DropCheck m_dropCheck;
    std::function<void(QMenu*, const CampusId&)> m_fillMenu;
    int m_columns = 0;
};

}  // namespace evenhand::ui
