// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are written here and sent to where they were asked for, piece by piece; then they go.
// Thread: any; each file one at a time.
#pragma once

#include <fstream>
#include <string>
#include <utility>

#include "engine/base/result.h"

namespace evenhand::ingest {

/// A name for a new file in the folder, which is made if it is not there. Storage.
[[nodiscard]] Result<std::string> newFile(const std::string& folder);
/// Nothing where there is none.
void removeFile(const std::string& path) noexcept;
class FileToRemove {
public:
    explicit FileToRemove(std::string path) : m_path(std::move(path)) {}
    ~FileToRemove() { removeFile(m_path); }
    FileToRemove(const FileToRemove&) = delete;
    FileToRemove& operator=(const FileToRemove&) = delete;

private:
    std::string m_path;
};

/// Gives a file away and removes it with itself.
class PieceReader {
public:
    explicit PieceReader(std::string path);
    /// The next bytes, as Base64 of at most wire::kFilePiece; empty: that was all. Storage.
    [[nodiscard]] Result<std::string> next();

private:
    FileToRemove m_file;
    std::ifstream m_in;
    std::string m_piece;
};

}  // namespace evenhand::ingest
