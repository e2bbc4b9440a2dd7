// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QDir>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QVBoxLayout>

#include "ui/bridge/error_text.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/engine_place.h"
#include "ui/shell/navigation_bar.h"
#include "ui/shell/stale_veil.h"
#include "ui/shell/state_banner.h"
#include "ui/shell/status_line.h"
#include "ui/shell/top_bar.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/detail_split.h"
#include "ui/widgets/fit_to_screen.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/safe_text.h"
#include "ui/wizards/import/import_wizard.h"

namespace evenhand::ui {
namespace {

const QString kThemeKey = QStringLiteral("look/theme");
const QString kLanguageKey = QStringLiteral("look/language");
const QString kGeometryKey = QStringLiteral("window/geometry");
const QString kPageKey = QStringLiteral("window/page");

}  // namespace

MainWindow::MainWindow(api::EngineApi& engine, const ConsoleOptions& options, const PageRegistry& registry)
    : m_services(engine, options.actor, options.settingsPath, options.signedIn, options.demo, options.restore,
                 options.service, options.imports),
      m_import(new ImportRun(m_services.context, this)) {
    setObjectName(QStringLiteral("mainWindow"));
    m_demo = options.demo;
    m_services.bridge.setService(options.serviceAddress);
    setupLook(options);
    setupActions();
    setupChoiceMenus();
    setupFrame();
    setupPages(registry);
    setupNavigation();
    setupLock();
    retranslate();
    restoreLayout();
}

MainWindow::~MainWindow() {
    delete m_importWizard.data();  // it shows the import
    // Pages hold references into m_services; they go first, and nothing is told about their going.
    qApp->disconnect(this);
    m_stack->disconnect(this);
    m_services.navigator.disconnect(this);
    m_pages.clear();
    delete takeCentralWidget();
}

void MainWindow::setupLook(const ConsoleOptions& options) {
    auto& preferences = m_services.preferences;
    const int remembered = preferences.value(kThemeKey, static_cast<int>(ThemeChoice::System)).toInt();
    const ThemeChoice theme = options.theme.value_or(static_cast<ThemeChoice>(std::clamp(remembered, 0, 2)));
    applyTheme(*qApp, theme);
    QString language = options.language;
    if (language.isEmpty()) {
        language = preferences.value(kLanguageKey, Language::ofSystem()).toString();
    }
    m_language.apply(language);
    m_themeGroup = new QActionGroup(this);
    m_themeGroup->setProperty("initial", static_cast<int>(theme));
    m_languageGroup = new QActionGroup(this);
}

QAction* MainWindow::addCommand(const QString& name, const QKeySequence& keys) {
    auto* action = named(new QAction(this), name);
    action->setShortcut(keys);
    addAction(action);
    m_commands.push_back(action);
    return action;
}

void MainWindow::setupActions() {
    connect(addCommand(QStringLiteral("action.palette"), QKeySequence(Qt::CTRL | Qt::Key_K)), &QAction::triggered, this,
            &MainWindow::openPalette);
    connect(addCommand(QStringLiteral("action.shortcuts"), QKeySequence(Qt::Key_F1)), &QAction::triggered, this,
            &MainWindow::showShortcuts);
    connect(addCommand(QStringLiteral("action.toggleTheme"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D)),
            &QAction::triggered, this,
            [this] { setTheme(colorsOf(QApplication::palette()).dark ? ThemeChoice::Light : ThemeChoice::Dark); });
    connect(addCommand(QStringLiteral("action.toggleLanguage"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L)),
            &QAction::triggered, this, [this] {
                setLanguage(m_language.current() == QLatin1String("zh") ? QStringLiteral("en") : QStringLiteral("zh"));
            });
    auto* undo = addCommand(QStringLiteral("action.undo"), QKeySequence(Qt::CTRL | Qt::Key_Z));
    connect(undo, &QAction::triggered, this, [this] {
        if (!m_locked) {
            m_services.notices.undo();
        }
    });
    const auto syncUndo = [this, undo] {
        setActionState(*undo, m_services.notices.undoable() != nullptr ? QString() : tr("There is nothing to undo."));
    };
    connect(&m_services.notices, &Notices::undoableChanged, this, syncUndo);
    connect(addCommand(QStringLiteral("action.results"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Y)),
            &QAction::triggered, this, [this] {
                if (!m_locked) {
                    m_statusLine->openResults();
                }
            });
    connect(&m_services.preferences, &Preferences::unsaved, this, [this](const Error& error) {
        m_services.notices.bad(tr("Your settings are not saved on this computer yet: %1").arg(errorText(error)));
    });
    syncUndo();
    setupImport();
    connect(addCommand(QStringLiteral("action.switchWorkspace"), {}), &QAction::triggered, this,
            [this] { leaveImport(tr("Switch workspace"), [this] { Q_EMIT switchRequested(); }); });
    connect(addCommand(QStringLiteral("action.quit"), QKeySequence(Qt::CTRL | Qt::Key_Q)), &QAction::triggered, this,
            &QWidget::close);
}

void MainWindow::setupChoiceMenus() {
    m_personMenu = named(new QMenu(this), QStringLiteral("personMenu"));
    m_personMenu->setToolTipsVisible(true);
    setupPerson();
    m_themeMenu = m_personMenu->addMenu(icon(QStringLiteral("theme")), QString());
    m_languageMenu = m_personMenu->addMenu(icon(QStringLiteral("language")), QString());
    for (const auto choice : {ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark}) {
        auto* action = m_themeMenu->addAction(QString());
        action->setObjectName(QStringLiteral("theme.%1").arg(static_cast<int>(choice)));
        action->setCheckable(true);
        action->setData(static_cast<int>(choice));
        action->setChecked(m_themeGroup->property("initial").toInt() == static_cast<int>(choice));
        m_themeGroup->addAction(action);
        connect(action, &QAction::triggered, this, [this, choice] { setTheme(choice); });
    }
    const std::pair<QString, QString> languages[] = {{QStringLiteral("en"), QStringLiteral("English")},
                                                     {QStringLiteral("zh"), QStringLiteral("中文")}};
    for (const auto& [code, name] : languages) {
        auto* action = m_languageMenu->addAction(name);  // each in its own language
        action->setObjectName(QStringLiteral("language.") + code);
        action->setCheckable(true);
        action->setData(code);
        action->setChecked(m_language.current() == code);
        m_languageGroup->addAction(action);
        connect(action, &QAction::triggered, this, [this, code = code] { setLanguage(code); });
    }
    m_personMenu->addSeparator();
    m_personMenu->addAction(m_commands.at(1));
    m_personMenu->addAction(m_commands.at(m_commands.size() - 2));
    m_personMenu->addAction(m_commands.back());
}

void MainWindow::setupFrame() {
    m_frames = named(new QStackedWidget(this), QStringLiteral("frames"));
    auto* central = new QWidget(m_frames);
    m_frames->addWidget(central);
    auto* across = rowIn(central, 0, 0);
    m_navigation = new NavigationBar(central);
    across->addWidget(m_navigation);
    auto* down = new QVBoxLayout;
    down->setSpacing(0);
    m_topBar = new TopBar(m_services.context, m_personMenu, central);
    m_banner = new StateBanner(m_services.bridge, m_services.context.formats, central);
    connect(m_banner, &StateBanner::saveWanted, this, [this] {
        openTarget(QStringLiteral("settings"),
                   {{QStringLiteral("pane"), QStringLiteral("backups")}, {QStringLiteral("take"), true}});
    });
    m_stack = named(new QStackedWidget(central), QStringLiteral("pageStack"));
    m_statusLine = new StatusLine(m_services.context, central);
    new StaleVeil(m_services.bridge, m_stack);
    down->addWidget(m_topBar);
    down->addWidget(m_banner);
    down->addWidget(m_stack, 1);
    down->addWidget(m_statusLine);
    across->addLayout(down, 1);
    setCentralWidget(m_frames);
    m_palette = new CommandPalette(m_services.context, central);
    connect(m_topBar, &TopBar::searchRequested, this, &MainWindow::openPalette);
    connect(qApp, &QApplication::focusChanged, this, &MainWindow::listenAt);
}

void MainWindow::setupPages(const PageRegistry& registry) {
    for (const auto& factory : registry.factories()) {
        Page* page = factory(m_services.context);
        const int index = static_cast<int>(m_pages.size());
        m_pages.push_back(page);
        m_stack->addWidget(page);
        m_navigation->addEntry(page->id(), page->iconName())->setBadgeTone(page->badgeTone());
        auto* action = named(new QAction(this), QStringLiteral("action.page.") + page->id());
        if (index <= 10) {  // as the keys stand side by side: Alt+0 is the tenth, Alt+- the one behind it
            const auto key = index == 10 ? Qt::Key_Minus : static_cast<Qt::Key>(Qt::Key_0 + (index + 1) % 10);
            action->setShortcut(QKeySequence(Qt::ALT | key));
        }
        addAction(action);
        m_pageActions.push_back(action);
        connect(action, &QAction::triggered, this, [this, index] {
            showPage(index);
            focusPage();
        });
        connect(page, &Page::badgeChanged, this, [this, index] { syncBadge(index); });
        connect(page, &Page::searchRequested, this, &MainWindow::searchEverything);
        syncBadge(index);
    }
}

void MainWindow::setupNavigation() {
    connect(m_navigation, &NavigationBar::chosen, this, &MainWindow::showPage);
    connect(m_stack, &QStackedWidget::currentChanged, this, &MainWindow::syncActive);
    connect(&m_services.navigator, &Navigator::requested, this, &MainWindow::openTarget);
    // The desktop marks the window in its taskbar until it is looked at.
    connect(&m_services.bell, &AlertBell::fired, this, [this] { QApplication::alert(this); });
    connect(&m_services.scope, &CampusScope::currentChanged, this, &MainWindow::syncScope);
    m_services.scope.reload();
    // After a cut it may be the next address of a list that answers.
    connect(&m_services.bridge, &EngineBridge::stateChanged, this, &MainWindow::nameWindow);
}

void MainWindow::restoreLayout() {
    auto& preferences = m_services.preferences;
    if (!restoreGeometry(preferences.value(kGeometryKey).toByteArray())) {
        resize(1440, 860);
    }
    fitToScreen(*this);
    const QString id = preferences.value(kPageKey).toString();
    int start = 0;
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        if (m_pages[i]->id() == id) {
            start = static_cast<int>(i);
        }
    }
    if (!m_pages.empty()) {
        showPage(start);
    }
}

