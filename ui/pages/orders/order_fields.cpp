// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/orders/order_fields.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/shell/campus_scope.h"
#include "ui/widgets/courier_edit.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/people_labels.h"

namespace evenhand::ui {
namespace {

constexpr int kCourierWidth = 110;
constexpr int kUserWidth = 140;

struct OrderFields {
    Q_DECLARE_TR_FUNCTIONS(OrderFields)
};

QJsonValue orNothing(const QString& value) { return value.isEmpty() ? QJsonValue() : QJsonValue(value); }

template <typename Widget>
OwnField ownField(Widget* field) {
    return {field, [field] { return field->state(); }, [field](const QJsonValue& kept) { field->setState(kept); },
            [field] { field->retranslate(); }};
}

/// Offers couriers of the campus that the list shows first.
OwnField courierField(UiContext& context, QWidget* parent, std::function<void()> changed) {
    auto* edit = new CourierEdit(context.bridge, parent);
    edit->setMinimumWidth(kCourierWidth);
    QObject::connect(edit, &CourierEdit::courierChanged, edit, std::move(changed));
    if (auto* campus = parent->findChild<CampusField*>()) {
        const auto follow = [edit, campus] { edit->setCampus(campus->campus()); };
        QObject::connect(campus, &CampusField::campusChanged, edit, follow);
        follow();
    }
    return {edit, [edit] { return orNothing(text(edit->courier())); },
            [edit](const QJsonValue& kept) { edit->setCourier(CourierId(kept.toString().toStdString())); },
            [edit] {
                edit->setPlaceholderText(OrderFields::tr("Courier"));
                edit->setAccessibleName(OrderFields::tr("Courier"));
            }};
}

FilterField<api::OrderFilter> switchField(const char* key, const char* objectName, std::function<QString()> title,
                                          std::function<QString()> hint, bool api::OrderFilter::*into) {
    return {{.key = QLatin1String(key),
             .objectName = QLatin1String(objectName),
             .kind = FieldLook::Kind::Switch,
             .title = std::move(title),
             .hint = std::move(hint)},
            [into](const FieldValue& value, api::OrderFilter& filter) { filter.*into = value.on; }};
}

}  // namespace

// --- campus -------------------------------------------------------------------------------------------------

CampusField::CampusField(UiContext& context, std::function<void()> changed, QWidget* parent)
    : ChoiceButton(true, parent), m_context(context), m_changed(std::move(changed)) {
    connect(this, &ChoiceButton::chosenChanged, this, [this] {
        if (!m_filling) {
            m_own = CampusId(chosen().value(0).toStdString());
            Q_EMIT campusChanged();
            m_changed();
        }
    });
    connect(&context.scope, &CampusScope::campusesChanged, this, &CampusField::fill);
    connect(&context.scope, &CampusScope::currentChanged, this, &CampusField::fill);
}

QJsonValue CampusField::state() const { return orNothing(ui::text(m_own)); }

void CampusField::setState(const QJsonValue& kept) {
    m_own = CampusId(kept.toString().toStdString());
    fill();
}

CampusId CampusField::campus() const {
    const auto& scope = m_context.scope.current();
    return scope.empty() ? m_own : scope;
}

void CampusField::fill() {
    std::vector<Choice> choices;
    for (const auto& each : m_context.scope.campuses()) {
        choices.push_back({ui::text(each.id), m_context.scope.nameOf(each.id)});
    }
    const QString shown = ui::text(campus());
    m_filling = true;
    setChoices(choices);
    setChosen(shown.isEmpty() ? QStringList() : QStringList(shown));
    m_filling = false;
    const bool isScoped = !m_context.scope.current().empty();
    setEnabled(!isScoped);
    setToolTip(isScoped ? plainToolTip(tr("Chosen at the top, for all pages")) : QString());
    Q_EMIT campusChanged();
}

void CampusField::retranslate() {
    setTitle(tr("Campus"), tr("All campuses"));
    fill();
}

// --- chosen orders ------------------------------------------------------------------------------------------

ChosenField::ChosenField(UiContext& context, std::function<void()> changed, QWidget* parent)
    : QPushButton(ui::icon(QStringLiteral("clear")), QString(), parent) {
    hide();
    connect(this, &QPushButton::clicked, this, [this, changed = std::move(changed)] {
        setState({});
        changed();
    });
    // An order that was opened by itself is of the campus of before.
    connect(&context.scope, &CampusScope::currentChanged, this, [this] { setState({}); });
}

QJsonValue ChosenField::state() const {
    QJsonArray ids;
    for (const auto id : m_orders) {
        ids << QString::number(id.value);
    }
    return ids.isEmpty() ? QJsonValue() : QJsonValue(ids);
}

void ChosenField::setState(const QJsonValue& ids) {
    m_orders.clear();
    for (const auto& id : ids.toArray()) {
        m_orders.push_back(OrderId{id.toString().toLongLong()});
    }
    retranslate();
}

void ChosenField::retranslate() {
    const auto count = std::ssize(m_orders);
    setText(tr("%1 chosen orders", nullptr, Formats::plural(count)).arg(Formats::number(count)));
    setToolTip(tr("Show all orders again"));
    setVisible(count > 0);
}

// --- all of them --------------------------------------------------------------------------------------------

std::vector<FilterField<api::OrderFilter>> orderFields(UiContext& context, const std::shared_ptr<bool>& isShort) {
    using Filter = api::OrderFilter;
    using Kind = FieldLook::Kind;
    using Changed = std::function<void()>;
    return {
        {{.key = QStringLiteral("text"),
          .objectName = QStringLiteral("filterText"),
          .title = [] { return OrderFields::tr("Order number or user"); },
          .hint =
              [] {
                  return OrderFields::tr(
                      "At least four characters from anywhere in the order number, or how an order number or "
                      "user begins");
              }},
         [isShort](const FieldValue& value, Filter& filter) {
             filter.text = value.text.toStdString();
             *isShort = !filter.text.empty() && filter.text.size() < api::kMinOrderNumberPart;
         }},
        choicesField({.key = QStringLiteral("statuses"),
                      .objectName = QStringLiteral("filterStatus"),
                      .title = [] { return OrderFields::tr("Status"); },
                      .any = [] { return OrderFields::tr("Every status"); },
                      .choices = choicesOf(api::allOrderStatuses(), &label)},
                     &Filter::statuses, &api::orderStatusFrom),
        {{.key = QStringLiteral("campus"),
          .objectName = QStringLiteral("filterCampus"),
          .kind = Kind::Own,
          .make = [&context](
                      QWidget* parent,
                      Changed changed) { return ownField(new CampusField(context, std::move(changed), parent)); }},
         [](const FieldValue& value, Filter& filter) {
             if (filter.campus.empty()) {  // none is chosen at the top
                 filter.campus = CampusId(value.own.toString().toStdString());
             }
         }},
        {{.key = QStringLiteral("courier"),
          .objectName = QStringLiteral("filterCourier"),
          .kind = Kind::Own,
          .make = [&context](QWidget* parent,
                             Changed changed) { return courierField(context, parent, std::move(changed)); }},
         [](const FieldValue& value, Filter& filter) {
             filter.courier = CourierId(value.own.toString().toStdString());
         }},
        {{.key = QStringLiteral("user"),
          .objectName = QStringLiteral("filterUser"),
          .title = [] { return OrderFields::tr("User"); },
          .hint = [] { return OrderFields::tr("Exactly this user"); },
          .width = kUserWidth},
         [](const FieldValue& value, Filter& filter) { filter.user = UserId(value.text.toStdString()); }},
        {{.key = QStringLiteral("time"), .objectName = QStringLiteral("filterTime"), .kind = Kind::Range},
         [&context](const FieldValue& value, Filter& filter) {
             const auto bounds = value.range.bounds(context.formats, context.bridge.now());
             filter.placedFrom = bounds.from;
             filter.placedTo = bounds.to;
         }},
        switchField(
            "unassigned", "filterUnassigned", [] { return OrderFields::tr("Unassigned"); },
            [] { return OrderFields::tr("Paid, open and without a courier"); }, &Filter::unassignedOnly),
        switchField(
            "late", "filterLate", [] { return OrderFields::tr("Late"); },
            [] { return OrderFields::tr("Past their limit for assignment, pick-up or delivery"); }, &Filter::lateOnly),
        {{.key = QStringLiteral("orders"),
          .objectName = QStringLiteral("filterChosen"),
          .kind = Kind::Own,
          .make = [&context](
                      QWidget* parent,
                      Changed changed) { return ownField(new ChosenField(context, std::move(changed), parent)); },
          .isKept = false},
         [](const FieldValue& value, Filter& filter) {
             for (const auto& id : value.own.toArray()) {
                 filter.only.push_back(OrderId{id.toString().toLongLong()});
             }
         }},
    };
}

QJsonObject orderFieldsFor(const QVariantMap& target) {
    QJsonObject state;
    for (const auto& [from, to] : {std::pair("order", "text"), std::pair("courier", "courier"),
                                   std::pair("user", "user"), std::pair("campus", "campus")}) {
        state[QLatin1String(to)] = target.value(QLatin1String(from)).toString();
    }
    for (const QString& key : {QStringLiteral("unassigned"), QStringLiteral("late")}) {
        state[key] = target.value(key).toBool();
    }
    state[QStringLiteral("statuses")] =
        QJsonArray::fromStringList(target.value(QStringLiteral("status")).toStringList());
    QStringList ids;
    for (const auto& id : target.value(QStringLiteral("orders")).toList()) {
        ids << QString::number(id.toLongLong());
    }
    state[QStringLiteral("orders")] = QJsonArray::fromStringList(ids);
    return state;
}

}  // namespace evenhand::ui
