// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/start_panel.h"

#include <QAction>
#include <QHBoxLayout>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/readable.h"
#include "ui/shell/campus_scope.h"
#include "ui/shell/preferences.h"
#include "ui/shell/service_control.h"
#include "ui/shell/session.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {
namespace {

constexpr std::array<const char*, StartPanel::kSteps> kStepNames{"startCampus", "startCourier", "startProduct",
                                                                 "startOrder", "startApi"};

/// A token alone opens nothing: the second half of the last step.
constexpr const char* kServe = "settings.serveApi";

/// The window's commands that do each step, by their names.
const std::array<std::vector<const char*>, StartPanel::kSteps>& stepCommands() {
    static const std::array<std::vector<const char*>, StartPanel::kSteps> kCommands{
        {{"shop.addCampus"},
         {"shop.addCourier", "action.import"},
         {"shop.addProduct", "action.import"},
         {"orders.take", "action.import"},
         {"settings.addToken", kServe}}};
    return kCommands;
}

}  // namespace

StartPanel::StartPanel(UiContext& context, QWidget* parent) : Translated(parent), m_context(context) {
    setObjectName(QStringLiteral("startPanel"));
    setupRows();
    setupReads();
    retranslate();
    hide();
}

void StartPanel::setupRows() {
    auto* body = new QWidget(this);
    auto* down = columnIn(body, kGap + kGapSmall, kGap + kGapSmall);
    for (std::size_t step = 0; step < kSteps; ++step) {
        const QString name = QLatin1String(kStepNames[step]);
        auto& row = m_rows[step];
        row.box = named(new QWidget(body), name);
        auto* along = rowIn(row.box, 0, kGap + kGapSmall);
        auto* texts = new QVBoxLayout;
        texts->setSpacing(2);
        row.title = plainLabel(row.box, name + QStringLiteral("Title"));
        auto font = row.title->font();
        font.setBold(true);
        row.title->setFont(font);
        row.text = muted(wrapped(plainLabel(row.box, name + QStringLiteral("Text"))));
        texts->addWidget(row.title);
        texts->addWidget(row.text);
        along->addLayout(texts, 1);
        row.buttons = new QHBoxLayout;
        row.buttons->setSpacing(kGapSmall);
        along->addLayout(row.buttons);
        down->addWidget(row.box);
    }
    m_notNeeded = named(new QToolButton(m_rows[ApiStep].box), QStringLiteral("startApiNotNeeded"));
    m_notNeeded->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_rows[ApiStep].buttons->addWidget(m_notNeeded);
    connect(m_notNeeded, &QToolButton::clicked, this, [this] {
        m_context.preferences.setValue(key("apiNotNeeded"), true);
        refresh();
    });
    setBody(body);
}

void StartPanel::setupReads() {
    for (const auto step : {CourierStep, ProductStep, OrderStep, ApiStep}) {
        m_reads[step] = new FeedChannel(
            kReadMs, [this, step] { read(step); }, this);
    }
    auto& bridge = m_context.bridge;
    connect(&bridge, &EngineBridge::couriersChanged, this, [this] { ask(CourierStep); });
    connect(&bridge, &EngineBridge::catalogueChanged, this, [this] { ask(ProductStep); });
    connect(&bridge, &EngineBridge::ordersChanged, this, [this] { ask(OrderStep); });
    connect(&bridge, &EngineBridge::tokensChanged, this, [this] { ask(ApiStep); });
    if (auto* service = m_context.session.service()) {
        connect(service, &ServiceControl::changed, this, [this] { ask(ApiStep); });
    }
    connect(&m_context.scope, &CampusScope::campusesChanged, this, &StartPanel::readCampuses);
    readCampuses();
}

