// SPDX-License-Identifier: GPL-3.0-or-later
#include "team_world.h"

#include <utility>

#include "app/workspace/local_owner.h"
namespace evenhand::test {
namespace {

void need(bool holds, const char* what) {
    if (!holds) {
        qFatal("the test's world cannot be made: %s", what);
    }
}

}  // namespace

TeamWorld::TeamWorld(ingest::ServerOptions served) : server(std::move(served)) {
    app::OpenOptions options;
    options.secrets = m_secrets;
    options.hashCost = {1, 8192};
    options.workers = 0;
    auto made = app::Workspace::create(m_folder.filePath(QStringLiteral("w")).toStdString(), {}, options);
    need(made.has_value(), made ? "" : made.error().text().c_str());
    workspace = *std::move(made);
    need(wait(workspace->shop().addCampus(call, {CampusId("north"), "North"})).has_value(), "campus");
    for (const char* courier : {"ann", "bob"}) {
        api::NewCourier added;
        added.id = CourierId(courier);
        added.name = courier;
        added.campus = CampusId("north");
        need(wait(workspace->shop().addCourier(call, added)).has_value(), "courier");
        need(wait(workspace->dispatch().setDuty(call, CourierId(courier), true)).has_value(), "duty");
    }
    api::NewProduct tea;
    tea.sku = Sku("tea");
    tea.name = "Tea";
    tea.unitPrice = Money{250};
    tea.stock = 1'000'000;
    need(wait(workspace->shop().addProduct(call, tea)).has_value(), "product");
    serve(0);
}

TeamWorld::~TeamWorld() {
    stopService();
    workspace.reset();  // before its folder is deleted
}

void TeamWorld::serve(std::uint16_t port) {
    app::HttpHostOptions options;
    options.server = server;
    options.server.port = port;
    options.owner = app::localOwner(api::Via::Console);
    options.filesFolder = exportsFolder().toStdString();
    auto started = app::HttpHost::start(*workspace, options);
    need(started.has_value(), started ? "" : started.error().text().c_str());
    host = *std::move(started);
}

void TeamWorld::stopService() { host.reset(); }

void TeamWorld::restart() {
    const auto port = host->port();
    host.reset();
    serve(port);
}

remote::LineOptions TeamWorld::lineOptions(std::uint16_t port) const {
    remote::LineOptions options;
    options.addresses = {{"127.0.0.1", port != 0 ? port : host->port(), false}};
    options.clock = &m_clock;
    options.random = app::systemRandom;
    return options;
}

Result<std::unique_ptr<remote::RemoteEngine>> TeamWorld::connect(std::uint16_t port) {
    return remote::RemoteEngine::connect(lineOptions(port));
}

std::unique_ptr<remote::RemoteEngine> TeamWorld::console(std::uint16_t port) {
    auto connected = connect(port);
    need(connected.has_value(), connected ? "" : connected.error().text().c_str());
    return *std::move(connected);
}

bool TeamWorld::addPerson(const std::string& login, std::vector<api::Role> roles) {
    if (!wait(workspace->accounts().create(call, {login, login, std::move(roles)},
                                           Secret(std::string("first-") + kPassword)))) {
        return false;
    }
    const auto entered =
        wait(workspace->accounts().signIn({login, Secret(std::string("first-") + kPassword), api::Via::Console}));
    return entered && wait(workspace->accounts().changePassword({entered->actor, {}, {}},
                                                                Secret(std::string("first-") + kPassword),
                                                                Secret(std::string(kPassword))))
                          .has_value();
}

Result<api::SignedIn> TeamWorld::signIn(api::EngineApi& engine, const std::string& login) {
    return wait(engine.accounts().signIn({login, Secret(std::string(kPassword)), api::Via::Console}));
}

api::PlaceOrder oneTea(const std::string& key) {
    api::PlaceOrder order;
    order.key = key;
    order.user = UserId("ann");
    order.campus = CampusId("north");
    order.lines = {{Sku("tea"), 1, {}}};
    return order;
}

}  // namespace evenhand::test
