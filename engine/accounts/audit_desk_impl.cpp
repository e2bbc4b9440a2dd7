// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPromise>
#include <limits>
#include <memory>
#include <tuple>

#include "engine/accounts/accounts.h"
#include "engine/accounts/audit_checks.h"
#include "engine/alerts/raise.h"
#include "engine/base/counted.h"
#include "engine/runtime/csv_export.h"
#include "engine/runtime/desk_support.h"
#include "engine/store/records/audit_store.h"

namespace evenhand::accounts {
namespace {

using api::Answer;
using api::Call;
using runtime::refused;

constexpr std::int64_t kVerifySlice = 4'096;

/// Raises the alert of the audit log, or ends it where there are none. Where the engine cannot write, reports and logs
/// have to do.
void settleFaults(runtime::Engine& engine, std::int64_t faults) {
    std::ignore = engine.ask<void>({api::Actor::administrator("system"), {}, {}}, [faults](runtime::UnitOfWork& work) {
        alerts::Condition condition;
        condition.kind = api::AlertKind::AuditLog;
        condition.figure = faults;
        return alerts::settle(work, faults > 0, condition);
    });
}

/// A chain being verified, slice by slice beside other reads. It lives as long as a task of it is with the reader.
class Verification : public std::enable_shared_from_this<Verification> {
public:
    Verification(runtime::Engine& engine, runtime::Reader& reader, AuditWitness witness,
                 std::function<void(std::int64_t)> progress)
        : m_engine(engine), m_reader(reader), m_witness(std::move(witness)), m_progress(std::move(progress)) {
        m_promise.start();
    }
    [[nodiscard]] Answer<api::AuditReport> future() { return m_promise.future(); }
    void postNext() {
        m_reader.post([self = shared_from_this()](store::Database& database,
                                                  const runtime::CancelCheck&) { self->step(database); },
                      [self = shared_from_this()] { return self->m_promise.isCanceled(); });
    }

private:
    void step(store::Database& database) {
        auto more = addSlice(database);
        if (m_promise.isCanceled()) {
            m_promise.finish();
        } else if (!more) {
            finish(tl::unexpected<Error>(std::move(more).error()));
        } else if (*more) {
            postNext();
        } else {
            const auto report = m_verifier->finish();
            settleAlert(database, report);
            finish(report);
        }
    }
    /// Asks the engine for nothing where there is nothing to tell.
    void settleAlert(store::Database& database, const api::AuditReport& report) {
        api::AlertQuery query;
        query.kinds = {api::AlertKind::AuditLog};
        const auto live = store::alerts::page(database, query);
        if (report.intact() && (!live || live->empty())) {
            return;
        }
        settleFaults(m_engine, report.violations);
    }
    Result<bool> addSlice(store::Database& database) {
        EVENHAND_ASSIGN(const auto entries, store::audit::slice(database, {}, m_last, kVerifySlice));
        if (!m_verifier) {
            m_verifier.emplace(m_witness.verifier(!entries.empty()));
        }
        for (const auto& entry : entries) {
            m_verifier->add(entry);
            m_last = entry.record.seq;
        }
        m_checked += static_cast<std::int64_t>(entries.size());
        if (m_progress) {
            m_progress(m_checked);
        }
        return !entries.empty();
    }
    void finish(Result<api::AuditReport> result) {
        m_promise.addResult(std::move(result));
        m_promise.finish();
    }

    runtime::Engine& m_engine;
    runtime::Reader& m_reader;
    const AuditWitness m_witness;
    const std::function<void(std::int64_t)> m_progress;
    std::optional<runtime::AuditVerifier> m_verifier;
    std::int64_t m_last = std::numeric_limits<std::int64_t>::min();
    std::int64_t m_checked = 0;
    QPromise<Result<api::AuditReport>> m_promise;
};

api::AuditRecord importRecord(const Call& call, const api::ImportNote& note) {
    api::AuditRecord record;
    record.operation = api::infoOf(api::Operation::DataImport).name;
    record.subject = note.what;
    record.reason = call.reason;
    record.detail = base::counted(note.rows, "row") + (note.cancelled ? ", not all of the file; " : "; ") +
                    std::to_string(note.accepted) + " accepted, " + std::to_string(note.rejected) + " rejected; " +
                    (note.profile.empty() ? std::string("own columns") : "profile " + note.profile) + "; from " +
                    note.path;
    return record;
}

void addLine(base::CsvText& csv, const api::AuditEntry& entry) {
    const auto& record = entry.record;
    csv.number(record.seq).plain(runtime::csvTime(record.at)).text(record.actor).plain(api::toText(record.via));
    csv.text(record.operation).plain(api::toText(record.outcome)).text(record.subject).text(record.reason);
    csv.text(record.detail).plain(base::hexOf(base::bytesOf(entry.hash))).text(entry.keyId);
    csv.plain(entry.keyId.empty() ? std::string() : base::hexOf(base::bytesOf(entry.seal))).endLine();
}

std::string filterText(const api::AuditFilter& filter) {
    runtime::FilterText text;
    text.add("actor", filter.actor).each("operation", filter.operations, [](const std::string& name) { return name; });
    text.each("outcome", filter.outcomes, [](api::AuditOutcome outcome) { return api::toText(outcome); });
    text.add("from", filter.from).add("before", filter.to).add("subject", filter.text);
    return text.str();
}

class AuditDeskImpl final : public api::AuditDesk, private runtime::Desk<api::Operation::AuditRead> {
public:
    AuditDeskImpl(runtime::Engine& engine, runtime::Reader& reader, std::function<AuditWitness()> witness)
        : Desk(engine, reader), m_witness(std::move(witness)) {}

