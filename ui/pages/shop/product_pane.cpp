// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/shop/product_pane.h"

#include <QEvent>
#include <QVBoxLayout>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/pages/shop/disabling.h"
#include "ui/pages/shop/shop_dialogs.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/or_dash.h"

namespace evenhand::ui {

using api::ProductRow;
using api::ProductSort;

ProductPane::ProductPane(UiContext& context, QAction* add, QWidget* parent)
    : ProductTable(describe(context, this, add), context, parent) {
    auto* detail = new QWidget(this);
    detail->setObjectName(QStringLiteral("productDetail"));
    detail->setMinimumWidth(300);
    auto* down = new QVBoxLayout(detail);
    down->setContentsMargins(0, kGap, 0, 0);
    down->setSpacing(kGapSmall);
    m_title = new QLabel(detail);
    m_title->setObjectName(QStringLiteral("productDetailTitle"));
    m_title->setTextFormat(Qt::PlainText);
    m_title->setWordWrap(true);
    m_title->setContentsMargins(kGap, 0, kGap, 0);
    m_title->setFont(scaledFont(font(), 1, QFont::DemiBold));
    m_history = new StockHistoryPane(context, detail);
    down->addWidget(m_title);
    down->addWidget(m_history, 1);
    addDetail(detail, {820, 480}, [] { return tr("Stock in detail"); });
    connect(detailToggle(), &QAction::toggled, this, [this](bool shown) { m_history->setActive(shown && isActive()); });
    connect(this, &ProductPane::selectionMoved, this, &ProductPane::showDetail);
    connect(&model(), &PagedTable::loaded, this, &ProductPane::showDetail);
    connect(m_history, &StockHistoryPane::readyChanged, this, &ProductPane::readyChanged);
    showDetail();
}

ProductPane::~ProductPane() = default;

void ProductPane::openNew() { m_dialog = openProduct(context(), std::nullopt, window()); }

void ProductPane::showLow() { filters()->setState({{QStringLiteral("low"), true}}); }

void ProductPane::setActive(bool active) {
    ProductTable::setActive(active);
    m_history->setActive(active && detailToggle()->isChecked());
}

void ProductPane::showDetail() {
    const auto chosen = table()->selectedAt(2);
    const int shown = chosen.empty() ? 0 : chosen.front();  // begins with the first
    const auto* row = chosen.size() > 1 ? nullptr : model().row(shown);
    m_title->setProperty("nothingChosen", row == nullptr);
    if (row != nullptr) {
        m_title->setText(tr("%1: %2 on hand", "product, units").arg(orDash(row->name), Formats::number(row->stock)));
    } else {
        m_title->setText(model().total() == 0 ? QString() : tr("Select a product to see what has changed its stock."));
    }
    m_history->setProduct(row == nullptr ? Sku() : row->sku);
    m_history->setVisible(row != nullptr);
}

void ProductPane::changeEvent(QEvent* event) {
    ProductTable::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && m_history != nullptr) {
        showDetail();
    }
}

// --- the table ----------------------------------------------------------------------------------------------

RowWords<ProductRow> ProductPane::describeWords() {
    RowWords<ProductRow> said;
    said.header = [] { return QStringList{tr("Product"), tr("SKU"), tr("Now")}; };
    said.frozen = [](const ProductRow& row) {
        return FlowRow{.version = row.version,
                       .name = orDash(row.name),
                       .detail = text(row.sku),
                       .was = shopState(row.disabledAt),
                       .key = row.sku.str()};
    };
    return said;
}

ProductPane::Spec ProductPane::describe(UiContext& context, ProductPane* pane, QAction* add) {
    auto& bridge = context.bridge;
    Spec spec;
    spec.look.prefix = QStringLiteral("products");
    spec.look.one = QStringLiteral("product");
    spec.look.exportKeys = QKeySequence(Qt::CTRL | Qt::Key_E);
    spec.look.refreshedBy = [&bridge](QObject* receiver, const std::function<void()>& again) {
        connect(&bridge, &EngineBridge::catalogueChanged, receiver, again);
        connect(&bridge, &EngineBridge::ordersChanged, receiver, again);  // they take stock and give it back
    };
    auto& texts = spec.look.texts;
    texts.name = [] { return tr("Products"); };
    texts.count = [](std::int64_t total) {
        return tr("%1 products", nullptr, Formats::plural(total))
            .arg(total < 0 ? Formats::dash() : Formats::number(total));
    };
    texts.empty = [] { return tr("There are no products yet. An order needs one that is in stock."); };
    texts.nextAction = add;
    texts.otherCommand = QStringLiteral("shop.import");
    texts.emptyFiltered = [] { return tr("No product matches the filter."); };
    texts.exported = [] { return tr("Export products"); };
    texts.fileName = QStringLiteral("products.csv");
    spec.columns = describeColumns(context);
    spec.orderedBy = QStringLiteral("name");
    spec.isDescending = false;
    spec.page = [&bridge](const api::ProductFilter& filter, const PageOf<ProductSort>& page) {
        return bridge.shop().products(bridge.call(), {filter, page.sort, page.descending, page.offset, page.limit});
    };
    spec.count = [&bridge](const api::ProductFilter& filter) {
        return bridge.shop().countProducts(bridge.call(), filter);
    };
    spec.fields = describeFields();
    spec.words = describeWords();
    spec.actions = describeActions(context, pane);
    spec.opened = [pane](const ProductRow&) { pane->action(QStringLiteral("shop.product.edit"))->trigger(); };
    return spec;
}

