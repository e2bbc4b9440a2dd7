// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/desks/session_line.h"

#include <boost/json/serialize.hpp>
#include <utility>

#include "engine/ingest/desks/desk_messages.h"
#include "engine/ingest/desks/file_pieces.h"
#include "engine/wire/values/value.h"

namespace evenhand::ingest {
namespace {

/// Below what may wait for one console, so that an answer that is too large is refused and the line stays.
constexpr std::size_t kMaxAnswer = std::size_t{24} << 20;
constexpr std::size_t kMaxEndReason = 120;  ///< bytes; a close frame has room for little more

}  // namespace

/// Answers of one call, from the engine's threads to the line.
class SessionLine::Sink final : public CallSink {
public:
    Sink(std::weak_ptr<SessionLine> session, std::shared_ptr<FrameLine> line, std::int64_t id, std::string file)
        : m_session(std::move(session)), m_line(std::move(line)), m_id(id), m_file(std::move(file)) {}
    ~Sink() override { removeFile(m_file); }
    Sink(const Sink&) = delete;
    Sink& operator=(const Sink&) = delete;

    void answer(boost::json::value result) override {
        // Removes the file, whatever becomes of the session.
        auto file = m_file.empty() ? nullptr : std::make_shared<PieceReader>(std::exchange(m_file, {}));
        m_line->post([session = m_session, id = m_id, file = std::move(file),
                      message = std::move(result.get_object())]() mutable {
            if (const auto there = session.lock()) {
                there->finish(id, std::move(file), std::move(message));
            }
        });
    }
    void progress(boost::json::array figures) override {
        m_line->post([session = m_session, id = m_id, figures = std::move(figures)]() mutable {
            if (const auto there = session.lock(); there != nullptr && there->m_calls.contains(id)) {
                there->send({{"id", id}, {"progress", std::move(figures)}});
            }
        });
    }
    void onCancel(std::function<void()> cancel) override {
        m_line->post([session = m_session, id = m_id, cancel = std::move(cancel)] {
            const auto there = session.lock();
            if (there == nullptr) {
                return;
            }
            if (const auto call = there->m_calls.find(id); call != there->m_calls.end()) {
                call->second = cancel;
            }
        });
    }

private:
    const std::weak_ptr<SessionLine> m_session;
    const std::shared_ptr<FrameLine> m_line;
    const std::int64_t m_id;
    std::string m_file;
};

void SessionLine::opened(std::shared_ptr<FrameLine> line) { m_line = std::move(line); }

void SessionLine::closed() {
    for (const auto& [id, cancel] : std::exchange(m_calls, {})) {
        if (cancel) {
            cancel();
        }
    }
    m_line.reset();
}

void SessionLine::send(const boost::json::object& message) {
    send(std::make_shared<const std::string>(boost::json::serialize(message)));
}

void SessionLine::send(std::shared_ptr<const std::string> text) {
    if (m_line != nullptr) {
        m_line->send(std::move(text));
    }
}

void SessionLine::ping() { m_line->ping(); }

void SessionLine::endWith(std::string reason) { m_line->end(beginningOf(std::move(reason), kMaxEndReason)); }

void SessionLine::run(std::int64_t id, const ServedCall& call, Asked asked, api::EngineApi& engine,
                      const std::string& filesFolder) {
    begin(id);
    if (call.kind == CallKind::Save) {
        auto file = newFile(filesFolder);
        if (!file) {
            refuse(id, file.error());
            return;
        }
        asked.file = *std::move(file);
    }
    asked.sink = std::make_shared<Sink>(weak_from_this(), m_line, id, asked.file);
    call.run(engine, std::move(asked));
}

void SessionLine::cancel(std::int64_t id) {
    if (const auto call = m_calls.find(id); call != m_calls.end() && call->second) {
        call->second();
    }
}

/// A piece of the file leaves when the one before it has, so that a slow line costs no memory.
void SessionLine::finish(std::int64_t id, std::shared_ptr<PieceReader> file, boost::json::object message) {
    if (m_line == nullptr) {
        return;
    }
    if (file == nullptr || !message.contains("value")) {
        answer(id, std::move(message));
        return;
    }
    auto piece = file->next();
    if (!piece) {
        refuse(id, piece.error());
    } else if (piece->empty()) {
        answer(id, std::move(message));
    } else {
        send({{"id", id}, {"bytes", *std::move(piece)}});
        m_line->afterSent([self = weak_from_this(), id, file, message] {
            if (const auto there = self.lock()) {
                there->finish(id, file, message);
            }
        });
    }
}

void SessionLine::answer(std::int64_t id, boost::json::object message) {
    m_calls.erase(id);
    message["id"] = id;
    auto text = boost::json::serialize(message);
    if (text.size() > kMaxAnswer) {
        wire::Writing out;
        text = boost::json::serialize(boost::json::object{
            {"id", id},
            {"problem",
             wire::write(Error{ErrorCode::InvalidArgument, "is too much for one answer", "limit", {}}, out)}});
    }
    send(std::make_shared<const std::string>(std::move(text)));
}

void SessionLine::refuse(std::int64_t id, const Error& error) {
    wire::Writing out;
    answer(id, {{"problem", wire::write(error, out)}});
}

}  // namespace evenhand::ingest
