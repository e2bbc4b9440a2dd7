// SPDX-License-Identifier: GPL-3.0-or-later
// F1: every shortcut there is at the moment, read from the actions themselves.
// Thread: GUI.
#pragma once

#include <QDialog>
#include <QString>
#include <vector>

namespace evenhand::ui {

struct ShortcutEntry {
    QString group;
    QString keys;
    QString text;
};

class ShortcutsDialog : public QDialog {
    Q_OBJECT

public:
    ShortcutsDialog(const std::vector<ShortcutEntry>& entries, QWidget* parent);
};

}  // namespace evenhand::ui
