// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/evenhand/demo.h"

#include <utility>

#include "engine/api/engine_api.h"

namespace evenhand::app {

Demo::Demo(api::EngineApi& engine, const Clock& clock, storefront::StorefrontOptions options, QObject* parent)
    : QObject(parent),
      m_storefront(new storefront::Storefront(engine.orders(), engine.dispatch(), clock, std::move(options))) {
    m_storefront->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_storefront, &QObject::deleteLater);
    connect(m_storefront, &storefront::Storefront::failed, this, &Demo::failed);
    connect(m_storefront, &storefront::Storefront::warmUpProgress, this, &Demo::progress);
    connect(m_storefront, &storefront::Storefront::warmUpFinished, this, &Demo::live);
    m_thread.setObjectName(QStringLiteral("storefront"));
    m_thread.start();
}

Demo::~Demo() {
    m_thread.quit();
    m_thread.wait();
}

void Demo::start(std::int64_t orders, int hours) {
    auto* storefront = m_storefront;
    connect(storefront, &storefront::Storefront::opened, storefront, [storefront, orders, hours] { storefront->warmUp(orders, hours); });
    connect(storefront, &storefront::Storefront::warmUpFinished, storefront, [storefront] { storefront->resume(); });
    QMetaObject::invokeMethod(storefront, [storefront] { storefront->open(); }, Qt::QueuedConnection);
}

}  // namespace evenhand::app
