// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/settings/people_pane.h"

#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/readable.h"
#include "ui/pages/settings/people_dialogs.h"
#include "ui/shell/navigator.h"
#include "ui/shell/session.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/delay_text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/or_dash.h"
#include "ui/widgets/people_labels.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {
namespace {

bool isLocked(const api::PersonRow& row, Instant now) { return row.waitUntil && *row.waitUntil > now; }

}  // namespace

PeoplePane::PeoplePane(UiContext& context, QWidget* parent)
    : SettingsPane(QStringLiteral("people"), context, parent),
      m_ruleReads(new FeedChannel(
          kReadMs, [this] { readRules(); }, this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kGap);
    setupActs();
    m_problem = new QLabel(this);
    m_problem->setObjectName(QStringLiteral("peopleProblem"));
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->setProperty("problem", true);
    m_problem->hide();
    layout->addWidget(m_problem);
    m_people = new PeopleTable(describePeople(), context, this);
    layout->addWidget(m_people, 1);
    m_rulesTitle = new QLabel(this);
    m_rulesTitle->setTextFormat(Qt::PlainText);
    m_rulesTitle->setFont(scaledFont(font(), 0, QFont::DemiBold));
    m_rules = new FactGrid(this);
    layout->addWidget(m_rulesTitle);
    layout->addWidget(m_rules);
    connect(m_people, &PeopleTable::selectionMoved, this, &PeoplePane::refreshActions);
    connect(&m_people->model(), &PagedTable::totalChanged, this, &PeoplePane::refreshActions);
    connect(m_people, &PeopleTable::readyChanged, this, [this] {
        refreshTexts();
        Q_EMIT readyChanged();
    });
    connect(&context.bridge, &EngineBridge::peopleChanged, m_ruleReads, &FeedChannel::request);
    connect(&context.bridge, &EngineBridge::stateChanged, this, [this] {
        refreshTexts();
        refreshActions();
    });
    retranslate();
}

void PeoplePane::setupActs() {
    constexpr std::pair<const char*, const char*> kShapes[kActs] = {
        {"addPerson", "add"}, {"roles", "verify"}, {"rename", "edit"},   {"resetPassword", "key"},
        {"disable", "lock"},  {"lift", "undo"},    {"rules", "settings"}};
    auto* row = new WrapRow;
    row->setSpacing(2);
    for (int i = 0; i < kActs; ++i) {
        auto* action = addCommand(kShapes[i].first, kShapes[i].second);
        connect(action, &QAction::triggered, this, [this, i] { open(static_cast<Act>(i)); });
        m_acts << action;
        row->addWidget(actionButton(action, this));
    }
    row->addStretch(1);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
}

QString PeoplePane::title() const { return tr("People and roles"); }

QList<QAction*> PeoplePane::commands() const { return m_acts; }

PeopleTable::Spec PeoplePane::describePeople() {
    auto& bridge = context().bridge;
    PeopleTable::Spec spec;
    spec.look.prefix = QStringLiteral("people");
    spec.look.one = QStringLiteral("person");
    spec.look.isSingle = true;
    spec.look.isCompact = true;
    spec.look.refreshedBy = [&bridge](QObject* receiver, const std::function<void()>& again) {
        connect(&bridge, &EngineBridge::peopleChanged, receiver, again);
        connect(&bridge, &EngineBridge::stateChanged, receiver, again);
    };
    auto& texts = spec.look.texts;
    texts.name = [] { return tr("People"); };
    texts.count = [](std::int64_t total) {
        return tr("%1 people", nullptr, Formats::plural(total))
            .arg(total < 0 ? Formats::dash() : Formats::number(total));
    };
    texts.empty = [] {
        return tr(
            "There are no people yet: anyone who can open the folder is an "
            "administrator. Add a person to require signing in.");
    };
    texts.nextAction = action(Add);
    texts.emptyFiltered = [] { return tr("Nobody matches the filter."); };
    texts.exported = [] { return tr("Export people"); };
    texts.fileName = QStringLiteral("people.csv");
    spec.columns = describeColumns();
    spec.orderedBy = QStringLiteral("login");
    spec.isDescending = false;
    spec.now = [&bridge] { return bridge.now(); };
    spec.all = [&bridge](const AnyCell&) {
        return askIfReadable(bridge, api::Permission::ReadAudit,
                             [&bridge] { return bridge.accounts().people(bridge.call()); });
    };
    spec.matches = anyCellOf(spec.columns);
    spec.fields = {textField(
        QStringLiteral("text"), QStringLiteral("personFilterText"), [] { return tr("Name, role or state"); },
        &AnyCell::text)};
    spec.opened = [this](const api::PersonRow&) { open(Roles); };
    return spec;
}

