// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/preferences.h"

#include <QSettings>
#include <QUrl>
#include <utility>

namespace evenhand::ui {

Preferences::Preferences(const QString& iniPath, const QString& person, QObject* parent)
    : QObject(parent), m_path(iniPath), m_person(QString::fromLatin1(QUrl::toPercentEncoding(person))) {
    QSettings file(m_path, QSettings::IniFormat);
    file.beginGroup(m_person);
    for (const QString& key : file.allKeys()) {
        m_values.insert(full(key), file.value(key));
    }
    m_writer.setMaxThreadCount(1);
    m_delay.setSingleShot(true);
    m_delay.setInterval(kWriteAfterMs);
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
    m_delay.start();
}

void Preferences::remove(const QString& key) {
    const QString name = full(key);
    m_values.remove(name);
    m_changes.insert(name, std::nullopt);
    m_delay.start();
}

void Preferences::write() {
    m_delay.stop();
    if (m_changes.isEmpty()) {
        return;
    }
    m_writer.start([this, changes = std::exchange(m_changes, {})] {
        {
            // Only what changed: another window may have written the rest.
            QSettings file(m_path, QSettings::IniFormat);
            for (auto change = changes.begin(); change != changes.end(); ++change) {
                if (*change) {
                    file.setValue(change.key(), **change);
                } else {
                    file.remove(change.key());
                }
            }
            file.sync();
        }
        Q_EMIT written();
    });
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
