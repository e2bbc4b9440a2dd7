// SPDX-License-Identifier: GPL-3.0-or-later
// Notices that nobody has touched keyboard or mouse for a while, anywhere in the program.
// Thread: GUI. Costs a comparison per event and one timer.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace evenhand::ui {

class IdleWatch : public QObject {
    Q_OBJECT

public:
    explicit IdleWatch(QObject* parent = nullptr);

    /// 0: never.
    void setLimit(std::int64_t limitMs);
    [[nodiscard]] std::int64_t limit() const noexcept { return m_limitMs; }
    /// Since somebody was there.
    [[nodiscard]] std::int64_t idleMs() const { return m_since.elapsed(); }
    /// Somebody is there.
    void touch();

Q_SIGNALS:
    void idle();  ///< once, until somebody is there again

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void look();

    std::int64_t m_limitMs = 0;
    QElapsedTimer m_since;
    QTimer m_timer;
};

}  // namespace evenhand::ui
