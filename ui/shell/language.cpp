// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/language.h"

#include <QGuiApplication>
#include <QLibraryInfo>
#include <QLocale>

namespace evenhand::ui {
namespace {

/// The desktop adds it to titles that do not end with it.
void nameProgram() { QGuiApplication::setApplicationDisplayName(QCoreApplication::translate("Language", "Evenhand")); }

}  // namespace

Language::~Language() {
    QCoreApplication::removeTranslator(&m_console);
    QCoreApplication::removeTranslator(&m_qt);
}

bool Language::apply(const QString& code) {
    if (code == m_current) {
        return true;
    }
    QCoreApplication::removeTranslator(&m_console);
    QCoreApplication::removeTranslator(&m_qt);
    m_current = QStringLiteral("en");
    if (code != QLatin1String("zh")) {
        nameProgram();
        return code == m_current;
    }
    if (m_qt.load(QStringLiteral("qtbase_zh_CN"), QLibraryInfo::path(QLibraryInfo::TranslationsPath))) {
        QCoreApplication::installTranslator(&m_qt);
    }
    if (!m_console.load(QStringLiteral(":/evenhand/translations/evenhand_zh_CN.qm"))) {
        return false;
    }
    m_current = code;
    QCoreApplication::installTranslator(&m_console);
    nameProgram();
    return true;
}

QString Language::ofSystem() {
    return QLocale::system().language() == QLocale::Chinese ? QStringLiteral("zh") : QStringLiteral("en");
}

}  // namespace evenhand::ui
