// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/settings/people_pane.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "ui/bridge/readable.h"
#include "ui/pages/settings/people_dialogs.h"
#include "ui/pages/shared/flow_answers.h"
#include "ui/tables/refreshed_by.h"
#include "ui/widgets/delay_text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/or_dash.h"
#include "ui/widgets/people_labels.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {
namespace {

bool isLocked(const api::PersonRow& row, Instant now) { return row.waitUntil && *row.waitUntil > now; }

}  // namespace

PeoplePane::PeoplePane(UiContext& context, QWidget* parent)
    : SettingsPane(QStringLiteral("people"), context, parent),
      m_ruleReads(new FeedChannel(
          kReadMs, [this] { readRules(); }, this)) {
    setupBar();
    m_people = new PeopleTable(describePeople(), context, this);
    down()->addWidget(m_people, 1);
    m_rulesTitle = addTitle();
    m_rules = new FactGrid(this);
    down()->addWidget(m_rules);
    connect(m_people, &PeopleTable::readyChanged, this, &PeoplePane::readyChanged);
    connect(&context.bridge, &EngineBridge::peopleChanged, m_ruleReads, &FeedChannel::request);
    retranslate();
}

void PeoplePane::setupBar() {
    const auto may = [this](api::Operation operation) { return context().bridge.whyNotAllowed(operation); };
    addBar(
        {{"addPerson", "add", [] { return tr("Add a person…"); }, [may] { return may(api::Operation::AccountsCreate); },
          [this] {
              const bool first = model()->total() == 0 && m_people->filters()->isClear();
              m_dialog = openAddPerson(context(), first, window());
          }},
         {"rules", "settings", [] { return tr("Sign-in rules…"); },
          [this, may] {
              const QString why = may(api::Operation::AccountsSetSettings);
              return why.isEmpty() && !(m_rulesRead && *m_rulesRead) ? tr("Not loaded yet.") : why;
          },
          [this] { m_dialog = openSignInRules(context(), **m_rulesRead, window()); }}});
}

QString PeoplePane::title() const { return tr("People and roles"); }

PeopleTable::Spec PeoplePane::describePeople() {
    auto& bridge = context().bridge;
    PeopleTable::Spec spec;
    spec.look.prefix = QStringLiteral("people");
    spec.look.one = QStringLiteral("person");
    spec.look.permission = api::Permission::ReadAudit;
    spec.look.isCompact = true;
    spec.look.refreshedBy = refreshedBy(bridge, &EngineBridge::peopleChanged);
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
    texts.nextAction = action("addPerson");
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
    spec.words.header = [] { return QStringList{tr("Person"), tr("Roles"), tr("Now")}; };
    spec.words.frozen = [this](const Person& row) {
        return FlowRow{.id = row.id.value,
                       .version = row.version,
                       .name = shownLine(text(row.login)),
                       .detail = labels(row.roles),
                       .was = stateOf(row)};
    };
    spec.actions = {
        describeForm(
            "roles", "verify", [] { return tr("Roles…"); }, api::Operation::AccountsSetRoles, &openRoles,
            [] { return tr("You cannot change your own roles. Ask another administrator."); }),
        describeForm(
            "rename", "edit", [] { return tr("Rename…"); }, api::Operation::AccountsEdit, &openRenamePerson),
        describeForm(
            "resetPassword", "key", [] { return tr("Reset the password…"); }, api::Operation::AccountsResetPassword,
            &openResetPassword, [] { return tr("Change your own password under \"My account\"."); }),
        describeDisable(true),
        describeDisable(false),
        describeLift()};
    spec.opened = [this](const Person&) { action("roles")->trigger(); };
    return spec;
}

// --- actions ------------------------------------------------------------------------------------------------

bool PeoplePane::isOneself(const Person& row) const { return text(row.login) == text(context().bridge.actor().name); }

/// What needs more than a yes is a form of its own, about one person.
RowAction<api::PersonRow> PeoplePane::describeForm(const char* name, const char* icon, Words label,
                                                   api::Operation operation, Form form, Words whyNotOneself) {
    RowAction<Person> action;
    action.look = {.name = QStringLiteral("settings.") + QLatin1String(name),
                   .icon = QLatin1String(icon),
                   .label = std::move(label),
                   .operation = operation,
                   .isSingle = true,
                   .whyNone = [] { return tr("Select a person first."); }};
    action.whyNot = [this, whyNotOneself = std::move(whyNotOneself)](const Person& row) {
        return whyNotOneself && isOneself(row) ? whyNotOneself() : QString();
    };
    action.begin = [this, form](const std::vector<Person>& frozen) {
        if (!frozen.empty()) {
            m_dialog = form(context(), frozen.front(), window());
        }
    };
    return action;
}

