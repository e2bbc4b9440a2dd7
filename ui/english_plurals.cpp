// SPDX-License-Identifier: GPL-3.0-or-later
// English stands in the sources, but "1 order" beside "2 orders" does not: tr() takes every plural form from a
// translation. So the English one is loaded in every program that shows windows, tests included, as soon as there is an
// application; a language that is chosen later (Language) is looked into first. Linked with the resources.
// Thread: GUI.
#include <QCoreApplication>
#include <QTranslator>

namespace {

void loadEnglishPlurals() {
    auto* const english = new QTranslator(QCoreApplication::instance());
    if (english->load(QStringLiteral(":/evenhand/translations/evenhand_en.qm"))) {
        QCoreApplication::installTranslator(english);
    }
}

}  // namespace

Q_COREAPP_STARTUP_FUNCTION(loadEnglishPlurals)
