// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/seckill/what_page.h"

#include <QHeaderView>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/error_text.h"
#include "ui/shell/campus_scope.h"
#include "ui/tables/table_export.h"
#include "ui/widgets/first_steps.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/row_copying.h"
#include "ui/widgets/seckill_labels.h"
#include "ui/widgets/tone_delegate.h"
#include "ui/wizards/seckill/activity_checks.h"

namespace evenhand::ui {
namespace {

constexpr int kRestMs = 150;
constexpr std::int64_t kMaxVouchers = 200;
constexpr int kWidths[VoucherTableModel::kColumns] = {250, 120, 100, 80};

}  // namespace

WhatPage::WhatPage(UiContext& context, const std::optional<api::ActivityRow>& editing, QWidget* parent)
    : WizardStep("activityWhat", parent),
      m_context(context),
      m_editing(editing),
      m_vouchers(*new VoucherTableModel(context.formats, this)) {
    setupForm();
    setupVouchers();
    m_typing.setSingleShot(true);
    m_typing.setInterval(kRestMs);
    connect(&m_typing, &QTimer::timeout, this, &WhatPage::read);
    if (m_editing) {
        setupEditing();
    }
    read();
    done();
}

void WhatPage::setupForm() {
    m_name = named(new QLineEdit(this), QStringLiteral("activityName"));
    m_id = named(new QLineEdit(this), QStringLiteral("activityId"));
    m_campus = named(new QComboBox(this), QStringLiteral("activityCampus"));
    for (const auto& campus : m_context.scope.campuses()) {
        m_campus->addItem(m_context.scope.nameOf(campus.id), text(campus.id));
    }
    const int current = m_campus->findData(text(m_context.scope.current()));
    m_campus->setCurrentIndex(current >= 0 ? current : (m_campus->count() > 0 ? 0 : -1));
    addField("name", m_name, Room::Whole);
    addField("id", m_id, Room::Whole);
    addField("campus", m_campus, Room::Whole);
    connect(m_name, &QLineEdit::textChanged, this, [this] {
        if (!m_idTyped && !m_editing) {
            m_id->setText(suggestedActivityId(m_name->text(), m_context.formats.zoned(m_context.bridge.now())));
        }
        check();
    });
    connect(m_id, &QLineEdit::textEdited, this, [this] { m_idTyped = true; });
    connect(m_id, &QLineEdit::textChanged, this, &WhatPage::check);
    connect(m_campus, &QComboBox::currentIndexChanged, this, &WhatPage::check);
}

void WhatPage::setupVouchers() {
    auto* holder = new QWidget(this);
    auto* down = columnIn(holder, 0, kGapSmall);
    m_find = named(new QLineEdit(holder), QStringLiteral("activityVoucherFind"));
    m_find->setPlaceholderText(tr("Name or SKU begins with"));
    m_find->setAccessibleName(tr("Find a product"));
    m_find->setClearButtonEnabled(true);
    m_table = named(new QTableView(holder), QStringLiteral("activityVouchers"));
    m_table->setModel(&m_vouchers);
    styleTable(*m_table, false);
    addCopying(*m_table);
    addExport(*m_table, m_context, {tr("Export the products"), QStringLiteral("products.csv")});
    fitColumns(*m_table, kWidths);
    m_table->setMinimumHeight(5 * tableRowHeight());
    m_none = new EmptyHint(*m_table);
    down->addWidget(m_find);
    down->addWidget(m_table, 1);
    holder->setFocusProxy(m_find);
    addField("voucher", holder, Room::Rest);
    m_table->setAccessibleName(tr("Products"));
    connect(m_find, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &WhatPage::chosen);
}

void WhatPage::setupEditing() {
    const auto& set = m_editing->set;
    m_name->setText(text(set.name));
    m_id->setText(text(set.id));
    m_campus->setCurrentIndex(m_campus->findData(text(set.campus)));
    m_wanted = set.voucher;
    m_find->setText(text(set.voucher));  // however long the catalogue, this one is found
}

void WhatPage::read() {
    ++m_reads;
    auto& bridge = m_context.bridge;
    whenReady(bridge.orders().products(bridge.call(), m_find->text().trimmed().toStdString(), kMaxVouchers), this,
              [this, generation = ++m_generation](const Result<std::vector<api::ProductRow>>& rows) {
                  --m_reads;
                  if (generation != m_generation) {
                      return;
                  }
                  m_vouchers.setRows(rows ? *rows : std::vector<api::ProductRow>{});
                  m_none->setHint(!rows ? QString()
                                  : m_find->text().trimmed().isEmpty()
                                      ? tr("There are no products yet.") + QLatin1Char('\n') + howToGetProducts()
                                      : tr("No product begins with this."));
                  m_unread = rows ? QString() : tr("Could not be read: %1").arg(errorText(rows.error()));
                  if (rows && m_wanted) {
                      selectVoucher(*m_wanted);
                  }
                  check();
                  Q_EMIT ready();
              });
}

void WhatPage::selectVoucher(const Sku& sku) {
    const int row = m_vouchers.rowOf(sku.str());
    if (row >= 0) {
        m_wanted.reset();
        m_table->selectRow(row);
    }
}

void WhatPage::fillExample(const QString& name) {
    m_name->setText(name);
    const auto& rows = m_vouchers.rows();
    const auto most =
        std::max_element(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.stock < b.stock; });
    if (most != rows.end()) {
        selectVoucher(most->sku);
    }
}

