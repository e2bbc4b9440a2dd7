// SPDX-License-Identifier: GPL-3.0-or-later
// How each part of a shared deployment is: the database, the nodes of Redis, the servers of etcd, the services; above
// them what is refused because of one, and until when. Where one engine runs the workspace it is not there.
// Thread: GUI. Reads nothing: it is given what the engine's status says.
#pragma once

#include <QLabel>
#include <vector>

#include "engine/api/deployment_health.h"
#include "ui/widgets/card.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/translated.h"

class QGridLayout;

namespace evenhand::ui {

class DeploymentPanel : public Translated<Card> {
    Q_OBJECT

public:
    /// The formats outlive it.
    DeploymentPanel(const Formats& formats, QWidget* parent);

    void setParts(const std::vector<api::PartHealth>& parts, Instant now);

protected:
    void retranslate() override;

private:
    struct Row {
        Pill* state = nullptr;
        ElidedLabel* name = nullptr;
        ElidedLabel* figures = nullptr;
    };

    void refresh();
    void addRow();
    [[nodiscard]] static QString stateWord(api::PartState state);
    [[nodiscard]] static QString nameOf(const api::PartHealth& part);
    [[nodiscard]] QString figuresOf(const api::PartHealth& part) const;
    /// What is refused while the part is as it is; empty: nothing.
    [[nodiscard]] QString refusedBy(const api::PartHealth& part) const;

    const Formats& m_formats;
    QLabel* m_refused = nullptr;
    QGridLayout* m_grid = nullptr;
    std::vector<Row> m_rows;
    std::vector<api::PartHealth> m_parts;
    Instant m_now;
};

}  // namespace evenhand::ui
