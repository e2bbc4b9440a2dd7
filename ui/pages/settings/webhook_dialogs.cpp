// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/settings/webhook_dialogs.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>
#include <map>

#include "ui/bridge/engine_bridge.h"
#include "ui/dialogs/text_table.h"
#include "ui/shell/notices.h"
#include "ui/widgets/fact_grid.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/people_labels.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {
namespace {

struct Webhooks {
    Q_DECLARE_TR_FUNCTIONS(Webhooks)
};

using Made = std::function<void(const api::WebhookCreated&)>;

QString urlProblem(const QString& typed, bool plain) {
    const QUrl url(typed, QUrl::StrictMode);
    const bool https = url.scheme() == QLatin1String("https");
    const bool http = url.scheme() == QLatin1String("http");
    if (typed.size() > static_cast<qsizetype>(api::kMaxWebhookUrl) || !url.isValid() || url.host().isEmpty() ||
        (!https && !http)) {
        return Webhooks::tr("An address such as https://shop.example/hooks.");
    }
    if (http && !plain) {
        return Webhooks::tr("Without TLS others can read what is sent; tick below to allow it.");
    }
    return url.userInfo().isEmpty() && !url.hasFragment() ? QString()
                                                          : Webhooks::tr("Without a user and without a #fragment.");
}

/// What stands in the form.
struct Fields {
    QLineEdit* name = nullptr;
    QLineEdit* url = nullptr;
    std::map<api::WebhookEvent, QCheckBox*> events;
    QCheckBox* enabled = nullptr;
    QCheckBox* allowPrivate = nullptr;
    QCheckBox* allowPlain = nullptr;

