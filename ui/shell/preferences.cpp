// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/preferences.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QSettings>
#include <QTemporaryDir>
#include <QUrl>
#include <utility>

#include "engine/base/durable_file.h"
#include "engine/base/log.h"

namespace evenhand::ui {
namespace {

constexpr int kLockWaitMs = 5'000;

Error unwritten(const QString& path, const char* why) { return {ErrorCode::Storage, why, "path", path.toStdString()}; }

/// The file as it is with these changes, made in a folder of its own: a full disk leaves the file itself alone.
Result<QByteArray> changed(const QString& path, const QHash<QString, std::optional<QVariant>>& changes) {
    const QTemporaryDir folder;
    const QString aside = folder.filePath(QStringLiteral("aside.ini"));
    if (!folder.isValid() || (QFile::exists(path) && !QFile::copy(path, aside))) {
        return fail(unwritten(path, "the settings cannot be copied"));
    }
    QFile::setPermissions(aside, QFile::ReadOwner | QFile::WriteOwner);
    {
        QSettings file(aside, QSettings::IniFormat);
        for (auto change = changes.begin(); change != changes.end(); ++change) {
            if (*change) {
                file.setValue(change.key(), **change);
            } else {
                file.remove(change.key());
            }
        }
        file.sync();
        if (file.status() != QSettings::NoError) {
            return fail(unwritten(path, "the settings cannot be written"));
        }
    }
    QFile written(aside);
    if (!written.open(QIODevice::ReadOnly)) {
        return fail(unwritten(path, "the settings cannot be read back"));
    }
    return written.readAll();
}

}  // namespace

Preferences::Preferences(const QString& iniPath, const QString& person, QObject* parent)
    : QObject(parent), m_path(iniPath), m_person(QString::fromLatin1(QUrl::toPercentEncoding(person))) {
    QSettings file(m_path, QSettings::IniFormat);
    file.beginGroup(m_person);
    for (const QString& key : file.allKeys()) {
        m_values.insert(full(key), file.value(key));
    }
    m_writer.setMaxThreadCount(1);
    m_delay.setSingleShot(true);
    connect(&m_delay, &QTimer::timeout, this, &Preferences::write);
}

Preferences::~Preferences() {
    write();
    m_writer.waitForDone();
}

QVariant Preferences::value(const QString& key, const QVariant& fallback) const {
    return m_values.value(full(key), fallback);
}

void Preferences::setValue(const QString& key, const QVariant& value) {
    const QString name = full(key);
    const auto known = m_values.constFind(name);
    if (known != m_values.constEnd() && *known == value) {
        return;
    }
    m_values.insert(name, value);
    m_changes.insert(name, value);
    m_delay.start(kWriteAfterMs);
}

void Preferences::remove(const QString& key) {
    const QString name = full(key);
    m_values.remove(name);
    m_changes.insert(name, std::nullopt);
    m_delay.start(kWriteAfterMs);
}

void Preferences::write() {
    m_delay.stop();
    if (m_changes.isEmpty()) {
        return;
    }
    m_writer.start([this, changes = std::exchange(m_changes, {})] {
        const auto saved = save(changes);
        if (saved) {
            QMetaObject::invokeMethod(this, [this] { m_failing = false; });
            Q_EMIT written();
            return;
        }
        base::log(base::LogLevel::Warning, "settings", saved.error().text());
        QMetaObject::invokeMethod(this, [this, changes, error = saved.error()] { keep(changes, error); });
    });
}

/// Only what changed: another window may have written the rest.
Result<void> Preferences::save(const Changes& changes) const {
    if (!QFileInfo(m_path).dir().mkpath(QStringLiteral("."))) {
        return fail(unwritten(m_path, "the folder of the settings cannot be made"));
    }
    QLockFile lock(m_path + QStringLiteral(".lock"));
    if (!lock.tryLock(kLockWaitMs)) {
        return fail(unwritten(m_path, "the settings are being written by somebody else"));
    }
    EVENHAND_ASSIGN(const auto content, changed(m_path, changes));
    return base::replaceFile(m_path.toStdString(), {content.constData(), static_cast<std::size_t>(content.size())},
                             base::FileMode::Shared);
}

void Preferences::keep(const Changes& changes, const Error& error) {
    for (auto change = changes.begin(); change != changes.end(); ++change) {
        if (!m_changes.contains(change.key())) {
            m_changes.insert(change.key(), *change);
        }
    }
    m_delay.start(kRetryMs);
    if (!std::exchange(m_failing, true)) {
        Q_EMIT unsaved(error);
    }
}

QStringList Preferences::keys(const QString& group) const {
    const QString below = full(group) + QLatin1Char('/');
    QStringList keys;
    for (auto value = m_values.begin(); value != m_values.end(); ++value) {
        if (value.key().startsWith(below) && value.key().indexOf(QLatin1Char('/'), below.size()) < 0) {
            keys << value.key().mid(below.size());
        }
    }
    keys.sort();
    return keys;
}

QString Preferences::full(const QString& key) const { return m_person + QLatin1Char('/') + key; }

}  // namespace evenhand::ui
