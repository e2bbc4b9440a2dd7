// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/line/socket_line.h"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <deque>
#include <memory>
#include <utility>

#include "engine/frames/frame_socket.h"
#include "engine/frames/stream_bytes.h"
#include "engine/json/json_text.h"
#include "engine/remote/line/certificate_check.h"
#include "engine/wire/protocol.h"

namespace evenhand::remote {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using Done = std::function<void(error_code)>;

constexpr auto kConnectTime = std::chrono::seconds(5);
constexpr std::size_t kWriteBuffer = std::size_t{64} << 10;

/// The stream of bytes below a line.
class Carrier {
public:
    virtual ~Carrier() = default;
    [[nodiscard]] virtual tcp::socket& socket() = 0;
    [[nodiscard]] virtual frames::ByteStream& bytes() = 0;
    /// Once the socket is connected.
    virtual void encrypt(Done done) = 0;
    /// nullptr: none is looked at.
    [[nodiscard]] virtual const CertificateCheck* check() const = 0;
};

class PlainCarrier final : public Carrier {
public:
    explicit PlainCarrier(asio::io_context& io) : m_socket(io) {}

    [[nodiscard]] tcp::socket& socket() override { return m_socket; }
    [[nodiscard]] frames::ByteStream& bytes() override { return m_bytes; }
    void encrypt(Done done) override { done({}); }
    [[nodiscard]] const CertificateCheck* check() const override { return nullptr; }

private:
    tcp::socket m_socket;
    frames::StreamBytes<tcp::socket> m_bytes{m_socket};
};

class TlsCarrier final : public Carrier {
public:
    TlsCarrier(asio::io_context& io, const ServiceAddress& address, const ServiceTrust& trust)
        : m_host(address.host),
          m_check(std::make_shared<CertificateCheck>(address.host, trust.fingerprint)),
          m_stream(io, contextOf(trust)) {}

    [[nodiscard]] tcp::socket& socket() override { return m_stream.next_layer(); }
    [[nodiscard]] frames::ByteStream& bytes() override { return m_bytes; }
    void encrypt(Done done) override {
        (void)::SSL_set_tlsext_host_name(m_stream.native_handle(), m_host.c_str());
        error_code failed;
        m_stream.set_verify_mode(asio::ssl::verify_peer, failed);
        m_stream.set_verify_callback(
            [check = m_check](bool isFine, asio::ssl::verify_context& context) {
                return check->look(isFine, context.native_handle());
            },
            failed);
        if (failed) {
            done(failed);
            return;
        }
        m_stream.async_handshake(asio::ssl::stream_base::client, std::move(done));
    }
    [[nodiscard]] const CertificateCheck* check() const override { return m_check.get(); }

private:
    asio::ssl::context& contextOf(const ServiceTrust& trust) {
        error_code ignored;  // without authorities no certificate is trusted, which is said then
        if (trust.authorityFile.empty()) {
            m_context.set_default_verify_paths(ignored);
        } else {
            m_context.load_verify_file(trust.authorityFile, ignored);
        }
        return m_context;
    }

    const std::string m_host;
    const std::shared_ptr<CertificateCheck> m_check;
    asio::ssl::context m_context{asio::ssl::context::tls_client};
    asio::ssl::stream<tcp::socket> m_stream;
    frames::StreamBytes<asio::ssl::stream<tcp::socket>> m_bytes{m_stream};
};

class WebSocketLine final : public SocketLine, public std::enable_shared_from_this<WebSocketLine> {
public:
    WebSocketLine(asio::io_context& io, const ServiceAddress& address, std::unique_ptr<Carrier> carrier,
                  Listener listener, std::int64_t deadMs)
        : m_carrier(std::move(carrier)),
          m_resolver(io),
          m_limit(io),
          m_socket(m_carrier->bytes(),
                   {kConnectTime, std::chrono::milliseconds(deadMs), std::string(wire::kSubprotocol), kWriteBuffer}),
          m_address(address),
          m_listener(std::move(listener)) {
        m_socket.limitMessage(wire::kMaxAnswer);
    }

