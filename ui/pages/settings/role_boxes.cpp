// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/settings/role_boxes.h"

#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/widgets/parts.h"
#include "ui/widgets/people_labels.h"

namespace evenhand::ui {

RoleBoxes::RoleBoxes(const std::vector<api::Role>& roles, QWidget* parent) : QWidget(parent) {
    auto* down = columnIn(this, 0, 2);
    for (const auto role : api::allRoles()) {
        auto* box = named(new QCheckBox(label(role), this), QStringLiteral("role.") + keyText(api::toText(role)));
        box->setAccessibleDescription(describe(role));
        box->setChecked(std::count(roles.begin(), roles.end(), role) > 0);
        auto* what = muted(plainLabel(this, {}, describe(role)));
        what->setContentsMargins(22, 0, 0, 4);
        down->addWidget(box);
        down->addWidget(what);
        connect(box, &QCheckBox::toggled, this, &RoleBoxes::changed);
        m_boxes[role] = box;
    }
    setFocusProxy(m_boxes.begin()->second);
}

std::vector<api::Role> RoleBoxes::roles() const {
    std::vector<api::Role> roles;
    for (const auto& [role, box] : m_boxes) {
        if (box->isChecked()) {
            roles.push_back(role);
        }
    }
    return roles;
}

}  // namespace evenhand::ui
