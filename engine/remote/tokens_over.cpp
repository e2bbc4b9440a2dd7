// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/desks.h"
#include "engine/remote/remote_call.h"
#include "engine/wire/calls.h"

namespace evenhand::remote {
// A named namespace, because desks have functions of the same names and several desks are compiled together.
namespace tokens_parts {

EVENHAND_PARTS(EVENHAND_CALLS_TOKENS)

class RemoteToken final : EVENHAND_MADE_OF(EVENHAND_CALLS_TOKENS) {
public:
    explicit RemoteToken(RemoteLine& line) : OnLine(&line) {}

    // Who a token is, the service knows.
    std::shared_ptr<const api::TokenBearer> bearer(std::string_view) const override { return nullptr; }
    std::shared_ptr<const api::TokenBearer> bearer(TokenId) const override { return nullptr; }
};

}  // namespace tokens_parts

std::unique_ptr<api::TokenDesk> tokensOver(RemoteLine& line) {
    return std::make_unique<tokens_parts::RemoteToken>(line);
}

}  // namespace evenhand::remote
