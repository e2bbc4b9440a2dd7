// SPDX-License-Identifier: GPL-3.0-or-later
// What the console remembers per person: look, language, window, column layouts, saved filters. An INI file at a path
// given by the caller, read once; what changes is written a little later, on a thread of its own.
// Thread: GUI. Invariants: the GUI thread never writes or syncs the file; what was set is on disk once this is gone, if
// there was room; the file is whole at any moment, as it was or with the changes.
#pragma once

#include <QHash>
#include <QObject>
#include <QThreadPool>
#include <QTimer>
#include <QVariant>
#include <optional>

#include "engine/base/result.h"

namespace evenhand::ui {

class Preferences : public QObject {
    Q_OBJECT

public:
    /// Changes within this time are written together.
    static constexpr int kWriteAfterMs = 400;
    /// What could not be written is tried again after this time, with what changed meanwhile.
    static constexpr int kRetryMs = 10'000;

    /// `person` names the group; "local:root" and "anna" keep apart.
    Preferences(const QString& iniPath, const QString& person, QObject* parent = nullptr);
    /// Waits for the file.
    ~Preferences() override;

    [[nodiscard]] QVariant value(const QString& key, const QVariant& fallback = {}) const;
    void setValue(const QString& key, const QVariant& value);
    void remove(const QString& key);
    /// Keys directly below `group`.
    [[nodiscard]] QStringList keys(const QString& group) const;

Q_SIGNALS:
    /// Emitted on the writing thread; for tests.
    void written();
    /// Storage: what was set is kept here, but is not on disk yet. Once, until it is.
    void unsaved(const evenhand::Error& error);

private:
    /// nullopt: removed.
    using Changes = QHash<QString, std::optional<QVariant>>;

    void write();
    [[nodiscard]] Result<void> save(const Changes& changes) const;
    void keep(const Changes& changes, const Error& error);
    [[nodiscard]] QString full(const QString& key) const;

    QString m_path;
    QString m_person;
    QHash<QString, QVariant> m_values;  ///< of this person
    Changes m_changes;                  ///< not yet handed to the writer
    QTimer m_delay;
    bool m_failing = false;
    QThreadPool m_writer;  ///< one thread: writes keep their order
};

}  // namespace evenhand::ui