void StartPanel::addButtons() {
    if (std::exchange(m_hasButtons, true)) {
        return;
    }
    // They are made after the rest of the page, and Tab would come to them last.
    auto* before = m_notNeeded->previousInFocusChain();
    for (std::size_t step = 0; step < kSteps; ++step) {
        int at = 0;
        for (const char* command : stepCommands()[step]) {
            auto* action = window()->findChild<QAction*>(QLatin1String(command));
            if (action == nullptr || (command == kServe && m_context.session.service() == nullptr)) {
                continue;
            }
            auto* button = actionButton(action, m_rows[step].box, Qt::ToolButtonTextOnly);
            // An import stands at several steps.
            button->setObjectName(QLatin1String(kStepNames[step]) + QLatin1Char('.') + QLatin1String(command));
            m_rows[step].buttons->insertWidget(at++, button);
            setTabOrder(before, button);
            before = button;
        }
    }
    setTabOrder(before, m_notNeeded);
    sayApi();
    showNext();
}

void StartPanel::showNext() {
    bool isNext = true;
    for (const auto& row : m_rows) {
        const auto* first = firstButton(row);
        for (int at = 0; at < row.buttons->count(); ++at) {
            auto* button = row.buttons->itemAt(at)->widget();
            const bool isPrimary = isNext && !row.box->isHidden() && button == first && button != m_notNeeded;
            const QString role = isPrimary ? QStringLiteral("primary") : QStringLiteral("bordered");
            if (button->property("role").toString() != role) {
                button->setProperty("role", role);
                button->style()->unpolish(button);
                button->style()->polish(button);
            }
        }
        isNext = isNext && row.box->isHidden();
    }
}

QWidget* StartPanel::firstButton(const Row& row) {
    for (int at = 0; at < row.buttons->count(); ++at) {
        if (auto* button = row.buttons->itemAt(at)->widget(); !button->isHidden()) {
            return button;
        }
    }
    return nullptr;
}

void StartPanel::setActive(bool active) {
    m_active = active;
    if (active) {
        addButtons();
    }
    for (const auto step : {CourierStep, ProductStep, OrderStep, ApiStep}) {
        m_reads[step]->setActive(active);
        ask(step);
    }
}

/// Whether the API is open matters only where there was something to do.
void StartPanel::ask(Step step) {
    const bool isDone = m_done[step].value_or(false);
    if (m_active && !isDone && (step != ApiStep || hasBegun())) {
        m_reads[step]->request();
    }
}

/// What somebody may not read is no step of theirs.
void StartPanel::read(Step step) {
    auto& bridge = m_context.bridge;
    switch (step) {
        case CourierStep:
            m_reads[step]->take(bridge.shop().couriers(bridge.call(), {}, 1),
                                [this](const Result<std::vector<api::CourierRow>>& rows) {
                                    took(CourierStep, !rows || !rows->empty());
                                });
            break;
        case ProductStep: {
            api::ProductQuery query;
            query.limit = 1;
            m_reads[step]->take(bridge.shop().products(bridge.call(), query),
                                [this](const Result<std::vector<api::ProductRow>>& rows) {
                                    took(ProductStep, !rows || !rows->empty());
                                });
            break;
        }
        case OrderStep:  // the histories of orders begin with the first
            m_reads[step]->take(
                bridge.engine().feed().end(bridge.call()),
                [this](const Result<api::FeedPosition>& end) { took(OrderStep, !end || end->orders > 0); });
            break;
        case ApiStep:
            m_reads[step]->take(askIfReadable(bridge, api::Permission::ReadAudit,
                                              [&bridge] { return bridge.tokens().tokens(bridge.call()); }),
                                [this](const Result<std::vector<api::TokenRow>>& rows) {
                                    m_hasToken = rows && !rows->empty();
                                    const bool isOpen = m_hasToken && isServed();
                                    if (isOpen) {  // for good: that it is not served another day is no step
                                        m_context.preferences.setValue(key("apiOpened"), true);
                                    }
                                    took(ApiStep, !rows || isOpen);
                                });
            break;
        case CampusStep:
        case kSteps: break;
    }
}

void StartPanel::readCampuses() {
    if (m_context.scope.isLoaded()) {
        took(CampusStep, !m_context.scope.campuses().empty());
    }
}

void StartPanel::took(Step step, bool done) {
    m_done[step] = done;
    refresh();
    Q_EMIT readyChanged();
}

