// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/settings/people_dialogs.h"

#include <QCoreApplication>
#include <QLineEdit>
#include <QSpinBox>
#include <algorithm>

#include "engine/api/password_policy.h"
#include "engine/base/clock.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/dialogs/form_answer.h"
#include "ui/dialogs/new_password_fields.h"
#include "ui/dialogs/settings_dialog.h"
#include "ui/pages/settings/role_boxes.h"
#include "ui/widgets/delay_text.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/people_labels.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {
namespace {

struct People {
    Q_DECLARE_TR_FUNCTIONS(People)
};

api::PersonRef refOf(const api::PersonRow& person) { return {person.id, person.version}; }

QString nameOf(const api::PersonRow& person) { return shownLine(text(person.login)); }

}  // namespace

FormDialog* openAddPerson(UiContext& context, bool first, QWidget* parent) {
    const QString intro =
        first ? People::tr("Make the first person an administrator: from then on everybody has to sign in.")
              : People::tr("They must change the password at their first sign-in.");
    auto* dialog = new FormDialog(context, QStringLiteral("personDialog"),
                                  {People::tr("Add a person"), intro, People::tr("Add")}, parent);
    auto* login = named(new QLineEdit(dialog), QStringLiteral("personLogin"));
    login->setMaxLength(static_cast<int>(4 * api::kMaxLogin));
    auto* name = named(new QLineEdit(dialog), QStringLiteral("personName"));
    name->setMaxLength(static_cast<int>(base::kMaxNameCharacters));
    dialog->addField(QStringLiteral("login"), People::tr("Sign-in name"), login,
                     People::tr("It cannot be changed later."), [login] {
                         if (login->text().trimmed().isEmpty()) {
                             return People::tr("Enter a name.");
                         }
                         const auto good = api::checkLogin(login->text().trimmed().toStdString());
                         return good ? QString() : errorText(good.error());
                     });
    dialog->addField(QStringLiteral("name"), People::tr("Display name"), name, People::tr("Optional."));
    auto* boxes = named(new RoleBoxes(first ? std::vector{api::Role::Administrator} : std::vector<api::Role>{}, dialog),
                        QStringLiteral("personRoles"));
    dialog->addField(QStringLiteral("roles"), People::tr("Roles"), boxes, {}, [boxes] {
        return boxes->roles().empty() ? People::tr("Without a role, a person cannot do anything.") : QString();
    });
    auto* fields =
        new NewPasswordFields([login, name] { return std::pair(login->text().trimmed(), name->text()); }, dialog);
    dialog->addField(QStringLiteral("password"), People::tr("Password"), fields, {},
                     [fields] { return fields->problem(); });
    QObject::connect(login, &QLineEdit::textChanged, fields, &NewPasswordFields::recheck);
    for (auto* edit : {login, name}) {
        QObject::connect(edit, &QLineEdit::textChanged, dialog, &FormDialog::recheck);
    }
    QObject::connect(boxes, &RoleBoxes::changed, dialog, &FormDialog::recheck);
    QObject::connect(fields, &NewPasswordFields::changed, dialog, &FormDialog::recheck);
    dialog->needs(api::Operation::AccountsCreate);
    dialog->setSubmit([&context, dialog, login, name, boxes, fields](const QString&, FormDialog::Done done) {
        auto& bridge = context.bridge;
        api::PersonInput input{login->text().trimmed().toStdString(), name->text().trimmed().toStdString(),
                               boxes->roles()};
        const QString said = People::tr("%1 is added.").arg(shownLine(login->text().trimmed()));
        finishForm(context, dialog, bridge.accounts().create(bridge.call(), std::move(input), fields->secret()),
                   std::move(done), said);
    });
    login->setFocus();
    dialog->open();
    return dialog;
}

