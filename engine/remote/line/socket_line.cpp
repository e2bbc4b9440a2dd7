// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/line/socket_line.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <chrono>
#include <deque>
#include <memory>
#include <type_traits>
#include <utility>

#include "engine/json/json_text.h"
#include "engine/remote/line/certificate_check.h"
#include "engine/wire/protocol.h"

namespace evenhand::remote {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using boost::system::error_code;

constexpr auto kConnectTime = std::chrono::seconds(5);

using PlainStream = beast::tcp_stream;
using TlsStream = beast::ssl_stream<beast::tcp_stream>;

/// What is made before the stream, which refers to it.
struct Tls {
    asio::ssl::context context{asio::ssl::context::tls_client};
    std::shared_ptr<CertificateCheck> check;
};

template <typename Stream>
class WebSocketLine final : public SocketLine, public std::enable_shared_from_this<WebSocketLine<Stream>> {
public:
    WebSocketLine(asio::io_context& io, const ServiceAddress& address, const ServiceTrust& trust, Listener listener,
                  std::int64_t deadMs)
        : m_tls(tlsOf(address, trust)),
          m_resolver(io),
          m_stream(streamOf(io, *m_tls)),
          m_address(address),
          m_dead(deadMs),
          m_listener(std::move(listener)) {}

    void start() {
        m_resolver.async_resolve(m_address.host, std::to_string(m_address.port),
                                 [self = this->shared_from_this()](error_code failed, const auto& found) {
                                     if (!self->ended(failed)) {
                                         self->connect(found);
                                     }
                                 });
    }
    void send(std::string message) override {
        if (m_closed) {
            return;
        }
        m_waiting.push_back(std::move(message));
        if (m_open && m_waiting.size() == 1) {
            write();
        }
    }
    void close() override {
        // Whoever closes a line is done with it; waiting for the other end's word would keep a dead one for long.
        error_code ignored;
        beast::get_lowest_layer(m_stream).socket().close(ignored);
        m_resolver.cancel();
    }

private:
    static constexpr bool kTls = std::is_same_v<Stream, TlsStream>;
    using Socket = websocket::stream<Stream>;

    static std::unique_ptr<Tls> tlsOf(const ServiceAddress& address, const ServiceTrust& trust) {
        auto tls = std::make_unique<Tls>();
        if constexpr (kTls) {
            tls->check = std::make_shared<CertificateCheck>(address.host, trust.fingerprint);
            error_code ignored;  // without authorities no certificate is trusted, which is said then
            if (trust.authorityFile.empty()) {
                tls->context.set_default_verify_paths(ignored);
            } else {
                tls->context.load_verify_file(trust.authorityFile, ignored);
            }
        }
        return tls;
    }
    static Socket streamOf(asio::io_context& io, Tls& tls) {
        if constexpr (kTls) {
            return Socket(io, tls.context);
        } else {
            return Socket(io);
        }
    }

