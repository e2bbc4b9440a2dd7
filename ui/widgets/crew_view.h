// SPDX-License-Identifier: GPL-3.0-or-later
// The crew of a day drawn: a row for each courier with the shifts that are planned, when the courier was on duty, and a
// line for now. The mouse, or the arrow keys once it has the focus, walk the rows; what the present one says stands in
// current() and is spoken. Thread: GUI. As high as its rows: it belongs into something that scrolls.
#pragma once

#include <QWidget>
#include <optional>

#include "engine/api/shift_desk.h"
#include "ui/widgets/formats.h"

class QPainter;

namespace evenhand::ui {

class CrewView : public QWidget {
    Q_OBJECT

public:
    explicit CrewView(const Formats& formats, QWidget* parent = nullptr);

    /// nullopt: not known.
    void setCrew(std::optional<api::Crew> crew);
    /// The line moves on.
    void setNow(Instant now);
    [[nodiscard]] const std::optional<api::Crew>& crew() const noexcept { return m_crew; }
    /// -1: none.
    [[nodiscard]] int currentRow() const noexcept { return m_current; }
    void setCurrentRow(int row);
    /// Name, shifts and duty of the present row; empty: none.
    [[nodiscard]] QString current() const;
    /// Where an instant is drawn, in pixels from the left; the edges for what lies outside of the day.
    [[nodiscard]] int placeOf(Instant at) const;
    void retranslate();
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void currentChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QString describeRow(const api::CrewRow& row) const;
    [[nodiscard]] QString spansText(const std::vector<api::TimeSpan>& spans) const;
    [[nodiscard]] QString timeText(Instant at) const;
    [[nodiscard]] int rows() const;
    [[nodiscard]] int nameWidth() const;
    void drawAxis(QPainter& painter) const;
    void drawRow(QPainter& painter, int row) const;
    void describe();

    const Formats& m_formats;
    std::optional<api::Crew> m_crew;
    Instant m_now;
    int m_current = -1;
};

}  // namespace evenhand::ui
