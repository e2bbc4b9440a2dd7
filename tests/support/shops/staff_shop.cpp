// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shops/staff_shop.h"

#include <algorithm>

namespace evenhand::test {
namespace {

constexpr int kOrders = 40;
constexpr const char* kFirstPassword = "seven quiet rivers";

api::SignIn typed(const std::string& login, const std::string& password) {
    api::SignIn attempt;
    attempt.login = login;
    attempt.password = Secret(password);
    return attempt;
}

api::TokenRow make(Shop& shop, const std::string& name, api::TokenScopes scopes, std::int64_t perSecond) {
    return shop.must(shop.engine().tokens().create(Shop::by("ann"), {name, scopes, perSecond})).row;
}

}  // namespace

StaffShop::StaffShop(void (*more)(Shop&))
    : Shop({kOrders, more}),
      AlteredEngine(Shop::engine()),
      m_accounts(Shop::engine().accounts()),
      m_tokens(Shop::engine().tokens()),
      m_audit(Shop::engine().audit()) {}

void StaffShop::fill(Shop& shop) {
    auto& accounts = shop.engine().accounts();
    std::vector<api::Role> roles(api::allRoles().begin(), api::allRoles().end());
    std::stable_partition(roles.begin(), roles.end(), [](auto role) { return role == api::Role::Administrator; });
    for (const auto role : roles) {
        const std::string login(api::toText(role));
        const auto made =
            shop.must(accounts.create(by("root"), {login, "One " + login, {role}}, Secret(kFirstPassword)));
        const auto in = shop.must(accounts.signIn(typed(login, kFirstPassword)));
        shop.must(accounts.changePassword({in.actor, {}, {}}, Secret(kFirstPassword), Secret(kPassword)));
    }
    using enum api::TokenScope;
    (void)make(shop, "storefront", api::bitOf(OrdersRead) | api::bitOf(OrdersPlace) | api::bitOf(PaymentsNotify), 200);
    const auto couriers = make(shop, "couriers", api::bitOf(CouriersReport) | api::bitOf(EventsRead), 0);
    (void)make(shop, "monitoring", api::bitOf(MetricsRead), 1);
    (void)shop.must(shop.engine().tokens().revoke(by("ann"), couriers.id));
}

api::SignedIn StaffShop::enter(const std::string& login) {
    return must(engine().accounts().signIn(typed(login, kPassword)));
}

bool StaffShop::opens(const std::string& login, const std::string& password) {
    return ask(engine().accounts().signIn(typed(login, password))).has_value();
}

std::optional<api::PersonRow> StaffShop::person(const std::string& login) {
    for (auto& row : must(engine().accounts().people(by("root")))) {
        if (row.login == login) {
            return row;
        }
    }
    return std::nullopt;
}

api::AccountSettings StaffShop::rules() { return must(engine().accounts().settings(by("root"))); }

void StaffShop::setRules(const api::AccountSettings& rules) {
    must(engine().accounts().setSettings(by("root"), rules));
}

void StaffShop::add(const std::string& login, api::Role role) {
    (void)must(engine().accounts().create(by("root"), {login, login, {role}}, Secret(kPassword)));
}

void StaffShop::setRolesOf(const std::string& login, std::vector<api::Role> roles) {
    (void)must(engine().accounts().setRoles(by("root"), {person(login)->id, 0}, std::move(roles)));
}

void StaffShop::disable(const std::string& login) {
    (void)must(engine().accounts().setDisabled(by("root"), {person(login)->id, 0}, true));
}

void StaffShop::addToken(const std::string& name, api::TokenScopes scopes) { (void)make(*this, name, scopes, 0); }

std::vector<api::TokenRow> StaffShop::tokenRows() { return must(engine().tokens().tokens(by("root"))); }

std::vector<std::string> StaffShop::switches() {
    api::AuditQuery query;
    query.filter.operations = {std::string(api::infoOf(api::Operation::ServiceSwitch).name)};
    query.descending = false;
    std::vector<std::string> found;
    for (const auto& record : must(engine().audit().page(by("root"), query))) {
        found.push_back(record.detail);
    }
    return found;
}

std::int64_t StaffShop::entries(const api::AuditFilter& filter) {
    return must(engine().audit().count(by("root"), filter));
}

void StaffShop::refuse(const std::string& actor) {
    const api::Call call{{actor, api::bitOf(api::Permission::Read), {}, api::Via::Console}, "because", {}};
    if (ask(engine().orders().cancel(call, {{paidOrder(0), 0}}))) {
        broken("somebody was not refused");
    }
}

}  // namespace evenhand::test
