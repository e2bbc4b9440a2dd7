// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/console_io.h"

#include <locale.h>
#include <unistd.h>
#include <wchar.h>

#include <QJsonDocument>
#include <algorithm>
#include <cstdio>

#include "engine/base/ids.h"
#include "engine/base/unseen_text.h"

namespace evenhand::ctl {
namespace {

bool isPlain(char c) { return c >= 0x20 && c < 0x7f; }

}  // namespace

std::string shown(std::string_view text, bool lines) {
    if (std::all_of(text.begin(), text.end(), [lines](char c) { return isPlain(c) || (lines && c == '\n'); })) {
        return std::string(text);
    }
    const QString given = ctl::text(text);
    QString out;
    out.reserve(given.size());
    for (const QChar each : given) {
        const char16_t c = each.unicode();
        if (c == u'\n' || c == u'\t' || c == u'\r') {
            out += lines && c == u'\n' ? u'\n' : u' ';
        } else if (c < 0x20) {
            out += QChar(static_cast<char16_t>(base::kControlPictures + c));
        } else if (c == 0x7f) {
            out += QChar(base::kPictureOfDelete);
        } else if (base::isControlCharacter(c) || base::isUnseenCharacter(c)) {
            out += QStringLiteral("<U+%1>").arg(static_cast<uint>(c), 4, 16, QLatin1Char('0')).toUpper();
        } else {
            out += each;
        }
    }
    return out.toStdString();
}

ConsoleIo::ConsoleIo(bool json) : m_json(json), m_terminal(::isatty(STDERR_FILENO) == 1) {}

void ConsoleIo::write(std::string_view text) {
    m_failed = std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || m_failed;
}

void ConsoleIo::text(std::string_view line) {
    if (!m_json) {
        endProgress();
        write(shown(line, true));
        write("\n");
    }
}

void ConsoleIo::document(const QJsonObject& object) {
    if (m_json && !m_documentWritten) {
        m_documentWritten = true;
        const QByteArray bytes = QJsonDocument(object).toJson(QJsonDocument::Compact);
        write({bytes.constData(), static_cast<std::size_t>(bytes.size())});
        write("\n");
    }
}

void ConsoleIo::note(std::string_view line) {
    endProgress();
    std::fprintf(stderr, "%s\n", shown(line, true).c_str());
}

void ConsoleIo::error(const base::Error& error) {
    // A value that was too long is told at the beginning of it.
    constexpr std::size_t kMaxLength = 4'000;
    const auto whole = error.text();
    note("evenhandctl: " + (whole.size() > kMaxLength ? whole.substr(0, kMaxLength) + " …" : whole));
    const QJsonObject detail{{QStringLiteral("code"), ctl::text(base::errorName(error.code))},
                             {QStringLiteral("message"), ctl::text(error.message)},
                             {QStringLiteral("field"), ctl::text(error.field)},
                             {QStringLiteral("value"), ctl::text(error.value)}};
    document({{QStringLiteral("error"), detail}});
}

void ConsoleIo::usageError(std::string_view message, std::string_view command) {
    note("evenhandctl: " + std::string(message));
    note("Try: evenhandctl " + (command.empty() ? std::string() : std::string(command) + " ") + "--help");
    document({{QStringLiteral("error"), QJsonObject{{QStringLiteral("code"), QStringLiteral("wrong_usage")},
                                                    {QStringLiteral("message"), ctl::text(message)}}}});
}

bool ConsoleIo::finish() {
    endProgress();
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        m_failed = true;
    }
    return !m_failed;
}

void ConsoleIo::progress(std::string_view what, std::int64_t done, std::int64_t total) {
    constexpr int kWidth = 30;
    constexpr auto kBetween = std::chrono::milliseconds(100);
    if (!m_terminal) {
        return;
    }
    const auto now = std::chrono::steady_clock::now();
    if (m_barShown && done < total && now - m_lastBar < kBetween) {
        return;
    }
    m_lastBar = now;
    m_barShown = true;
    const double share = total > 0 ? std::clamp(static_cast<double>(done) / static_cast<double>(total), 0.0, 1.0) : 1.0;
    const int filled = static_cast<int>(share * kWidth);
    std::fprintf(stderr, "\r\033[K%-10.*s [%s%s] %3d %%", static_cast<int>(what.size()), what.data(),
                 std::string(static_cast<std::size_t>(filled), '#').c_str(),
                 std::string(static_cast<std::size_t>(kWidth - filled), '.').c_str(), static_cast<int>(share * 100));
    std::fflush(stderr);
}

void ConsoleIo::endProgress() {
    if (m_barShown) {
        m_barShown = false;
        std::fputs("\r\033[K", stderr);
        std::fflush(stderr);
    }
}

void TextTable::add(const std::vector<std::string>& row) {
    auto& cells = m_rows.emplace_back();
    for (const auto& cell : row) {
        cells.push_back(shown(cell));
    }
}

std::size_t terminalWidth(std::string_view text) {
    // Of glibc: it knows which characters take two cells, as Chinese ones do, in whatever language the program runs.
    static const locale_t kUtf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    const auto before = kUtf8 != nullptr ? uselocale(kUtf8) : nullptr;
    std::size_t cells = 0;
    const auto characters = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).toUcs4();
    for (const uint character : characters) {
        const int width = wcwidth(static_cast<wchar_t>(character));
        cells += width < 0 ? 1 : static_cast<std::size_t>(width);
    }
    if (before != nullptr) {
        uselocale(before);
    }
    return cells;
}

std::string TextTable::str() const {
    std::vector<std::size_t> widths(m_rows.front().size());
    for (const auto& row : m_rows) {
        for (std::size_t i = 0; i < row.size() && i < widths.size(); ++i) {
            widths[i] = std::max(widths[i], terminalWidth(row[i]));
        }
    }
    std::string out;
    for (const auto& row : m_rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size() && i < widths.size(); ++i) {
            const std::string pad(widths[i] - terminalWidth(row[i]), ' ');
            line += i == 0 ? row[i] + pad : "  " + pad + row[i];
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += (out.empty() ? "" : "\n") + line;
    }
    return out;
}

QJsonValue number(std::int64_t value) { return QJsonValue(static_cast<qint64>(value)); }

QString text(std::string_view utf8) { return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())); }

}  // namespace evenhand::ctl
