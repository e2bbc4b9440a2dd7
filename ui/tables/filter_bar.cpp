// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/filter_bar.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <algorithm>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/tables/typing_pause.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {

namespace {

constexpr int kLineInset = 12;  // what frame and padding take of a field, at each side
constexpr qsizetype kToldValues = 10;

QString inUtc(const std::optional<Instant>& at) {
    return at ? QDateTime::fromMSecsSinceEpoch(at->ms, Qt::UTC).toString(Qt::ISODateWithMs) : QString();
}

/// A list may be as long as a selection; then its length says enough.
QString ownText(const QJsonValue& own) {
    if (own.isArray() && own.toArray().size() > kToldValues) {
        return QStringLiteral("%1 values").arg(own.toArray().size());
    }
    if (own.isArray()) {
        QStringList values;
        for (const auto& each : own.toArray()) {
            values << each.toVariant().toString();
        }
        return values.join(QLatin1Char('|'));
    }
    return own.isObject() ? QString::fromUtf8(QJsonDocument(own.toObject()).toJson(QJsonDocument::Compact))
                          : own.toVariant().toString();
}

}  // namespace

using FieldKind = FieldLook::Kind;

FilterBar::FilterBar(UiContext& context, const QString& one, const QString& prefix, std::vector<FieldLook> fields,
                     QWidget* parent)
    : QWidget(parent), m_context(context), m_row(new WrapRow(this)) {
    setObjectName(one + QStringLiteral("FilterBar"));
    m_row->setContentsMargins(kGap, kGap, kGap, 0);
    m_row->setSpacing(kGap);
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingMs);
    connect(&m_typing, &QTimer::timeout, this, &FilterBar::tell);
    m_fields.reserve(fields.size());
    for (auto& look : fields) {
        add(std::move(look));
    }
    m_clear = named(new QToolButton(this), one + QStringLiteral("FilterClear"));
    m_clear->setIcon(icon(QStringLiteral("clear")));
    m_clear->setFocusPolicy(Qt::TabFocus);
    connect(m_clear, &QToolButton::clicked, this, &FilterBar::clear);
    m_saved = new SavedFilters(
        context, prefix + QStringLiteral("/filters"), [this] { return kept(); },
        [this](const QJsonObject& kept) { setState(kept); }, this);
    m_row->addWidget(m_clear);
    m_row->addWidget(m_saved);
    if (m_fields.empty()) {  // nothing to clear or to keep
        m_clear->hide();
        m_saved->hide();
    }
    retranslate();
}

void FilterBar::add(FieldLook look) {
    Field field;
    switch (look.kind) {
        case FieldKind::Text: field.widget = makeLine(look); break;
        case FieldKind::Choice:
        case FieldKind::Choices: field.widget = makeChoice(look); break;
        case FieldKind::Chips: addChips(field, look); break;
        case FieldKind::Range: field.widget = makeRange(); break;
        case FieldKind::Switch: field.widget = makeSwitch(); break;
        case FieldKind::Own:
            field.own = look.make(this, [this] { tell(); });
            field.widget = field.own.widget;
            break;
    }
    if (field.widget != nullptr) {
        if (!look.objectName.isEmpty()) {
            field.widget->setObjectName(look.objectName);
        }
        m_row->addWidget(field.widget, look.kind == FieldKind::Text ? 1 : 0);
    }
    field.look = std::move(look);
    m_fields.push_back(std::move(field));
}

QWidget* FilterBar::makeLine(const FieldLook& look) {
    auto* edit = new QLineEdit(this);
    edit->setClearButtonEnabled(true);
    edit->setMaximumWidth(byText(look.width));
    edit->setMaxLength(kMaxTyped);
    connect(edit, &QLineEdit::textChanged, this, [this] {
        if (!m_setting) {
            m_typing.start();
        }
    });
    return edit;
}

QWidget* FilterBar::makeChoice(const FieldLook& look) {
    auto* button = new ChoiceButton(look.kind == FieldKind::Choice, this);
    connect(button, &ChoiceButton::chosenChanged, this, &FilterBar::tell);
    return button;
}

QWidget* FilterBar::makeRange() {
    auto* button = new TimeRangeButton(m_context.formats, this);
    auto& bridge = m_context.bridge;
    button->setNow(bridge.now());
    connect(&bridge, &EngineBridge::statusPolled, button, [button, &bridge] { button->setNow(bridge.now()); });
    connect(button, &TimeRangeButton::rangeChanged, this, &FilterBar::tell);
    return button;
}

