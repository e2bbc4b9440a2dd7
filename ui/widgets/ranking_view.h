// SPDX-License-Identifier: GPL-3.0-or-later
// The ranking of couriers at the moment of an assignment: bars of weight, the chosen one marked.
// Thread: GUI.
#pragma once

#include <QWidget>
#include <vector>

namespace evenhand::ui {

class RankingView : public QWidget {
    Q_OBJECT

public:
    struct Entry {
        QString name;  ///< plain text
        std::int64_t weight = 0;
        bool chosen = false;
        bool excluded = false;
    };

    explicit RankingView(QWidget* parent = nullptr);
    void setEntries(std::vector<Entry> entries);
    [[nodiscard]] const std::vector<Entry>& entries() const noexcept { return m_entries; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<Entry> m_entries;
};

}  // namespace evenhand::ui
