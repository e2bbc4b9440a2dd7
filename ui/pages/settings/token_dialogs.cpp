// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/settings/token_dialogs.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/bridge/file_work.h"
#include "ui/shell/notices.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/mnemonics.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/people_labels.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/scroll_column.h"
#include "ui/widgets/token_labels.h"

namespace evenhand::ui {
namespace {

struct Tokens {
    Q_DECLARE_TR_FUNCTIONS(Tokens)
};

constexpr int kMaxName = static_cast<int>(api::kMaxTokenName);
constexpr int kMaxPath = 4'096;
constexpr int kMaxAddress = 100;

QString nameProblem(const QString& typed) {
    static const QRegularExpression kName(QStringLiteral("\\A[a-z0-9._-]{1,%1}\\z").arg(kMaxName));
    return kName.match(typed).hasMatch()
               ? QString()
               : Tokens::tr("1 to %1 characters: a to z, digits, dots, hyphens or underscores.").arg(kMaxName);
}

QSpinBox* addRate(FormDialog* dialog, std::int64_t value, const QString& hint, const QString& none) {
    auto* rate = named(new QSpinBox(dialog), QStringLiteral("tokenRate"));
    rate->setRange(0, static_cast<int>(api::kMaxTokenRate));
    rate->setSpecialValueText(none);
    rate->setValue(static_cast<int>(value));
    dialog->addField(QStringLiteral("per_second"), Tokens::tr("Requests per second"), rate, hint);
    return rate;
}

using ScopeBoxes = std::map<api::TokenScope, QCheckBox*>;

api::TokenScopes scopesOf(const ScopeBoxes& boxes) {
    api::TokenScopes scopes = 0;
    for (const auto& [scope, box] : boxes) {
        scopes |= box->isChecked() ? api::bitOf(scope) : api::TokenScopes{0};
    }
    return scopes;
}

ScopeBoxes addScopes(FormDialog* dialog) {
    ScopeBoxes boxes;
    auto* all = new QWidget(dialog);
    setKeyless(*all);
    auto* down = columnIn(all, 0, 0);
    for (const auto scope : api::allTokenScopes()) {
        const QString stored = keyText(api::toText(scope));
        auto* box =
            named(new QCheckBox(Tokens::tr("%1 (%2)", "scope, as programs write it").arg(label(scope), stored), all),
                  QStringLiteral("scope.") + stored);
        QObject::connect(box, &QCheckBox::toggled, dialog, &FormDialog::recheck);
        down->addWidget(box);
        boxes[scope] = box;
    }
    // So many that a small screen has no room for them.
    auto* scroll = named(new ScrollColumn(all, dialog), QStringLiteral("tokenScopes"));
    scroll->setFocusProxy(boxes.begin()->second);
    dialog->addField(
        QStringLiteral("scopes"), Tokens::tr("Scopes"), scroll,
        Tokens::tr("Only what the program needs. A program that notifies payments also gets a signing key."),
        [boxes] { return scopesOf(boxes) == 0 ? Tokens::tr("Choose at least one scope.") : QString(); });
    return boxes;
}

// --- where it is served ---------------------------------------------------------------------------------------

QString addressProblem(const QString& typed) {
    // Whether this computer has it is found out when it is served.
    static const QRegularExpression kNumber(QStringLiteral(
        "\\A([0-9]{1,3}(\\.[0-9]{1,3}){3}|[0-9A-Fa-f:.]*:[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*(%[A-Za-z0-9._-]+)?)\\z"));
    return kNumber.match(typed).hasMatch()
               ? QString()
               : Tokens::tr("An IP address such as 127.0.0.1 or ::1; 0.0.0.0 is every address of this computer.");
}

QLineEdit* addFile(FormDialog* dialog, const char* field, const QString& caption, const QString& value,
                   const QString& hint) {
    auto* row = new QWidget(dialog);
    auto* across = rowIn(row);
    auto* edit = named(new QLineEdit(value, row), QStringLiteral("api_") + QLatin1String(field), caption);
    edit->setMaxLength(kMaxPath);
    auto* browse = named(new QPushButton(icon(QStringLiteral("folder")), Tokens::tr("Choose…"), row),
                         edit->objectName() + QStringLiteral("_browse"), Tokens::tr("Choose: %1").arg(caption));
    browse->setAutoDefault(false);
    across->addWidget(edit, 1);
    across->addWidget(browse);
    row->setFocusProxy(edit);
    auto* watch = new PathWatch(edit);
    dialog->addField(QLatin1String(field), caption, row, hint, [edit, watch] {
        const QString typed = edit->text().trimmed();
        const auto place = typed.isEmpty() ? std::nullopt : watch->look(typed);
        return !place || (place->exists && !place->isFolder) ? QString() : Tokens::tr("This file does not exist.");
    });
    QObject::connect(watch, &PathWatch::changed, dialog, &FormDialog::recheck);
    QObject::connect(edit, &QLineEdit::textChanged, dialog, &FormDialog::recheck);
    QObject::connect(browse, &QPushButton::clicked, dialog, [dialog, edit, caption] {
        auto* files =
            named(new QFileDialog(dialog, caption, QFileInfo(edit->text()).path()), QStringLiteral("pemDialog"));
        files->setAttribute(Qt::WA_DeleteOnClose);
        files->setFileMode(QFileDialog::ExistingFile);
        QObject::connect(files, &QFileDialog::fileSelected, edit, &QLineEdit::setText);
        files->open();
    });
    return edit;
}

struct AddressFields {
    QLineEdit* address = nullptr;
    QSpinBox* port = nullptr;
    QLineEdit* certificate = nullptr;
    QLineEdit* key = nullptr;
    QSpinBox* rate = nullptr;

