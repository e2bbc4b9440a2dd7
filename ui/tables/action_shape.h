// SPDX-License-Identifier: GPL-3.0-or-later
// What of an action on rows does not depend on the table or panel that offers it, as one line of a table of actions.
// Thread: GUI.
#pragma once

#include <QKeyCombination>

#include "ui/tables/table_spec.h"

namespace evenhand::ui {

/// Label and brief are texts (QT_TR_NOOP) of whoever has the actions.
struct ActionShape {
    const char* name;  ///< "retry": its object name is a prefix and that
    const char* icon;
    const char* label;
    api::Operation operation;  ///< whose rights it needs
    QKeyCombination keys = Qt::Key_unknown;
    bool isSingle = false;        ///< of one row at a time
    bool isIconOnly = false;      ///< its button has no words
    const char* brief = nullptr;  ///< on its button, which has less room than a menu; none: as the label
};

using Translate = QString (*)(const char* text, const char* comment, int count);

/// As a button of a table, named "prefix.retry".
[[nodiscard]] inline ActionLook lookOf(const ActionShape& shape, const QString& prefix, Translate translate) {
    ActionLook look;
    look.name = prefix + QLatin1Char('.') + QLatin1String(shape.name);
    look.icon = QLatin1String(shape.icon);
    look.keys = shape.keys.key() == Qt::Key_unknown ? QKeySequence() : QKeySequence(shape.keys);
    look.label = [translate, label = shape.label] { return translate(label, nullptr, -1); };
    if (shape.brief != nullptr) {
        look.brief = [translate, brief = shape.brief] { return translate(brief, nullptr, -1); };
    }
    look.isIconOnly = shape.isIconOnly;
    look.operation = shape.operation;
    look.isSingle = shape.isSingle;
    return look;
}

}  // namespace evenhand::ui
