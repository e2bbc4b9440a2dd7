// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/first_start/first_start.h"

#include <QButtonGroup>
#include <QDir>
#include <QFileDialog>
#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QIcon>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/api/password_policy.h"
#include "ui/bridge/error_text.h"
#include "ui/widgets/fit_to_screen.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/scroll_column.h"
#include "ui/widgets/theme.h"
#include "ui/wizards/first_start/workspace_choices.h"

namespace evenhand::ui {
namespace {

constexpr int kWidth = 640;
constexpr qsizetype kRecentsShown = 4;

}  // namespace

FirstStart::FirstStart(const QStringList& recents, const QString& suggested, QWidget* parent)
    : Translated(parent), m_place(new PathWatch(this)) {
    setObjectName(QStringLiteral("firstStart"));
    auto* outer = new QHBoxLayout(this);
    auto* column = new QWidget(this);
    column->setMaximumWidth(byText(kWidth));
    auto* layout = new QVBoxLayout(column);
    layout->setSpacing(kGap + kGapSmall);
    outer->addWidget(column);
    setupHead();
    setupPages();
    layout->addWidget(m_pages, 1);
    if (recents.isEmpty()) {
        setupDemo(true);
        setupCreate(suggested);
        setupOpen(recents);
    } else {
        setupOpen(recents);
        setupCreate(suggested);
        setupDemo(false);
    }
    setupShared(suggested);
    setupService();
    static_cast<QVBoxLayout*>(m_list->layout())->addStretch(1);
    connect(m_place, &PathWatch::changed, this, &FirstStart::check);
    resize(760, 720);
    fitToScreen(*this);
    retranslate();
    check();
    (recents.isEmpty() ? m_demo : m_open)->setFocus();
}

// Each view can be scrolled, so that the window fits a small screen without squeezing its fields.
void FirstStart::setupPages() {
    m_pages = named(new QStackedWidget(this), QStringLiteral("startPages"));
    for (auto** view : {&m_list, &m_createPage}) {
        *view = new QWidget(this);
        columnIn(*view, 0, kGap + kGapSmall);
        m_pages->addWidget(new ScrollColumn(*view, m_pages));
    }
}

void FirstStart::showView(View view) { m_pages->setCurrentIndex(view); }

void FirstStart::setupHead() {
    auto* column = findChild<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
    auto* row = new QHBoxLayout;
    row->setSpacing(kGap * 2);
    auto* mark = new QLabel(column);
    mark->setPixmap(QIcon(QStringLiteral(":/evenhand/icons/evenhand.svg")).pixmap(QSize(44, 44), devicePixelRatioF()));
    m_welcome = wrapped(plainLabel(column));
    m_welcome->setFont(scaledFont(font(), 6, QFont::DemiBold));
    row->addWidget(mark);
    row->addWidget(m_welcome, 1);
    setupLanguages(column, row);
    auto* layout = static_cast<QVBoxLayout*>(column->layout());
    layout->addLayout(row);
    m_problem = wrapped(plainLabel(column, QStringLiteral("startProblem")));
    m_problem->setProperty("problem", true);
    m_problem->hide();
    layout->addWidget(m_problem);
    m_doing = muted(wrapped(plainLabel(column, QStringLiteral("startDoing"))));
    m_doing->hide();
    layout->addWidget(m_doing);
}

// Each language is named in itself, so that people who cannot read the page find theirs.
void FirstStart::setupLanguages(QWidget* column, QHBoxLayout* row) {
    const struct {
        const char* code;
        QString name;
    } languages[] = {{"en", QStringLiteral("English")}, {"zh", QStringLiteral("中文")}};
    auto* group = new QButtonGroup(this);
    auto* together = new QHBoxLayout;
    together->setSpacing(kGapSmall);
    for (int i = 0; i < 2; ++i) {
        auto* button =
            named(new QToolButton(column), QStringLiteral("startLanguage_") + QLatin1String(languages[i].code));
        button->setText(languages[i].name);
        button->setAccessibleName(languages[i].name);
        button->setCheckable(true);
        button->setFocusPolicy(Qt::StrongFocus);
        group->addButton(button);
        together->addWidget(button);
        m_languages[i] = button;
        connect(button, &QToolButton::clicked, this,
                [this, code = QString::fromLatin1(languages[i].code)] { Q_EMIT languageChosen(code); });
    }
    row->addLayout(together);
}

QVBoxLayout* FirstStart::addCard(QLabel** title, QLabel** text) {
    auto* card = new QFrame(m_list);
    card->setProperty("card", true);
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(kGapLarge, kGapLarge - 2, kGapLarge, kGapLarge - 2);
    layout->setSpacing(kGap);
    *title = wrapped(plainLabel(card));
    (*title)->setFont(scaledFont(font(), 1, QFont::DemiBold));
    *text = wrapped(plainLabel(card));
    (*text)->setProperty("muted", true);
    layout->addWidget(*title);
    layout->addWidget(*text);
    m_list->layout()->addWidget(card);
    return layout;
}

void FirstStart::setupDemo(bool primary) {
    auto* card = addCard(&m_titles[0], &m_texts[0]);
    m_demo = named(
        new QPushButton(icon(QStringLiteral("demo"), primary ? IconInk::OnAccent : IconInk::Text), QString(), this),
        QStringLiteral("startDemo"));
    if (primary) {
        m_demo->setProperty("role", QStringLiteral("primary"));
    }
    card->addWidget(m_demo, 0, Qt::AlignLeft);
    connect(m_demo, &QPushButton::clicked, this, &FirstStart::demoChosen);
}

void FirstStart::setupCreate(const QString& suggested) {
    auto* card = addCard(&m_titles[1], &m_texts[1]);
    m_new = named(new QPushButton(icon(QStringLiteral("server")), QString(), this), QStringLiteral("startNew"));
    card->addWidget(m_new, 0, Qt::AlignLeft);
    setupCreatePage(suggested);
    connect(m_new, &QPushButton::clicked, this, [this] {
        showProblem({});
        showView(Create);
        m_folder->setFocus();
    });
    connect(m_back, &QPushButton::clicked, this, [this] { showView(List); });
}

void FirstStart::setupCreatePage(const QString& suggested) {
    auto* frame = new QFrame(m_createPage);
    frame->setProperty("card", true);
    auto* card = new QVBoxLayout(frame);
    card->setContentsMargins(kGapLarge, kGapLarge - 2, kGapLarge, kGapLarge - 2);
    card->setSpacing(kGap);
    m_createTitle = wrapped(plainLabel(frame));
    m_createTitle->setFont(scaledFont(font(), 1, QFont::DemiBold));
    card->addWidget(m_createTitle);
    m_createPage->layout()->addWidget(frame);
    static_cast<QVBoxLayout*>(m_createPage->layout())->addStretch(1);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(kGapLarge);
    grid->setVerticalSpacing(kGap);
    m_folder = named(new QLineEdit(suggested, this), QStringLiteral("startFolder"));
    m_browse = named(new QPushButton(icon(QStringLiteral("folder")), QString(), this), QStringLiteral("startBrowse"));
    m_currency = named(new QComboBox(this), QStringLiteral("startCurrency"));
    fillCurrencies(*m_currency);
    m_zone = named(new QComboBox(this), QStringLiteral("startZone"));
    fillZones(*m_zone);
    QWidget* fields[] = {m_folder, m_currency, m_zone};
    for (int row = 0; row < 3; ++row) {
        m_labels[row] = wrapped(plainLabel(this));
        m_labels[row]->setBuddy(fields[row]);
        grid->addWidget(m_labels[row], row, 0);
        grid->addWidget(fields[row], row, 1);
    }
    grid->addWidget(m_browse, 0, 2);
    grid->setColumnStretch(1, 1);
    setupAdministrator(grid);
    card->addLayout(grid);
    m_whyNot = muted(wrapped(plainLabel(this, QStringLiteral("startWhyNot"))));
    m_whyNot->setMinimumHeight(2 * fontMetrics().lineSpacing());  // so that a longer reason moves nothing
    card->addWidget(m_whyNot);
    auto* row = new QHBoxLayout;
    m_back = named(new QPushButton(this), QStringLiteral("startBack"));
    m_create = named(new QPushButton(icon(QStringLiteral("server"), IconInk::OnAccent), QString(), this),
                     QStringLiteral("startCreate"));
    m_create->setProperty("role", QStringLiteral("primary"));
    row->addWidget(m_back);
    row->addStretch(1);
    row->addWidget(m_create);
    card->addLayout(row);
    connect(m_browse, &QPushButton::clicked, this, [this] { chooseFolder(m_folder); });
    connect(m_folder, &QLineEdit::textChanged, this, &FirstStart::check);
    connect(m_create, &QPushButton::clicked, this, [this] {
        NewWorkspace chosen{m_folder->text().trimmed(), m_currency->currentText(), m_currency->currentData().toInt(),
                            m_zone->currentText()};
        if (m_protect->isChecked()) {
            chosen.adminLogin = m_admin->text().trimmed();
            chosen.adminPassword = m_adminPassword->secret();
        }
        Q_EMIT createChosen(chosen);
    });
}

void FirstStart::setupAdministrator(QGridLayout* grid) {
    m_protect = named(new QCheckBox(this), QStringLiteral("startProtect"));
    m_protect->setChecked(true);
    m_admin = named(new QLineEdit(this), QStringLiteral("startAdministrator"));
    m_admin->setMaxLength(static_cast<int>(4 * api::kMaxLogin));
    m_adminPassword =
        named(new NewPasswordFields([this] { return std::pair(m_admin->text().trimmed(), QString()); }, this),
              QStringLiteral("startAdministratorPassword"));
    m_labels[3] = wrapped(plainLabel(this));
    m_labels[3]->setBuddy(m_admin);
    const int row = grid->rowCount();
    grid->addWidget(m_protect, row, 0, 1, 3);
    grid->addWidget(m_labels[3], row + 1, 0);
    grid->addWidget(m_admin, row + 1, 1);
    grid->addWidget(m_adminPassword, row + 2, 1, 1, 2);
    connect(m_admin, &QLineEdit::textChanged, m_adminPassword, &NewPasswordFields::recheck);
    connect(m_admin, &QLineEdit::textChanged, this, &FirstStart::check);
    connect(m_adminPassword, &NewPasswordFields::changed, this, &FirstStart::check);
    connect(m_protect, &QCheckBox::toggled, this, [this](bool on) {
        m_labels[3]->setVisible(on);
        m_admin->setVisible(on);
        m_adminPassword->setVisible(on);
        check();
    });
}

QString FirstStart::whyNotAdministrator() const {
    if (!m_protect->isChecked()) {
        return {};
    }
    if (m_admin->text().trimmed().isEmpty()) {
        return tr("Enter the administrator's name.");
    }
    if (const auto good = api::checkLogin(m_admin->text().trimmed().toStdString()); !good) {
        return errorText(good.error());
    }
    return whyNotPassword();
}

QString FirstStart::whyNotPassword() const {
    const QString wrong = m_adminPassword->problem();
    return wrong.isEmpty() ? QString() : tr("The administrator's password: %1").arg(wrong);
}

void FirstStart::setupOpen(const QStringList& recents) {
    auto* card = addCard(&m_titles[2], &m_texts[2]);
    m_recents = named(new QListWidget(this), QStringLiteral("startRecents"));
    m_recents->setTextElideMode(Qt::ElideMiddle);
    m_recents->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    for (const QString& folder : recents) {
        const QString name = QDir(folder).dirName();
        auto* item = new QListWidgetItem(icon(QStringLiteral("folder")),
                                         shownLine(name + QStringLiteral("    ") + folder), m_recents);
        item->setToolTip(plainToolTip(folder));
        item->setData(Qt::UserRole, folder);
    }
    m_recents->setVisible(!recents.isEmpty());
    const int rows = static_cast<int>(std::min<qsizetype>(recents.size(), kRecentsShown));
    m_recents->setFixedHeight(rows * std::max(m_recents->sizeHintForRow(0), 24) + 2 * m_recents->frameWidth() + 4);
    card->addWidget(m_recents);
    auto* row = new QHBoxLayout;
    m_existing = named(new QLineEdit(recents.value(0), this), QStringLiteral("startExisting"));
    m_browseExisting =
        named(new QPushButton(icon(QStringLiteral("folder")), QString(), this), QStringLiteral("startBrowseExisting"));
    m_open = named(new QPushButton(this), QStringLiteral("startOpen"));
    if (!recents.isEmpty()) {
        m_open->setProperty("role", QStringLiteral("primary"));
        m_recents->setCurrentRow(0);
    }
    row->addWidget(m_existing, 1);
    row->addWidget(m_browseExisting);
    row->addWidget(m_open);
    card->addLayout(row);
    const auto open = [this] {
        if (m_open->isEnabled()) {
            Q_EMIT openChosen(m_existing->text().trimmed());
        }
    };
    connect(m_recents, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
        if (item != nullptr) {
            m_existing->setText(item->data(Qt::UserRole).toString());
        }
    });
    connect(m_recents, &QListWidget::itemActivated, this, open);
    connect(m_browseExisting, &QPushButton::clicked, this, [this] { chooseFolder(m_existing); });
    connect(m_existing, &QLineEdit::textChanged, this, &FirstStart::check);
    connect(m_existing, &QLineEdit::returnPressed, this, open);
    connect(m_open, &QPushButton::clicked, this, open);
}

