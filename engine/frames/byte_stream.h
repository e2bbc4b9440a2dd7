// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes in both directions, whatever carries them. What is spoken over it does not depend on the kind of the stream,
// and need not be compiled for each. Thread: that of the stream's io_context.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/system/error_code.hpp>
#include <cstddef>
#include <memory>
#include <span>

namespace evenhand::frames {

/// Who waits for one operation. Goes when it has been told.
class IoDone {
public:
    virtual ~IoDone() = default;
    virtual void done(const boost::system::error_code& failed, std::size_t bytes) = 0;
};

/// One read and one write at a time; done() comes later, never inside of the call.
class ByteStream {
public:
    virtual ~ByteStream() = default;
    [[nodiscard]] virtual boost::asio::any_io_executor executor() = 0;
    virtual void readSome(std::span<const boost::asio::mutable_buffer> into, std::unique_ptr<IoDone> done) = 0;
    virtual void writeSome(std::span<const boost::asio::const_buffer> from, std::unique_ptr<IoDone> done) = 0;
    /// After both ends have said that nothing follows: ends it so that the other end sees all that was sent.
    virtual void tearDown(bool isServer, std::unique_ptr<IoDone> done) = 0;
    /// At once.
    virtual void close() = 0;
};

}  // namespace evenhand::frames
