// SPDX-License-Identifier: GPL-3.0-or-later
// Writes what a page shows as CSV: asks where to, runs as a job of the bottom bar that can be cancelled, tells the
// result. One at a time.
// Thread: GUI.
#pragma once

#include <QObject>
#include <functional>
#include <optional>

#include "engine/api/call.h"
#include "ui/shell/ui_context.h"

class QWidget;

namespace evenhand::ui {

class CsvExport : public QObject {
    Q_OBJECT

public:
    struct Task {
        QString title;     ///< of the job
        QString fileName;  ///< proposed
        std::int64_t total = -1;
        std::function<api::Answer<std::int64_t>(std::string path, std::function<void(std::int64_t)> progress)> write;
        std::function<QString(std::int64_t count, const QString& path)> done;  ///< what is told afterwards
    };

    CsvExport(UiContext& context, QWidget* page);
    /// With a dialog whose rows they are, what is being written goes, too: no file is left.
    ~CsvExport() override;

    void ask(Task task);
    void writeTo(const QString& path, const Task& task);
    [[nodiscard]] bool isRunning() const noexcept { return m_job.has_value(); }

Q_SIGNALS:
    void runningChanged();

private:
    void tellFailure(const Error& error);

    UiContext& m_context;
    QWidget* m_page;
    std::optional<int> m_job;
};

}  // namespace evenhand::ui