Page* MainWindow::currentPage() const { return static_cast<Page*>(m_stack->currentWidget()); }

Page* MainWindow::page(const QString& id) const {
    for (Page* each : m_pages) {
        if (each->id() == id) {
            return each;
        }
    }
    return nullptr;
}

void MainWindow::showPage(int index) {
    m_stack->setCurrentIndex(index);
    m_navigation->setCurrent(index);
    m_services.preferences.setValue(kPageKey, m_pages.at(static_cast<std::size_t>(index))->id());
    syncActive();
}

void MainWindow::openTarget(const QString& pageId, const QVariantMap& target) {
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        if (m_pages[i]->id() == pageId) {
            showPage(static_cast<int>(i));
            m_pages[i]->openTarget(target);
            focusPage();
        }
    }
}

/// Where people go on after something was opened there. Within the page it stays where it is.
void MainWindow::focusPage() {
    if (auto* focus = focusWidget(); focus == nullptr || !m_stack->isAncestorOf(focus)) {
        currentPage()->takeFocus();
    }
}

/// A page's shortcuts are heard where its keyboard focus is. While that is in the frame around it (the top bar, the
/// navigation, the bottom line), its keys come through eventFilter().
void MainWindow::listenAt(QWidget* before, QWidget* now) {
    if (before != nullptr) {
        before->removeEventFilter(this);
    }
    if (now != nullptr && now->window() == this && !m_locked && !m_stack->isAncestorOf(now) &&
        !m_palette->isAncestorOf(now)) {
        now->installEventFilter(this);
    }
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress && currentPage() != nullptr && !m_locked &&
        currentPage()->pressed(*static_cast<QKeyEvent*>(event))) {
        return true;
    }
    return QMainWindow::eventFilter(watched, event);
}

