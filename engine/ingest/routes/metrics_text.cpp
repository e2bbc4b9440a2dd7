// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/routes/metrics_text.h"

#include <array>
#include <cstdio>
#include <string_view>
#include <vector>

#include "engine/base/text_table.h"

namespace evenhand::ingest {
namespace {

std::string numberText(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.9g", value);
    return text.data();
}

/// Label values are the program's own names, or escaped().
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

/// Names of parts are addresses and names of machines, which others choose.
std::string escaped(std::string_view value) {
    std::string text;
    for (const char each : value) {
        if (each == '\n') {
            text += "\\n";
            continue;
        }
        if (each == '"' || each == '\\') {
            text += '\\';
        }
        text += each;
    }
    return text;
}

std::string labelsOf(const api::PartHealth& part) {
    return label("kind", api::toText(part.kind)) + "," + label("name", escaped(part.name));
}

/// None where one engine runs the workspace.
void partFigures(Page& page, const std::vector<api::PartHealth>& parts) {
    if (parts.empty()) {
        return;
    }
    const auto figures = [&](std::string_view name, std::string_view help, const auto& valueOf) {
        page.about(name, "gauge", help);
        for (const auto& part : parts) {
            if (const double value = valueOf(part); value >= 0) {
                page.sample(name, labelsOf(part), numberText(value));
            }
        }
    };
    figures("part_up", "1 for each part of the deployment that answers and does its work, 0 if it does not.",
            [](const api::PartHealth& part) {
                return part.state == api::PartState::Unknown ? -1 : part.state == api::PartState::Away ? 0 : 1;
            });
    figures("part_refuses", "1 while commands are refused because of the part.",
            [](const api::PartHealth& part) { return part.refuses ? 1 : 0; });
    figures("part_lag_bytes", "What a replica has not received yet.",
            [](const api::PartHealth& part) { return static_cast<double>(part.lagBytes); });
    figures("part_read_seconds", "A round trip to the database.", [](const api::PartHealth& part) {
        constexpr double kMsPerSecond = 1'000;
        return static_cast<double>(part.readMs) / kMsPerSecond;
    });
    figures("part_consoles", "Consoles that are connected to a service.",
            [](const api::PartHealth& part) { return static_cast<double>(part.consoles); });
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
    partFigures(page, status.parts);
    httpFigures(page, http);
    return page.take();
}

}  // namespace evenhand::ingest
