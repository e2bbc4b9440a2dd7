// SPDX-License-Identifier: GPL-3.0-or-later
// Base of the form pages of the campaign wizard: fields with a line below that says what would do or why what stands
// there will not, fields that can no longer be changed with the reason, and what the engine refused.
// Thread: GUI.
#pragma once

#include <QGridLayout>
#include <QVBoxLayout>
#include <QWidget>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/api/campaign_types.h"
#include "ui/shell/ui_context.h"
#include "ui/wizards/seckill/field_hint.h"

class QLineEdit;

namespace evenhand::ui {

class CampaignStep : public QWidget {
    Q_OBJECT

public:
    /// `editing`: the campaign that is changed; nullopt: a new one.
    CampaignStep(const char* name, UiContext& context, const std::optional<api::CampaignRow>& editing, QWidget* parent);

    /// The first thing that will not do, with its field; empty if all will.
    [[nodiscard]] QString problem() const;
    /// Puts in what was entered; what will not do is left as it is.
    virtual void fill(api::CampaignSettings& settings) const = 0;
    [[nodiscard]] bool owns(const std::string& field) const { return m_fields.contains(field); }
    void refused(const std::string& field, const QString& why);
    /// Where typing begins.
    [[nodiscard]] QWidget* first() const;

Q_SIGNALS:
    void changed();

protected:
    /// Why what stands in the field will not do; empty if it will.
    [[nodiscard]] virtual QString problemOf(const std::string& field) const = 0;
    [[nodiscard]] virtual QString hintOf(const std::string& field) const = 0;
    /// `field` as the engine names it; the object name of the widget is "campaign." and that.
    void addField(const char* field, QWidget* widget);
    QLineEdit* addEdit(const char* field, const QString& text);
    /// After the last field: shows hints and problems, now and whenever something is changed.
    void done();
    void check();
    [[nodiscard]] UiContext& context() const noexcept { return m_context; }
    [[nodiscard]] const std::optional<api::CampaignRow>& editing() const noexcept { return m_editing; }
    [[nodiscard]] bool isFixed(const std::string& field) const;
    [[nodiscard]] QVBoxLayout* down() const { return m_down; }

private:
    struct Field {
        QWidget* widget = nullptr;
        FieldHint* hint = nullptr;
    };
    [[nodiscard]] QString whyFixed(const std::string& field) const;
    [[nodiscard]] static bool isBlank(const QWidget* widget);

    UiContext& m_context;
    std::optional<api::CampaignRow> m_editing;
    QVBoxLayout* m_down = nullptr;
    QGridLayout* m_grid = nullptr;
    std::map<std::string, Field> m_fields;
    std::vector<std::string> m_order;
    bool m_done = false;
};

}  // namespace evenhand::ui
