// SPDX-License-Identifier: GPL-3.0-or-later
// Across the top of every page while the engine is not live: what is the matter and why.
// Thread: GUI.
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QWidget>

#include "ui/bridge/engine_bridge.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

class StateBanner : public QWidget {
    Q_OBJECT

public:
    StateBanner(EngineBridge& bridge, const Formats& formats, QWidget* parent = nullptr);
    [[nodiscard]] QString text() const { return m_text->text(); }

Q_SIGNALS:
    /// The workspace's files are gone, and somebody wants what is still open as a backup.
    void saveWanted();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();

    EngineBridge& m_bridge;
    const Formats& m_formats;
    QLabel* m_mark = nullptr;
    QLabel* m_text = nullptr;
    QPushButton* m_save = nullptr;
};

}  // namespace evenhand::ui
