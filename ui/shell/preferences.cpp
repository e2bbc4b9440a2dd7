// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/preferences.h"

#include <QUrl>

namespace evenhand::ui {

Preferences::Preferences(const QString& iniPath, const QString& person, QObject* parent)
    : QObject(parent),
      m_settings(iniPath, QSettings::IniFormat),
      m_person(QString::fromLatin1(QUrl::toPercentEncoding(person))) {}

QVariant Preferences::value(const QString& key, const QVariant& fallback) const {
    return m_settings.value(full(key), fallback);
}

void Preferences::setValue(const QString& key, const QVariant& value) { m_settings.setValue(full(key), value); }

void Preferences::remove(const QString& key) { m_settings.remove(full(key)); }

QStringList Preferences::keys(const QString& group) const {
    m_settings.beginGroup(full(group));
    const QStringList keys = m_settings.childKeys();
    m_settings.endGroup();
    return keys;
}

QString Preferences::full(const QString& key) const { return m_person + QLatin1Char('/') + key; }

}  // namespace evenhand::ui
