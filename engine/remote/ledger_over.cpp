// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/desks.h"
#include "engine/remote/remote_call.h"
#include "engine/wire/calls.h"

namespace evenhand::remote {
// A named namespace, because desks have functions of the same names and several desks are compiled together.
namespace ledger_parts {

EVENHAND_PARTS(EVENHAND_CALLS_LEDGER)

class RemoteLedger final : EVENHAND_MADE_OF(EVENHAND_CALLS_LEDGER) {
public:
    explicit RemoteLedger(RemoteLine& line) : OnLine(&line) {}
};

}  // namespace ledger_parts

std::unique_ptr<api::LedgerDesk> ledgerOver(RemoteLine& line) {
    return std::make_unique<ledger_parts::RemoteLedger>(line);
}

}  // namespace evenhand::remote
