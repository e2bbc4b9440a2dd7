// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/name_match.h"

#include <QCollator>
#include <QLocale>
#include <array>
#include <utility>

namespace evenhand::ui {
namespace {

/// The first character of each letter in the pinyin order; no syllable begins with i, u or v.
constexpr std::array<std::pair<char, char16_t>, 23> kFirst{
    {{'a', u'阿'}, {'b', u'八'}, {'c', u'嚓'}, {'d', u'哒'}, {'e', u'妸'}, {'f', u'发'}, {'g', u'旮'}, {'h', u'哈'},
     {'j', u'讥'}, {'k', u'咔'}, {'l', u'垃'}, {'m', u'妈'}, {'n', u'拏'}, {'o', u'噢'}, {'p', u'妑'}, {'q', u'七'},
     {'r', u'呥'}, {'s', u'仨'}, {'t', u'他'}, {'w', u'屲'}, {'x', u'夕'}, {'y', u'丫'}, {'z', u'帀'}}};

bool isChinese(QChar c) { return c.script() == QChar::Script_Han; }

QChar initialOf(QChar c) {
    static const QCollator order(QLocale(QLocale::Chinese, QLocale::China));
    char found = 0;
    for (const auto& [letter, first] : kFirst) {
        if (order.compare(QString(c), QString(QChar(first))) < 0) {
            break;
        }
        found = letter;
    }
    return found == 0 ? c : QChar::fromLatin1(found);
}

}  // namespace

QString pinyinInitials(const QString& name) {
    QString initials;
    for (const QChar c : name) {
        if (isChinese(c)) {
            initials += initialOf(c);
        } else if (c.isLetterOrNumber()) {
            initials += c.toCaseFolded();
        }
    }
    return initials;
}

bool nameMatches(const QString& typed, const QString& name, const QString& id) {
    const QString wanted = typed.trimmed();
    return name.contains(wanted, Qt::CaseInsensitive) || id.contains(wanted, Qt::CaseInsensitive) ||
           pinyinInitials(name).contains(wanted, Qt::CaseInsensitive);
}

}  // namespace evenhand::ui
