// SPDX-License-Identifier: GPL-3.0-or-later
// The fields above a table, as values: how each looks, what somebody has put into it, what that means to the filter
// that the engine is asked with. FilterBar makes them.
// Thread: GUI.
#pragma once

#include <QJsonValue>
#include <functional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "ui/widgets/choice_button.h"
#include "ui/widgets/time_range.h"

namespace evenhand::ui {

/// Of a field; the member that belongs to its kind.
struct FieldValue {
    QString text;      ///< trimmed
    QStringList keys;  ///< of what is chosen
    TimeRange range;
    bool on = false;
    QJsonValue own;
};

/// A widget that no kind has: how it is made, kept and set. `changed` is to be called when a person has changed it.
struct OwnField {
    QWidget* widget = nullptr;
    std::function<QJsonValue()> state;
    std::function<void(const QJsonValue&)> setState;  ///< Undefined: nothing is filtered
    std::function<void()> retranslate = {};
};

struct FieldLook {
    /// Chips: choices side by side, each a button, "objectName.key"; which there are never changes.
    enum class Kind : std::uint8_t { Text, Choice, Choices, Chips, Range, Switch, Own };
    QString key = {};  ///< of its value among what is kept of a filter; of one table each its own, never renamed
    QString objectName = {};
    Kind kind = Kind::Text;
    std::function<QString()> title = {};  ///< read again in another language; "Status"
    std::function<QString()> any = {};    ///< of choices: nothing is chosen, "Every status"
    std::function<QString()> hint = {};   ///< tool tip
    std::function<std::vector<ChoiceButton::Choice>()> choices = {};
    std::function<OwnField(QWidget* parent, std::function<void()> changed)> make = {};
    int width = 240;     ///< a text field is not wider
    bool isKept = true;  ///< with a filter that is kept by name
};

template <typename Filter>
struct FilterField {
    FieldLook look;
    std::function<void(const FieldValue& value, Filter& filter)> read;
};

/// Read as it is typed, after a short pause; what it means (a beginning, a part, the whole) is said by `title`.
template <typename Filter>
[[nodiscard]] FilterField<Filter> textField(const QString& key, const QString& objectName,
                                            const std::function<QString()>& title, std::string Filter::*into) {
    FilterField<Filter> field;
    field.look.key = key;
    field.look.objectName = objectName;
    field.look.title = title;
    field.read = [into](const FieldValue& value, Filter& filter) { filter.*into = value.text.toStdString(); };
    return field;
}

/// These values of an enum, by their stored words; `name`: how each is shown.
template <typename Value>
[[nodiscard]] auto choicesOf(std::span<const Value> values, QString (*name)(std::type_identity_t<Value>)) {
    return [all = std::vector<Value>(values.begin(), values.end()), name] {
        std::vector<ChoiceButton::Choice> choices;
        for (const Value value : all) {
            const auto key = toText(value);
            choices.push_back({QString::fromUtf8(key.data(), static_cast<qsizetype>(key.size())), name(value)});
        }
        return choices;
    };
}
template <typename Value, std::size_t kCount>
[[nodiscard]] auto choicesOf(const Value (&values)[kCount], QString (*name)(std::type_identity_t<Value>)) {
    return choicesOf(std::span<const Value>(values), name);
}

/// Several values of an enum, as chips where `look` says so; those stored that are no value any more do not count.
template <typename Filter, typename Value>
[[nodiscard]] FilterField<Filter> choicesField(FieldLook look, std::vector<Value> Filter::*into,
                                               std::optional<Value> (*from)(std::string_view)) {
    look.kind = look.kind == FieldLook::Kind::Chips ? look.kind : FieldLook::Kind::Choices;
    return {std::move(look), [into, from](const FieldValue& value, Filter& filter) {
                for (const QString& key : value.keys) {
                    if (const auto known = from(key.toStdString())) {
                        (filter.*into).push_back(*known);
                    }
                }
            }};
}

}  // namespace evenhand::ui
