// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/campaign/dates_page.h"

#include <QLineEdit>

#include "engine/base/clock.h"
#include "engine/base/ids.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/wizards/campaign/campaign_checks.h"

namespace evenhand::ui {
namespace {

constexpr std::int64_t kRoundMs = 15 * base::kMinuteMs;
constexpr std::int64_t kOfferedBeginMs = 60 * base::kMinuteMs;
constexpr std::int64_t kOfferedLengthMs = base::kDayMs;

}  // namespace

DatesPage::DatesPage(UiContext& context, const std::optional<api::CampaignRow>& editing, QWidget* parent)
    : CampaignStep("campaignDates", context, editing, parent) {
    m_name = addEdit("name", editing ? text(editing->settings.name) : QString());
    m_id = addEdit("campaign", editing ? text(editing->id) : QString());
    const std::int64_t soon = context.bridge.now().ms + kOfferedBeginMs;
    const Instant begins = editing ? editing->settings.begin : Instant{soon - soon % kRoundMs};
    m_begin = momentEdit("begin", begins);
    m_end = momentEdit("end", editing ? editing->settings.end : begins.plusMs(kOfferedLengthMs));
    down()->addStretch(1);
    done();
}

MomentEdit* DatesPage::momentEdit(const char* field, Instant at) {
    auto* edit = new MomentEdit(
        context().formats, [this] { return context().bridge.now(); }, at, false, this);
    edit->setFixedWidth(m_name->width());
    addField(field, edit);
    connect(edit, &QDateTimeEdit::dateTimeChanged, this, &DatesPage::check);
    return edit;
}

Instant DatesPage::begin() const {
    return m_begin->instant(editing() ? std::optional(editing()->settings.begin) : std::nullopt);
}

Instant DatesPage::end() const {
    return m_end->instant(editing() ? std::optional(editing()->settings.end) : std::nullopt);
}

CampaignId DatesPage::id() const { return CampaignId(m_id->text().trimmed().toStdString()); }

QString DatesPage::problemOf(const std::string& field) const {
    if (field == "name") {
        return checkActivityName(m_name->text()).problem;
    }
    if (field == "campaign") {
        return m_id->text().trimmed().isEmpty() ? QString() : checkActivityId(m_id->text()).problem;
    }
    if (field != "end") {
        return {};
    }
    const Instant now = context().bridge.now();
    if (end() <= begin()) {
        return tr("The end must be later than %1.").arg(context().formats.dateTime(begin()));
    }
    return end() <= now ? tr("The end has passed: it must be later than %1.").arg(context().formats.dateTime(now))
                        : QString();
}

QString DatesPage::hintOf(const std::string& field) const {
    if (field == "name") {
        return tr("For the team; may be changed at any time.");
    }
    if (field == "campaign") {
        return tr("Storefronts use it for draws. Empty: generated.");
    }
    if (field == "begin") {
        return begin() <= context().bridge.now()
                   ? tr("This time has passed: draws are accepted as soon as it is started.")
                   : tr("Business time zone: %1").arg(QString::fromLatin1(context().formats.zone().id()));
    }
    return end() > begin() ? tr("lasts %1").arg(Formats::duration(end().ms - begin().ms)) : QString();
}

void DatesPage::fill(api::CampaignSettings& settings) const {
    settings.name = m_name->text().trimmed().toStdString();
    settings.begin = begin();
    settings.end = end();
}

void DatesPage::fillExample(const QString& name) { m_name->setText(name); }

}  // namespace evenhand::ui