    [[nodiscard]] api::WebhookInput input() const {
        api::WebhookInput input;
        input.name = name->text().trimmed().toStdString();
        input.url = url->text().trimmed().toStdString();
        for (const auto& [event, box] : events) {
            if (box->isChecked()) {
                input.events.push_back(event);
            }
        }
        input.enabled = enabled->isChecked();
        input.allowPrivate = allowPrivate->isChecked();
        input.allowPlain = allowPlain->isChecked();
        return input;
    }
};

QCheckBox* tick(FormDialog* dialog, const char* name, const QString& caption, bool on) {
    auto* box = named(new QCheckBox(caption, dialog), QLatin1String(name));
    box->setChecked(on);
    QObject::connect(box, &QCheckBox::toggled, dialog, &FormDialog::recheck);
    return box;
}

Fields addFields(FormDialog* dialog, const api::WebhookInput& before) {
    Fields fields;
    fields.name = named(new QLineEdit(text(before.name), dialog), QStringLiteral("webhookName"));
    fields.name->setMaxLength(static_cast<int>(base::kMaxNameCharacters));
    dialog->addField(
        QStringLiteral("name"), Webhooks::tr("Name"), fields.name, Webhooks::tr("Shown in the console."),
        [name = fields.name] { return name->text().trimmed().isEmpty() ? Webhooks::tr("Enter a name.") : QString(); });
    fields.url = named(new QLineEdit(text(before.url), dialog), QStringLiteral("webhookUrl"));
    fields.url->setMaxLength(static_cast<int>(2 * api::kMaxWebhookUrl));
    fields.allowPlain = tick(dialog, "webhookPlain", Webhooks::tr("Allow http, without TLS"), before.allowPlain);
    fields.allowPrivate =
        tick(dialog, "webhookPrivate", Webhooks::tr("Allow addresses that are not public, this computer included"),
             before.allowPrivate);
    fields.enabled = tick(dialog, "webhookEnabled", Webhooks::tr("Enabled"), before.enabled);
    dialog->addField(QStringLiteral("url"), Webhooks::tr("Address"), fields.url,
                     Webhooks::tr("The address is checked at every connection; redirects are not followed."),
                     [url = fields.url, plain = fields.allowPlain] {
                         return urlProblem(url->text().trimmed(), plain->isChecked());
                     });
    auto* boxes = new QWidget(dialog);
    auto* down = columnIn(boxes);
    for (const auto event : api::subscribableEvents()) {
        const bool on = std::count(before.events.begin(), before.events.end(), event) > 0;
        auto* box = named(new QCheckBox(label(event), boxes), QStringLiteral("event.") + keyText(api::toText(event)));
        box->setChecked(on);
        QObject::connect(box, &QCheckBox::toggled, dialog, &FormDialog::recheck);
        down->addWidget(box);
        fields.events[event] = box;
    }
    dialog->addField(QStringLiteral("events"), Webhooks::tr("Events"), boxes, {}, [events = fields.events] {
        const bool any =
            std::any_of(events.begin(), events.end(), [](const auto& each) { return each.second->isChecked(); });
        return any ? QString() : Webhooks::tr("Choose at least one event.");
    });
    for (auto* box : {fields.enabled, fields.allowPrivate, fields.allowPlain}) {
        dialog->addAcross(box);
    }
    for (auto* edit : {fields.name, fields.url}) {
        QObject::connect(edit, &QLineEdit::textChanged, dialog, &FormDialog::recheck);
    }
    return fields;
}

QLineEdit* addSecretField(FormDialog* dialog) {
    auto* secret = named(new QLineEdit(dialog), QStringLiteral("webhookSecret"));
    secret->setEchoMode(QLineEdit::Password);
    secret->setMaxLength(200);
    secret->setPlaceholderText(Webhooks::tr("Empty: generated"));
    dialog->addField(QStringLiteral("secret"), Webhooks::tr("Secret"), secret,
                     Webhooks::tr("One that the receiver already has: whsec_ and base64."), [secret] {
                         return secret->text().isEmpty() || secret->text().startsWith(QLatin1String("whsec_"))
                                    ? QString()
                                    : Webhooks::tr("It begins with whsec_.");
                     });
    QObject::connect(secret, &QLineEdit::textChanged, dialog, &FormDialog::recheck);
    return secret;
}

void settleMade(UiContext& context, FormDialog* dialog, const api::Answer<api::WebhookCreated>& answer,
                FormDialog::Done done, Made made, const QString& said) {
    whenReady(
        answer, dialog,
        [&context, done = std::move(done), made = std::move(made), said](const Result<api::WebhookCreated>& result) {
            if (!result) {
                done(result.error());
                return;
            }
            context.notices.good(said);
            done(std::nullopt);
            made(*result);
        });
}

}  // namespace

FormDialog* openWebhook(UiContext& context, const std::optional<api::WebhookRow>& before, const Made& made,
                        QWidget* parent) {
    const bool fresh = !before.has_value();
    auto* dialog = new FormDialog(context, QStringLiteral("webhookDialog"),
                                  {fresh ? Webhooks::tr("Add a webhook") : Webhooks::tr("Edit a webhook"),
                                   Webhooks::tr("Events are posted as JSON, signed with a shared secret."),
                                   fresh ? Webhooks::tr("Add") : Webhooks::tr("Save")},
                                  parent);
    const auto fields = addFields(dialog, fresh ? api::WebhookInput{} : before->input);
    auto* secret = fresh ? addSecretField(dialog) : nullptr;
    dialog->needs(fresh ? api::Operation::WebhooksCreate : api::Operation::WebhooksEdit);
    dialog->setSubmit([=, &context](const QString&, const FormDialog::Done& done) {
        auto& bridge = context.bridge;
        const auto input = fields.input();
        if (fresh) {
            settleMade(context, dialog,
                       bridge.webhooks().create(bridge.call(), input, Secret(secret->text().toStdString())), done, made,
                       Webhooks::tr("The webhook is added."));
            return;
        }
        whenReady(bridge.webhooks().edit(bridge.call(), {before->id, before->version}, input), dialog,
                  [&context, done](const Result<api::WebhookRow>& row) {
                      if (row) {
                          context.notices.good(Webhooks::tr("The webhook is saved."));
                      }
                      done(row ? std::nullopt : std::optional(row.error()));
                  });
    });
    fields.name->setFocus();
    dialog->open();
    return dialog;
}