void WhatPage::chosen() {
    const auto* row = m_vouchers.at(m_table->currentIndex());
    m_voucher = row ? std::optional(*row) : std::nullopt;
    check();
}

QString WhatPage::labelOf(const std::string& field) const { return activityFieldLabel(field); }

QString WhatPage::hintOf(const std::string& field) const {
    if (field == "name") {
        return tr("For the team; may be changed at any time.");
    }
    if (field == "id") {
        return tr("Storefronts use it to name the sale; it cannot be changed later.");
    }
    return field == "campus" ? tr("Whose couriers deliver the orders.")
                             : tr("Price and stock come from the catalogue.");
}

QString WhatPage::whyFixed(const std::string& field) const {
    return ui::whyFixed(field.c_str(), m_editing ? std::optional(m_editing->state) : std::nullopt);
}

bool WhatPage::isBlank(const std::string& field) const {
    if (field == "name" || field == "id") {
        const auto* edit = field == "name" ? m_name : m_id;
        return edit->text().isEmpty() && !edit->isModified();
    }
    return field == "voucher" && !m_voucher && m_unread.isEmpty();
}

QString WhatPage::problemOf(const std::string& field) const {
    if (field == "name") {
        return checkActivityName(m_name->text()).problem;
    }
    if (field == "id") {
        return checkActivityId(m_id->text()).problem;
    }
    if (field == "campus") {
        if (m_campus->count() == 0) {
            return tr("There is no campus yet. The Dispatch page says how to add one.");
        }
        return m_campus->currentIndex() < 0 ? tr("Choose a campus.") : QString();
    }
    if (!m_unread.isEmpty()) {
        return m_unread;
    }
    if (!m_voucher) {
        return tr("Choose a product.");
    }
    return m_voucher->stock <= 0 ? tr("This product has no stock.") : QString();
}

void WhatPage::fill(api::ActivityInput& input) const {
    input.name = m_name->text().trimmed().toStdString();
    input.id = ActivityId(m_id->text().trimmed().toStdString());
    input.campus = CampusId(m_campus->currentData().toString().toStdString());
    if (isFixed("voucher")) {
        input.voucher = m_editing->set.voucher;
    } else if (m_voucher) {
        input.voucher = m_voucher->sku;
    }
}

}  // namespace evenhand::ui
