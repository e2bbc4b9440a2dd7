// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/worker_settings_dialog.h"

#include <QLineEdit>

#include "ui/bridge/engine_bridge.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {
namespace {

constexpr int kWorkerFieldWidth = 90;

}  // namespace

WorkerSettingsDialog::WorkerSettingsDialog(UiContext& context, api::WorkerSettings settings, QWidget* parent)
    : SettingsDialog(context, QStringLiteral("workerSettings"), tr("Number of workers"),
                     api::Operation::TasksSetWorkers, parent),
      m_before(settings) {
    m_workers = lineEdit(QStringLiteral("workerSettings_workers"), kWorkerFieldWidth);
    m_workers->setText(QString::number(m_before.workers));
    addField(QStringLiteral("workers"), tr("Workers"), m_workers,
             tr("Of each program that runs the workspace, 1 to %1.").arg(api::WorkerSettings::kMaxWorkers), [this] {
                 return entered() ? QString() : tr("A whole number, 1 to %1.").arg(api::WorkerSettings::kMaxWorkers);
             });
    addNote(
        tr("In effect at once. Workers that are too many finish what they have in hand; the others take over their "
           "part of the ring."));
    begin();
}

std::optional<std::int64_t> WorkerSettingsDialog::entered() const {
    bool isNumber = false;
    const auto count = m_workers->text().trimmed().toLongLong(&isNumber);
    return isNumber && count >= 1 && count <= api::WorkerSettings::kMaxWorkers ? std::optional<std::int64_t>(count)
                                                                               : std::nullopt;
}

bool WorkerSettingsDialog::isChanged() const { return entered() != m_before.workers; }

api::Answer<void> WorkerSettingsDialog::save() {
    auto& bridge = context().bridge;
    return bridge.tasks().setWorkers(bridge.call(), {entered().value_or(m_before.workers), m_before.version});
}

QString WorkerSettingsDialog::savedText() const { return tr("The number of workers is saved."); }

}  // namespace evenhand::ui
