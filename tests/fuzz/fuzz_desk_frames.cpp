// SPDX-License-Identifier: GPL-3.0-or-later
// A console that says whatever it likes to the service. The input's lines are messages, but for the first, which says
// how the world is ("owner": the other end owns the workspace, "people": everybody signs in, "refuses", "holds": so the
// engine does), and those that begin with '!', which are what happens beside: !release, !tick, !events, !people.
// PROTOCOL stands for the hash that only those who speak the same know.
#include <QTemporaryDir>
#include <algorithm>
#include <boost/json/value.hpp>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/ids.h"
#include "engine/ingest/desks/desk_hub.h"
#include "engine/ingest/desks/desk_session.h"
#include "engine/json/json_text.h"
#include "engine/wire/protocol.h"
#include "fuzz_lines.h"
#include "fuzz_targets.h"
#include "tests/support/fakes/heard_line.h"
#include "tests/support/fakes/table_engine.h"

namespace evenhand::test {
namespace {

constexpr std::size_t kMaxEndReason = 123;  ///< bytes that a close frame has room for

/// Where exports are written before they are sent; goes with the process.
std::string filesFolder() {
    static const QTemporaryDir s_folder;
    return s_folder.path().toStdString();
}

class Desk {
public:
    explicit Desk(const std::string& words) {
        const auto says = [&](const char* word) { return words.find(word) != std::string::npos; };
        m_engine.rules.hasPeople = says("people");
        m_engine.rules.holds = says("holds");
        m_engine.rules.file = "a,b\r\n1,2\r\n";
        if (says("refuses")) {
            m_engine.rules.refusal = Error{ErrorCode::Conflict, "changed", "version", "1"};
        }
        m_engine.rules.asked = [this](std::string_view, const api::Call& call) {
            promise(!call.actor.name.empty() && !call.actor.ended(), "nobody asks but who was let in");
            promise(m_isLetIn, "nobody asks but who was let in");
        };
        m_isLetIn = says("owner") && !says("people");
        m_session = m_hub.accept("127.0.0.1",
                                 says("owner") ? std::optional(api::Actor::administrator("local:o")) : std::nullopt);
        m_session->onOpen(m_line);
    }
    ~Desk() {
        m_session->onClosed();
        m_session.reset();
        m_engine.rules.holds = false;
        m_engine.rules.release();  // answers for somebody who has gone
        m_line->run();
    }
    Desk(const Desk&) = delete;
    Desk& operator=(const Desk&) = delete;

    void happens(std::string_view what) {
        if (what == "!release") {
            m_engine.rules.release();
        } else if (what == "!tick") {
            m_clock.advanceMs(1'000);
            m_hub.tick();
        } else if (what == "!events") {
            m_hub.committed({api::Event{}, api::Event{api::Event::Kind::PeopleChanged, {}, {}, {}, {}}});
        } else if (what == "!people") {
            m_engine.rules.hasPeople = true;
        }
        settle();
    }
    void says(const std::string& message) {
        const auto value = json::parseJson(message);
        const bool isObject = value && value->is_object();
        if (isObject && m_hasGreeted && !value->get_object().contains("cancel")) {
            note(value->get_object());
        }
        m_hasGreeted = true;
        m_session->onMessage(message);
        promise(isObject || m_line->isEnded, "what is no object ends the line");
        settle();
    }
    [[nodiscard]] bool isEnded() const { return m_line->isEnded; }
    /// All that was asked has its one answer.
    void finish() {
        m_engine.rules.holds = false;
        while (!m_engine.rules.held.empty()) {
            m_engine.rules.release();
            settle();
        }
        promise(m_line->isEnded ||
                    std::all_of(m_asked.begin(), m_asked.end(), [](const auto& each) { return each.second == 0; }),
                "each call has an answer");
        promise(m_engine.rules.inside == 0, "what is for workers stays inside");
    }

private:
    void settle() {
        m_line->run();
        promise(m_line->reason.size() <= kMaxEndReason, "a reason fits into a close frame");
        promise(!m_line->isEnded || base::utf8Length(m_line->reason) > 0, "a line ends with a reason that is text");
        for (const auto& text : std::exchange(m_line->sent, {})) {
            promise(text.size() <= wire::kMaxAnswer, "an answer keeps to its limit");
            hear(text);
        }
        const auto open = std::accumulate(m_asked.begin(), m_asked.end(), 0,
                                          [](int sum, const auto& each) { return sum + each.second; });
        promise(m_line->isEnded || open <= static_cast<int>(wire::kMaxOpenCalls),
                "so many calls at most have no answer");
    }
    void note(const boost::json::object& message) {
        if (const auto* id = message.if_contains("id"); id != nullptr && id->is_int64()) {
            ++m_asked[id->get_int64()];
        }
        const auto* attempt = message.if_contains("signIn");
        const auto* password =
            attempt != nullptr && attempt->is_object() ? attempt->get_object().if_contains("password") : nullptr;
        m_isLetIn = m_isLetIn || (password != nullptr && password->is_string() && password->get_string() == "right");
    }
    void hear(const std::string& text) {
        const auto value = json::parseJson(text);
        promise(value && value->is_object(), "what is said is an object");
        const auto& message = value->get_object();
        const auto* id = message.if_contains("id");
        if (id == nullptr) {
            for (const char* member : {"events", "status", "workspace"}) {
                promise(!message.contains(member) || m_isLetIn, "nobody hears but who was let in");
            }
            return;
        }
        auto& open = m_asked[id->get_int64()];
        promise(open > 0, "nothing is answered that was not asked, or twice");
        if (!message.contains("progress") && !message.contains("bytes")) {
            promise(message.contains("value") != message.contains("problem"), "an answer is one or the other");
            --open;
        }
    }

    TableEngine m_engine;
    base::VirtualClock m_clock{Instant{1'000'000}};
    ingest::DeskHub m_hub{m_engine, m_clock, [](std::size_t bytes) { return std::string(bytes, 'r'); }, filesFolder()};
    std::shared_ptr<HeardLine> m_line = std::make_shared<HeardLine>();
    std::shared_ptr<ingest::DeskSession> m_session;
    std::map<std::int64_t, int> m_asked;  ///< by id, without an answer
    bool m_hasGreeted = false;
    bool m_isLetIn = false;  ///< or has tried what lets them in
};

}  // namespace

void fuzzDeskFrames(Bytes bytes) {
    const auto lines = linesOf(bytes);
    if (lines.empty()) {
        return;
    }
    Desk desk(lines.front());
    for (std::size_t i = 1; i < lines.size() && !desk.isEnded(); ++i) {
        if (lines[i].starts_with('!')) {
            desk.happens(lines[i]);
        } else {
            desk.says(lines[i]);
        }
    }
    desk.finish();
}

}  // namespace evenhand::test