    [[nodiscard]] ServiceConfig config() const {
        return {address->text().trimmed().toStdString(), static_cast<std::uint16_t>(port->value()),
                certificate->text().trimmed().toStdString(), key->text().trimmed().toStdString(), rate->value()};
    }
};

AddressFields addAddressFields(FormDialog* dialog, const ServiceConfig& before) {
    AddressFields fields;
    fields.address = named(new QLineEdit(text(before.address), dialog), QStringLiteral("api_address"));
    fields.address->setMaxLength(kMaxAddress);
    dialog->addField(QStringLiteral("address"), Tokens::tr("Address"), fields.address,
                     Tokens::tr("127.0.0.1: only this computer can connect."),
                     [edit = fields.address] { return addressProblem(edit->text().trimmed()); });
    fields.port = named(new QSpinBox(dialog), QStringLiteral("api_port"));
    fields.port->setRange(0, std::numeric_limits<std::uint16_t>::max());
    fields.port->setValue(before.port);
    dialog->addField(QStringLiteral("port"), Tokens::tr("Port"), fields.port,
                     Tokens::tr("0 to 65,535; 0: any free port."));
    fields.certificate = addFile(dialog, "certificate", Tokens::tr("Certificate"), text(before.certificateFile),
                                 Tokens::tr("PEM, with its chain. Empty: no TLS."));
    fields.key = addFile(dialog, "key", Tokens::tr("Private key"), text(before.keyFile), Tokens::tr("PEM."));
    fields.rate = addRate(
        dialog, before.perSecond,
        Tokens::tr("At most %1; for tokens without a rate of their own.").arg(Formats::number(api::kMaxTokenRate)),
        Tokens::tr("unlimited"));
    return fields;
}

}  // namespace

QString clearTextWarning(const ServiceConfig& config) {
    return config.isLoopback() || config.isEncrypted()
               ? QString()
               : Tokens::tr(
                     "Open to other computers without TLS: tokens are sent unencrypted and can be stolen. Add a "
                     "certificate, or use 127.0.0.1 behind a proxy.");
}

void noteService(UiContext& context, bool on, const QString& url) {
    auto& bridge = context.bridge;
    whenReady(bridge.tokens().noteService(bridge.call(), on, url.toStdString()), &bridge,
              [&context](const Result<void>& noted) {
                  if (!noted) {
                      context.notices.bad(Tokens::tr("Not written to the audit log: %1").arg(errorText(noted.error())));
                  }
              });
}

FormDialog* openAddToken(UiContext& context, const std::function<void(const api::TokenCreated&)>& made,
                         QWidget* parent) {
    auto* dialog = new FormDialog(
        context, QStringLiteral("tokenDialog"),
        {Tokens::tr("Create a token"),
         Tokens::tr("It says which program asks and what it may do. It is shown only once."), Tokens::tr("Create")},
        parent);
    auto* name = named(new QLineEdit(dialog), QStringLiteral("tokenName"));
    name->setMaxLength(4 * kMaxName);
    dialog->addField(QStringLiteral("name"), Tokens::tr("Name"), name,
                     Tokens::tr("The program's name in the audit log; it cannot be changed later."),
                     [name] { return nameProblem(name->text().trimmed()); });
    QObject::connect(name, &QLineEdit::textChanged, dialog, &FormDialog::recheck);
    const auto boxes = addScopes(dialog);
    auto* rate =
        addRate(dialog, 0,
                Tokens::tr("At most %1; requests above the rate are refused.").arg(Formats::number(api::kMaxTokenRate)),
                Tokens::tr("API default"));
    dialog->needs(api::Operation::TokensCreate);
    dialog->setSubmit([=, &context](const QString&, const FormDialog::Done& done) {
        auto& bridge = context.bridge;
        api::TokenInput input{name->text().trimmed().toStdString(), scopesOf(boxes), rate->value()};
        whenReady(
            bridge.tokens().create(bridge.call(), std::move(input)), dialog,
            [&context, done, made](const Result<api::TokenCreated>& created) {
                if (!created) {
                    done(created.error());
                    return;
                }
                context.notices.good(Tokens::tr("Token %1 is created.").arg(shownLine(text(created->row.input.name))));
                done(std::nullopt);
                made(*created);
            });
    });
    name->setFocus();
    dialog->open();
    return dialog;
}

FormDialog* openServiceAddress(UiContext& context, ServiceControl& service, std::function<QString()> whyNot,
                               QWidget* parent) {
    const bool serving = service.state().kind == ServiceState::Kind::Serving;
    auto* dialog =
        new FormDialog(context, QStringLiteral("apiAddressDialog"),
                       {Tokens::tr("API address"),
                        serving ? Tokens::tr("It takes effect at once; connected programs have to reconnect.")
                                : Tokens::tr("Saved for this workspace on this computer; of files, only the paths."),
                        serving ? Tokens::tr("Apply") : Tokens::tr("Save")},
                       parent);
    const auto fields = addAddressFields(dialog, service.config());
    auto* warning = wrapped(plainLabel(dialog, QStringLiteral("apiClearText"), clearTextWarning(fields.config())));
    warning->setProperty("tone", QStringLiteral("bad"));
    dialog->addAcross(warning);
    const auto warn = [fields, warning] { warning->setText(clearTextWarning(fields.config())); };
    for (auto* edit : {fields.address, fields.certificate}) {
        QObject::connect(edit, &QLineEdit::textChanged, dialog, warn);
    }
    QObject::connect(fields.address, &QLineEdit::textChanged, dialog, &FormDialog::recheck);
    // A busy service is this dialog's own doing.
    dialog->setWhyNot([fields, dialog, whyNot = std::move(whyNot)] {
        const QString why = dialog->isBusy() ? QString() : whyNot();
        const auto config = fields.config();
        return why.isEmpty() && config.certificateFile.empty() != config.keyFile.empty()
                   ? Tokens::tr("The certificate and its key go together.")
                   : why;
    });
    QObject::connect(&context.bridge, &EngineBridge::stateChanged, dialog, &FormDialog::recheck);
    QObject::connect(&service, &ServiceControl::changed, dialog, &FormDialog::recheck);
    dialog->setSubmit([fields, dialog, &context, &service](const QString&, FormDialog::Done done) {
        if (service.state().kind != ServiceState::Kind::Serving) {
            service.remember(fields.config());
            done(std::nullopt);
            return;
        }
        whenReady(service.start(fields.config()), dialog,
                  [&context, &service, done = std::move(done)](const Result<void>& moved) {
                      if (moved) {
                          noteService(context, true, service.state().url);
                      }
                      done(moved ? std::nullopt : std::optional(moved.error()));
                  });
    });
    fields.address->setFocus();
    dialog->open();
    return dialog;
}

// --- secrets ------------------------------------------------------------------------------------------------

SecretDialog* openSecrets(const api::TokenCreated& created, QWidget* parent) {
    std::vector<SecretDialog::Part> parts{{QStringLiteral("token"), Tokens::tr("Token"), created.token}};
    if (!created.signing.empty()) {
        parts.push_back(
            {QStringLiteral("signing"), Tokens::tr("Key that signs payment notifications"), created.signing});
    }
    auto* dialog = new SecretDialog(Tokens::tr("Token %1").arg(shownLine(text(created.row.input.name))),
                                    Tokens::tr("This is shown only once. Give it to the program now: only its hash is "
                                               "kept, so nobody can read it again."),
                                    parts, parent);
    dialog->open();
    return dialog;
}

}  // namespace evenhand::ui
