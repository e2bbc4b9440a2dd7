// SPDX-License-Identifier: GPL-3.0-or-later
// A TCP socket, or TLS over one, as a ByteStream. Included by the sources that have such a stream.
// Thread: that of the stream's io_context.
#pragma once

#include <algorithm>
#include <array>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <boost/beast/websocket/teardown.hpp>
#include <type_traits>
#include <utility>

#include "engine/frames/byte_stream.h"

namespace evenhand::frames {

/// So many at most go into one operation of the system. A sequence, as Asio takes it.
template <typename Buffer>
class FewBuffers {
public:
    static constexpr std::size_t kMax = 16;

    explicit FewBuffers(std::span<const Buffer> buffers) : m_count(std::min(buffers.size(), kMax)) {
        std::copy_n(buffers.begin(), m_count, m_buffers.begin());
    }
    [[nodiscard]] const Buffer* begin() const noexcept { return m_buffers.data(); }
    [[nodiscard]] const Buffer* end() const noexcept { return m_buffers.data() + m_count; }

private:
    std::array<Buffer, kMax> m_buffers;
    std::size_t m_count;
};

template <typename Stream>
class StreamBytes final : public ByteStream {
public:
    /// `stream` outlives it, and what is under way.
    explicit StreamBytes(Stream& stream) : m_stream(stream) {}

    [[nodiscard]] boost::asio::any_io_executor executor() override { return m_stream.get_executor(); }
    void readSome(std::span<const boost::asio::mutable_buffer> into, std::unique_ptr<IoDone> done) override {
        m_stream.async_read_some(FewBuffers(into), Told{std::move(done)});
    }
    void writeSome(std::span<const boost::asio::const_buffer> from, std::unique_ptr<IoDone> done) override {
        m_stream.async_write_some(FewBuffers(from), Told{std::move(done)});
    }
    void tearDown(bool isServer, std::unique_ptr<IoDone> done) override {
        using boost::beast::websocket::async_teardown;
        async_teardown(isServer ? boost::beast::role_type::server : boost::beast::role_type::client, m_stream,
                       Told{std::move(done)});
    }
    void close() override {
        boost::system::error_code ignored;
        if constexpr (std::is_same_v<Stream, boost::asio::ip::tcp::socket>) {
            m_stream.close(ignored);
        } else {
            m_stream.next_layer().close(ignored);
        }
    }

private:
    struct Told {
        std::unique_ptr<IoDone> done;
        void operator()(const boost::system::error_code& failed, std::size_t bytes = 0) {
            std::exchange(done, nullptr)->done(failed, bytes);
        }
    };
    Stream& m_stream;
};

}  // namespace evenhand::frames
