// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cluster/redis/reply_reader.h"

#include <hiredis/hiredis.h>

#include <charconv>
#include <new>
#include <utility>

namespace evenhand::redis {
namespace {

using keyspace::Reply;

/// Puts a part of a reply where it belongs and answers where that is; null, which hiredis takes for "out of memory",
/// rather than an exception, which would pass through C. An array grows as its elements come: a server may promise more
/// than it sends. What moves then is complete, so hiredis knows no place in it any more.
void* put(const redisReadTask* task, Reply reply) noexcept {
    try {
        if (task->parent == nullptr) {
            return new Reply(std::move(reply));
        }
        auto& elements = static_cast<Reply*>(task->parent->obj)->elements;
        elements.push_back(std::move(reply));
        return &elements.back();
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

void* makeText(const redisReadTask* task, char* text, std::size_t size) noexcept {
    try {
        std::string copy(text, size);
        return put(task, task->type == REDIS_REPLY_ERROR    ? Reply::error(std::move(copy))
                         : task->type == REDIS_REPLY_STATUS ? Reply::status(std::move(copy))
                                                            : Reply::bulk(std::move(copy)));
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}
void* makeArray(const redisReadTask* task, int /*size*/) noexcept { return put(task, Reply::array()); }
void* makeInteger(const redisReadTask* task, long long value) noexcept { return put(task, Reply::number(value)); }
void* makeNil(const redisReadTask* task) noexcept {
    return put(task, task->type == REDIS_REPLY_ARRAY ? Reply::nilArray() : Reply::nil());
}
void freeWhole(void* reply) noexcept { delete static_cast<Reply*>(reply); }

redisReplyObjectFunctions* makers() {
    static redisReplyObjectFunctions functions{makeText, makeArray, makeInteger, makeNil, freeWhole};
    return &functions;
}

void appendLine(std::string& out, char kind, std::size_t number) {
    char digits[24];
    out += kind;
    out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
    out += "\r\n";
}

}  // namespace

void appendCommand(std::string& out, std::span<const std::string_view> command) {
    appendLine(out, '*', command.size());
    for (const auto argument : command) {
        appendLine(out, '$', argument.size());
        out.append(argument).append("\r\n");
    }
}

void ReplyReader::Free::operator()(redisReader* reader) const noexcept { redisReaderFree(reader); }

ReplyReader::ReplyReader() : m_reader(redisReaderCreateWithFunctions(makers())) {}

void ReplyReader::feed(std::string_view bytes) {
    if (m_reader != nullptr) {
        m_unfinished += bytes.size();
        redisReaderFeed(m_reader.get(), bytes.data(), bytes.size());
    }
}

ReplyReader::Step ReplyReader::next(Reply& reply) {
    void* whole = nullptr;
    if (m_reader == nullptr || redisReaderGetReply(m_reader.get(), &whole) != REDIS_OK) {
        return Step::Broken;
    }
    if (whole == nullptr) {
        return m_unfinished > kMaxReplyBytes ? Step::Broken : Step::NeedsMore;
    }
    const std::unique_ptr<Reply> owned(static_cast<Reply*>(whole));
    reply = std::move(*owned);
    m_unfinished = m_reader->len - m_reader->pos;
    return Step::Complete;
}

std::string ReplyReader::fault() const {
    if (m_reader == nullptr) {
        return "out of memory";
    }
    return m_reader->err != 0 ? std::string(m_reader->errstr) : "an answer larger than this program takes";
}

bool ReplyReader::isEmpty() const noexcept { return m_reader != nullptr && m_unfinished == 0; }

}  // namespace evenhand::redis
