// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/name_match.h"

#include "engine/api/pinyin.h"

namespace evenhand::ui {

bool nameMatches(const QString& typed, const QString& name, const QString& id) {
    const QString wanted = typed.trimmed();
    return name.contains(wanted, Qt::CaseInsensitive) || id.contains(wanted, Qt::CaseInsensitive) ||
           api::initialsContain(name, wanted);
}

}  // namespace evenhand::ui
