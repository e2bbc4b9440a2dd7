// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/evenhand/demo.h"

#include <utility>

#include "app/storefront/demo_provider.h"

namespace evenhand::app {

OpenOptions demoOptions() {
    using storefront::DemoProvider;
    OpenOptions options;
    options.refundSecret = [](const std::string& name) -> Result<std::string> {
        return name == DemoProvider::kSecret ? Result<std::string>(DemoProvider::kSecret) : knownRefundSecret(name);
    };
    return options;
}

Demo::Demo(api::EngineApi& engine, const Clock& clock, storefront::StorefrontOptions options, QObject* parent)
    : QObject(parent), m_engine(engine), m_clock(clock), m_options(std::move(options)), m_there(new QObject) {
    m_there->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_there, &QObject::deleteLater);
    m_thread.setObjectName(QStringLiteral("storefront"));
    m_thread.start();
}

Demo::~Demo() {
    m_thread.quit();
    m_thread.wait();
}

void Demo::start(std::int64_t orders, int hours) {
    QMetaObject::invokeMethod(
        m_there,
        [this, orders, hours] {
            using storefront::Storefront;
            auto* front =
                new Storefront(m_engine.orders(), m_engine.dispatch(), m_engine.timers(), m_clock, m_options, m_there);
            front->runSales(m_engine.seckill());
            front->runCampaigns(m_engine.campaigns());
            front->runReturns(m_engine.returns(), m_engine.refunds());
            connect(front, &Storefront::failed, this, &Demo::failed);
            connect(front, &Storefront::warmUpProgress, this, &Demo::progress);
            connect(front, &Storefront::warmUpFinished, this, &Demo::live);
            connect(front, &Storefront::opened, front, [front, orders, hours] { front->warmUp(orders, hours); });
            connect(front, &Storefront::warmUpFinished, front, [front] { front->resume(); });
            front->open();
        },
        Qt::QueuedConnection);
}

}  // namespace evenhand::app
