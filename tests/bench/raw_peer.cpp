// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/raw_peer.h"

#include <sqlite3.h>

#include <QFile>
#include <chrono>
#include <cstdio>
#include <map>
#include <memory>
#include <set>

#include "engine/base/money.h"
#include "engine/base/rng.h"
#include "engine/store/database/dialect.h"

namespace evenhand::bench {
namespace {

/// Splits one CSV record; quotes as in RFC 4180.
std::vector<std::string> splitCsv(const std::string& line) {
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (quoted) {
            if (c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
                cells.back() += '"';
                ++i;
            } else if (c == '"') {
                quoted = false;
            } else {
                cells.back() += c;
            }
        } else if (c == '"') {
            quoted = true;
        } else if (c == ',') {
            cells.emplace_back();
        } else if (c != '\r' && c != '\n') {
            cells.back() += c;
        }
    }
    return cells;
}

std::vector<BenchOrder> realOrders() {
    QFile file(QStringLiteral(EVENHAND_SOURCE_DIR "/../shared/data/online-retail/2010-12.csv"));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    file.readLine();
    std::map<std::string, BenchOrder> orders;
    while (!file.atEnd()) {
        const auto cells = splitCsv(file.readLine().toStdString());
        if (cells.size() < 6 || cells[0].empty() || cells[0][0] == 'C' || cells[1].empty()) {
            continue;
        }
        const auto price = base::parseDecimal(cells[5], 2);
        const std::int64_t quantity = std::atoll(cells[3].c_str());
        if (price && price->minor >= 0 && quantity > 0) {
            orders[cells[0]].push_back({cells[1], quantity, price->minor});
        }
    }
    std::vector<BenchOrder> out;
    for (auto& [number, lines] : orders) {
        out.push_back(std::move(lines));
    }
    return out;
}

std::vector<BenchOrder> generatedOrders() {
    base::Rng rng(20101201);
    std::vector<BenchOrder> out(1500);
    for (auto& order : out) {
        order.resize(static_cast<std::size_t>(rng.between(1, 47)));
        for (auto& line : order) {
            line = {"S" + std::to_string(rng.below(2800)), rng.between(1, 24), rng.between(29, 1295)};
        }
    }
    return out;
}

struct Closer {
    void operator()(sqlite3* db) const { sqlite3_close(db); }
};

class Raw {
public:
    explicit Raw(const std::string& path) {
        sqlite3* db = nullptr;
        sqlite3_open(path.c_str(), &db);
        m_db.reset(db);
    }
    ~Raw() {
        for (auto* statement : m_statements) {
            sqlite3_finalize(statement);
        }
    }
    Raw(const Raw&) = delete;
    Raw& operator=(const Raw&) = delete;

