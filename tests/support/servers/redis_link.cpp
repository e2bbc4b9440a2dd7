// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/servers/redis_link.h"

#include <hiredis/hiredis.h>
#include <sys/socket.h>

#include <cerrno>
#include <utility>

namespace evenhand::testing {
namespace {

using keyspace::Reply;

Reply convert(const redisReply& reply) {
    const auto text = [&reply] { return std::string(reply.str, reply.len); };
    switch (reply.type) {
        case REDIS_REPLY_STRING: return Reply::bulk(text());
        case REDIS_REPLY_STATUS: return Reply::status(text());
        case REDIS_REPLY_ERROR: return Reply::error(text());
        case REDIS_REPLY_INTEGER: return Reply::number(reply.integer);
        case REDIS_REPLY_ARRAY: {
            Reply result = Reply::array();
            result.elements.reserve(reply.elements);
            for (std::size_t i = 0; i < reply.elements; ++i) {
                result.elements.push_back(convert(*reply.element[i]));
            }
            return result;
        }
        default: return Reply::nil();  // hiredis does not tell nil arrays from nil bulks
    }
}

}  // namespace

RedisLink::RedisLink() = default;
RedisLink::~RedisLink() = default;

void RedisLink::Free::operator()(redisContext* context) const noexcept { redisFree(context); }

bool RedisLink::open(const std::string& socketPath) {
    m_context.reset(redisConnectUnix(socketPath.c_str()));
    m_broken = !m_context || m_context->err != 0;
    return !m_broken;
}

bool RedisLink::broken() const noexcept {
    if (m_broken || !m_context) {
        return m_broken;
    }
    char next = 0;
    const auto got = ::recv(m_context->fd, &next, 1, MSG_PEEK | MSG_DONTWAIT);
    return got == 0 || (got < 0 && errno != EAGAIN);  // an end sets no errno
}

void RedisLink::queue(const Arguments& command) {
    std::vector<const char*> texts;
    std::vector<std::size_t> lengths;
    for (const std::string& argument : command) {
        texts.push_back(argument.data());
        lengths.push_back(argument.size());
    }
    if (redisAppendCommandArgv(m_context.get(), static_cast<int>(command.size()), texts.data(), lengths.data()) !=
        REDIS_OK) {
        m_broken = true;
    }
    ++m_queued;
}

std::vector<Reply> RedisLink::flush() {
    std::vector<Reply> replies;
    replies.reserve(m_queued);
    for (; m_queued > 0; --m_queued) {
        void* raw = nullptr;
        if (broken() || redisGetReply(m_context.get(), &raw) != REDIS_OK || raw == nullptr) {
            m_broken = true;
            m_queued = 0;
            return {};
        }
        replies.push_back(convert(*static_cast<redisReply*>(raw)));
        freeReplyObject(raw);
    }
    return replies;
}

Reply CommandLink::ask(const Arguments& command) {
    queue(command);
    auto replies = flush();
    return replies.empty() ? Reply::error("connection lost") : std::move(replies.back());
}

}  // namespace evenhand::testing
