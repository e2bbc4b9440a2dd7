// SPDX-License-Identifier: GPL-3.0-or-later
// The room of people, of tokens and of the audit log: what the composition root needs of it.
// Thread: the makers from any; the desks as their interfaces say.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/accounts/audit_witness.h"
#include "engine/accounts/hasher.h"
#include "engine/api/account_desk.h"
#include "engine/api/audit_desk.h"
#include "engine/api/secret_store.h"
#include "engine/api/token_desk.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/reader.h"

namespace evenhand::accounts {

/// Engine, reader and clock must outlive the desk. `clock`: of delays and locks; not the engine's, whose time may be
/// that of an imported file.
[[nodiscard]] std::unique_ptr<api::AccountDesk> makeAccountDesk(runtime::Engine& engine, runtime::Reader& reader,
                                                                const Clock& clock, std::unique_ptr<Hasher> hasher);
/// So many random bytes that nobody can guess. Any thread.
using RandomBytes = std::function<std::string(std::size_t)>;
/// Engine, reader, clock and secrets must outlive the desk. It knows no tokens before load().
/// `threaded`: see BackgroundWork.
[[nodiscard]] std::unique_ptr<api::TokenDesk> makeTokenDesk(runtime::Engine& engine, runtime::Reader& reader,
                                                            const Clock& clock, api::SecretStore& secrets,
                                                            RandomBytes random, bool threaded);
/// `witness`: asked at each verification, before the log is read.
[[nodiscard]] std::unique_ptr<api::AuditDesk> makeAuditDesk(runtime::Engine& engine, runtime::Reader& reader,
                                                            std::function<AuditWitness()> witness);
/// Looks at what an opening looks at, beside other reads, and raises the alert of the audit log where that fails.
/// Whether it is over only a verification of the whole log can say. Any thread; engine and reader must outlive it.
void watchAudit(runtime::Engine& engine, runtime::Reader& reader, AuditWitness witness);

}  // namespace evenhand::accounts
