// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/shared/saved_filters.h"

#include <QDialogButtonBox>
#include <QInputDialog>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLineEdit>
#include <QPushButton>
#include <algorithm>
#include <utility>

#include "ui/shell/notices.h"
#include "ui/shell/preferences.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {
namespace {

constexpr int kMaxName = 100;
constexpr int kNameWidth = 380;

const QString kDefault = QStringLiteral("Default");  // beside the group, so that no filter can have its key
const QString kTime = QStringLiteral("time");
const QString kFrom = QStringLiteral("from");
const QString kTo = QStringLiteral("to");

}  // namespace

SavedFilters::SavedFilters(UiContext& context, QString group, std::function<QJsonObject()> state,
                           std::function<void(const QJsonObject&)> setState, QWidget* parent)
    : QToolButton(parent),
      m_context(context),
      m_group(std::move(group)),
      m_state(std::move(state)),
      m_setState(std::move(setState)),
      m_menu(new QMenu(this)) {
    setObjectName(QStringLiteral("filterSaved"));
    setIcon(ui::icon(QStringLiteral("bookmark")));
    setPopupMode(QToolButton::InstantPopup);
    setFocusPolicy(Qt::TabFocus);
    setMenu(m_menu);
    connect(m_menu, &QMenu::aboutToShow, this, &SavedFilters::fill);
    retranslate();
}

QString SavedFilters::keyOf(const QString& name) const {
    return m_group + QLatin1Char('/') + QString::fromLatin1(name.toUtf8().toPercentEncoding());
}

QStringList SavedFilters::names() const {
    QStringList names;
    for (const QString& key : m_context.preferences.keys(m_group)) {
        names << QString::fromUtf8(QByteArray::fromPercentEncoding(key.toLatin1()));
    }
    names.sort(Qt::CaseInsensitive);
    return names;
}

void SavedFilters::save(const QString& name) {
    m_context.preferences.setValue(keyOf(name), QJsonDocument(m_state()).toJson(QJsonDocument::Compact));
}

void SavedFilters::apply(const QString& name) {
    m_setState(QJsonDocument::fromJson(m_context.preferences.value(keyOf(name)).toByteArray()).object());
}

void SavedFilters::remove(const QString& name) {
    if (defaultName() == name) {  // asked while it is there: else one of that name that is saved later would be it
        setDefault({});
    }
    m_context.preferences.remove(keyOf(name));
}

QString SavedFilters::defaultName() const {
    const QString name = m_context.preferences.value(m_group + kDefault).toString();
    return names().contains(name) ? name : QString();
}

void SavedFilters::setDefault(const QString& name) {
    if (name.isEmpty()) {
        m_context.preferences.remove(m_group + kDefault);
    } else {
        m_context.preferences.setValue(m_group + kDefault, name);
    }
}

void SavedFilters::applyDefault() {
    const QString name = defaultName();
    if (!name.isEmpty()) {
        apply(name);
    }
}

void SavedFilters::fill() {
    m_menu->clear();
    const QStringList all = names();
    const auto plain = [](const QString& name) {
        return shownLine(name, kMaxName).replace(QLatin1Char('&'), QStringLiteral("&&"));
    };
    for (const QString& name : all) {
        m_menu->addAction(ui::icon(QStringLiteral("filter")), plain(name), this, [this, name] { apply(name); });
    }
    if (!all.isEmpty()) {
        m_menu->addSeparator();
    }
    m_menu->addAction(tr("Save this filter…"), this, &SavedFilters::askName);
    auto* begin = m_menu->addMenu(tr("Start with"));
    begin->setEnabled(!all.isEmpty());
    const QString first = defaultName();
    const auto offer = [this, begin, &first](const QString& name, const QString& shown) {
        auto* action = begin->addAction(shown, this, [this, name] { setDefault(name); });
        action->setCheckable(true);
        action->setChecked(name == first);
    };
    offer({}, tr("No filter"));
    for (const QString& name : all) {
        offer(name, plain(name));
    }
    auto* forget = m_menu->addMenu(tr("Delete a filter"));
    forget->setEnabled(!all.isEmpty());
    for (const QString& name : all) {
        forget->addAction(plain(name), this, [this, name] {
            remove(name);
            m_context.notices.info(tr("The filter \"%1\" is deleted.").arg(shownLine(name, kMaxName)));
        });
    }
}

void SavedFilters::askName() {
    auto* dialog = named(new QInputDialog(window()), QStringLiteral("filterNameDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Save this filter"));
    dialog->setLabelText(tr("Name"));
    dialog->setTextValue({});  // makes the line
    if (auto* line = dialog->findChild<QLineEdit*>()) {
        line->setMaxLength(kMaxName);
        line->setMinimumWidth(kNameWidth);  // the dialog takes no width of its own: its title was cut
    }
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& typed) {
        const QString name = typed.trimmed().left(kMaxName);
        if (!name.isEmpty()) {
            save(name);
            m_context.notices.good(tr("The filter is saved as \"%1\".").arg(shownLine(name, kMaxName)));
        }
    });
    dialog->open();  // makes the buttons
    if (auto* buttons = dialog->findChild<QDialogButtonBox*>()) {
        auto* confirm = buttons->button(QDialogButtonBox::Ok);
        confirm->setEnabled(false);
        connect(dialog, &QInputDialog::textValueChanged, confirm,
                [confirm](const QString& typed) { confirm->setEnabled(!typed.trimmed().isEmpty()); });
    }
}

void SavedFilters::retranslate() {
    setToolTip(tr("Saved filters"));
    setAccessibleName(tr("Saved filters"));
}

void SavedFilters::putRange(QJsonObject& into, const TimeRange& range) {
    into[kTime] = static_cast<int>(range.preset);
    if (range.from && range.to) {
        into[kFrom] = QString::number(range.from->ms);
        into[kTo] = QString::number(range.to->ms);
    }
}

TimeRange SavedFilters::rangeIn(const QJsonObject& from) {
    TimeRange range;
    range.preset = static_cast<TimeRange::Preset>(
        std::clamp(from.value(kTime).toInt(), 0, static_cast<int>(TimeRange::Preset::Custom)));
    if (range.preset == TimeRange::Preset::Custom) {
        range.from = Instant{from.value(kFrom).toString().toLongLong()};
        range.to = Instant{from.value(kTo).toString().toLongLong()};
    }
    return range;
}

QStringList SavedFilters::listIn(const QJsonObject& from, const QString& key) {
    QStringList values;
    for (const auto& each : from.value(key).toArray()) {
        values << each.toString();
    }
    return values;
}

}  // namespace evenhand::ui
