// SPDX-License-Identifier: GPL-3.0-or-later
// The forms of a roster: the shifts of each weekday, and what takes their place on one date.
// Thread: GUI.
#pragma once

#include <array>
#include <optional>

#include "engine/api/shift_types.h"
#include "ui/dialogs/settings_dialog.h"

class QDateEdit;
class QLabel;

namespace evenhand::ui {

/// A courier's week.
class RosterDialog : public SettingsDialog {
    Q_OBJECT

public:
    /// `name`: of the courier. As it was read: somebody else's change since is a conflict.
    RosterDialog(UiContext& context, api::Roster roster, QString name, QWidget* parent = nullptr);

    /// What the fields say; nullopt while one of them will not do.
    [[nodiscard]] std::optional<api::Week> entered() const;
    [[nodiscard]] QLineEdit* dayEdit(std::size_t place) const { return m_days.at(place); }

protected:
    [[nodiscard]] bool isChanged() const override;
    [[nodiscard]] api::Answer<void> save() override;
    [[nodiscard]] QString savedText() const override;

private:
    api::Roster m_roster;
    QString m_courier;
    std::array<QLineEdit*, 7> m_days{};
};

/// One date.
class ShiftExceptionDialog : public SettingsDialog {
    Q_OBJECT

public:
    /// As above. `today`: of the business zone; dates before are not offered.
    ShiftExceptionDialog(UiContext& context, api::Roster roster, QString name, api::CalendarDay today,
                         QWidget* parent = nullptr);

    enum Kind { kAsWeekday, kOff, kOtherShifts };
    [[nodiscard]] QDateEdit* dateEdit() const { return m_date; }
    [[nodiscard]] QComboBox* kindBox() const { return m_kind; }
    [[nodiscard]] QLineEdit* hoursEdit() const { return m_hours; }

protected:
    void enableFields() override;
    [[nodiscard]] bool isChanged() const override;
    [[nodiscard]] api::Answer<void> save() override;
    [[nodiscard]] QString savedText() const override;

private:
    [[nodiscard]] api::CalendarDay day() const;
    /// Of the date shown; nullptr: there is none.
    [[nodiscard]] const api::ShiftException* present() const;
    [[nodiscard]] QString problem() const;
    void fill();

    api::Roster m_roster;
    QString m_courier;
    QDateEdit* m_date;
    QComboBox* m_kind;
    QLineEdit* m_hours;
    QLabel* m_weekday;
};

}  // namespace evenhand::ui
