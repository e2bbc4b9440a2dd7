// SPDX-License-Identifier: GPL-3.0-or-later
// What a file is before it is imported: its columns, and as what it can be read; and its first rows as they would be
// read.
// Thread: reads the file on the calling one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "app/import/import_run.h"

namespace evenhand::import {

struct Recognised {
    ImportKind kind = ImportKind::Orders;
    Profile profile;
};

struct FileLook {
    std::vector<std::string> columns;  ///< as the header has them, blanks around them left out
    std::vector<std::string> samples;  ///< of the first row, as many as columns; empty: there are no rows
    char delimiter = ',';              ///< what the header has most of; fromJson() takes it
    std::int64_t bytes = 0;
    std::vector<Recognised> fits;  ///< best first: that which uses most columns
};
/// `saved`: profiles beside the built-in ones. InvalidArgument (header): it is no CSV file in UTF-8.
[[nodiscard]] Result<FileLook> lookAt(const InputFile& input, std::span<const Profile> saved);

/// A field as it was read; of a row that would not be taken the text of the file.
using PreviewValue = std::variant<std::string, std::int64_t, Money, Instant, bool>;
struct PreviewRow {
    std::int64_t row = 0;              ///< of the file, from 1, the header included
    std::vector<PreviewValue> values;  ///< of fieldsOf() the kind
    std::optional<Rejection> rejection;
};
inline constexpr std::size_t kPreviewRows = 50;
/// The first rows by the rules that need no workspace; what is in stock or there already the dry run tells.
/// InvalidArgument (header): as checkHeader(). `clock`: the machine's.
[[nodiscard]] Result<std::vector<PreviewRow>> previewRows(const api::WorkspaceInfo& workspace, Instant clock,
                                                          const InputFile& input, const ImportPlan& plan,
                                                          std::size_t most = kPreviewRows);

}  // namespace evenhand::import
