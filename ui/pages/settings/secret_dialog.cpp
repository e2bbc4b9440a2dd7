// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/settings/secret_dialog.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/widgets/icons.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {

SecretDialog::SecretDialog(const QString& title, const QString& what, const std::vector<Part>& parts, QWidget* parent)
    : QDialog(parent) {
    setObjectName(QStringLiteral("secretDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(title);
    setMinimumWidth(640);
    auto* down = columnIn(this, kGapLarge, kGap + kGapSmall);
    auto* said = wrapped(plainLabel(this, {}, what));
    down->addWidget(said);
    for (const auto& part : parts) {
        add(part);
    }
    auto* buttons = new QDialogButtonBox(this);
    auto* close =
        named(buttons->addButton(tr("I have it"), QDialogButtonBox::RejectRole), QStringLiteral("secretClose"));
    close->setAutoDefault(false);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    down->addWidget(buttons);
    findChild<QLineEdit*>()->selectAll();
}

void SecretDialog::add(const Part& part) {
    auto* title = plainLabel(this, {}, part.caption);
    const auto reveal = part.secret.reveal();
    auto* field = named(new QLineEdit(QString::fromUtf8(reveal.data(), static_cast<qsizetype>(reveal.size())), this),
                        part.name + QStringLiteral("Text"), part.caption);
    field->setReadOnly(true);
    title->setBuddy(field);
    auto* copy = named(new QPushButton(icon(QStringLiteral("copy")), tr("Copy"), this),
                       part.name + QStringLiteral("Copy"), tr("Copy: %1").arg(part.caption));
    copy->setAutoDefault(false);
    connect(copy, &QPushButton::clicked, field, [field] { QGuiApplication::clipboard()->setText(field->text()); });
    auto* across = new QHBoxLayout;
    across->addWidget(field, 1);
    across->addWidget(copy);
    auto* down = static_cast<QVBoxLayout*>(layout());
    down->addWidget(title);
    down->addLayout(across);
}

}  // namespace evenhand::ui
