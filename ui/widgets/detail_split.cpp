// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/detail_split.h"

#include <QAbstractItemView>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <algorithm>

#include "ui/widgets/parts.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {

DetailSplit::DetailSplit(const QString& name, QWidget* list, QWidget* detail, std::pair<int, int> widths,
                         QWidget* parent)
    : QWidget(parent),
      m_splitter(new QSplitter(Qt::Horizontal, this)),
      m_holder(new QFrame(this)),
      m_detail(detail),
      m_width(std::max(widths.second, detail->minimumWidth())) {
    m_splitter->setObjectName(name + QStringLiteral("Splitter"));
    m_splitter->setHandleWidth(1);
    m_splitter->setChildrenCollapsible(false);
    m_holder->setObjectName(name + QStringLiteral("DetailHolder"));
    m_holder->setProperty("role", QStringLiteral("details"));
    m_holder->setAutoFillBackground(true);
    auto* inner = rowIn(m_holder);
    inner->addWidget(detail);
    auto* across = rowIn(this);
    across->addWidget(m_splitter);
    m_splitter->addWidget(list);
    m_splitter->addWidget(m_holder);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 0);
    m_splitter->setSizes({widths.first, widths.second});
    m_state = m_splitter->saveState();
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] {
        if (!m_overlay) {
            m_state = m_splitter->saveState();
            Q_EMIT splitterMoved();
        }
    });
}

void DetailSplit::restoreState(const QByteArray& state) {
    if (!state.isEmpty() && m_splitter->restoreState(state)) {
        m_state = state;
    }
}

void DetailSplit::setDetailShown(bool shown) {
    m_shown = shown;
    m_detail->setVisible(shown);
    m_holder->setVisible(shown);
    if (m_overlay && shown) {
        place();
    } else {
        Q_EMIT covers(0);
    }
}

void DetailSplit::follow() {
    const bool overlay = window()->width() < byText(kWideWindow);
    if (overlay == m_overlay) {
        return;
    }
    m_overlay = overlay;
    if (overlay) {
        m_holder->setParent(this);
        m_holder->setFrameShape(QFrame::StyledPanel);
    } else {
        m_holder->setFrameShape(QFrame::NoFrame);
        m_splitter->addWidget(m_holder);
        m_splitter->restoreState(m_state);
    }
    setDetailShown(m_shown);
    if (m_toggle != nullptr) {
        if (overlay) {
            m_shownWhenWide = m_toggle->isChecked();
        }
        m_toggle->setChecked(!overlay && m_shownWhenWide);
    }
}

void DetailSplit::place() {
    const int width = std::min(std::max(m_width, m_detail->minimumSizeHint().width() + 2), this->width());
    m_holder->setGeometry(this->width() - width, 0, width, height());
    m_holder->raise();
    Q_EMIT covers(m_shown ? width : 0);
}

void DetailSplit::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    follow();
    if (m_overlay) {
        place();
    }
}

void DetailSplit::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    follow();
}

void DetailSplit::bind(QAction* toggle, QAbstractItemView* view) {
    m_toggle = toggle;
    m_view = view;
    connect(toggle, &QAction::toggled, this, &DetailSplit::setDetailShown);
    view->installEventFilter(this);
    m_holder->installEventFilter(this);
    setDetailShown(toggle->isChecked());
}

bool DetailSplit::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (m_overlay && m_shown && key == Qt::Key_Escape) {
            m_toggle->setChecked(false);
            m_view->setFocus();
            return true;
        }
        if (watched == m_view && (key == Qt::Key_Return || key == Qt::Key_Enter) && m_view->currentIndex().isValid()) {
            m_toggle->setChecked(true);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace evenhand::ui
