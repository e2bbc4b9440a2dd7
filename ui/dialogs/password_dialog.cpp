// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/password_dialog.h"

#include <QDialogButtonBox>
#include <QVBoxLayout>

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
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kGapLarge, kGapLarge, kGapLarge, kGapLarge);
    layout->setSpacing(kGap);
    const auto add = [this, layout](const char* name, const QString& said) {
        auto* label = new QLabel(said, this);
        label->setObjectName(QLatin1String(name));
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        layout->addWidget(label);
        return label;
    };
    auto* question = add("passwordQuestion", tr("Password of %1").arg(user));
    question->setFont(scaledFont(font(), 1, QFont::DemiBold));
    add("passwordPlace", place)->setProperty("muted", true);
    if (!why.isEmpty()) {
        add("passwordProblem", why)->setProperty("problem", true);
    }
    m_password = new QLineEdit(this);
    m_password->setObjectName(QStringLiteral("passwordEdit"));
    m_password->setAccessibleName(tr("Password"));
    m_password->setEchoMode(QLineEdit::Password);
    m_password->setPlaceholderText(tr("Never written to a file"));
    layout->addWidget(m_password);
    m_keep = new QCheckBox(tr("Keep the password in the keychain of this computer"), this);
    m_keep->setObjectName(QStringLiteral("passwordKeep"));
    layout->addWidget(m_keep);
    auto* buttons = new QDialogButtonBox(this);
    m_open = buttons->addButton(tr("Open"), QDialogButtonBox::AcceptRole);
    m_open->setObjectName(QStringLiteral("passwordOpen"));
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
