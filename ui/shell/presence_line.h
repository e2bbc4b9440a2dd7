// SPDX-License-Identifier: GPL-3.0-or-later
// "Also open: Chen Wei (deciding)": who else has open what is shown beside it; not there while nobody has. What it is
// made for tells it what it shows, and it tells Presence.
// Thread: GUI.
#pragma once

#include "ui/shell/presence.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/translated.h"

namespace evenhand::ui {

class PresenceLine : public Translated<ElidedLabel> {
    Q_OBJECT

public:
    PresenceLine(UiContext& context, QWidget* parent);
    ~PresenceLine() override;

    /// What is shown now; nothing: nothing that others would have to know of.
    void setSubject(const api::Subject& subject);
    /// Somebody looks at it.
    void setActive(bool active);

protected:
    void retranslate() override;

private:
    void tell();

    Presence& m_presence;
    api::Subject m_subject;
    bool m_active = false;
};

}  // namespace evenhand::ui
