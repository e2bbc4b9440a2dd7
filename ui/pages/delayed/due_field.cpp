// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/delayed/due_field.h"

#include <QJsonObject>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/time_range.h"

namespace evenhand::ui {
namespace {

const QString kOverdue = QStringLiteral("overdue");
const QString kBetween = QStringLiteral("between");
const QString kFrom = QStringLiteral("from");
const QString kTo = QStringLiteral("to");
// Keys of "within so many milliseconds from now".
constexpr std::int64_t kWithin[] = {60'000, 300'000, 900'000, 3'600'000, 86'400'000};

std::optional<Instant> instantIn(const QJsonObject& kept, const QString& key) {
    return kept.contains(key) ? std::optional(Instant{kept.value(key).toString().toLongLong()}) : std::nullopt;
}

}  // namespace

DueField::DueField(UiContext& context, std::function<void()> changed, QWidget* parent)
    : ChoiceButton(true, parent), m_context(context), m_changed(std::move(changed)) {
    retranslate();
    connect(this, &ChoiceButton::chosenChanged, this, &DueField::chose);
}

QJsonValue DueField::state() const {
    const QString key = chosen().value(0);
    return key == kBetween ? m_between : key.isEmpty() ? QJsonValue() : QJsonValue(key);
}

void DueField::setState(const QJsonValue& kept) {
    m_setting = true;
    m_between = kept.isObject() ? kept : QJsonValue();
    const QString key = kept.isObject() ? kBetween : kept.toString();
    setChosen(key.isEmpty() ? QStringList() : QStringList(key));
    m_setting = false;
}

QJsonValue DueField::between(std::optional<Instant> from, std::optional<Instant> to) {
    QJsonObject kept;
    if (from) {
        kept[kFrom] = QString::number(from->ms);
    }
    if (to) {
        kept[kTo] = QString::number(to->ms);
    }
    return kept;
}

QJsonValue DueField::overdue() { return kOverdue; }

void DueField::read(const QJsonValue& kept, Instant now, api::TimerFilter& filter) {
    if (kept.isObject()) {
        filter.dueFrom = instantIn(kept.toObject(), kFrom);
        filter.dueTo = instantIn(kept.toObject(), kTo);
    } else if (kept.toString() == kOverdue) {
        filter.dueTo = now.plusMs(1);
    } else if (const auto within = kept.toString().toLongLong(); within > 0) {
        filter.dueTo = now.plusMs(within);
    }
}

void DueField::chose() {
    if (m_setting) {
        return;
    }
    if (chosen().value(0) == kBetween) {
        askBetween();
    } else {
        m_changed();
    }
}

void DueField::askBetween() {
    const Instant now = m_context.bridge.now();
    const auto kept = m_between.toObject();
    auto* dialog = new TimeRangeDialog(m_context.formats, now, instantIn(kept, kFrom).value_or(now),
                                       instantIn(kept, kTo).value_or(now.plusMs(3'600'000)), window());
    dialog->setWindowTitle(tr("Timers due between"));
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        const TimeRange range = dialog->range();
        setState(between(range.from, range.to));
        m_changed();
    });
    connect(dialog, &QDialog::rejected, this, [this] {
        setState(m_between);  // none was given yet: any time
        m_changed();
    });
    dialog->open();
}

void DueField::retranslate() {
    std::vector<Choice> due{{kOverdue, tr("Overdue")}};
    for (const auto within : kWithin) {
        due.push_back({QString::number(within), tr("within %1").arg(Formats::duration(within))});
    }
    due.push_back({kBetween, tr("between…")});
    setTitle(tr("Due"), tr("Any time"));
    setChoices(due);
}

}  // namespace evenhand::ui
