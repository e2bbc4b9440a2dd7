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
    static constexpr int kReadMs = 500;

    explicit PeoplePane(UiContext& context, QWidget* parent = nullptr);
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString iconName() const override { return QStringLiteral("person"); }
    [[nodiscard]] QList<QAction*> commands() const override { return SettingsPane::commands() + m_people->commands(); }
    [[nodiscard]] bool isReady() const override { return m_people->isReady() && m_rulesRead.has_value(); }
    void setActive(bool active) override;
    void refresh() override;

    [[nodiscard]] PeopleTable* people() const { return m_people; }
    [[nodiscard]] PeopleTable::Model* model() const { return &m_people->model(); }
    /// About one person, or the rules; what is done with several is asked by the table's flow.
    [[nodiscard]] FormDialog* dialog() const { return m_dialog; }
    [[nodiscard]] FactGrid* rules() const { return m_rules; }
    void choose(const std::string& login);
    /// -1: nobody is called so.
    [[nodiscard]] int rowOf(const std::string& login) const;

protected:
    void retranslate() override;

private:
    using Person = api::PersonRow;
    using Form = FormDialog* (*)(UiContext&, const Person&, QWidget*);

    void setupBar();
    [[nodiscard]] PeopleTable::Spec describePeople();
    [[nodiscard]] std::vector<Column<Person, OneOrder>> describeColumns();
    [[nodiscard]] RowAction<Person> describeForm(const char* name, const char* icon, Words label,
                                                 api::Operation operation, Form form, Words whyNotOneself = {});
    [[nodiscard]] RowAction<Person> describeDisable(bool disable);
    [[nodiscard]] RowAction<Person> describeLift();
    [[nodiscard]] QString stateOf(const Person& row) const;
    [[nodiscard]] bool isOneself(const Person& row) const;
    void readRules();
    void refreshTexts();

    PeopleTable* m_people = nullptr;
    QLabel* m_rulesTitle = nullptr;
    FactGrid* m_rules = nullptr;
    FeedChannel* m_ruleReads;
    std::optional<Result<api::AccountSettings>> m_rulesRead;
    QPointer<FormDialog> m_dialog;
};

}  // namespace evenhand::ui
