// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/new_password_fields.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "ui/dialogs/form_dialog.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/people_labels.h"

namespace evenhand::ui {

NewPasswordFields::NewPasswordFields(std::function<std::pair<QString, QString>()> names, QWidget* parent)
    : QWidget(parent), m_names(std::move(names)) {
    auto* down = columnIn(this, 0, kGapSmall);
    auto* row = new QHBoxLayout;
    row->setSpacing(kGap);
    for (auto** field : {&m_first, &m_second}) {
        *field = new QLineEdit(this);
        (*field)->setEchoMode(QLineEdit::Password);
        (*field)->setMaxLength(static_cast<int>(4 * api::kMaxPassword));
        row->addWidget(*field);
        connect(*field, &QLineEdit::textChanged, this, [this] {
            recheck();
            Q_EMIT changed();
        });
    }
    setProperty(FormDialog::kSaysProblem, true);
    m_first->setObjectName(QStringLiteral("newPassword"));
    m_second->setObjectName(QStringLiteral("newPasswordAgain"));
    m_hint = muted(wrapped(plainLabel(this, QStringLiteral("newPasswordHint"))));
    down->addLayout(row);
    down->addWidget(m_hint);
    setFocusProxy(m_first);
    retranslate();
}

QString NewPasswordFields::problem() const {
    const auto [login, name] = m_names();
    const auto issues = api::passwordIssues(m_first->text().toStdString(), login.toStdString(), name.toStdString());
    if (m_first->text().isEmpty()) {
        return tr("Enter a password of at least %1 characters.").arg(api::kMinPassword);
    }
    if (!issues.empty()) {
        return label(issues.front());
    }
    return m_first->text() == m_second->text() ? QString() : tr("The two passwords differ.");
}

Secret NewPasswordFields::secret() const { return Secret(m_first->text().toStdString()); }

void NewPasswordFields::clear() {
    m_first->clear();
    m_second->clear();
}

void NewPasswordFields::recheck() {
    const QString wrong = problem();
    m_hint->setText(wrong.isEmpty() ? tr("Good password.") : wrong);
}

void NewPasswordFields::retranslate() {
    m_first->setPlaceholderText(tr("New password"));
    m_first->setAccessibleName(tr("New password"));
    m_second->setPlaceholderText(tr("Confirm password"));
    m_second->setAccessibleName(tr("Confirm the new password"));
    recheck();
}

}  // namespace evenhand::ui