    void connect(const asio::ip::tcp::resolver::results_type& found) {
        auto& socket = beast::get_lowest_layer(m_stream);
        socket.expires_after(kConnectTime);
        socket.async_connect(found, [self = this->shared_from_this()](error_code failed, const auto&) {
            if (!self->ended(failed)) {
                self->encrypt();
            }
        });
    }
    void encrypt() {
        if constexpr (kTls) {
            auto& tls = m_stream.next_layer();
            (void)::SSL_set_tlsext_host_name(tls.native_handle(), m_address.host.c_str());
            error_code failed;
            tls.set_verify_mode(asio::ssl::verify_peer, failed);
            tls.set_verify_callback(
                [check = m_tls->check](bool isFine, asio::ssl::verify_context& context) {
                    return check->look(isFine, context.native_handle());
                },
                failed);
            if (ended(failed)) {
                return;
            }
            beast::get_lowest_layer(m_stream).expires_after(kConnectTime);
            tls.async_handshake(asio::ssl::stream_base::client, [self = this->shared_from_this()](error_code refused) {
                if (!self->ended(refused)) {
                    self->shakeHands();
                }
            });
        } else {
            shakeHands();
        }
    }
    void shakeHands() {
        auto& socket = beast::get_lowest_layer(m_stream);
        socket.expires_never();
        error_code ignored;
        socket.socket().set_option(asio::ip::tcp::no_delay(true), ignored);
        websocket::stream_base::timeout limits{};
        limits.handshake_timeout = kConnectTime;
        limits.idle_timeout = m_dead;
        limits.keep_alive_pings = true;
        m_stream.set_option(limits);
        m_stream.set_option(websocket::stream_base::decorator([](websocket::request_type& request) {
            request.set(beast::http::field::sec_websocket_protocol, wire::kSubprotocol);
        }));
        m_stream.read_message_max(wire::kMaxAnswer);
        m_stream.write_buffer_bytes(std::size_t{64} << 10);
        m_stream.text(true);
        m_stream.async_handshake(m_answer, textOf(m_address), std::string(wire::kConsolePath),
                                 [self = this->shared_from_this()](error_code failed) {
                                     if (self->ended(failed)) {
                                         return;
                                     }
                                     self->m_listener.opened();
                                     self->m_open = true;  // what it has sent by now waits
                                     self->read();
                                     if (!self->m_waiting.empty()) {
                                         self->write();
                                     }
                                 });
    }
    void read() {
        m_stream.async_read(m_buffer, [self = this->shared_from_this()](error_code failed, std::size_t) {
            if (self->ended(failed)) {
                return;
            }
            auto message = beast::buffers_to_string(self->m_buffer.data());
            self->m_buffer.consume(self->m_buffer.size());
            self->m_listener.received(std::move(message));
            self->read();
        });
    }
    void write() {
        m_stream.async_write(asio::buffer(m_waiting.front()),
                             [self = this->shared_from_this()](error_code failed, std::size_t) {
                                 if (self->ended(failed)) {
                                     return;
                                 }
                                 self->m_waiting.pop_front();
                                 if (!self->m_waiting.empty()) {
                                     self->write();
                                 }
                             });
    }
    /// Tells of the end, once.
    bool ended(error_code failed) {
        if (!failed && !m_closed) {
            return false;
        }
        if (!std::exchange(m_closed, true)) {
            close();
            const auto* check = m_tls->check.get();
            m_listener.closed(check != nullptr && check->hasRefused()
                                  ? Error{ErrorCode::AddressRefused, "the service's certificate is not trusted",
                                          "fingerprint", check->fingerprint()}
                                  : Error{ErrorCode::Unreachable, reasonOf(failed),
                                          standsBy(failed) ? std::string(kStandby) : std::string("service"),
                                          textOf(m_address)});
            m_listener = {};
        }
        return true;
    }
    /// Nobody else answers so: a service that is only too busy has another reason.
    [[nodiscard]] bool standsBy(error_code failed) const {
        return failed == websocket::error::upgrade_declined && problemMember("reason") == "standing_by";
    }
    /// Of the problem that the upgrade was refused by; empty: it has no such text.
    [[nodiscard]] std::string problemMember(std::string_view name) const {
        const auto problem = json::parseJson(m_answer.body());
        const auto* object = problem ? problem->if_object() : nullptr;
        const auto* member = object != nullptr ? object->if_contains(name) : nullptr;
        return member != nullptr && member->is_string() ? std::string(member->get_string()) : std::string();
    }
    [[nodiscard]] std::string reasonOf(error_code failed) const {
        if (standsBy(failed)) {
            return problemMember("detail");
        }
        const auto& reason = m_stream.reason();
        if (failed == websocket::error::closed && !reason.reason.empty()) {
            return {reason.reason.data(), reason.reason.size()};
        }
        if (failed == websocket::error::upgrade_declined) {
            return "there is a server that serves no consoles (" + std::to_string(m_answer.result_int()) + ")";
        }
        // What the system says of these helps nobody.
        if (failed.category() == asio::error::get_ssl_category() &&
            ERR_GET_REASON(static_cast<unsigned long>(failed.value())) == SSL_R_WRONG_VERSION_NUMBER) {
            return "the service speaks without encryption, and takes consoles from its own machine only";
        }
        if (!m_open && !m_address.isEncrypted && failed == beast::http::error::end_of_stream) {
            return "the service seems to expect encryption: put https:// before its address";
        }
        return failed.message();
    }

    const std::unique_ptr<Tls> m_tls;
    asio::ip::tcp::resolver m_resolver;
    Socket m_stream;
    const ServiceAddress m_address;
    const std::chrono::milliseconds m_dead;
    Listener m_listener;
    websocket::response_type m_answer;
    beast::flat_buffer m_buffer;
    std::deque<std::string> m_waiting;  ///< the first one is being written
    bool m_open = false;
    bool m_closed = false;
};

}  // namespace

std::shared_ptr<SocketLine> SocketLine::connect(asio::io_context& io, const ServiceAddress& address,
                                                const ServiceTrust& trust, Listener listener, std::int64_t deadMs) {
    if (address.isEncrypted) {
        auto line = std::make_shared<WebSocketLine<TlsStream>>(io, address, trust, std::move(listener), deadMs);
        line->start();
        return line;
    }
    auto line = std::make_shared<WebSocketLine<PlainStream>>(io, address, trust, std::move(listener), deadMs);
    line->start();
    return line;
}

}  // namespace evenhand::remote
