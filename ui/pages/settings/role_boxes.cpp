// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/settings/role_boxes.h"

#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/widgets/people_labels.h"

namespace evenhand::ui {

RoleBoxes::RoleBoxes(const std::vector<api::Role>& roles, QWidget* parent) : QWidget(parent) {
    auto* down = new QVBoxLayout(this);
    down->setContentsMargins(0, 0, 0, 0);
    down->setSpacing(2);
    for (const auto role : api::allRoles()) {
        auto* box = new QCheckBox(label(role), this);
        box->setObjectName(QStringLiteral("role.") + keyText(api::toText(role)));
        box->setAccessibleDescription(describe(role));
        box->setChecked(std::count(roles.begin(), roles.end(), role) > 0);
        auto* what = new QLabel(describe(role), this);
        what->setTextFormat(Qt::PlainText);
        what->setProperty("muted", true);
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
