// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/read_error.h"

#include "ui/bridge/error_text.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {

ReadError::ReadError(WrapRow& bar, const QString& objectName, QWidget* parent) : ElidedLabel(parent) {
    setObjectName(objectName);
    setProperty("tone", QStringLiteral("bad"));
    setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setMinimumWidth(1);
    auto policy = sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    setSizePolicy(policy);
    bar.addWidget(this, 1);
    hide();
}

void ReadError::setError(const std::optional<base::Error>& error) {
    setVisible(error.has_value());
    if (error) {
        setForms({tr("Could not be read: %1").arg(errorText(*error)),
                  tr("Could not be read: %1").arg(errorTitle(error->code))});
    }
}

}  // namespace evenhand::ui
