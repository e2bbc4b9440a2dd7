// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/safe_text.h"

#include <algorithm>

#include "engine/base/unseen_text.h"

namespace evenhand::ui {
namespace {

bool isPlain(char16_t c) { return !base::isControlCharacter(c) && !base::isUnseenCharacter(c); }

void append(QString& out, char16_t c, bool severalLines) {
    if (c == u'\n' || c == u'\t') {
        out += severalLines ? QChar(c) : QChar(u' ');
    } else if (c == u'\r') {
        out += severalLines ? QString() : QStringLiteral(" ");
    } else if (c < 0x20) {
        out += QChar(static_cast<char16_t>(base::kControlPictures + c));
    } else if (c == 0x7f) {
        out += QChar(base::kPictureOfDelete);
    } else if (!isPlain(c)) {
        out += QStringLiteral("‹U+%1›").arg(static_cast<uint>(c), 4, 16, QLatin1Char('0')).toUpper();
    } else {
        out += QChar(c);
    }
}

QString shown(const QString& data, qsizetype most, bool severalLines) {
    const auto plain = [](QChar c) { return isPlain(c.unicode()); };
    if (data.size() <= most && std::all_of(data.begin(), data.end(), plain)) {
        return data;
    }
    qsizetype end = std::min(data.size(), most);
    if (end < data.size() && end > 0 && data.at(end - 1).isHighSurrogate()) {
        --end;
    }
    QString out;
    out.reserve(end + 1);
    for (qsizetype i = 0; i < end; ++i) {
        append(out, data.at(i).unicode(), severalLines);
    }
    if (end < data.size()) {
        out += QChar(u'…');
    }
    return out;
}

}  // namespace

QString shownLine(const QString& data, qsizetype most) { return shown(data, most, false); }

QString shownText(const QString& data, qsizetype most) { return shown(data, most, true); }

}  // namespace evenhand::ui
