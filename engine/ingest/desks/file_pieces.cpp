// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/desks/file_pieces.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "engine/base/sha256.h"
#include "engine/wire/protocol.h"

namespace evenhand::ingest {

Result<std::string> newFile(const std::string& folder) {
    static std::atomic<std::uint64_t> s_number{0};
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    std::filesystem::permissions(folder, std::filesystem::perms::owner_all, failed);
    if (failed) {
        return fail(ErrorCode::Storage, "the folder of exports cannot be made: " + failed.message(), "folder", folder);
    }
    return folder + "/" + std::to_string(::getpid()) + "-" + std::to_string(++s_number) + ".part";
}

void removeFile(const std::string& path) noexcept {
    if (!path.empty()) {
        (void)::unlink(path.c_str());
    }
}

PieceReader::PieceReader(std::string path)
    : m_file(path), m_in(path, std::ios::binary), m_piece(wire::kFilePiece, '\0') {}

Result<std::string> PieceReader::next() {
    if (m_in.eof()) {
        return std::string();
    }
    m_in.read(m_piece.data(), static_cast<std::streamsize>(m_piece.size()));
    if (!m_in && !m_in.eof()) {
        return fail(ErrorCode::Storage, "what was exported cannot be read");
    }
    return base::base64Of({m_piece.data(), static_cast<std::size_t>(m_in.gcount())});
}

}  // namespace evenhand::ingest