FormDialog* openRenamePerson(UiContext& context, const api::PersonRow& person, QWidget* parent) {
    auto* dialog = new FormDialog(
        context, QStringLiteral("renameDialog"),
        {People::tr("Rename %1").arg(nameOf(person)), People::tr("The name for signing in stays."), People::tr("Save")},
        parent);
    auto* name = named(new QLineEdit(text(person.name), dialog), QStringLiteral("personName"));
    name->setMaxLength(static_cast<int>(base::kMaxNameCharacters));
    dialog->addField(QStringLiteral("name"), People::tr("Display name"), name, People::tr("Optional."));
    dialog->setChanged([name, before = text(person.name)] { return name->text().trimmed() != before; });
    QObject::connect(name, &QLineEdit::textChanged, dialog, &FormDialog::recheck);
    dialog->needs(api::Operation::AccountsEdit);
    dialog->setSubmit([&context, dialog, person, name](const QString&, FormDialog::Done done) {
        auto& bridge = context.bridge;
        finishForm(context, dialog,
                   bridge.accounts().rename(bridge.call(), refOf(person), name->text().trimmed().toStdString()),
                   std::move(done), People::tr("%1 is renamed.").arg(nameOf(person)));
    });
    dialog->open();
    return dialog;
}

FormDialog* openRoles(UiContext& context, const api::PersonRow& person, QWidget* parent) {
    auto* dialog = new FormDialog(
        context, QStringLiteral("rolesDialog"),
        {People::tr("Roles of %1").arg(nameOf(person)),
         People::tr("They take effect at once, even for what is running now."), People::tr("Save"), false, true},
        parent);
    auto* boxes = named(new RoleBoxes(person.roles, dialog), QStringLiteral("personRoles"));
    auto before = person.roles;
    std::sort(before.begin(), before.end());
    dialog->addField(QStringLiteral("roles"), People::tr("Roles"), boxes);
    dialog->setChanged([boxes, before] { return boxes->roles() != before; });
    QObject::connect(boxes, &RoleBoxes::changed, dialog, &FormDialog::recheck);
    dialog->needs(api::Operation::AccountsSetRoles);
    dialog->setSubmit([&context, dialog, person, boxes](const QString& reason, FormDialog::Done done) {
        auto& bridge = context.bridge;
        finishForm(context, dialog, bridge.accounts().setRoles(bridge.call(reason), refOf(person), boxes->roles()),
                   std::move(done), People::tr("%1 now has: %2.").arg(nameOf(person), labels(boxes->roles())));
    });
    dialog->open();
    return dialog;
}

FormDialog* openResetPassword(UiContext& context, const api::PersonRow& person, QWidget* parent) {
    auto* dialog =
        new FormDialog(context, QStringLiteral("resetPasswordDialog"),
                       {People::tr("New password for %1").arg(nameOf(person)),
                        People::tr("They are signed out everywhere, and must change it at their next sign-in."),
                        People::tr("Set the password"), false, true},
                       parent);
    auto* fields = new NewPasswordFields(
        [login = text(person.login), name = text(person.name)] { return std::pair(login, name); }, dialog);
    dialog->addField(QStringLiteral("password"), People::tr("Password"), fields, {},
                     [fields] { return fields->problem(); });
    QObject::connect(fields, &NewPasswordFields::changed, dialog, &FormDialog::recheck);
    dialog->needs(api::Operation::AccountsResetPassword);
    dialog->setSubmit([&context, dialog, person, fields](const QString& reason, FormDialog::Done done) {
        auto& bridge = context.bridge;
        finishForm(context, dialog,
                   bridge.accounts().resetPassword(bridge.call(reason), refOf(person), fields->secret()),
                   std::move(done), People::tr("%1 has a new password.").arg(nameOf(person)));
    });
    dialog->open();
    return dialog;
}

// --- rules --------------------------------------------------------------------------------------------------

