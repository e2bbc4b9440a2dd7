// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/lines_edit.h"

#include <QMimeData>

namespace evenhand::ui {

void LinesEdit::insertFromMimeData(const QMimeData* source) {
    if (!source->hasText() || source->text().size() <= kMaxPasted) {
        QPlainTextEdit::insertFromMimeData(source);
        return;
    }
    QMimeData cut;
    cut.setText(source->text().left(kMaxPasted));
    QPlainTextEdit::insertFromMimeData(&cut);
}

}  // namespace evenhand::ui
