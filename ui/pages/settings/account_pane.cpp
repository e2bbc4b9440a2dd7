// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/settings/account_pane.h"

#include <QGridLayout>
#include <QSignalBlocker>

#include "ui/shell/alert_bell.h"
#include "ui/shell/preferences.h"
#include "ui/shell/session.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/people_labels.h"
#include "ui/widgets/word_list.h"

namespace evenhand::ui {

AccountPane::AccountPane(UiContext& context, QWidget* parent)
    : SettingsPane(QStringLiteral("account"), context, parent) {
    auto* layout = down();
    layout->setSpacing(kGap + kGapSmall);
    m_facts = new FactGrid(this);
    layout->addWidget(m_facts);
    auto& session = context.session;
    const auto noPassword = [&session] { return session.whyNoPassword(); };
    addBar({{"myPassword", "key", [] { return tr("Change my password…"); }, noPassword,
             [&session] { session.requestPasswordChange(); }},
            {"lock", "lock", [] { return tr("Lock"); }, noPassword, [&session] { session.requestLock(); }},
            {"signOut", "sign_out",
             [&session] { return session.signedIn() ? tr("Sign out") : tr("Sign in as somebody…"); },
             [] { return QString(); }, [&session] { session.requestSignOut(); }}});
    m_lookTitle = addTitle();
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(kGapLarge);
    m_theme = named(new QComboBox(this), QStringLiteral("settingsTheme"));
    m_language = named(new QComboBox(this), QStringLiteral("settingsLanguage"));
    QComboBox* boxes[] = {m_theme, m_language};
    for (int i = 0; i < 2; ++i) {
        m_labels[i] = plainLabel(this);
        m_labels[i]->setBuddy(boxes[i]);
        grid->addWidget(m_labels[i], i, 0);
        grid->addWidget(boxes[i], i, 1);
    }
    grid->setColumnStretch(2, 1);
    layout->addLayout(grid);
    m_sound = named(new QCheckBox(this), QStringLiteral("settingsSound"));
    layout->addWidget(m_sound);
    layout->addStretch(1);
    connect(m_theme, &QComboBox::activated, this, [this, &session](int index) {
        session.chooseTheme(static_cast<ThemeChoice>(m_theme->itemData(index).toInt()));
    });
    connect(m_language, &QComboBox::activated, this,
            [this, &session](int index) { session.chooseLanguage(m_language->itemData(index).toString()); });
    connect(m_sound, &QCheckBox::toggled, this, [&context](bool on) { context.bell.setOn(on); });
    connect(&context.bell, &AlertBell::onChanged, this, [this, &context] { m_sound->setChecked(context.bell.isOn()); });
    connect(&context.bridge, &EngineBridge::stateChanged, this, &AccountPane::refresh);
    retranslate();
}

QString AccountPane::title() const { return tr("My account"); }

void AccountPane::setActive(bool active) {
    if (active) {
        fillLook();
        refresh();
    }
}

void AccountPane::refresh() {
    const auto& session = context().session;
    const auto& bridge = context().bridge;
    const auto& who = session.signedIn();
    const auto may = bridge.permissions();
    QStringList permissions;
    for (const auto permission : api::allPermissions()) {
        const bool workers = (api::bitOf(permission) & api::kWorkerPermissions) != 0;
        if (!workers && (may & api::bitOf(permission)) != 0) {
            permissions << label(permission);
        }
    }
    const auto& formats = context().formats;
    m_facts->setFacts(
        {{tr("Signed in as"), actorLabel(bridge.actor().name), false, true},
         {tr("Name"), who && !who->person.name.empty() ? text(who->person.name) : Formats::dash()},
         {tr("Roles"), labels(rolesBehind(may))},
         {tr("Permissions"), permissions.isEmpty() ? tr("none") : wordList(permissions)},
         {tr("Last sign-in"), who && who->lastSignIn ? formats.dateTime(*who->lastSignIn) : Formats::dash()}});
    SettingsPane::retranslate();  // who is signed in says what signing out is called
}

void AccountPane::fillLook() {
    const QSignalBlocker blockTheme(m_theme);
    const QSignalBlocker blockLanguage(m_language);
    const QSignalBlocker blockSound(m_sound);
    const std::pair<ThemeChoice, QString> themes[] = {{ThemeChoice::System, tr("Follow the system")},
                                                      {ThemeChoice::Light, tr("Light")},
                                                      {ThemeChoice::Dark, tr("Dark")}};
    m_theme->clear();
    for (const auto& [choice, name] : themes) {
        m_theme->addItem(name, static_cast<int>(choice));
    }
    const auto& preferences = context().preferences;
    m_theme->setCurrentIndex(m_theme->findData(preferences.value(QStringLiteral("look/theme"), 0).toInt()));
    m_language->clear();
    m_language->addItem(QStringLiteral("English"), QStringLiteral("en"));
    m_language->addItem(QStringLiteral("中文"), QStringLiteral("zh"));
    // What is shown now, also where nothing is remembered.
    m_language->setCurrentIndex(tr("en", "code of the language shown") == QLatin1String("zh") ? 1 : 0);
    m_sound->setChecked(context().bell.isOn());
}

void AccountPane::retranslate() {
    m_lookTitle->setText(tr("Appearance and language"));
    m_labels[0]->setText(tr("Appearance"));
    m_labels[1]->setText(tr("Language"));
    m_theme->setAccessibleName(tr("Appearance"));
    m_language->setAccessibleName(tr("Language"));
    m_sound->setText(tr("A sound when an alert fires"));
    fillLook();
    refresh();
}

}  // namespace evenhand::ui
