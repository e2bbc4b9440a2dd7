// SPDX-License-Identifier: GPL-3.0-or-later
// A field of a few lines, such as a reason. What is pasted or dropped is cut far beyond the limit of any field: Qt
// takes half a minute to lay out a million characters without a space, and the window would stand still meanwhile.
// Thread: GUI.
#pragma once

#include <QPlainTextEdit>

namespace evenhand::ui {

class LinesEdit : public QPlainTextEdit {
    Q_OBJECT

public:
    static constexpr qsizetype kMaxPasted = 10'000;  ///< characters

    using QPlainTextEdit::QPlainTextEdit;

protected:
    void insertFromMimeData(const QMimeData* source) override;
};

}  // namespace evenhand::ui
