// SPDX-License-Identifier: GPL-3.0-or-later
// Files, away from the window: a disk or a share that does not answer holds up nothing but its own answer.
// Thread: call on the GUI thread; continue with whenReady(). Work still under way when the program ends is not waited
// for.
#pragma once

#include <QByteArray>
#include <QFuture>
#include <QObject>
#include <QString>
#include <functional>
#include <optional>

#include "engine/base/result.h"

namespace evenhand::ui {

/// What lies at a path.
struct PathFacts {
    bool exists = false;
    bool isFolder = false;
    bool isEmptyFolder = false;
    bool isReadable = false;
};

/// Runs `work` on a thread for files.
[[nodiscard]] QFuture<Result<void>> runForFile(std::function<Result<void>()> work);
/// Writes all of `content` or leaves the former file. Errors: Storage with field "path".
[[nodiscard]] QFuture<Result<void>> replaceFileAside(const QString& path, const QByteArray& content);
[[nodiscard]] QFuture<Result<PathFacts>> factsOfPath(const QString& path);

/// What lies at the path of a field that somebody types into: asked beside the window, remembered for the path asked
/// last, said again when the answer comes.
class PathWatch : public QObject {
    Q_OBJECT

public:
    explicit PathWatch(QObject* parent = nullptr) : QObject(parent) {}
    /// nullopt: not known yet; changed() follows.
    [[nodiscard]] std::optional<PathFacts> look(const QString& path);

Q_SIGNALS:
    void changed();

private:
    QString m_path;
    std::optional<PathFacts> m_facts;
};

}  // namespace evenhand::ui
