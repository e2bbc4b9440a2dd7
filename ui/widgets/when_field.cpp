// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/when_field.h"

#include <QHBoxLayout>
#include <QLineEdit>

#include "engine/api/timer_types.h"
#include "ui/widgets/delay_text.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {
namespace {

constexpr std::int64_t kFirstOfferMs = 10LL * 60 * 1000;

}  // namespace

WhenField::WhenField(const Formats& formats, std::function<Instant()> now, QWidget* parent)
    : QWidget(parent), m_now(std::move(now)) {
    setObjectName(QStringLiteral("whenField"));
    auto* row = rowIn(this, 0, kGap);
    m_mode = named(new QComboBox(this), QStringLiteral("whenMode"), tr("How the time is given"));
    m_mode->addItems({tr("by"), tr("until")});
    m_delay = named(new QComboBox(this), QStringLiteral("whenDelay"), tr("Delay"));
    m_delay->setEditable(true);
    m_delay->setInsertPolicy(QComboBox::NoInsert);
    for (const auto level : delayLevels()) {
        m_delay->addItem(writeDelay(level));
    }
    m_delay->setEditText(writeDelay(kFirstOfferMs));
    m_delay->lineEdit()->setPlaceholderText(tr("like 90 s or 1 h 30 min"));
    m_at = named(new MomentEdit(formats, m_now, m_now().plusMs(kFirstOfferMs), true, this), QStringLiteral("whenAt"),
                 tr("Date and time"));
    row->addWidget(m_mode);
    row->addWidget(m_delay, 1);
    row->addWidget(m_at, 1);
    connect(m_mode, &QComboBox::currentIndexChanged, this, &WhenField::sync);
    connect(m_delay, &QComboBox::editTextChanged, this, &WhenField::changed);
    connect(m_at, &QDateTimeEdit::dateTimeChanged, this, &WhenField::changed);
    setFocusProxy(m_delay);
    sync();
}

void WhenField::sync() {
    m_delay->setVisible(isDelay());
    m_at->setVisible(!isDelay());
    Q_EMIT changed();
}

std::optional<std::int64_t> WhenField::delayMs() const {
    return isDelay() ? readDelay(m_delay->currentText(), 1, api::kMaxTimerDelayMs).ms : std::nullopt;
}

std::optional<Instant> WhenField::instant() const {
    if (isDelay()) {
        return std::nullopt;
    }
    return m_at->instant();
}

QString WhenField::problem() const {
    if (isDelay()) {
        const QString why = readDelay(m_delay->currentText(), 1, api::kMaxTimerDelayMs).problem;
        return why.isEmpty() ? QString() : tr("Delay: %1").arg(why);
    }
    const Instant at = *instant();
    const Instant now = m_now();
    if (at <= now) {
        return tr("Date and time: this has passed already.");
    }
    return at.ms - now.ms > api::kMaxTimerDelayMs
               ? tr("Date and time: at most %1 from now.").arg(writeDelay(api::kMaxTimerDelayMs))
               : QString();
}

}  // namespace evenhand::ui
