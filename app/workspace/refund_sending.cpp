// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/refund_sending.h"

#include <QCoreApplication>
#include <QSysInfo>
#include <cstdlib>
#include <utility>

#include "engine/outward/http_refund_provider.h"

namespace evenhand::app {
namespace {

constexpr const char* kSecretVariable = "EVENHAND_REFUND_SECRET";

}  // namespace

Result<std::string> findRefundSecret(const std::string& name, api::SecretStore& secrets) {
    if (const char* value = std::getenv(kSecretVariable); value != nullptr && *value != '\0') {
        return std::string(value);
    }
    const auto missing = [&](const std::string& why) {
        return fail(
            ErrorCode::NotFound,
            "the secret that signs refunds was not found: $" + std::string(kSecretVariable) + " is not set; " + why,
            "secret_name", name);
    };
    if (name.empty()) {
        return missing("the settings name none");
    }
    auto kept = secrets.read(name);
    if (!kept) {
        return missing(kept.error().message);
    }
    if (!*kept || (*kept)->empty()) {
        return missing("the keychain has none by the name " + name);
    }
    return std::string((*kept)->reveal());
}

Result<std::string> knownRefundSecret(const std::string& name) { return findRefundSecret(name, *systemSecrets()); }

outward::ProviderSource providerSource(RefundSecretSource secrets, const Clock& clock) {
    return [secrets = std::move(secrets),
            &clock](const api::RefundSettings& settings) -> Result<std::unique_ptr<outward::SendingProvider>> {
        switch (settings.provider) {
            case api::RefundProviderKind::Http: {
                EVENHAND_ASSIGN(const auto secret, secrets(settings.secretName));
                EVENHAND_ASSIGN(auto provider, outward::HttpRefundProvider::make(settings, secret, clock));
                return provider;
            }
            case api::RefundProviderKind::Manual: break;
        }
        return fail(ErrorCode::Unsupported, "the settings name no provider that sends", "provider");
    };
}

std::string processAddress() {
    return QSysInfo::machineHostName().left(100).toStdString() + ", process " +
           std::to_string(QCoreApplication::applicationPid());
}

std::string refundWorkerName() {
    return "refunds@" + QSysInfo::machineHostName().left(100).toStdString() + ":" +
           std::to_string(QCoreApplication::applicationPid());
}

}  // namespace evenhand::app