std::vector<FilterField<api::ProductFilter>> ProductPane::describeFields() {
    FieldLook state;
    state.key = QStringLiteral("state");
    state.objectName = QStringLiteral("productState");
    state.kind = FieldLook::Kind::Chips;
    state.title = [] { return tr("State"); };
    state.choices = [] {
        return std::vector<ChoiceButton::Choice>{{QStringLiteral("active"), tr("Active")},
                                                 {QStringLiteral("disabled"), tr("Disabled")}};
    };
    FieldLook low;
    low.key = QStringLiteral("low");
    low.objectName = QStringLiteral("productLow");
    low.kind = FieldLook::Kind::Switch;
    low.title = [] { return tr("Low stock"); };
    low.hint = [] { return tr("At or below the limit that is set for the product"); };
    return {textField(
                QStringLiteral("text"), QStringLiteral("productText"), [] { return tr("Name, or how the SKU begins"); },
                &api::ProductFilter::text),
            {std::move(state),
             [](const FieldValue& value, api::ProductFilter& filter) {
                 if (value.keys.size() == 1) {
                     filter.disabled = value.keys.front() == QLatin1String("disabled");
                 }
             }},
            {std::move(low), [](const FieldValue& value, api::ProductFilter& filter) { filter.lowOnly = value.on; }}};
}

std::vector<Column<ProductRow, ProductSort>> ProductPane::describeColumns(UiContext& context) {
    using C = Column<ProductRow, ProductSort>;
    const auto& formats = context.formats;
    const auto isLow = [](const ProductRow& row) {
        return !row.disabledAt && row.lowStock && row.stock <= *row.lowStock;
    };
    return {
        C(
            "name", 200, [] { return tr("Name"); }, [](const ProductRow& row) { return orDash(row.name); })
            .sortedBy(ProductSort::Name)
            .strong(),
        C(
            "sku", 140, [] { return tr("SKU"); }, [](const ProductRow& row) { return shownLine(text(row.sku)); })
            .sortedBy(ProductSort::Sku),
        C::money(
            "price", 90, [] { return tr("Price"); }, formats, [](const ProductRow& row) { return row.unitPrice; })
            .sortedBy(ProductSort::UnitPrice),
        C::count(
            "stock", 90, [] { return tr("On hand"); }, &ProductRow::stock)
            .sortedBy(ProductSort::Stock)
            .withInk([isLow](const ProductRow& row) -> std::optional<Tone> {
                return isLow(row) ? std::optional(Tone::Bad) : std::nullopt;
            }),
        C::count(
            "low", 80, [] { return tr("Low at"); }, [](const ProductRow& row) { return row.lowStock; }),
        C(
            "state", 110, [] { return tr("State"); },
            [isLow](const ProductRow& row) { return isLow(row) ? tr("Low") : shopState(row.disabledAt); })
            .asPill([isLow](const ProductRow& row) {
                return row.disabledAt ? Tone::Muted : isLow(row) ? Tone::Warn : Tone::Good;
            })
            .withHint([&formats](const ProductRow& row) {
                return row.disabledAt ? tr("Disabled since %1").arg(formats.dateTime(*row.disabledAt)) : QString();
            }),
    };
}

// --- actions ------------------------------------------------------------------------------------------------

RowAction<ProductRow> ProductPane::describeForm(UiContext& context, ProductPane* pane, ActionLook look, Form form) {
    RowAction<ProductRow> action;
    action.look = std::move(look);
    action.look.isSingle = true;
    action.look.whyNone = [] { return tr("Select a product first."); };
    action.begin = [&context, pane, form](const std::vector<ProductRow>& frozen) {
        if (!frozen.empty()) {
            pane->m_dialog = form(context, frozen.front(), pane->window());
        }
    };
    return action;
}

std::vector<RowAction<ProductRow>> ProductPane::describeActions(UiContext& context, ProductPane* pane) {
    auto& bridge = context.bridge;
    auto edit = describeForm(
        context, pane,
        {.name = QStringLiteral("shop.product.edit"),
         .icon = QStringLiteral("edit"),
         .label = [] { return tr("Edit…"); },
         .operation = api::Operation::ShopEditProduct},
        [](UiContext& all, const ProductRow& row, QWidget* parent) { return openProduct(all, row, parent); });
    auto receive = describeForm(context, pane,
                                {.name = QStringLiteral("shop.stock.receive"),
                                 .icon = QStringLiteral("add"),
                                 .label = [] { return tr("Receive…"); },
                                 .tip = [] { return tr("Units have arrived"); },
                                 .operation = api::Operation::ShopReceiveStock},
                                &openReceiveStock);
    auto correct = describeForm(context, pane,
                                {.name = QStringLiteral("shop.stock.correct"),
                                 .icon = QStringLiteral("calibrate"),
                                 .label = [] { return tr("Correct…"); },
                                 .tip = [] { return tr("The stock was counted, and is another one"); },
                                 .operation = api::Operation::ShopCorrectStock},
                                &openCorrectStock);
    Disabling<ProductRow> how;
    how.kind = QStringLiteral("product");
    how.operation = api::Operation::ShopSetProductDisabled;
    how.none = [] { return tr("Select a product first."); };
    how.counted = [](std::int64_t count) {
        return tr("%1 products", nullptr, Formats::plural(count)).arg(Formats::number(count));
    };
    how.becomes = [](const ProductRow&) { return tr("cannot be ordered"); };
    how.means = [] { return tr("It cannot be ordered any more. Orders that have it go on, and its stock stays."); };
    how.ends = [] { return tr("It can be ordered again."); };
    how.ask = [&bridge](const api::Call& call, const ProductRow& row, bool disable) {
        return bridge.shop().setProductDisabled(call, row.sku, disable, row.version);
    };
    how.words = &ProductPane::describeWords;
    return {std::move(edit), std::move(receive), std::move(correct), describeDisabling(pane, how, true),
            describeDisabling(pane, how, false)};
}

}  // namespace evenhand::ui
