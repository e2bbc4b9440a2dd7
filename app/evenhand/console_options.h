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
    QString workspace;  ///< folder; empty: first start page, or the demo
    QString service;    ///< ADDRESS:PORT of a running service, several with commas; empty: none
    bool demo = false;
    std::uint64_t seed = 1;
    double speed = 30;        ///< simulated seconds per second
    QString screenshots;      ///< folder; empty: none are taken
    QSize window{1440, 900};  ///< of the pictures
    QString language;         ///< "en", "zh"; empty: as remembered
    std::optional<ui::ThemeChoice> theme;
    std::optional<QString> text;  ///< --help, --version: to be printed, nothing else is done
};

/// InvalidArgument with a sentence for the terminal.
[[nodiscard]] Result<ProgramOptions> parseOptions(const QStringList& arguments);

}  // namespace evenhand::app
