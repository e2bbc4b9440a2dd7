// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/settings/service_path_dialog.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QVBoxLayout>

#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {
namespace {

constexpr int kPathWidth = 520;

}  // namespace

ServicePathDialog::ServicePathDialog(const QString& title, const QString& service, const QString& suggested,
                                     QWidget* parent)
    : QDialog(parent) {
    setObjectName(QStringLiteral("servicePathDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(title);
    setMinimumWidth(byText(kPathWidth));
    auto* layout = columnIn(this, kGapLarge, kGap);
    layout->addWidget(
        wrapped(plainLabel(this, QStringLiteral("servicePathAbout"),
                           tr("Backups are on the machine of the service, %1. Enter the path of the file there.")
                               .arg(shownLine(service)))));
    m_path = named(new QLineEdit(suggested, this), QStringLiteral("servicePath"), tr("Path on the service's machine"));
    m_path->setPlaceholderText(QStringLiteral("/var/backups/shop.evenhand-backup"));
    layout->addWidget(m_path);
    m_missing = muted(wrapped(plainLabel(this, QStringLiteral("servicePathMissing"))));
    layout->addWidget(m_missing);
    auto* buttons = new QDialogButtonBox(this);
    m_go = named(buttons->addButton(QString(title).remove(QStringLiteral("…")), QDialogButtonBox::AcceptRole),
                 QStringLiteral("servicePathGo"));
    m_go->setProperty("role", QStringLiteral("primary"));
    m_go->setDefault(true);
    buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole)->setObjectName(QStringLiteral("servicePathCancel"));
    layout->addWidget(buttons);
    connect(m_path, &QLineEdit::textChanged, this, &ServicePathDialog::check);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        Q_EMIT pathGiven(m_path->text().trimmed());
        accept();
    });
    m_path->setFocus();
    check();
}

void ServicePathDialog::check() {
    const QString why =
        QDir::isAbsolutePath(m_path->text().trimmed()) ? QString() : tr("Enter the full path of the file.");
    m_missing->setText(why);
    m_go->setEnabled(why.isEmpty());
    m_go->setToolTip(plainToolTip(why));
}

}  // namespace evenhand::ui
