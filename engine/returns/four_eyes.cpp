// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/returns/four_eyes.h"

namespace evenhand::returns {

int approversNeeded(const api::ReturnPolicy& policy, Money compared) noexcept {
    if (policy.secondAbove && compared > *policy.secondAbove) {
        return 2;
    }
    return policy.fourEyesAbove && compared > *policy.fourEyesAbove ? 1 : 0;
}

Verdict judge(int needed, std::string_view requester, std::string_view first, std::string_view actor) noexcept {
    if (needed == 0) {
        return Verdict::Approve;
    }
    if (actor == requester) {
        return Verdict::Refuse;
    }
    if (needed == 1) {
        return Verdict::Approve;
    }
    if (first.empty()) {
        return Verdict::FirstOfTwo;
    }
    return first == actor ? Verdict::Refuse : Verdict::Approve;
}

Error refusal(std::string_view requester, std::string_view actor) {
    return {ErrorCode::FourEyes,
            actor == requester ? "somebody other than the requester must approve this"
                               : "a second person must approve this",
            "approver", std::string(actor)};
}

}  // namespace evenhand::returns
