// SPDX-License-Identifier: GPL-3.0-or-later
// An engine whose desks pass on every call of the table (engine/wire/calls.h), all by the same CallWay.
// Thread: any.
#pragma once

#include <memory>

#include "engine/wire/calls.h"
#include "tests/support/line/call_way.h"

namespace evenhand::test {

class PassingEngine : public api::EngineApi {
public:
    /// `way` must outlive the calls.
    explicit PassingEngine(CallWay& way);
    ~PassingEngine() override;
    PassingEngine(const PassingEngine&) = delete;
    PassingEngine& operator=(const PassingEngine&) = delete;

#define EVENHAND_PASSED_DESK(Desk, desk, TABLE) \
    api::Desk& desk() override { return *m_##desk; }
    EVENHAND_CALL_DESKS(EVENHAND_PASSED_DESK)
#undef EVENHAND_PASSED_DESK

private:
#define EVENHAND_PASSED_DESK(Desk, desk, TABLE) std::unique_ptr<api::Desk> m_##desk;
    EVENHAND_CALL_DESKS(EVENHAND_PASSED_DESK)
#undef EVENHAND_PASSED_DESK
};

}  // namespace evenhand::test