bool StartPanel::isReady() const {
    return std::all_of(m_done.begin(), m_done.begin() + ApiStep, [](const auto& done) { return done.has_value(); });
}

bool StartPanel::isOpen(Step step) const { return !isHidden() && !m_rows[step].box->isHidden(); }

bool StartPanel::isServed() const {
    const auto* service = m_context.session.service();
    return service == nullptr || service->state().kind == ServiceState::Kind::Serving;
}

bool StartPanel::isSet(const char* name) const { return m_context.preferences.value(key(name), false).toBool(); }

bool StartPanel::hasBegun() const { return isSet("begun"); }

QString StartPanel::key(const char* name) const {
    return QStringLiteral("firstSteps/%1/%2").arg(text(m_context.bridge.workspace().id), QLatin1String(name));
}

void StartPanel::setPosing(bool posing) {
    m_posing = posing;
    refresh();
}

void StartPanel::refresh() {
    if (!isReady()) {
        return;
    }
    const bool isNew = std::any_of(m_done.begin(), m_done.begin() + ApiStep, [](const auto& done) { return !*done; });
    const bool isDemo = m_context.session.isDemo();  // which fills itself
    if (isNew && !isDemo && !hasBegun()) {
        m_context.preferences.setValue(key("begun"), true);
        ask(ApiStep);
    }
    // Where what has the focus is hidden, it goes on to whatever comes next, and the page is scrolled there.
    auto* focused = window()->focusWidget();
    const bool hasFocus = focused != nullptr && isAncestorOf(focused);
    if (hasFocus) {
        focused->clearFocus();
    }
    for (std::size_t step = 0; step < ApiStep; ++step) {
        m_rows[step].box->setVisible(m_posing || !*m_done[step]);
    }
    const bool api =
        m_posing || (hasBegun() && m_done[ApiStep] == false && !isSet("apiNotNeeded") && !isSet("apiOpened"));
    m_rows[ApiStep].box->setVisible(api);
    sayApi();
    showNext();
    setVisible(m_posing || ((isNew || api) && !isDemo));
    if (hasFocus) {
        focusAgain(*focused);
    }
}

/// What is left to do for the API: the token first, then that it is served.
void StartPanel::sayApi() {
    auto& row = m_rows[ApiStep];
    const bool isLeftOff = m_hasToken && !m_posing;
    row.text->setText(isLeftOff ? tr("The token is there. Start the API, so that your own shop can use it.")
                                : tr("With a token, your own shop can place orders by itself."));
    for (const char* command : stepCommands()[ApiStep]) {
        const QString name = QLatin1String(kStepNames[ApiStep]) + QLatin1Char('.') + QLatin1String(command);
        if (auto* button = row.box->findChild<QToolButton*>(name)) {
            button->setVisible((command == kServe) == isLeftOff);
        }
    }
}

void StartPanel::focusAgain(QWidget& before) {
    if (before.isVisibleTo(this)) {
        before.setFocus();
        return;
    }
    for (const auto& row : m_rows) {
        if (auto* button = row.box->isHidden() ? nullptr : firstButton(row)) {
            button->setFocus();
            return;
        }
    }
}

void StartPanel::retranslate() {
    setTitle(tr("First steps"));
    const std::array<std::pair<QString, QString>, kSteps> texts{
        {{tr("Add a campus"), tr("A place where couriers deliver: a university, a neighbourhood.")},
         {tr("Add couriers"), tr("One by one, or all from a CSV file, which also adds their campuses.")},
         {tr("Add products"), tr("What people can order, with its price and its stock.")},
         {tr("Take the first order"), tr("By hand, as for somebody who calls, or from a CSV file.")},
         {tr("Open the HTTP API"), QString()}}};
    for (std::size_t step = 0; step < kSteps; ++step) {
        m_rows[step].title->setText(texts[step].first);
        m_rows[step].text->setText(texts[step].second);
    }
    sayApi();
    m_notNeeded->setText(tr("Not needed"));
}

}  // namespace evenhand::ui
