// SPDX-License-Identifier: GPL-3.0-or-later
// What a request of a return would bring, before it is made: the amount that comes back, the restocking fee, and what
// becomes of it at once by the return rules and four eyes, as the engine works it out. For a question
// (ActionDialog::addField), which is not to be confirmed before the amount is known. It is read again while the order,
// returns or refunds change.
// Thread: GUI. Invariant: what is shown is of the newest request that was wanted, or says that it is on its way.
#pragma once

#include <QLabel>
#include <QTimer>
#include <QWidget>
#include <optional>

#include "engine/api/returns_detail.h"
#include "engine/base/ids.h"
#include "engine/base/result.h"
#include "ui/bridge/changes.h"
#include "ui/shell/ui_context.h"

namespace evenhand::ui {

class RequestPreviewField : public QWidget {
    Q_OBJECT

public:
    static constexpr int kRestMs = 120;  ///< typing rests so long before a preview is asked for

    /// `order`: whose return is requested.
    RequestPreviewField(UiContext& context, OrderId order, QWidget* parent);

    /// Without lines nothing is asked.
    void want(api::RequestReturn request);
    /// Why it cannot be requested: an answer is awaited, or the engine would refuse it; empty: it would not, or that is
    /// not known.
    [[nodiscard]] QString problem() const;
    /// An answer is awaited.
    [[nodiscard]] bool isBusy() const { return !m_wanted.lines.empty() && !m_preview; }
    [[nodiscard]] QString amount() const { return m_amount->text(); }
    [[nodiscard]] QString decision() const { return m_decision->text(); }

Q_SIGNALS:
    void changed();

private:
    void onOrdersChanged(const OrderChanges& changes);
    void readAgain();
    void ask();
    void fill();
    [[nodiscard]] QString amountText(const api::RequestPreview& preview) const;
    [[nodiscard]] QString decisionText(const api::RequestPreview& preview) const;

    UiContext& m_context;
    const OrderId m_order;
    QLabel* m_amount = nullptr;
    QLabel* m_decision = nullptr;
    QTimer m_rest;
    int m_asked = 0;     ///< questions to the engine
    int m_answered = 0;  ///< the newest of them that is answered, or whose answer is not wanted any more
    api::RequestReturn m_wanted;
    std::optional<Result<api::RequestPreview>> m_preview;  ///< nullopt: on its way
};

}  // namespace evenhand::ui
