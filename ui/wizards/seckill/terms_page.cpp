// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/seckill/terms_page.h"

#include <QGridLayout>
#include <QVBoxLayout>
#include <string_view>

#include "engine/base/clock.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

constexpr std::int64_t kOfferedBeginMs = 60 * base::kMinuteMs;
constexpr std::int64_t kOfferedLengthMs = 60 * base::kMinuteMs;
constexpr std::int64_t kRoundMs = 15 * base::kMinuteMs;
constexpr int kFieldWidth = 240;

std::optional<api::ActivityState> stateOf(const std::optional<api::ActivityRow>& editing) {
    return editing ? std::optional(editing->state) : std::nullopt;
}

}  // namespace

TermsPage::TermsPage(UiContext& context, const std::optional<api::ActivityRow>& editing, QWidget* parent)
    : QWidget(parent), m_context(context), m_editing(editing) {
    setObjectName(QStringLiteral("activityTerms"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_grid = new QGridLayout;
    m_grid->setHorizontalSpacing(kGapLarge);
    m_grid->setVerticalSpacing(2);
    m_grid->setColumnStretch(1, 1);
    layout->addLayout(m_grid);
    layout->addStretch(1);
    setupForm();
    setupTimes();
    if (m_editing) {
        setupEditing();
    }
    check();
}

void TermsPage::addField(const char* name, const QString& caption, QWidget* field) {
    const int row = m_grid->rowCount();
    auto* label = new QLabel(caption, this);
    label->setTextFormat(Qt::PlainText);
    label->setBuddy(field);
    field->setAccessibleName(caption);
    field->setFixedWidth(byText(kFieldWidth));
    auto* below = new FieldHint(QLatin1String(name), this);
    m_hints[name] = below;
    m_grid->addWidget(label, row, 0);
    m_grid->addWidget(field, row, 1, Qt::AlignLeft);
    m_grid->addWidget(below, row + 1, 1);
    m_grid->setRowMinimumHeight(row + 1, 28);
}

void TermsPage::setupForm() {
    m_units = new QLineEdit(this);
    m_units->setObjectName(QStringLiteral("activityUnits"));
    m_price = new QLineEdit(this);
    m_price->setObjectName(QStringLiteral("activityPrice"));
    addField("stock", tr("Units"), m_units);
    addField("price", tr("Sale price (%1)").arg(m_context.formats.currency()), m_price);
    connect(m_units, &QLineEdit::textChanged, this, &TermsPage::check);
    connect(m_price, &QLineEdit::textChanged, this, &TermsPage::check);
}

MomentEdit* TermsPage::momentEdit(const char* name, Instant at) {
    auto* edit = new MomentEdit(
        m_context.formats, [this] { return m_context.bridge.now(); }, at, false, this);
    edit->setObjectName(QLatin1String(name));
    connect(edit, &QDateTimeEdit::dateTimeChanged, this, &TermsPage::check);
    return edit;
}

void TermsPage::setupTimes() {
    const std::int64_t soon = m_context.bridge.now().ms + kOfferedBeginMs;
    const Instant begin = m_editing ? m_editing->set.begin : Instant{soon - soon % kRoundMs};
    m_begin = momentEdit("activityBegin", begin);
    m_end = momentEdit("activityEnd", m_editing ? m_editing->set.end : begin.plusMs(kOfferedLengthMs));
    addField("begin", tr("Begins"), m_begin);
    addField("end", tr("Ends"), m_end);
}

void TermsPage::setupEditing() {
    const auto& set = m_editing->set;
    m_units->setText(Formats::number(set.stock));
    m_price->setText(m_context.formats.money(set.price));
    const std::pair<const char*, QWidget*> fields[] = {
        {"stock", m_units}, {"price", m_price}, {"begin", m_begin}, {"end", m_end}};
    for (const auto& [name, field] : fields) {
        const QString why = whyFixed(name, stateOf(m_editing));
        field->setEnabled(why.isEmpty());
        field->setToolTip(plainToolTip(why));
    }
}

void TermsPage::setVoucher(const std::optional<api::ProductRow>& voucher) {
    m_voucher = voucher;
    check();
}

Instant TermsPage::begin() const {
    return m_begin->instant(m_editing ? std::optional(m_editing->set.begin) : std::nullopt);
}

Instant TermsPage::end() const { return m_end->instant(m_editing ? std::optional(m_editing->set.end) : std::nullopt); }

Checked<Money> TermsPage::checkedPrice() const {
    return checkPrice(m_price->text(), m_context.formats, m_context.bridge.workspace().largestAmount);
}

QString TermsPage::problemOf(const char* field) const {
    const std::string_view which(field);
    if (!mayChange(field, stateOf(m_editing))) {
        return {};
    }
    if (which == "stock") {
        return checkUnits(m_units->text(), api::kMaxActivityStock,
                          m_voucher ? std::optional(m_voucher->stock) : std::nullopt)
            .problem;
    }
    if (which == "price") {
        return checkedPrice().problem;
    }
    if (which == "end") {
        return problemOfEnd(begin(), end(), m_context.bridge.now());
    }
    return {};
}

QString TermsPage::problem() const {
    const std::pair<const char*, QString> fields[] = {
        {"stock", tr("Units")}, {"price", tr("Sale price")}, {"begin", tr("Begins")}, {"end", tr("Ends")}};
    for (const auto& [field, name] : fields) {
        if (const QString why = problemOf(field); !why.isEmpty()) {
            return tr("%1: %2", "field, why").arg(name, why);
        }
    }
    return {};
}

void TermsPage::refreshHints() {
    const auto& formats = m_context.formats;
    const auto state = stateOf(m_editing);
    const QString zone = tr("Business time zone: %1").arg(QString::fromLatin1(formats.zone().id()));
    const QString onHand = m_voucher ? tr("%1 on hand").arg(Formats::number(m_voucher->stock)) : QString();
    const QString usual =
        m_voucher
            ? tr("%1 normally costs %2").arg(text(m_voucher->name), formats.moneyWithCurrency(m_voucher->unitPrice))
            : QString();
    const Instant begins = begin();
    const Instant ends = end();
    const bool past = begins <= m_context.bridge.now();
    const QString lasts = ends > begins ? tr("lasts %1").arg(Formats::duration(ends.ms - begins.ms)) : QString();
    const std::pair<const char*, QString> hints[] = {
        {"stock", onHand},
        {"price", usual},
        {"begin", past ? tr("This time has passed: it is on sale as soon as it is started.") : zone},
        {"end", lasts}};
    for (const auto& [field, hint] : hints) {
        const QString fixed = whyFixed(field, state);
        m_hints[field]->setHint(fixed.isEmpty() ? hint : fixed);
    }
    const auto price = checkedPrice().value;
    if (m_voucher && price && *price > m_voucher->unitPrice && mayChange("price", state)) {
        m_hints["price"]->setHint(
            tr("That is more than the normal price: %1.").arg(formats.moneyWithCurrency(m_voucher->unitPrice)), true);
    }
}

void TermsPage::check() {
    if (m_end == nullptr) {
        return;  // still being made
    }
    refreshHints();
    m_hints["stock"]->setProblem(m_units->text().isEmpty() ? QString() : problemOf("stock"));
    m_hints["price"]->setProblem(m_price->text().isEmpty() ? QString() : problemOf("price"));
    m_hints["begin"]->setProblem({});
    m_hints["end"]->setProblem(problemOf("end"));
    Q_EMIT changed();
}

void TermsPage::fill(api::ActivityInput& input) const {
    input.stock = mayChange("stock", stateOf(m_editing))
                      ? checkCount(m_units->text(), 1, api::kMaxActivityStock).value.value_or(0)
                      : m_editing->set.stock;
    input.price =
        mayChange("price", stateOf(m_editing)) ? checkedPrice().value.value_or(Money{}) : m_editing->set.price;
    input.begin = begin();
    input.end = end();
}

void TermsPage::fillExample(const QString& price) {
    m_units->setText(QStringLiteral("500"));
    m_price->setText(price);
}

bool TermsPage::owns(const std::string& field) {
    return field == "stock" || field == "price" || field == "begin" || field == "end";
}

void TermsPage::refused(const std::string& field, const QString& why) {
    if (const auto hint = m_hints.find(field); hint != m_hints.end()) {
        hint->second->setProblem(why);
    }
}

}  // namespace evenhand::ui