    Answer<std::vector<api::AuditRecord>> page(const Call& call, api::AuditQuery query) override {
        return read<std::vector<api::AuditRecord>>(call, [query = std::move(query)](store::Database& database) {
            return store::audit::page(database, query);
        });
    }
    Answer<std::int64_t> count(const Call& call, api::AuditFilter filter) override {
        return read<std::int64_t>(call, [filter = std::move(filter), counts = m_counts](store::Database& database) {
            return store::audit::count(database, filter, *counts);
        });
    }
    Answer<api::AuditState> state(const Call& call) override {
        return read<api::AuditState>(call, [witness = m_witness](store::Database& database) -> Result<api::AuditState> {
            const auto known = witness();
            EVENHAND_ASSIGN(const auto head, store::audit::head(database));
            return api::AuditState{head, known.keyId, known.whyNoKey, known.anchored};
        });
    }
    Answer<api::AuditReport> verify(const Call& call, std::function<void(std::int64_t)> progress) override {
        if (auto allowed = runtime::checkOperation(m_engine, call, api::Operation::AuditRead); !allowed) {
            return refused<api::AuditReport>(std::move(allowed).error());
        }
        auto verification = std::make_shared<Verification>(m_engine, m_reader, m_witness(), std::move(progress));
        auto future = verification->future();
        verification->postNext();
        return future;
    }
    Answer<std::int64_t> exportCsv(const Call& call, api::AuditFilter filter, std::string path,
                                   std::function<void(std::int64_t)> progress) override {
        if (auto allowed = runtime::checkOperation(m_engine, call, api::Operation::AuditRead); !allowed) {
            return refused<std::int64_t>(std::move(allowed).error());
        }
        const auto asked = filterText(filter);  // before the filter goes to who reads
        return runtime::exportCsv(
            m_engine, m_reader, {call, "audit log", asked}, std::move(path),
            "seq,at,actor,via,operation,outcome,subject,reason,detail,hash,key,seal",
            [filter = std::move(filter), last = std::int64_t{0}](store::Database& database,
                                                                 base::CsvText& csv) mutable -> Result<std::int64_t> {
                EVENHAND_ASSIGN(const auto entries,
                                store::audit::slice(database, filter, last, runtime::kCsvSliceRows));
                for (const auto& entry : entries) {
                    addLine(csv, entry);
                    last = entry.record.seq;
                }
                return static_cast<std::int64_t>(entries.size());
            },
            std::move(progress));
    }
    Answer<void> noteExport(const Call& call, api::ExportNote note) override {
        auto allowed = runtime::checkOperation(m_engine, call, api::Operation::DataExport);
        if (!allowed) {
            return refused<void>(std::move(allowed).error());
        }
        return m_engine.noteDone(
            call, runtime::exportRecord({call, std::move(note.what), std::move(note.filter)}, note.rows, note.path));
    }
    Answer<void> noteImport(const Call& call, api::ImportNote note) override {
        auto allowed = runtime::checkOperation(m_engine, call, api::Operation::DataImport);
        if (!allowed) {
            return refused<void>(std::move(allowed).error());
        }
        return m_engine.noteDone(call, importRecord(call, note));
    }

private:
    const std::function<AuditWitness()> m_witness;
    const std::shared_ptr<store::audit::Counts> m_counts = std::make_shared<store::audit::Counts>();  ///< the reader's
};

}  // namespace

std::unique_ptr<api::AuditDesk> makeAuditDesk(runtime::Engine& engine, runtime::Reader& reader,
                                              std::function<AuditWitness()> witness) {
    return std::make_unique<AuditDeskImpl>(engine, reader, std::move(witness));
}

void watchAudit(runtime::Engine& engine, runtime::Reader& reader, AuditWitness witness) {
    reader.post(
        [&engine, witness = std::move(witness)](store::Database& database, const runtime::CancelCheck&) {
            const auto report = verifyAuditTail(database, witness);
            if (report && !report->intact()) {
                settleFaults(engine, report->violations);
            }
        },
        [] { return false; });
}

}  // namespace evenhand::accounts
