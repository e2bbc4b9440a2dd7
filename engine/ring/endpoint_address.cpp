// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ring/endpoint_address.h"

#include <QUrl>
#include <algorithm>

#include "engine/base/ids.h"

namespace evenhand::tasks {
namespace {

tl::unexpected<Error> invalid(std::string message, const std::string& url) {
    return fail(ErrorCode::InvalidArgument, std::move(message), "url", url);
}

/// A name that can only mean this machine or this network.
bool isLocalName(const QString& host) {
    return !host.contains(QLatin1Char('.')) || host == QLatin1String("localhost") ||
           host.endsWith(QLatin1String(".localhost")) || host.endsWith(QLatin1String(".local")) ||
           host.endsWith(QLatin1String(".internal")) || host.endsWith(QLatin1String(".home.arpa"));
}

/// No name ends in a number; what looks so is an address in a spelling that some programs read and others do not.
bool endsInNumber(const QString& host) { return host.at(host.lastIndexOf(QLatin1Char('.')) + 1).isDigit(); }

/// `text`: the address that it is the host of.
Result<void> checkHost(const QString& host, AddressRules rules, const std::string& text) {
    if (const auto literal = IpAddress::fromText(host.toStdString())) {
        if (auto judged = checkPeer(*literal, rules); !judged) {
            return fail(ErrorCode::AddressRefused, judged.error().message, "url", text);
        }
    } else if (endsInNumber(host)) {
        return invalid("has a host that is neither a name nor an address", text);
    } else if (isLocalName(host) && !rules.allowPrivate) {
        return fail(ErrorCode::AddressRefused,
                    "the name belongs to this machine or its network, which is not allowed for this endpoint", "url",
                    text);
    }
    return {};
}

}  // namespace

Result<void> checkPeer(const IpAddress& address, AddressRules rules) {
    const auto refuse = [&](const std::string& why) {
        return fail(ErrorCode::AddressRefused, why, "address", std::string(base::scopeName(address.scope())));
    };
    switch (address.scope()) {
        case AddressScope::Public: return {};
        case AddressScope::Loopback:
        case AddressScope::Private:
        case AddressScope::LinkLocal:
        case AddressScope::UniqueLocal:
            if (rules.allowPrivate) {
                return {};
            }
            return refuse("the address belongs to this machine or its network, which is not allowed for this endpoint");
        case AddressScope::Multicast:
        case AddressScope::Unspecified:
        case AddressScope::Reserved: return refuse("no endpoint can have this address");
    }
    return refuse("no endpoint can have this address");
}

Result<void> checkEndpointUrl(const std::string& text, AddressRules rules) {
    EVENHAND_TRY(base::validateText(text, "url", api::kMaxWebhookUrl));
    if (std::any_of(text.begin(), text.end(),
                    [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == 0x7f; })) {
        return invalid("must not have spaces or line breaks in it", text);
    }
    const QUrl url(QString::fromStdString(text), QUrl::StrictMode);
    const QString scheme = url.scheme();
    if (!url.isValid() || (scheme != QLatin1String("https") && scheme != QLatin1String("http"))) {
        return invalid("must be an address that begins with https://", text);
    }
    if (!url.userInfo().isEmpty()) {
        return invalid("must not have a user or a password in it", text);
    }
    if (url.hasFragment()) {
        return invalid("must not have a #fragment", text);
    }
    QString host = url.host(QUrl::FullyEncoded).toLower();
    if (host.endsWith(QLatin1Char('.'))) {
        host.chop(1);
    }
    if (host.isEmpty() || host.endsWith(QLatin1Char('.')) || url.port(443) == 0) {
        return invalid("has no host, or a port that is not valid", text);
    }
    auto judged = checkHost(host, rules, text);
    if (scheme == QLatin1String("http") && !rules.allowPlain) {
        // Both faults at once, or a person who allows the first one is refused again for the second.
        return fail(ErrorCode::AddressRefused,
                    "is not encrypted, which is not allowed for this endpoint" +
                        (judged ? std::string() : "; " + judged.error().message),
                    "url", text);
    }
    return judged;
}

}  // namespace evenhand::tasks
