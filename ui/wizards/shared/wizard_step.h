// SPDX-License-Identifier: GPL-3.0-or-later
// Base of the form pages of a wizard: fields with a line below that says what would do or why what stands there will
// not, fields that can no longer be changed with the reason, and what the engine refused. A page says of each field, as
// the engine names it, what it is called, what helps and what is wrong with it.
// Thread: GUI.
#pragma once

#include <QGridLayout>
#include <QVBoxLayout>
#include <QWidget>
#include <map>
#include <string>
#include <vector>

#include "ui/wizards/shared/field_hint.h"

class QLineEdit;

namespace evenhand::ui {

class WizardStep : public QWidget {
    Q_OBJECT

public:
    /// The first thing that will not do, with its field; empty if all will.
    [[nodiscard]] virtual QString problem() const;
    [[nodiscard]] bool owns(const std::string& field) const { return m_fields.contains(field); }
    /// The engine will not have what stands in the field.
    void refused(const std::string& field, const QString& why);
    /// Where typing begins.
    [[nodiscard]] virtual QWidget* first() const;

Q_SIGNALS:
    void changed();

protected:
    enum class Room {
        Own,    ///< a field is as wide as it is made
        Whole,  ///< it takes the width that there is
        Rest,   ///< and the height
    };

    WizardStep(const char* name, QWidget* parent);

    [[nodiscard]] virtual QString labelOf(const std::string& field) const = 0;
    /// Why what stands in the field will not do; empty if it will. Not asked of a field that is fixed.
    [[nodiscard]] virtual QString problemOf(const std::string& field) const = 0;
    [[nodiscard]] virtual QString hintOf(const std::string& field) const = 0;
    /// The hint is a warning: it may be kept, but is hardly meant.
    [[nodiscard]] virtual bool isWarned(const std::string& field) const;
    /// Why the field cannot be changed any more; empty if it can.
    [[nodiscard]] virtual QString whyFixed(const std::string& field) const = 0;
    /// Nothing has been entered yet: what is missing is no problem that is shown at the field.
    [[nodiscard]] virtual bool isBlank(const std::string& field) const;

    /// `caption`: none: labelOf().
    void addField(const char* field, QWidget* widget, Room room = Room::Own, const QString& caption = {});
    /// After the last field: shows hints and problems, now and whenever something is changed.
    void done();
    void check();
    [[nodiscard]] bool isFixed(const std::string& field) const { return !whyFixed(field).isEmpty(); }
    [[nodiscard]] QVBoxLayout* down() const { return m_down; }

private:
    struct Field {
        QWidget* widget = nullptr;
        FieldHint* hint = nullptr;
    };

    QVBoxLayout* m_down = nullptr;
    QGridLayout* m_grid = nullptr;
    std::map<std::string, Field> m_fields;
    std::vector<std::string> m_order;
    bool m_done = false;
};

}  // namespace evenhand::ui
