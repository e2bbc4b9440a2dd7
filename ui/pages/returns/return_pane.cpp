// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/returns/return_pane.h"

#include <QEvent>
#include <QJsonArray>
#include <QMenu>
#include <algorithm>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/pages/returns/case_actions.h"
#include "ui/shell/campus_scope.h"
#include "ui/tables/refreshed_by.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/or_dash.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/people_labels.h"

namespace evenhand::ui {
namespace {

constexpr std::int64_t kWarnParts = 3;  ///< after a third of the age limit a return is on its way to be old
constexpr ReturnAction kShownReturnActions[] = {ReturnAction::Approve, ReturnAction::Reject,    ReturnAction::Receive,
                                                ReturnAction::Undo,    ReturnAction::SkipGoods, ReturnAction::UndoGoods,
                                                ReturnAction::Cancel};

bool waits(const api::ReturnRow& row) {
    return row.stage == api::ReturnStage::Approval || row.stage == api::ReturnStage::SecondApproval;
}

QJsonObject stateOf(const std::vector<api::ReturnStage>& stages) {
    QJsonArray keys;
    for (const auto stage : stages) {
        keys << keyText(api::toText(stage));
    }
    return {{QStringLiteral("stages"), keys}};
}

QJsonObject beginning() { return stateOf({api::ReturnStage::Approval, api::ReturnStage::SecondApproval}); }

/// nullopt: it is over, nobody counts these.
std::optional<std::int64_t> countOf(const api::ReturnCounts& counts, api::ReturnStage stage) {
    switch (stage) {
        case api::ReturnStage::Approval: return counts.approval;
        case api::ReturnStage::SecondApproval: return counts.secondApproval;
        case api::ReturnStage::Goods: return counts.goods;
        case api::ReturnStage::Money: return counts.money;
        case api::ReturnStage::Failed: return counts.failed;
        case api::ReturnStage::Done:
        case api::ReturnStage::Rejected:
        case api::ReturnStage::Cancelled: break;
    }
    return std::nullopt;
}

}  // namespace

using api::ReturnRow;
using api::ReturnSort;

ReturnPane::ReturnPane(UiContext& context, QWidget* parent)
    : ReturnTable(describe(context, this), context, parent),
      m_countReads(new FeedChannel(
          kCountMs, [this] { readCounts(); }, this)),
      m_oldest(muted(plainLabel(this, QStringLiteral("returnOldest")))),
      m_flow(new ReturnActionFlow(context, *ReturnTable::flow(), this)) {
    filters()->row()->addWidget(m_oldest);
    setupDetail();
    connect(m_flow, &ReturnActionFlow::finished, this, [this] {
        refresh();
        Q_EMIT readyChanged();
    });
    connect(m_flow, &ReturnActionFlow::asked, this, &ReturnPane::readyChanged);
    connect(&context.scope, &CampusScope::currentChanged, m_countReads, &FeedChannel::restart);
    // How long the oldest waits goes on while nothing happens.
    connect(&context.bridge, &EngineBridge::statusPolled, this, [this] {
        if (isActive()) {
            sayOldest();
        }
    });
    sayCounts();
}

ReturnPane::~ReturnPane() = default;

void ReturnPane::setupDetail() {
    m_detail = new ReturnDetailPanel(context(), this);
    addDetail(m_detail, {900, 400}, [] { return tr("Return in detail"); });
    // It is about a return of the list, and of the campus of the list.
    connect(filters(), &FilterBar::changed, m_detail, [this] { m_detail->showReturn({}); });
    connect(&context().scope, &CampusScope::currentChanged, m_detail, [this] { m_detail->showReturn({}); });
    connect(m_detail, &ReturnDetailPanel::closeRequested, this, [this] { detailToggle()->setChecked(false); });
    connect(m_detail, &ReturnDetailPanel::loaded, this, [this] {
        refreshActions();  // four eyes
        Q_EMIT readyChanged();
    });
    connect(detailToggle(), &QAction::toggled, this, [this](bool shown) {
        m_detail->setActive(shown && isActive());
        showSelected();
    });
    connect(this, &ReturnPane::selectionMoved, this, &ReturnPane::showSelected);
    connect(&model(), &PagedTable::totalChanged, this, &ReturnPane::showSelected);
    for (const auto signal : {&PagedTable::totalChanged, &PagedTable::errorChanged}) {
        connect(&model(), signal, this,
                [this] { m_detail->setListEmpty(model().total() == 0 && !model().lastError()); });
    }
    connect(&model(), &PagedTable::loaded, this, [this] {
        // The panel begins with the row where the cursor is, not empty; nothing is selected by that.
        const auto* first = model().row(0);
        if (first != nullptr && !m_detail->id().valid() && detailToggle()->isChecked()) {
            table()->selectionModel()->setCurrentIndex(model().index(0, 0), QItemSelectionModel::NoUpdate);
            m_detail->showReturn(first->id);
        }
    });
}

ReturnPane::Spec ReturnPane::describe(UiContext& context, ReturnPane* pane) {
    auto& bridge = context.bridge;
    Spec spec;
    spec.look.prefix = QStringLiteral("returns");
    spec.look.one = QStringLiteral("return");
    spec.look.exportKeys = QKeySequence(Qt::CTRL | Qt::Key_E);
    spec.look.isOfCampus = true;
    spec.look.begin = beginning();
    spec.look.refreshedBy = refreshedBy(bridge, &EngineBridge::returnsChanged, &EngineBridge::refundsChanged);
    auto& texts = spec.look.texts;
    texts.name = [] { return tr("Returns"); };
    texts.count = [](std::int64_t total) {
        return total < 0 ? tr("%1 returns", nullptr, 0).arg(Formats::dash()) : countedReturns(total);
    };
    texts.empty = [] { return tr("There are no returns."); };
    texts.next = [] { return tr("On the page Orders, choose an order and \"Request a return…\"."); };
    texts.nextCommand = QStringLiteral("action.page.orders");
    texts.emptyFiltered = [] { return tr("No return matches the filter."); };
    texts.emptyBegun = [] { return tr("Nothing waits for approval."); };
    texts.exported = [] { return tr("Export returns"); };
    texts.fileName = QStringLiteral("returns.csv");
    auto& file = spec.look.file;
    file.name = QStringLiteral("returns.exportUnits");
    file.label = [] { return tr("Export with units…"); };
    file.tip = [] { return tr("All returns of the filter, a row for each product of each"); };
    file.job = [] { return tr("Export of returns"); };
    file.fileName = QStringLiteral("return-units.csv");
    file.done = [](std::int64_t count, const QString& path) {
        return tr("Exported %1 rows of returns to %2", nullptr, Formats::plural(count))
            .arg(Formats::number(count), path);
    };
    spec.writeFile = [&bridge](const api::ReturnFilter& filter, std::string path,
                               std::function<void(std::int64_t)> progress) {
        return bridge.returns().exportCsv(bridge.call(), {filter}, std::move(path), std::move(progress));
    };
    spec.columns = describeColumns(context, pane);
    spec.orderedBy = QStringLiteral("age");
    spec.now = [&bridge] { return bridge.now(); };
    spec.page = [&bridge](const api::ReturnFilter& filter, const PageOf<ReturnSort>& page) {
        // The highest age is that of the earliest request.
        const bool descending = page.descending != (page.sort == ReturnSort::Requested);
        return bridge.returns().page(bridge.call(),
                                     {filter, descending, std::nullopt, page.offset, page.limit, page.sort});
    };
    spec.count = [&bridge](const api::ReturnFilter& filter) { return bridge.returns().count(bridge.call(), filter); };
    spec.always = [&context](api::ReturnFilter& filter) { filter.campus = context.scope.current(); };
    spec.fields = describeFields(context);
    spec.words = caseWords(context, pane);
    for (const auto which : kShownReturnActions) {
        spec.actions.push_back(describeAction(context, pane, which));
    }
    spec.actions.push_back(assignReturns(context, pane));
    spec.actions.push_back(noteOnReturn(context, pane));
    spec.opened = [pane](const ReturnRow& row) { Q_EMIT pane->opened(text(row.orderNo)); };
    return spec;
}

std::vector<Column<ReturnRow, ReturnSort>> ReturnPane::describeColumns(UiContext& context, const ReturnPane* pane) {
    using C = Column<ReturnRow, ReturnSort>;
    const auto& formats = context.formats;
    const auto ageOf = [&bridge = context.bridge](const ReturnRow& row) {
        return std::max<std::int64_t>(0, bridge.now().ms - row.requestedAt.ms);
    };
    const auto ageInk = [ageOf, pane](const ReturnRow& row) -> std::optional<Tone> {
        const auto age = ageOf(row);
        const auto limit = pane->m_counts ? pane->m_counts->ageLimitMs : std::nullopt;
        if (!waits(row) || !limit || age <= *limit / kWarnParts) {
            return std::nullopt;
        }
        return age > *limit ? Tone::Bad : Tone::Warn;
    };
    const auto refund = [](const ReturnRow& row) { return row.refund ? label(*row.refund) : Formats::dash(); };
    return {
        C(
            "number", 132, [] { return tr("Return"); }, [](const ReturnRow& row) { return text(row.number); })
            .sortedBy(ReturnSort::Number)
            .strong(),
        C(
            "stage", 124, [] { return tr("Stage"); }, [](const ReturnRow& row) { return label(row.stage); })
            .sortedBy(ReturnSort::Stage)
            .asPill([](const ReturnRow& row) { return tone(row.stage); }),
        C(
            "age", 84, [] { return tr("Age"); },
            [ageOf](const ReturnRow& row) { return Formats::duration(ageOf(row)); })
            .sortedBy(ReturnSort::Requested)
            .number()
            .strong()
            .ticking()
            .withInk(ageInk)
            .withHint(
                [&formats](const ReturnRow& row) { return tr("Requested %1").arg(formats.dateTime(row.requestedAt)); }),
        C::money(
            "amount", 122, [&formats] { return tr("Amount (%1)").arg(formats.currency()); }, formats,
            &ReturnRow::amount)
            .strong(),
        C::count(
            "units", 56, [] { return tr("Units"); }, &ReturnRow::units),
        C(
            "order", 124, [] { return tr("Order"); }, [](const ReturnRow& row) { return text(row.orderNo); }),
        C(
            "user", 84, [] { return tr("User"); }, [](const ReturnRow& row) { return text(row.user); }),
        C(
            "campus", 124, [] { return tr("Campus"); },
            [&context](const ReturnRow& row) { return context.scope.nameOf(row.campus); }),
        C(
            "requester", 118, [] { return tr("Requested by"); },
            [](const ReturnRow& row) { return actorLabel(row.requester); }),
        C(
            "requested", 150, [] { return tr("Requested"); },
            [&formats](const ReturnRow& row) { return formats.dateTime(row.requestedAt); })
            .hidden(),
        C(
            "goods", 96, [] { return tr("Goods"); }, [](const ReturnRow& row) { return label(row.goods); })
            .hidden(),
        C(
            "refund", 130, [] { return tr("Refund"); }, refund)
            .withInk([](const ReturnRow& row) { return row.refund ? std::optional(tone(*row.refund)) : std::nullopt; }),
        C(
            "clerk", 110, [] { return tr("Clerk"); }, [](const ReturnRow& row) { return orDash(row.clerk); }),
        C(
            "reason", 118, [] { return tr("Reason"); }, [](const ReturnRow& row) { return orDash(row.reasonCode); })
            .hidden(),
        C(
            "first", 118, [] { return tr("First approval by"); },
            [](const ReturnRow& row) { return actorLabel(row.firstApprover); })
            .hidden(),
    };
}

std::vector<FilterField<api::ReturnFilter>> ReturnPane::describeFields(UiContext& context) {
    auto number = textField(
        QStringLiteral("text"), QStringLiteral("returnFilterText"),
        [] { return tr("Return or order number begins with"); }, &api::ReturnFilter::text);
    number.look.width = 260;
    return {
        std::move(number),
        choicesField({.key = QStringLiteral("stages"),
                      .objectName = QStringLiteral("returnStage"),
                      .kind = FieldLook::Kind::Chips,
                      .choices = choicesOf(api::allReturnStages(), &label)},
                     &api::ReturnFilter::stages, &api::returnStageFrom),
        myQueueField<api::ReturnFilter>(
            context, QStringLiteral("returnFilterMine"), [] { return tr("My queue"); },
            [] { return tr("Only what is assigned to you"); }),
        {{.key = QStringLiteral("time"),
          .objectName = QStringLiteral("returnFilterTime"),
          .kind = FieldLook::Kind::Range},
         [&context](const FieldValue& value, api::ReturnFilter& filter) {
             const auto bounds = value.range.bounds(context.formats, context.bridge.now());
             filter.from = bounds.from;
             filter.to = bounds.to;
         }},
    };
}

RowAction<ReturnRow> ReturnPane::describeAction(UiContext& context, ReturnPane* pane, ReturnAction which) {
    RowAction<ReturnRow> action;
    action.look = ReturnActions::look(which);
    if (which == ReturnAction::Undo) {
        action.look.operation.reset();  // who may depends on what is to be undone
    }
    action.whyNot = [&bridge = context.bridge, pane, which](const ReturnRow& row) {
        QString why = bridge.whyNotAllowed(ReturnActions::operation(which, row));
        why = why.isEmpty() ? ReturnActions::whyNot(bridge, which, row) : why;
        return why.isEmpty() && which == ReturnAction::Approve ? pane->whyFourEyes(row) : why;
    };
    action.begin = [pane, which](const std::vector<ReturnRow>& frozen) { pane->m_flow->begin(which, frozen); };
    return action;
}

QString ReturnPane::whyFourEyes(const ReturnRow& row) const {
    const auto& detail = m_detail->detail();
    const bool refused = detail && detail->row.id == row.id && detail->fourEyes.refusal &&
                         detail->fourEyes.refusal->code == ErrorCode::FourEyes;
    return refused ? tr("Four eyes: %1").arg(errorText(*detail->fourEyes.refusal)) : QString();
}

QAction* ReturnPane::action(ReturnAction which) const { return action(ReturnActions::look(which).name); }

QPushButton* ReturnPane::stage(api::ReturnStage which) const {
    return filters()->chip(QStringLiteral("stages"), keyText(api::toText(which)));
}

void ReturnPane::showStages(const std::vector<api::ReturnStage>& stages) {
    filters()->setState(stages.empty() ? beginning() : stateOf(stages));
}

void ReturnPane::setText(const QString& text) { filters()->setState({{QStringLiteral("text"), text}}); }

// --- work ---------------------------------------------------------------------------------------------------

void ReturnPane::setActive(bool active) {
    ReturnTable::setActive(active);
    m_countReads->setActive(active);
    m_detail->setActive(active && detailToggle()->isChecked());
    if (active) {
        m_countReads->request();
    }
}

void ReturnPane::refresh() {
    ReturnTable::refresh();
    m_countReads->request();
    m_detail->refresh();
}

bool ReturnPane::isReady() const {
    return ReturnTable::isReady() && m_counted && m_detail->isReady() && !m_flow->isBusy() &&
           !m_detail->refundFlow()->isBusy();
}

void ReturnPane::showSelected() {
    if (!detailToggle()->isChecked() || known().empty()) {
        return;
    }
    const int at = table()->currentIndex().row();
    const auto* current = model().row(at);
    const bool among = current != nullptr && known().size() > 1 && table()->selectionModel()->isRowSelected(at);
    m_detail->showReturn(among ? current->id : known().front().id);
}

void ReturnPane::openReturn(ReturnId id) {
    detailToggle()->setChecked(true);
    table()->clearSelection();
    m_detail->showReturn(id);
}

void ReturnPane::extendMenu(QMenu& menu) const {
    if (m_detail->detail() && !m_detail->detail()->refunds.empty() && selectedRows(*table()) == 1) {
        menu.addSeparator();
        for (QAction* action : m_detail->refundActions()->all()) {
            menu.addAction(action);
        }
    }
}

// --- counts -------------------------------------------------------------------------------------------------

void ReturnPane::readCounts() {
    auto& bridge = context().bridge;
    m_countReads->take(bridge.returns().counts(bridge.call(), context().scope.current()),
                       [this](const Result<api::ReturnCounts>& counts) {
                           m_counted = true;
                           m_counts = counts ? std::optional(*counts) : std::nullopt;
                           sayCounts();
                           Q_EMIT readyChanged();
                       });
}

void ReturnPane::sayCounts() {
    for (const auto each : api::allReturnStages()) {
        const auto count = m_counts ? countOf(*m_counts, each) : std::nullopt;
        const QString name = label(each);
        stage(each)->setText(count ? tr("%1 %2", "stage, count").arg(name, Formats::number(*count)) : name);
    }
    sayOldest();
}

void ReturnPane::sayOldest() {
    const auto oldest = m_counts ? m_counts->oldest : std::nullopt;
    const auto age = oldest ? std::max<std::int64_t>(0, context().bridge.now().ms - oldest->ms) : 0;
    m_oldest->setText(oldest ? tr("oldest waits %1").arg(Formats::duration(age)) : QString());
}

void ReturnPane::changeEvent(QEvent* event) {
    ReturnTable::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && m_detail != nullptr) {
        sayCounts();
    }
}

}  // namespace evenhand::ui
