// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/fuzzy_match.h"

#include <algorithm>

namespace evenhand::ui {
namespace {

bool startsWord(const QString& name, qsizetype at) {
    return at == 0 || !name.at(at - 1).isLetterOrNumber() || (name.at(at).isUpper() && name.at(at - 1).isLower());
}

std::optional<int> scoreFrom(const QString& typed, const QString& name, qsizetype start) {
    int score = 0;
    qsizetype last = -2;
    qsizetype at = start;
    for (const QChar wanted : typed) {
        while (at < name.size() && name.at(at).toCaseFolded() != wanted) {
            ++at;
        }
        if (at == name.size()) {
            return std::nullopt;
        }
        score += 4 + (at == last + 1 ? 8 : 0) + (startsWord(name, at) ? 10 : 0);
        last = at++;
    }
    return score - static_cast<int>(std::min<qsizetype>(start, 10)) - static_cast<int>(name.size() / 8);
}

}  // namespace

std::optional<int> fuzzyMatch(const QString& typed, const QString& name) {
    QString letters = typed.toCaseFolded();
    letters.remove(QLatin1Char(' '));
    if (letters.isEmpty()) {
        return 0;
    }
    std::optional<int> best;
    for (qsizetype start = 0; start < name.size(); ++start) {
        if (name.at(start).toCaseFolded() != letters.front()) {
            continue;
        }
        const auto score = scoreFrom(letters, name, start);
        if (score && (!best || *score > *best)) {
            best = score;
        }
    }
    return best;
}

}  // namespace evenhand::ui