void FirstStart::setupShared(const QString& suggested) {
    auto* card = addCard(&m_titles[3], &m_texts[3]);
    m_shared = named(new QPushButton(icon(QStringLiteral("server")), QString(), this), QStringLiteral("startShared"));
    card->addWidget(m_shared, 0, Qt::AlignLeft);
    m_database = new DatabasePage(suggested, m_pages);
    m_pages->addWidget(new ScrollColumn(m_database, m_pages));
    connect(m_shared, &QPushButton::clicked, this, [this] {
        showProblem({});
        showView(Database);
        m_database->setFocus();
    });
    connect(m_database, &DatabasePage::back, this, [this] { showView(List); });
}

void FirstStart::setupService() {
    auto* card = addCard(&m_titles[4], &m_texts[4]);
    m_toService =
        named(new QPushButton(icon(QStringLiteral("server")), QString(), this), QStringLiteral("startService"));
    card->addWidget(m_toService, 0, Qt::AlignLeft);
    m_service = new ServicePage(m_pages);
    m_pages->addWidget(new ScrollColumn(m_service, m_pages));
    connect(m_toService, &QPushButton::clicked, this, [this] {
        showProblem({});
        showView(Service);
        m_service->setFocus();
    });
    connect(m_service, &ServicePage::back, this, [this] { showView(List); });
}

