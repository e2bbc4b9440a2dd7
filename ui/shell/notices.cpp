// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/notices.h"

#include <utility>

namespace evenhand::ui {

void Notices::post(Notice notice) {
    m_last = std::move(notice);
    Q_EMIT posted();
}

void Notices::retranslate() {
    if (m_last.again) {
        m_last.text = m_last.again();
    }
}

}  // namespace evenhand::ui
