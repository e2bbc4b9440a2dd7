// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/password_dialog.h"

#include <QDialogButtonBox>
#include <QVBoxLayout>

#include "ui/widgets/parts.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {
namespace {

constexpr int kPasswordWidth = 440;

}  // namespace

PasswordDialog::PasswordDialog(const QString& user, const QString& place, const QString& why, QWidget* parent)
    : QDialog(parent) {
    setObjectName(QStringLiteral("passwordDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Password of the database"));
    setMinimumWidth(kPasswordWidth);
    auto* layout = columnIn(this, kGapLarge, kGap);
    const auto add = [this, layout](const char* name, const QString& said) {
        auto* label = wrapped(plainLabel(this, QLatin1String(name), said));
        layout->addWidget(label);
        return label;
    };
    auto* question = add("passwordQuestion", tr("Password of %1").arg(user));
    question->setFont(scaledFont(font(), 1, QFont::DemiBold));
    add("passwordPlace", place)->setProperty("muted", true);
    if (!why.isEmpty()) {
        add("passwordProblem", why)->setProperty("problem", true);
    }
    m_password = named(new QLineEdit(this), QStringLiteral("passwordEdit"), tr("Password"));
    m_password->setEchoMode(QLineEdit::Password);
    m_password->setPlaceholderText(tr("Never written to a file"));
    layout->addWidget(m_password);
    m_keep = named(new QCheckBox(tr("Keep the password in the keychain of this computer"), this),
                   QStringLiteral("passwordKeep"));
    layout->addWidget(m_keep);
    auto* buttons = new QDialogButtonBox(this);
    m_open = named(buttons->addButton(tr("Open"), QDialogButtonBox::AcceptRole), QStringLiteral("passwordOpen"));
    m_open->setProperty("role", QStringLiteral("primary"));
    m_open->setDefault(true);
    buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole)->setObjectName(QStringLiteral("passwordCancel"));
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        Q_EMIT passwordGiven(m_password->text(), m_keep->isChecked());
        m_password->clear();
        accept();
    });
    m_password->setFocus();
}

}  // namespace evenhand::ui
