// SPDX-License-Identifier: GPL-3.0-or-later
// Says of a list that it could not be read: a strip along its lower edge, as high as the words need, so that they are
// all there however many buttons stand above the list. It lies over the list: a message must not move rows under
// somebody's pointer. A click puts it away until something else is to be said. Thread: GUI.
#pragma once

#include <QAbstractScrollArea>
#include <QLabel>
#include <optional>

#include "engine/base/error.h"

namespace evenhand::ui {

class ReadError : public QLabel {
    Q_OBJECT

public:
    ReadError(QAbstractScrollArea& list, const QString& objectName);
    void setError(const std::optional<base::Error>& error);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    void place();

    QAbstractScrollArea& m_list;
    QString m_putAway;  ///< the words that were clicked; empty: none
};

}  // namespace evenhand::ui
