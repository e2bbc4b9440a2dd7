// SPDX-License-Identifier: GPL-3.0-or-later
// The first window of a workspace that has people: name and password, and a new password where somebody else has set
// the present one. A refused attempt says neither which of the two was wrong nor who there is; the delay before the
// next one is counted down. The window stays usable while the engine looks. Thread: GUI.
#pragma once

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>
#include <QWidget>

#include "engine/api/engine_api.h"
#include "ui/dialogs/attempt_delay.h"
#include "ui/dialogs/new_password_fields.h"
#include "ui/widgets/translated.h"

class QVBoxLayout;

namespace evenhand::ui {

class SignInWindow : public Translated<QWidget> {
    Q_OBJECT

public:
    /// `engine` outlives it. `place`: what is signed in to, plain text.
    SignInWindow(api::EngineApi& engine, const QString& place, QWidget* parent = nullptr);

    /// Why the last session ended, or what went wrong; plain text.
    void showProblem(const QString& problem);
    /// The demo: going on without signing in, and who could. Plain text.
    void offerDemo(const QString& people);
    /// The language shown: "en" or "zh".
    void setLanguage(const QString& code);
    [[nodiscard]] QLineEdit* login() const { return m_login; }
    [[nodiscard]] QLineEdit* password() const { return m_password; }
    [[nodiscard]] QPushButton* signInButton() const { return m_signIn; }
    [[nodiscard]] NewPasswordFields* newPassword() const { return m_new; }
    [[nodiscard]] QPushButton* changeButton() const { return m_change; }
    [[nodiscard]] QString problem() const { return m_problem->text(); }
    [[nodiscard]] QString said() const { return m_said->text(); }
    [[nodiscard]] bool asksForNewPassword() const;
    /// Views for the tour of pictures: "" and "new-password".
    void showPicture(const QString& name);

Q_SIGNALS:
    void signedIn(const evenhand::api::SignedIn& who);
    void withoutChosen();
    void otherWorkspaceChosen();
    void languageChosen(const QString& code);

private:
    void setupHead(QVBoxLayout* column);
    void setupSignIn();
    void setupChange();
    void check();
    void attempt();
    void answered(const Result<api::SignedIn>& answer);
    void changePassword();
    void retranslate() override;

    api::EngineApi& m_engine;
    QString m_where;
    AttemptDelay m_delay;
    std::optional<api::SignedIn> m_who;  ///< signed in, but for a new password
    Secret m_present;
    bool m_busy = false;
    QLabel* m_title = nullptr;
    QLabel* m_place = nullptr;
    QToolButton* m_languages[2] = {};
    QLabel* m_problem = nullptr;
    QStackedWidget* m_pages = nullptr;
    QWidget* m_signInPage = nullptr;
    QWidget* m_changePage = nullptr;
    QLabel* m_labels[2] = {};
    QLineEdit* m_login = nullptr;
    QLineEdit* m_password = nullptr;
    QLabel* m_said = nullptr;
    QPushButton* m_signIn = nullptr;
    QLabel* m_demoPeople = nullptr;
    QPushButton* m_without = nullptr;
    QPushButton* m_other = nullptr;  ///< to the first window, where another workspace is chosen
    QLabel* m_why = nullptr;
    NewPasswordFields* m_new = nullptr;
    QPushButton* m_change = nullptr;
};

}  // namespace evenhand::ui

Q_DECLARE_METATYPE(evenhand::api::SignedIn)
