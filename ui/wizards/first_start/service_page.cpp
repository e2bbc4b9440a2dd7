// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/first_start/service_page.h"

#include <QFileDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/safe_text.h"
#include "ui/wizards/first_start/service_problem.h"

namespace evenhand::ui {
namespace {

constexpr int kServicesShown = 4;
constexpr int kMinRow = 24;

}  // namespace

ServicePage::ServicePage(QWidget* parent)
    : ConnectPage(QStringLiteral("service"), kFields, parent), m_certificate(new PathWatch(this)) {
    setupRecents();
    setupFields();
    setupButtons();
    connect(m_certificate, &PathWatch::changed, this, &ServicePage::check);
    setRecents({});
    retranslate();
    setBusy(false);
}

void ServicePage::setupRecents() {
    m_before = plainLabel(card(), QStringLiteral("serviceBefore"));
    m_recents = named(new QListWidget(card()), QStringLiteral("serviceRecents"));
    m_recents->setTextElideMode(Qt::ElideMiddle);
    m_recents->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_before->setBuddy(m_recents);
    column()->addWidget(m_before);
    column()->addWidget(m_recents);
    connect(m_recents, &QListWidget::currentRowChanged, this, [this](int row) {
        if (row >= 0) {
            setChoice(m_services.at(static_cast<std::size_t>(row)));
        }
    });
    // Clicking the current row must work too: something else may have been typed since.
    const auto take = [this](const QListWidgetItem* item) {
        setChoice(m_services.at(static_cast<std::size_t>(m_recents->row(item))));
    };
    connect(m_recents, &QListWidget::itemClicked, this, take);
    connect(m_recents, &QListWidget::itemActivated, this, [this, take](const QListWidgetItem* item) {
        take(item);
        request();
    });
}

void ServicePage::setupFields() {
    auto* grid = addFieldGrid();
    for (const auto& [field, name] :
         {std::pair(Addresses, "serviceAddresses"), std::pair(Authority, "serviceAuthority")}) {
        connect(addField(grid, field, name), &QLineEdit::returnPressed, this, &ServicePage::request);
    }
    setFocusProxy(m_edits[Addresses]);
    // Checked when editing has finished, since half an address is no mistake while it is typed.
    connect(m_edits[Addresses], &QLineEdit::editingFinished, this, [this] {
        if (const QString wrong = wrongAddress(); !wrong.isEmpty()) {
            showAt(Addresses, wrong);
        }
    });
    m_browse = addBrowse(grid, Authority, "serviceBrowseAuthority");
    connect(m_browse, &QPushButton::clicked, this, &ServicePage::chooseFile);
    addProblem();
}

void ServicePage::setupButtons() {
    addConnect(addButtons());
    connect(m_connect, &QPushButton::clicked, this, &ServicePage::request);
}

void ServicePage::setAddressCheck(AddressCheck check) {
    m_check = std::move(check);
    this->check();
}

void ServicePage::setRecents(std::vector<ServiceChoice> services) {
    m_services = std::move(services);
    const QSignalBlocker quiet(m_recents);
    m_recents->clear();
    for (const auto& service : m_services) {
        auto* item = new QListWidgetItem(icon(QStringLiteral("server")), shownLine(service.addresses), m_recents);
        item->setToolTip(plainToolTip(service.addresses));
    }
    m_before->setVisible(!m_services.empty());
    m_recents->setVisible(!m_services.empty());
    const int rows = std::min(m_recents->count(), kServicesShown);
    m_recents->setFixedHeight(rows * std::max(m_recents->sizeHintForRow(0), kMinRow) + 2 * m_recents->frameWidth() + 4);
    if (!m_services.empty()) {
        m_recents->setCurrentRow(0);
        setChoice(m_services.front());
    }
}

void ServicePage::setChoice(const ServiceChoice& choice) {
    m_edits[Addresses]->setText(choice.addresses);
    m_edits[Authority]->setText(choice.authorityFile);
}

ServiceChoice ServicePage::choice() const { return {at(Addresses), at(Authority)}; }

void ServicePage::chooseFile() {
    auto* dialog =
        named(new QFileDialog(window(), tr("Choose a file"), at(Authority)), QStringLiteral("serviceFileDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilter(tr("Certificates (*.pem *.crt);;All files (*)"));
    connect(dialog, &QFileDialog::fileSelected, m_edits[Authority], &QLineEdit::setText);
    dialog->open();
}

void ServicePage::setBusy(bool busy, const QString& what) {
    const bool ends = m_busy && !busy;
    showBusy(busy, what);
    if (busy) {
        clearProblems();
        m_cancel->setFocus();
    }
    check();
    if (ends) {
        m_connect->setFocus();
    }
}

void ServicePage::showAt(Field field, const QString& sentence) {
    markProblem(field, sentence);
    check();
}

void ServicePage::showProblem(const Error& error) {
    clearProblems();
    const QString sentence = serviceProblem(error);
    if (const auto field = serviceFieldOf(error)) {
        showProblemAt(*field, sentence);
        check();
    } else {
        showWholeProblem(sentence);
    }
}

void ServicePage::request() {
    if (m_busy) {
        return;
    }
    if (const QString wrong = wrongAddress(); !wrong.isEmpty()) {
        showAt(Addresses, wrong);
    } else if (whyNot().isEmpty()) {
        clearProblems();
        Q_EMIT connectRequested(choice());
    }
}

QString ServicePage::wrongAddress() const {
    const QString wrong = m_check && !at(Addresses).isEmpty() ? m_check(at(Addresses)) : QString();
    return wrong.isEmpty() ? QString()
                           : tr("\"%1\" is not an address: enter a host, or a host and a port as in shop.example:8480.")
                                 .arg(shownLine(wrong));
}

QString ServicePage::whyNot() const {
    if (at(Addresses).isEmpty()) {
        return tr("Enter the address of the service.");
    }
    if (const QString wrong = wrongAddress(); !wrong.isEmpty()) {
        return wrong;
    }
    const auto certificate = at(Authority).isEmpty() ? std::nullopt : m_certificate->look(at(Authority));
    return certificate && !certificate->isReadable ? tr("The certificate file cannot be read.") : QString();
}

void ServicePage::check() {
    for (auto* edit : m_edits) {
        edit->setEnabled(!m_busy);
    }
    for (QWidget* each :
         {static_cast<QWidget*>(m_recents), static_cast<QWidget*>(m_browse), static_cast<QWidget*>(m_back)}) {
        each->setEnabled(!m_busy);
    }
    const QString why = whyNot();
    m_connect->setEnabled(why.isEmpty());
    m_connect->setToolTip(plainToolTip(why));
    m_missing->setText(m_busy || why == problemAt(Addresses) ? QString() : why);
}

void ServicePage::retranslate() {
    m_title->setText(tr("Connect to a service"));
    m_about->setText(
        tr("A workspace that runs as a service, for several consoles. Its address is the name of its machine, followed "
           "by the port if that is not 8480; ask whoever runs it."));
    m_before->setText(tr("Used before"));
    m_recents->setAccessibleName(tr("Services that were used before"));
    m_labels[Addresses]->setText(tr("Address"));
    m_labels[Authority]->setText(tr("Authority"));
    m_edits[Addresses]->setAccessibleName(tr("Addresses of the service"));
    m_edits[Addresses]->setPlaceholderText(tr("shop.example:8480; several with commas"));
    m_edits[Addresses]->setToolTip(
        plainToolTip(tr("Of several addresses the first that answers is used. Lines to other machines are always "
                        "encrypted; for this machine put https:// in front.")));
    m_edits[Authority]->setAccessibleName(tr("Authority"));
    m_edits[Authority]->setPlaceholderText(tr("PEM file; empty: those of this computer"));
    m_edits[Authority]->setToolTip(
        plainToolTip(tr("PEM file of the authority that vouches for the service's certificate")));
    m_browse->setText(tr("Choose…"));
    m_back->setText(tr("Back"));
    m_connect->setText(tr("Connect"));
    m_cancel->setText(tr("Cancel"));
    clearProblems();
    check();
}

}  // namespace evenhand::ui