RowAction<api::PersonRow> PeoplePane::describeDisable(bool disable) {
    RowAction<Person> action;
    action.look = {.name = disable ? QStringLiteral("settings.disable") : QStringLiteral("settings.enable"),
                   .icon = disable ? QStringLiteral("lock") : QStringLiteral("undo"),
                   .label = [disable] { return disable ? tr("Disable…") : tr("Enable…"); },
                   .operation = api::Operation::AccountsSetDisabled,
                   .whyNone = [] { return tr("Select a person first."); }};
    action.whyNot = [this, disable](const Person& row) {
        if (disable && isOneself(row)) {
            return tr("You cannot disable yourself. Ask another administrator.");
        }
        return row.disabled != disable ? QString() : disable ? tr("Already disabled.") : tr("Not disabled.");
    };
    action.effect = [disable](const Person&) { return disable ? tr("cannot sign in") : tr("can sign in again"); };
    action.ask = [disable](const std::vector<Person>& fit) {
        ActionDialog::Texts texts;
        const QString whom =
            fit.size() == 1
                ? shownLine(text(fit.front().login))
                : tr("%1 people", nullptr, Formats::plural(std::ssize(fit))).arg(Formats::number(std::ssize(fit)));
        texts.title = disable ? tr("Disable") : tr("Enable");
        texts.question = disable ? tr("%1: sign-in will be disabled.", "who").arg(whom)
                                 : tr("%1: sign-in will be enabled.", "who").arg(whom);
        texts.effect = disable ? tr("They are signed out everywhere and cannot sign in. People are never deleted, "
                                    "because records refer to them.")
                               : tr("They can sign in again, with the password they had.");
        texts.confirm = texts.title;
        texts.danger = disable;
        texts.reasonHint = tr("Required; kept in the audit log");
        return texts;
    };
    action.submitRows = submitEach<Person>(
        this,
        [this, disable](const api::Call& call, const Person& row) {
            return context().bridge.accounts().setDisabled(call, {row.id, row.version}, disable);
        },
        [this](const Person& row) { return stateOf(row); });
    return action;
}

RowAction<api::PersonRow> PeoplePane::describeLift() {
    RowAction<Person> action;
    action.look = {.name = QStringLiteral("settings.lift"),
                   .icon = QStringLiteral("undo"),
                   .label = [] { return tr("Lift the lock…"); },
                   .operation = api::Operation::AccountsLift,
                   .whyNone = [] { return tr("Select a person first."); }};
    action.whyNot = [](const Person& row) {
        return row.failures == 0 ? tr("There is nothing to lift: no attempt has failed.") : QString();
    };
    action.effect = [](const Person&) { return tr("can try again at once"); };
    action.ask = [](const std::vector<Person>& fit) {
        const auto failures = std::accumulate(fit.begin(), fit.end(), std::int64_t{0},
                                              [](std::int64_t sum, const Person& row) { return sum + row.failures; });
        ActionDialog::Texts texts;
        texts.title =
            fit.size() == 1 ? tr("Lift the lock of %1").arg(shownLine(text(fit.front().login))) : tr("Lift the lock");
        texts.question =
            tr("%1 failed attempts are cleared; they can try again at once.", nullptr, Formats::plural(failures))
                .arg(Formats::number(failures));
        texts.confirm = tr("Lift the lock");
        texts.reasonHint = tr("Required; kept in the audit log");
        return texts;
    };
    action.submitRows = submitEach<Person>(
        this,
        [this](const api::Call& call, const Person& row) {
            return context().bridge.accounts().lift(call, {row.id, row.version});
        },
        [this](const Person& row) { return stateOf(row); });
    return action;
}

// --- columns ------------------------------------------------------------------------------------------------

QString PeoplePane::stateOf(const Person& row) const {
    const Instant now = context().bridge.now();
    if (row.disabled) {
        return tr("Disabled");
    }
    if (isLocked(row, now)) {
        return tr("Locked until %1").arg(context().formats.shortTime(*row.waitUntil, now));
    }
    return row.mustChangePassword ? tr("Must change the password") : tr("Active");
}

std::vector<Column<api::PersonRow, OneOrder>> PeoplePane::describeColumns() {
    using api::PersonRow;
    using C = Column<PersonRow, OneOrder>;
    auto& bridge = context().bridge;
    const auto& formats = context().formats;
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
            "state", 220, [] { return tr("State"); }, [this](const PersonRow& row) { return stateOf(row); })
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
    m_ruleReads->take(bridge.accounts().settings(bridge.call()), [this](const Result<api::AccountSettings>& rules) {
        m_rulesRead = rules;
        refreshTexts();
        refreshActions();
        Q_EMIT readyChanged();
    });
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

void PeoplePane::refreshTexts() {
    const QString dash = Formats::dash();
    const auto* rules = m_rulesRead && *m_rulesRead ? &**m_rulesRead : nullptr;
    m_rules->setFacts({{tr("Lock when idle for"),
                        rules ? (rules->idleLockMs == 0 ? tr("never") : writeDelay(rules->idleLockMs)) : dash},
                       {tr("Failures without a delay"), rules ? Formats::number(rules->freeFailures) : dash},
                       {tr("First delay"), rules ? writeDelay(rules->firstDelayMs) : dash},
                       {tr("Lock after failures"), rules ? Formats::number(rules->lockAfter) : dash},
                       {tr("Locked for"), rules ? writeDelay(rules->lockMs) : dash}});
}

void PeoplePane::retranslate() {
    SettingsPane::retranslate();
    m_rulesTitle->setText(tr("Sign-in rules"));
    refreshTexts();
}

}  // namespace evenhand::ui
