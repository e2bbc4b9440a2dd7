// SPDX-License-Identifier: GPL-3.0-or-later
// The language shown, switched while the program runs. English is in the source, its plural forms are always loaded
// (ui/english_plurals.cpp); Chinese is built into the program, with Qt's own texts where they are installed.
// Thread: GUI. Every widget says its texts anew on QEvent::LanguageChange.
#pragma once

#include <QObject>
#include <QString>
#include <QTranslator>

namespace evenhand::ui {

class Language : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    ~Language() override;

    /// "en" or "zh". True if its texts are there.
    bool apply(const QString& code);
    [[nodiscard]] const QString& current() const noexcept { return m_current; }
    /// "zh" on a Chinese desktop, else "en".
    [[nodiscard]] static QString ofSystem();

private:
    QTranslator m_console;
    QTranslator m_qt;
    QString m_current = QStringLiteral("en");
};

}  // namespace evenhand::ui
