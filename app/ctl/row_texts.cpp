// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/row_texts.h"

#include <QDateTime>
#include <algorithm>
#include <charconv>
#include <limits>

#include "engine/api/limits.h"
#include "engine/base/number_text.h"

namespace evenhand::ctl {

std::string timeText(Instant instant) {
    return QDateTime::fromMSecsSinceEpoch(instant.ms, Qt::UTC).toString(Qt::ISODateWithMs).toStdString();
}

QJsonValue timeValue(std::optional<Instant> instant) {
    return instant ? QJsonValue(text(timeText(*instant))) : QJsonValue();
}

std::string ageText(std::int64_t ms) {
    if (ms >= base::kDayMs) {
        return std::to_string(ms / base::kDayMs) + " d";
    }
    return ms >= base::kHourMs ? std::to_string(ms / base::kHourMs) + " h"
                               : std::to_string(ms / base::kMinuteMs) + " min";
}

std::string moneyText(Money amount, const api::WorkspaceInfo& workspace) {
    return base::formatMoney(amount, workspace.minorDigits) + " " + workspace.currency;
}

std::string moneyHeader(std::string_view name, const api::WorkspaceInfo& workspace) {
    return std::string(name) + " (" + workspace.currency + ")";
}

void tellReasons(ConsoleIo& io, const std::vector<api::StandingReason>& reasons,
                 const std::vector<api::StandingReason>& told) {
    for (const auto& reason : reasons) {
        if (std::none_of(told.begin(), told.end(), [&](const auto& one) { return one.code == reason.code; })) {
            io.note("evenhandctl: degraded: " + reason.text);
        }
    }
}

QJsonArray reasonsValue(const std::vector<api::StandingReason>& reasons) {
    QJsonArray array;
    for (const auto& reason : reasons) {
        array.append(
            QJsonObject{{QStringLiteral("code"), text(reason.code)}, {QStringLiteral("text"), text(reason.text)}});
    }
    return array;
}

void RowList::add(const std::vector<std::string>& cells, const QJsonObject& row) {
    m_table.add(cells);
    m_rows.append(row);
}

ExitCode RowList::end(const QString& member) {
    m_io.text(m_table.str());
    m_io.document({{member, m_rows}});
    return kDone;
}

ExitCode RowList::end(const QString& member, std::int64_t total, const std::string& counted) {
    m_io.text(m_table.str());
    m_io.text(std::to_string(m_rows.size()) + " of " + counted + ".");
    m_io.document({{QStringLiteral("total"), number(total)}, {member, m_rows}});
    return kDone;
}

void OutcomeList::add(const std::string& name, QJsonObject row, const std::optional<Error>& error,
                      const std::string& done) {
    if (error) {
        m_anyError = true;
        row.insert(QStringLiteral("error"), text(base::errorName(error->code)));
        row.insert(QStringLiteral("message"), text(error->message));
    }
    m_rows.append(row);
    m_io.text(name + ": " + (error ? error->text() : done));
}

ExitCode OutcomeList::end(const QString& member) {
    m_io.document({{member, m_rows}});
    return m_anyError ? kRowsRejected : kDone;
}

std::optional<std::int64_t> durationFrom(std::string_view text) noexcept {
    std::int64_t value = 0;
    const auto* const begin = text.data();
    const auto [end, error] = std::from_chars(begin, begin + text.size(), value);
    const auto unit = text.substr(static_cast<std::size_t>(end - begin));
    for (const auto& [name, factor] : kDurationUnits) {
        if (unit == name && error == std::errc() && value >= 1 && value <= api::kMaxTimerDelayMs / factor) {
            return value * factor;
        }
    }
    return std::nullopt;
}

tl::unexpected<Error> wrongUsage(std::string message) { return fail(ErrorCode::InvalidArgument, std::move(message)); }

Result<std::string> verbOf(const Arguments& arguments, const std::vector<std::string_view>& verbs) {
    if (!arguments.words().empty() && std::count(verbs.begin(), verbs.end(), arguments.words().front()) > 0) {
        return arguments.words().front();
    }
    std::string known;
    for (const auto verb : verbs) {
        known.append(known.empty() ? "" : verb == verbs.back() ? " or " : ", ").append(verb);
    }
    return wrongUsage("say what to do: " + known);
}

Result<std::int64_t> limitOf(const Arguments& arguments) {
    constexpr std::int64_t kListed = 100;
    EVENHAND_ASSIGN(const auto limit, arguments.number("--limit", 1, api::kMaxPageRows));
    return limit.value_or(kListed);
}

Result<Instant> instantOf(const Arguments& arguments, std::string_view option) {
    const auto said = arguments.value(option);
    const auto time = QDateTime::fromString(QString::fromStdString(said), Qt::ISODateWithMs);
    if (!time.isValid() || time.timeSpec() == Qt::LocalTime) {
        return wrongUsage(std::string(option) + " \"" + said +
                          "\" is not a time with its offset, as in 2026-01-31T18:00:00Z");
    }
    return Instant{time.toMSecsSinceEpoch()};
}

Result<std::vector<std::int64_t>> rowIds(const Arguments& arguments) {
    std::vector<std::int64_t> ids;
    for (std::size_t i = 1; i < arguments.words().size(); ++i) {
        const auto id = base::numberFrom(arguments.words()[i]);
        if (!id || *id < 1) {
            return wrongUsage("\"" + arguments.words()[i] + "\" is not an ID as `list` shows it");
        }
        ids.push_back(*id);
    }
    if (ids.empty()) {
        return wrongUsage("ID is missing");
    }
    return ids;
}

Result<std::vector<std::pair<std::string, std::int64_t>>> unitsPerSku(const std::string& text,
                                                                      std::string_view option) {
    std::vector<std::pair<std::string, std::int64_t>> units;
    std::string_view rest = text;
    while (!rest.empty()) {
        const auto comma = rest.find(',');
        const auto part = rest.substr(0, comma);
        const auto equals = part.rfind('=');
        const auto count = equals == std::string_view::npos ? std::nullopt : base::numberFrom(part.substr(equals + 1));
        if (!count || *count < 0 || equals == 0) {
            return wrongUsage(std::string(option) + " \"" + std::string(part) + "\" is not SKU=UNITS");
        }
        units.emplace_back(part.substr(0, equals), *count);
        rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
    }
    return units;
}

Result<std::int64_t> seenVersion(const Arguments& arguments) {
    EVENHAND_ASSIGN(const auto version, arguments.number("--version", 1, std::numeric_limits<std::int64_t>::max()));
    return version.value_or(0);
}

Result<std::string> neededReason(const Arguments& arguments) {
    if (arguments.value("--reason").empty()) {
        return wrongUsage("--reason is missing");
    }
    return arguments.value("--reason");
}

}  // namespace evenhand::ctl
