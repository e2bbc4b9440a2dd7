// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ledger/ledger.h"
#include "engine/ledger/ledger_export.h"
#include "engine/runtime/desk_support.h"
#include "engine/store/records/ledger_store.h"

namespace evenhand::ledger {
namespace {

using api::Answer;
using api::Call;

class LedgerDeskImpl final : public api::LedgerDesk, private runtime::Desk<api::Operation::LedgerRead> {
public:
    LedgerDeskImpl(runtime::Engine& engine, runtime::Reader& reader) : Desk(engine, reader) {}

    Answer<std::vector<api::AccountBalance>> trialBalance(const Call& call) override {
        return read<std::vector<api::AccountBalance>>(
            call, [](store::Database& database) { return store::ledger::balances(database); });
    }
    Answer<std::vector<api::LedgerRow>> page(const Call& call, api::LedgerQuery query) override {
        return read<std::vector<api::LedgerRow>>(call, [query = std::move(query)](store::Database& database) {
            return store::ledger::page(database, query);
        });
    }
    Answer<std::int64_t> count(const Call& call, api::LedgerFilter filter) override {
        return read<std::int64_t>(call, [filter = std::move(filter), counts = m_counts](store::Database& database) {
            return store::ledger::count(database, filter, *counts);
        });
    }
    Answer<std::int64_t> exportCsv(const Call& call, api::LedgerFilter filter, std::string path,
                                   std::function<void(std::int64_t)> progress) override {
        if (auto allowed = runtime::checkOperation(m_engine, call, api::Operation::LedgerRead); !allowed) {
            return runtime::refused<std::int64_t>(std::move(allowed).error());
        }
        return exportLedger(m_engine, m_reader, call, std::move(filter), std::move(path), std::move(progress));
    }

private:
    const std::shared_ptr<store::ledger::Counts> m_counts =
        std::make_shared<store::ledger::Counts>();  ///< the reader's
};

}  // namespace

std::unique_ptr<api::LedgerDesk> makeLedgerDesk(runtime::Engine& engine, runtime::Reader& reader) {
    return std::make_unique<LedgerDeskImpl>(engine, reader);
}

}  // namespace evenhand::ledger
