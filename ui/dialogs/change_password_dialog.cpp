// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/change_password_dialog.h"

#include <QCoreApplication>

#include "ui/bridge/engine_bridge.h"
#include "ui/shell/notices.h"
#include "ui/shell/session.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {
namespace {

struct ChangePassword {
    Q_DECLARE_TR_FUNCTIONS(ChangePassword)
};

}  // namespace

FormDialog* openChangePassword(UiContext& context, QWidget* parent) {
    const auto& who = context.session.signedIn();
    if (!who) {
        return nullptr;
    }
    auto* dialog = new FormDialog(
        context, QStringLiteral("changePasswordDialog"),
        {ChangePassword::tr("Change my password"), ChangePassword::tr("You are signed out in all other windows."),
         ChangePassword::tr("Change the password"), false, false},
        parent);
    auto* present = named(new QLineEdit(dialog), QStringLiteral("presentPassword"));
    present->setEchoMode(QLineEdit::Password);
    dialog->addField(QStringLiteral("present"), ChangePassword::tr("Current password"), present, {}, [present] {
        return present->text().isEmpty() ? ChangePassword::tr("Enter your current password.") : QString();
    });
    auto* fields = new NewPasswordFields(
        [login = text(who->person.login), name = text(who->person.name)] { return std::pair(login, name); }, dialog);
    dialog->addField(QStringLiteral("password"), ChangePassword::tr("New password"), fields, {},
                     [fields] { return fields->problem(); });
    QObject::connect(present, &QLineEdit::textChanged, dialog, &FormDialog::recheck);
    QObject::connect(fields, &NewPasswordFields::changed, dialog, &FormDialog::recheck);
    auto& bridge = context.bridge;
    dialog->setWhyNot([&bridge] { return bridge.whyNotWritable(); });
    dialog->setSubmit([&context, dialog, present, fields](const QString&, FormDialog::Done done) {
        auto& desks = context.bridge;
        const Secret old(present->text().toStdString());
        whenReady(desks.accounts().changePassword(desks.call(), old, fields->secret()), dialog,
                  [&context, done = std::move(done)](const Result<void>& changed) {
                      if (changed) {
                          context.notices.good(ChangePassword::tr("Your password is changed."));
                          done(std::nullopt);
                          return;
                      }
                      Error error = changed.error();
                      error.field = error.code == ErrorCode::SignInRefused ? "present" : error.field;
                      done(error);
                  });
    });
    present->setFocus();
    dialog->open();
    return dialog;
}

}  // namespace evenhand::ui
