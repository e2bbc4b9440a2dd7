// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/seckill/what_page.h"

#include <QGridLayout>
#include <QHeaderView>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/error_text.h"
#include "ui/shell/campus_scope.h"
#include "ui/widgets/first_steps.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/tone_delegate.h"
#include "ui/wizards/seckill/activity_checks.h"

namespace evenhand::ui {
namespace {

constexpr int kRestMs = 150;
constexpr std::int64_t kMaxVouchers = 200;
constexpr int kWidths[VoucherTableModel::kColumns] = {250, 120, 100, 80};

std::optional<api::ActivityState> stateOfEdited(const std::optional<api::ActivityRow>& editing) {
    return editing ? std::optional(editing->state) : std::nullopt;
}

}  // namespace

WhatPage::WhatPage(UiContext& context, const std::optional<api::ActivityRow>& editing, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_editing(editing),
      m_vouchers(*new VoucherTableModel(context.formats, this)) {
    setObjectName(QStringLiteral("activityWhat"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_grid = new QGridLayout;
    m_grid->setHorizontalSpacing(kGapLarge);
    m_grid->setVerticalSpacing(2);
    m_grid->setColumnStretch(1, 1);
    layout->addLayout(m_grid);
    setupForm();
    setupVouchers();
    m_typing.setSingleShot(true);
    m_typing.setInterval(kRestMs);
    connect(&m_typing, &QTimer::timeout, this, &WhatPage::read);
    if (m_editing) {
        setupEditing();
    }
    read();
    check();
}

int WhatPage::addField(const char* name, const QString& caption, QWidget* field, const QString& hint) {
    const int row = m_grid->rowCount();
    auto* label = new QLabel(caption, this);
    label->setTextFormat(Qt::PlainText);
    label->setBuddy(field);
    field->setAccessibleName(caption);
    auto* below = new FieldHint(QLatin1String(name), this);
    below->setHint(hint);
    m_hints[name] = below;
    m_grid->addWidget(label, row, 0, Qt::AlignTop);
    m_grid->addWidget(field, row, 1);
    m_grid->addWidget(below, row + 1, 1);
    m_grid->setRowMinimumHeight(row + 1, 24);
    return row;
}

void WhatPage::setupForm() {
    m_name = new QLineEdit(this);
    m_name->setObjectName(QStringLiteral("activityName"));
    m_id = new QLineEdit(this);
    m_id->setObjectName(QStringLiteral("activityId"));
    m_campus = new QComboBox(this);
    m_campus->setObjectName(QStringLiteral("activityCampus"));
    for (const auto& campus : m_context.scope.campuses()) {
        m_campus->addItem(m_context.scope.nameOf(campus.id), text(campus.id));
    }
    const int current = m_campus->findData(text(m_context.scope.current()));
    m_campus->setCurrentIndex(current >= 0 ? current : (m_campus->count() > 0 ? 0 : -1));
    addField("name", tr("Name"), m_name, tr("For the team; may be changed at any time."));
    addField("id", tr("Number"), m_id, tr("Storefronts use it to name the sale; it cannot be changed later."));
    addField("campus", tr("Campus"), m_campus, tr("Whose couriers deliver the orders."));
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
    auto* down = new QVBoxLayout(holder);
    down->setContentsMargins(0, 0, 0, 0);
    down->setSpacing(kGapSmall);
    m_find = new QLineEdit(holder);
    m_find->setObjectName(QStringLiteral("activityVoucherFind"));
    m_find->setPlaceholderText(tr("Name or SKU begins with"));
    m_find->setAccessibleName(tr("Find a product"));
    m_find->setClearButtonEnabled(true);
    m_table = new QTableView(holder);
    m_table->setObjectName(QStringLiteral("activityVouchers"));
    m_table->setModel(&m_vouchers);
    styleTable(*m_table, false);
    fitColumns(*m_table, kWidths);
    m_table->setMinimumHeight(5 * tableRowHeight());
    m_none = new EmptyHint(*m_table);
    down->addWidget(m_find);
    down->addWidget(m_table, 1);
    const int row = addField("voucher", tr("Product"), holder, tr("Price and stock come from the catalogue."));
    m_table->setAccessibleName(tr("Products"));
    m_grid->setRowStretch(row, 1);
    connect(m_find, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &WhatPage::chosen);
}

void WhatPage::setupEditing() {
    const auto& set = m_editing->set;
    m_name->setText(text(set.name));
    m_id->setText(text(set.id));
    m_campus->setCurrentIndex(m_campus->findData(text(set.campus)));
    m_wanted = set.voucher;
    const std::pair<const char*, QWidget*> fields[] = {
        {"name", m_name}, {"id", m_id}, {"campus", m_campus}, {"voucher", m_table}};
    for (const auto& [name, field] : fields) {
        const QString why = whyFixed(name, stateOfEdited(m_editing));
        field->setEnabled(why.isEmpty());
        field->setToolTip(plainToolTip(why));
        if (!why.isEmpty()) {
            m_hints[name]->setHint(why);
        }
    }
    m_find->setEnabled(m_table->isEnabled());
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
                  if (!rows) {
                      m_hints["voucher"]->setProblem(tr("Could not be read: %1").arg(errorText(rows.error())));
                  } else if (m_wanted) {
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

void WhatPage::check() {
    const auto touched = [](const QLineEdit* edit) { return edit->isModified() || !edit->text().isEmpty(); };
    m_hints["name"]->setProblem(touched(m_name) ? checkActivityName(m_name->text()).problem : QString());
    m_hints["id"]->setProblem(touched(m_id) ? checkActivityId(m_id->text()).problem : QString());
    m_hints["campus"]->setProblem(
        m_campus->count() == 0 ? tr("There is no campus yet. The Dispatch page says how to add one.") : QString());
    const bool fixed = !m_table->isEnabled();
    m_hints["voucher"]->setProblem(!fixed && m_voucher && m_voucher->stock <= 0 ? tr("This product has no stock.")
                                                                                : QString());
    Q_EMIT changed();
}

QString WhatPage::problem() const {
    const auto named = [](const QString& field, const QString& why) {
        return why.isEmpty() ? QString() : tr("%1: %2", "field, why").arg(field, why);
    };
    for (const QString& why :
         {named(tr("Name"), checkActivityName(m_name->text()).problem),
          named(tr("Number"), checkActivityId(m_id->text()).problem),
          named(tr("Campus"), m_campus->currentIndex() < 0 ? tr("Choose a campus.") : QString())}) {
        if (!why.isEmpty()) {
            return why;
        }
    }
    if (!m_table->isEnabled()) {
        return {};
    }
    if (!m_voucher) {
        return named(tr("Product"), tr("Choose a product."));
    }
    return named(tr("Product"), m_voucher->stock <= 0 ? tr("This product has no stock.") : QString());
}

void WhatPage::fill(api::ActivityInput& input) const {
    input.name = m_name->text().trimmed().toStdString();
    input.id = ActivityId(m_id->text().trimmed().toStdString());
    input.campus = CampusId(m_campus->currentData().toString().toStdString());
    if (!m_table->isEnabled()) {
        input.voucher = m_editing->set.voucher;
    } else if (m_voucher) {
        input.voucher = m_voucher->sku;
    }
}

bool WhatPage::owns(const std::string& field) {
    return field == "name" || field == "id" || field == "campus" || field == "voucher";
}

void WhatPage::refused(const std::string& field, const QString& why) {
    if (const auto hint = m_hints.find(field); hint != m_hints.end()) {
        hint->second->setProblem(why);
    }
}

}  // namespace evenhand::ui
