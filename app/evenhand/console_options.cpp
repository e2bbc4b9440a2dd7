// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/evenhand/console_options.h"

#include <QCommandLineParser>

namespace evenhand::app {
namespace {

constexpr double kMinSpeed = 0.1;
constexpr double kMaxSpeed = 600;

Result<void> readLook(const QCommandLineParser& parser, ProgramOptions& options) {
    options.language = parser.value(QStringLiteral("language"));
    if (!options.language.isEmpty() && options.language != QLatin1String("en") &&
        options.language != QLatin1String("zh")) {
        return fail(ErrorCode::InvalidArgument, "--language must be en or zh", "language",
                    options.language.toStdString());
    }
    const QString theme = parser.value(QStringLiteral("theme"));
    if (theme == QLatin1String("dark")) {
        options.theme = ui::ThemeChoice::Dark;
    } else if (theme == QLatin1String("light")) {
        options.theme = ui::ThemeChoice::Light;
    } else if (!theme.isEmpty()) {
        return fail(ErrorCode::InvalidArgument, "--theme must be dark or light", "theme", theme.toStdString());
    }
    return {};
}

/// Reads --consoles.
Result<void> readConsoles(const QCommandLineParser& parser, ProgramOptions& options) {
    constexpr int kMin = 2;
    constexpr int kMax = 8;
    if (!parser.isSet(QStringLiteral("consoles"))) {
        return {};
    }
    const auto typed = parser.value(QStringLiteral("consoles"));
    bool ok = true;
    options.consoles = typed.toInt(&ok);
    if (!ok || options.consoles < kMin || options.consoles > kMax) {
        return fail(ErrorCode::InvalidArgument, "--consoles must be a whole number from 2 to 8", "consoles",
                    typed.toStdString());
    }
    if (!options.demo) {
        return fail(ErrorCode::InvalidArgument, "--consoles needs --demo", "consoles", typed.toStdString());
    }
    if (!options.screenshots.isEmpty()) {
        return fail(ErrorCode::InvalidArgument, "--screenshots takes pictures of one console, without --consoles",
                    "consoles", typed.toStdString());
    }
    return {};
}

Result<void> readDemo(const QCommandLineParser& parser, ProgramOptions& options) {
    bool ok = true;
    if (parser.isSet(QStringLiteral("seed"))) {
        options.seed = parser.value(QStringLiteral("seed")).toULongLong(&ok);
        if (!ok) {
            return fail(ErrorCode::InvalidArgument, "--seed must be a whole number", "seed",
                        parser.value(QStringLiteral("seed")).toStdString());
        }
    }
    if (parser.isSet(QStringLiteral("speed"))) {
        options.speed = parser.value(QStringLiteral("speed")).toDouble(&ok);
        if (!ok || !(options.speed >= kMinSpeed && options.speed <= kMaxSpeed)) {  // also refuses "nan"
            return fail(ErrorCode::InvalidArgument, "--speed must be a number from 0.1 to 600", "speed",
                        parser.value(QStringLiteral("speed")).toStdString());
        }
    }
    return {};
}

Result<void> readWindow(const QCommandLineParser& parser, ProgramOptions& options) {
    if (parser.isSet(QStringLiteral("window"))) {
        const QString typed = parser.value(QStringLiteral("window"));
        const auto sides = typed.split(QLatin1Char('x'));
        options.window = sides.size() == 2 ? QSize(sides[0].toInt(), sides[1].toInt()) : QSize();
        constexpr QSize kMinSize{1024, 640};
        constexpr QSize kMaxSize{7680, 4320};
        if (options.window.expandedTo(kMinSize).boundedTo(kMaxSize) != options.window) {
            return fail(ErrorCode::InvalidArgument, "--window must be WIDTHxHEIGHT, at least 1024x640", "window",
                        typed.toStdString());
        }
    }
    return {};
}

/// All but help and version.
QList<QCommandLineOption> described() {
    return {
        {QStringLiteral("workspace"), QStringLiteral("Open the workspace in DIR."), QStringLiteral("DIR")},
        {QStringLiteral("service"),
         QStringLiteral("Connect to a running service (evenhandctl serve); several addresses with commas."),
         QStringLiteral("ADDRESS:PORT")},
        {QStringLiteral("as"),
         QStringLiteral("Sign in as NAME (password: the first line of the file $EVENHAND_PASSWORD_FILE, else asked "
                        "for)."),
         QStringLiteral("NAME")},
        {QStringLiteral("settings"),
         QStringLiteral(
             "Keep looks, layouts and what was opened last in FILE (default ~/.config/evenhand/console.ini)."),
         QStringLiteral("FILE")},
        {QStringLiteral("ca"),
         QStringLiteral("With --service: PEM file of the authorities that vouch for its certificate."),
         QStringLiteral("FILE")},
        {QStringLiteral("demo"), QStringLiteral("Run the simulated storefront (in a temporary folder unless "
                                                "--workspace is given; created if it does not exist).")},
        {QStringLiteral("consoles"),
         QStringLiteral("With --demo: run it as a service and open N consoles on it (2 to 8)."), QStringLiteral("N")},
        {QStringLiteral("seed"), QStringLiteral("Seed of the demo (default 1)."), QStringLiteral("N")},
        {QStringLiteral("speed"), QStringLiteral("Simulated seconds per second (default 30)."), QStringLiteral("X")},
        {QStringLiteral("screenshots"), QStringLiteral("Save an image of every page in DIR and quit."),
         QStringLiteral("DIR")},
        {QStringLiteral("window"), QStringLiteral("Size of the images (default 1440x900)."), QStringLiteral("WxH")},
        {QStringLiteral("language"), QStringLiteral("en or zh."), QStringLiteral("LANGUAGE")},
        {QStringLiteral("theme"), QStringLiteral("dark or light."), QStringLiteral("THEME")}};
}

/// What is opened, and who signs in.
Result<void> readPlace(const QCommandLineParser& parser, ProgramOptions& options) {
    options.workspace = parser.value(QStringLiteral("workspace"));
    options.service = parser.value(QStringLiteral("service"));
    options.login = parser.value(QStringLiteral("as"));
    options.settings = parser.value(QStringLiteral("settings"));
    options.authority = parser.value(QStringLiteral("ca"));
    options.demo = parser.isSet(QStringLiteral("demo"));
    options.screenshots = parser.value(QStringLiteral("screenshots"));
    if (parser.isSet(QStringLiteral("service")) && (options.demo || !options.workspace.isEmpty())) {
        return fail(ErrorCode::InvalidArgument, "--service is another place than --workspace and --demo");
    }
    if (parser.isSet(QStringLiteral("as")) && options.login.isEmpty()) {
        return fail(ErrorCode::InvalidArgument, "--as is empty", "as");
    }
    if (options.demo && !options.login.isEmpty()) {
        return fail(ErrorCode::InvalidArgument, "--as: the demo opens without a sign-in", "as",
                    options.login.toStdString());
    }
    return {};
}

}  // namespace

Result<ProgramOptions> parseOptions(const QStringList& arguments) {
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Operations console for delivery businesses."));
    const QCommandLineOption help({QStringLiteral("h"), QStringLiteral("help")}, QStringLiteral("Show this help."));
    parser.addOption(help);
    const auto version = parser.addVersionOption();
    parser.addOptions(described());
    if (!parser.parse(arguments)) {
        return fail(ErrorCode::InvalidArgument, parser.errorText().toStdString());
    }
    ProgramOptions options;
    if (parser.isSet(help)) {
        // Qt takes the program's name from the application object, which is not there yet.
        const QString said = parser.helpText();
        options.text = QStringLiteral("Usage: evenhand [options]") + said.mid(said.indexOf(QLatin1Char('\n')));
        return options;
    }
    if (parser.isSet(version)) {
        options.text = QStringLiteral("evenhand " EVENHAND_VERSION "\n");
        return options;
    }
    if (!parser.positionalArguments().isEmpty()) {
        return fail(ErrorCode::InvalidArgument, "unknown argument", "argument",
                    parser.positionalArguments().front().toStdString());
    }
    EVENHAND_TRY(readPlace(parser, options));
    EVENHAND_TRY(readConsoles(parser, options));
    if (parser.isSet(QStringLiteral("ca")) && options.service.isEmpty()) {
        return fail(ErrorCode::InvalidArgument, "--ca needs --service");
    }
    EVENHAND_TRY(readWindow(parser, options));
    EVENHAND_TRY(readDemo(parser, options));
    EVENHAND_TRY(readLook(parser, options));
    if (!options.screenshots.isEmpty() && options.workspace.isEmpty() && !options.demo) {
        return fail(ErrorCode::InvalidArgument, "--screenshots needs --demo or --workspace");
    }
    return options;
}

}  // namespace evenhand::app