QPushButton* FilterBar::makeSwitch() {
    auto* button = new QPushButton(this);
    button->setCheckable(true);
    connect(button, &QPushButton::toggled, this, &FilterBar::tell);
    return button;
}

/// Each is a cell of the row of its own, so that they wrap where the window is narrow.
void FilterBar::addChips(Field& field, const FieldLook& look) {
    for (const auto& choice : look.choices()) {
        auto* chip = makeSwitch();
        chip->setObjectName(look.objectName + QLatin1Char('.') + choice.key);
        m_row->addWidget(chip);
        field.chips.emplace_back(choice.key, chip);
    }
}

/// What was typed counts with whatever else is changed.
void FilterBar::tell() {
    if (!m_setting) {
        m_typing.stop();
        Q_EMIT changed();
    }
}

// --- values -------------------------------------------------------------------------------------------------

FieldValue FilterBar::value(std::size_t at) const {
    const auto& field = m_fields.at(at);
    FieldValue value;
    switch (field.look.kind) {
        case FieldKind::Text: value.text = static_cast<const QLineEdit*>(field.widget)->text().trimmed(); break;
        case FieldKind::Choice:
        case FieldKind::Choices: value.keys = static_cast<const ChoiceButton*>(field.widget)->chosen(); break;
        case FieldKind::Chips:
            for (const auto& [key, chip] : field.chips) {
                if (chip->isChecked()) {
                    value.keys << key;
                }
            }
            break;
        case FieldKind::Range: value.range = static_cast<const TimeRangeButton*>(field.widget)->range(); break;
        case FieldKind::Switch: value.on = static_cast<const QPushButton*>(field.widget)->isChecked(); break;
        case FieldKind::Own: value.own = field.own.state(); break;
    }
    return value;
}

QJsonObject FilterBar::state() const {
    QJsonObject state;
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        const auto& look = m_fields[i].look;
        const auto each = value(i);
        switch (look.kind) {
            case FieldKind::Text: state[look.key] = static_cast<const QLineEdit*>(m_fields[i].widget)->text(); break;
            case FieldKind::Choice:
            case FieldKind::Choices:
            case FieldKind::Chips: state[look.key] = QJsonArray::fromStringList(each.keys); break;
            case FieldKind::Range: SavedFilters::putRange(state, each.range); break;
            case FieldKind::Switch: state[look.key] = each.on; break;
            case FieldKind::Own: state[look.key] = each.own; break;
        }
    }
    return state;
}

QString FilterBar::told() const {
    QStringList all;
    const auto put = [&all](const QString& key, const QString& value) {
        if (!value.isEmpty()) {
            all << key + QLatin1Char('=') + value;
        }
    };
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        const QString& key = m_fields[i].look.key;
        const auto each = value(i);
        switch (m_fields[i].look.kind) {
            case FieldKind::Text: put(key, each.text); break;
            case FieldKind::Choice:
            case FieldKind::Choices:
            case FieldKind::Chips: put(key, each.keys.join(QLatin1Char('|'))); break;
            case FieldKind::Range: {
                // Not as it is called: "today" is another day when somebody reads of it.
                const auto bounds = each.range.bounds(m_context.formats, m_context.bridge.now());
                put(QStringLiteral("from"), inUtc(bounds.from));
                put(QStringLiteral("before"), inUtc(bounds.to));
                break;
            }
            case FieldKind::Switch: put(key, each.on ? QStringLiteral("only") : QString()); break;
            case FieldKind::Own: put(key, ownText(each.own)); break;
        }
    }
    return all.join(QStringLiteral(", "));
}

QJsonObject FilterBar::kept() const {
    auto kept = state();
    for (const auto& field : m_fields) {
        if (!field.look.isKept) {
            kept.remove(field.look.key);
        }
    }
    return kept;
}

void FilterBar::setState(const QJsonObject& state) {
    m_setting = true;
    for (auto& field : m_fields) {
        const auto kept = state.value(field.look.key);
        switch (field.look.kind) {
            case FieldKind::Text: static_cast<QLineEdit*>(field.widget)->setText(kept.toString()); break;
            case FieldKind::Choice:
            case FieldKind::Choices:
                static_cast<ChoiceButton*>(field.widget)->setChosen(SavedFilters::listIn(state, field.look.key));
                break;
            case FieldKind::Chips:
                for (const auto& [key, chip] : field.chips) {
                    chip->setChecked(SavedFilters::listIn(state, field.look.key).contains(key));
                }
                break;
            case FieldKind::Range:
                static_cast<TimeRangeButton*>(field.widget)->setRange(SavedFilters::rangeIn(state));
                break;
            case FieldKind::Switch: static_cast<QPushButton*>(field.widget)->setChecked(kept.toBool()); break;
            case FieldKind::Own: field.own.setState(kept); break;
        }
    }
    m_setting = false;
    tell();
}

