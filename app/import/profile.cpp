// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import/profile.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "app/import/timestamp.h"
#include "engine/base/ids.h"

namespace evenhand::import {
namespace {

constexpr std::array kNames{"order_no",  "user_id",      "campus",    "sku",   "quantity", "unit_price",
                            "placed_at", "product_name", "return_no", "at",    "reason",   "courier_id",
                            "name",      "phone",        "on_duty",   "stock", "mon",      "tue",
                            "wed",       "thu",          "fri",       "sat",   "sun"};
static_assert(kNames.size() == kFieldCount);
constexpr qint64 kMaxProfileBytes = 1'048'576;

std::optional<std::size_t> fieldFrom(const QString& name) {
    for (std::size_t i = 0; i < kFieldCount; ++i) {
        if (name == QLatin1String(kNames[i])) {
            return i;
        }
    }
    return std::nullopt;
}

auto wrong(const QString& member, std::string message) {
    return fail(ErrorCode::InvalidArgument, "the profile's \"" + member.toStdString() + "\" " + std::move(message),
                member.toStdString());
}

Result<void> readFields(const QString& member, const QJsonValue& value,
                        const std::function<void(std::size_t, std::string)>& set) {
    if (!value.isObject()) {
        return wrong(member, "must be an object");
    }
    const QJsonObject object = value.toObject();
    for (auto it = object.begin(); it != object.end(); ++it) {
        const auto field = fieldFrom(it.key());
        if (!field) {
            return wrong(member, "names an unknown field \"" + it.key().toStdString() + "\"");
        }
        const bool isNone = it.value().isNull() && member == QLatin1String("columns");
        if (!isNone && (!it.value().isString() || it.value().toString().isEmpty())) {
            return wrong(member, "must give text for \"" + it.key().toStdString() + "\"");
        }
        set(*field, it.value().toString().toStdString());
    }
    return {};
}

Result<void> readIntegerIds(const QJsonValue& value, Profile& profile) {
    const QString member = QStringLiteral("integer_ids");
    if (!value.isArray()) {
        return wrong(member, "must be a list of fields");
    }
    for (const auto& entry : value.toArray()) {
        const auto field = fieldFrom(entry.toString());
        if (!field) {
            return wrong(member, "names an unknown field \"" + entry.toString().toStdString() + "\"");
        }
        profile.integerId[*field] = true;
    }
    return {};
}

Result<void> readMember(const QString& member, const QJsonValue& value, Profile& profile) {
    if (member == QLatin1String("columns")) {
        return readFields(member, value,
                          [&](std::size_t i, std::string text) { profile.columns[i] = std::move(text); });
    }
    if (member == QLatin1String("constants")) {
        return readFields(member, value,
                          [&](std::size_t i, std::string text) { profile.constants[i] = std::move(text); });
    }
    if (member == QLatin1String("integer_ids")) {
        return readIntegerIds(value, profile);
    }
    if (member == QLatin1String("minor_units")) {
        const double digits = value.toDouble(-1);
        if (digits != 0 && digits != 1 && digits != 2 && digits != 3 && digits != 4) {
            return wrong(member, "must be a whole number from 0 to 4");
        }
        profile.minorUnits = static_cast<int>(digits);
        return {};
    }
    if (member == QLatin1String("negative_returns")) {
        if (!value.isBool()) {
            return wrong(member, "must be true or false");
        }
        profile.negativeReturns = value.toBool();
        return {};
    }
    if (!value.isString()) {
        return wrong(member, "must be text");
    }
    const std::string text = value.toString().toStdString();
    if (member == QLatin1String("date_format") || member == QLatin1String("also_date_format")) {
        if (!text.empty() && !TimestampReader::validPattern(text)) {
            return wrong(member, "must be made of yyyy MM M dd d HH H mm m ss s and punctuation");
        }
        (member == QLatin1String("date_format") ? profile.dateFormat : profile.alsoDateFormat) = text;
    } else if (member == QLatin1String("return_prefix")) {
        profile.returnPrefix = text;
    } else if (member == QLatin1String("guest")) {
        if (!base::validateId(text, "guest")) {
            return wrong(member, "must be an id of 1 to 64 characters");
        }
        profile.guest = text;
    } else if (member == QLatin1String("delimiter")) {
        if (text != "," && text != ";" && text != "\t" && text != "|") {
            return wrong(member, "must be one of , ; | and TAB");
        }
        profile.delimiter = text.front();
    } else if (member != QLatin1String("name") && member != QLatin1String("description")) {
        return wrong(member, "is not known");
    }
    return {};
}

}  // namespace

std::string_view fieldName(Field field) noexcept { return kNames[static_cast<std::size_t>(field)]; }

std::string Profile::wordFor(Field field) const {
    return column(field).empty() ? std::string(fieldName(field)) : column(field);
}

Profile Profile::native() {
    Profile profile;
    profile.name = "native";
    for (std::size_t i = 0; i < kFieldCount; ++i) {
        profile.columns[i] = kNames[i];
    }
    return profile;
}

Profile Profile::onlineRetail() {
    Profile profile;
    profile.name = "online-retail";
    profile.columns = native().columns;
    constexpr std::pair<Field, const char*> kColumns[]{
        {Field::OrderNo, "InvoiceNo"},    {Field::User, "CustomerID"},        {Field::Campus, "Country"},
        {Field::SkuCode, "StockCode"},    {Field::Quantity, "Quantity"},      {Field::UnitPrice, "UnitPrice"},
        {Field::PlacedAt, "InvoiceDate"}, {Field::ProductName, "Description"}};
    for (const auto& [field, column] : kColumns) {
        profile.columns[static_cast<std::size_t>(field)] = column;
    }
    profile.alsoDateFormat = "M/d/yyyy H:mm";  // the set's first publication; ISO 8601 its later ones
    profile.returnPrefix = "C";
    profile.negativeReturns = true;
    profile.minorUnits = 2;
    profile.integerId[static_cast<std::size_t>(Field::User)] = true;
    return profile;
}

Result<Profile> Profile::fromJson(std::string_view json, std::string name) {
    QJsonParseError error;
    const auto document =
        QJsonDocument::fromJson(QByteArray::fromRawData(json.data(), static_cast<qsizetype>(json.size())), &error);
    if (!document.isObject()) {
        return fail(ErrorCode::InvalidArgument,
                    "the profile is not a JSON object" +
                        (error.error == QJsonParseError::NoError
                             ? std::string()
                             : ": " + error.errorString().toStdString() + " at byte " + std::to_string(error.offset)),
                    "profile", std::move(name));
    }
    Profile profile = native();
    profile.name = std::move(name);
    const QJsonObject object = document.object();
    for (auto it = object.begin(); it != object.end(); ++it) {
        EVENHAND_TRY(readMember(it.key(), it.value(), profile));
    }
    return profile;
}

std::string Profile::toJson() const {
    const Profile plain = native();
    const auto words = [](const std::string& utf8) { return QString::fromStdString(utf8); };
    QJsonObject own;
    QJsonObject fixed;
    QJsonArray integers;
    for (std::size_t i = 0; i < kFieldCount; ++i) {
        const auto field = QLatin1String(kNames[i]);
        if (columns[i] != plain.columns[i]) {
            own.insert(field, columns[i].empty() ? QJsonValue() : QJsonValue(words(columns[i])));
        }
        if (constants[i]) {
            fixed.insert(field, words(*constants[i]));
        }
        if (integerId[i]) {
            integers.append(field);
        }
    }
    QJsonObject object;
    const auto put = [&object](const char* member, const QJsonValue& value, bool differs) {
        if (differs) {
            object.insert(QLatin1String(member), value);
        }
    };
    put("columns", own, !own.isEmpty());
    put("constants", fixed, !fixed.isEmpty());
    put("date_format", words(dateFormat), !dateFormat.empty());
    put("also_date_format", words(alsoDateFormat), !alsoDateFormat.empty());
    put("return_prefix", words(returnPrefix), !returnPrefix.empty());
    put("negative_returns", negativeReturns, negativeReturns);
    put("guest", words(guest), guest != plain.guest);
    put("minor_units", minorUnits.value_or(0), minorUnits.has_value());
    put("integer_ids", integers, !integers.isEmpty());
    put("delimiter", QString(QLatin1Char(delimiter)), delimiter != plain.delimiter);
    return QJsonDocument(object).toJson().toStdString();
}

Result<Profile> Profile::load(const std::string& nameOrPath) {
    if (nameOrPath == "online-retail") {
        return onlineRetail();
    }
    QFile file(QString::fromStdString(nameOrPath));
    if (!QFileInfo(file).isFile()) {
        return fail(ErrorCode::NotFound, "no built-in profile and no file has this name (built in: online-retail)",
                    "profile", nameOrPath);
    }
    if (file.size() > kMaxProfileBytes || !file.open(QIODevice::ReadOnly)) {
        return fail(ErrorCode::InvalidArgument,
                    file.size() > kMaxProfileBytes ? "the profile is larger than 1 MiB"
                                                   : "the profile cannot be read: " + file.errorString().toStdString(),
                    "profile", nameOrPath);
    }
    const QByteArray json = file.readAll();
    return fromJson({json.constData(), static_cast<std::size_t>(json.size())}, nameOrPath);
}

}  // namespace evenhand::import
