// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/name_match.h"

#include <algorithm>

#include "engine/api/pinyin.h"

namespace evenhand::ui {
namespace {

/// Telephone numbers are written with spaces, and typed with others or none.
QString withoutSpaces(QString number) { return number.remove(QLatin1Char(' ')); }

}  // namespace

bool textMatches(const QString& typed, const QString& text) {
    const auto isChinese = [](QChar c) { return c.script() == QChar::Script_Han; };
    return text.contains(typed, Qt::CaseInsensitive) ||
           (std::any_of(text.begin(), text.end(), isChinese) && api::initialsContain(text, typed));
}

bool nameMatches(const QString& typed, const QString& name, const QString& id, const QString& phone) {
    const QString wanted = typed.trimmed();
    return name.contains(wanted, Qt::CaseInsensitive) || id.contains(wanted, Qt::CaseInsensitive) ||
           withoutSpaces(phone).contains(withoutSpaces(wanted)) || api::initialsContain(name, wanted);
}

}  // namespace evenhand::ui
