// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import/file_look.h"

#include <algorithm>
#include <memory>

#include "app/import/list_rows.h"
#include "app/import/order_index.h"
#include "app/import/order_row.h"
#include "app/import/return_row.h"

namespace evenhand::import {
namespace {

constexpr std::string_view kDelimiters = ",;\t|";

/// What stands most often outside of quotes; a comma where there is none.
char delimiterOf(std::string_view header) {
    char best = kDelimiters.front();
    std::ptrdiff_t most = 0;
    for (const char delimiter : kDelimiters) {
        bool quoted = false;
        std::ptrdiff_t count = 0;
        for (const char c : header) {
            quoted = c == '"' ? !quoted : quoted;
            count += !quoted && c == delimiter ? 1 : 0;
        }
        if (count > most) {
            most = count;
            best = delimiter;
        }
    }
    return best;
}

std::string withoutBlanks(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    return first == std::string_view::npos ? std::string()
                                           : std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

/// Of the fields of the kind those that have a column in the file.
std::size_t usedColumns(ImportKind kind, const Profile& profile, const CsvRecord& header) {
    const auto fields = fieldsOf(kind);
    return static_cast<std::size_t>(std::count_if(fields.begin(), fields.end(), [&](const KindField& each) {
        const auto found = findColumn(header, profile.column(each.field));
        return !profile.constant(each.field) && found && *found >= 0;
    }));
}

/// A profile says something of a kind only if it names another column, or a constant, for one of its fields.
bool saysAnything(ImportKind kind, const Profile& profile) {
    const Profile plain = Profile::native();
    const auto fields = fieldsOf(kind);
    return std::any_of(fields.begin(), fields.end(), [&](const KindField& each) {
        return profile.constant(each.field) || profile.column(each.field) != plain.column(each.field);
    });
}

std::vector<Recognised> fitsOf(const CsvRecord& header, char delimiter, std::span<const Profile> saved) {
    std::vector<Profile> profiles(saved.begin(), saved.end());
    profiles.push_back(Profile::onlineRetail());
    std::vector<std::pair<std::size_t, Recognised>> ranked;
    const auto add = [&](ImportKind kind, const Profile& profile) {
        if (profile.delimiter == delimiter && checkHeader(kind, profile, header)) {
            ranked.emplace_back(usedColumns(kind, profile, header), Recognised{kind, profile});
        }
    };
    Profile own = Profile::native();
    own.delimiter = delimiter;
    for (const ImportKind kind : allImportKinds()) {
        for (const Profile& profile : profiles) {
            if (saysAnything(kind, profile)) {
                add(kind, profile);
            }
        }
        add(kind, own);
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<Recognised> fits;
    fits.reserve(ranked.size());
    for (auto& [used, fit] : ranked) {
        fits.push_back(std::move(fit));
    }
    return fits;
}

}  // namespace

Result<FileLook> lookAt(const InputFile& input, std::span<const Profile> saved) {
    FileLook look;
    CsvRecord header;
    CsvReader first(input.device());
    EVENHAND_TRY(readHeaderRecord(first, header));
    look.delimiter = delimiterOf(header.raw);
    CsvReader reader(input.device(), look.delimiter);
    EVENHAND_TRY(readHeaderRecord(reader, header));
    for (std::size_t i = 0; i < header.fieldCount; ++i) {
        look.columns.push_back(withoutBlanks(header.field(i)));
    }
    look.bytes = input.bytes();
    look.fits = fitsOf(header, look.delimiter, saved);
    CsvRecord row;
    if (reader.next(row)) {
        look.samples.resize(look.columns.size());
        for (std::size_t i = 0; !row.tooLong && i < std::min(row.fieldCount, look.columns.size()); ++i) {
            look.samples[i] = row.field(i);
        }
    }
    EVENHAND_TRY(reader.status());
    return look;
}

namespace {

/// Reads rows of one kind one after another.
class RowPreview {
public:
    virtual ~RowPreview() = default;
    [[nodiscard]] virtual Result<void> readHeader(const CsvRecord& header) = 0;
    /// The values in the order of fieldsOf(), or why it would not be taken.
    [[nodiscard]] virtual std::variant<std::vector<PreviewValue>, Rejection> read(const CsvRecord& record) = 0;
};

std::string wordOf(std::string_view view) { return std::string(view); }

class ListPreview final : public RowPreview {
public:
    ListPreview(const ImportPlan& plan, int minorDigits)
        : m_kind(plan.kind),
          m_minorDigits(plan.profile.minorUnits.value_or(minorDigits)),
          m_columns(plan.kind, plan.profile) {}
    Result<void> readHeader(const CsvRecord& header) override { return m_columns.readHeader(header); }
    std::variant<std::vector<PreviewValue>, Rejection> read(const CsvRecord& record) override {
        using Values = std::vector<PreviewValue>;
        if (m_kind == ImportKind::Couriers) {
            return mapped(readCourier(m_columns, record), [](const api::CourierInput& row) {
                return Values{row.id.str(), row.campus.str(), row.name, row.phone, row.onDuty};
            });
        }
        if (m_kind == ImportKind::Products) {
            return mapped(readProduct(m_columns, record, m_minorDigits), [](const api::ProductRow& row) {
                return Values{row.sku.str(), row.name, row.unitPrice, row.stock};
            });
        }
        if (m_kind == ImportKind::Rosters) {
            return mapped(readRoster(m_columns, record), [](const CourierWeek& row) {
                Values values{row.courier.str()};
                for (const auto& hours : row.week) {
                    values.emplace_back(api::toText(hours));
                }
                return values;
            });
        }
        return mapped(readStock(m_columns, record), [](const StockCount& row) {
            return Values{row.sku.str(), row.units, row.reason};
        });
    }

private:
    template <typename Row, typename ValuesOf>
    static std::variant<std::vector<PreviewValue>, Rejection> mapped(std::variant<Row, Rejection> read,
                                                                     ValuesOf valuesOf) {
        if (auto* rejection = std::get_if<Rejection>(&read)) {
            return std::move(*rejection);
        }
        return valuesOf(std::get<Row>(read));
    }

    ImportKind m_kind;
    int m_minorDigits;
    ListColumns m_columns;
};

class OrderPreview final : public RowPreview {
public:
    OrderPreview(const ImportPlan& plan, const api::WorkspaceInfo& workspace, Instant clock)
        : m_rows(plan.profile, workspace.minorDigits, workspace.largestAmount,
                 QTimeZone(QByteArray::fromStdString(workspace.timeZone)), latestInstant(clock)),
          m_guest(plan.profile.guest) {}
    Result<void> readHeader(const CsvRecord& header) override { return m_rows.readHeader(header); }
    std::variant<std::vector<PreviewValue>, Rejection> read(const CsvRecord& record) override {
        auto read = m_rows.read(record);
        if (auto* rejection = std::get_if<Rejection>(&read)) {
            return std::move(*rejection);
        }
        const auto& row = std::get<OrderRow>(read);
        if (const auto reason = m_index.add(row, record.offset)) {
            return Rejection{*reason, std::string(reasonName(*reason))};
        }
        return std::vector<PreviewValue>{wordOf(row.orderNo), row.user.empty() ? m_guest : wordOf(row.user),
                                         wordOf(row.campus),  wordOf(row.sku),
                                         row.quantity,        row.unitPrice,
                                         row.placedAt,        cleanName(row.productName)};
    }

private:
    OrderRowReader m_rows;
    OrderIndex m_index;
    std::string m_guest;
};

class ReturnPreview final : public RowPreview {
public:
    ReturnPreview(const ImportPlan& plan, const api::WorkspaceInfo& workspace, Instant clock)
        : m_rows(plan.profile, QTimeZone(QByteArray::fromStdString(workspace.timeZone)), latestInstant(clock)) {}
    Result<void> readHeader(const CsvRecord& header) override { return m_rows.readHeader(header); }
    std::variant<std::vector<PreviewValue>, Rejection> read(const CsvRecord& record) override {
        auto read = m_rows.read(record);
        if (auto* rejection = std::get_if<Rejection>(&read)) {
            return std::move(*rejection);
        }
        const auto& row = std::get<ReturnRow>(read);
        return std::vector<PreviewValue>{wordOf(row.returnNo), wordOf(row.orderNo), wordOf(row.user),
                                         wordOf(row.sku),      row.units,           row.at,
                                         cleanName(row.reason)};
    }

private:
    ReturnRowReader m_rows;
};

std::unique_ptr<RowPreview> previewOf(const ImportPlan& plan, const api::WorkspaceInfo& workspace, Instant clock) {
    switch (plan.kind) {
        case ImportKind::Couriers:
        case ImportKind::Products:
        case ImportKind::Stock:
        case ImportKind::Rosters: return std::make_unique<ListPreview>(plan, workspace.minorDigits);
        case ImportKind::Orders: return std::make_unique<OrderPreview>(plan, workspace, clock);
        case ImportKind::Returns: return std::make_unique<ReturnPreview>(plan, workspace, clock);
    }
    return nullptr;
}

/// What the file says at each field, whatever it means.
std::vector<PreviewValue> textsOf(const ImportPlan& plan, const CsvRecord& header, const CsvRecord& record) {
    std::vector<PreviewValue> texts;
    for (const auto& [field, needed] : fieldsOf(plan.kind)) {
        const auto column = findColumn(header, plan.profile.column(field));
        const auto at = column && *column >= 0 ? static_cast<std::size_t>(*column) : record.fieldCount;
        if (const auto& constant = plan.profile.constant(field)) {
            texts.emplace_back(*constant);
        } else {
            texts.emplace_back(at < record.fieldCount && at < record.fields.size() ? record.fields[at] : std::string());
        }
    }
    return texts;
}

}  // namespace

Result<std::vector<PreviewRow>> previewRows(const api::WorkspaceInfo& workspace, Instant clock, const InputFile& input,
                                            const ImportPlan& plan, std::size_t most) {
    CsvReader reader(input.device(), plan.profile.delimiter);
    CsvRecord header;
    EVENHAND_TRY(readHeaderRecord(reader, header));
    const auto preview = previewOf(plan, workspace, clock);
    EVENHAND_TRY(preview->readHeader(header));
    std::vector<PreviewRow> rows;
    CsvRecord record;
    while (rows.size() < most && reader.next(record)) {
        auto read = preview->read(record);
        PreviewRow row;
        row.row = record.row;
        if (auto* rejection = std::get_if<Rejection>(&read)) {
            row.values = textsOf(plan, header, record);
            row.rejection = std::move(*rejection);
        } else {
            row.values = std::get<std::vector<PreviewValue>>(std::move(read));
        }
        rows.push_back(std::move(row));
    }
    EVENHAND_TRY(reader.status());
    return rows;
}

}  // namespace evenhand::import
