// SPDX-License-Identifier: GPL-3.0-or-later
#include "scripts/script_generators.h"

namespace evenhand::conformance {
namespace {

struct Queue {
    std::string due, flight, attempts, dead;
};

Queue queue(Draw& draw) {
    const std::string tag = "timer:{" + draw.name("k", 2) + "}:";
    return {tag + "due", tag + "flight", tag + "attempts", tag + "dead"};
}
std::string timer(Draw& draw) { return draw.name("", 20); }
/// Instants and ends of leases from one small pool, so that some are past and some leases are the same.
std::string instant(Draw& draw) { return std::to_string(1'700'000'000'000 + draw.rng.between(0, 40)); }

ScriptCase schedule(Draw& draw) {
    const Queue q = queue(draw);
    return {.keys = {q.due, q.flight, q.attempts, q.dead}, .args = {instant(draw), timer(draw)}};
}
ScriptCase cancel(Draw& draw) {
    const Queue q = queue(draw);
    return {.keys = {q.due, q.flight, q.attempts, q.dead}, .args = {timer(draw)}};
}
ScriptCase claim(Draw& draw) {
    const Queue q = queue(draw);
    return {.keys = {q.due, q.flight, q.attempts, q.dead},
            .args = {instant(draw), instant(draw), draw.number(0, 6), draw.number(1, 4)}};
}
ScriptCase ack(Draw& draw) {
    const Queue q = queue(draw);
    return {.keys = {q.flight, q.attempts}, .args = {timer(draw), instant(draw)}};
}
ScriptCase giveBack(Draw& draw) {
    const Queue q = queue(draw);
    return {.keys = {q.due, q.flight, q.attempts, q.dead},
            .args = {timer(draw), instant(draw), instant(draw), draw.number(1, 4), instant(draw)}};
}
ScriptCase figures(Draw& draw) {
    const Queue q = queue(draw);
    return {.keys = {q.due, q.flight, q.dead}, .args = {}};
}

const Registration kAck("timer_ack", ack);
const Registration kCancel("timer_cancel", cancel);
const Registration kClaim("timer_claim", claim);
const Registration kFigures("timer_figures", figures);
const Registration kGiveBack("timer_give_back", giveBack);
const Registration kSchedule("timer_schedule", schedule);

}  // namespace
}  // namespace evenhand::conformance
