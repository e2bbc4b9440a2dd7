// SPDX-License-Identifier: GPL-3.0-or-later
// A service that says whatever it likes to a console. The input's lines are its messages, but for the first, which says
// what is asked ("saves": an export too, whose file is written). The first message comes before a hello that is right;
// then, if the line still stands, the console asks, by the ids 1 to 8, and hears the rest. In the end the line is cut.
// PROTOCOL stands for the hash that only those who speak the same know.
#include <QTemporaryDir>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/remote/remote_engine.h"
#include "fuzz_lines.h"
#include "fuzz_targets.h"
#include "tests/support/fakes/fed_socket.h"

namespace evenhand::test {
namespace {

constexpr std::string_view kHello =
    R"({"hello":{"program":"0","protocol":"PROTOCOL","actor":"local:o","permissions":4294967295}})";

}  // namespace

void fuzzServiceFrames(Bytes bytes) {
    const auto lines = linesOf(bytes);
    if (lines.size() < 2) {
        return;
    }
    static const base::SystemClock s_clock;
    static const QTemporaryDir s_folder;
    std::shared_ptr<FedSocket> socket;
    remote::LineOptions options;
    options.addresses = {{"127.0.0.1", 1, false}};
    options.clock = &s_clock;
    options.random = [](std::size_t count) { return std::string(count, '\xFF'); };
    options.socket = [&](boost::asio::io_context& io, const remote::ServiceAddress&, const remote::ServiceTrust&,
                         remote::SocketLine::Listener listener) -> std::shared_ptr<remote::SocketLine> {
        auto made = std::make_shared<FedSocket>(io, std::move(listener));
        if (socket == nullptr) {
            socket = made;
            made->open();
            made->say(lines[1]);
            made->say(linesOf({reinterpret_cast<const std::uint8_t*>(kHello.data()), kHello.size()}).front());
        }
        return made;
    };
    auto connected = remote::RemoteEngine::connect(std::move(options));
    if (!connected) {
        return;
    }
    auto engine = *std::move(connected);
    std::size_t heard = 0;
    auto subscription = engine->subscribe([&heard](const std::vector<api::Event>& events) { heard += events.size(); });
    const api::Call call{api::Actor::administrator("local:o"), "because", {}};
    api::PlaceOrder order;
    order.lines = {{Sku("tea"), 1, {}}};
    std::size_t figures = 0;
    std::size_t batch = 0;
    const auto page = engine->orders().page(call, {});
    const auto placed = engine->orders().place(call, order);
    engine->orders().placeMany(call, {order, order}, [&batch](const auto& results) { batch += results.size(); });
    const auto verified = engine->audit().verify(call, [&figures](std::int64_t) { ++figures; });
    const auto entered = engine->accounts().signIn({"ann", Secret(std::string("right")), api::Via::Console});
    const auto state = engine->accounts().signInState();
    const auto campuses = engine->dispatch().campuses(call);
    const auto saved =
        lines.front().find("saves") != std::string::npos
            ? engine->orders().exportCsv(call, {}, s_folder.filePath(QStringLiteral("f")).toStdString(), {})
            : api::Answer<std::int64_t>();
    for (std::size_t i = 2; i < lines.size(); ++i) {
        socket->say(lines[i]);
    }
    (void)engine->status();
    socket->close();
    subscription.reset();
    engine.reset();
    promise(page.isFinished() && placed.isFinished() && verified.isFinished() && entered.isFinished() &&
                state.isFinished() && campuses.isFinished() && saved.isFinished(),
            "everything that was asked has an answer");
    promise(batch == 2, "each row has an answer, once");
    promise(page.resultCount() == 1 && placed.resultCount() == 1 && entered.resultCount() == 1, "and only one");
}

}  // namespace evenhand::test
