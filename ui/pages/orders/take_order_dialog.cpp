// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/orders/take_order_dialog.h"

#include <utility>

#include "engine/api/cash_payment.h"
#include "engine/api/limits.h"
#include "engine/base/rng.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/shell/campus_scope.h"
#include "ui/shell/notices.h"
#include "ui/widgets/campaign_labels.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/or_dash.h"

namespace evenhand::ui {
namespace {

/// What may have been done before this refusal of another try is as unknown as it was.
bool saysNothingNew(ErrorCode code) {
    return code == ErrorCode::Busy || code == ErrorCode::ReadOnly || code == ErrorCode::Storage ||
           code == ErrorCode::Cancelled || code == ErrorCode::WorkspaceInUse;
}

/// Nobody else comes upon it.
std::string keyOfOrder() {
    base::Rng rng(base::Rng::systemSeed());
    return "hand-" + std::to_string(rng.next()) + '-' + std::to_string(rng.next());
}

}  // namespace

TakeOrderDialog::TakeOrderDialog(UiContext& context, QWidget* parent)
    : FormDialog(context, QStringLiteral("takeOrderDialog"),
                 {tr("Take an order"), tr("For somebody who calls. Prices are those of the catalogue."),
                  tr("Place the order")},
                 parent),
      m_key(keyOfOrder()) {
    addWho();
    addWhat();
    addPayment();
    m_total = new QLabel(this);
    m_total->setObjectName(QStringLiteral("orderTotal"));
    m_total->setTextFormat(Qt::PlainText);
    m_total->setAlignment(Qt::AlignRight);
    addAcross(m_total);
    m_unsure = new QLabel(tr("It is not known whether the order was placed. Send it again: it is placed once, "
                             "however often it is sent."),
                          this);
    m_unsure->setObjectName(QStringLiteral("orderUnsure"));
    m_unsure->setTextFormat(Qt::PlainText);
    m_unsure->setWordWrap(true);
    m_unsure->setProperty("problem", true);
    m_unsure->hide();
    addAcross(m_unsure);
    needs(api::Operation::OrdersPlaceByHand);
    setSubmit([this](const QString&, const Done& done) { place(done); });
    readCampaigns();
    sayTotal();
    recheck();
}

// --- fields -------------------------------------------------------------------------------------------------

void TakeOrderDialog::addWho() {
    m_user = new QLineEdit(this);
    m_user->setObjectName(QStringLiteral("orderUser"));
    m_user->setMaxLength(static_cast<int>(base::kMaxIdCharacters));
    addField(QStringLiteral("user"), tr("User"), m_user, tr("As the shop knows them: a number, a telephone."), [this] {
        if (m_user->text().trimmed().isEmpty()) {
            return tr("Enter who the order is for.");
        }
        const auto good = base::validateId(m_user->text().trimmed().toStdString(), {});
        return good ? QString() : errorText(good.error());
    });
    m_campus = new QComboBox(this);
    m_campus->setObjectName(QStringLiteral("orderCampus"));
    for (const auto& each : context().scope.campuses()) {
        if (!each.disabledAt) {
            m_campus->addItem(context().scope.nameOf(each.id), text(each.id));
        }
    }
    m_campus->setCurrentIndex(std::max(0, m_campus->findData(text(context().scope.current()))));
    addField(QStringLiteral("campus"), tr("Campus"), m_campus, {}, [this] {
        return m_campus->count() == 0 ? tr("There is no campus that takes orders. Add one on Shop.") : QString();
    });
    connect(m_user, &QLineEdit::textChanged, this, &TakeOrderDialog::recheck);
    connect(m_campus, &QComboBox::currentIndexChanged, this, &TakeOrderDialog::recheck);
}

void TakeOrderDialog::addWhat() {
    m_lines = new OrderLinesEdit(context(), this);
    m_lines->setObjectName(QStringLiteral("orderLines"));
    addField(QStringLiteral("sku"), tr("Products"), m_lines, {}, [this] {
        if (m_lines->lines().empty()) {
            return tr("Add a product.");
        }
        const auto total = m_lines->total();
        return total && *total <= context().bridge.workspace().largestAmount
                   ? QString()
                   : tr("The order costs more than an order may.");
    });
    m_draw = new QComboBox(this);
    m_draw->setObjectName(QStringLiteral("orderDraw"));
    m_draw->addItem(tr("No discount"));
    addField(QStringLiteral("draw"), tr("Discount"), m_draw, tr("A draw of a running campaign."));
    connect(m_lines, &OrderLinesEdit::changed, this, [this] {
        sayTotal();
        recheck();
    });
    connect(m_draw, &QComboBox::currentIndexChanged, this, [this] {
        sayTotal();
        recheck();
    });
}

void TakeOrderDialog::addPayment() {
    m_payment = new QComboBox(this);
    m_payment->setObjectName(QStringLiteral("orderPayment"));
    m_payment->addItem(tr("Not paid yet"));
    m_payment->addItem(tr("Paid in cash"));
    m_payment->addItem(tr("Paid, with a number"));
    addField(
        QStringLiteral("payment"), tr("Payment"), m_payment, tr("What is not paid in time closes by itself."), [this] {
            return payment() == Later ? QString() : context().bridge.whyNotAllowed(api::Operation::OrdersRecordPayment);
        });
    m_number = new QLineEdit(this);
    m_number->setObjectName(QStringLiteral("orderPaymentNo"));
    m_number->setMaxLength(static_cast<int>(base::kMaxIdCharacters));
    addField(QStringLiteral("payment_no"), tr("Payment number"), m_number, {}, [this] {
        if (payment() != ByNumber) {
            return QString();
        }
        if (m_number->text().trimmed().isEmpty()) {
            return tr("Enter a payment number.");
        }
        const auto good = base::validateId(m_number->text().trimmed().toStdString(), {});
        return good ? QString() : errorText(good.error());
    });
    m_paymentReason = new QLineEdit(this);
    m_paymentReason->setObjectName(QStringLiteral("orderPaymentReason"));
    m_paymentReason->setMaxLength(static_cast<int>(api::kMaxReason));
    addField(QStringLiteral("reason"), tr("Reason"), m_paymentReason, tr("Of the payment; kept in the audit log."),
             [this] {
                 return payment() != Later && m_paymentReason->text().trimmed().isEmpty() ? tr("Enter a reason.")
                                                                                          : QString();
             });
    connect(m_payment, &QComboBox::currentIndexChanged, this, &TakeOrderDialog::recheck);
    connect(m_number, &QLineEdit::textChanged, this, &TakeOrderDialog::recheck);
    connect(m_paymentReason, &QLineEdit::textChanged, this, &TakeOrderDialog::recheck);
}

/// Nothing of an order that may have been placed can be changed: another order under its key would be refused.
void TakeOrderDialog::enableFields() {
    if (m_paymentReason == nullptr || m_unsure == nullptr) {
        return;  // not all fields are there yet
    }
    for (QWidget* each : {static_cast<QWidget*>(m_user), static_cast<QWidget*>(m_campus),
                          static_cast<QWidget*>(m_lines), static_cast<QWidget*>(m_draw)}) {
        each->setEnabled(!m_isUnsure);
    }
    m_number->setEnabled(payment() == ByNumber);
    m_paymentReason->setEnabled(payment() != Later);
    m_unsure->setVisible(m_isUnsure);
}

void TakeOrderDialog::readCampaigns() {
    auto& bridge = context().bridge;
    whenReady(bridge.campaigns().campaigns(bridge.call()), this,
              [this](const Result<std::vector<api::CampaignRow>>& rows) {
                  for (const auto& row : rows ? *rows : std::vector<api::CampaignRow>{}) {
                      if (row.state == api::CampaignState::Running) {
                          m_draw->addItem(orDash(row.settings.name), text(row.id));
                      }
                  }
              });
}

void TakeOrderDialog::sayTotal() {
    if (m_total == nullptr) {
        return;
    }
    const auto total = m_lines->total();
    const QString amount = total ? context().formats.moneyWithCurrency(*total) : Formats::dash();
    m_total->setText(m_draw->currentIndex() > 0 ? tr("%1, less the discount").arg(amount)
                                                : tr("%1 to pay").arg(amount));
}

TakeOrderDialog::Payment TakeOrderDialog::payment() const { return static_cast<Payment>(m_payment->currentIndex()); }

// --- placing ------------------------------------------------------------------------------------------------

api::PlaceOrder TakeOrderDialog::request() const {
    api::PlaceOrder order;
    order.key = m_key;
    order.user = UserId(m_user->text().trimmed().toStdString());
    order.campus = CampusId(m_campus->currentData().toString().toStdString());
    order.lines = m_lines->lines();
    if (m_draw->currentIndex() > 0) {
        order.draw = api::OrderDraw{CampaignId(m_draw->currentData().toString().toStdString()), {}};
    }
    return order;
}

void TakeOrderDialog::place(const Done& done) {
    auto& bridge = context().bridge;
    if (!m_isUnsure) {
        m_sent = request();
    }
    whenReady(bridge.orders().placeByHand(bridge.call(), m_sent), this,
              [this, done](const Result<api::PlacedOrder>& placed) {
                  if (!placed) {
                      const auto code = placed.error().code;
                      m_isUnsure = code == ErrorCode::OutcomeUnknown || (m_isUnsure && saysNothingNew(code));
                      done(placed.error());
                      return;
                  }
                  m_isUnsure = false;
                  if (payment() == Later) {
                      context().notices.good(
                          tr("Order %1 is placed: %2 to pay.")
                              .arg(text(placed->orderNo), context().formats.moneyWithCurrency(placed->payable)) +
                          discountText(*placed));
                      done(std::nullopt);
                  } else {
                      pay(*placed, done);
                  }
              });
}

QString TakeOrderDialog::discountText(const api::PlacedOrder& placed) const {
    return placed.draw && placed.draw->refusal
               ? QLatin1Char(' ') + tr("There was no discount: %1.").arg(label(*placed.draw->refusal))
               : QString();
}

void TakeOrderDialog::pay(const api::PlacedOrder& placed, const Done& done) {
    auto& bridge = context().bridge;
    const auto number =
        payment() == Cash ? api::cashPaymentNo(placed.orderNo) : PaymentNo(m_number->text().trimmed().toStdString());
    whenReady(bridge.orders().recordPayment(bridge.call(m_paymentReason->text().trimmed()),
                                            {number, placed.orderNo, placed.payable}),
              this, [this, placed, done](const Result<api::PaymentAnswer>& answer) {
                  tellPaid(placed, answer);
                  done(std::nullopt);  // it is placed, whatever became of the payment
              });
}

void TakeOrderDialog::tellPaid(const api::PlacedOrder& placed, const Result<api::PaymentAnswer>& answer) {
    const QString no = text(placed.orderNo);
    const auto& formats = context().formats;
    if (!answer && answer.error().code == ErrorCode::OutcomeUnknown) {
        context().notices.bad(
            tr("Order %1 is placed, but it is not known whether its payment was recorded. Look at the "
               "order before you record it again.")
                .arg(no) +
            discountText(placed));
    } else if (!answer) {
        context().notices.bad(tr("Order %1 is placed, but not paid: %2").arg(no, errorText(answer.error(), formats)) +
                              discountText(placed));
    } else if (answer->outcome != api::PaymentOutcome::Accepted) {
        context().notices.warn(tr("Order %1 is placed, but not paid: the money is kept and owed back (%2).")
                                   .arg(no, answer->owed ? label(*answer->owed) : Formats::dash()) +
                               discountText(placed));
    } else {
        context().notices.good(
            tr("Order %1 is placed and paid: %2.").arg(no, formats.moneyWithCurrency(placed.payable)) +
            discountText(placed));
    }
}

}  // namespace evenhand::ui
