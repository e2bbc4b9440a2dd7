// SPDX-License-Identifier: GPL-3.0-or-later
// One client: reads requests one after the other, has each answered before it looks at the next (so pipelined requests
// wait in the client's buffers), ends what is too slow. Whatever carries the bytes is a derived class.
//
// Handshake → Idle → Reading → Handling → Writing → Idle …
//                       └ refused → Writing → Lingering → closed        Handling → Streaming → closed
//                                                                        Handling → Upgraded → closed
//
// Where the server is full, one that waits or is slow makes room for a new one (Yield): those who have shown no token
// first, so that silence is not a way to shut others out.
//
// Thread: the server's.
#pragma once

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/system/error_code.hpp>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ingest/http/event_feed.h"
#include "engine/ingest/http/message.h"
#include "engine/ingest/http/request_parser.h"
#include "engine/ingest/http/server_core.h"
#include "engine/ingest/http/upgrade.h"

namespace evenhand::ingest {

class Connection : public std::enable_shared_from_this<Connection> {
public:
    Connection(std::shared_ptr<ServerCore> core, std::string peer);
    virtual ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    void start();
    /// One more than the server takes: says so and ends.
    void turnAway();
    /// Ends what has taken too long; called a few times a second.
    void sweep(std::int64_t nowMs);
    /// Something was committed: a stream looks for it.
    void wake();
    /// The server ends: no further request, what is being handled is answered.
    void finish();
    void close();

    [[nodiscard]] bool closed() const noexcept { return m_state == State::Closed; }
    /// Which connection is closed to make room for others: the lowest rank first, in a rank the one that waits longest.
    struct Yield {
        enum class Rank : std::uint8_t { Unknown, Waiting, Slow };
        Rank rank = Rank::Unknown;
        std::int64_t sinceMs = 0;
        auto operator<=>(const Yield&) const = default;
    };
    /// nullopt: it makes room for nobody; its request is with the engine, it listens to events, or it is quick enough.
    [[nodiscard]] std::optional<Yield> yields(std::int64_t nowMs) const noexcept;
    /// As ServerCore::peerKey().
    [[nodiscard]] const std::string& peerKey() const noexcept { return m_peerKey; }

protected:
    using ErrorCode = boost::system::error_code;
    using Buffers = std::vector<boost::asio::const_buffer>;

    // What a derived class does, and calls when it is done; never more than one read and one write at a time.
    virtual void doHandshake() = 0;  ///< onReady()
    virtual void doRead(boost::asio::mutable_buffer into) = 0;
    virtual void doWrite(const Buffers& buffers) = 0;
    virtual void doShutdown() = 0;  ///< nothing more will be written: onShutdown()
    /// As doRead(), of bytes that nobody will look at.
    virtual void doDiscard(boost::asio::mutable_buffer into) = 0;
    virtual void doClose() = 0;
    /// Goes on as a WebSocket: onUpgradeEnded() when that has ended.
    virtual void doUpgrade(const Request& request, std::shared_ptr<FrameListener> listener) = 0;
    /// Fills Request::peerPort and what follows it.
    virtual void tellEnds(Request& request) = 0;
    [[nodiscard]] const std::shared_ptr<ServerCore>& core() const noexcept { return m_core; }

    void onReady(const ErrorCode& error);
    void onRead(const ErrorCode& error, std::size_t bytes);
    void onWritten(const ErrorCode& error);
    void onShutdown();
    void onUpgradeEnded();

private:
    friend class Ticket;
    enum class State : std::uint8_t {
        Handshake,
        Idle,
        Reading,
        Handling,
        Writing,
        Streaming,
        Upgraded,
        Lingering,
        Closed
    };

    void leave();
    void enter(State state, std::int64_t limitMs);
    void becomeIdle();
    void read();
    void consume();
    void waitForMore();
    [[nodiscard]] bool admitted();
    [[nodiscard]] bool hasRoomForBody();
    void account(std::size_t bytes);
    void handle();
    void answered(std::uint64_t serial, Response response);
    void answerAndClose(Response response);
    void write(Response response);
    void written();
    void note(const Response& response);

    void beginUpgrade(Response response);

    // connection_stream.cpp
    void beginStream(const Response& response);
    void pump();
    void onPage(Result<FeedPage> page);
    void streamText(std::string text);
    void streamWritten();

    const std::shared_ptr<ServerCore> m_core;
    const std::string m_peer;
    const std::string m_peerKey;
    State m_state = State::Handshake;
    std::int64_t m_openedMs = 0;
    std::int64_t m_sinceMs = 0;
    std::int64_t m_deadlineMs = 0;
    bool m_known = false;    ///< has shown a token
    bool m_reading = false;  ///< a read is under way
    bool m_stopping = false;
    bool m_keepAlive = false;
    bool m_interim = false;  ///< "100 Continue" is being written

    static constexpr std::size_t kInput = std::size_t{32} << 10;
    std::vector<char> m_input;
    std::size_t m_begin = 0;  ///< of what is in m_input and not yet parsed
    std::size_t m_end = 0;
    std::unique_ptr<RequestParser> m_parser;
    std::size_t m_accounted = 0;

    // The request that is being handled.
    std::uint64_t m_serial = 0;
    std::shared_ptr<const Request> m_request;
    Admission m_admission;
    std::int64_t m_startedNs = 0;

    std::string m_head;  ///< being written
    std::string m_body;

    std::shared_ptr<FrameListener> m_listener;  ///< Upgraded
    std::shared_ptr<EventFeed> m_feed;
    std::string m_position;
    bool m_asking = false;   ///< the feed was asked
    bool m_writing = false;  ///< a piece of the stream is being written
    bool m_fresh = false;    ///< something may have come since the feed was asked
};

}  // namespace evenhand::ingest
