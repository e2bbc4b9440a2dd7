// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts.h"

namespace evenhand::sim {

const std::vector<Act>& allActs() {
    static const auto all = [] {
        std::vector<Act> acts;
        for (const auto& some : {shopActs(), keepingActs(), saleActs(), moneyActs(), workActs(), houseActs(),
                                 outsideActs(), accidentActs()}) {
            acts.insert(acts.end(), some.begin(), some.end());
        }
        return acts;
    }();
    return all;
}

}  // namespace evenhand::sim