std::vector<Column<api::PersonRow, OneOrder>> PeoplePane::describeColumns() {
    using api::PersonRow;
    using C = Column<PersonRow, OneOrder>;
    auto& bridge = context().bridge;
    const auto& formats = context().formats;
    const auto state = [&bridge, &formats](const PersonRow& row) {
        const Instant now = bridge.now();
        if (row.disabled) {
            return tr("Disabled");
        }
        if (isLocked(row, now)) {
            return tr("Locked until %1").arg(formats.shortTime(*row.waitUntil, now));
        }
        return row.mustChangePassword ? tr("Must change the password") : tr("Active");
    };
    const auto stateTone = [&bridge](const PersonRow& row) -> std::optional<Tone> {
        return row.disabled                  ? Tone::Muted
               : isLocked(row, bridge.now()) ? Tone::Bad
               : row.mustChangePassword      ? Tone::Warn
                                             : Tone::Good;
    };
    const auto signedIn = [&bridge, &formats](const PersonRow& row) {
        return row.lastSignIn ? formats.shortTime(*row.lastSignIn, bridge.now()) : tr("never");
    };
    const auto wholeSignedIn = [&formats](const PersonRow& row) {
        return row.lastSignIn ? formats.dateTime(*row.lastSignIn) : tr("never");
    };
    return {
        C(
            "login", 120, [] { return tr("Sign-in name"); },
            [](const PersonRow& row) { return shownLine(text(row.login)); })
            .strong(),
        C(
            "name", 150, [] { return tr("Name"); }, [](const PersonRow& row) { return orDash(row.name); }),
        C(
            "roles", 200, [] { return tr("Roles"); }, [](const PersonRow& row) { return labels(row.roles); }),
        C(
            "state", 220, [] { return tr("State"); }, state)
            .turningAt([](const PersonRow& row) { return row.waitUntil.value_or(Instant{}); })
            .asPill(stateTone),
        C(
            "lastSignIn", 130, [] { return tr("Last sign-in"); }, signedIn)
            .orderedAs([](const PersonRow& row) { return row.lastSignIn.value_or(Instant{}).ms; })
            .withHint(wholeSignedIn)
            .inFile(wholeSignedIn),
        C::count(
            "failures", 84, [] { return tr("Failures"); }, &PersonRow::failures),
        C(
            "createdBy", 120, [] { return tr("Added by"); },
            [](const PersonRow& row) { return shownLine(actorLabel(row.createdBy)); }),
    };
}

void PeoplePane::setActive(bool active) {
    m_people->setActive(active);
    m_ruleReads->setActive(active);
    if (active) {
        m_ruleReads->request();
    }
}

void PeoplePane::refresh() {
    m_people->refresh();
    m_ruleReads->request();
}

void PeoplePane::readRules() {
    auto& bridge = context().bridge;
    whenReady(bridge.accounts().settings(bridge.call()), this,
              [this, generation = m_ruleReads->generation()](const Result<api::AccountSettings>& rules) {
                  if (!m_ruleReads->answered(generation, rules)) {
                      return;
                  }
                  m_rulesRead = rules;
                  refreshTexts();
                  refreshActions();
                  Q_EMIT readyChanged();
              });
}

const api::PersonRow* PeoplePane::chosen() const {
    return m_people->known().empty() ? nullptr : &m_people->known().front();
}

int PeoplePane::rowOf(const std::string& login) const {
    const auto& all = model()->all();
    const auto found = std::find_if(all.begin(), all.end(), [&login](const auto& row) { return row.login == login; });
    return found == all.end() ? -1 : model()->rowOf(found->id).value_or(-1);
}

void PeoplePane::choose(const std::string& login) {
    if (const int row = rowOf(login); row >= 0) {
        m_people->table()->select({row});
    }
}

