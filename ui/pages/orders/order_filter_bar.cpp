// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/orders/order_filter_bar.h"

#include <QEvent>
#include <QJsonArray>
#include <QJsonObject>
#include <QSignalBlocker>
#include <utility>

#include "ui/shell/campus_scope.h"
#include "ui/tables/typing_pause.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {
namespace {

const QString kSavedGroup = QStringLiteral("orders/filters");

QString statusKey(api::OrderStatus status) { return QString::fromLatin1(toText(status).data()); }

}  // namespace

OrderFilterBar::OrderFilterBar(UiContext& context, QWidget* parent) : QWidget(parent), m_context(context) {
    setObjectName(QStringLiteral("orderFilterBar"));
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingMs);
    connect(&m_typing, &QTimer::timeout, this, &OrderFilterBar::changed);
    setupFields();
    m_saved = new SavedFilters(
        context, kSavedGroup, [this] { return state(); }, [this](const QJsonObject& json) { setState(json); }, this);
    setupLayout();
    retranslate();
    fillCampuses();
    m_saved->applyDefault();
}

void OrderFilterBar::setupFields() {
    m_text = new QLineEdit(this);
    m_text->setObjectName(QStringLiteral("filterText"));
    m_text->setClearButtonEnabled(true);
    m_text->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_text->setMinimumWidth(150);
    connect(m_text, &QLineEdit::textChanged, this, [this] { m_typing.start(); });
    m_status = new ChoiceButton(false, this);
    m_status->setObjectName(QStringLiteral("filterStatus"));
    connect(m_status, &ChoiceButton::chosenChanged, this, &OrderFilterBar::changed);
    m_campus = new ChoiceButton(true, this);
    m_campus->setObjectName(QStringLiteral("filterCampus"));
    connect(m_campus, &ChoiceButton::chosenChanged, this, [this] {
        const auto chosen = m_campus->chosen();
        m_ownCampus = CampusId(chosen.isEmpty() ? std::string() : chosen.front().toStdString());
        m_courier->setCampus(campus());
        changed();
    });
    connect(&m_context.scope, &CampusScope::campusesChanged, this, &OrderFilterBar::fillCampuses);
    connect(&m_context.scope, &CampusScope::currentChanged, this, [this] {
        setOnly({});  // an order that was opened by itself, of the campus of before
        fillCampuses();
        changed();
    });
    m_courier = new CourierEdit(m_context.bridge, this);
    m_courier->setObjectName(QStringLiteral("filterCourier"));
    m_courier->setMinimumWidth(110);
    connect(m_courier, &CourierEdit::courierChanged, this, &OrderFilterBar::changed);
    m_user = new QLineEdit(this);
    m_user->setObjectName(QStringLiteral("filterUser"));
    m_user->setClearButtonEnabled(true);
    m_user->setMinimumWidth(90);
    connect(m_user, &QLineEdit::textChanged, this, [this] { m_typing.start(); });
    m_time = new TimeRangeButton(m_context.formats, this);
    m_time->setObjectName(QStringLiteral("filterTime"));
    connect(m_time, &TimeRangeButton::rangeChanged, this, &OrderFilterBar::changed);
    m_unassigned = new QPushButton(this);
    m_unassigned->setObjectName(QStringLiteral("filterUnassigned"));
    m_unassigned->setCheckable(true);
    connect(m_unassigned, &QPushButton::toggled, this, &OrderFilterBar::changed);
    m_late = new QPushButton(this);
    m_late->setObjectName(QStringLiteral("filterLate"));
    m_late->setCheckable(true);
    connect(m_late, &QPushButton::toggled, this, &OrderFilterBar::changed);
    m_chosen = new QPushButton(icon(QStringLiteral("clear")), QString(), this);
    m_chosen->setObjectName(QStringLiteral("filterChosen"));
    m_chosen->hide();
    connect(m_chosen, &QPushButton::clicked, this, [this] {
        setOnly({});
        changed();
    });
    m_clear = new QToolButton(this);
    m_clear->setObjectName(QStringLiteral("filterClear"));
    m_clear->setIcon(icon(QStringLiteral("clear")));
    m_clear->setFocusPolicy(Qt::TabFocus);
    connect(m_clear, &QToolButton::clicked, this, &OrderFilterBar::clear);
}

void OrderFilterBar::setupLayout() {
    auto* layout = new WrapRow(this);
    layout->setContentsMargins(kGapLarge, kGap + 2, kGapLarge, 0);
    layout->setSpacing(kGap);
    layout->addWidget(m_text, 3);
    layout->addWidget(m_status);
    layout->addWidget(m_campus);
    layout->addWidget(m_courier, 2);
    layout->addWidget(m_user, 1);
    layout->addWidget(m_time);
    layout->addWidget(m_unassigned);
    layout->addWidget(m_late);
    layout->addWidget(m_chosen);
    layout->addWidget(m_clear);
    layout->addWidget(m_saved);
}

void OrderFilterBar::fillCampuses() {
    std::vector<ChoiceButton::Choice> choices;
    for (const auto& campus : m_context.scope.campuses()) {
        choices.push_back({text(campus.id), m_context.scope.nameOf(campus.id)});
    }
    const QSignalBlocker block(m_campus);
    m_campus->setChoices(choices);
    const QString current = text(campus());
    m_campus->setChosen(current.isEmpty() ? QStringList() : QStringList(current));
    const bool scoped = !m_context.scope.current().empty();
    m_campus->setEnabled(!scoped);
    m_campus->setToolTip(scoped ? plainToolTip(tr("Chosen at the top, for all pages")) : QString());
    m_courier->setCampus(campus());
}

