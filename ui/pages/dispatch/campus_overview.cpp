// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/dispatch/campus_overview.h"

#include <QGridLayout>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "ui/widgets/card.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/pill.h"

namespace evenhand::ui {
namespace {

constexpr int kMinSectionWidth = 480;    // pixels of a section
constexpr int kMinOverviewHeight = 160;  // by the desktop's text

}  // namespace

CampusOverview::CampusOverview(UiPulse* pulse, QWidget* parent)
    : QScrollArea(parent), m_pulse(pulse), m_body(new QWidget(this)), m_grid(new QGridLayout(m_body)) {
    setFrameShape(NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_body->setObjectName(QStringLiteral("campusSections"));
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(kGap);
    setWidget(m_body);
}

CampusOverview::Section CampusOverview::makeSection(const CampusId& campus, const QString& name) {
    const QString id = text(campus);
    Section section;
    section.name = name;
    section.card = named(new Card(m_body), QStringLiteral("campusSection_") + id);
    section.bars = named(new WeightBars(m_pulse, section.card), QStringLiteral("campusWeights_") + id);
    section.bars->setDropCheck(
        [this](const QString& courier, const QMimeData* mime) { return m_dropCheck(courier, mime); });
    section.card->setBody(section.bars);
    section.paused = named(new Pill(section.card), QStringLiteral("campusPaused_") + id);
    section.paused->hide();
    section.card->addTool(section.paused);
    section.open = named(new QToolButton(section.card), QStringLiteral("campusOpen_") + id);
    section.card->addTool(section.open);
    section.menu = named(new QToolButton(section.card), QStringLiteral("campusMenu_") + id);
    section.menu->setIcon(icon(QStringLiteral("settings")));
    section.menu->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(section.menu);
    menu->setToolTipsVisible(true);
    section.menu->setMenu(menu);
    section.card->addTool(section.menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu, campus] {
        menu->clear();
        m_fillMenu(menu, campus);
    });
    connect(section.open, &QToolButton::clicked, this, [this, id] { Q_EMIT opened(id); });
    connect(section.bars, &WeightBars::picked, this, &CampusOverview::picked);
    connect(section.bars, &WeightBars::opened, this, &CampusOverview::courierOpened);
    connect(section.bars, &WeightBars::dropped, this, &CampusOverview::dropped);
    return section;
}

void CampusOverview::setCampuses(const std::vector<api::CampusRow>& campuses) {
    std::map<CampusId, Section> kept;
    m_order.clear();
    for (const auto& campus : campuses) {
        const QString name = campus.name.empty() ? text(campus.id) : text(campus.name);
        auto known = m_sections.extract(campus.id);
        Section section = known ? std::move(known.mapped()) : makeSection(campus.id, name);
        section.name = name;
        m_order.push_back(campus.id);
        kept.emplace(campus.id, std::move(section));
    }
    for (auto& [id, gone] : m_sections) {
        delete gone.card;
    }
    m_sections = std::move(kept);
    m_columns = 0;
    arrange();
    retranslate();
}

void CampusOverview::setBoards(const std::vector<api::DispatchBoard>& boards) {
    for (auto& [id, section] : m_sections) {
        const auto found = std::find_if(boards.begin(), boards.end(),
                                        [&campus = id](const auto& board) { return board.campus.id == campus; });
        section.board = found == boards.end() ? std::nullopt : std::optional(*found);
        show(section);
    }
}

void CampusOverview::show(Section& section) {
    section.card->setTitle(section.name);
    if (!section.board) {
        section.bars->clear(tr("Reading…"));
        section.card->setFigures({});
        return;
    }
    const auto& board = *section.board;
    const auto onDuty = std::count_if(board.couriers.begin(), board.couriers.end(),
                                      [](const api::CourierRow& courier) { return courier.onDuty; });
    // What wants a hand first; what there is no room for is left out from the end.
    QStringList figures{
        tr("%1 unassigned").arg(Formats::number(board.waiting)),
        tr("%1 of %2 on duty").arg(Formats::number(onDuty), Formats::number(std::ssize(board.couriers)))};
    if (onDuty > 0) {
        figures << tr("highest − lowest %1").arg(Formats::number(board.spreadWeight))
                << tr("mean %1").arg(Formats::decimal(board.meanWeight, 1));
    }
    section.card->setFigures(figures.join(QStringLiteral("   ·   ")),
                             tr("%1 unassigned").arg(Formats::shortNumber(static_cast<double>(board.waiting))));
    section.paused->setPill(tr("Paused"), Tone::Warn, true);
    section.paused->setVisible(board.campus.paused);
    section.bars->setBoard(board);
}

void CampusOverview::setSelected(const QString& courier) {
    for (auto& [id, section] : m_sections) {
        section.bars->setSelected(courier);
    }
}

WeightBars* CampusOverview::barsOf(const CampusId& campus) const {
    const auto found = m_sections.find(campus);
    return found == m_sections.end() ? nullptr : found->second.bars;
}

// As many side by side as there is room for; the rest below.
void CampusOverview::arrange() {
    const int columns =
        std::clamp(viewport()->width() / kMinSectionWidth, 1, std::max(1, static_cast<int>(m_order.size())));
    if (columns != m_columns) {
        m_columns = columns;
        place();
    }
    // As many whole rows as have room, and none of which only the upper edge is seen.
    const int rows = (static_cast<int>(m_order.size()) + columns - 1) / columns;
    const int lowest = byText(kMinOverviewHeight);
    const int seen = std::clamp((viewport()->height() + kGap) / (lowest + kGap), 1, std::max(1, rows));
    const int height = std::max(lowest, (viewport()->height() - (seen - 1) * kGap) / seen);
    for (const auto& [id, section] : m_sections) {
        section.card->setFixedHeight(height);
    }
}

void CampusOverview::place() {
    int at = 0;
    for (const auto& campus : m_order) {
        m_grid->addWidget(m_sections.at(campus).card, at / m_columns, at % m_columns);
        ++at;
    }
    for (int column = 0; column < m_grid->columnCount(); ++column) {
        m_grid->setColumnStretch(column, column < m_columns ? 1 : 0);
    }
}

void CampusOverview::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    arrange();
}

void CampusOverview::retranslate() {
    for (auto& [id, section] : m_sections) {
        section.open->setText(tr("Open"));
        section.open->setAccessibleName(tr("Open %1").arg(section.name));
        section.open->setToolTip(plainToolTip(tr("Only this campus, with fairness over the day")));
        section.menu->setAccessibleName(tr("Dispatch on %1").arg(section.name));
        section.menu->setToolTip(plainToolTip(tr("Pause, calibrate, policy")));
        section.bars->setAccessibleName(tr("Weights of the couriers of %1").arg(section.name));
        show(section);
    }
}

}  // namespace evenhand::ui
