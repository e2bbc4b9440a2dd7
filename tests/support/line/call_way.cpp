// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/line/call_way.h"

namespace evenhand::test {

void CallWay::pass(std::unique_ptr<PassedAnswer> answer) {
    const bool isAsker = this->isAsker();
    if (isAsker) {
        m_calls->more();
    }
    run([passed = std::shared_ptr<PassedAnswer>(std::move(answer)), isAsker, calls = m_calls](api::EngineApi& behind) {
        auto answered = passed->ask(behind);
        const bool isKept = !isAsker && !answered.isFinished();
        if (isKept) {
            calls->less();
        }
        const auto number =
            calls->note([passed] { return passed->isCanceled(); }, [answered]() mutable { answered.cancel(); });
        const auto back = [isAsker, isKept, calls, number](const std::function<void()>& finish) {
            if (isKept) {
                calls->more();
            }
            finish();
            calls->forget(number);
            if (isAsker) {
                calls->less();
            }
        };
        answered.then([passed, back] { back([&] { passed->pass(); }); }).onCanceled([passed, back] {
            back([&] { passed->passCancelled(); });
        });
    });
}

}  // namespace evenhand::test
