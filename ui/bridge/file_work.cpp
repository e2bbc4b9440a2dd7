// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/file_work.h"

#include <QDir>
#include <QFileInfo>
#include <QPromise>
#include <memory>
#include <thread>
#include <utility>

#include "engine/base/durable_file.h"
#include "ui/bridge/continuation.h"

namespace evenhand::ui {
namespace {

/// A thread of its own for each: one that hangs on a dead share must not keep the others waiting, nor the program from
/// ending, as a pool would.
template <typename T>
QFuture<Result<T>> aside(std::function<Result<T>()> work) {
    auto promise = std::make_shared<QPromise<Result<T>>>();
    promise->start();
    auto future = promise->future();
    std::thread([promise, work = std::move(work)] {
        promise->addResult(work());
        promise->finish();
    }).detach();
    return future;
}

}  // namespace

QFuture<Result<void>> runForFile(std::function<Result<void>()> work) { return aside<void>(std::move(work)); }

QFuture<Result<void>> replaceFileAside(const QString& path, const QByteArray& content) {
    return aside<void>([path = path.toStdString(), content] {
        return base::replaceFile(path, {content.constData(), static_cast<std::size_t>(content.size())},
                                 base::FileMode::Shared);
    });
}

QFuture<Result<PathFacts>> factsOfPath(const QString& path) {
    return aside<PathFacts>([path]() -> Result<PathFacts> {
        const QFileInfo place(path);
        PathFacts facts;
        facts.exists = place.exists();
        facts.isFolder = place.isDir();
        facts.isEmptyFolder = facts.isFolder && QDir(path).isEmpty();
        facts.isReadable = place.isReadable();
        return facts;
    });
}

std::optional<PathFacts> PathWatch::look(const QString& path) {
    if (path == m_path) {
        return m_facts;
    }
    m_path = path;
    m_facts.reset();
    whenReady(factsOfPath(path), this, [this, path](const Result<PathFacts>& facts) {
        if (path == m_path && facts) {
            m_facts = *facts;
            Q_EMIT changed();
        }
    });
    return m_facts;
}

}  // namespace evenhand::ui