void MainWindow::syncActive() {
    const bool shown = isVisible() && !isMinimized() && !m_locked;
    Page* current = currentPage();
    for (Page* each : m_pages) {
        if (each != current) {
            each->setActive(false);
        }
    }
    if (current) {
        current->setActive(shown);
    }
    m_topBar->setShowsAllCampuses(current != nullptr && current->showsAllCampuses());
}

void MainWindow::syncVisibility() {
    const bool shown = isVisible() && !isMinimized() && !m_locked;
    m_services.bridge.setVisible(shown);
    m_services.pulse.setVisible(shown);
    syncActive();
}

void MainWindow::syncBadge(int index) {
    const Page* page = m_pages.at(static_cast<std::size_t>(index));
    const bool wider = page->showsAllCampuses() && !m_services.scope.current().empty();
    auto* entry = m_navigation->entry(index);
    entry->setBadge(page->badge(), wider ? tr("all campuses") : QString());
    QString tip = m_pageActions.at(static_cast<std::size_t>(index))->toolTip();
    if (page->badge().value_or(0) > 0) {  // it may be shown in a shorter form
        tip += plainToolTip(QLatin1Char('\n') + Formats::number(*page->badge()));
    }
    if (wider && page->badge()) {
        tip += plainToolTip(QLatin1Char('\n') + tr("The count is of all campuses."));
    }
    if (entry->toolTip() != tip) {
        entry->setToolTip(tip);
    }
}

void MainWindow::syncScope() {
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        syncBadge(static_cast<int>(i));
    }
}

void MainWindow::setLanguage(const QString& code) {
    m_language.apply(code);
    m_services.preferences.setValue(kLanguageKey, m_language.current());
    Q_EMIT languageChosen(m_language.current());
    for (QAction* action : m_languageGroup->actions()) {
        action->setChecked(action->data().toString() == m_language.current());
    }
}

