// SPDX-License-Identifier: GPL-3.0-or-later
// Which campus the console looks at (one or all), and the campuses there are. Pages follow currentChanged().
// Thread: GUI.
#pragma once

#include <QObject>
#include <QTimer>
#include <vector>

#include "ui/bridge/engine_bridge.h"

namespace evenhand::ui {

class CampusScope : public QObject {
    Q_OBJECT

public:
    static constexpr int kRetryMs = 2'000;  ///< after a read that failed

    explicit CampusScope(EngineBridge& bridge, QObject* parent = nullptr);

    /// By name; empty until the first answer.
    [[nodiscard]] const std::vector<api::CampusRow>& campuses() const noexcept { return m_campuses; }
    /// Empty: all campuses.
    [[nodiscard]] const CampusId& current() const noexcept { return m_current; }
    /// Name shown for a campus; its id if it has no name or is not known yet.
    [[nodiscard]] QString nameOf(const CampusId& id) const;
    [[nodiscard]] bool isLoaded() const noexcept { return m_loaded; }
    void setCurrent(const CampusId& id);
    void reload();

Q_SIGNALS:
    void campusesChanged();
    void currentChanged();

private:
    EngineBridge& m_bridge;
    std::vector<api::CampusRow> m_campuses;
    CampusId m_current;
    bool m_loaded = false;
    QTimer m_again;
};

}  // namespace evenhand::ui
