// SPDX-License-Identifier: GPL-3.0-or-later
// A table that works, made of its description; see table_spec.h and query_pane_base.h.
// Thread: GUI.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/models/selection_limits.h"
#include "ui/shell/notices.h"
#include "ui/tables/ask_rows.h"
#include "ui/tables/query_pane_base.h"
#include "ui/widgets/tone_delegate.h"

namespace evenhand::ui {

template <typename Row, typename Filter, typename Sort>
class QueryPane : public QueryPaneBase {
public:
    using Spec = TableSpec<Row, Filter, Sort>;
    using Model = TableModel<Row, Filter, Sort>;

    QueryPane(Spec spec, UiContext& context, QWidget* parent = nullptr)
        : QueryPaneBase(context, parent), m_spec(std::move(spec)), m_model(m_spec) {
        m_model.setFilterSource([this] { return filter(); });
        Parts parts;
        parts.rows = &m_model;
        parts.look = m_spec.look;
        for (std::size_t i = 0; i < m_spec.columns.size(); ++i) {
            parts.widths.push_back(m_spec.columns[i].width);
            if (m_spec.columns[i].isHidden) {
                parts.hidden.push_back(static_cast<int>(i));
            }
        }
        for (const auto& field : m_spec.fields) {
            parts.fields.push_back(field.look);
        }
        for (const auto& action : m_spec.actions) {
            parts.actions.push_back(action.look);
        }
        setup(std::move(parts));
        table()->setCarrying(static_cast<bool>(m_spec.carrying.away), static_cast<bool>(m_spec.carrying.dropped),
                             m_spec.look.texts.count);
    }

    [[nodiscard]] Model& model() { return m_model; }
    [[nodiscard]] const Model& model() const { return m_model; }
    /// What the fields say now; what is shown may be of an earlier one, see Model::filter().
    [[nodiscard]] Filter filter() const {
        Filter filter;
        if (m_spec.always) {
            m_spec.always(filter);
        }
        for (std::size_t i = 0; i < m_spec.fields.size(); ++i) {
            m_spec.fields[i].read(filters()->value(i), filter);
        }
        return filter;
    }
    /// At hand of those selected, so many as are looked at for what can be done with them.
    [[nodiscard]] const std::vector<Row>& known() const noexcept { return m_known; }
    /// At hand of those selected, as many as an action takes, in the order shown; until they are read again.
    [[nodiscard]] std::vector<const Row*> chosen() const {
        auto places = table()->selectedAt(static_cast<int>(kMaxFrozen));
        std::sort(places.begin(), places.end());
        std::vector<const Row*> rows;
        for (const int place : places) {
            if (const auto* row = m_model.row(place)) {
                rows.push_back(row);
            }
        }
        return rows;
    }

protected:
    void takeSelection(const std::vector<int>& rows) override {
        m_known.clear();
        for (const int at : rows) {
            if (const auto* row = m_model.row(at)) {
                m_known.push_back(*row);
            }
        }
    }
    [[nodiscard]] bool isSelectionKnown(std::int64_t selected) const override {
        return std::ssize(m_known) >= selected;
    }
    [[nodiscard]] QString whyNotRows(std::size_t action) const override {
        const auto& whyNot = m_spec.actions[action].whyNot;
        QString first;
        for (const auto& row : m_known) {
            const QString why = whyNot ? whyNot(row) : QString();
            if (why.isEmpty()) {
                return {};
            }
            first = first.isEmpty() ? why : first;
        }
        return first;
    }
    [[nodiscard]] bool isForUnselected(std::size_t action) const override {
        const auto& unselected = m_spec.actions[action].unselected;
        return unselected && !unselected().empty();
    }
    void begin(std::size_t action) override {
        const auto act = [this, action](const std::vector<Row>& frozen) {
            const auto& own = m_spec.actions[action].begin;
            if (own) {
                own(frozen);
            } else {
                askRows(*flow(), m_spec.words, m_spec.actions[action], frozen);
            }
        };
        if (table()->selectionModel()->hasSelection()) {
            freeze(act);
        } else {
            act(m_spec.actions[action].unselected());
        }
    }
    void open(int row) override {
        if (const auto* at = m_model.row(row); at && m_spec.opened) {
            m_spec.opened(*at);
        }
    }
    void touchRows() override { m_model.touch(); }
    [[nodiscard]] std::unique_ptr<RowSource> filteredRows() const override {
        return std::make_unique<FilteredRows<Row, Filter, Sort>>(m_model, filter());
    }
    [[nodiscard]] FileWriter fileWriter() const override {
        return [this, asked = filter()](std::string path, std::function<void(std::int64_t)> progress) {
            return m_spec.writeFile(asked, std::move(path), std::move(progress));
        };
    }
    void freezeForCopy(std::function<void(std::unique_ptr<RowSource>)> done) override {
        freeze([this, done = std::move(done)](std::vector<Row> frozen) {
            done(std::make_unique<FrozenRows<Row, Filter, Sort>>(m_model, std::move(frozen)));
        });
    }

private:
    void freeze(std::function<void(std::vector<Row>)> done) {
        whenSelectedIsRead([this, selected = selectedRows(*table()), done = std::move(done)] {
            const auto taken = [this, selected, done](Result<std::vector<Row>> frozen) {
                if (frozen) {
                    sayGone(selected, std::ssize(*frozen));
                    done(std::move(*frozen));
                } else {
                    context().notices.bad(errorText(frozen.error()));
                }
            };
            m_model.freeze(table()->selectionModel()->selection(), this, taken);
        });
    }

    const Spec m_spec;
    Model m_model;
    std::vector<Row> m_known;
};

}  // namespace evenhand::ui
