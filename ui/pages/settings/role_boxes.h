// SPDX-License-Identifier: GPL-3.0-or-later
// The six roles to tick, each with what it may do.
// Thread: GUI.
#pragma once

#include <QCheckBox>
#include <QWidget>
#include <map>
#include <vector>

#include "engine/api/permission.h"

namespace evenhand::ui {

class RoleBoxes : public QWidget {
    Q_OBJECT

public:
    explicit RoleBoxes(const std::vector<api::Role>& roles, QWidget* parent = nullptr);
    [[nodiscard]] std::vector<api::Role> roles() const;
    [[nodiscard]] QCheckBox* box(api::Role role) const { return m_boxes.at(role); }

Q_SIGNALS:
    void changed();

private:
    std::map<api::Role, QCheckBox*> m_boxes;
};

}  // namespace evenhand::ui
