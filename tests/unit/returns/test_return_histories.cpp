// SPDX-License-Identifier: GPL-3.0-or-later
// Random histories of orders, returns and refunds: requests repeated and in each other's way, every decision and its
// way back, orders closed in between, workers that die, report twice or too late, commits that fail or whose answer is
// lost. After every single step all invariants of goods and money hold.
#include <QtTest>
#include <map>

#include "return_world.h"

namespace test_return_histories {

using namespace evenhand;
using namespace evenhand::test;
using api::SendOutcome;

namespace {

constexpr const char* kPeople[] = {"ann", "bob", "cem"};
constexpr const char* kSkus[] = {"tea", "cup"};

class History {
public:
    explicit History(std::uint64_t seed) : m_rng(seed) {}

    bool open() { return m_world.open() && m_world.overHttp(3); }

    /// One step; its name, for messages.
    std::string step() {
        m_world.as(kPeople[m_rng.below(3)]);
        m_world.now = m_world.now.plusMs(m_rng.below(4) == 0 ? m_rng.between(0, 200'000) : 0);
        m_world.failCommit = m_rng.below(12) == 0;
        m_world.loseAcknowledge = m_rng.below(12) == 0;
        const auto name = act();
        m_world.failCommit = m_world.loseAcknowledge = false;
        return name;
    }
    std::string verify() { return m_world.verify(); }
    ReturnWorld& world() { return m_world; }
    /// What was answered to a number must be answered to it for ever.
    std::string wrongAnswer;
    std::map<std::string, int> done;

private:
    std::string act() {
        switch (m_rng.below(16)) {
            case 0: return sell();
            case 1:
            case 2:
            case 3: return request();
            case 4:
            case 5:
            case 6: return note("approve", m_world.approve(anyReturn(), someUnits()));
            case 7:
                return note("reject",
                            m_rng.below(2) == 0 ? m_world.reject(anyReturn()) : m_world.cancelReturn(anyReturn()));
            case 8:
            case 9: return note("undo", m_world.undo(anyReturn()));
            case 10: return goods();
            case 11: return note("undo goods", m_world.undoGoods(anyReturn()));
            case 12: return byHand();
            case 13: return work();
            case 14: return report();
            default: return rarely();
        }
    }
    template <typename T>
    std::string note(const std::string& name, const Result<T>& result) {
        if (result) {
            ++done[name];
        }
        return name + (result ? "" : " (" + result.error().text() + ")");
    }
    std::string sell() {
        const auto no = "O" + std::to_string(++m_orders);
        std::vector<api::OrderLine> lines;
        for (auto left = m_rng.between(1, 3); left > 0; --left) {
            lines.push_back({Sku(kSkus[m_rng.below(2)]), m_rng.between(1, 4), Money{m_rng.between(0, 700)}});
        }
        const auto placed = m_world.place(m_world.request(no, lines));
        if (placed && m_rng.below(8) != 0) {
            (void)m_world.pay(no, placed->payable.minor - (m_rng.below(10) == 0 ? 1 : 0));
        }
        return note("sell", placed);
    }
    std::string anyOrder() { return "O" + std::to_string(m_rng.between(1, std::max(m_orders, 1))); }
    ReturnId anyReturn() { return ReturnId{m_rng.between(1, std::max<std::int64_t>(count("goods_return"), 1))}; }
    RefundId anyRefund() { return RefundId{m_rng.between(1, std::max<std::int64_t>(count("refund"), 1))}; }
    std::int64_t count(const char* table) { return m_world.number(std::string("SELECT COUNT(*) FROM ") + table); }
    std::vector<api::ReturnLine> someUnits() {
        return m_rng.below(2) == 0 ? std::vector<api::ReturnLine>{}
                                   : std::vector<api::ReturnLine>{{Sku("tea"), m_rng.between(0, 2)}};
    }
    std::string request() {
        api::RequestReturn made;
        made.orderNo = OrderNo(anyOrder());
        made.number = ReturnNo("R" + std::to_string(m_rng.below(4)));
        made.approve = m_rng.below(3) == 0;
        for (const auto* sku : kSkus) {
            if (m_rng.below(2) == 0) {
                made.lines.push_back({Sku(sku), m_rng.between(1, 3)});
            }
        }
        const auto key = made.orderNo.str() + "/" + made.number.str();
        if (const auto known = m_asked.find(key); known != m_asked.end() && m_rng.below(2) == 0) {
            made = known->second.first;  // the same again
        }
        const auto answer = m_world.requestReturn(made);
        if (answer) {
            const auto& [body, id] = m_asked.emplace(key, std::pair(made, answer->id)).first->second;
            if (id != answer->id || body.lines != made.lines) {
                wrongAnswer = key + " was answered twice";
            }
        }
        return note("request", answer);
    }
    std::string goods() {
        const auto id = anyReturn();
        if (m_rng.below(3) == 0) {
            return note("skip", m_world.skipGoods(id));
        }
        std::vector<api::ReceivedLine> lines;
        for (const auto& line : m_world.look(id).lines) {
            const auto units = line.approved.value_or(0);
            const auto sellable = m_rng.between(0, units);
            lines.push_back({line.sku, sellable, units - sellable});
        }
        return note("receive", m_world.receive(id, m_rng.below(2) == 0 ? lines : std::vector<api::ReceivedLine>{}));
    }
    std::string byHand() {
        const auto id = anyRefund();
        switch (m_rng.below(5)) {
            case 0: return note("cancel refund", m_world.refund(returns::cancelRefund, id));
            case 1: return note("retry", m_world.refund(returns::retryRefund, id));
            case 2: return note("paid", m_world.paidByHand(id));
            case 3: return note("approve refund", m_world.refund(returns::approveRefund, id));
            default:
                return note("ask refund", m_world.refundOrder(("K" + std::to_string(m_rng.below(30))).c_str(),
                                                              anyOrder(), m_rng.between(1, 400)));
        }
    }
    std::string work() {
        auto jobs = m_world.claim(m_rng.between(1, 4));
        const bool kept = !m_world.failCommit && !m_world.loseAcknowledge;
        for (auto& job : jobs) {
            if (kept || m_rng.below(2) == 0) {
                m_jobs.push_back(std::move(job));
            }
        }
        return "claim " + std::to_string(jobs.size());
    }
    std::string report() {
        if (m_jobs.empty()) {
            return "nothing to report";
        }
        const auto at = m_rng.below(m_jobs.size());
        const auto outcome = static_cast<SendOutcome>(m_rng.below(6));
        const auto said = m_world.reportJob(m_jobs[at], outcome);
        if (m_rng.below(3) != 0) {  // else it comes again, whenever
            m_jobs.erase(m_jobs.begin() + static_cast<std::ptrdiff_t>(at));
        }
        return note("report", said);
    }
    std::string rarely() {
        switch (m_rng.below(4)) {
            case 0: return note("close", m_world.close(anyOrder()));
            case 1: return note("pay again", m_world.pay(anyOrder(), 100, "X" + std::to_string(m_rng.below(50))));
            case 2: {
                api::ReturnPolicy policy;
                policy.goods = static_cast<api::GoodsRule>(m_rng.below(3));
                policy.fourEyesAbove = Money{m_rng.between(0, 1'000)};
                policy.secondAbove = Money{policy.fourEyesAbove->minor + m_rng.between(0, 1'000)};
                return note("policy", m_world.returnPolicy(policy));
            }
            default: return note("dispatch", m_world.deliverAll() ? Result<void>() : fail(ErrorCode::Internal, "no"));
        }
    }

    ReturnWorld m_world;
    Rng m_rng;
    int m_orders = 0;
    std::map<std::string, std::pair<api::RequestReturn, ReturnId>> m_asked;
    std::vector<api::RefundJob> m_jobs;
};

}  // namespace

class TestReturnHistories : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyStepHolds() {
        const bool server = qEnvironmentVariable("EVENHAND_TEST_DATABASE") == QLatin1String("mysql");
        std::map<std::string, int> done;
        for (std::uint64_t seed = 1; seed <= (server ? 3U : 25U); ++seed) {
            History history(seed);
            QVERIFY(history.open());
            for (int i = 0; i < 250; ++i) {
                const auto name = history.step();
                const auto problem = history.verify() + history.wrongAnswer;
                QVERIFY2(problem.empty(),
                         ("seed " + std::to_string(seed) + ", step " + std::to_string(i) + ", " + name + ": " + problem)
                             .c_str());
            }
            for (const auto& [name, times] : history.done) {
                done[name] += times;
            }
        }
        if (server) {
            return;  // the same histories, fewer of them
        }
        for (const auto* name : {"sell", "request", "approve", "reject", "undo", "receive", "skip", "undo goods",
                                 "close", "report", "paid", "retry", "ask refund", "cancel refund"}) {
            QVERIFY2(done[name] > 0, name);  // nothing is tested that never happens
        }
    }
};

}  // namespace test_return_histories

QTEST_GUILESS_MAIN(test_return_histories::TestReturnHistories)
#include "test_return_histories.moc"
