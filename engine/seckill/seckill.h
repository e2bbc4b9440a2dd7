// SPDX-License-Identifier: GPL-3.0-or-later
// The room of flash sales: what the composition root needs of it.
// Thread: makeSeckill() from any; the parts as their interfaces say.
#pragma once

#include <memory>

#include "engine/api/seckill_desk.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/reader.h"

namespace evenhand::seckill {

struct Seckill {
    std::unique_ptr<api::SeckillDesk> desk;
};

/// Engine and reader must outlive all parts.
[[nodiscard]] Seckill makeSeckill(runtime::Engine& engine, runtime::Reader& reader);

}  // namespace evenhand::seckill
