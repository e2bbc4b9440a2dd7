// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/returns/owed_pane.h"

#include <QItemSelectionModel>
#include <QJsonArray>
#include <algorithm>
#include <iterator>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/shell/campus_scope.h"
#include "ui/tables/refreshed_by.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/or_dash.h"
#include "ui/widgets/people_labels.h"

namespace evenhand::ui {
namespace {

using api::RefundRow;
using api::RefundSort;
using api::RefundStatus;

/// What has not gone back.
QJsonObject beginningOfOwed() {
    QJsonArray keys;
    for (const auto status : {RefundStatus::Held, RefundStatus::Pending, RefundStatus::Sent, RefundStatus::Failed}) {
        keys << keyText(api::toText(status));
    }
    return {{QStringLiteral("statuses"), keys}};
}

/// All of them are of payments that were not accepted.
api::RefundFilter owedOnly(api::RefundFilter filter) {
    if (filter.causes.empty()) {
        filter.causes.assign(std::begin(api::kOwedCauses), std::end(api::kOwedCauses));
    }
    return filter;
}

}  // namespace

OwedPane::OwedPane(UiContext& context, QWidget* parent) : RefundTable(describe(context, this), context, parent) {
    setupDetail();
}

OwedPane::~OwedPane() = default;

void OwedPane::setupDetail() {
    m_detail = new OwedDetailPanel(context(), this);
    m_detail->setMinimumWidth(300);
    addDetail(m_detail, {900, 360}, [] { return tr("Payment in detail"); });
    connect(filters(), &FilterBar::changed, m_detail, [this] { m_detail->showPayment({}); });
    connect(&context().scope, &CampusScope::currentChanged, m_detail, [this] { m_detail->showPayment({}); });
    connect(m_detail, &OwedDetailPanel::closeRequested, this, [this] { detailToggle()->setChecked(false); });
    connect(m_detail, &OwedDetailPanel::loaded, this, &OwedPane::readyChanged);
    connect(detailToggle(), &QAction::toggled, this, [this](bool shown) {
        m_detail->setActive(shown && isActive());
        showSelected();
    });
    connect(this, &OwedPane::selectionMoved, this, &OwedPane::showSelected);
    for (const auto signal : {&PagedTable::totalChanged, &PagedTable::errorChanged}) {
        connect(&model(), signal, this,
                [this] { m_detail->setListEmpty(model().total() == 0 && !model().lastError()); });
    }
    connect(&model(), &PagedTable::loaded, m_detail, [this] {
        // As of returns: the panel begins with the row where the cursor is, and nothing is selected by that.
        const auto* first = model().row(0);
        if (first != nullptr && !m_detail->id().valid() && detailToggle()->isChecked()) {
            table()->selectionModel()->setCurrentIndex(model().index(0, 0), QItemSelectionModel::NoUpdate);
            m_detail->showPayment(first->id);
        }
    });
}

OwedPane::Spec OwedPane::describe(UiContext& context, OwedPane* pane) {
    auto& bridge = context.bridge;
    Spec spec;
    spec.look.prefix = QStringLiteral("owed");
    spec.look.one = QStringLiteral("owed");
    spec.look.isOfCampus = true;
    spec.look.begin = beginningOfOwed();
    spec.look.refreshedBy = refreshedBy(bridge, &EngineBridge::refundsChanged, &EngineBridge::paymentOwed);
    auto& texts = spec.look.texts;
    texts.name = [] { return tr("Owed payments"); };
    texts.count = [](std::int64_t total) {
        return total < 0 ? tr("%1 payments", nullptr, 0).arg(Formats::dash()) : countedPayments(total);
    };
    texts.empty = [] { return tr("There are no late or unmatched payments."); };
    texts.next = [] { return tr("Nothing to do: every payment was that of its order."); };
    texts.emptyFiltered = [] { return tr("No payment matches the filter."); };
    texts.emptyBegun = [] { return tr("Every late or unmatched payment has gone back or has paid its order."); };
    texts.exported = [] { return tr("Export owed payments"); };
    texts.fileName = QStringLiteral("owed-payments.csv");
    spec.columns = describeColumns(context);
    spec.orderedBy = QStringLiteral("age");
    spec.now = [&bridge] { return bridge.now(); };
    spec.page = [&bridge](const api::RefundFilter& filter, const PageOf<RefundSort>& page) {
        // The highest age is that of the earliest arrival.
        const bool descending = page.descending != (page.sort == RefundSort::Requested);
        return bridge.refunds().page(bridge.call(),
                                     {owedOnly(filter), descending, std::nullopt, page.offset, page.limit, page.sort});
    };
    spec.count = [&bridge](const api::RefundFilter& filter) {
        return bridge.refunds().count(bridge.call(), owedOnly(filter));
    };
    spec.always = [&context](api::RefundFilter& filter) {
        filter.campus = context.scope.current();
        filter.orNone = true;  // of an order that nobody knows: else nobody of a campus would see it
    };
    spec.fields = describeFields();
    spec.words = owedWords(context, pane);
    for (std::size_t i = 0; i < kOwedActions; ++i) {
        spec.actions.push_back(owedAction(context, pane, static_cast<OwedAction>(i)));
    }
    spec.opened = [pane](const RefundRow& row) {
        Q_EMIT pane->opened(text(row.matchedOrderNo.empty() ? row.orderNo : row.matchedOrderNo));
    };
    return spec;
}

std::vector<Column<RefundRow, RefundSort>> OwedPane::describeColumns(UiContext& context) {
    using C = Column<RefundRow, RefundSort>;
    const auto& formats = context.formats;
    const auto age = [&bridge = context.bridge](const RefundRow& row) {
        return Formats::duration(std::max<std::int64_t>(0, bridge.now().ms - row.requestedAt.ms));
    };
    const auto arrived = [&formats](const RefundRow& row) { return formats.dateTime(row.requestedAt); };
    const auto campus = [&context](const RefundRow& row) {
        return row.campus.empty() ? Formats::dash() : context.scope.nameOf(row.campus);
    };
    return {
        C(
            "payment", 140, [] { return tr("Payment"); }, [](const RefundRow& row) { return text(row.paymentNo); })
            .sortedBy(RefundSort::PaymentNo)
            .strong(),
        C(
            "status", 160, [] { return tr("Status"); }, [](const RefundRow& row) { return statusLabel(row); })
            .sortedBy(RefundSort::Status)
            .asPill([](const RefundRow& row) { return tone(row); }),
        C(
            "age", 84, [] { return tr("Age"); }, age)
            .sortedBy(RefundSort::Requested)
            .number()
            .strong()
            .ticking()
            .withHint([arrived](const RefundRow& row) { return tr("Arrived %1").arg(arrived(row)); }),
        C::money(
            "amount", 122, [&formats] { return tr("Amount (%1)").arg(formats.currency()); }, formats,
            &RefundRow::amount)
            .sortedBy(RefundSort::Amount)
            .strong(),
        C(
            "cause", 130, [] { return tr("Cause"); }, [](const RefundRow& row) { return label(row.cause); }),
        C(
            "order", 124, [] { return tr("For order"); }, [](const RefundRow& row) { return orDash(row.orderNo); })
            .explained([] { return tr("As the payer gave it; there may be no such order"); }),
        C(
            "matched", 124, [] { return tr("Paid order"); },
            [](const RefundRow& row) { return orDash(row.matchedOrderNo); }),
        C(
            "arrived", 150, [] { return tr("Arrived"); }, arrived)
            .hidden(),
        C(
            "reference", 124, [] { return tr("Reference"); },
            [](const RefundRow& row) { return orDash(row.reference); })
            .hidden(),
        C(
            "campus", 124, [] { return tr("Campus"); }, campus)
            .hidden(),
    };
}

std::vector<FilterField<api::RefundFilter>> OwedPane::describeFields() {
    auto number = textField(
        QStringLiteral("text"), QStringLiteral("owedFilterText"),
        [] { return tr("Order or payment number begins with"); }, &api::RefundFilter::text);
    number.look.width = 260;
    return {
        std::move(number),
        choicesField({.key = QStringLiteral("statuses"),
                      .objectName = QStringLiteral("owedFilterStatus"),
                      .title = [] { return tr("Status"); },
                      .any = [] { return tr("Every status"); },
                      .choices = choicesOf(api::allRefundStatuses(), &label)},
                     &api::RefundFilter::statuses, &api::refundStatusFrom),
        choicesField({.key = QStringLiteral("causes"),
                      .objectName = QStringLiteral("owedFilterCause"),
                      .title = [] { return tr("Cause"); },
                      .any = [] { return tr("Every cause"); },
                      .choices = choicesOf(api::kOwedCauses, &label)},
                     &api::RefundFilter::causes, &api::refundCauseFrom),
    };
}

QAction* OwedPane::action(OwedAction which) const { return action(owedLook(which).name); }

void OwedPane::setText(const QString& text) { filters()->setState({{QStringLiteral("text"), text}}); }

void OwedPane::clear() { filters()->setState(beginningOfOwed()); }

void OwedPane::setActive(bool active) {
    RefundTable::setActive(active);
    m_detail->setActive(active && detailToggle()->isChecked());
}

void OwedPane::refresh() {
    RefundTable::refresh();
    m_detail->refresh();
}

void OwedPane::showSelected() {
    if (detailToggle()->isChecked() && !known().empty()) {
        m_detail->showPayment(known().front().id);
    }
}

}  // namespace evenhand::ui
