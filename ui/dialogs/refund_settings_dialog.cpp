// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/refund_settings_dialog.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QStyle>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "engine/base/clock.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/shell/notices.h"
#include "ui/widgets/delay_text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"

namespace evenhand::ui {
namespace {

constexpr int kSettingWidth = 300;
constexpr int kMaxUrl = static_cast<int>(api::kMaxProviderUrl);
constexpr int kMaxName = static_cast<int>(base::kMaxIdCharacters);

}  // namespace

RefundSettingsDialog::RefundSettingsDialog(UiContext& context, api::RefundSettings settings, QWidget* parent)
    : DraftDialog(parent), m_context(context), m_before(std::move(settings)) {
    setObjectName(QStringLiteral("refundSettingsDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Refund method"));
    setMinimumWidth(820);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kGapLarge, kGapLarge, kGapLarge, kGapLarge);
    layout->setSpacing(kGapLarge);
    setupFields();
    setupForm();
    setupButtons();
    check();
}

void RefundSettingsDialog::addDelay(const char* name, const QString& caption, const QString& valid,
                                    std::int64_t api::RefundSettings::*which, std::int64_t low, std::int64_t high) {
    m_fields.push_back({QLatin1String(name), caption, valid,
                        [which, low, high](const QString& typed, api::RefundSettings& into) {
                            const auto read = readDelay(typed, low, high);
                            into.*which = read.ms.value_or(into.*which);
                            return read.problem;
                        },
                        true});
}

void RefundSettingsDialog::setupFields() {
    const auto name = [](std::string api::RefundSettings::*which) {
        return [which](const QString& typed, api::RefundSettings& into) {
            into.*which = typed.trimmed().toStdString();
            return typed.trimmed().size() > kMaxName ? tr("At most %1 characters.").arg(kMaxName) : QString();
        };
    };
    m_fields.push_back({QStringLiteral("url"), tr("Address"), tr("https, or http to this computer."),
                        [](const QString& typed, api::RefundSettings& into) {
                            into.url = typed.trimmed().toStdString();
                            const QUrl url(typed.trimmed(), QUrl::StrictMode);
                            const bool http =
                                url.scheme() == QLatin1String("http") || url.scheme() == QLatin1String("https");
                            return typed.trimmed().size() <= kMaxUrl && url.isValid() && http && !url.host().isEmpty()
                                       ? QString()
                                       : tr("An address such as https://pay.example/refunds.");
                        },
                        true});
    m_fields.push_back({QStringLiteral("key_id"), tr("Key id"), tr("Sent with the signature, says whose it is."),
                        name(&api::RefundSettings::keyId), true});
    m_fields.push_back({QStringLiteral("secret_name"), tr("Name of the secret"),
                        tr("Of the entry in the keychain of the computer that sends."),
                        name(&api::RefundSettings::secretName), true});
    addDelay("timeout_ms", tr("Time-out"), tr("Of one request, 100 ms to 5 min."), &api::RefundSettings::timeoutMs, 100,
             5 * base::kMinuteMs);
    addDelay("lease_ms", tr("Lease"), tr("Then another sender may take it; longer than the time-out, up to 1 h."),
             &api::RefundSettings::leaseMs, 100, base::kHourMs);
    addDelay("first_retry_ms", tr("First retry after"), tr("Doubles with every attempt; 100 ms to 1 d."),
             &api::RefundSettings::firstRetryMs, 100, base::kDayMs);
    addDelay("last_retry_ms", tr("Longest retry delay"), tr("Up to 7 d."), &api::RefundSettings::lastRetryMs, 100,
             7 * base::kDayMs);
    m_fields.push_back({QStringLiteral("max_attempts"), tr("Attempts"), tr("Then a person must decide; 1 to 1,000."),
                        [](const QString& typed, api::RefundSettings& into) {
                            bool ok = false;
                            const int value = typed.trimmed().toInt(&ok);
                            into.maxAttempts = ok ? value : into.maxAttempts;
                            return ok && value >= 1 && value <= api::kMaxSendAttempts
                                       ? QString()
                                       : tr("A whole number, 1 to %1.").arg(api::kMaxSendAttempts);
                        },
                        true});
}

void RefundSettingsDialog::setupForm() {
    auto* form = new QGridLayout;
    form->setHorizontalSpacing(kGapLarge);
    form->setVerticalSpacing(kGap);
    form->setColumnStretch(2, 1);
    static_cast<QVBoxLayout*>(layout())->addLayout(form);
    m_provider = new QComboBox(this);
    m_provider->setObjectName(QStringLiteral("refundProvider"));
    m_provider->setAccessibleName(tr("Method"));
    for (const auto kind : {api::RefundProviderKind::Manual, api::RefundProviderKind::Http}) {
        m_provider->addItem(label(kind), static_cast<int>(kind));
    }
    m_provider->setCurrentIndex(m_provider->findData(static_cast<int>(m_before.provider)));
    form->addWidget(new QLabel(tr("Method"), this), 0, 0);
    form->addWidget(m_provider, 0, 1);
    connect(m_provider, &QComboBox::currentIndexChanged, this, &RefundSettingsDialog::check);
    const QString values[] = {text(m_before.url),
                              text(m_before.keyId),
                              text(m_before.secretName),
                              writeDelay(m_before.timeoutMs),
                              writeDelay(m_before.leaseMs),
                              writeDelay(m_before.firstRetryMs),
                              writeDelay(m_before.lastRetryMs),
                              QString::number(m_before.maxAttempts)};
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        auto& field = m_fields[i];
        field.edit = new QLineEdit(values[i], this);
        field.edit->setObjectName(QStringLiteral("refundSettings_") + field.name);
        field.edit->setAccessibleName(field.caption);
        field.edit->setFixedWidth(byText(kSettingWidth));
        field.hint = new QLabel(field.valid, this);
        field.hint->setTextFormat(Qt::PlainText);
        field.hint->setWordWrap(true);
        auto* caption = new QLabel(field.caption, this);
        caption->setBuddy(field.edit);
        const int row = form->rowCount();
        form->addWidget(caption, row, 0);
        form->addWidget(field.edit, row, 1);
        form->addWidget(field.hint, row, 2);
        connect(field.edit, &QLineEdit::textChanged, this, &RefundSettingsDialog::check);
    }
    auto* note = new QLabel(tr("By hand: a clerk pays and records the reference. Over HTTP: every refund carries an "
                               "idempotency key that stays the same over all attempts."),
                            this);
    note->setTextFormat(Qt::PlainText);
    note->setWordWrap(true);
    note->setProperty("muted", true);
    static_cast<QVBoxLayout*>(layout())->addWidget(note);
}

