// SPDX-License-Identifier: GPL-3.0-or-later
// Files that the service writes for a console: sent to it piece by piece, then deleted.
// Thread: any; each file one at a time.
#pragma once

#include <fstream>
#include <string>
#include <utility>

#include "engine/base/result.h"

namespace evenhand::ingest {

/// A name for a new file in the folder; makes the folder if needed. Error: Storage.
[[nodiscard]] Result<std::string> newFile(const std::string& folder);
/// Does nothing if the file is not there.
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

/// Reads a file piece by piece; its destructor deletes the file.
class PieceReader {
public:
    explicit PieceReader(std::string path);
    /// The next at most wire::kFilePiece bytes, as Base64; empty at the end of the file. Error: Storage.
    [[nodiscard]] Result<std::string> next();

private:
    FileToRemove m_file;
    std::ifstream m_in;
    std::string m_piece;
};

}  // namespace evenhand::ingest
