// SPDX-License-Identifier: GPL-3.0-or-later
// The row of fields above a table: made from their description, cleared by one button, kept by name and per person,
// one of them as the beginning.
// Thread: GUI. Invariant: changed() comes once for one change by a person, typing counted as one, and once for
// setState() however many fields it sets.
#pragma once

#include <QJsonObject>
#include <QLineEdit>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <QWidget>

#include "ui/pages/shared/saved_filters.h"
#include "ui/tables/filter_field.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {

class FilterBar : public QWidget {
    Q_OBJECT

public:
    static constexpr int kMaxTyped = 200;

    /// `one` begins the button's name ("task"), `prefix` where filters are kept ("tasks").
    FilterBar(UiContext& context, const QString& one, const QString& prefix, std::vector<FieldLook> fields,
              QWidget* parent);

    [[nodiscard]] FieldValue value(std::size_t field) const;
    [[nodiscard]] QJsonObject state() const;
    /// What filters, as the audit log tells it in whatever language is shown: "statuses=PAID|CLOSED, user=ann".
    [[nodiscard]] QString told() const;
    /// Also of what SavedFilters gives back, perhaps edited by hand. A field that is not named filters nothing.
    void setState(const QJsonObject& state);
    void clear() { setState({}); }
    /// One field by its key; the others stay as they are.
    void set(const QString& key, const QJsonValue& value);
    /// Nothing is filtered.
    [[nodiscard]] bool isClear() const;
    /// By key; nullptr: it is of another kind.
    [[nodiscard]] QLineEdit* line(const QString& key) const;
    [[nodiscard]] ChoiceButton* choice(const QString& key) const;
    [[nodiscard]] TimeRangeButton* range(const QString& key) const;
    /// Of a field of chips, also to say a figure beside its name; retranslate() says the name alone.
    [[nodiscard]] QPushButton* chip(const QString& key, const QString& choice) const;
    /// Of a switch, also to say more on it than its title.
    [[nodiscard]] QPushButton* button(const QString& key) const;
    /// The field of text that finds rows: "text", else the first one; nullptr: there is none.
    [[nodiscard]] QLineEdit* finder() const;
    [[nodiscard]] SavedFilters* saved() const { return m_saved; }
    [[nodiscard]] WrapRow* row() const { return m_row; }
    /// Also when choices have come or gone.
    void retranslate();

Q_SIGNALS:
    void changed();

private:
    struct Field {
        FieldLook look;
        QWidget* widget = nullptr;  ///< nullptr: chips
        OwnField own = {};
        std::vector<std::pair<QString, QPushButton*>> chips = {};  ///< by choice
    };
    void add(FieldLook look);
    QWidget* makeLine(const FieldLook& look);
    QWidget* makeChoice(const FieldLook& look);
    QWidget* makeRange();
    QPushButton* makeSwitch();
    void addChips(Field& field, const FieldLook& look);
    void tell();
    /// What is kept by name of state().
    [[nodiscard]] QJsonObject kept() const;
    [[nodiscard]] const Field* find(const QString& key) const;

    UiContext& m_context;
    WrapRow* m_row;
    std::vector<Field> m_fields;
    QToolButton* m_clear = nullptr;
    SavedFilters* m_saved = nullptr;
    QTimer m_typing;
    bool m_setting = false;
};

}  // namespace evenhand::ui
