// SPDX-License-Identifier: GPL-3.0-or-later
// QCustomPlot's header is written with Qt's keywords, which the project keeps switched off: they exist only for it.
#pragma once

#ifdef QT_NO_KEYWORDS
#define signals Q_SIGNALS
#define slots Q_SLOTS
#define emit
#define foreach Q_FOREACH
#endif
#include <qcustomplot.h>
#ifdef QT_NO_KEYWORDS
#undef signals
#undef slots
#undef emit
#undef foreach
#endif
