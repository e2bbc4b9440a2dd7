// SPDX-License-Identifier: GPL-3.0-or-later
// The frame of the console: navigation, top bar, banner, pages, bottom line; the shown page is the only one that works.
// Thread: GUI. Invariant: while the window is hidden or minimised nothing polls, ticks or asks the engine.
#pragma once

#include <QDialog>
#include <QList>
#include <QMainWindow>
#include <QPointer>
#include <QStackedWidget>
#include <functional>
#include <memory>
#include <vector>

#include "ui/shell/console_services.h"
#include "ui/shell/idle_watch.h"
#include "ui/shell/import_run.h"
#include "ui/shell/language.h"
#include "ui/shell/page.h"
#include "ui/shell/page_registry.h"
#include "ui/widgets/theme.h"

class QActionGroup;
class QMenu;

namespace evenhand::ui {

class CommandPalette;
class FormDialog;
class ImportWizard;
class LockScreen;
class NavigationBar;
class StateBanner;
class StatusLine;
class TopBar;

struct ConsoleOptions {
    api::Actor actor;
    QString settingsPath;              ///< INI file
    QString language;                  ///< "en", "zh"; empty: as remembered, else the system's
    std::optional<ThemeChoice> theme;  ///< nullopt: as remembered, else the system's
    /// Who signed in; `actor` is theirs then. nullopt: the owner of the folder.
    std::optional<api::SignedIn> signedIn = {};
    bool demo = false;                  ///< signing in is an offer
    RestoreBackend* restore = nullptr;  ///< outlives the window
    ServiceControl* service = nullptr;  ///< likewise
    ImportBackend* imports = nullptr;   ///< likewise
    /// Of the service that it is connected to (see EngineBridge::service()); null: the engine is this program's.
    std::function<QString()> serviceAddress = {};
};

class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    /// `engine` outlives the window.
    MainWindow(api::EngineApi& engine, const ConsoleOptions& options, const PageRegistry& registry);
    ~MainWindow() override;

    [[nodiscard]] UiContext& context() { return m_services.context; }
    [[nodiscard]] ConsoleServices& services() { return m_services; }
    [[nodiscard]] const std::vector<Page*>& pages() const { return m_pages; }
    [[nodiscard]] Page* currentPage() const;
    [[nodiscard]] Page* page(const QString& id) const;
    void showPage(int index);
    void openPalette();
    /// The same with something typed already.
    void searchEverything(const QString& text);
    [[nodiscard]] CommandPalette* palette() const { return m_palette; }
    [[nodiscard]] StatusLine* statusLine() const { return m_statusLine; }
    [[nodiscard]] TopBar* topBar() const { return m_topBar; }
    [[nodiscard]] NavigationBar* navigation() const { return m_navigation; }
    [[nodiscard]] StateBanner* banner() const { return m_banner; }
    [[nodiscard]] Language& language() { return m_language; }
    void setLanguage(const QString& code);
    void setTheme(ThemeChoice choice);
    void showShortcuts();
    /// Nothing of the workspace is shown until the person's password is given. Only where somebody signed in.
    void lock(bool idle = false);
    [[nodiscard]] bool isLocked() const noexcept { return m_locked; }
    [[nodiscard]] LockScreen* lockScreen() const { return m_lockScreen; }
    [[nodiscard]] QMenu* personMenu() const { return m_personMenu; }
    [[nodiscard]] IdleWatch& idleWatch() { return m_idle; }
    /// Opens the wizard of imports, with this file unless it is empty; why not is told.
    void openImport(const QString& file);
    [[nodiscard]] ImportWizard* importWizard() const;
    [[nodiscard]] ImportRun& importRun() { return *m_import; }

Q_SIGNALS:
    /// This person is done here; `why` is empty when they asked for it. The program shows the way in again.
    void signedOut(const QString& why);
    /// Another workspace is wanted. The program closes this one and shows the first window.
    void switchRequested();
    /// By a person, in this window.
    void languageChosen(const QString& code);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void askToLeave();

private:
    void setupLook(const ConsoleOptions& options);
    void setupActions();
    void setupChoiceMenus();
    void setupFrame();
    void setupPages(const PageRegistry& registry);
    void setupNavigation();
    void setupPerson();
    void setupLock();
    void setupImport();
    void refreshImport();
    [[nodiscard]] QString whyNoImport() const;
    /// `leave` at once, or after the question whether the import may be stopped.
    void leaveImport(const QString& title, const std::function<void()>& leave);
    void readIdleLimit();
    void tellLocked();
    void unlock();
    void signOut();
    void leave(const QString& why);
    void refreshPerson();
    void restoreLayout();
    QAction* addCommand(const QString& name, const QKeySequence& keys);
    void openTarget(const QString& pageId, const QVariantMap& target);
    void focusPage();
    void listenAt(QWidget* before, QWidget* now);
    void syncVisibility();
    void syncActive();
    void syncBadge(int index);
    void syncScope();
    void retranslate();
    void nameWindow();
    [[nodiscard]] QString workspaceName() const;
    [[nodiscard]] std::vector<struct PaletteItem> paletteItems();

    ConsoleServices m_services;
    Language m_language;
    IdleWatch m_idle;
    std::vector<Page*> m_pages;
    std::vector<QAction*> m_pageActions;
    std::vector<QAction*> m_commands;
    QMenu* m_personMenu = nullptr;
    QAction* m_who = nullptr;
    QAction* m_changePassword = nullptr;
    QAction* m_lockNow = nullptr;
    QAction* m_signOut = nullptr;
    QMenu* m_themeMenu = nullptr;
    QMenu* m_languageMenu = nullptr;
    QActionGroup* m_themeGroup = nullptr;
    QActionGroup* m_languageGroup = nullptr;
    NavigationBar* m_navigation = nullptr;
    TopBar* m_topBar = nullptr;
    StateBanner* m_banner = nullptr;
    bool m_leaves = false;        ///< was asked, and goes without a copy
    bool m_leavesImport = false;  ///< was asked, and has stopped the import
    ImportRun* m_import = nullptr;
    QPointer<ImportWizard> m_importWizard;
    QAction* m_importCommand = nullptr;
    QStackedWidget* m_frames = nullptr;  ///< the console, or the lock
    LockScreen* m_lockScreen = nullptr;
    QList<QPointer<QDialog>> m_aside;  ///< dialogs that were open when it was locked
    bool m_demo = false;
    bool m_locked = false;
    bool m_leaving = false;
    QStackedWidget* m_stack = nullptr;
    StatusLine* m_statusLine = nullptr;
    CommandPalette* m_palette = nullptr;
};

}  // namespace evenhand::ui
