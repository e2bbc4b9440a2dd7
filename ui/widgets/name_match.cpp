// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/name_match.h"

#include <algorithm>

#include "engine/api/pinyin.h"
#include "engine/base/phone_text.h"

namespace evenhand::ui {
namespace {

/// Telephone numbers are written in groups, and typed in others or none.
bool phoneMatches(const QString& typed, const QString& phone) {
    return phone.contains(typed, Qt::CaseInsensitive) || base::phoneContains(phone.toStdString(), typed.toStdString());
}

/// Of a cell that may hold anything: both are numbers of a telephone, and no other figures.
bool isSamePhone(const QString& typed, const QString& text) {
    constexpr qsizetype kMin = 4;  // of fewer digits too much else is made
    return typed.size() >= kMin && base::isPhoneLike(typed.toStdString()) && base::isPhoneLike(text.toStdString()) &&
           phoneMatches(typed, text);
}

}  // namespace

bool textMatches(const QString& typed, const QString& text) {
    const auto isChinese = [](QChar c) { return c.script() == QChar::Script_Han; };
    return text.contains(typed, Qt::CaseInsensitive) ||
           (std::any_of(text.begin(), text.end(), isChinese) && api::initialsContain(text, typed)) ||
           isSamePhone(typed, text);
}

bool nameMatches(const QString& typed, const QString& name, const QString& id, const QString& phone) {
    const QString wanted = typed.trimmed();
    return name.contains(wanted, Qt::CaseInsensitive) || id.contains(wanted, Qt::CaseInsensitive) ||
           phoneMatches(wanted, phone) || api::initialsContain(name, wanted);
}

}  // namespace evenhand::ui
