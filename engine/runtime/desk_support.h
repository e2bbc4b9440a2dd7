// SPDX-License-Identifier: GPL-3.0-or-later
// What every desk needs: permission checks, refusals at once, and jobs that act row by row.
// Thread: any; jobs run on the engine's thread.
#pragma once

#include <QPromise>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/api/call.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/reader.h"

namespace evenhand::runtime {

/// What every desk function asks first: SessionEnded, PermissionDenied (logged, and an entry of the audit log),
/// InvalidArgument (reason) by the table of operations. The answer is the call to submit: with the operation named.
[[nodiscard]] Result<api::Call> checkOperation(Engine& engine, const api::Call& call, api::Operation operation);
/// The same for a second permission that an operation needs by what it is asked to do.
[[nodiscard]] Result<void> checkAlso(Engine& engine, const api::Call& call, api::Operation operation,
                                     api::Permission permission);
/// PermissionDenied, logged, if the actor lacks the permission; SessionEnded. For rules that find out what they need.
[[nodiscard]] Result<void> checkPermission(const api::Call& call, api::Permission permission);
/// InvalidArgument if there is no reason, or it is over 500 characters.
[[nodiscard]] Result<void> checkReason(const api::Call& call);
/// InvalidArgument (ids): more rows are asked for by their ids than are read at a time.
[[nodiscard]] Result<void> checkRowIds(std::size_t ids);

/// An answer that is there already.
template <typename T>
[[nodiscard]] api::Answer<T> ready(Result<T> result) {
    return api::readyAnswer<T>(std::move(result));
}
template <typename T>
[[nodiscard]] api::Answer<T> refused(Error error) {
    return ready<T>(Result<T>(tl::unexpect, std::move(error)));
}
/// The same for calls with one completion for many: each gets the error.
template <typename T>
void refuseAll(std::size_t count, const Error& error, const api::BatchCompletion<T>& done) {
    done(std::vector<Result<T>>(count, Result<T>(tl::unexpect, error)));
}

/// A command of an operation, for one who may.
template <typename T, typename Run>
[[nodiscard]] api::Answer<T> askCommand(Engine& engine, const api::Call& call, api::Operation operation, Run run) {
    auto allowed = checkOperation(engine, call, operation);
    return allowed ? engine.ask<T>(*std::move(allowed), std::move(run)) : refused<T>(std::move(allowed).error());
}
/// A read of an operation, `run(Database&)` on the reader's thread, for one who may.
template <typename T, typename Run>
[[nodiscard]] api::Answer<T> askRead(Engine& engine, Reader& reader, const api::Call& call, api::Operation operation,
                                     Run run) {
    if (auto allowed = checkOperation(engine, call, operation); !allowed) {
        return refused<T>(std::move(allowed).error());
    }
    return reader.ask<T>(
        [run = std::move(run)](store::Database& database, const CancelCheck&) { return run(database); });
}

/// A bulk action: every row is a unit of its own, undone alone if it fails; one answer with an outcome per row. With
/// Call::once a row that had its effect before fails with KeyReused; its kept outcome is in Once::repeated(row).
template <typename Row, typename Outcome>
class RowsJob final : public Job {
public:
    using Run = std::function<Result<Outcome>(UnitOfWork&, const Row&)>;
    using Failed = std::function<Outcome(const Row&, const Error&)>;

    RowsJob(api::Call call, std::vector<Row> rows, Run run, Failed failed, Prefetch<Row> says)
        : Job(std::move(call)),
          m_rows(std::move(rows)),
          m_run(std::move(run)),
          m_failed(std::move(failed)),
          m_prefetch(says) {
        m_outcomes.resize(m_rows.size());
        m_promise.start();
    }
    [[nodiscard]] api::Answer<std::vector<Outcome>> future() { return m_promise.future(); }
    [[nodiscard]] std::size_t size() const noexcept override { return m_rows.size(); }
    [[nodiscard]] bool run(std::size_t index, UnitOfWork& work) override {
        auto result = m_run(work, m_rows[index]);
        tell(result);
        m_outcomes[index] = result ? std::move(*result) : m_failed(m_rows[index], result.error());
        return result.has_value();
    }
    void prefetch(std::size_t index, store::ReadAhead& ahead) const override {
        if (m_prefetch != nullptr) {
            m_prefetch(m_rows[index], ahead);
        }
    }
    void refuse(std::size_t index, const Error& error) override { m_outcomes[index] = m_failed(m_rows[index], error); }
    void resolve() override {
        m_promise.addResult(Result<std::vector<Outcome>>(std::move(m_outcomes)));
        m_promise.finish();
    }

private:
    std::vector<Row> m_rows;
    Run m_run;
    Failed m_failed;
    Prefetch<Row> m_prefetch;
    std::vector<Outcome> m_outcomes;
    QPromise<Result<std::vector<Outcome>>> m_promise;
};

/// Submits a bulk action; nothing to do is an answer at once.
template <typename Row, typename Outcome>
[[nodiscard]] api::Answer<std::vector<Outcome>> askRows(Engine& engine, api::Call call, std::vector<Row> rows,
                                                        typename RowsJob<Row, Outcome>::Run run,
                                                        typename RowsJob<Row, Outcome>::Failed failed,
                                                        Prefetch<Row> prefetch = nullptr) {
    if (rows.empty()) {
        return ready<std::vector<Outcome>>(std::vector<Outcome>());
    }
    auto job = std::make_unique<RowsJob<Row, Outcome>>(std::move(call), std::move(rows), std::move(run),
                                                       std::move(failed), prefetch);
    auto future = job->future();
    engine.submit(std::move(job));
    return future;
}

/// What a desk is made of: the engine, which it asks to change things, and its reader. `Reads`: the operation of reads
/// that name none.
template <api::Operation Reads>
class Desk {
protected:
    Desk(Engine& engine, Reader& reader) : m_engine(engine), m_reader(reader) {}

    template <typename T, typename Run>
    [[nodiscard]] api::Answer<T> command(const api::Call& call, api::Operation operation, Run run) {
        return askCommand<T>(m_engine, call, operation, std::move(run));
    }
    template <typename T, typename Run>
    [[nodiscard]] api::Answer<T> read(const api::Call& call, api::Operation operation, Run run) {
        return askRead<T>(m_engine, m_reader, call, operation, std::move(run));
    }
    template <typename T, typename Run>
    [[nodiscard]] api::Answer<T> read(const api::Call& call, Run run) {
        return read<T>(call, Reads, std::move(run));
    }
    /// A bulk action of an operation, for one who may.
    template <typename Row, typename Outcome>
    [[nodiscard]] api::Answer<std::vector<Outcome>> actOnRows(const api::Call& call, api::Operation operation,
                                                              std::vector<Row> rows,
                                                              typename RowsJob<Row, Outcome>::Run run,
                                                              typename RowsJob<Row, Outcome>::Failed failed,
                                                              Prefetch<Row> prefetch = nullptr) {
        auto allowed = checkOperation(m_engine, call, operation);
        if (!allowed) {
            return refused<std::vector<Outcome>>(std::move(allowed).error());
        }
        return askRows<Row, Outcome>(m_engine, *std::move(allowed), std::move(rows), std::move(run), std::move(failed),
                                     prefetch);
    }

    Engine& m_engine;
    Reader& m_reader;
};

}  // namespace evenhand::runtime
