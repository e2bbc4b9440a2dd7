// SPDX-License-Identifier: GPL-3.0-or-later
// Lets a page ask for another one: navigator.open("orders", {{"order", "A-1"}}).
// Thread: GUI.
#pragma once

#include <QObject>
#include <QVariantMap>

namespace evenhand::ui {

class Navigator : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    /// Targets that pages understand: "order" (number), "courier", "user", "campus" (ids), "unassigned" (bool),
    /// "handOver" (bool, with a courier).
    void open(const QString& pageId, const QVariantMap& target = {}) { Q_EMIT requested(pageId, target); }

Q_SIGNALS:
    void requested(const QString& pageId, const QVariantMap& target);
};

}  // namespace evenhand::ui
