// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/frames/frame_socket.h"

#include <array>
#include <boost/asio/async_result.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "engine/frames/byte_stream.h"

namespace evenhand::frames {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;

}  // namespace

/// Not unnamed: FrameSocket has a member of these types, and sources are compiled in groups.
namespace over_bytes {

template <typename Handler>
class HandlerDone final : public IoDone {
public:
    explicit HandlerDone(Handler handler) : m_handler(std::move(handler)) {}
    void done(const boost::system::error_code& failed, std::size_t bytes) override {
        std::move(m_handler)(failed, bytes);
    }

private:
    Handler m_handler;
};
template <typename Handler>
std::unique_ptr<IoDone> doneBy(Handler&& handler) {
    return std::make_unique<HandlerDone<std::decay_t<Handler>>>(std::forward<Handler>(handler));
}

/// The first ones of a sequence, as many as one operation takes.
template <typename Buffer, typename Buffers, typename Fn>
void withFew(const Buffers& buffers, Fn fn) {
    std::array<Buffer, 16> few;
    std::size_t count = 0;
    for (auto each = asio::buffer_sequence_begin(buffers);
         each != asio::buffer_sequence_end(buffers) && count < few.size(); ++each) {
        if (const Buffer buffer(*each); buffer.size() > 0) {
            few[count++] = buffer;
        }
    }
    fn(std::span<const Buffer>(few.data(), count));
}

/// A ByteStream, as Beast takes it.
class Bytes {
public:
    using executor_type = asio::any_io_executor;

    explicit Bytes(ByteStream& stream) : m_stream(&stream) {}
    [[nodiscard]] executor_type get_executor() const { return m_stream->executor(); }
    [[nodiscard]] ByteStream& stream() const noexcept { return *m_stream; }

    template <typename Buffers, typename Token>
    auto async_read_some(const Buffers& into, Token&& token) {
        return asio::async_initiate<Token, void(boost::system::error_code, std::size_t)>(
            [stream = m_stream](auto&& handler, const Buffers& buffers) {
                withFew<asio::mutable_buffer>(buffers, [&](auto few) {
                    stream->readSome(few, doneBy(std::forward<decltype(handler)>(handler)));
                });
            },
            token, into);
    }
    template <typename Buffers, typename Token>
    auto async_write_some(const Buffers& from, Token&& token) {
        return asio::async_initiate<Token, void(boost::system::error_code, std::size_t)>(
            [stream = m_stream](auto&& handler, const Buffers& buffers) {
                withFew<asio::const_buffer>(buffers, [&](auto few) {
                    stream->writeSome(few, doneBy(std::forward<decltype(handler)>(handler)));
                });
            },
            token, from);
    }

private:
    ByteStream* m_stream;
};

// What Beast asks of a stream besides, by these names.
template <typename Handler>
void async_teardown(beast::role_type role, Bytes& bytes, Handler&& handler) {  // NOLINT(readability-identifier-naming)
    bytes.stream().tearDown(
        role == beast::role_type::server,
        doneBy([told = std::forward<Handler>(handler)](const boost::system::error_code& failed, std::size_t) mutable {
            std::move(told)(failed);
        }));
}
inline void beast_close_socket(Bytes& bytes) { bytes.stream().close(); }  // NOLINT(readability-identifier-naming)

}  // namespace over_bytes

boost::system::error_code tookTooLong() { return beast::error::timeout; }

struct FrameSocket::Inner {
    explicit Inner(ByteStream& bytes) : stream(bytes) {}

    websocket::stream<over_bytes::Bytes> stream;
    beast::flat_buffer buffer;
    websocket::response_type answer;
};

FrameSocket::FrameSocket(ByteStream& bytes, const Settings& settings) : m_inner(std::make_unique<Inner>(bytes)) {
    websocket::stream_base::timeout limits{};
    limits.handshake_timeout = settings.handshake;
    limits.idle_timeout = settings.idle;
    limits.keep_alive_pings = true;
    auto& stream = m_inner->stream;
    stream.set_option(limits);
    stream.set_option(websocket::stream_base::decorator(
        [protocol = settings.protocol](auto& message) { message.set(http::field::sec_websocket_protocol, protocol); }));
    stream.write_buffer_bytes(settings.writeBuffer);
    stream.text(true);
    if (settings.pong) {
        // The stream is this object's, and calls nothing back after it.
        stream.control_callback([pong = settings.pong](websocket::frame_type kind, beast::string_view what) {
            if (kind == websocket::frame_type::pong) {
                pong({what.data(), what.size()});
            }
        });
    }
}

FrameSocket::~FrameSocket() = default;

void FrameSocket::accept(const std::string& path, const std::vector<std::pair<std::string, std::string>>& fields,
                         Done done) {
    http::request<http::string_body> asked(http::verb::get, path, 11);
    for (const auto& [name, value] : fields) {
        asked.insert(name, value);
    }
    m_inner->stream.async_accept(asked, std::move(done));
}

void FrameSocket::shakeHands(const std::string& host, const std::string& path, Done done) {
    m_inner->stream.async_handshake(m_inner->answer, host, path, std::move(done));
}

void FrameSocket::limitMessage(std::size_t bytes) { m_inner->stream.read_message_max(bytes); }

void FrameSocket::read(std::function<void(ErrorCode, std::string_view)> heard) {
    m_inner->buffer.clear();
    m_inner->stream.async_read(
        m_inner->buffer, [inner = m_inner.get(), heard = std::move(heard)](ErrorCode failed, std::size_t) {
            const auto data = inner->buffer.cdata();
            heard(failed,
                  failed ? std::string_view() : std::string_view(static_cast<const char*>(data.data()), data.size()));
        });
}

void FrameSocket::write(std::string_view text, Done done) {
    m_inner->stream.async_write(asio::buffer(text.data(), text.size()),
                                [done = std::move(done)](ErrorCode failed, std::size_t) { done(failed); });
}

void FrameSocket::ping(std::string_view text, Done done) {
    m_inner->stream.async_ping(websocket::ping_data(text.data(), text.size()), std::move(done));
}

void FrameSocket::close(std::string_view reason, Done done) {
    m_inner->stream.async_close(
        websocket::close_reason(websocket::close_code::policy_error, beast::string_view(reason.data(), reason.size())),
        std::move(done));
}

FrameSocket::Why FrameSocket::whyOf(const ErrorCode& failed) {
    return failed == websocket::error::upgrade_declined ? Why::Declined
           : failed == websocket::error::closed         ? Why::ClosedByOther
           : failed == http::error::end_of_stream       ? Why::NothingCame
                                                        : Why::Other;
}

unsigned FrameSocket::declinedStatus() const { return m_inner->answer.result_int(); }

const std::string& FrameSocket::declinedBody() const { return m_inner->answer.body(); }

std::string FrameSocket::closeReason() const {
    const auto& reason = m_inner->stream.reason().reason;
    return {reason.data(), reason.size()};
}

}  // namespace evenhand::frames
