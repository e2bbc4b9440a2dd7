// SPDX-License-Identifier: GPL-3.0-or-later
// The console.
#include <QApplication>
#include <QDir>
#include <QIcon>
#include <QStandardPaths>
#include <cstdio>

#include "app/evenhand/console_app.h"
#include "app/evenhand/termination_signals.h"
#include "engine/base/private_file.h"
#include "ui/widgets/wheel_guard.h"

namespace {

/// Pictures can be taken where there is no display.
void chooseDisplay(const evenhand::app::ProgramOptions& options) {
    const bool display = qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY");
    if (!options.screenshots.isEmpty() && !display && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
}

QString settingsPath() {
    const QString folder =
        QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + QStringLiteral("/evenhand");
    QDir().mkpath(folder);
    return folder + QStringLiteral("/console.ini");
}

}  // namespace

int main(int argc, char** argv) {
    (void)evenhand::base::protectMemory();
    QStringList arguments;
    for (int i = 0; i < argc; ++i) {
        arguments << QString::fromLocal8Bit(argv[i]);
    }
    const auto options = evenhand::app::parseOptions(arguments);
    if (!options) {
        std::fprintf(stderr, "evenhand: %s\n", options.error().text().c_str());
        return 2;
    }
    if (options->text) {
        std::fputs(qPrintable(*options->text), stdout);
        return 0;
    }
    chooseDisplay(*options);
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("evenhand"));
    QApplication::setApplicationDisplayName(QStringLiteral("Evenhand"));
    QApplication::setDesktopFileName(QStringLiteral("evenhand"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/evenhand/icons/evenhand.svg")));
    const evenhand::ui::WheelGuard wheelGuard(application);
    const evenhand::app::TerminationSignals terminationSignals;
    evenhand::app::ConsoleApp console(*options, settingsPath());
    QObject::connect(&terminationSignals, &evenhand::app::TerminationSignals::asked, &console,
                     &evenhand::app::ConsoleApp::end);
    if (!console.start()) {
        std::fprintf(stderr, "evenhand: %s\n", qPrintable(console.problem()));
        return 1;
    }
    return QApplication::exec();
}
