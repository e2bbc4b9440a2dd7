// SPDX-License-Identifier: GPL-3.0-or-later
// The audit log as the outside sees it. The engine writes the entries, in the transaction of what they are about. Only
// exports and imports happen outside of it: noteExport() and noteImport() report them. Permission ReadAudit, except
// these. Thread: every function may be called from any thread and returns at once; answers as in call.h.
#pragma once

#include <functional>

#include "engine/api/audit_types.h"
#include "engine/api/call.h"

namespace evenhand::api {

class AuditDesk {
public:
    virtual ~AuditDesk() = default;
    virtual Answer<std::vector<AuditRecord>> page(const Call& call, AuditQuery query) = 0;
    virtual Answer<std::int64_t> count(const Call& call, AuditFilter filter) = 0;
    virtual Answer<AuditState> state(const Call& call) = 0;
    /// The whole chain, in slices beside other reads, and the anchor. What is wrong is in the answer, not an error.
    /// `progress(entries)` on the reader's thread; cancelling the future ends it.
    virtual Answer<AuditReport> verify(const Call& call, std::function<void(std::int64_t)> progress) = 0;
    /// As OrderDesk::exportCsv(): `seq,at,actor,via,operation,outcome,subject,reason,detail,hash,key,seal`, hashes in
    /// hex, so that the chain can be verified from the file alone.
    virtual Answer<std::int64_t> exportCsv(const Call& call, AuditFilter filter, std::string path,
                                           std::function<void(std::int64_t)> progress) = 0;
    /// Permission Read. Records an export whose file no desk writes; the entry is durable before the file is there.
    /// Exports by desks are recorded by the desks.
    virtual Answer<void> noteExport(const Call& call, ExportNote note) = 0;
    /// Permission Read. Records that a file was imported, after it was: what each row has changed stands for itself.
    virtual Answer<void> noteImport(const Call& call, ImportNote note) = 0;
};

}  // namespace evenhand::api
