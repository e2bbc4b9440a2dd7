// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/refund_settings_dialog.h"

#include <QComboBox>
#include <QLineEdit>
#include <QUrl>
#include <algorithm>
#include <utility>

#include "engine/base/clock.h"
#include "ui/bridge/engine_bridge.h"
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
    : SettingsDialog(context, QStringLiteral("refundSettings"), tr("Refund method"), api::Operation::RefundsSetSettings,
                     parent),
      m_before(std::move(settings)) {
    m_provider = choice(QStringLiteral("refundProvider"));
    for (const auto kind : {api::RefundProviderKind::Manual, api::RefundProviderKind::Http}) {
        m_provider->addItem(label(kind), static_cast<int>(kind));
    }
    m_provider->setCurrentIndex(m_provider->findData(static_cast<int>(m_before.provider)));
    addField(QStringLiteral("provider"), tr("Method"), m_provider);
    m_owed = choice(QStringLiteral("refundOwed"));
    m_owed->addItem(tr("Go back at once"), false);
    m_owed->addItem(tr("Wait for a decision"), true);
    m_owed->setCurrentIndex(m_owed->findData(m_before.holdOwed));
    addField(QStringLiteral("hold_owed"), tr("Late and unmatched payments"), m_owed);
    setupAddress();
    setupTimes();
    addNote(
        tr("By hand: a clerk pays and records the reference. Over HTTP: every refund carries an idempotency key "
           "that stays the same over all attempts."));
    begin();
}

void RefundSettingsDialog::add(const char* name, const QString& caption, const QString& valid, const QString& value,
                               Take take) {
    const QString field = QLatin1String(name);
    auto* edit = lineEdit(QStringLiteral("refundSettings_") + field, kSettingWidth);
    edit->setFixedWidth(byText(kSettingWidth));
    edit->setText(value);
    m_fields.push_back({field, std::move(take), edit});
    addField(field, caption, edit, valid, [this, field] { return problemOf(field); });
}

void RefundSettingsDialog::addName(const char* name, const QString& caption, const QString& valid,
                                   std::string api::RefundSettings::*which) {
    add(name, caption, valid, text(m_before.*which), [which](const QString& typed, api::RefundSettings& into) {
        into.*which = typed.trimmed().toStdString();
        return typed.trimmed().size() > kMaxName ? tr("At most %1 characters.").arg(kMaxName) : QString();
    });
}

void RefundSettingsDialog::addDelay(const char* name, const QString& caption, const QString& valid,
                                    std::int64_t api::RefundSettings::*which, std::int64_t low, std::int64_t high) {
    add(name, caption, valid, writeDelay(m_before.*which),
        [which, low, high](const QString& typed, api::RefundSettings& into) {
            const auto read = readDelay(typed, low, high);
            into.*which = read.ms.value_or(into.*which);
            return read.problem;
        });
}

void RefundSettingsDialog::setupAddress() {
    add("url", tr("Address"), tr("https, or http to this computer."), text(m_before.url),
        [](const QString& typed, api::RefundSettings& into) {
            into.url = typed.trimmed().toStdString();
            const QUrl url(typed.trimmed(), QUrl::StrictMode);
            const bool http = url.scheme() == QLatin1String("http") || url.scheme() == QLatin1String("https");
            return typed.trimmed().size() <= kMaxUrl && url.isValid() && http && !url.host().isEmpty()
                       ? QString()
                       : tr("An address such as https://pay.example/refunds.");
        });
    addName("key_id", tr("Key id"), tr("Sent with the signature, says whose it is."), &api::RefundSettings::keyId);
    addName("secret_name", tr("Name of the secret"), tr("Of the entry in the keychain of the computer that sends."),
            &api::RefundSettings::secretName);
}

void RefundSettingsDialog::setupTimes() {
    addDelay("timeout_ms", tr("Time-out"), tr("Of one request, 100 ms to 5 min."), &api::RefundSettings::timeoutMs, 100,
             5 * base::kMinuteMs);
    addDelay("lease_ms", tr("Lease"), tr("Then another sender may take it; longer than the time-out, up to 1 h."),
             &api::RefundSettings::leaseMs, 100, base::kHourMs);
    addDelay("first_retry_ms", tr("First retry after"), tr("Doubles with every attempt; 100 ms to 1 d."),
             &api::RefundSettings::firstRetryMs, 100, base::kDayMs);
    addDelay("last_retry_ms", tr("Longest retry delay"), tr("Up to 7 d."), &api::RefundSettings::lastRetryMs, 100,
             7 * base::kDayMs);
    add("max_attempts", tr("Attempts"), tr("Then a person must decide; 1 to 1,000."),
        QString::number(m_before.maxAttempts), [](const QString& typed, api::RefundSettings& into) {
            bool ok = false;
            const int value = typed.trimmed().toInt(&ok);
            into.maxAttempts = ok ? value : into.maxAttempts;
            return ok && value >= 1 && value <= api::kMaxSendAttempts
                       ? QString()
                       : tr("A whole number, 1 to %1.").arg(api::kMaxSendAttempts);
        });
}

QLineEdit* RefundSettingsDialog::field(const QString& name) const {
    const auto found =
        std::find_if(m_fields.begin(), m_fields.end(), [&](const auto& each) { return each.name == name; });
    return found == m_fields.end() ? nullptr : found->edit;
}

bool RefundSettingsDialog::isHttp() const {
    return static_cast<api::RefundProviderKind>(m_provider->currentData().toInt()) == api::RefundProviderKind::Http;
}

void RefundSettingsDialog::enableFields() {
    for (const auto& each : m_fields) {
        each.edit->setEnabled(isHttp());
    }
}

api::RefundSettings RefundSettingsDialog::entered() const {
    api::RefundSettings settings = m_before;
    settings.provider = static_cast<api::RefundProviderKind>(m_provider->currentData().toInt());
    settings.holdOwed = m_owed->currentData().toBool();
    for (const auto& each : m_fields) {
        if (isHttp()) {
            (void)each.take(each.edit->text(), settings);
        }
    }
    return settings;
}

QString RefundSettingsDialog::problemOf(const QString& name) const {
    if (!isHttp()) {
        return {};
    }
    const auto found =
        std::find_if(m_fields.begin(), m_fields.end(), [&](const auto& each) { return each.name == name; });
    api::RefundSettings settings = entered();
    if (QString wrong = found->take(found->edit->text(), settings); !wrong.isEmpty()) {
        return wrong;
    }
    if (name == QLatin1String("lease_ms") && settings.leaseMs <= settings.timeoutMs) {
        return tr("Longer than the time-out.");
    }
    if (name == QLatin1String("last_retry_ms") && settings.lastRetryMs < settings.firstRetryMs) {
        return tr("Not shorter than the first.");
    }
    return {};
}

api::Answer<void> RefundSettingsDialog::save() {
    auto& bridge = context().bridge;
    return bridge.refunds().setSettings(bridge.call(), entered());
}

QString RefundSettingsDialog::savedText() const { return tr("The refund method is saved."); }

}  // namespace evenhand::ui
