// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/icons.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>

#include "ui/widgets/theme.h"

namespace evenhand::ui {
namespace {

QPixmap render(const QString& name, const QSize& pixels, const QColor& color) {
    const QString key =
        QStringLiteral("evenhand/%1/%2x%3/%4").arg(name).arg(pixels.width()).arg(pixels.height()).arg(color.rgba());
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap)) {
        return pixmap;
    }
    pixmap = QPixmap(pixels);
    pixmap.fill(Qt::transparent);
    QFile file(QStringLiteral(":/evenhand/icons/%1.svg").arg(name));
    if (file.open(QIODevice::ReadOnly)) {
        QByteArray svg = file.readAll();
        svg.replace("currentColor", color.name().toLatin1());
        QSvgRenderer renderer(svg);
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        renderer.render(&painter, QRectF(QPointF(0, 0), QSizeF(pixels)));
    }
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

class ThemedIconEngine final : public QIconEngine {
public:
    ThemedIconEngine(QString name, IconInk ink) : m_name(std::move(name)), m_ink(ink) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
        const qreal ratio = painter->device()->devicePixelRatioF();
        QPixmap image = pixmap(rect.size() * ratio, mode, state);
        image.setDevicePixelRatio(ratio);
        painter->drawPixmap(rect, image);
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        const Colors& c = colorsOf(QGuiApplication::palette());
        QColor color = c.textMuted;
        if (mode == QIcon::Disabled) {
            color = c.textFaint;
        } else if (m_ink == IconInk::OnAccent) {
            color = c.onAccent;
        } else if (state == QIcon::On || mode == QIcon::Active) {
            color = c.text;
        }
        return render(m_name, size, color);
    }
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal) override {
        return pixmap(size, mode, state);
    }
    QIconEngine* clone() const override { return new ThemedIconEngine(m_name, m_ink); }
    bool isNull() override { return false; }

private:
    QString m_name;
    IconInk m_ink;
};

}  // namespace

QIcon icon(const QString& name, IconInk ink) { return QIcon(new ThemedIconEngine(name, ink)); }

QPixmap iconPixmap(const QString& name, int size, const QColor& color, qreal devicePixelRatio) {
    QPixmap pixmap = render(name, QSize(size, size) * devicePixelRatio, color);
    pixmap.setDevicePixelRatio(devicePixelRatio);
    return pixmap;
}

}  // namespace evenhand::ui
