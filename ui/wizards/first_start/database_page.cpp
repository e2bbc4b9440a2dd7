// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/first_start/database_page.h"

#include <QDir>
#include <QFileDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QIntValidator>
#include <QVBoxLayout>

#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/theme.h"
#include "ui/wizards/first_start/database_problem.h"
#include "ui/wizards/first_start/workspace_choices.h"

namespace evenhand::ui {
namespace {

constexpr int kMaxPort = 65'535;

}  // namespace

DatabasePage::DatabasePage(const QString& folder, QWidget* parent)
    : ConnectPage(QStringLiteral("database"), kFields, parent), m_certificate(new PathWatch(this)) {
    setupReach();
    setupFields(folder);
    setupButtons();
    connect(m_certificate, &PathWatch::changed, this, &DatabasePage::check);
    retranslate();
    check();
}

void DatabasePage::setupReach() {
    auto* row = new QHBoxLayout;
    row->setSpacing(kGapLarge);
    m_overNetwork = named(new QRadioButton(card()), QStringLiteral("databaseOverNetwork"));
    m_overSocket = named(new QRadioButton(card()), QStringLiteral("databaseOverSocket"));
    m_overNetwork->setChecked(true);
    row->addWidget(m_overNetwork);
    row->addWidget(m_overSocket);
    row->addStretch(1);
    column()->addLayout(row);
    connect(m_overNetwork, &QRadioButton::toggled, this, &DatabasePage::check);
}

void DatabasePage::setupFields(const QString& folder) {
    auto* grid = addFieldGrid();
    addField(grid, Host, "databaseHost")->setText(QStringLiteral("127.0.0.1"));
    setFocusProxy(m_edits[Host]);
    auto* port = addField(grid, Port, "databasePort");
    port->setText(QStringLiteral("3306"));
    port->setValidator(new QIntValidator(1, kMaxPort, port));
    addField(grid, Socket, "databaseSocket")->setText(QStringLiteral("/run/mysqld/mysqld.sock"));
    addField(grid, Name, "databaseName")->setText(QStringLiteral("evenhand"));
    addField(grid, User, "databaseUser")->setText(QStringLiteral("evenhand"));
    addField(grid, Password, "databasePassword")->setEchoMode(QLineEdit::Password);
    m_edits[Password]->setInputMethodHints(Qt::ImhHiddenText | Qt::ImhSensitiveData | Qt::ImhNoPredictiveText);
    addField(grid, CaFile, "databaseCa");
    addField(grid, Folder, "databaseFolder")->setText(folder);
    m_browseCa = addBrowse(grid, CaFile, "databaseBrowseCa");
    m_browseFolder = addBrowse(grid, Folder, "databaseBrowseFolder");
    connect(m_browseCa, &QPushButton::clicked, this, [this] { chooseFile(CaFile); });
    connect(m_browseFolder, &QPushButton::clicked, this, [this] { chooseFile(Folder); });
    m_currency = named(new QComboBox(card()), QStringLiteral("databaseCurrency"));
    fillCurrencies(*m_currency);
    m_zone = named(new QComboBox(card()), QStringLiteral("databaseZone"));
    fillZones(*m_zone);
    m_newLabel = plainLabel(card());
    m_newLabel->setBuddy(m_currency);
    auto* fresh = new QHBoxLayout;
    fresh->setSpacing(kGap);
    fresh->addWidget(m_currency);
    fresh->addWidget(m_zone, 1);
    grid->addWidget(m_newLabel, 2 * kFields, 0);
    grid->addLayout(fresh, 2 * kFields, 1);
    m_keep = named(new QCheckBox(card()), QStringLiteral("databaseKeepPassword"));
    column()->addWidget(m_keep);
    addProblem();
    m_found = wrapped(plainLabel(card(), QStringLiteral("databaseFound")));
    m_found->setProperty("found", true);
    m_found->hide();
    column()->addWidget(m_found);
}

void DatabasePage::setupButtons() {
    auto* row = addButtons();
    m_test = addButton(row, "Test");
    addConnect(row);
    connect(m_test, &QPushButton::clicked, this, [this] {
        clearProblems();
        Q_EMIT testRequested(choice());
    });
    connect(m_connect, &QPushButton::clicked, this, [this] {
        clearProblems();
        Q_EMIT connectRequested(choice());
    });
    setBusy(false);
}

DatabaseChoice DatabasePage::choice() const {
    DatabaseChoice choice;
    if (overSocket()) {
        choice.socket = at(Socket);
    } else {
        choice.host = at(Host);
        choice.port = at(Port).toInt();
    }
    choice.name = at(Name);
    choice.user = at(User);
    choice.password = m_edits[Password]->text();  // not trimmed: blanks belong to a password
    choice.caFile = at(CaFile);
    choice.folder = at(Folder);
    choice.keepPassword = m_keep->isChecked();
    choice.currency = m_currency->currentText();
    choice.minorDigits = m_currency->currentData().toInt();
    choice.timeZone = m_zone->currentText();
    return choice;
}

void DatabasePage::chooseFile(Field field) {
    auto* dialog =
        named(new QFileDialog(window(), tr("Choose a file"), at(field)), QStringLiteral("databaseFileDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (field == Folder) {
        dialog->setWindowTitle(tr("Choose a folder"));
        dialog->setFileMode(QFileDialog::Directory);
        dialog->setOption(QFileDialog::ShowDirsOnly);
    } else {
        dialog->setFileMode(QFileDialog::ExistingFile);
        dialog->setNameFilter(tr("Certificates (*.pem *.crt);;All files (*)"));
    }
    connect(dialog, &QFileDialog::fileSelected, this, [this, field](const QString& path) {
        m_edits[field]->setText(path);
        check();
    });
    dialog->open();
}

void DatabasePage::setBusy(bool busy, const QString& what) {
    showBusy(busy, what);
    m_test->setVisible(!busy);
    check();
}

void DatabasePage::showFound(const QString& sentence) {
    m_found->setText(sentence);
    m_found->setVisible(!sentence.isEmpty());
}

void DatabasePage::clearProblems() {
    showFound({});
    ConnectPage::clearProblems();
}

void DatabasePage::showProblem(const Error& error) {
    clearProblems();
    const QString sentence = databaseProblem(error);
    auto field = fieldOf(error);
    if (field == Host && overSocket()) {
        field = Socket;  // the field of the server, which here is a socket
    }
    if (field && m_edits[*field]->isVisibleTo(this)) {
        showProblemAt(*field, sentence);
    } else {
        showWholeProblem(sentence);
    }
}

QString DatabasePage::whyNot() const {
    if (overSocket() ? at(Socket).isEmpty() : at(Host).isEmpty()) {
        return overSocket() ? tr("Enter the path of the socket.") : tr("Enter a host.");
    }
    if (!overSocket() && !m_edits[Port]->hasAcceptableInput()) {
        return tr("The port is a number from 1 to 65535.");
    }
    if (at(Name).isEmpty()) {
        return tr("Enter the name of the database.");
    }
    if (at(User).isEmpty()) {
        return tr("Enter a user.");
    }
    const auto certificate = at(CaFile).isEmpty() ? std::nullopt : m_certificate->look(at(CaFile));
    if (certificate && !certificate->isReadable) {
        return tr("The certificate file cannot be read.");
    }
    return {};
}

void DatabasePage::check() {
    for (const Field field : {Host, Port, Socket}) {
        const bool shown = (field == Socket) == overSocket();
        m_labels[field]->setVisible(shown);
        m_edits[field]->setVisible(shown);
        showProblemOf(field, shown);
    }
    for (auto* edit : m_edits) {
        edit->setEnabled(!m_busy);
    }
    for (QWidget* each :
         {static_cast<QWidget*>(m_overNetwork), static_cast<QWidget*>(m_overSocket), static_cast<QWidget*>(m_browseCa),
          static_cast<QWidget*>(m_browseFolder), static_cast<QWidget*>(m_keep), static_cast<QWidget*>(m_back),
          static_cast<QWidget*>(m_currency), static_cast<QWidget*>(m_zone)}) {
        each->setEnabled(!m_busy);
    }
    QString why = whyNot();
    m_test->setEnabled(why.isEmpty());
    m_test->setToolTip(plainToolTip(why));
    if (why.isEmpty() && QDir::isRelativePath(at(Folder))) {
        why = tr("Enter the full path of the folder.");
    }
    m_connect->setEnabled(why.isEmpty());
    m_connect->setToolTip(plainToolTip(why));
    m_missing->setText(m_busy ? QString() : why);
}

void DatabasePage::retranslate() {
    m_title->setText(tr("Connect to a database"));
    m_about->setText(
        tr("MySQL 8.0 or MariaDB 10.5, or newer. An empty database gets a workspace; one that holds a workspace is "
           "opened."));
    m_overNetwork->setText(tr("Over the network"));
    m_overSocket->setText(tr("By a socket of this computer"));
    const QString labels[] = {tr("Host"), tr("Port"),     tr("Socket"),      tr("Database"),
                              tr("User"), tr("Password"), tr("Certificate"), tr("Folder")};
    for (std::size_t field = 0; field < kFields; ++field) {
        m_labels[field]->setText(labels[field]);
        m_edits[field]->setAccessibleName(labels[field]);
    }
    m_edits[Password]->setPlaceholderText(tr("Never written to a file"));
    m_edits[CaFile]->setPlaceholderText(tr("PEM file; with it, only encrypted"));
    m_edits[CaFile]->setToolTip(
        plainToolTip(tr("PEM file of the authority; with it the connection must be encrypted")));
    m_edits[Folder]->setPlaceholderText(tr("Keeps the address on this computer"));
    m_keep->setText(tr("Keep the password in the keychain of this computer"));
    m_newLabel->setText(tr("If it is empty"));
    m_currency->setAccessibleName(tr("Currency"));
    m_currency->setToolTip(plainToolTip(tr("Currency of a new workspace; it cannot be changed later")));
    m_zone->setAccessibleName(tr("Business time zone"));
    m_zone->setToolTip(plainToolTip(tr("Business time zone of a new workspace")));
    m_browseCa->setText(tr("Choose…"));
    m_browseFolder->setText(tr("Choose…"));
    m_back->setText(tr("Back"));
    m_test->setText(tr("Test the connection"));
    m_connect->setText(tr("Connect"));
    m_cancel->setText(tr("Cancel"));
    check();
}

}  // namespace evenhand::ui
