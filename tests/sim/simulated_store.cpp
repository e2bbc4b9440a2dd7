// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulated_store.h"

#include <QDir>
#include <QFile>

namespace evenhand::sim {

void SimulatedStore::backHome() {
    for (; m_moves > 0; --m_moves) {
        QDir(m_folder.filePath(QStringLiteral("w%1").arg(m_moves))).removeRecursively();
    }
    m_name = QStringLiteral("w0");
    m_secrets->becomes(m_keptSecrets);
}

void DiskStore::adopt() {
    const auto path = folder() + "/workspace.db";
    m_disk.adopt(path);
    // The mark of acknowledged work is kept for real files only.
    for (const auto* name : {"/workspace.db", "/workspace.db-wal", "/workspace.db-shm", "/work.mark"}) {
        QFile::remove(QString::fromStdString(folder() + name));
    }
}

void DiskStore::keep() {
    m_keptSecrets = m_secrets->all();
    m_image = m_disk.image(folder());
}

void DiskStore::begin() {
    m_disk.plan(test::Fault::None, 0, 0, 1);
    backHome();
    m_disk.restore(*m_image);
}

std::unique_ptr<SimulatedStore> makeStore(Store /*kind*/) { return std::make_unique<DiskStore>(); }

}  // namespace evenhand::sim
