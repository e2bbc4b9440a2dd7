// SPDX-License-Identifier: GPL-3.0-or-later
// A ListDetailPage with its list: a table of rows that the page reads for more than the table; with the wizard that
// sets one up or changes it, and the rehearsal of one. Thread: GUI.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ui/pages/shared/list_detail_page.h"
#include "ui/pages/shared/one_row.h"
#include "ui/tables/fed_table.h"

namespace evenhand::ui {

template <typename Row, typename Filter, typename Wizard, typename Rehearsal>
class ListedPage : public ListDetailPage {
public:
    using List = FedTable<Row, Filter>;
    using State = decltype(Row::state);

    [[nodiscard]] List* list() const { return m_list; }
    [[nodiscard]] typename List::Model& model() const { return m_list->model(); }
    /// The one shown, as it was read last; nullopt: none.
    [[nodiscard]] virtual std::optional<Row> current() const = 0;
    [[nodiscard]] Wizard* wizard() const { return m_wizard; }
    [[nodiscard]] Rehearsal* rehearsal() const { return m_rehearsal; }
    /// Those that are live.
    [[nodiscard]] std::optional<qint64> badge() const override {
        return m_isRead ? std::optional<qint64>(std::count_if(m_rows.begin(), m_rows.end(),
                                                              [this](const Row& row) { return isLive(row); }))
                        : std::nullopt;
    }

    [[nodiscard]] Tone badgeTone() const override { return Tone::Muted; }

protected:
    using ListDetailPage::ListDetailPage;

    void setupList(typename List::Spec spec) {
        m_list = new List(std::move(spec), context(), this);
        setupFrame(*m_list);
    }
    /// What a read answered; an error that it was cancelled is that there was none yet.
    void take(const Result<std::vector<Row>>& read) {
        m_isRead = read.has_value();
        m_rows = m_isRead ? *read : std::move(m_rows);
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
    [[nodiscard]] virtual QString nameOf(const Row& row) const = 0;
    [[nodiscard]] virtual QString standing(const Row& row) const = 0;
    virtual void askStart(const Row& row) = 0;

    /// It can be done in these states only. `why`: a text of the page; %1: how it stands instead.
    [[nodiscard]] std::function<QString()> only(std::vector<State> states, const char* why) const {
        return [this, states = std::move(states), why] {
            const auto row = *current();
            return std::find(states.begin(), states.end(), row.state) != states.end()
                       ? QString()
                       : metaObject()->tr(why, nullptr).replace(QLatin1String("%1"), standing(row));
        };
    }
    /// Of this one, or of a new one; what was saved is shown, and rehearsed or started where that was wished.
    void openWizard(const std::optional<Row>& editing) {
        m_wizard = new Wizard(context(), editing, window());
        connect(m_wizard, &Wizard::ready, this, &ListedPage::noteReady);
        connect(m_wizard, &Wizard::saved, this, [this](const Row& row, bool isNew, auto next) {
            using Next = decltype(next);
            selectItem(cacheKey(row).value);
            readAgain();
            tellSaved(nameOf(row), isNew);
            if (isNew && next == Next::Rehearse) {
                openRehearsal(row);
            } else if (isNew && next == Next::Start) {
                askStart(row);
            }
        });
        m_wizard->open();
    }
    void openRehearsal(const Row& row) {
        const bool mayStart = row.state == State::Draft && isAllowed("start");
        m_rehearsal = new Rehearsal(context(), row, mayStart, window());
        connect(m_rehearsal, &Rehearsal::ended, this, &ListedPage::noteReady);
        connect(m_rehearsal, &Rehearsal::startRequested, this, [this, row](const auto& id) {
            const auto now = current();
            askStart(now && cacheKey(*now).value == id.str() ? *now : row);
        });
        m_rehearsal->open();
    }
    [[nodiscard]] bool isBusy() const override {
        return ListDetailPage::isBusy() || (m_wizard && !m_wizard->isReady()) ||
               (m_rehearsal && m_rehearsal->isRunning());
    }
    /// All of them, in any order.
    [[nodiscard]] virtual api::Answer<std::vector<Row>> readRows() = 0;
    /// To do something to this one as it was seen; see one_row.h.
    template <typename Submit, typename Said>
    [[nodiscard]] RowFlow::Spec doing(const Row& row, ActionDialog::Texts texts, Submit submit, Said said,
                                      std::function<RowFlow::Spec(const Row& now)> back = {}) {
        auto spec = oneSpec({.id = 1,
                             .version = row.version,
                             .name = nameOf(row),
                             .detail = standing(row),
                             .was = standing(row),
                             .key = cacheKey(row).value},
                            std::move(texts));
        const std::function<api::Answer<std::vector<Row>>()> all = [this] { return readRows(); };
        const std::function<QString(const Row&)> stands = [this](const Row& each) { return standing(each); };
        setOneRow(spec, this, std::move(submit), std::move(said), std::move(back));
        readOneRow(spec, this, all, stands);
        return spec;
    }
    void ask(RowFlow::Spec spec) { (void)flow()->begin(std::move(spec)); }
    /// Whether this draft may be deleted.
    template <typename Submit>
    void askRemove(const Row& row, const QString& effect, Submit submit) {
        ask(doing(row, removeTexts(nameOf(row), effect), std::move(submit),
                  [told = removedText(nameOf(row))] { return told; }));
    }

private:
    [[nodiscard]] bool isOneShown() const final { return current().has_value(); }
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
    bool m_isRead = false;    ///< the last read went well
    QPointer<Wizard> m_wizard;
    QPointer<Rehearsal> m_rehearsal;
};

}  // namespace evenhand::ui