void MainWindow::setTheme(ThemeChoice choice) {
    applyTheme(*qApp, choice);
    m_services.preferences.setValue(kThemeKey, static_cast<int>(choice));
    for (QAction* action : m_themeGroup->actions()) {
        action->setChecked(action->data().toInt() == static_cast<int>(choice));
    }
}

QString MainWindow::workspaceName() const {
    if (m_demo) {
        return tr("Demo");
    }
    if (const QString service = m_services.bridge.service(); !service.isEmpty()) {
        return shownLine(service);
    }
    const auto place = placeOf(text(m_services.bridge.workspace().location));
    return shownLine(place.isServer() ? place.database : QDir(place.folder).dirName());
}

void MainWindow::nameWindow() {
    // Whoever has several consoles before them tells them apart by who is signed in.
    setWindowTitle(m_services.session.signedIn()
                       ? tr("%1 – %2 – Evenhand", "person, workspace")
                             .arg(shownLine(text(m_services.bridge.actor().name)), workspaceName())
                       : tr("%1 – Evenhand", "workspace").arg(workspaceName()));
}

void MainWindow::retranslate() {
    nameWindow();
    m_navigation->update();
    setActionTexts(*m_changePassword, tr("Change my password…"));
    setActionTexts(*m_lockNow, tr("Lock"));
    refreshPerson();
    refreshImport();
    m_themeMenu->setTitle(tr("Appearance"));
    m_languageMenu->setTitle(tr("Language"));
    const QString themes[] = {tr("Follow the system"), tr("Light"), tr("Dark")};
    for (QAction* action : m_themeGroup->actions()) {
        action->setText(themes[action->data().toInt()]);
    }
    const QString names[] = {tr("Search or run a command"),
                             tr("Keyboard shortcuts"),
                             tr("Switch between light and dark"),
                             tr("Switch between English and Chinese"),
                             tr("Undo"),
                             tr("Results of this session"),
                             tr("Import…"),
                             tr("Switch workspace…"),
                             tr("Quit")};
    for (std::size_t i = 0; i < m_commands.size(); ++i) {
        setActionTexts(*m_commands[i], names[i]);
    }
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        const QString title = m_pages[i]->title();
        setActionTexts(*m_pageActions[i], tr("Page: %1").arg(title));
        auto* button = m_navigation->entry(static_cast<int>(i));
        button->setText(title);
        syncBadge(static_cast<int>(i));
    }
}

void MainWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    } else if (event->type() == QEvent::WindowStateChange) {
        syncVisibility();
    }
    QMainWindow::changeEvent(event);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    const bool narrow = width() < byText(DetailSplit::kWideWindow);
    m_navigation->setCompact(narrow);
    m_topBar->setCompact(narrow);
}

void MainWindow::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    syncVisibility();
}

void MainWindow::hideEvent(QHideEvent* event) {
    QMainWindow::hideEvent(event);
    syncVisibility();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    m_services.preferences.setValue(kGeometryKey, saveGeometry());
    // Of a service nothing is lost when a console goes.
    if (m_services.bridge.filesAreLost() && m_services.bridge.service().isEmpty() && !m_leaves) {
        event->ignore();
        askToLeave();
        return;
    }
    if (m_import->isRunning() && !m_leavesImport) {
        event->ignore();
        leaveImport(tr("Quit"), [this] { close(); });
        return;
    }
    QMainWindow::closeEvent(event);
}

/// What was done is only in the files that are open: whoever quits now must know it.
void MainWindow::askToLeave() {
    if (auto* asked = findChild<QMessageBox*>(QStringLiteral("leaveDialog"))) {
        asked->raise();
        return;
    }
    auto* dialog = named(new QMessageBox(QMessageBox::Warning, tr("Quit"), m_services.bridge.whyNotWritable(),
                                         QMessageBox::Cancel, this),
                         QStringLiteral("leaveDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setTextFormat(Qt::PlainText);
    dialog->setInformativeText(tr("If you quit without a copy, Evenhand tries to write one next to the workspace."));
    auto* save = named(dialog->addButton(tr("Save a copy…"), QMessageBox::AcceptRole), QStringLiteral("leaveSave"));
    auto* quit = named(dialog->addButton(tr("Quit"), QMessageBox::DestructiveRole), QStringLiteral("leaveQuit"));
    dialog->setDefaultButton(save);
    connect(save, &QAbstractButton::clicked, m_banner, &StateBanner::saveWanted);
    connect(quit, &QAbstractButton::clicked, this, [this] {
        m_leaves = true;
        close();
    });
    dialog->open();
}

}  // namespace evenhand::ui
