// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

namespace evenhand::ui {

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
    return true;
}

QString Language::ofSystem() {
    return QLocale::system().language() == QLocale::Chinese ? QStringLiteral("zh") : QStringLiteral("en");
}

}  // namespace evenhand::ui