/// What all pages look at goes before what this list is narrowed to.
CampusId OrderFilterBar::campus() const {
    return m_context.scope.current().empty() ? m_ownCampus : m_context.scope.current();
}

void OrderFilterBar::changed() {
    m_typing.stop();
    if (!m_setting) {
        Q_EMIT filterChanged();
    }
}

api::OrderFilter OrderFilterBar::filter() const {
    api::OrderFilter filter;
    for (const QString& key : m_status->chosen()) {
        if (const auto status = api::orderStatusFrom(key.toStdString())) {
            filter.statuses.push_back(*status);
        }
    }
    filter.campus = campus();
    filter.courier = m_courier->courier();
    filter.user = UserId(m_user->text().trimmed().toStdString());
    filter.unassignedOnly = m_unassigned->isChecked();
    filter.lateOnly = m_late->isChecked();
    const auto bounds = m_time->range().bounds(m_context.formats, m_context.bridge.now());
    filter.placedFrom = bounds.from;
    filter.placedTo = bounds.to;
    filter.only = m_only;
    filter.text = m_text->text().trimmed().toStdString();
    return filter;
}

void OrderFilterBar::clear() { showOnly({}); }

void OrderFilterBar::showOnly(const QVariantMap& target) {
    m_setting = true;
    m_text->setText(target.value(QStringLiteral("order")).toString());
    std::vector<OrderId> only;
    for (const auto& id : target.value(QStringLiteral("orders")).toList()) {
        only.push_back(OrderId{id.toLongLong()});
    }
    setOnly(std::move(only));
    m_status->setChosen(target.value(QStringLiteral("status")).toStringList());
    m_courier->setCourier(CourierId(target.value(QStringLiteral("courier")).toString().toStdString()));
    m_user->setText(target.value(QStringLiteral("user")).toString());
    m_time->setRange({});
    m_unassigned->setChecked(target.value(QStringLiteral("unassigned")).toBool());
    m_late->setChecked(target.value(QStringLiteral("late")).toBool());
    m_ownCampus = CampusId(target.value(QStringLiteral("campus")).toString().toStdString());
    fillCampuses();
    m_setting = false;
    changed();
}

void OrderFilterBar::setOnly(std::vector<OrderId> only) {
    m_only = std::move(only);
    const auto count = static_cast<std::int64_t>(m_only.size());
    m_chosen->setText(tr("%1 chosen orders", nullptr, Formats::plural(count)).arg(Formats::number(count)));
    m_chosen->setVisible(count > 0);
}

void OrderFilterBar::focusText() {
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

// --- filters by name ----------------------------------------------------------------------------------------

QJsonObject OrderFilterBar::state() const {
    QJsonObject json{{QStringLiteral("text"), m_text->text()},
                     {QStringLiteral("statuses"), QJsonArray::fromStringList(m_status->chosen())},
                     {QStringLiteral("campus"), text(m_ownCampus)},
                     {QStringLiteral("courier"), text(m_courier->courier())},
                     {QStringLiteral("user"), m_user->text()},
                     {QStringLiteral("unassigned"), m_unassigned->isChecked()},
                     {QStringLiteral("late"), m_late->isChecked()}};
    SavedFilters::putRange(json, m_time->range());
    return json;
}

void OrderFilterBar::setState(const QJsonObject& json) {
    m_setting = true;
    setOnly({});
    m_text->setText(json.value(QStringLiteral("text")).toString());
    m_status->setChosen(SavedFilters::listIn(json, QStringLiteral("statuses")));
    m_courier->setCourier(CourierId(json.value(QStringLiteral("courier")).toString().toStdString()));
    m_user->setText(json.value(QStringLiteral("user")).toString());
    m_unassigned->setChecked(json.value(QStringLiteral("unassigned")).toBool());
    m_late->setChecked(json.value(QStringLiteral("late")).toBool());
    m_time->setRange(SavedFilters::rangeIn(json));
    m_ownCampus = CampusId(json.value(QStringLiteral("campus")).toString().toStdString());
    fillCampuses();
    m_setting = false;
    changed();
}

void OrderFilterBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
    QWidget::changeEvent(event);
}

void OrderFilterBar::retranslate() {
    m_text->setPlaceholderText(tr("Order number or user"));
    m_text->setAccessibleName(tr("Order or user"));
    m_text->setToolTip(
        tr("At least four characters from anywhere in the order number, or how an order number or user begins"));
    std::vector<ChoiceButton::Choice> statuses;
    for (const auto status : api::allOrderStatuses()) {
        statuses.push_back({statusKey(status), label(status)});
    }
    m_status->setTitle(tr("Status"), tr("Every status"));
    m_status->setChoices(statuses);
    m_campus->setTitle(tr("Campus"), tr("All campuses"));
    m_courier->setPlaceholderText(tr("Courier"));
    m_courier->setAccessibleName(tr("Courier"));
    m_user->setPlaceholderText(tr("User"));
    m_user->setAccessibleName(tr("User"));
    m_user->setToolTip(tr("Exactly this user"));
    m_time->setNow(m_context.bridge.now());
    m_time->retranslate();
    m_unassigned->setText(tr("Unassigned"));
    m_unassigned->setToolTip(tr("Paid, open and without a courier"));
    m_late->setText(tr("Late"));
    m_late->setToolTip(tr("Past their limit for assignment, pick-up or delivery"));
    m_chosen->setToolTip(tr("Show all orders again"));
    setOnly(m_only);
    m_clear->setToolTip(tr("Clear the filter"));
    m_clear->setAccessibleName(tr("Clear the filter"));
    m_saved->retranslate();
}

}  // namespace evenhand::ui
