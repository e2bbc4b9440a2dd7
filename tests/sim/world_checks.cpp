// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold, looked at between two acts and when it is quiet.
#include <QFile>
#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "app/workspace/take_backup.h"
#include "app/workspace/verification.h"
#include "engine/dispatch/dispatch_checks.h"
#include "engine/seckill_slots/keys.h"
#include "engine/store/records/activity_store.h"
#include "world.h"

namespace evenhand::sim {

void World::check(bool quiet) {
    if (!m_fault.empty() || !alive()) {
        return;
    }
    lookAtHistory(true);
    if (const auto state = m_workspace->status().state;
        state == api::EngineState::ReadOnly || state == api::EngineState::Disconnected) {
        if (quiet) {
            broken("storage works again and the engine does not");
        }
        return;
    }
    auto checks = app::allChecks(m_workspace->core().auditWitness(), m_workspace->core().workMark());
    if (m_acknowledged.seq > 0) {
        checks.push_back(runtime::missingWorkCheck(m_acknowledged));  // also where no folder keeps a mark
    }
    const auto look = [&]() -> Result<void> {
        if (m_reader == nullptr) {
            EVENHAND_ASSIGN(m_reader, m_workspace->core().readers()());
        }
        const auto view = [&](store::Database& database, keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
            EVENHAND_ASSIGN(const auto verdicts, runtime::verify(checks, {database, keyspace}));
            for (const auto& verdict : verdicts) {
                if (verdict.finding.violations > 0) {
                    broken(verdict.id + ": " + verdict.finding.offenders.front());
                }
            }
            checkPromises(database);
            if (quiet) {
                checkQuiet(database, keyspace);
                checkReservations(database);
                checkBooks(database);
            }
            return {};
        };
        return m_workspace->core().inspect(*m_reader, view);
    };
    if (const auto looked = look(); !looked) {
        m_reader.reset();
        if (!m_store.struck() && !m_store.dead()) {
            broken("cannot be looked at: " + looked.error().text());
        }
    }
}

void World::checkPromises(store::Database& database) {
    for (const auto& [name, promise] : m_promises) {
        auto& statement = database.statement(promise.sql);
        statement.bind(promise.key);
        const bool there = statement.query() && statement.next();
        const auto found = there ? statement.textAt(0) : std::string();
        statement.finish();
        if (!there || (promise.expected != "*" && found != promise.expected)) {
            broken("promised and not so: " + promise.key + " is '" + (there ? found : "missing") + "', promised '" +
                   promise.expected + "' (" + promise.sql + ")");
        }
    }
}

/// What is over when nothing is under way any more.
void World::checkQuiet(store::Database& database, keyspace::EmbeddedKeyspace& keyspace) {
    static constexpr std::pair<const char*, const char*> kNone[] = {
        {"D1: waits though somebody is on duty",
         "SELECT o.order_no, o.wait_reason, o.wait_since, o.campus_id, o.epoch FROM orders o WHERE o.status = 'PAID' "
         "AND o.courier_id IS NULL AND COALESCE(o.wait_reason, '') NOT IN "
         "('dead_letter', 'at_limit') AND EXISTS (SELECT 1 FROM courier c WHERE c.campus_id = o.campus_id AND "
         "c.on_duty = 1)"},
        {"D1: waits for room though somebody has some",
         "SELECT o.order_no, o.wait_reason, o.wait_since, o.campus_id, o.epoch FROM orders o WHERE o.wait_reason = "
         "'at_limit' AND EXISTS (SELECT 1 FROM courier c JOIN campus p ON p.campus_id = c.campus_id WHERE c.campus_id "
         "= "
         "o.campus_id AND c.on_duty = 1 AND (COALESCE(c.load_limit, p.load_limit, 0) = 0 OR (SELECT COUNT(*) FROM "
         "orders i WHERE i.courier_id = c.courier_id AND i.status IN ('WAIT_PICK_UP', 'DELIVERING')) < "
         "COALESCE(c.load_limit, p.load_limit)))"},
        {"T3: due and not handled",
         "SELECT o.order_no, o.timer, o.due_at, o.status, o.campus_id FROM orders o WHERE o.timer IS NOT NULL AND "
         "o.due_at < ?"},
        {"W3: due and not done",
         "SELECT t.subject, t.kind, t.status, t.due_at, t.last_error FROM task t WHERE t.status IN ('PENDING', "
         "'PROCESSING') AND t.due_at < ?"},
        {"C1: given back and not returned to its campaign",
         "SELECT draw_id, campaign_no, state, amount, refund_due FROM campaign_draw WHERE refund_due IS NOT NULL"},
    };
    for (const auto& [rule, sql] : kNone) {
        auto& statement = database.statement(sql);
        if (std::string_view(sql).find('?') != std::string_view::npos) {
            statement.bind(m_clock.now().plusMs(-base::kMinuteMs));
        }
        if (const auto asked = statement.query(); !asked) {
            broken(asked.error().text());
        } else if (statement.next()) {
            std::string row;
            for (int column = 0; column < 5; ++column) {
                row += " " + (statement.isNullAt(column) ? "-" : statement.textAt(column));
            }
            statement.finish();
            broken(rule + (":" + row));
        }
    }
    // D5: what was added has been delivered, and is acknowledged or a dead letter. S3: so has every reservation; what
    // became of it: checkReservations().
    auto topics = dispatch::dispatchTopics();
    if (const auto sales = store::activities::running(database); sales) {
        for (const auto& sale : *sales) {
            topics.push_back(seckill::ActivityKeys(sale).topic);
        }
    } else {
        broken(sales.error().text());
    }
    for (const auto& topic : topics) {
        if (const auto figures = runtime::topicFigures(keyspace, topic); !figures || figures->length > 0) {
            broken("D5, S3: messages are under way though nothing is: " + topic);
        }
    }
}

/// S3: every reservation of which somebody knows the number became this one order, or was given up. A dead letter says
/// whose it was; what else gives one up is only counted by its sale. (That a unit came back just once: S1.)
void World::checkReservations(store::Database& database) {
    std::map<std::string, Reservation> orders;
    std::map<std::string, int> letters;
    std::map<std::string, std::int64_t> givenUp;
    const auto each = [&](const char* sql, const auto& row) {
        auto& statement = database.statement(sql);
        if (const auto asked = statement.query(); !asked) {
            broken(asked.error().text());
            return;
        }
        while (statement.next()) {
            row(statement);
        }
    };
    each("SELECT order_no, activity_id, user_id FROM orders WHERE activity_id IS NOT NULL", [&](const auto& row) {
        orders[row.text("order_no")] = {row.text("activity_id"), row.text("user_id")};
    });
    each("SELECT order_no FROM dead_letter WHERE topic LIKE 'seckill@@%'",
         [&](const auto& row) { ++letters[row.text("order_no")]; });
    each("SELECT activity_id, SUM(amount) AS units FROM activity_log WHERE action = 'released' GROUP BY activity_id",
         [&](const auto& row) { givenUp[row.text("activity_id")] = row.number("units"); });
    for (const auto& [number, reservation] : m_reservations) {
        const auto order = orders.find(number);
        const auto name = "S3: the reservation " + number + " of " + reservation.user + " in " + reservation.sale;
        if (order == orders.end() && letters[number] == 0 && --givenUp[reservation.sale] < 0) {
            broken(name + " became no order and was not given up");
        } else if ((order != orders.end() ? 1 : 0) + letters[number] > 1) {
            broken(name + " became an order and a dead letter, or two of them");
        } else if (order != orders.end() && order->second != reservation) {
            broken(name + " is an order of somebody else");
        }
    }
}

/// Refunds against the provider's books: nothing is paid that is not owed, nothing is paid twice, nothing that it paid
/// is recorded as failed.
void World::checkBooks(store::Database& database) {
    auto& statement =
        database.statement("SELECT send_key, status, amount, reference FROM refund WHERE send_key IS NOT NULL");
    if (!statement.query()) {
        broken("cannot read refunds");
        return;
    }
    std::map<std::string, std::array<std::string, 3>> rows;
    while (statement.next()) {
        rows[statement.text("send_key")] = {statement.text("status"), statement.text("amount"),
                                            statement.text("reference")};
    }
    for (const auto& [key, entry] : m_provider.books()) {
        const auto row = rows.find(key);
        if (row == rows.end()) {
            broken("the provider knows the key " + key + " and no refund does");
            continue;
        }
        const auto& [status, amount, reference] = row->second;
        const bool paid = entry.state == Provider::State::Paid;
        if (paid && (status == "FAILED" || status == "CANCELLED" || status == "PENDING")) {
            broken("refund " + std::to_string(entry.refund.value) + " is " + status + " and the provider has paid it");
        }
        if (!paid && status == "SUCCEEDED" && reference != "by hand") {
            broken("refund " + std::to_string(entry.refund.value) + " is SUCCEEDED and the provider has not paid it");
        }
        if (paid && reference == "by hand") {
            broken("refund " + std::to_string(entry.refund.value) + " was paid by hand and by the provider");
        }
        if (std::to_string(entry.amount) != amount) {
            broken("refund " + std::to_string(entry.refund.value) + " went out with another amount");
        }
    }
}

void World::checkBackups(const std::string& path) {
    if (!m_fault.empty() || !alive()) {
        return;
    }
    for (const auto& file : m_store.backups()) {
        if (const auto good = app::verifyBackup(file, {}); !good) {
            broken("a backup that was given its name is none: " + good.error().text());
        }
    }
    const auto rows = read(workspace().backups().backups(call("root"), 20));
    const bool listed = rows && std::any_of(rows->begin(), rows->end(), [&](const api::BackupRow& row) {
                            return row.path == path && row.status == api::BackupStatus::Verified;
                        });
    if (listed && !QFile::exists(QString::fromStdString(path))) {
        broken("a backup that is listed is not there");
    }
}

}  // namespace evenhand::sim