void RefundSettingsDialog::setupButtons() {
    auto* row = new QHBoxLayout;
    m_error = new QLabel(this);
    m_error->setObjectName(QStringLiteral("refundSettingsError"));
    m_error->setTextFormat(Qt::PlainText);
    m_error->setWordWrap(true);
    m_error->setProperty("muted", true);
    auto* buttons = new QDialogButtonBox(this);
    m_save = buttons->addButton(tr("Save"), QDialogButtonBox::AcceptRole);
    m_save->setObjectName(QStringLiteral("refundSettingsSave"));
    m_save->setProperty("role", QStringLiteral("primary"));
    buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole)
        ->setObjectName(QStringLiteral("refundSettingsClose"));
    row->addWidget(m_error, 1);
    row->addWidget(buttons);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
    connect(buttons, &QDialogButtonBox::accepted, this, &RefundSettingsDialog::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &DraftDialog::leave);
}

QLineEdit* RefundSettingsDialog::field(const QString& name) const {
    const auto found =
        std::find_if(m_fields.begin(), m_fields.end(), [&](const auto& each) { return each.name == name; });
    return found == m_fields.end() ? nullptr : found->edit;
}

bool RefundSettingsDialog::isHttp() const {
    return static_cast<api::RefundProviderKind>(m_provider->currentData().toInt()) == api::RefundProviderKind::Http;
}

void RefundSettingsDialog::mark(Field& field, const QString& problem) {
    field.hint->setText(problem.isEmpty() ? field.valid : problem);
    field.hint->setProperty("muted", problem.isEmpty());
    field.hint->setProperty("tone", problem.isEmpty() ? QString() : QStringLiteral("bad"));
    field.edit->setProperty("invalid", !problem.isEmpty());
    for (QWidget* each : {static_cast<QWidget*>(field.hint), static_cast<QWidget*>(field.edit)}) {
        each->style()->unpolish(each);
        each->style()->polish(each);
    }
}

api::RefundSettings RefundSettingsDialog::entered(QString* problem) {
    api::RefundSettings settings = m_before;
    settings.provider = static_cast<api::RefundProviderKind>(m_provider->currentData().toInt());
    if (!isHttp()) {
        for (auto& field : m_fields) {
            mark(field, {});
        }
        return settings;
    }
    for (auto& field : m_fields) {
        QString wrong = field.take(field.edit->text(), settings);
        if (wrong.isEmpty() && field.name == QLatin1String("lease_ms") && settings.leaseMs <= settings.timeoutMs) {
            wrong = tr("Longer than the time-out.");
        }
        if (wrong.isEmpty() && field.name == QLatin1String("last_retry_ms") &&
            settings.lastRetryMs < settings.firstRetryMs) {
            wrong = tr("Not shorter than the first.");
        }
        mark(field, wrong);
        if (problem->isEmpty() && !wrong.isEmpty()) {
            *problem = tr("%1: %2", "field, problem").arg(field.caption, wrong);
        }
    }
    return settings;
}

void RefundSettingsDialog::check() {
    QString why = m_context.bridge.whyNotAllowed(api::Operation::RefundsSetSettings);
    for (auto& field : m_fields) {
        field.edit->setEnabled(!field.httpOnly || isHttp());
    }
    QString problem;
    const auto now = entered(&problem);
    if (why.isEmpty()) {
        why = problem;
    }
    if (why.isEmpty() && m_saving) {
        why = tr("Saving…");
    }
    if (why.isEmpty() && now == m_before) {
        why = tr("Nothing has been changed.");
    }
    m_save->setEnabled(why.isEmpty());
    m_save->setToolTip(plainToolTip(why));
    m_error->setText(why);
}

void RefundSettingsDialog::save() {
    QString problem;
    const auto settings = entered(&problem);
    if (!problem.isEmpty()) {
        return;
    }
    m_saving = true;
    check();
    auto& bridge = m_context.bridge;
    whenReady(bridge.refunds().setSettings(bridge.call(), settings), this, [this](const Result<void>& result) {
        m_saving = false;
        check();
        if (!result) {
            m_error->setText(errorText(result.error()));
            for (auto& field : m_fields) {
                if (field.name == text(result.error().field)) {
                    mark(field, errorText(result.error()));
                    field.edit->setFocus();
                }
            }
            return;
        }
        m_context.notices.good(tr("The refund method is saved."));
        Q_EMIT saved();
        accept();
    });
}

}  // namespace evenhand::ui
