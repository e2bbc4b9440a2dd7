// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keyspace/data/packing.h"

#include <lz4.h>

#include <new>

namespace evenhand::keyspace {
namespace {

/// Records of a rush are packed on the engine's thread: a third of the time for a fortieth more bytes.
constexpr int kAcceleration = 8;

}  // namespace

static_assert(Packer::kMaxSize == LZ4_MAX_INPUT_SIZE);

void Packer::Free::operator()(LZ4_stream_u* stream) const noexcept { LZ4_freeStream(stream); }

void Packer::pack(std::string_view raw, std::string& out) {
    if (!m_stream) {
        m_stream.reset(LZ4_createStream());
        if (!m_stream) {
            throw std::bad_alloc();
        }
    }
    const auto size = static_cast<int>(raw.size());
    const int bound = LZ4_compressBound(size);
    const std::size_t before = out.size();
    out.resize(before + static_cast<std::size_t>(bound));
    LZ4_resetStream_fast(m_stream.get());  // every record stands alone
    const int packed =
        LZ4_compress_fast_continue(m_stream.get(), raw.data(), out.data() + before, size, bound, kAcceleration);
    out.resize(before + static_cast<std::size_t>(packed));
}

bool unpack(std::string_view packed, std::size_t rawSize, std::string& out) {
    // No byte of a block stands for more than 255: a size beyond is not believed, and no memory taken for it.
    if (packed.size() > Packer::kMaxSize || rawSize > Packer::kMaxSize || rawSize / 255 > packed.size()) {
        return false;
    }
    const std::size_t before = out.size();
    out.resize(before + rawSize);
    const int size = LZ4_decompress_safe(packed.data(), out.data() + before, static_cast<int>(packed.size()),
                                         static_cast<int>(rawSize));
    return size >= 0 && static_cast<std::size_t>(size) == rawSize;
}

}  // namespace evenhand::keyspace
