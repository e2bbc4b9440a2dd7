// SPDX-License-Identifier: GPL-3.0-or-later
// What the console remembers per person: look, language, window, column layouts, saved filters. An INI file at a path
// given by the caller.
// Thread: GUI.
#pragma once

#include <QObject>
#include <QSettings>
#include <QVariant>

namespace evenhand::ui {

class Preferences : public QObject {
    Q_OBJECT

public:
    /// `person` names the group; "local:root" and "anna" keep apart.
    Preferences(const QString& iniPath, const QString& person, QObject* parent = nullptr);

    [[nodiscard]] QVariant value(const QString& key, const QVariant& fallback = {}) const;
    void setValue(const QString& key, const QVariant& value);
    void remove(const QString& key);
    /// Keys directly below `group`.
    [[nodiscard]] QStringList keys(const QString& group) const;

private:
    [[nodiscard]] QString full(const QString& key) const;

    mutable QSettings m_settings;
    QString m_person;
};

}  // namespace evenhand::ui
