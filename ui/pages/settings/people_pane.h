// SPDX-License-Identifier: GPL-3.0-or-later
// People and roles: who there is, what they may do, who is locked or disabled; the rules of signing in.
// Thread: GUI.
#pragma once

#include <QLabel>
#include <QPointer>
#include <QTableView>

#include "engine/api/account_types.h"
#include "ui/bridge/feed_channel.h"
#include "ui/dialogs/form_dialog.h"
#include "ui/models/synced_rows.h"
#include "ui/pages/settings/settings_pane.h"
#include "ui/widgets/empty_hint.h"
#include "ui/widgets/fact_grid.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

class PersonModel : public SyncedRows<api::PersonRow> {
    Q_OBJECT

public:
    enum Column { Login, Name, Roles, State, LastSignIn, Failures, CreatedBy, ColumnCount };
    PersonModel(const Formats& formats, QObject* parent) : SyncedRows(parent), m_formats(formats) {}
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void setNow(Instant now) { m_now = now; }
    void retranslate();

protected:
    [[nodiscard]] std::string keyOf(const api::PersonRow& row) const override { return row.login; }
    [[nodiscard]] bool same(const api::PersonRow& a, const api::PersonRow& b) const override;

private:
    [[nodiscard]] QString shown(const api::PersonRow& row, int column) const;
    const Formats& m_formats;
    Instant m_now;
};

class PeoplePane : public SettingsPane {
    Q_OBJECT

public:
    enum Act { Add, Roles, Rename, Reset, Disable, Lift, Rules, kActs };
    static constexpr int kReadMs = 500;

    explicit PeoplePane(UiContext& context, QWidget* parent = nullptr);
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString iconName() const override { return QStringLiteral("person"); }
    [[nodiscard]] QList<QAction*> commands() const override;
    [[nodiscard]] bool isReady() const override { return m_read.has_value() && m_rulesRead.has_value(); }
    void setActive(bool active) override;
    void refresh() override;

    [[nodiscard]] PersonModel* model() const { return m_model; }
    [[nodiscard]] QTableView* table() const { return m_table; }
    [[nodiscard]] QAction* action(Act which) const { return m_acts.at(static_cast<qsizetype>(which)); }
    [[nodiscard]] FormDialog* dialog() const { return m_dialog; }
    [[nodiscard]] QLabel* problem() const { return m_problem; }
    [[nodiscard]] FactGrid* rules() const { return m_rules; }
    void choose(const std::string& login);

protected:
    void retranslate() override;

private:
    void setupActs();
    void read();
    void readRules();
    void open(Act which);
    void refreshTexts();
    void refreshActions();
    [[nodiscard]] QString whyNot(Act which) const;
    [[nodiscard]] const api::PersonRow* chosen() const;

    PersonModel* m_model = nullptr;
    QTableView* m_table = nullptr;
    QLabel* m_problem = nullptr;
    EmptyHint* m_empty = nullptr;
    QLabel* m_rulesTitle = nullptr;
    FactGrid* m_rules = nullptr;
    QList<QAction*> m_acts;
    FeedChannel* m_reads;
    FeedChannel* m_ruleReads;
    std::optional<Result<std::vector<api::PersonRow>>> m_read;
    std::optional<Result<api::AccountSettings>> m_rulesRead;
    QPointer<FormDialog> m_dialog;
};

}  // namespace evenhand::ui
