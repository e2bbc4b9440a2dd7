// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of the audit log outside its database, taken before the log is read: an anchor taken afterwards could
// remember entries that the reading has not seen. Thread: value type, any.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "engine/audit_chain/audit_chain.h"
#include "engine/base/clock.h"
#include "engine/base/secret.h"

namespace evenhand::accounts {

struct AuditWitness {
    std::string workspaceId;
    std::string formerId;                ///< this place had another workspace; empty: not that anybody knew
    std::string keyId;                   ///< present key; empty: none
    std::string whyNoKey;                ///< empty: there is one
    std::map<std::string, Secret> keys;  ///< all that are at hand, by id
    bool anchorExpected = false;         ///< there is a place for one
    std::optional<std::string> anchor;   ///< its text; nullopt: it is not there
    std::optional<Instant> anchored;     ///< when it was last written

    /// For a log that has entries or not. Without any, an anchor need not be there, unless there is a key: no key is
    /// kept before there is an anchor that it has sealed.
    [[nodiscard]] runtime::AnchorFound judged(bool hasEntries) const {
        if (!formerId.empty()) {
            return {std::nullopt, false,
                    "this place had the workspace " + formerId + ", and now its database says " + workspaceId,
                    api::AuditFaultKind::BadAnchor};
        }
        return runtime::judgeAnchor(anchor, workspaceId, keys,
                                    anchorExpected && (hasEntries || anchor.has_value() || !keys.empty()));
    }
    [[nodiscard]] runtime::AuditVerifier verifier(bool hasEntries) const { return {keys, judged(hasEntries)}; }
};

}  // namespace evenhand::accounts
