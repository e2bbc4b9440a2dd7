// SPDX-License-Identifier: GPL-3.0-or-later
// One line of plain text that gives way: elided to the width there is, the whole of it as tool tip. For data: text is
// never read as rich text.
// Thread: GUI.
#pragma once

#include <QLabel>

namespace evenhand::ui {

class ElidedLabel : public QLabel {
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);
    void setFullText(const QString& text);
    [[nodiscard]] QString fullText() const { return m_full; }
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void elide();

    QString m_full;
};

}  // namespace evenhand::ui
