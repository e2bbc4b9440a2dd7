// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/base/within.h"
#include "engine/runtime/desk_support.h"
#include "engine/search/search.h"
#include "engine/store/pages/search_store.h"

namespace evenhand::search {
namespace {

using api::Answer;
using api::Call;
using api::Operation;
using api::SearchKind;

/// What is typed, without the spaces around it.
Result<std::string> needle(const std::string& typed) {
    EVENHAND_TRY(base::validateText(typed, "text", api::kMaxSearchText));
    constexpr std::string_view kBlank = " \t\r\n";
    const auto first = typed.find_first_not_of(kBlank);
    if (first == std::string::npos) {
        return fail(ErrorCode::InvalidArgument, "a text is needed", "text", typed);
    }
    return typed.substr(first, typed.find_last_not_of(kBlank) - first + 1);
}

/// Those that were asked for and may be read, each once, in their order.
std::vector<SearchKind> kindsFor(const api::Actor& actor, const std::vector<SearchKind>& asked) {
    std::vector<SearchKind> kinds;
    for (const auto kind : api::allSearchKinds()) {
        const bool isAsked = asked.empty() || std::find(asked.begin(), asked.end(), kind) != asked.end();
        if (isAsked && (kind != SearchKind::Person || actor.may(api::Permission::ReadAudit))) {
            kinds.push_back(kind);
        }
    }
    return kinds;
}

bool isByOrder(SearchKind kind) {
    return kind == SearchKind::Order || kind == SearchKind::Return || kind == SearchKind::Refund;
}

Result<api::SearchResult> findAll(store::Database& database, store::SearchStore& searches,
                                  store::SearchStore::Wanted wanted, const std::vector<SearchKind>& kinds) {
    if (std::any_of(kinds.begin(), kinds.end(), isByOrder)) {
        EVENHAND_ASSIGN(wanted.orders, searches.orderIds(database, wanted.text, wanted.limit));
    }
    api::SearchResult result;
    for (const auto kind : kinds) {
        EVENHAND_ASSIGN(auto hits, searches.find(database, kind, wanted));
        if (std::ssize(hits) > wanted.limit) {
            hits.resize(static_cast<std::size_t>(wanted.limit));
            result.more.push_back(kind);
        }
        result.hits.insert(result.hits.end(), std::make_move_iterator(hits.begin()),
                           std::make_move_iterator(hits.end()));
    }
    return result;
}

class SearchDeskImpl final : public api::SearchDesk, private runtime::Desk<Operation::SearchRead> {
public:
    SearchDeskImpl(runtime::Engine& engine, runtime::Reader& reader, std::shared_ptr<store::OrderNumbers> numbers)
        : Desk(engine, reader), m_searches(std::make_shared<store::SearchStore>(std::move(numbers))) {}

    Answer<api::SearchResult> search(const Call& call, api::SearchQuery query) override {
        auto kinds = kindsFor(call.actor, query.kinds);
        return read<api::SearchResult>(
            call,
            [query = std::move(query), kinds = std::move(kinds),
             searches = m_searches](store::Database& database) -> Result<api::SearchResult> {
                EVENHAND_ASSIGN(auto text, needle(query.text));
                EVENHAND_TRY(base::within(query.limit, 1, api::kMaxSearchLimit, "limit"));
                return findAll(database, *searches, {std::move(text), query.limit, {}}, kinds);
            });
    }

    Answer<void> prepare(const Call& call) override {
        if (auto allowed = runtime::checkOperation(m_engine, call, Operation::SearchRead); !allowed) {
            return runtime::refused<void>(std::move(allowed).error());
        }
        auto promise = std::make_shared<QPromise<Result<void>>>();
        promise->start();
        readAhead(m_reader, m_searches, promise);
        return promise->future();
    }

private:
    /// In reads of their own, one behind the other: whoever asks meanwhile comes in between.
    static void readAhead(runtime::Reader& reader, const std::shared_ptr<store::SearchStore>& searches,
                          const std::shared_ptr<QPromise<Result<void>>>& promise) {
        reader.post(
            [&reader, searches, promise](store::Database& database, const runtime::CancelCheck&) {
                auto more = searches->readAhead(database);
                if (more && *more) {
                    readAhead(reader, searches, promise);
                    return;
                }
                promise->addResult(more ? Result<void>() : Result<void>(tl::unexpect, std::move(more).error()));
                promise->finish();
            },
            [promise] { return promise->isCanceled(); });
    }

    const std::shared_ptr<store::SearchStore> m_searches;
};

}  // namespace

std::unique_ptr<api::SearchDesk> makeSearchDesk(runtime::Engine& engine, runtime::Reader& reader,
                                                std::shared_ptr<store::OrderNumbers> numbers) {
    return std::make_unique<SearchDeskImpl>(engine, reader, std::move(numbers));
}

}  // namespace evenhand::search
