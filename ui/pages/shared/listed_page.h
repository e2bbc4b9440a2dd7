// SPDX-License-Identifier: GPL-3.0-or-later
// A ListDetailPage with its list: a table of rows that the page reads for more than the table.
// Thread: GUI.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ui/pages/shared/list_detail_page.h"
#include "ui/tables/fed_table.h"

namespace evenhand::ui {

template <typename Row, typename Filter>
class ListedPage : public ListDetailPage {
public:
    using List = FedTable<Row, Filter>;

    [[nodiscard]] List* list() const { return m_list; }
    [[nodiscard]] typename List::Model& model() const { return m_list->model(); }

protected:
    using ListDetailPage::ListDetailPage;

    void setupList(typename List::Spec spec) {
        m_list = new List(std::move(spec), context(), this);
        setupFrame(*m_list);
    }
    /// What a read answered; an error that it was cancelled is that there was none yet.
    void take(const Result<std::vector<Row>>& read) {
        m_rows = read ? *read : std::move(m_rows);
        if (read || read.error().code != ErrorCode::Cancelled) {
            m_list->take(read);
        }
        listRead(read.has_value());
    }
    /// As it was read last; nullopt: it is not there.
    [[nodiscard]] std::optional<Row> rowOf(const std::string& id) const {
        const auto row =
            std::find_if(m_rows.begin(), m_rows.end(), [&id](const Row& each) { return cacheKey(each).value == id; });
        return row == m_rows.end() ? std::nullopt : std::optional(*row);
    }
    [[nodiscard]] virtual QString commandOf(const Row& row) const = 0;
    /// Shown first, rather than the one at the top.
    [[nodiscard]] virtual bool isLive(const Row& row) const = 0;

private:
    [[nodiscard]] std::vector<Item> items() const final {
        std::vector<Item> all;
        for (const auto& row : m_rows) {
            all.push_back({cacheKey(row).value, commandOf(row)});
        }
        return all;
    }
    [[nodiscard]] std::string selectedId() const final {
        const auto chosen = m_list->chosen();
        return chosen.empty() ? std::string() : cacheKey(*chosen.front()).value;
    }
    [[nodiscard]] std::string firstId() const final {
        const auto& shown = m_list->model().all();
        if (shown.empty() || m_list->isSelecting()) {
            return {};
        }
        const auto stays = std::find_if(shown.begin(), shown.end(),
                                        [this](const Row& row) { return cacheKey(row).value == shownId(); });
        if (stays != shown.end()) {
            return shownId();
        }
        const auto live = std::find_if(shown.begin(), shown.end(), [this](const Row& row) { return isLive(row); });
        return cacheKey(live == shown.end() ? shown.front() : *live).value;
    }
    void selectInList(const std::string& id) final { m_list->select({id}); }

    List* m_list = nullptr;
    std::vector<Row> m_rows;  ///< as they were read last
};

}  // namespace evenhand::ui
