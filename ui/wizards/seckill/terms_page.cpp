// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/seckill/terms_page.h"

#include "engine/base/clock.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/seckill_labels.h"

namespace evenhand::ui {
namespace {

constexpr std::int64_t kOfferedBeginMs = 60 * base::kMinuteMs;
constexpr std::int64_t kOfferedLengthMs = 60 * base::kMinuteMs;
constexpr std::int64_t kRoundMs = 15 * base::kMinuteMs;
constexpr int kFieldWidth = 240;

}  // namespace

TermsPage::TermsPage(UiContext& context, const std::optional<api::ActivityRow>& editing, QWidget* parent)
    : WizardStep("activityTerms", parent), m_context(context), m_editing(editing) {
    setupForm();
    setupTimes();
    down()->addStretch(1);
    done();
}

void TermsPage::setupForm() {
    m_units = named(new QLineEdit(this), QStringLiteral("activityUnits"));
    m_price = named(new QLineEdit(this), QStringLiteral("activityPrice"));
    if (m_editing) {
        m_units->setText(Formats::number(m_editing->set.stock));
        m_price->setText(m_context.formats.money(m_editing->set.price));
    }
    for (auto* edit : {m_units, m_price}) {
        edit->setFixedWidth(byText(kFieldWidth));
    }
    addField("stock", m_units);
    addField("price", m_price, Room::Own, tr("Sale price (%1)").arg(m_context.formats.currency()));
    connect(m_units, &QLineEdit::textChanged, this, &TermsPage::check);
    connect(m_price, &QLineEdit::textChanged, this, &TermsPage::check);
}

MomentEdit* TermsPage::momentEdit(const char* name, Instant at) {
    auto* edit = new MomentEdit(
        m_context.formats, [this] { return m_context.bridge.now(); }, at, false, this);
    edit->setObjectName(QLatin1String(name));
    edit->setFixedWidth(byText(kFieldWidth));
    connect(edit, &QDateTimeEdit::dateTimeChanged, this, &TermsPage::check);
    return edit;
}

void TermsPage::setupTimes() {
    const std::int64_t soon = m_context.bridge.now().ms + kOfferedBeginMs;
    const Instant begin = m_editing ? m_editing->set.begin : Instant{soon - soon % kRoundMs};
    m_begin = momentEdit("activityBegin", begin);
    m_end = momentEdit("activityEnd", m_editing ? m_editing->set.end : begin.plusMs(kOfferedLengthMs));
    addField("begin", m_begin);
    addField("end", m_end);
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

QString TermsPage::labelOf(const std::string& field) const { return activityFieldLabel(field); }

QString TermsPage::whyFixed(const std::string& field) const {
    return ui::whyFixed(field.c_str(), m_editing ? std::optional(m_editing->state) : std::nullopt);
}

QString TermsPage::problemOf(const std::string& field) const {
    if (field == "stock") {
        return checkUnits(m_units->text(), api::kMaxActivityStock,
                          m_voucher ? std::optional(m_voucher->stock) : std::nullopt)
            .problem;
    }
    if (field == "price") {
        return checkedPrice().problem;
    }
    return field == "end" ? problemOfEnd(begin(), end(), m_context.bridge.now()) : QString();
}

bool TermsPage::isWarned(const std::string& field) const {
    const auto price = checkedPrice().value;
    return field == "price" && m_voucher && price && *price > m_voucher->unitPrice;
}

QString TermsPage::hintOf(const std::string& field) const {
    const auto& formats = m_context.formats;
    if (field == "stock") {
        return m_voucher ? tr("%1 on hand").arg(Formats::number(m_voucher->stock)) : QString();
    }
    if (field == "price") {
        if (!m_voucher) {
            return {};
        }
        const QString normal = formats.moneyWithCurrency(m_voucher->unitPrice);
        return isWarned(field) ? tr("That is more than the normal price: %1.").arg(normal)
                               : tr("%1 normally costs %2").arg(text(m_voucher->name), normal);
    }
    if (field == "begin") {
        return begin() <= m_context.bridge.now()
                   ? tr("This time has passed: it is on sale as soon as it is started.")
                   : tr("Business time zone: %1").arg(QString::fromLatin1(formats.zone().id()));
    }
    return end() > begin() ? tr("lasts %1").arg(Formats::duration(end().ms - begin().ms)) : QString();
}

void TermsPage::fill(api::ActivityInput& input) const {
    input.stock = !isFixed("stock") ? checkCount(m_units->text(), 1, api::kMaxActivityStock).value.value_or(0)
                                    : m_editing->set.stock;
    input.price = !isFixed("price") ? checkedPrice().value.value_or(Money{}) : m_editing->set.price;
    input.begin = begin();
    input.end = end();
}

void TermsPage::fillExample(const QString& price) {
    m_units->setText(QStringLiteral("500"));
    m_price->setText(price);
}

}  // namespace evenhand::ui
