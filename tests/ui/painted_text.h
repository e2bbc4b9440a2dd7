// SPDX-License-Identifier: GPL-3.0-or-later
// What a delegate writes into a cell: a paint device that keeps texts and draws nothing.
#pragma once

#include <QAbstractItemDelegate>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QStringList>
#include <QTableView>
#include <QWidget>

namespace evenhand::test {

class TextEngine final : public QPaintEngine {
public:
    TextEngine() : QPaintEngine(AllFeatures) {}
    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    void updateState(const QPaintEngineState&) override {}
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
    void drawPath(const QPainterPath&) override {}
    void drawRects(const QRectF*, int) override {}
    void drawRects(const QRect*, int) override {}
    void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
    void drawPolygon(const QPoint*, int, PolygonDrawMode) override {}
    void drawTextItem(const QPointF&, const QTextItem& item) override { texts += item.text(); }
    [[nodiscard]] Type type() const override { return User; }
    QStringList texts;
};

class TextDevice final : public QPaintDevice {
public:
    [[nodiscard]] QPaintEngine* paintEngine() const override { return &m_engine; }
    [[nodiscard]] QString text() const { return m_engine.texts.join(QString()); }
    /// One for each piece that was written.
    [[nodiscard]] const QStringList& texts() const { return m_engine.texts; }

protected:
    [[nodiscard]] int metric(PaintDeviceMetric metric) const override {
        switch (metric) {
            case PdmWidth:
            case PdmHeight: return 4'000;
            case PdmDepth: return 32;
            case PdmNumColors: return 1 << 24;
            case PdmDevicePixelRatio: return 1;
            case PdmDevicePixelRatioScaled: return static_cast<int>(devicePixelRatioFScale());
            case PdmDpiX:
            case PdmDpiY:
            case PdmPhysicalDpiX:
            case PdmPhysicalDpiY: return 96;
            default: return QPaintDevice::metric(metric);
        }
    }

private:
    mutable TextEngine m_engine;
};

/// What a widget writes itself, without the widgets in it.
inline QStringList textsPaintedBy(QWidget& widget) {
    TextDevice device;
    widget.render(&device, QPoint(), QRegion(), QWidget::RenderFlags());
    return device.texts();
}

/// The text of this cell if it were `width` pixels wide.
inline QString paintedText(const QTableView& table, const QModelIndex& index, int width) {
    TextDevice device;
    QPainter painter(&device);
    QStyleOptionViewItem option;
    option.initFrom(&table);
    option.widget = &table;
    option.rect = QRect(0, 0, width, 40);
    option.font = table.font();
    option.fontMetrics = QFontMetrics(option.font);
    table.itemDelegateForIndex(index)->paint(&painter, option, index);
    painter.end();
    return device.text();
}

}  // namespace evenhand::test
