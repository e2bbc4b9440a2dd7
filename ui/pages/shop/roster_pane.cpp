// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/shop/roster_pane.h"

#include <QScrollArea>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/pages/shop/roster_dialogs.h"
#include "ui/shell/campus_scope.h"
#include "ui/shell/courier_directory.h"
#include "ui/widgets/card.h"
#include "ui/widgets/crew_view.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/shift_text.h"

namespace evenhand::ui {
namespace {

constexpr int kRosterReadMs = 500;

QString rosterCourier(const RosterLine& line) {
    return shownLine(line.row.name.empty() ? text(line.row.roster.courier) : text(line.row.name));
}

std::vector<api::ShiftException> exceptionsAhead(const RosterLine& line) {
    std::vector<api::ShiftException> exceptions;
    for (const auto& exception : line.row.roster.exceptions) {
        if (exception.day >= line.today) {
            exceptions.push_back(exception);
        }
    }
    return exceptions;
}

QString exceptionText(const api::ShiftException& exception) {
    return QStringLiteral("%1 %2").arg(QString::fromStdString(api::toText(exception.day)), shiftsText(exception.hours));
}

QString allExceptions(const RosterLine& line, const QString& between) {
    QStringList all;
    for (const auto& exception : exceptionsAhead(line)) {
        all << exceptionText(exception);
    }
    return all.join(between);
}

}  // namespace

bool changed(const RosterLine& a, const RosterLine& b) {
    const auto& x = a.row.roster;
    const auto& y = b.row.roster;
    return x.week != y.week || x.exceptions != y.exceptions || x.version != y.version || a.row.name != b.row.name ||
           a.campus != b.campus || a.today != b.today || a.phone != b.phone;
}

RosterPane::RosterPane(UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_splitter(new QSplitter(Qt::Vertical, this)) {
    setObjectName(QStringLiteral("rosterPane"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_splitter->setObjectName(QStringLiteral("rosterSplitter"));
    m_splitter->setChildrenCollapsible(false);
    layout->addWidget(m_splitter);
    m_table = new Table(describe(), context, m_splitter);
    m_splitter->addWidget(m_table);
    setupCrew();
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    setupReads();
    connect(m_table, &QueryPaneBase::readyChanged, this, &RosterPane::readyChanged);
    refreshTexts();
}

void RosterPane::setupCrew() {
    m_crewCard = new Card(m_splitter);
    auto* body = new QWidget(m_crewCard);
    auto* down = new QVBoxLayout(body);
    down->setContentsMargins(kGap, 0, kGap, kGap);
    auto* scroll = new QScrollArea(body);
    scroll->setObjectName(QStringLiteral("crewScroll"));
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    m_crew = new CrewView(m_context.formats, scroll);
    scroll->setWidget(m_crew);
    m_note = new QLabel(body);
    m_note->setObjectName(QStringLiteral("crewNote"));
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    m_note->setProperty("muted", true);
    down->addWidget(scroll, 1);
    down->addWidget(m_note);
    m_crewCard->setBody(body);
    m_splitter->addWidget(m_crewCard);
    connect(m_crew, &CrewView::currentChanged, this, &RosterPane::refreshTexts);
}

void RosterPane::setupReads() {
    m_rosterReads = new FeedChannel(
        kRosterReadMs, [this] { readRosters(); }, this);
    m_crewReads = new FeedChannel(
        kRosterReadMs, [this] { readCrew(); }, this);
    connect(&m_context.bridge, &EngineBridge::couriersChanged, this, [this] {
        m_rosterReads->request();
        m_crewReads->request();
    });
    connect(&m_context.couriers, &CourierDirectory::changed, m_rosterReads, &FeedChannel::request);
    connect(&m_context.scope, &CampusScope::currentChanged, this, &RosterPane::restart);
    m_again.setInterval(kCrewMs);
    connect(&m_again, &QTimer::timeout, m_crewReads, &FeedChannel::request);
}

// --- table --------------------------------------------------------------------------------------------------

RosterPane::Table::Spec RosterPane::describe() {
    Table::Spec spec;
    spec.look.prefix = QStringLiteral("rosters");
    spec.look.one = QStringLiteral("roster");
    spec.look.isCompact = true;
    spec.look.isSingle = true;
    spec.look.shownOf = [this] {
        const auto& campus = m_context.scope.current();
        return campus.empty() ? QString() : QStringLiteral("campus=") + text(campus);
    };
    auto& texts = spec.look.texts;
    texts.name = [] { return tr("Rosters"); };
    texts.count = [](std::int64_t total) {
        return tr("%1 couriers", nullptr, Formats::plural(total))
            .arg(total < 0 ? Formats::dash() : Formats::number(total));
    };
    texts.empty = [] { return tr("There are no couriers."); };
    texts.next = [] { return tr("Add couriers first; each can have a roster then."); };
    texts.nextCommand = QStringLiteral("shop.addCourier");
    texts.emptyFiltered = [] { return tr("No courier matches the filter."); };
    texts.exported = [] { return tr("Export rosters"); };
    texts.fileName = QStringLiteral("rosters.csv");
    spec.columns = describeColumns();
    spec.orderedBy = QStringLiteral("courier");
    spec.isDescending = false;
    spec.fields = {textField(
        QStringLiteral("text"), QStringLiteral("rosterFilterText"), [] { return tr("Courier, campus or shift"); },
        &AnyCell::text)};
    spec.words.header = [] { return QStringList{tr("Courier"), tr("Id"), tr("Now")}; };
    spec.words.frozen = [](const RosterLine& line) {
        return FlowRow{
            .version = line.row.roster.version, .name = rosterCourier(line), .detail = text(line.row.roster.courier)};
    };
    spec.actions = {describeForm(true), describeForm(false)};
    spec.opened = [this](const RosterLine&) { m_table->action(QStringLiteral("roster.edit"))->trigger(); };
    return spec;
}

RowAction<RosterLine> RosterPane::describeForm(bool week) {
    RowAction<RosterLine> action;
    action.look = {.name = week ? QStringLiteral("roster.edit") : QStringLiteral("roster.exception"),
                   .icon = week ? QStringLiteral("edit") : QStringLiteral("clock"),
                   .label = [week] { return week ? tr("Shifts…") : tr("Exception…"); },
                   .tip =
                       [week] {
                           return week ? tr("Change the weekly shifts of the courier")
                                       : tr("Other shifts on one date, or none");
                       },
                   .operation = api::Operation::ShiftsSetRoster,
                   .isSingle = true,
                   .whyNone = [] { return tr("Select a courier first."); }};
    action.begin = [this, week](const std::vector<RosterLine>& frozen) {
        if (frozen.empty()) {
            return;
        }
        const auto& line = frozen.front();
        if (week) {
            m_dialog = new RosterDialog(m_context, line.row.roster, rosterCourier(line), window());
        } else {
            m_dialog = new ShiftExceptionDialog(m_context, line.row.roster, rosterCourier(line), line.today, window());
        }
        connect(m_dialog, &QDialog::accepted, this, &RosterPane::refresh);
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
        m_dialog->open();
    };
    return action;
}

std::vector<Column<RosterLine, OneOrder>> RosterPane::describeColumns() const {
    using C = Column<RosterLine, OneOrder>;
    std::vector<C> columns{
        C(
            "courier", 130, [] { return tr("Courier"); }, [](const RosterLine& line) { return rosterCourier(line); })
            .strong()
            .withHint([](const RosterLine& line) {
                return rosterCourier(line) + QLatin1Char('\n') + text(line.row.roster.courier) +
                       (line.phone.isEmpty() ? QString() : QLatin1Char('\n') + shownLine(line.phone));
            }),
        C(
            "phone", 120, [] { return tr("Telephone"); },
            [](const RosterLine& line) { return line.phone.isEmpty() ? Formats::dash() : shownLine(line.phone); })
            .hidden()
            .inFile([](const RosterLine& line) { return line.phone; }),
        C(
            "campus", 100, [] { return tr("Campus"); }, [](const RosterLine& line) { return line.campus; })
            .hidden(),
    };
    static constexpr const char* kIds[] = {"mon", "tue", "wed", "thu", "fri", "sat", "sun"};
    for (std::size_t place = 0; place < std::size(kIds); ++place) {
        columns.push_back(C(
                              kIds[place], 96, [place] { return weekdayShort(place); },
                              [place](const RosterLine& line) {
                                  const auto& roster = line.row.roster;
                                  return roster.empty() ? Formats::dash() : shiftsText(roster.week[place]);
                              })
                              .withInk([place](const RosterLine& line) {
                                  return line.row.roster.week[place].empty() ? std::optional(Tone::Muted)
                                                                             : std::nullopt;
                              }));
    }
    columns.push_back(C(
                          "exceptions", 200, [] { return tr("Exceptions ahead"); },
                          [](const RosterLine& line) {
                              const QString all = allExceptions(line, QStringLiteral("; "));
                              return all.isEmpty() ? Formats::dash() : all;
                          })
                          .orderedAs([](const RosterLine& line) {
                              const auto all = exceptionsAhead(line);
                              return all.empty() ? 0 : all.front().day.number;
                          })
                          .withHint([](const RosterLine& line) { return allExceptions(line, QStringLiteral("\n")); }));
    return columns;
}

// --- reading ------------------------------------------------------------------------------------------------

void RosterPane::setActive(bool active) {
    m_table->setActive(active);
    for (auto* channel : {m_rosterReads, m_crewReads}) {
        channel->setActive(active);
    }
    if (active) {
        refresh();
        m_again.start();
    } else {
        m_again.stop();
    }
}

void RosterPane::refresh() {
    m_rosterReads->request();
    m_crewReads->request();
}

void RosterPane::restart() {
    m_table->forget();
    m_crew->setCrew(std::nullopt);
    m_rosterReads->restart();
    m_crewReads->restart();
}

bool RosterPane::isReady() const {
    return m_table->isReady() && m_rosterReads->isSettled() && m_crewReads->isSettled();
}

void RosterPane::readRosters() {
    auto& bridge = m_context.bridge;
    const auto today = calendarDayOf(m_context.formats.zoned(bridge.now()).date());
    m_rosterReads->take(bridge.shifts().rosters(bridge.call(), m_context.scope.current()),
                        [this, today](const Result<std::vector<api::RosterRow>>& read) {
                            if (!read) {
                                m_table->take(fail(read.error()));
                            } else {
                                std::vector<RosterLine> lines;
                                for (const auto& row : *read) {
                                    lines.push_back({row, m_context.scope.nameOf(row.campus), today,
                                                     m_context.couriers.phoneOf(row.roster.courier)});
                                }
                                m_table->take(std::move(lines));
                            }
                            Q_EMIT readyChanged();
                        });
}

void RosterPane::readCrew() {
    auto& bridge = m_context.bridge;
    m_crewReads->take(bridge.shifts().crew(bridge.call(), m_context.scope.current()),
                      [this](const Result<api::Crew>& read) {
                          m_crewError = read ? std::nullopt : std::optional(read.error());
                          if (read) {  // after a failure what was read last stays, and the note says so
                              m_crew->setCrew(*read);
                              m_crew->setNow(m_context.bridge.now());
                          }
                          refreshTexts();
                          Q_EMIT readyChanged();
                      });
}

// --- words --------------------------------------------------------------------------------------------------

void RosterPane::refreshTexts() {
    m_crewCard->setTitle(tr("Crew today"));
    const QString now = m_crew->current();
    m_note->setText(m_crewError     ? tr("Could not be read: %1").arg(errorText(*m_crewError))
                    : now.isEmpty() ? tr("Frame: planned; bar: on duty. Point at a courier, or step through them with "
                                         "the arrow keys.")
                                    : now);
    if (!m_crew->crew()) {
        m_crewCard->setFigures(Formats::dash());
        return;
    }
    const auto& couriers = m_crew->crew()->couriers;
    const auto onDuty =
        std::count_if(couriers.begin(), couriers.end(), [](const api::CrewRow& row) { return row.onDuty; });
    const auto planned =
        std::count_if(couriers.begin(), couriers.end(), [](const api::CrewRow& row) { return row.planned == true; });
    m_crewCard->setFigures(
        tr("%1 on duty, %2 planned now", "couriers").arg(Formats::number(onDuty), Formats::number(planned)));
}

void RosterPane::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        m_crew->retranslate();
        refreshTexts();
    }
    QWidget::changeEvent(event);
}

}  // namespace evenhand::ui
