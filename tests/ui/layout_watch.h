// SPDX-License-Identifier: GPL-3.0-or-later
// Where in a window a layout is asked for: each has the layout of the whole window worked out anew.
#pragma once

#include <QApplication>
#include <QEvent>
#include <QStringList>
#include <QWidget>
#include <utility>

namespace evenhand::test {

class LayoutWatch : public QObject {
public:
    explicit LayoutWatch(const QWidget& window) : m_window(&window) { qApp->installEventFilter(this); }
    /// Since the last time.
    [[nodiscard]] QStringList take() {
        QCoreApplication::sendPostedEvents();
        return std::exchange(m_where, {});
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        const auto* widget = qobject_cast<QWidget*>(watched);
        if (event->type() == QEvent::LayoutRequest && widget != nullptr && widget->window() == m_window) {
            m_where << QLatin1String(widget->metaObject()->className()) + QLatin1Char(' ') + widget->objectName();
        }
        return false;
    }

private:
    const QWidget* m_window;
    QStringList m_where;
};

}  // namespace evenhand::test
