// SPDX-License-Identifier: GPL-3.0-or-later
// First step of a campaign: its name and number, from when to when (business zone).
// Thread: GUI.
#pragma once

#include <QDateTimeEdit>

#include "ui/wizards/campaign/campaign_step.h"

namespace evenhand::ui {

class DatesPage : public CampaignStep {
    Q_OBJECT

public:
    DatesPage(UiContext& context, const std::optional<api::CampaignRow>& editing, QWidget* parent);
    void fill(api::CampaignSettings& settings) const override;
    /// Empty: the engine makes one.
    [[nodiscard]] CampaignId id() const;
    void fillExample(const QString& name);

protected:
    [[nodiscard]] QString problemOf(const std::string& field) const override;
    [[nodiscard]] QString hintOf(const std::string& field) const override;

private:
    [[nodiscard]] QDateTimeEdit* momentEdit(const char* field, Instant at);
    [[nodiscard]] Instant momentOf(const QDateTimeEdit* edit, std::optional<Instant> was) const;
    [[nodiscard]] Instant begin() const;
    [[nodiscard]] Instant end() const;

    QLineEdit* m_name = nullptr;
    QLineEdit* m_id = nullptr;
    QDateTimeEdit* m_begin = nullptr;
    QDateTimeEdit* m_end = nullptr;
};

}  // namespace evenhand::ui
