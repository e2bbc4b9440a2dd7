// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/dispatch/limit_flow.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSpinBox>
#include <utility>

#include "ui/bridge/continuation.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/dialogs/action_dialog.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

// What the choice says.
constexpr int kAsCampus = 0;
constexpr int kNoLimit = 1;
constexpr int kAtMost = 2;

QString limitText(const std::optional<std::int64_t>& limit) {
    return !limit       ? LimitFlow::tr("as the campus has it", "load limit")
           : *limit > 0 ? LimitFlow::tr("at most %1", "orders in hand").arg(Formats::number(*limit))
                        : LimitFlow::tr("no limit", "orders in hand");
}

}  // namespace

LimitFlow::LimitFlow(UiContext& context, QWidget* window)
    : QObject(window), m_context(context), m_rows(new RowFlow(context, window)) {
    connect(m_rows, &RowFlow::finished, this, &LimitFlow::finished);
}

void LimitFlow::ask(const std::vector<api::CourierRow>& couriers) {
    if (couriers.empty()) {
        return;
    }
    std::vector<Limited> limited;
    for (const auto& row : couriers) {
        limited.push_back({row.id, nameOf(row), row.loadLimit, row.limitVersion});
    }
    const auto chosen = std::make_shared<Limit>(couriers.front().loadLimit);
    auto spec = specOf(limited, [chosen](std::size_t) { return *chosen; });
    for (auto& row : spec.rows) {
        row.perRow = tr("gets this limit");
    }
    spec.texts.question =
        limited.size() == 1
            ? tr("How many orders %1 may have in hand.").arg(limited.front().name)
            : tr("How many orders each of %1 may have in hand.").arg(countedCouriers(std::ssize(limited)));
    spec.texts.effect = tr(
        "Whoever has as many gets no more until one is delivered or handed over. Orders in hand stay, also if they are "
        "more.");
    spec.addFields = [this, first = couriers.front(), chosen](ActionDialog& dialog) {
        addField(dialog, first, chosen);
    };
    m_rows->begin(std::move(spec));
}

void LimitFlow::addField(ActionDialog& dialog, const api::CourierRow& first, const std::shared_ptr<Limit>& chosen) {
    auto* field = new QWidget(&dialog);
    auto* kind = new QComboBox(field);
    kind->setObjectName(QStringLiteral("loadLimitKind"));
    kind->setAccessibleName(tr("Load limit"));
    kind->addItem(tr("As the campus has it"), kAsCampus);
    kind->addItem(tr("No limit"), kNoLimit);
    kind->addItem(tr("At most"), kAtMost);
    auto* orders = new QSpinBox(field);
    orders->setObjectName(QStringLiteral("loadLimitOrders"));
    orders->setAccessibleName(tr("Orders in hand"));
    orders->setRange(1, static_cast<int>(api::kMaxLoadLimit));
    auto* across = new QHBoxLayout(field);
    across->setContentsMargins(0, 0, 0, 0);
    across->addWidget(kind);
    across->addWidget(orders);
    across->addStretch(1);
    field->setFocusProxy(kind);
    const auto read = [kind, orders, chosen] {
        const int what = kind->currentData().toInt();
        orders->setEnabled(what == kAtMost);
        *chosen = what == kAsCampus ? Limit() : Limit(what == kAtMost ? orders->value() : 0);
    };
    orders->setValue(static_cast<int>(first.limit() > 0 ? first.limit() : 5));
    kind->setCurrentIndex(kind->findData(!first.loadLimit ? kAsCampus : *first.loadLimit > 0 ? kAtMost : kNoLimit));
    connect(kind, &QComboBox::currentIndexChanged, &dialog, read);
    connect(orders, &QSpinBox::valueChanged, &dialog, read);
    read();
    dialog.addField(tr("Load limit"), field, [] { return QString(); });
    field->setFocus();
}

RowFlow::Spec LimitFlow::specOf(const std::vector<Limited>& couriers, const LimitOf& limitOf) {
    RowFlow::Spec spec;
    for (const auto& each : couriers) {
        spec.rows.push_back({.id = std::ssize(spec.rows) + 1,
                             .version = each.version,
                             .name = each.name,
                             .detail = text(each.id),
                             .was = limitText(each.limit),
                             .key = each.id.str()});
    }
    spec.header = QStringList{tr("Courier"), tr("Id"), tr("Now")};
    spec.texts.title = tr("Load limit");
    spec.texts.confirm = tr("Set limit");
    spec.texts.reasonNeeded = false;
    spec.texts.reasonHint = tr("Optional; kept in the audit log");
    spec.isBrief = true;
    spec.submit = [this, limitOf](const api::Call& call, const RowFlow::Rows& rows,
                                  const std::function<void(RowFlow::Answers)>& done) {
        std::vector<api::Answer<std::int64_t>> answers;
        std::vector<Limit> limits;
        for (const auto& row : rows) {
            limits.push_back(limitOf(static_cast<std::size_t>(row.id - 1)));
            answers.push_back(
                m_context.bridge.dispatch().setLoadLimit(call, CourierId(row.key), limits.back(), row.version));
        }
        whenAllReady(answers, this, [rows, limits, done](const std::vector<Result<std::int64_t>>& versions) {
            std::vector<FlowAnswer> each;
            for (std::size_t i = 0; i < versions.size(); ++i) {
                each.push_back(versions[i] ? FlowAnswer{rows[i].id, std::nullopt, *versions[i], limitText(limits[i])}
                                           : FlowAnswer{rows[i].id, versions[i].error(), 0});
            }
            done(std::move(each));
        });
    };
    spec.undoKind = QStringLiteral("loadLimit");
    spec.undo = [this, couriers](const std::vector<FlowDone>& done) {
        std::vector<Limited> back;
        for (const auto& each : done) {
            back.push_back(couriers[static_cast<std::size_t>(each.row.id - 1)]);
            back.back().version = each.version;
        }
        auto undo = specOf(back, [back](std::size_t place) { return back[place].limit; });
        undo.atOnce = QString();
        undo.undo = {};
        return undo;
    };
    return spec;
}

}  // namespace evenhand::ui
