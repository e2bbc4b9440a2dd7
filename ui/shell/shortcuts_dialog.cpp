// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/shortcuts_dialog.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "ui/widgets/parts.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {

ShortcutsDialog::ShortcutsDialog(const std::vector<ShortcutEntry>& entries, QWidget* parent) : QDialog(parent) {
    setObjectName(QStringLiteral("shortcutsDialog"));
    setWindowTitle(tr("Keyboard shortcuts"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* body = new QWidget(this);
    auto* grid = new QGridLayout(body);
    grid->setHorizontalSpacing(kGapLarge * 2);
    grid->setVerticalSpacing(kGapSmall + 2);
    grid->setColumnStretch(1, 1);
    int row = 0;
    QString group;
    for (const auto& entry : entries) {
        if (entry.group != group) {
            group = entry.group;
            auto* title = plainLabel(body, {}, group);
            title->setFont(scaledFont(font(), 0, QFont::DemiBold));
            title->setContentsMargins(0, row == 0 ? 0 : kGap, 0, 0);
            grid->addWidget(title, row++, 0, 1, 2);
        }
        auto* keys = plainLabel(body, {}, entry.keys);
        keys->setProperty("keycap", true);
        auto* name = plainLabel(body, {}, entry.text);
        grid->addWidget(keys, row, 0, Qt::AlignLeft);
        grid->addWidget(name, row++, 1);
    }
    grid->setRowStretch(row, 1);
    auto* scroll = named(new QScrollArea(this), QStringLiteral("shortcutsList"), windowTitle());
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(body);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setObjectName(QStringLiteral("closeButton"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = columnIn(this, kGapLarge);
    layout->addWidget(scroll, 1);
    layout->addWidget(buttons);
    resize(520, 480);
}

}  // namespace evenhand::ui
