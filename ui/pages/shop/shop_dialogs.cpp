// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/shop/shop_dialogs.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QLineEdit>
#include <utility>

#include "engine/api/limits.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/dialogs/form_answer.h"
#include "ui/pages/shop/unit_count.h"
#include "ui/shell/campus_scope.h"
#include "ui/widgets/amount_text.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {
namespace {

struct ShopForms {
    Q_DECLARE_TR_FUNCTIONS(ShopForms)
};

std::string trimmed(const QLineEdit* edit) { return edit->text().trimmed().toStdString(); }

QLineEdit* lineOf(FormDialog* dialog, const char* name, const QString& value, std::size_t most) {
    auto* edit = new QLineEdit(value, dialog);
    edit->setObjectName(QLatin1String(name));
    edit->setMaxLength(static_cast<int>(most));
    QObject::connect(edit, &QLineEdit::textChanged, dialog, &FormDialog::recheck);
    return edit;
}

/// Of something new, as the engine calls the field.
QLineEdit* addId(FormDialog* dialog, const QString& field, const QString& caption) {
    auto* id = lineOf(dialog, "shopId", {}, base::kMaxIdCharacters);
    dialog->addField(field, caption, id, ShopForms::tr("It cannot be changed later."), [id] {
        if (id->text().trimmed().isEmpty()) {
            return ShopForms::tr("Enter an ID.");
        }
        const auto good = base::validateId(trimmed(id), {});
        return good ? QString() : errorText(good.error());
    });
    return id;
}

QLineEdit* addName(FormDialog* dialog, const std::string& value) {
    auto* name = lineOf(dialog, "shopName", text(value), base::kMaxNameCharacters);
    dialog->addField(QStringLiteral("name"), ShopForms::tr("Name"), name, {},
                     [name] { return name->text().trimmed().isEmpty() ? ShopForms::tr("Enter a name.") : QString(); });
    return name;
}

/// A number of units that may be missing only where `isOptional`.
QLineEdit* addUnits(FormDialog* dialog, const char* name, const QString& field, const QString& caption,
                    const QString& value, const QString& hint, std::int64_t least, bool isOptional = false) {
    auto* edit = lineOf(dialog, name, value, 20);
    edit->setAlignment(Qt::AlignRight);
    dialog->addField(field, caption, edit, hint, [edit, least, isOptional] {
        const QString typed = edit->text().trimmed();
        const auto units = readUnits(typed);
        if (isOptional && typed.isEmpty()) {
            return QString();
        }
        return units && *units >= least && *units <= api::kMaxStock
                   ? QString()
                   : ShopForms::tr("Enter a whole number from %1.").arg(Formats::number(least));
    });
    return edit;
}

QString unitsText(const std::optional<std::int64_t>& units) { return units ? QString::number(*units) : QString(); }

}  // namespace

// --- campuses and couriers ----------------------------------------------------------------------------------

FormDialog* openCampus(UiContext& context, const std::optional<api::CampusRow>& campus, QWidget* parent) {
    const QString title =
        campus ? ShopForms::tr("Edit %1").arg(shownLine(text(campus->name))) : ShopForms::tr("Add a campus");
    auto* dialog =
        new FormDialog(context, QStringLiteral("campusDialog"),
                       {title,
                        campus ? QString()
                               : ShopForms::tr("It begins with the usual delays and dispatch settings; change them on "
                                               "Dispatch and Delayed orders."),
                        campus ? ShopForms::tr("Save") : ShopForms::tr("Add")},
                       parent);
    auto* id = campus ? nullptr : addId(dialog, QStringLiteral("campus"), ShopForms::tr("ID"));
    auto* name = addName(dialog, campus ? campus->name : std::string());
    dialog->needs(campus ? api::Operation::ShopEditCampus : api::Operation::ShopAddCampus);
    if (campus) {
        dialog->setChanged([name, before = text(campus->name)] { return name->text().trimmed() != before; });
    }
    dialog->setSubmit([&context, dialog, campus, id, name](const QString&, FormDialog::Done done) {
        auto& bridge = context.bridge;
        const QString shown = shownLine(name->text().trimmed());
        if (campus) {
            finishForm(context, dialog,
                       bridge.shop().editCampus(bridge.call(), {campus->id, trimmed(name), campus->version}),
                       std::move(done), ShopForms::tr("%1 is saved.").arg(shown));
        } else {
            finishForm(context, dialog, bridge.shop().addCampus(bridge.call(), {CampusId(trimmed(id)), trimmed(name)}),
                       std::move(done), ShopForms::tr("%1 is added.").arg(shown));
        }
    });
    dialog->open();
    return dialog;
}