namespace {

/// Delays and counts of signing in, for everybody.
class SignInRulesDialog final : public SettingsDialog {
public:
    SignInRulesDialog(UiContext& context, const api::AccountSettings& rules, QWidget* parent)
        : SettingsDialog(context, QStringLiteral("signInRules"), People::tr("Sign-in rules"),
                         api::Operation::AccountsSetSettings, parent),
          m_before(rules) {
        addNote(People::tr("For everybody in this workspace."));
        m_idle = addDelay("idle_lock_ms", People::tr("Lock when idle for"), People::tr("1 min to 24 h; 0: never."),
                          rules.idleLockMs, 0, base::kDayMs);
        m_free = addCount("free_failures", People::tr("Failures without a delay"), People::tr("0 to 10."),
                          rules.freeFailures, 0, 10);
        m_first = addDelay("first_delay_ms", People::tr("First delay"),
                           People::tr("Doubles with every further failure."), rules.firstDelayMs, 100, base::kMinuteMs);
        m_lockAfter = addCount("lock_after", People::tr("Lock after failures"),
                               People::tr("In a row; more than those without a delay."), rules.lockAfter, 1, 100);
        m_lock =
            addDelay("lock_ms", People::tr("Locked for"), People::tr("Doubles with every further failure, up to 1 d."),
                     rules.lockMs, base::kMinuteMs, base::kDayMs);
        begin();
    }

protected:
    [[nodiscard]] bool isChanged() const override { return !(entered() == m_before); }
    [[nodiscard]] api::Answer<void> save() override {
        auto& bridge = context().bridge;
        return bridge.accounts().setSettings(bridge.call(), entered());
    }
    [[nodiscard]] QString savedText() const override { return People::tr("The sign-in rules are saved."); }

private:
    QLineEdit* addDelay(const char* field, const QString& caption, const QString& hint, std::int64_t value,
                        std::int64_t low, std::int64_t high) {
        auto* edit = lineEdit(QStringLiteral("rules_") + QLatin1String(field), kRuleWidth);
        edit->setText(value == 0 ? QStringLiteral("0") : writeDelay(value));
        addField(QLatin1String(field), caption, edit, hint, [edit, low, high] {
            const auto read = readDelay(edit->text(), low, high);
            if (low == 0 && read.ms && *read.ms != 0 && *read.ms < base::kMinuteMs) {
                return People::tr("0, or at least 1 min.");
            }
            return read.problem;
        });
        return edit;
    }
    QSpinBox* addCount(const char* field, const QString& caption, const QString& hint, std::int64_t value, int low,
                       int high) {
        auto* spin = named(new QSpinBox(this), QStringLiteral("rules_") + QLatin1String(field));
        spin->setRange(low, high);
        spin->setValue(static_cast<int>(value));
        addField(QLatin1String(field), caption, spin, hint);
        connect(spin, &QSpinBox::valueChanged, this, &FormDialog::recheck);
        return spin;
    }
    /// What will not do is as it was.
    [[nodiscard]] api::AccountSettings entered() const {
        const auto delay = [](const QLineEdit* edit, std::int64_t low, std::int64_t high, std::int64_t before) {
            return readDelay(edit->text(), low, high).ms.value_or(before);
        };
        auto now = m_before;  // with the version that was shown
        now.idleLockMs = delay(m_idle, 0, base::kDayMs, m_before.idleLockMs);
        now.freeFailures = m_free->value();
        now.firstDelayMs = delay(m_first, 100, base::kMinuteMs, m_before.firstDelayMs);
        now.lockAfter = m_lockAfter->value();
        now.lockMs = delay(m_lock, base::kMinuteMs, base::kDayMs, m_before.lockMs);
        return now;
    }

    static constexpr int kRuleWidth = 180;
    const api::AccountSettings m_before;
    QLineEdit* m_idle = nullptr;
    QSpinBox* m_free = nullptr;
    QLineEdit* m_first = nullptr;
    QSpinBox* m_lockAfter = nullptr;
    QLineEdit* m_lock = nullptr;
};

}  // namespace

FormDialog* openSignInRules(UiContext& context, const api::AccountSettings& rules, QWidget* parent) {
    auto* dialog = new SignInRulesDialog(context, rules, parent);
    dialog->open();
    return dialog;
}

}  // namespace evenhand::ui
