// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/fingerprint_dialog.h"

#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QPushButton>

#include "ui/widgets/parts.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {
namespace {

constexpr int kFingerprintWidth = 520;
constexpr qsizetype kLine = 48;  // characters: 16 of the 32 pairs with their colons, so that two lines are compared

/// What is read letter by letter, and may be copied.
void setTechnical(QLabel* label) {
    label->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
}

QString inLines(const QString& fingerprint) {
    QStringList lines;
    for (qsizetype from = 0; from < fingerprint.size(); from += kLine) {
        lines << fingerprint.mid(from, kLine);
    }
    return lines.join(QLatin1Char('\n'));
}

}  // namespace

FingerprintDialog::FingerprintDialog(const Certificate& certificate, QWidget* parent)
    : QDialog(parent), m_down(columnIn(this, kGapLarge, kGap)) {
    setObjectName(QStringLiteral("fingerprintDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setMinimumWidth(byText(kFingerprintWidth));
    if (certificate.before.isEmpty()) {
        setupQuestion(certificate);
    } else {
        setupRefusal(certificate);
    }
}

QLabel* FingerprintDialog::add(const char* name, const QString& said) {
    auto* label = wrapped(plainLabel(this, QLatin1String(name), said));
    m_down->addWidget(label);
    return label;
}

void FingerprintDialog::addFingerprint(const char* name, const QString& caption, const QString& fingerprint) {
    m_down->addWidget(muted(plainLabel(this, {}, caption)));
    auto* label = plainLabel(this, QLatin1String(name), inLines(fingerprint));
    label->setAccessibleName(caption + QStringLiteral(": ") + fingerprint);  // a name stands in place of the text
    setTechnical(label);
    m_down->addWidget(label);
}

void FingerprintDialog::setupQuestion(const Certificate& certificate) {
    setWindowTitle(tr("Certificate of a service"));
    add("fingerprintQuestion", tr("Is this the certificate of %1?").arg(shownLine(certificate.address)))
        ->setFont(scaledFont(font(), 1, QFont::DemiBold));
    add("fingerprintAbout", tr("No authority vouches for it. Trust it only if its fingerprint is the same as at the "
                               "service. It is then remembered, and any other certificate is refused."));
    addFingerprint("fingerprintShown", QStringLiteral("SHA-256"), certificate.shown);
    add("fingerprintHow",
        tr("The service prints its fingerprint when it starts. On its machine this command prints it too:"));
    setTechnical(add("fingerprintCommand", QStringLiteral("openssl x509 -in cert.pem -noout -fingerprint -sha256")));
    auto* buttons = new QDialogButtonBox(this);
    auto* trust =
        named(buttons->addButton(tr("Trust"), QDialogButtonBox::AcceptRole), QStringLiteral("fingerprintTrust"));
    auto* cancel =
        named(buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole), QStringLiteral("fingerprintCancel"));
    m_down->addWidget(buttons);
    // Whoever only presses the key of a question has not compared anything.
    trust->setAutoDefault(false);
    cancel->setDefault(true);
    cancel->setFocus();
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        Q_EMIT trusted();
        accept();
    });
}

void FingerprintDialog::setupRefusal(const Certificate& certificate) {
    setWindowTitle(tr("Certificate of a service"));
    auto* what = add(
        "fingerprintChanged",
        tr("%1 shows another certificate than before. Nothing was sent to it.").arg(shownLine(certificate.address)));
    what->setProperty("problem", true);
    addFingerprint("fingerprintBefore", tr("Trusted before (SHA-256)"), certificate.before);
    addFingerprint("fingerprintShown", tr("Shown now (SHA-256)"), certificate.shown);
    add("fingerprintHow",
        tr("Another machine may be answering in its place. If the certificate was renewed (ask whoever runs the "
           "service), delete the line of this service from the file below and connect again."));
    setTechnical(add("fingerprintFile", shownLine(certificate.file)));
    auto* buttons = new QDialogButtonBox(this);
    auto* close =
        named(buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole), QStringLiteral("fingerprintClose"));
    m_down->addWidget(buttons);
    close->setDefault(true);
    close->setFocus();
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

}  // namespace evenhand::ui
