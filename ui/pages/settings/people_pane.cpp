// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/settings/people_pane.h"

#include <QToolButton>
#include <QVBoxLayout>

#include "ui/bridge/error_text.h"
#include "ui/bridge/readable.h"
#include "ui/pages/settings/people_dialogs.h"
#include "ui/shell/navigator.h"
#include "ui/shell/session.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/delay_text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/team_labels.h"
#include "ui/widgets/tone_delegate.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {
namespace {

constexpr int kPeopleWidths[PersonModel::ColumnCount] = {120, 150, 200, 220, 130, 84, 120};

bool isLocked(const api::PersonRow& row, Instant now) { return row.waitUntil && *row.waitUntil > now; }

}  // namespace

// --- model --------------------------------------------------------------------------------------------------

int PersonModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

bool PersonModel::same(const api::PersonRow& a, const api::PersonRow& b) const {
    return a.version == b.version && a.name == b.name && a.roles == b.roles && a.disabled == b.disabled &&
           a.failures == b.failures && a.waitUntil == b.waitUntil && a.lastSignIn == b.lastSignIn &&
           a.mustChangePassword == b.mustChangePassword;
}

QString PersonModel::shown(const api::PersonRow& row, int column) const {
    switch (column) {
        case Login: return shownLine(text(row.login));
        case Name: return row.name.empty() ? Formats::dash() : shownLine(text(row.name));
        case Roles: return labels(row.roles);
        case State:
            if (row.disabled) {
                return tr("Disabled");
            }
            if (isLocked(row, m_now)) {
                return tr("Locked until %1").arg(m_formats.shortTime(*row.waitUntil, m_now));
            }
            return row.mustChangePassword ? tr("Must change the password") : tr("Active");
        case LastSignIn: return row.lastSignIn ? m_formats.shortTime(*row.lastSignIn, m_now) : tr("never");
        case Failures: return Formats::number(row.failures);
        case CreatedBy: return shownLine(actorLabel(row.createdBy));
        default: return {};
    }
}

QVariant PersonModel::data(const QModelIndex& index, int role) const {
    const auto* row = at(index);
    if (!row) {
        return {};
    }
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole: return shown(*row, column);
        case Qt::ToolTipRole: return plainToolTip(shown(*row, column));
        case Qt::TextAlignmentRole:
            return static_cast<int>(Qt::AlignVCenter | (column == Failures ? Qt::AlignRight : Qt::AlignLeft));
        case StrongRole: return column == Login;
        case PillRole: {
            if (column != State) {
                return {};
            }
            const Tone tone = row->disabled             ? Tone::Muted
                              : isLocked(*row, m_now)   ? Tone::Bad
                              : row->mustChangePassword ? Tone::Warn
                                                        : Tone::Good;
            return static_cast<int>(tone);
        }
        default: return {};
    }
}

QVariant PersonModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
        case Login: return tr("Sign-in name");
        case Name: return tr("Name");
        case Roles: return tr("Roles");
        case State: return tr("State");
        case LastSignIn: return tr("Last sign-in");
        case Failures: return tr("Failures");
        case CreatedBy: return tr("Added by");
        default: return {};
    }
}

void PersonModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    touchAll();
}

// --- pane ---------------------------------------------------------------------------------------------------

PeoplePane::PeoplePane(UiContext& context, QWidget* parent)
    : SettingsPane(QStringLiteral("people"), context, parent),
      m_reads(new FeedChannel(
          kReadMs, [this] { read(); }, this)),
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
    m_model = new PersonModel(context.formats, this);
    m_table = new QTableView(this);
    m_table->setObjectName(QStringLiteral("peopleTable"));
    m_table->setModel(m_model);
    styleTable(*m_table, false);
    m_empty = new EmptyHint(*m_table);
    layout->addWidget(m_table, 1);
    m_rulesTitle = new QLabel(this);
    m_rulesTitle->setTextFormat(Qt::PlainText);
    m_rulesTitle->setFont(scaledFont(font(), 0, QFont::DemiBold));
    m_rules = new FactGrid(this);
    layout->addWidget(m_rulesTitle);
    layout->addWidget(m_rules);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &PeoplePane::refreshActions);
    connect(m_table, &QAbstractItemView::doubleClicked, this, [this] { open(Roles); });
    connect(&context.bridge, &EngineBridge::peopleChanged, this, &PeoplePane::refresh);
    connect(&context.bridge, &EngineBridge::stateChanged, this, [this] {
        refreshActions();
        m_reads->request();
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

void PeoplePane::setActive(bool active) {
    for (auto* channel : {m_reads, m_ruleReads}) {
        channel->setActive(active);
        if (active) {
            channel->request();
        }
    }
}

void PeoplePane::refresh() {
    m_reads->request();
    m_ruleReads->request();
}

void PeoplePane::read() {
    auto& bridge = context().bridge;
    whenReady(askIfReadable(bridge, api::Permission::ReadAudit,
                            [&bridge] { return bridge.accounts().people(bridge.call()); }),
              this, [this, generation = m_reads->generation()](const Result<std::vector<api::PersonRow>>& people) {
                  if (!m_reads->answered(generation, people)) {
                      return;
                  }
                  m_read = people;
                  m_model->setNow(context().bridge.now());
                  m_model->take(people);
                  refreshTexts();
                  refreshActions();
                  Q_EMIT readyChanged();
              });
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
    const auto rows = m_table->selectionModel()->selectedRows();
    return rows.isEmpty() ? nullptr : m_model->at(rows.front());
}

void PeoplePane::choose(const std::string& login) {
    if (const int row = m_model->rowOf(login); row >= 0) {
        m_table->selectRow(row);
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
    if (const QString why = context().bridge.whyNotAllowed(operationOf()); !why.isEmpty()) {
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
        m_dialog = openAddPerson(shared, m_model->rowCount() == 0, window());
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
    QString problem = mayNot;
    if (problem.isEmpty() && m_read && !*m_read) {
        problem = tr("Could not be read: %1").arg(errorText(m_read->error()));
    }
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    m_empty->setHint(m_read && *m_read ? tr("There are no people yet: anyone who can open the folder is an "
                                            "administrator. Add a person to require signing in.")
                                       : QString());
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
    m_table->setAccessibleName(tr("People"));
    m_rulesTitle->setText(tr("Sign-in rules"));
    m_model->retranslate();
    fitColumns(*m_table, kPeopleWidths);
    for (auto* button : findChildren<QToolButton*>()) {
        if (button->defaultAction()) {
            QString name = button->defaultAction()->text();
            button->setAccessibleName(name.remove(QStringLiteral("…")));
        }
    }
    refreshTexts();
    refreshActions();
}

}  // namespace evenhand::ui
