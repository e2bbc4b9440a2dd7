// SPDX-License-Identifier: GPL-3.0-or-later
// The actions of the dispatch page. Private to it.
#pragma once

#include "ui/pages/dispatch/dispatch_page.h"

namespace evenhand::ui {

struct DispatchPage::Actions {
    QAction* pause = nullptr;      ///< or resumes; of all campuses shown it pauses only
    QAction* resumeAll = nullptr;  ///< of all campuses shown
    QAction* calibrate = nullptr;
    QAction* policy = nullptr;
    QAction* refresh = nullptr;
    QAction* onDuty = nullptr;
    QAction* offDuty = nullptr;
    QAction* limit = nullptr;
    QAction* handOver = nullptr;
    QAction* handOverTo = nullptr;
    QAction* reassign = nullptr;
    QAction* reassignTo = nullptr;
    QAction* why = nullptr;
    QAction* open = nullptr;
    QAction* exportWeights = nullptr;
    QAction* exportFairness = nullptr;
};

}  // namespace evenhand::ui
