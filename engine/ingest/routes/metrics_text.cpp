// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/routes/metrics_text.h"

#include <array>
#include <cstdio>
#include <string_view>

#include "engine/base/text_table.h"

namespace evenhand::ingest {
namespace {

std::string numberText(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.9g", value);
    return text.data();
}

/// Label values are the program's own names: nothing to escape.
class Page {
public:
    void about(std::string_view name, std::string_view type, std::string_view help) {
        m_text += "# HELP evenhand_";
        m_text += name;
        m_text += ' ';
        m_text += help;
        m_text += "\n# TYPE evenhand_";
        m_text += name;
        m_text += ' ';
        m_text += type;
        m_text += '\n';
    }
    void sample(std::string_view name, std::string_view labels, const std::string& value) {
        m_text += "evenhand_";
        m_text += name;
        if (!labels.empty()) {
            m_text += '{';
            m_text += labels;
            m_text += '}';
        }
        m_text += ' ';
        m_text += value;
        m_text += '\n';
    }
    template <typename Number>
    void one(std::string_view name, std::string_view type, std::string_view help, Number value) {
        about(name, type, help);
        sample(name, {}, std::to_string(value));
    }
    /// Not shown while it is not known.
    void known(std::string_view name, std::string_view help, std::int64_t value) {
        if (value >= 0) {
            one(name, "gauge", help, value);
        }
    }
    void histogram(const std::string& name, const std::string& labels, const base::HistogramCounts& counts) {
        std::uint64_t total = 0;
        const std::string before = labels.empty() ? std::string() : labels + ",";
        for (std::size_t i = 0; i < base::kHistogramBuckets; ++i) {
            total += counts.counts[i];
            const auto bound =
                i < base::kHistogramBounds.size() ? numberText(base::kHistogramBounds[i]) : std::string("+Inf");
            sample(name + "_bucket", before + "le=\"" + bound + "\"", std::to_string(total));
        }
        sample(name + "_sum", labels, numberText(counts.sum));
        sample(name + "_count", labels, std::to_string(total));
    }
    [[nodiscard]] std::string take() { return std::move(m_text); }

private:
    std::string m_text;
};

constexpr base::TextTable<api::EngineState, 4> kEngineStates{{{api::EngineState::Live, "live"},
                                                              {api::EngineState::Degraded, "degraded"},
                                                              {api::EngineState::ReadOnly, "read_only"},
                                                              {api::EngineState::Disconnected, "disconnected"}}};
static_assert(base::inOrder(kEngineStates));

std::string label(std::string_view name, std::string_view value) {
    return std::string(name) + "=\"" + std::string(value) + '"';
}

void engineFigures(Page& page, const api::EngineStatus& status) {
    page.about("engine_state", "gauge", "1 for the state that the engine is in.");
    for (const auto& [state, name] : kEngineStates) {
        page.sample("engine_state", label("state", name), state == status.state ? "1" : "0");
    }
    page.about("degraded_reason", "gauge", "1 for each reason for which the engine is degraded.");
    for (const auto& reason : status.standing) {
        page.sample("degraded_reason", label("code", reason.code), "1");
    }
    page.one("commands_committed_total", "counter", "Commands that committed.", status.committed);
    page.about("commit_seconds", "histogram", "Time of a batch's commit.");
    page.histogram("commit_seconds", {}, status.commitTimes);
    page.about("timer_lateness_seconds", "histogram", "How long after its instant a timer had its effect.");
    page.histogram("timer_lateness_seconds", {}, status.timerLateness);
    page.one("inbox_depth", "gauge", "Commands that wait for the engine.", status.inboxDepth);
    page.known("orders_unassigned", "Paid orders without a courier.", status.unassigned);
    page.known("dead_letters", "Messages that were given up.", status.deadLetters);
    page.known("orders_late", "Late orders.", status.late);
    page.known("timers_overdue", "Timers that are due and not handled.", status.overdue);
    page.known("timers_dead", "Timers that were given up.", status.deadTimers);
    page.known("alerts_firing", "Firing alerts.", status.alerts);
    page.known("returns_waiting", "Returns that wait for an approval.", status.returnsWaiting);
    page.known("refunds_failed", "Refunds that failed or were given up.", status.refundsFailed);
    page.known("tasks_dead", "Tasks that were given up.", status.deadTasks);
    page.known("workers", "Workers on the ring.", status.workers);
    page.one("outward_held", "gauge", "1 while refunds and webhooks wait for an administrator after a restore.",
             status.outwardHeld ? 1 : 0);
}

void httpFigures(Page& page, const HttpFigures& http) {
    page.about("http_answers_total", "counter", "Answers by operation and status.");
    for (const auto& [key, count] : http.answers) {
        page.sample("http_answers_total",
                    label("operation", key.first) + "," + label("status", std::to_string(key.second)),
                    std::to_string(count));
    }
    page.about("http_request_seconds", "histogram", "From a request's first byte to its answer.");
    for (const auto& [operation, counts] : http.durations) {
        page.histogram("http_request_seconds", label("operation", operation), counts);
    }
    page.about("http_refusals_total", "counter", "Problem answers by reason.");
    for (const auto& [reason, count] : http.refusals) {
        page.sample("http_refusals_total", label("reason", reason), std::to_string(count));
    }
    page.one("http_connections", "gauge", "Open connections.", http.connections);
    page.one("http_streams", "gauge", "Clients that listen to live events.", http.streams);
    page.one("http_requests_waiting", "gauge", "Requests that wait for the engine.", http.handling);
    page.one("http_body_bytes", "gauge", "Memory of bodies that are being received or handled.", http.bodies);
    page.one("http_connections_accepted_total", "counter", "Connections.", http.accepted);
    page.one("http_connections_turned_away_total", "counter", "Connections beyond the limit.", http.turnedAway);
    page.one("http_connections_made_room_total", "counter", "Connections ended to make room for others.",
             http.madeRoom);
    page.one("http_connections_timed_out_total", "counter", "Connections ended for being slow.", http.timedOut);
}

}  // namespace

std::string metricsText(const api::EngineStatus& status, const HttpFigures& http) {
    Page page;
    page.about("info", "gauge", "The running version.");
    page.sample("info", label("version", EVENHAND_VERSION), "1");
    engineFigures(page, status);
    httpFigures(page, http);
    return page.take();
}

}  // namespace evenhand::ingest