FormDialog* openNewSecret(UiContext& context, const api::WebhookRow& row, const Made& made, QWidget* parent) {
    auto* dialog = new FormDialog(context, QStringLiteral("newSecretDialog"),
                                  {Webhooks::tr("New secret of %1").arg(shownLine(text(row.input.name))),
                                   Webhooks::tr("The old secret is no longer valid from the next attempt on."),
                                   Webhooks::tr("Replace the secret"), true, false},
                                  parent);
    auto* secret = addSecretField(dialog);
    dialog->needs(api::Operation::WebhooksNewSecret);
    dialog->setSubmit([=, &context](const QString&, const FormDialog::Done& done) {
        auto& bridge = context.bridge;
        settleMade(
            context, dialog,
            bridge.webhooks().newSecret(bridge.call(), {row.id, row.version}, Secret(secret->text().toStdString())),
            done, made, Webhooks::tr("The webhook has a new secret."));
    });
    dialog->open();
    return dialog;
}

// --- secret -------------------------------------------------------------------------------------------------

SecretDialog* openSecret(const api::WebhookCreated& created, QWidget* parent) {
    auto* dialog =
        new SecretDialog(Webhooks::tr("Secret of %1").arg(shownLine(text(created.row.input.name))),
                         Webhooks::tr("This is shown only once. Give it to the receiver now; it is kept in the "
                                      "keychain only, and nobody can read it again."),
                         {{QStringLiteral("secret"), Webhooks::tr("Secret"), created.secret}}, parent);
    dialog->open();
    return dialog;
}

// --- delivery -----------------------------------------------------------------------------------------------

DeliveryDialog::DeliveryDialog(const api::DeliveryDetail& detail, const Formats& formats, QWidget* parent)
    : QDialog(parent) {
    setObjectName(QStringLiteral("deliveryDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Delivery of %1").arg(label(detail.row.event)));
    auto* layout = columnIn(this, kGapLarge, kGap);
    auto* facts = new FactGrid(this);
    facts->setFacts({{tr("Webhook"), text(detail.row.webhookName)},
                     {tr("Message"), text(detail.row.messageId)},
                     {tr("Subject"), text(detail.row.subject)},
                     {tr("Status"), label(detail.row.status), false, true}});
    layout->addWidget(facts);
    auto* body = named(new QPlainTextEdit(shownText(text(detail.body)), this), QStringLiteral("deliveryBody"),
                       tr("Request body"));
    body->setReadOnly(true);
    body->setMaximumHeight(byText(120));
    layout->addWidget(body);
    std::vector<TextRow> rows;
    for (const auto& attempt : detail.attempts) {
        const bool good = attempt.error.empty();
        rows.push_back(
            {{formats.dateTime(attempt.at), attempt.status == 0 ? tr("no response") : QString::number(attempt.status),
              Formats::duration(attempt.tookMs), good ? tr("delivered") : shownLine(text(attempt.error)),
              shownLine(text(attempt.answer))},
             good ? Tone::Good : Tone::Bad});
    }
    auto* model = new TextTableModel({tr("Time"), tr("Response"), tr("Took"), tr("Outcome"), tr("Response body")},
                                     std::move(rows));
    auto* table =
        named(makeTextTable(model, 1, {150, 90, 80, 200}, this), QStringLiteral("deliveryAttempts"), tr("Attempts"));
    layout->addWidget(table, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setObjectName(QStringLiteral("closeButton"));
    buttons->button(QDialogButtonBox::Close)->setText(tr("Close"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout->addWidget(buttons);
    resize(760, 460);
}

}  // namespace evenhand::ui