void FirstStart::setBusy(const QString& what) {
    m_doing->setText(what);
    m_doing->setVisible(!what.isEmpty());
    m_list->setEnabled(what.isEmpty());
    m_createPage->setEnabled(what.isEmpty());
    if (!what.isEmpty()) {
        showProblem({});
    }
}

void FirstStart::chooseFolder(QLineEdit* into) {
    auto* dialog =
        named(new QFileDialog(window(), tr("Choose a folder"), into->text()), QStringLiteral("folderDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, into, &QLineEdit::setText);
    dialog->open();
}

QString FirstStart::whyNotCreate() const {
    const QString folder = m_folder->text().trimmed();
    if (folder.isEmpty()) {
        return tr("Choose a folder.");
    }
    if (QDir::isRelativePath(folder)) {
        return tr("Enter the full path of the folder.");
    }
    const auto place = m_place->look(folder);
    if (place && place->exists && !place->isFolder) {
        return tr("This is a file, not a folder.");
    }
    if (place && place->isFolder && !place->isEmptyFolder) {
        return tr("The folder is not empty.");
    }
    return whyNotAdministrator();
}

void FirstStart::check() {
    const QString whyNot = whyNotCreate();
    m_create->setEnabled(whyNot.isEmpty());
    m_create->setToolTip(plainToolTip(whyNot));
    m_whyNot->setText(whyNot == whyNotPassword() ? QString() : whyNot);  // that one is below its fields
    const bool named = !m_existing->text().trimmed().isEmpty();
    m_open->setEnabled(named);
    m_open->setToolTip(named ? QString() : tr("Choose a folder."));
}

void FirstStart::setLanguage(const QString& code) {
    m_languages[code == QLatin1String("zh") ? 1 : 0]->setChecked(true);
}

void FirstStart::showPicture(const QString& name) {
    showView(name == QLatin1String("service")    ? Service
             : name == QLatin1String("database") ? Database
             : name == QLatin1String("create")   ? Create
                                                 : List);
}

void FirstStart::showProblem(const QString& problem) {
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    check();
}

void FirstStart::retranslate() {
    setWindowTitle(tr("Evenhand"));
    m_welcome->setText(tr("Welcome to Evenhand"));
    const QString titles[] = {tr("Open the demo"), tr("Create a workspace on this computer"), tr("Open a workspace"),
                              tr("Connect to a database"), tr("Connect to a service")};
    const QString texts[] = {
        tr("A simulated storefront with lunch and dinner peaks, in a temporary folder."),
        tr("Orders, couriers and money in one folder, for one computer. Currency and time zone cannot be changed "
           "later."),
        tr("One that this computer has used before, in a folder or in a database."),
        tr("A workspace in MySQL or MariaDB, that a storefront and reports can read too. One console runs it at a "
           "time."),
        tr("A workspace that runs as a service elsewhere, for several consoles at a time.")};
    for (int i = 0; i < 5; ++i) {
        m_titles[i]->setText(titles[i]);
        m_texts[i]->setText(texts[i]);
    }
    m_demo->setText(tr("Open the demo"));
    m_createTitle->setText(titles[1]);
    m_new->setText(tr("Create a workspace…"));
    m_back->setText(tr("Back"));
    m_recents->setAccessibleName(tr("Recent workspaces"));
    m_labels[0]->setText(tr("Folder"));
    m_labels[1]->setText(tr("Currency"));
    m_labels[2]->setText(tr("Business time zone"));
    m_protect->setText(tr("Ask people to sign in (otherwise anyone who opens the folder can do everything)"));
    m_labels[3]->setText(tr("First administrator"));
    m_admin->setAccessibleName(tr("First administrator"));
    m_admin->setPlaceholderText(tr("Sign-in name"));
    m_adminPassword->retranslate();
    m_browse->setText(tr("Choose…"));
    m_browseExisting->setText(tr("Choose…"));
    m_create->setText(tr("Create the workspace"));
    m_open->setText(tr("Open"));
    m_shared->setText(tr("Connect…"));
    m_toService->setText(tr("Connect to a service…"));
    m_existing->setPlaceholderText(tr("Folder of the workspace"));
    m_existing->setAccessibleName(tr("Folder of the workspace"));
    m_folder->setAccessibleName(tr("Folder"));
    m_currency->setAccessibleName(tr("Currency"));
    m_zone->setAccessibleName(tr("Business time zone"));
    m_database->retranslate();
    m_service->retranslate();
    check();
}

}  // namespace evenhand::ui
