// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that ask the desks like any outsider, as they are: what `evenhandctl import` does with a file of orders and
// one of returns, and the demo's storefront, which goes on from act to act until its process ends. Without its
// returns: their provider has a thread of its own.
#include <QCoreApplication>
#include <QDateTime>
#include <QFile>

#include "acts.h"
#include "app/import/order_import.h"
#include "app/import/return_import.h"
#include "app/storefront/storefront.h"

namespace evenhand::sim {
namespace {

struct MadeFile {
    std::string text;
    std::vector<std::string> orders;  ///< their numbers
};

std::string stamp(Instant at) {
    return QDateTime::fromMSecsSinceEpoch(at.ms, Qt::UTC).toString(Qt::ISODateWithMs).toStdString();
}

/// Everything in it follows from its name, which begins with the latest instant in it; so it can come again.
MadeFile fileOfOrders(const std::string& name) {
    Rng rng(std::hash<std::string>{}(name));
    static constexpr std::pair<const char*, const char*> kGoods[] = {
        {"tea", "2.50"}, {"rice", "12.00"}, {"soup", "0.99"}, {"free", "0"}, {"new", "3.10"}};
    MadeFile file{"order_no,user_id,campus,sku,quantity,unit_price,placed_at\n", {}};
    Instant at{std::stoll(name)};
    for (auto orders = rng.between(1, 25); orders > 0; --orders) {
        const auto no = "V" + name.substr(name.find(' ') + 1) + "-" + std::to_string(orders);
        for (auto lines = 1 + rng.below(3); lines > 0; --lines) {
            const auto& [sku, price] = kGoods[rng.below(std::size(kGoods))];
            file.text += no + ",u" + std::to_string(rng.below(9)) + "," + anyCampus(rng) + "," + sku + "," +
                         std::to_string(rng.between(rng.below(20) == 0 ? 0 : 1, 3)) + "," + price + "," + stamp(at) +
                         (rng.below(40) == 0 ? ",too much" : "") + "\n";
        }
        file.orders.push_back(no);
        at = at.plusMs(-rng.between(0, 6LL * 3'600'000));
    }
    return file;
}

std::string fileOfReturns(const std::string& name) {
    Rng rng(std::hash<std::string>{}(name) + 1);
    std::string content = "return_no,user_id,sku,quantity,at,reason\n";
    for (auto rows = rng.between(1, 6); rows > 0; --rows) {
        content += "W" + name.substr(name.find(' ') + 1) + "-" + std::to_string(rows) + ",u" +
                   std::to_string(rng.below(9)) + (rng.below(2) == 0 ? ",tea," : ",rice,") +
                   std::to_string(rng.between(1, 4)) + "," + stamp(Instant{std::stoll(name)}) + ",broken\n";
    }
    return content;
}

Result<import::InputFile> written(const std::string& path, const std::string& content) {
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::WriteOnly) || file.write(content.data(), static_cast<qint64>(content.size())) < 0) {
        return fail(ErrorCode::Storage, "cannot be written", "path", path);
    }
    file.close();
    return import::InputFile::open(path, {});
}

/// Of a file that was imported to its end each order is there, or was refused as a whole.
void checkImported(World& world, const MadeFile& file, const import::ImportReport& report) {
    std::int64_t found = 0;
    for (const auto& no : file.orders) {
        if (const auto order = world.read(world.workspace().orders().detail(world.call(), OrderNo(no)))) {
            ++found;
            world.made("order").push_back(no);
            world.promise("SELECT payable FROM orders WHERE order_no = ?", no,
                          std::to_string(order->row.payable.minor));
        } else if (!world.alive()) {
            return;
        }
    }
    const auto told = report.things.accepted + report.things.duplicate;
    world.note("    " + std::to_string(report.things.accepted) + " accepted, " +
               std::to_string(report.things.duplicate) + " duplicate, " + std::to_string(report.things.rejected) +
               " rejected");
    if (found != told) {
        world.broken("an import told of " + std::to_string(told) + " orders, and " + std::to_string(found) +
                     " of its file are there");
    }
}

