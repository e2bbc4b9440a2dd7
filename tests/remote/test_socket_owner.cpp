// SPDX-License-Identifier: GPL-3.0-or-later
// Which account owns a connection. Only the account of the service is let in without a password, so where the system
// does not say for certain, the answer must be that nobody owns it.
#include <arpa/inet.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QtTest>
#include <array>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "app/service/socket_owner.h"

namespace test_socket_owner {

using namespace evenhand;
namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

/// A connection whose two ends are both in this process.
struct Connection {
    Connection(const char* listen, const char* connect)
        : acceptor(io, tcp::endpoint(asio::ip::make_address(listen), 0)), client(io) {
        client.connect(tcp::endpoint(asio::ip::make_address(connect), acceptor.local_endpoint().port()));
        served = acceptor.accept();
    }
    static app::SocketEnd endOf(const tcp::endpoint& endpoint) {
        return {endpoint.address().to_string(), endpoint.port()};
    }
    [[nodiscard]] app::SocketEnd from() const { return endOf(served->remote_endpoint()); }
    [[nodiscard]] app::SocketEnd to() const { return endOf(served->local_endpoint()); }

    asio::io_context io;
    tcp::acceptor acceptor;
    tcp::socket client;
    std::optional<tcp::socket> served;
};

}  // namespace

class TestSocketOwner : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneOfThisAccount() {
        const Connection plain("127.0.0.1", "127.0.0.1");
        QCOMPARE(app::socketOwner(plain.from(), plain.to()), std::optional(::geteuid()));
    }
    void oneOfIpv6() {
        try {
            const Connection six("::1", "::1");
            QCOMPARE(app::socketOwner(six.from(), six.to()), std::optional(::geteuid()));
            // An IPv6 socket that connects to an IPv4 address is listed in the system's IPv6 table.
            const Connection mapped("127.0.0.1", "::ffff:127.0.0.1");
            QCOMPARE(app::socketOwner(mapped.from(), mapped.to()), std::optional(::geteuid()));
        } catch (const boost::system::system_error&) {
            QSKIP("this machine has no IPv6");
        }
    }

    /// Both ends must match, not only the port of one of them.
    void onlyTheConnectionThatIsMeant() {
        const Connection one("127.0.0.1", "127.0.0.1");
        const Connection other("127.0.0.1", "127.0.0.1");
        QCOMPARE(app::socketOwner(one.from(), other.to()), std::optional<uid_t>());
        QCOMPARE(app::socketOwner({"127.0.0.1", 1}, one.to()), std::optional<uid_t>());
        QCOMPARE(app::socketOwner({"127.0.0.2", one.from().port}, one.to()), std::optional<uid_t>());
    }
    void whatIsNoAddressOfThisMachineIsNobodys() {
        const Connection one("127.0.0.1", "127.0.0.1");
        for (const auto* address : {"10.0.0.1", "localhost", "", "::2"}) {
            QCOMPARE(app::socketOwner({address, one.from().port}, one.to()), std::optional<uid_t>());
        }
        QCOMPARE(app::socketOwner(one.from(), {"", one.to().port}), std::optional<uid_t>());
    }
    /// The system lists a closed connection as owned by root, which must not be believed.
    void oneThatIsOverIsNobodys() {
        Connection one("127.0.0.1", "127.0.0.1");
        const auto from = one.from();
        const auto to = one.to();
        one.client.close();
        QTRY_COMPARE(app::socketOwner(from, to), std::optional<uid_t>());
        one.served->close();
        QCOMPARE(app::socketOwner(from, to), std::optional<uid_t>());
    }

    void oneOfAnotherAccount() {
        if (::geteuid() != 0) {
            QSKIP("only root can connect as somebody else");
        }
        constexpr uid_t kNobody = 65'534;
        asio::io_context io;
        tcp::acceptor acceptor(io, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(acceptor.local_endpoint().port());
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        std::array<int, 2> ends{};
        QCOMPARE(::pipe(ends.data()), 0);
        const auto child = ::fork();
        QVERIFY(child >= 0);
        if (child == 0) {  // only functions that are safe after fork()
            ::close(ends[1]);
            const int other = ::setuid(kNobody) == 0 ? ::socket(AF_INET, SOCK_STREAM, 0) : -1;
            char word = 0;
            if (other >= 0 && ::connect(other, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
                (void)!::read(ends[0], &word, 1);  // keeps the connection open until the test is done
            }
            ::_exit(0);
        }
        ::close(ends[0]);
        const auto served = acceptor.accept();
        const auto owner =
            app::socketOwner(Connection::endOf(served.remote_endpoint()), Connection::endOf(served.local_endpoint()));
        ::close(ends[1]);
        (void)::waitpid(child, nullptr, 0);
        QCOMPARE(owner, std::optional(kNobody));
    }
};

}  // namespace test_socket_owner

QTEST_GUILESS_MAIN(test_socket_owner::TestSocketOwner)
#include "test_socket_owner.moc"