void FilterBar::set(const QString& key, const QJsonValue& value) {
    auto all = state();
    all[key] = value;
    setState(all);
}

bool FilterBar::isClear() const {
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        const auto each = value(i);
        const bool own = m_fields[i].look.kind == FieldKind::Own && !each.own.isUndefined() && !each.own.isNull();
        if (!each.text.isEmpty() || !each.keys.isEmpty() || !(each.range == TimeRange{}) || each.on || own) {
            return false;
        }
    }
    return true;
}

const FilterBar::Field* FilterBar::find(const QString& key) const {
    const auto found =
        std::find_if(m_fields.begin(), m_fields.end(), [&key](const Field& field) { return field.look.key == key; });
    return found == m_fields.end() ? nullptr : &*found;
}

QLineEdit* FilterBar::line(const QString& key) const {
    const auto* field = find(key);
    return field ? qobject_cast<QLineEdit*>(field->widget) : nullptr;
}

ChoiceButton* FilterBar::choice(const QString& key) const {
    const auto* field = find(key);
    return field ? qobject_cast<ChoiceButton*>(field->widget) : nullptr;
}

TimeRangeButton* FilterBar::range(const QString& key) const {
    const auto* field = find(key);
    return field ? qobject_cast<TimeRangeButton*>(field->widget) : nullptr;
}

QPushButton* FilterBar::button(const QString& key) const {
    const auto* field = find(key);
    return field ? qobject_cast<QPushButton*>(field->widget) : nullptr;
}

QPushButton* FilterBar::chip(const QString& key, const QString& choice) const {
    if (const auto* field = find(key)) {
        for (const auto& [each, button] : field->chips) {
            if (each == choice) {
                return button;
            }
        }
    }
    return nullptr;
}

QLineEdit* FilterBar::finder() const {
    if (auto* edit = line(QStringLiteral("text"))) {
        return edit;
    }
    const auto first = std::find_if(m_fields.begin(), m_fields.end(),
                                    [](const Field& field) { return field.look.kind == FieldKind::Text; });
    return first == m_fields.end() ? nullptr : static_cast<QLineEdit*>(first->widget);
}

void FilterBar::retranslate() {
    for (auto& field : m_fields) {
        const QString title = field.look.title ? field.look.title() : QString();
        switch (field.look.kind) {
            case FieldKind::Text:
                static_cast<QLineEdit*>(field.widget)->setPlaceholderText(title);
                // What is to be typed here is said whole.
                field.widget->setMinimumWidth(fontMetrics().horizontalAdvance(title) + 2 * kLineInset);
                field.widget->setMaximumWidth(std::max(byText(field.look.width), field.widget->minimumWidth()));
                field.widget->setAccessibleName(title);
                break;
            case FieldKind::Choice:
            case FieldKind::Choices: {
                auto* button = static_cast<ChoiceButton*>(field.widget);
                button->setTitle(title, field.look.any());
                button->setChoices(field.look.choices());
                break;
            }
            case FieldKind::Chips:
                for (const auto& choice : field.look.choices()) {
                    auto* button = chip(field.look.key, choice.key);
                    button->setText(choice.label);
                    button->setToolTip(plainToolTip(tr("Show: %1").arg(choice.label)));
                }
                break;
            case FieldKind::Range: static_cast<TimeRangeButton*>(field.widget)->retranslate(); break;
            case FieldKind::Switch: static_cast<QPushButton*>(field.widget)->setText(title); break;
            case FieldKind::Own:
                if (field.own.retranslate) {
                    field.own.retranslate();
                }
                break;
        }
        if (field.look.hint && field.widget != nullptr) {
            field.widget->setToolTip(plainToolTip(field.look.hint()));
        }
    }
    m_clear->setToolTip(tr("Show all"));
    m_clear->setAccessibleName(tr("Show all"));
    m_saved->retranslate();
}

}  // namespace evenhand::ui
