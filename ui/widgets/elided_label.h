// SPDX-License-Identifier: GPL-3.0-or-later
// One line of plain text that gives way: said shorter or elided where there is no room, the whole of it as tool tip.
// For data: text is never read as rich text. Thread: GUI.
#pragma once

#include <QLabel>

namespace evenhand::ui {

class ElidedLabel : public QLabel {
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);
    void setFullText(const QString& text);
    /// The same said shorter and shorter, the whole first: shown is the first that has room, of the last its beginning.
    void setForms(const QStringList& forms);
    /// The shortest form always has room, so that what is said of a figure is never cut through.
    void keepShortest() { m_keepsShortest = true; }
    /// As long as people make it: a name, a result with a path. Others have room for one of their forms.
    void setOfAnyLength() { m_isOfAnyLength = true; }
    [[nodiscard]] bool isOfAnyLength() const noexcept { return m_isOfAnyLength; }
    [[nodiscard]] QString fullText() const { return m_full; }
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void elide();

    QString m_full;
    QStringList m_shorter;  ///< lines
    bool m_keepsShortest = false;
    bool m_isOfAnyLength = false;
};

}  // namespace evenhand::ui