FormDialog* openCourier(UiContext& context, const std::optional<api::CourierRow>& courier, QWidget* parent) {
    const QString title =
        courier ? ShopForms::tr("Edit %1").arg(shownLine(text(courier->name))) : ShopForms::tr("Add a courier");
    auto* dialog = new FormDialog(
        context, QStringLiteral("courierDialog"),
        {title, courier ? QString() : ShopForms::tr("A new courier is off duty: set them on duty on Dispatch."),
         courier ? ShopForms::tr("Save") : ShopForms::tr("Add")},
        parent);
    auto* id = courier ? nullptr : addId(dialog, QStringLiteral("courier_id"), ShopForms::tr("ID"));
    QComboBox* campus = nullptr;
    if (!courier) {
        campus = new QComboBox(dialog);
        campus->setObjectName(QStringLiteral("shopCampus"));
        for (const auto& each : context.scope.campuses()) {
            campus->addItem(context.scope.nameOf(each.id), text(each.id));
        }
        campus->setCurrentIndex(std::max(0, campus->findData(text(context.scope.current()))));
        dialog->addField(QStringLiteral("campus"), ShopForms::tr("Campus"), campus,
                         ShopForms::tr("It cannot be changed later."),
                         [campus] { return campus->count() == 0 ? ShopForms::tr("Add a campus first.") : QString(); });
        QObject::connect(campus, &QComboBox::currentIndexChanged, dialog, &FormDialog::recheck);
    }
    auto* name = addName(dialog, courier ? courier->name : std::string());
    auto* phone = lineOf(dialog, "shopPhone", courier ? text(courier->phone) : QString(), base::kMaxNameCharacters);
    dialog->addField(QStringLiteral("phone"), ShopForms::tr("Telephone"), phone,
                     ShopForms::tr("Shown wherever somebody might call them."));
    dialog->needs(courier ? api::Operation::ShopEditCourier : api::Operation::ShopAddCourier);
    if (courier) {
        dialog->setChanged([name, phone, before = std::pair(text(courier->name), text(courier->phone))] {
            return std::pair(name->text().trimmed(), phone->text().trimmed()) != before;
        });
    }
    dialog->setSubmit([&context, dialog, courier, id, campus, name, phone](const QString&, FormDialog::Done done) {
        auto& bridge = context.bridge;
        const QString shown = shownLine(name->text().trimmed());
        if (courier) {
            finishForm(context, dialog,
                       bridge.shop().editCourier(bridge.call(),
                                                 {courier->id, trimmed(name), trimmed(phone), courier->version}),
                       std::move(done), ShopForms::tr("%1 is saved.").arg(shown));
        } else {
            finishForm(
                context, dialog,
                bridge.shop().addCourier(
                    bridge.call(), {CourierId(trimmed(id)), CampusId(campus->currentData().toString().toStdString()),
                                    trimmed(name), trimmed(phone)}),
                std::move(done), ShopForms::tr("%1 is added.").arg(shown));
        }
    });
    dialog->open();
    return dialog;
}

// --- products and stock -------------------------------------------------------------------------------------

