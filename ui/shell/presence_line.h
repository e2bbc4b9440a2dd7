// SPDX-License-Identifier: GPL-3.0-or-later
// "Also open: Chen Wei (deciding)": names who else has open what its parent shows, and is hidden if nobody has. The
// parent sets the subject, which is passed on to Presence.
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

    /// What the parent shows now; empty: nothing that others need to know about.
    void setSubject(const api::Subject& subject);
    /// Whether the parent is visible.
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
