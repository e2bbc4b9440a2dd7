// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/courier_picker.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/name_match.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {
namespace {

constexpr int kIdRole = Qt::UserRole + 1;
constexpr int kNameRole = Qt::UserRole + 2;
constexpr int kPhoneRole = Qt::UserRole + 3;

}  // namespace

CourierPicker::CourierPicker(const QString& title, const std::vector<api::CourierRow>& couriers,
                             const CourierId& except, QWidget* parent)
    : QDialog(parent),
      m_couriers(couriers),
      m_search(new QLineEdit(this)),
      m_list(new QListWidget(this)),
      m_empty(new QLabel(this)) {
    setObjectName(QStringLiteral("courierPicker"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(title);
    resize(520, 420);
    m_search->setObjectName(QStringLiteral("courierPickerSearch"));
    m_search->setPlaceholderText(tr("Part of the name, its initials, the id or the telephone number"));
    m_search->setAccessibleName(tr("Search couriers"));
    m_search->setClearButtonEnabled(true);
    m_list->setObjectName(QStringLiteral("courierPickerList"));
    m_list->setAccessibleName(tr("Couriers on duty, fairest first"));
    m_list->setUniformItemSizes(true);
    for (const auto& courier : couriers) {
        if (!courier.onDuty || courier.id == except) {
            continue;
        }
        const QString name = nameOf(courier);
        const QString load = courier.limit() == 0
                                 ? Formats::number(courier.inHand)
                                 : tr("%1 of %2", "orders in hand, at most")
                                       .arg(Formats::number(courier.inHand), Formats::number(courier.limit()));
        QString shown = tr("%1   ·   weight %2   ·   %3 in hand").arg(name, Formats::number(courier.weight), load);
        if (!courier.phone.empty()) {
            shown += QStringLiteral("   ·   ") + shownLine(text(courier.phone));
        }
        auto* item = new QListWidgetItem(shown, m_list);
        item->setData(kIdRole, text(courier.id));
        item->setData(kNameRole, name);
        item->setData(kPhoneRole, text(courier.phone));
        item->setSizeHint({0, tableRowHeight()});
    }
    m_empty->setObjectName(QStringLiteral("courierPickerEmpty"));
    m_empty->setTextFormat(Qt::PlainText);
    m_empty->setWordWrap(true);
    m_empty->setText(tr("Nobody else is on duty on this campus."));
    m_empty->setVisible(m_list->count() == 0);
    auto* buttons = new QDialogButtonBox(this);
    m_choose =
        named(buttons->addButton(tr("Choose"), QDialogButtonBox::AcceptRole), QStringLiteral("courierPickerChoose"));
    m_choose->setProperty("role", QStringLiteral("primary"));
    buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole)
        ->setObjectName(QStringLiteral("courierPickerCancel"));
    auto* layout = columnIn(this, kGapLarge, kGap);
    layout->addWidget(m_search);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_empty);
    layout->addWidget(buttons);
    connect(m_search, &QLineEdit::textChanged, this, &CourierPicker::filter);
    connect(m_list, &QListWidget::itemActivated, this, &CourierPicker::pick);
    connect(m_list, &QListWidget::currentRowChanged, this, [this](int row) { m_choose->setEnabled(row >= 0); });
    connect(buttons, &QDialogButtonBox::accepted, this, &CourierPicker::pick);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_list->setCurrentRow(m_list->count() > 0 ? 0 : -1);
    m_choose->setEnabled(m_list->count() > 0);
}

void CourierPicker::filter(const QString& text) {
    int first = -1;
    for (int row = 0; row < m_list->count(); ++row) {
        auto* item = m_list->item(row);
        const bool shown = nameMatches(text, item->data(kNameRole).toString(), item->data(kIdRole).toString(),
                                       item->data(kPhoneRole).toString());
        item->setHidden(!shown);
        if (shown && first < 0) {
            first = row;
        }
    }
    m_list->setCurrentRow(first);
    m_choose->setEnabled(first >= 0);
    if (m_list->count() > 0) {
        m_empty->setText(tr("No courier on duty matches \"%1\".").arg(text.trimmed()));
        m_empty->setVisible(first < 0);
    }
}

void CourierPicker::pick() {
    const auto* item = m_list->currentItem();
    if (item == nullptr || item->isHidden()) {
        return;
    }
    const CourierId id(item->data(kIdRole).toString().toStdString());
    Q_EMIT picked(
        *std::find_if(m_couriers.begin(), m_couriers.end(), [&id](const auto& each) { return each.id == id; }));
    accept();
}

}  // namespace evenhand::ui