/// A file, which may come again after an import that was interrupted, or whole.
void importCsv(World& world, Rng& rng) {
    auto name = rng.below(3) == 0 ? world.some("file", rng) : std::string();
    if (name.empty()) {
        const auto at = world.clock().now().plusMs(-rng.between(0, 400LL * 86'400'000));
        name = std::to_string((rng.below(2) == 0 ? at : world.clock().now()).ms) + " " +
               std::to_string(world.next("file"));
        world.made("file").push_back(name);
    }
    const auto file = fileOfOrders(name);
    import::OrderImportOptions options;
    options.actor = world.call("root").actor;
    options.paid = rng.below(3) != 0;
    options.dryRun = rng.below(8) == 0;
    options.stockForNewSku = rng.below(2) == 0 ? std::optional<std::int64_t>(7) : std::nullopt;
    const bool returns = rng.below(2) == 0;
    const bool approve = rng.below(2) == 0;
    const import::ImportHooks hooks{{}, {}, [&world] { world.stepOrDie(); }};
    const auto path = world.store().outside() + "/import.csv";
    const auto note = [&world](const char* what, const Result<void>& done) {
        world.note(std::string("  ") + what + ": " +
                   (done ? std::string("done") : std::string(errorName(done.error().code))));
        ++world.figure(std::string(what) + (done ? " imported" : " not imported"));
    };
    const bool fails = rng.below(3) == 0;
    const auto kind = rng.below(3) == 0 ? test::Fault::WriteError : test::Fault::Kill;
    const auto when = rng.between(1, 1LL << rng.below(9));
    const auto seed = rng.next();
    world.import([&] {
        if (fails) {
            world.fault(kind, when, 2, seed);
        }
        try {
            if (const auto input = written(path, file.text)) {
                import::ImportReport report;
                const auto done = import::importOrders(world.workspace(), *input, options, hooks, report);
                note("a file of orders", done);
                if (done && !options.dryRun && world.alive()) {
                    checkImported(world, file, report);
                }
            }
            if (const auto input = written(path, fileOfReturns(name)); input && returns) {
                import::ReturnImportOptions taking;
                taking.actor = options.actor;
                taking.approve = approve;
                taking.dryRun = options.dryRun;
                import::ImportReport report;
                note("a file of returns", import::importReturns(world.workspace(), *input, taking, hooks, report));
            }
        } catch (const World::ProcessDied&) {
            world.note("  the import has died");
            ++world.figure("a process ended in an import");
        }
    });
    QFile::remove(QString::fromStdString(path));
}

/// What has been answered comes to the storefront, which may ask further.
void settle(World& world) {
    do {
        QCoreApplication::processEvents();
    } while (world.step() && world.fault().empty());
    QCoreApplication::processEvents();
}

void storefront(World& world, Rng& rng) {
    using storefront::Storefront;
    auto front = std::static_pointer_cast<Storefront>(world.client());
    if (front == nullptr) {
        storefront::StorefrontOptions options;
        options.seed = rng.next();
        options.run = "F" + std::to_string(world.next("storefront"));
        options.speed = 600;
        options.peakOrdersPerMinute = 2;
        options.startMinute = static_cast<int>(rng.between(9 * 60, 20 * 60));
        auto& desks = world.workspace();
        front = std::make_shared<Storefront>(desks.orders(), desks.dispatch(), desks.timers(), world.clock(), options);
        if (rng.below(2) == 0) {
            front->runSales(desks.seckill());
        }
        if (rng.below(2) == 0) {
            front->runCampaigns(desks.campaigns());
        }
        world.client() = front;
        front->open();
        settle(world);
    }
    for (auto ticks = rng.between(3, 20); ticks > 0 && world.alive() && world.fault().empty(); --ticks) {
        world.clock().advanceMs(200);
        front->tick(world.clock().now());
        settle(world);
    }
    const auto& did = front->figures();
    world.note("  " + std::to_string(did.placed) + " placed, " + std::to_string(did.paid) + " paid, " +
               std::to_string(did.delivered) + " delivered, " + std::to_string(did.refused) + " refused");
}

}  // namespace

std::vector<Act> outsideActs() { return {{"import a whole file", 1, importCsv}, {"the storefront", 1, storefront}}; }

}  // namespace evenhand::sim
