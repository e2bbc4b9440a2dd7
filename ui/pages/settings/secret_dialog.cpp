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
#include "ui/widgets/theme.h"

namespace evenhand::ui {

SecretDialog::SecretDialog(const QString& title, const QString& what, const std::vector<Part>& parts, QWidget* parent)
    : QDialog(parent) {
    setObjectName(QStringLiteral("secretDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(title);
    setMinimumWidth(640);
    auto* down = new QVBoxLayout(this);
    down->setContentsMargins(kGapLarge, kGapLarge, kGapLarge, kGapLarge);
    down->setSpacing(kGap + kGapSmall);
    auto* said = new QLabel(what, this);
    said->setTextFormat(Qt::PlainText);
    said->setWordWrap(true);
    down->addWidget(said);
    for (const auto& part : parts) {
        add(part);
    }
    auto* buttons = new QDialogButtonBox(this);
    auto* close = buttons->addButton(tr("I have it"), QDialogButtonBox::RejectRole);
    close->setObjectName(QStringLiteral("secretClose"));
    close->setAutoDefault(false);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    down->addWidget(buttons);
    findChild<QLineEdit*>()->selectAll();
}

void SecretDialog::add(const Part& part) {
    auto* title = new QLabel(part.caption, this);
    title->setTextFormat(Qt::PlainText);
    const auto reveal = part.secret.reveal();
    auto* field = new QLineEdit(QString::fromUtf8(reveal.data(), static_cast<qsizetype>(reveal.size())), this);
    field->setObjectName(part.name + QStringLiteral("Text"));
    field->setAccessibleName(part.caption);
    field->setReadOnly(true);
    title->setBuddy(field);
    auto* copy = new QPushButton(icon(QStringLiteral("copy")), tr("Copy"), this);
    copy->setObjectName(part.name + QStringLiteral("Copy"));
    copy->setAccessibleName(tr("Copy: %1").arg(part.caption));
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
