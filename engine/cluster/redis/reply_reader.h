// SPDX-License-Identifier: GPL-3.0-or-later
// RESP2 both ways: commands as bytes, bytes as replies. Replies are read by hiredis, which makes them keyspace::Reply
// through functions of its own here, so that a null array and a null string stay different things.
//
// Of hiredis this is all that is used: its connections write with write(2), which ends a program by SIGPIPE when the
// server is gone, and programs that this one starts would inherit them.
// Thread: confined to its owner.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/keyspace/reply.h"

struct redisReader;  // of hiredis

namespace evenhand::redis {

/// The command at the end of `out`.
void appendCommand(std::string& out, std::span<const std::string_view> command);

class ReplyReader {
public:
    enum class Step { Complete, NeedsMore, Broken };

    ReplyReader();

    void feed(std::string_view bytes);
    /// Complete: `reply` is the next one. Broken: what came is no RESP2, is nested deeper than 7 arrays, or is larger
    /// than kMaxReplyBytes; the connection is of no use any more.
    [[nodiscard]] Step next(keyspace::Reply& reply);
    /// Why it is broken.
    [[nodiscard]] std::string fault() const;
    /// Nothing of a further reply has come.
    [[nodiscard]] bool isEmpty() const noexcept;

    /// Redis itself has no string above.
    static constexpr std::size_t kMaxReplyBytes = 512U << 20U;

private:
    struct Free {
        void operator()(redisReader* reader) const noexcept;
    };
    std::unique_ptr<redisReader, Free> m_reader;
    std::size_t m_unfinished = 0;  ///< bytes since the last whole reply
};

}  // namespace evenhand::redis