    void execute(const std::string& sql) {
        if (m_failed) {
            return;  // the first error says it all
        }
        char* message = nullptr;
        if (sqlite3_exec(m_db.get(), sql.c_str(), nullptr, nullptr, &message) != SQLITE_OK) {
            std::fprintf(stderr, "raw peer: %s\n", message);
            m_failed = true;
        }
        sqlite3_free(message);
    }
    sqlite3_stmt* prepare(const char* sql) {
        sqlite3_stmt* statement = nullptr;
        if (sqlite3_prepare_v2(m_db.get(), sql, -1, &statement, nullptr) != SQLITE_OK) {
            std::fprintf(stderr, "raw peer: %s in %s\n", sqlite3_errmsg(m_db.get()), sql);
            m_failed = true;
        }
        m_statements.push_back(statement);
        return statement;
    }
    static void bind(sqlite3_stmt* s, int at, std::int64_t value) { sqlite3_bind_int64(s, at, value); }
    static void bind(sqlite3_stmt* s, int at, const std::string& value) {
        sqlite3_bind_text(s, at, value.data(), static_cast<int>(value.size()), SQLITE_STATIC);
    }
    template <typename... Values>
    std::int64_t run(sqlite3_stmt* statement, const Values&... values) {
        if (m_failed) {
            return 0;
        }
        int at = 0;
        (bind(statement, ++at, values), ...);
        if (sqlite3_step(statement) != SQLITE_DONE) {
            std::fprintf(stderr, "raw peer: %s\n", sqlite3_errmsg(m_db.get()));
            m_failed = true;
        }
        sqlite3_reset(statement);
        return sqlite3_last_insert_rowid(m_db.get());
    }
    [[nodiscard]] bool failed() const { return m_failed; }

private:
    std::unique_ptr<sqlite3, Closer> m_db;
    std::vector<sqlite3_stmt*> m_statements;
    bool m_failed = false;
};

void prepareSchema(Raw& raw, const std::vector<BenchOrder>& orders, int couriers) {
    raw.execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;");
    QFile schema(QStringLiteral(EVENHAND_SOURCE_DIR "/resources/schema/0001_initial.sql"));
    if (schema.open(QIODevice::ReadOnly)) {
        raw.execute(store::sqliteDialect().expandSchema(schema.readAll().toStdString()));
    }
    raw.execute("BEGIN");
    raw.execute("INSERT INTO campus VALUES('C','C','strong','fair_from_now',10000,10,86400000,-1,0,0,0)");
    auto* product = raw.prepare("INSERT INTO product(sku,name,unit_price,stock) VALUES(?,?,?,?)");
    for (const auto& sku : skusOf(orders)) {
        raw.run(product, sku, sku, std::int64_t{1}, std::int64_t{1} << 40);
    }
    auto* courier =
        raw.prepare("INSERT INTO courier(courier_id,campus_id,name,phone,on_duty,created_at) VALUES(?,'C','','',1,0)");
    for (int i = 0; i < couriers; ++i) {
        raw.run(courier, "K" + std::to_string(i));
    }
    raw.execute("COMMIT");
}

}  // namespace

std::vector<std::string> skusOf(const std::vector<BenchOrder>& orders) {
    std::set<std::string> skus;
    for (const auto& order : orders) {
        for (const auto& line : order) {
            skus.insert(line.sku);
        }
    }
    return {skus.begin(), skus.end()};
}

std::vector<BenchOrder> loadBenchOrders(int linesEach, bool& synthetic) {
    auto orders = realOrders();
    synthetic = orders.empty();
    if (synthetic) {
        orders = generatedOrders();
    }
    if (linesEach <= 0) {
        return orders;
    }
    std::vector<BenchOrder> cut(1);
    for (const auto& order : orders) {
        for (const auto& line : order) {
            if (cut.back().size() == static_cast<std::size_t>(linesEach)) {
                cut.emplace_back();
            }
            cut.back().push_back(line);
        }
    }
    return cut;
}

