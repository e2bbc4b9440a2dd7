// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/api/pinyin.h"

#include <QCollator>
#include <QLocale>
#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>
#include <vector>

namespace evenhand::api {
namespace {

/// The first character of each letter in the pinyin order; no syllable begins with i, u or v.
constexpr std::array<std::pair<char, char16_t>, 23> kFirst{
    {{'a', u'阿'}, {'b', u'八'}, {'c', u'嚓'}, {'d', u'哒'}, {'e', u'妸'}, {'f', u'发'}, {'g', u'旮'}, {'h', u'哈'},
     {'j', u'讥'}, {'k', u'咔'}, {'l', u'垃'}, {'m', u'妈'}, {'n', u'拏'}, {'o', u'噢'}, {'p', u'妑'}, {'q', u'七'},
     {'r', u'呥'}, {'s', u'仨'}, {'t', u'他'}, {'w', u'屲'}, {'x', u'夕'}, {'y', u'丫'}, {'z', u'帀'}}};

/// Characters that begin with another letter in some names, with all of their letters: surnames as CLDR's transform
/// "Han-Latin/Names" reads them, and what is common in names of places and dishes. ICU's transforms themselves would
/// know more, but take half a second to be made and a third of a millisecond for a name.
constexpr std::array<std::pair<char16_t, const char*>, 30> kOtherReadings{
    {{u'曾', "cz"}, {u'单', "ds"}, {u'仇', "cq"}, {u'解', "jx"}, {u'区', "qo"}, {u'查', "cz"},
     {u'翟', "dz"}, {u'尉', "wy"}, {u'万', "wm"}, {u'覃', "qt"}, {u'折', "sz"}, {u'种', "cz"},
     {u'召', "sz"}, {u'谌', "cs"}, {u'繁', "fp"}, {u'秘', "bm"}, {u'重', "cz"}, {u'长', "cz"},
     {u'行', "hx"}, {u'乐', "ly"}, {u'厦', "sx"}, {u'会', "hk"}, {u'沈', "cs"}, {u'藏', "cz"},
     {u'朝', "cz"}, {u'阿', "ae"}, {u'番', "fp"}, {u'车', "cj"}, {u'茄', "jq"}, {u'调', "dt"}}};

bool isChinese(QChar c) { return c.script() == QChar::Script_Han; }

/// By the collation; 0: it has none.
char initialOf(QChar c) {
    thread_local std::unordered_map<char16_t, char> known;
    if (const auto found = known.find(c.unicode()); found != known.end()) {
        return found->second;
    }
    thread_local const QCollator order(QLocale(QLocale::Chinese, QLocale::China));
    char initial = 0;
    for (const auto& [letter, first] : kFirst) {
        if (order.compare(QString(c), QString(QChar(first))) < 0) {
            break;
        }
        initial = letter;
    }
    known.emplace(c.unicode(), initial);
    return initial;
}

/// For each character that counts, the letters by which it may be typed.
std::vector<QString> lettersOf(const QString& name) {
    std::vector<QString> letters;
    letters.reserve(static_cast<std::size_t>(name.size()));
    for (const QChar c : name) {
        if (isChinese(c)) {
            const char initial = initialOf(c);
            QString all(initial == 0 ? c : QChar::fromLatin1(initial));
            const auto* other = std::find_if(kOtherReadings.begin(), kOtherReadings.end(),
                                             [c](const auto& entry) { return entry.first == c.unicode(); });
            if (other != kOtherReadings.end()) {
                all += QLatin1String(other->second);
            }
            letters.push_back(all);
        } else if (c.isLetterOrNumber()) {
            letters.emplace_back(c.toCaseFolded());
        }
    }
    return letters;
}

}  // namespace

QString pinyinInitials(const QString& name) {
    QString initials;
    for (const auto& each : lettersOf(name)) {
        initials += each.front();
    }
    return initials;
}

bool initialsContain(const QString& name, const QString& typed) {
    QString wanted = typed.toCaseFolded();
    wanted.removeIf([](QChar c) { return c.isSpace(); });
    const auto letters = lettersOf(name);
    const auto fits = [](const QString& one, QChar c) { return one.contains(c); };
    return !wanted.isEmpty() &&
           std::search(letters.begin(), letters.end(), wanted.begin(), wanted.end(), fits) != letters.end();
}

}  // namespace evenhand::api