QString PeoplePane::whyNot(Act which) const {
    const auto operationOf = [which] {
        switch (which) {
            case Add: return api::Operation::AccountsCreate;
            case Roles: return api::Operation::AccountsSetRoles;
            case Rename: return api::Operation::AccountsEdit;
            case Reset: return api::Operation::AccountsResetPassword;
            case Disable: return api::Operation::AccountsSetDisabled;
            case Lift: return api::Operation::AccountsLift;
            case Rules:
            case kActs: break;
        }
        return api::Operation::AccountsSetSettings;
    };
    if (QString why = context().bridge.whyNotAllowed(operationOf()); !why.isEmpty()) {
        return why;
    }
    if (which == Rules) {
        return m_rulesRead && *m_rulesRead ? QString() : tr("Not loaded yet.");
    }
    if (which == Add) {
        return {};
    }
    const auto* person = chosen();
    if (!person) {
        return tr("Select a person first.");
    }
    const bool self = text(person->login) == text(context().bridge.actor().name);
    if (self && (which == Roles || which == Disable)) {
        return which == Roles ? tr("You cannot change your own roles. Ask another administrator.")
                              : tr("You cannot disable yourself. Ask another administrator.");
    }
    if (self && which == Reset) {
        return tr("Change your own password under \"My account\".");
    }
    if (which == Lift && person->failures == 0) {
        return tr("There is nothing to lift: no attempt has failed.");
    }
    return {};
}

void PeoplePane::open(Act which) {
    if (!action(which)->isEnabled()) {
        return;
    }
    auto& shared = context();
    if (which == Add) {
        m_dialog = openAddPerson(shared, model()->total() == 0 && m_people->filters()->isClear(), window());
        return;
    }
    if (which == Rules) {
        m_dialog = openSignInRules(shared, **m_rulesRead, window());
        return;
    }
    const auto* person = chosen();
    if (!person) {
        return;
    }
    switch (which) {
        case Roles: m_dialog = openRoles(shared, *person, window()); break;
        case Rename: m_dialog = openRenamePerson(shared, *person, window()); break;
        case Reset: m_dialog = openResetPassword(shared, *person, window()); break;
        case Disable: m_dialog = openDisable(shared, *person, window()); break;
        case Lift: m_dialog = openLift(shared, *person, window()); break;
        case Add:
        case Rules:
        case kActs: break;
    }
}

void PeoplePane::refreshTexts() {
    const QString mayNot = context().bridge.whyNotReadable(api::Permission::ReadAudit);
    m_problem->setText(mayNot);
    m_problem->setVisible(!mayNot.isEmpty());
    const QString dash = Formats::dash();
    const auto* rules = m_rulesRead && *m_rulesRead ? &**m_rulesRead : nullptr;
    m_rules->setFacts({{tr("Lock when idle for"),
                        rules ? (rules->idleLockMs == 0 ? tr("never") : writeDelay(rules->idleLockMs)) : dash},
                       {tr("Failures without a delay"), rules ? Formats::number(rules->freeFailures) : dash},
                       {tr("First delay"), rules ? writeDelay(rules->firstDelayMs) : dash},
                       {tr("Lock after failures"), rules ? Formats::number(rules->lockAfter) : dash},
                       {tr("Locked for"), rules ? writeDelay(rules->lockMs) : dash}});
}

void PeoplePane::refreshActions() {
    for (int i = 0; i < kActs; ++i) {
        setActionState(*m_acts.at(i), whyNot(static_cast<Act>(i)));
    }
    const auto* person = chosen();
    setActionTexts(*m_acts.at(Disable), person && person->disabled ? tr("Enable…") : tr("Disable…"));
}

void PeoplePane::retranslate() {
    setActionTexts(*m_acts.at(Add), tr("Add a person…"));
    setActionTexts(*m_acts.at(Roles), tr("Roles…"));
    setActionTexts(*m_acts.at(Rename), tr("Rename…"));
    setActionTexts(*m_acts.at(Reset), tr("Reset the password…"));
    setActionTexts(*m_acts.at(Lift), tr("Lift the lock…"));
    setActionTexts(*m_acts.at(Rules), tr("Sign-in rules…"));
    m_rulesTitle->setText(tr("Sign-in rules"));
    refreshTexts();
    refreshActions();
}

}  // namespace evenhand::ui