    void start() {
        m_resolver.async_resolve(m_address.host, std::to_string(m_address.port),
                                 [self = shared_from_this()](error_code failed, const auto& found) {
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
        m_carrier->socket().close(ignored);
        m_resolver.cancel();
        m_limit.cancel();
    }

private:
    void connect(const tcp::resolver::results_type& found) {
        beginLimit();
        asio::async_connect(m_carrier->socket(), found, [self = shared_from_this()](error_code failed, const auto&) {
            if (!self->ended(failed)) {
                self->encrypt();
            }
        });
    }
    void encrypt() {
        beginLimit();
        m_carrier->encrypt([self = shared_from_this()](error_code failed) {
            if (!self->ended(failed)) {
                self->shakeHands();
            }
        });
    }
    void shakeHands() {
        ++m_stage;  // from here on the WebSocket has its own limit
        m_limit.cancel();
        error_code ignored;
        m_carrier->socket().set_option(tcp::no_delay(true), ignored);
        m_socket.shakeHands(textOf(m_address), std::string(wire::kConsolePath),
                            [self = shared_from_this()](error_code failed) {
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
        m_socket.read([self = shared_from_this()](error_code failed, std::string_view message) {
            if (self->ended(failed)) {
                return;
            }
            self->m_listener.received(std::string(message));
            self->read();
        });
    }
    void write() {
        m_socket.write(m_waiting.front(), [self = shared_from_this()](error_code failed) {
            if (self->ended(failed)) {
                return;
            }
            self->m_waiting.pop_front();
            if (!self->m_waiting.empty()) {
                self->write();
            }
        });
    }
    /// What is under way now takes so long at most.
    void beginLimit() {
        m_limit.expires_after(kConnectTime);
        m_limit.async_wait([self = weak_from_this(), stage = ++m_stage](error_code cancelled) {
            const auto there = cancelled ? nullptr : self.lock();
            if (there != nullptr && stage == there->m_stage) {
                there->m_isLate = true;
                error_code ignored;
                there->m_carrier->socket().close(ignored);
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
            const auto why = m_isLate ? frames::tookTooLong() : failed;
            const auto* check = m_carrier->check();
            m_listener.closed(check != nullptr && check->hasRefused()
                                  ? Error{ErrorCode::AddressRefused, "the service's certificate is not trusted",
                                          "fingerprint", check->fingerprint()}
                                  : Error{ErrorCode::Unreachable, reasonOf(why),
                                          standsBy(why) ? std::string(kStandby) : std::string("service"),
                                          textOf(m_address)});
            m_listener = {};
        }
        return true;
    }
    using Why = frames::FrameSocket::Why;
    /// Nobody else answers so: a service that is only too busy has another reason.
    [[nodiscard]] bool standsBy(error_code failed) const {
        return frames::FrameSocket::whyOf(failed) == Why::Declined && problemMember("reason") == "standing_by";
    }
    /// Of the problem that the upgrade was refused by; empty: it has no such text.
    [[nodiscard]] std::string problemMember(std::string_view name) const {
        const auto problem = json::parseJson(m_socket.declinedBody());
        const auto* object = problem ? problem->if_object() : nullptr;
        const auto* member = object != nullptr ? object->if_contains(name) : nullptr;
        return member != nullptr && member->is_string() ? std::string(member->get_string()) : std::string();
    }
    [[nodiscard]] std::string reasonOf(error_code failed) const {
        if (standsBy(failed)) {
            return problemMember("detail");
        }
        const auto why = frames::FrameSocket::whyOf(failed);
        if (auto reason = m_socket.closeReason(); why == Why::ClosedByOther && !reason.empty()) {
            return reason;
        }
        if (why == Why::Declined) {
            return "there is a server that serves no consoles (" + std::to_string(m_socket.declinedStatus()) + ")";
        }
        // What the system says of these helps nobody.
        if (failed.category() == asio::error::get_ssl_category() &&
            ERR_GET_REASON(static_cast<unsigned long>(failed.value())) == SSL_R_WRONG_VERSION_NUMBER) {
            return "the service speaks without encryption, and takes consoles from its own machine only";
        }
        if (!m_open && !m_address.isEncrypted && why == Why::NothingCame) {
            return "the service seems to expect encryption: put https:// before its address";
        }
        return failed.message();
    }

    const std::unique_ptr<Carrier> m_carrier;
    tcp::resolver m_resolver;
    asio::steady_timer m_limit;
    frames::FrameSocket m_socket;
    const ServiceAddress m_address;
    Listener m_listener;
    std::deque<std::string> m_waiting;  ///< the first one is being written
    int m_stage = 0;                    ///< of connecting
    bool m_isLate = false;
    bool m_open = false;
    bool m_closed = false;
};

std::unique_ptr<Carrier> carrierTo(asio::io_context& io, const ServiceAddress& address, const ServiceTrust& trust) {
    if (address.isEncrypted) {
        return std::make_unique<TlsCarrier>(io, address, trust);
    }
    return std::make_unique<PlainCarrier>(io);
}

}  // namespace

std::shared_ptr<SocketLine> SocketLine::connect(asio::io_context& io, const ServiceAddress& address,
                                                const ServiceTrust& trust, Listener listener, std::int64_t deadMs) {
    auto line =
        std::make_shared<WebSocketLine>(io, address, carrierTo(io, address, trust), std::move(listener), deadMs);
    line->start();
    return line;
}

}  // namespace evenhand::remote