double rawPlacePayDispatch(const std::string& path, const std::vector<BenchOrder>& orders, std::size_t count,
                           std::size_t batch, int couriers) {
    Raw raw(path);
    prepareSchema(raw, orders, couriers);
    auto* order = raw.prepare(
        "INSERT INTO "
        "orders(order_no,request_key,body_hash,user_id,campus_id,status,payable,placed_at,created_at,epoch,version)"
        " VALUES(?,NULL,x'00112233445566778899aabbccddeeff',?,'C','WAIT_PAY',?,?,?,1,1)");
    auto* line = raw.prepare("INSERT INTO order_line(order_id,line_no,sku,quantity,unit_price) VALUES(?,?,?,?,?)");
    auto* stock = raw.prepare("UPDATE product SET stock = stock - ?1 WHERE sku = ?2 AND stock >= ?1");
    auto* deduction = raw.prepare("INSERT INTO deduction(order_id,at) VALUES(?,?)");
    auto* taken = raw.prepare("INSERT INTO deduction_line(deduction_id,sku,quantity,given_back) VALUES(?,?,?,0)");
    auto* event = raw.prepare("INSERT INTO order_event(order_id,at,kind,actor,detail) VALUES(?,?,?,'local:bench',?)");
    auto* payment = raw.prepare("INSERT INTO payment(payment_no,order_id,amount,at) VALUES(?,?,?,?)");
    auto* paid = raw.prepare(
        "UPDATE orders SET status='PAID',paid_at=?2,wait_reason='message',wait_since=?2,version=version+1"
        " WHERE order_id=?1 AND status='WAIT_PAY'");
    auto* assigned = raw.prepare(
        "UPDATE orders SET status='WAIT_PICK_UP',courier_id=?2,wait_reason=NULL,wait_since=NULL,version=version+1"
        " WHERE order_id=?1 AND courier_id IS NULL AND epoch=1");
    auto* assignment = raw.prepare(
        "INSERT INTO "
        "assignment(order_id,epoch,courier_id,at,mode,charged,given_back,by_name,evidence,duty_version,script_sha,"
        "message_id)"
        " VALUES(?,1,?,?,'strong',10,0,0,?,0,'da39a3ee5e6b4b0d3255bfef95601890afd80709','1291190760000-0')");
    auto* journal = raw.prepare("INSERT INTO keyspace_journal(seq,at,payload,checksum) VALUES(?,?,zeroblob(?),1)");
    const std::string evidence = "K1=10000 K2=10000 K3=9990 K4=9990 K5=9990";
    const auto start = std::chrono::steady_clock::now();
    std::int64_t now = 1291190760000;
    std::int64_t seq = 0;
    for (std::size_t done = 0; done < count;) {
        const std::size_t end = std::min(count, done + batch);
        // As in the engine: the batch's placements, then its payments, then its assignments, each its own sync.
        std::vector<std::pair<std::int64_t, std::int64_t>> placed;
        raw.execute("BEGIN IMMEDIATE");
        for (std::size_t i = done; i < end; ++i, ++now) {
            const auto& lines = orders[i % orders.size()];
            std::int64_t payable = 0;
            std::map<std::string, std::int64_t> perSku;
            for (const auto& l : lines) {
                payable += l.quantity * l.unitPrice;
                perSku[l.sku] += l.quantity;
            }
            const auto id = raw.run(order, "N" + std::to_string(i), "U" + std::to_string(i % 5000), payable, now, now);
            std::int64_t lineNo = 0;
            for (const auto& l : lines) {
                raw.run(line, id, ++lineNo, l.sku, l.quantity, l.unitPrice);
            }
            const auto deductionId = raw.run(deduction, id, now);
            for (const auto& [sku, quantity] : perSku) {
                raw.run(stock, quantity, sku);
                raw.run(taken, deductionId, sku, quantity);
            }
            raw.run(event, id, now, std::string("placed"), std::string());
            placed.emplace_back(id, payable);
        }
        raw.run(journal, ++seq, now, std::int64_t{64});
        raw.execute("COMMIT");
        raw.execute("BEGIN IMMEDIATE");
        for (const auto& [id, payable] : placed) {
            raw.run(payment, "P" + std::to_string(id), id, payable, now);
            raw.run(paid, id, now);
            raw.run(event, id, now, std::string("paid"), std::string());
        }
        raw.run(journal, ++seq, now, static_cast<std::int64_t>(placed.size() * 100));
        for (const auto& [id, payable] : placed) {
            const std::string courier = "K" + std::to_string(id % couriers);
            raw.run(assigned, id, courier);
            raw.run(assignment, id, courier, now, evidence);
            raw.run(event, id, now, std::string("assigned"), courier);
        }
        raw.run(journal, ++seq, now, static_cast<std::int64_t>(placed.size() * 100));
        raw.execute("COMMIT");
        done = end;
    }
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return raw.failed() ? -1 : static_cast<double>(count) / took;
}

}  // namespace evenhand::bench
