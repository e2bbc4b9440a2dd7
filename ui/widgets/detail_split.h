// SPDX-License-Identifier: GPL-3.0-or-later
// A list with the details of its row beside it. In a narrow window there is no room for both: the details then lie
// over the right side of the list, only when they are asked for.
// Thread: GUI.
#pragma once

#include <QAction>
#include <QFrame>
#include <QSplitter>

class QAbstractItemView;

namespace evenhand::ui {

class DetailSplit : public QWidget {
    Q_OBJECT

public:
    /// Windows narrower than this, in pixels, show details as an overlay.
    static constexpr int kWideWindow = 1366;

    /// The splitter is named `name` + "Splitter". Takes both; `widths` are the pixels each begins with.
    DetailSplit(const QString& name, QWidget* list, QWidget* detail, std::pair<int, int> widths, QWidget* parent);

    /// The details are shown while `toggle` is checked. A window that becomes narrow unchecks it, a wide one checks it
    /// again. Enter in `view` opens the details; Esc closes them where they lie over the list.
    void bind(QAction* toggle, QAbstractItemView* view);
    [[nodiscard]] bool isOverlay() const noexcept { return m_overlay; }
    /// Of the splitter, as it was when both parts stood side by side.
    [[nodiscard]] QByteArray saveState() const { return m_state; }
    void restoreState(const QByteArray& state);

Q_SIGNALS:
    void splitterMoved();
    void covers(int pixels);  ///< of the list's right side, by details that lie over it; 0: of nothing

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow();
    void place();
    void setDetailShown(bool shown);

    QSplitter* m_splitter;
    QFrame* m_holder;
    QWidget* m_detail;
    int m_width;
    QByteArray m_state;
    QAction* m_toggle = nullptr;
    QAbstractItemView* m_view = nullptr;
    bool m_shownWhenWide = true;
    bool m_shown = true;
    bool m_overlay = false;
};

}  // namespace evenhand::ui
