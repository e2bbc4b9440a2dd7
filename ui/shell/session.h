// SPDX-License-Identifier: GPL-3.0-or-later
// Who uses this window, and what they may ask of it: lock, sign out, change the password, the look. The window and the
// program answer; pages only ask.
// Thread: GUI.
#pragma once

#include <QObject>
#include <optional>

#include "engine/api/account_types.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {

class ImportBackend;
class RestoreBackend;
class ServiceControl;

class Session : public QObject {
    Q_OBJECT

public:
    /// `signedIn`: nullopt: nobody signed in, the owner of the folder uses it. `demo`: signing in is an offer.
    Session(std::optional<api::SignedIn> signedIn, bool demo, RestoreBackend* restore,
            ServiceControl* service = nullptr, ImportBackend* imports = nullptr)
        : m_signedIn(std::move(signedIn)), m_demo(demo), m_restore(restore), m_service(service), m_imports(imports) {}

    [[nodiscard]] const std::optional<api::SignedIn>& signedIn() const noexcept { return m_signedIn; }
    [[nodiscard]] bool isDemo() const noexcept { return m_demo; }
    /// nullptr: this program cannot restore.
    [[nodiscard]] RestoreBackend* restore() const noexcept { return m_restore; }
    /// nullptr: this program cannot host the HTTP API.
    [[nodiscard]] ServiceControl* service() const noexcept { return m_service; }
    /// nullptr: this program cannot import.
    [[nodiscard]] ImportBackend* imports() const noexcept { return m_imports; }
    /// Why nothing of it can be done that needs a password of one's own (translated); empty: it can.
    [[nodiscard]] QString whyNoPassword() const {
        return m_signedIn ? QString() : tr("Nobody is signed in: the owner of the folder needs no password.");
    }

    void requestLock() { Q_EMIT lockRequested(); }
    void requestSignOut() { Q_EMIT signOutRequested(); }
    void requestPasswordChange() { Q_EMIT passwordChangeRequested(); }
    /// The window opens the import; of this file, if one is named.
    void requestImport(const QString& file = {}) { Q_EMIT importRequested(file); }
    void chooseTheme(ThemeChoice choice) { Q_EMIT themeChosen(choice); }
    void chooseLanguage(const QString& code) { Q_EMIT languageChosen(code); }

Q_SIGNALS:
    void lockRequested();
    void signOutRequested();  ///< also: sign in as somebody
    void passwordChangeRequested();
    void importRequested(const QString& file);
    void themeChosen(evenhand::ui::ThemeChoice choice);
    void languageChosen(const QString& code);

private:
    std::optional<api::SignedIn> m_signedIn;
    bool m_demo;
    RestoreBackend* m_restore;
    ServiceControl* m_service;
    ImportBackend* m_imports;
};

}  // namespace evenhand::ui
