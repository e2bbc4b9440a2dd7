// SPDX-License-Identifier: GPL-3.0-or-later
// People and roles: who there is, what they may do, who is locked or disabled; the rules of signing in.
// Thread: GUI.
#pragma once

#include "engine/api/account_types.h"

namespace evenhand::api {

[[nodiscard]] inline PersonId cacheKey(const PersonRow& row) { return row.id; }
[[nodiscard]] inline bool changed(const PersonRow& a, const PersonRow& b) {
    return a.version != b.version || a.name != b.name || a.roles != b.roles || a.disabled != b.disabled ||
           a.failures != b.failures || a.waitUntil != b.waitUntil || a.lastSignIn != b.lastSignIn ||
           a.mustChangePassword != b.mustChangePassword;
}

}  // namespace evenhand::api

#include <QLabel>
#include <QPointer>

#include "ui/bridge/feed_channel.h"
#include "ui/dialogs/form_dialog.h"
#include "ui/pages/settings/settings_pane.h"
#include "ui/tables/any_cell.h"
#include "ui/tables/query_pane.h"
#include "ui/widgets/fact_grid.h"

namespace evenhand::ui {

using PeopleTable = QueryPane<api::PersonRow, AnyCell, OneOrder>;

class PeoplePane : public SettingsPane {
    Q_OBJECT

public:
    enum Act { Add, Roles, Rename, Reset, Disable, Lift, Rules, kActs };
    static constexpr int kReadMs = 500;

    explicit PeoplePane(UiContext& context, QWidget* parent = nullptr);
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString iconName() const override { return QStringLiteral("person"); }
    [[nodiscard]] QList<QAction*> commands() const override;
    [[nodiscard]] bool isReady() const override { return m_people->isReady() && m_rulesRead.has_value(); }
    void setActive(bool active) override;
    void refresh() override;

    [[nodiscard]] PeopleTable* people() const { return m_people; }
    [[nodiscard]] PeopleTable::Model* model() const { return &m_people->model(); }
    [[nodiscard]] QAction* action(Act which) const { return m_acts.at(static_cast<qsizetype>(which)); }
    [[nodiscard]] FormDialog* dialog() const { return m_dialog; }
    [[nodiscard]] QLabel* problem() const { return m_problem; }
    [[nodiscard]] FactGrid* rules() const { return m_rules; }
    void choose(const std::string& login);
    /// -1: nobody is called so.
    [[nodiscard]] int rowOf(const std::string& login) const;

protected:
    void retranslate() override;

private:
    void setupActs();
    [[nodiscard]] PeopleTable::Spec describePeople();
    [[nodiscard]] std::vector<Column<api::PersonRow, OneOrder>> describeColumns();
    void readRules();
    void open(Act which);
    void refreshTexts();
    void refreshActions();
    [[nodiscard]] QString whyNot(Act which) const;
    [[nodiscard]] const api::PersonRow* chosen() const;

    QLabel* m_problem = nullptr;
    PeopleTable* m_people = nullptr;
    QLabel* m_rulesTitle = nullptr;
    FactGrid* m_rules = nullptr;
    QList<QAction*> m_acts;
    FeedChannel* m_ruleReads;
    std::optional<Result<api::AccountSettings>> m_rulesRead;
    QPointer<FormDialog> m_dialog;
};

}  // namespace evenhand::ui
