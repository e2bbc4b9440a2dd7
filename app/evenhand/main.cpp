// SPDX-License-Identifier: GPL-3.0-or-later
// The console.
#include <QApplication>
#include <QDir>
#include <QIcon>
#include <QStandardPaths>
#include <cstdio>

#include "app/evenhand/console_app.h"
#include "app/evenhand/demo_consoles.h"
#include "app/evenhand/termination_signals.h"
#include "engine/base/private_file.h"
#include "ui/widgets/wheel_guard.h"

namespace {

/// Chooses the offscreen platform if pictures are taken and there is no display.
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

/// Shows no window itself and needs no display: the consoles are processes of their own.
int runConsoles(const evenhand::app::ProgramOptions& options, int argc, char** argv) {
    const QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("evenhand"));
    const evenhand::app::TerminationSignals terminationSignals;
    evenhand::app::DemoConsoles consoles(options, QCoreApplication::applicationFilePath(),
                                         options.settings.isEmpty() ? settingsPath() : options.settings);
    QObject::connect(&terminationSignals, &evenhand::app::TerminationSignals::asked, &consoles,
                     &evenhand::app::DemoConsoles::end);
    QObject::connect(&consoles, &evenhand::app::DemoConsoles::said,
                     [](const QString& sentence) { std::fprintf(stderr, "evenhand: %s\n", qPrintable(sentence)); });
    // Queued, because a start that fails at once ends before the event loop runs.
    QObject::connect(
        &consoles, &evenhand::app::DemoConsoles::ended, &application, [](int code) { QCoreApplication::exit(code); },
        Qt::QueuedConnection);
    consoles.start();
    return QCoreApplication::exec();
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
    if (options->consoles > 0) {
        return runConsoles(*options, argc, argv);
    }
    chooseDisplay(*options);
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("evenhand"));
    QApplication::setApplicationDisplayName(QStringLiteral("Evenhand"));
    QApplication::setDesktopFileName(QStringLiteral("evenhand"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/evenhand/icons/evenhand.svg")));
    const evenhand::ui::WheelGuard wheelGuard(application);
    const evenhand::app::TerminationSignals terminationSignals;
    evenhand::app::ConsoleApp console(*options, options->settings.isEmpty() ? settingsPath() : options->settings);
    QObject::connect(&terminationSignals, &evenhand::app::TerminationSignals::asked, &console,
                     &evenhand::app::ConsoleApp::end);
    if (!console.start()) {
        std::fprintf(stderr, "evenhand: %s\n", qPrintable(console.problem()));
        return 1;
    }
    return QApplication::exec();
}