FormDialog* openProduct(UiContext& context, const std::optional<api::ProductRow>& product, QWidget* parent) {
    const auto& formats = context.formats;
    const QString title =
        product ? ShopForms::tr("Edit %1").arg(shownLine(text(product->name))) : ShopForms::tr("Add a product");
    auto* dialog = new FormDialog(
        context, QStringLiteral("productDialog"),
        {title, product ? ShopForms::tr("Orders that were placed keep the price that they were placed at.") : QString(),
         product ? ShopForms::tr("Save") : ShopForms::tr("Add")},
        parent);
    auto* sku = product ? nullptr : addId(dialog, QStringLiteral("sku"), ShopForms::tr("SKU"));
    auto* name = addName(dialog, product ? product->name : std::string());
    auto* price = lineOf(dialog, "shopPrice", product ? formats.money(product->unitPrice) : QString(), 24);
    price->setAlignment(Qt::AlignRight);
    const Money most = context.bridge.workspace().largestAmount;
    dialog->addField(QStringLiteral("unit_price"), ShopForms::tr("Price (%1)").arg(formats.currency()), price, {},
                     [price, most, &formats] { return amountProblem(price->text(), Money{0}, most, formats); });
    auto* stock = product ? nullptr
                          : addUnits(dialog, "shopStock", QStringLiteral("stock"), ShopForms::tr("On hand"),
                                     QStringLiteral("0"), {}, 0);
    auto* low = addUnits(dialog, "shopLowStock", QStringLiteral("low_stock"), ShopForms::tr("Low at"),
                         unitsText(product ? product->lowStock : std::nullopt),
                         ShopForms::tr("At or below it the product is short. Empty: no limit."), 0, true);
    dialog->needs(product ? api::Operation::ShopEditProduct : api::Operation::ShopAddProduct);
    if (product) {
        dialog->setChanged([name, price, low, &formats, product] {
            return trimmed(name) != product->name || formats.readMoney(price->text()) != product->unitPrice ||
                   readUnits(low->text()) != product->lowStock;
        });
    }
    dialog->setSubmit([&context, dialog, product, sku, name, price, stock, low](const QString&, FormDialog::Done done) {
        auto& bridge = context.bridge;
        const auto amount = context.formats.readMoney(price->text()).value_or(Money{});
        const QString shown = shownLine(name->text().trimmed());
        if (product) {
            finishForm(context, dialog,
                       bridge.shop().editProduct(bridge.call(), {product->sku, trimmed(name), amount,
                                                                 readUnits(low->text()), product->version}),
                       std::move(done), ShopForms::tr("%1 is saved.").arg(shown));
        } else {
            finishForm(
                context, dialog,
                bridge.shop().addProduct(bridge.call(), {Sku(trimmed(sku)), trimmed(name), amount,
                                                         readUnits(stock->text()).value_or(0), readUnits(low->text())}),
                std::move(done), ShopForms::tr("%1 is added.").arg(shown));
        }
    });
    dialog->open();
    return dialog;
}

FormDialog* openReceiveStock(UiContext& context, const api::ProductRow& product, QWidget* parent) {
    auto* dialog =
        new FormDialog(context, QStringLiteral("receiveDialog"),
                       {ShopForms::tr("Receive %1").arg(shownLine(text(product.name))),
                        ShopForms::tr("%1 were on hand when this was opened.").arg(Formats::number(product.stock)),
                        ShopForms::tr("Receive")},
                       parent);
    auto* units = addUnits(dialog, "shopUnits", QStringLiteral("units"), ShopForms::tr("Units"), {}, {}, 1);
    auto* note = lineOf(dialog, "shopNote", {}, base::kMaxNameCharacters);
    dialog->addField(QStringLiteral("note"), ShopForms::tr("Note"), note,
                     ShopForms::tr("Where from, for the history. Optional."));
    dialog->needs(api::Operation::ShopReceiveStock);
    dialog->setSubmit([&context, dialog, product, units, note](const QString&, FormDialog::Done done) {
        auto& bridge = context.bridge;
        const auto count = readUnits(units->text()).value_or(0);
        finishForm(context, dialog, bridge.shop().receiveStock(bridge.call(), product.sku, count, trimmed(note)),
                   std::move(done),
                   ShopForms::tr("%1: %2 received.").arg(shownLine(text(product.name)), Formats::number(count)));
    });
    dialog->open();
    return dialog;
}

FormDialog* openCorrectStock(UiContext& context, const api::ProductRow& product, QWidget* parent) {
    auto* dialog = new FormDialog(
        context, QStringLiteral("correctDialog"),
        {ShopForms::tr("Correct the stock of %1").arg(shownLine(text(product.name))),
         ShopForms::tr("The difference to what was on hand when this was opened is added or taken, so orders that are "
                       "placed meanwhile are not lost."),
         ShopForms::tr("Correct"), false, true},
        parent);
    auto* counted = addUnits(
        dialog, "shopCounted", QStringLiteral("units"), ShopForms::tr("Counted"), QString::number(product.stock),
        ShopForms::tr("%1 were on hand when this was opened.").arg(Formats::number(product.stock)), 0);
    dialog->needs(api::Operation::ShopCorrectStock);
    dialog->setChanged([counted, before = product.stock] { return readUnits(counted->text()) != before; });
    dialog->setSubmit([&context, dialog, product, counted](const QString& reason, FormDialog::Done done) {
        auto& bridge = context.bridge;
        const auto difference = readUnits(counted->text()).value_or(product.stock) - product.stock;
        finishForm(context, dialog, bridge.shop().correctStock(bridge.call(reason), product.sku, difference),
                   std::move(done),
                   ShopForms::tr("%1: stock corrected by %2.")
                       .arg(shownLine(text(product.name)),
                            (difference > 0 ? QStringLiteral("+") : QString()) + Formats::number(difference)));
    });
    dialog->open();
    return dialog;
}

}  // namespace evenhand::ui
