// SPDX-License-Identifier: GPL-3.0-or-later
// Imports for the console: runs app/import on threads of its own, against the live engine of the console. Thread: made,
// asked and destroyed on the GUI thread. Files can be previewed while an import runs; imports run one after the other.
// Call end(), then destroy it before the engine.
#pragma once

#include <QTemporaryDir>
#include <QThreadPool>
#include <memory>
#include <string>

#include "app/import/import_run.h"
#include "app/import/profile_folder.h"
#include "ui/shell/import_backend.h"

namespace evenhand::app {

class ConsoleImport final : public ui::ImportBackend {
public:
    /// `folder`: where profiles are saved; empty: they cannot be saved.
    ConsoleImport(api::EngineApi& engine, const std::string& folder);
    ~ConsoleImport() override;

    /// Asks a running import to stop. False if it has not stopped in this time, because the engine does not answer.
    [[nodiscard]] bool end(int patienceMs);

    [[nodiscard]] std::vector<ui::ImportField> fields(ui::ImportKind kind) const override;
    api::Answer<ui::ImportFile> look(std::string path) override;
    api::Answer<std::vector<ui::ImportRow>> preview(std::string path, ui::ImportPlan plan) override;
    api::Answer<void> saveProfile(std::string name, ui::ImportPlan plan) override;
    api::Answer<ui::ImportResult> run(api::Actor actor, std::string path, ui::ImportPlan plan, bool dryRun,
                                      std::shared_ptr<ui::ImportControl> control) override;
    api::Answer<std::int64_t> saveRejected(api::Actor actor, std::string path) override;

private:
    template <typename T>
    [[nodiscard]] api::Answer<T> on(QThreadPool& pool, std::function<Result<T>()> work);
    [[nodiscard]] Result<import::Profile> profileOf(const ui::ImportPlan& plan) const;
    [[nodiscard]] Result<import::ImportPlan> planOf(const ui::ImportPlan& plan, bool dryRun) const;
    [[nodiscard]] ui::ImportResult runNow(const api::Actor& actor, const std::string& path, const ui::ImportPlan& plan,
                                          bool dryRun, ui::ImportControl& control);
    [[nodiscard]] Result<std::int64_t> saveNow(const api::Actor& actor, const std::string& path);
    [[nodiscard]] std::string rejectedPath() const;

    api::EngineApi& m_engine;
    const import::ProfileFolder m_profiles;
    const std::string m_folder;
    QTemporaryDir m_scratch;                     ///< rejected rows of the last run; readable by this user only
    std::int64_t m_rejectedRows = 0;             ///< number of rows in that file; used on m_imports only
    std::weak_ptr<ui::ImportControl> m_control;  ///< of the newest import
    QThreadPool m_looks;
    QThreadPool m_imports;  ///< one thread
};

}  // namespace evenhand::app
