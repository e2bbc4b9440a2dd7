// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/order_refs_mime.h"

#include <QDataStream>
#include <QIODevice>
#include <QStringList>

namespace evenhand::ui {
namespace {

constexpr quint32 kFormat = 1;
constexpr quint32 kMaxOrders = 100'000;

}  // namespace

QMimeData* toMime(const DraggedOrders& dragged) {
    QByteArray bytes;
    QDataStream out(&bytes, QIODevice::WriteOnly);
    out.setVersion(QDataStream::Qt_6_4);
    out << kFormat << dragged.workspace << QString::fromStdString(dragged.campus.str())
        << static_cast<quint32>(dragged.orders.size());
    QStringList numbers;
    for (const auto& order : dragged.orders) {
        const QString number = QString::fromStdString(order.orderNo.str());
        out << number << static_cast<qint64>(order.version);
        numbers << number;
    }
    auto* mime = new QMimeData;
    mime->setData(QLatin1String(kOrderRefsMime), bytes);
    mime->setText(numbers.join(QLatin1Char('\n')));
    return mime;
}

std::optional<DraggedOrders> fromMime(const QMimeData* mime) {
    if (mime == nullptr || !mime->hasFormat(QLatin1String(kOrderRefsMime))) {
        return std::nullopt;
    }
    QDataStream in(mime->data(QLatin1String(kOrderRefsMime)));
    in.setVersion(QDataStream::Qt_6_4);
    quint32 format = 0;
    quint32 count = 0;
    QString campus;
    DraggedOrders dragged;
    in >> format >> dragged.workspace >> campus >> count;
    if (in.status() != QDataStream::Ok || format != kFormat || count == 0 || count > kMaxOrders) {
        return std::nullopt;
    }
    dragged.campus = CampusId(campus.toStdString());
    for (quint32 index = 0; index < count; ++index) {
        QString number;
        qint64 version = 0;
        in >> number >> version;
        if (in.status() != QDataStream::Ok || number.isEmpty()) {
            return std::nullopt;
        }
        dragged.orders.push_back({OrderNo(number.toStdString()), version});
    }
    return dragged;
}

}  // namespace evenhand::ui
