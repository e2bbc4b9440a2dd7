// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of the console.
#pragma once

#include <QSize>
#include <QString>
#include <QStringList>
#include <cstdint>
#include <optional>

#include "engine/base/result.h"
#include "ui/widgets/theme.h"

namespace evenhand::app {

struct ProgramOptions {
    QString workspace;  ///< folder; empty: the first window or the demo
    QString service;    ///< ADDRESS:PORT of a running service, several with commas; empty: none
    QString login;      ///< who signs in; empty: it is asked for
    QString authority;  ///< PEM file of authorities for the service's certificate; empty: the system's
    bool demo = false;
    QString settings;  ///< file of looks, layouts and what was opened last; empty: the usual one
    int consoles = 0;  ///< consoles of the demo, which then runs as a service; 0: one window runs it
    std::uint64_t seed = 1;
    double speed = 30;        ///< simulated seconds per second
    QString screenshots;      ///< folder; empty: none are taken
    QSize window{1440, 900};  ///< of the pictures
    QString language;         ///< "en", "zh"; empty: as remembered
    std::optional<ui::ThemeChoice> theme;
    std::optional<QString> text;  ///< of --help and --version: printed, then the program ends
};

/// Error: InvalidArgument, with a sentence for the terminal.
[[nodiscard]] Result<ProgramOptions> parseOptions(const QStringList& arguments);

}  // namespace evenhand::app
