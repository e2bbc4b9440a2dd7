// SPDX-License-Identifier: GPL-3.0-or-later
// The cases of expectations/*.txt (their README.md has the format), and what a keyspace holds as such a file writes it.
// Thread: any.
#pragma once

#include <QString>
#include <functional>
#include <string>
#include <vector>

#include "arguments.h"
#include "engine/keyspace/reply.h"

namespace evenhand::conformance {

struct TableCase {
    std::string script;
    QString place;  ///< "timers.txt:12 script: title"
    Arguments keys;
    std::vector<Arguments> given;
    Arguments arguments;
    std::string reply;
    std::vector<std::string> then;
    bool unchanged = false;      ///< `then as given`
    bool embeddedAlone = false;  ///< `embedded`
};

/// All cases of a file; empty with the reason in `fault` if a line cannot be read.
[[nodiscard]] std::vector<TableCase> readTable(const QString& path, QString& fault);

using Execute = std::function<keyspace::Reply(const Arguments&)>;
/// Everything a keyspace holds, a line each key, in order of the keys.
[[nodiscard]] std::vector<std::string> contents(const Execute& execute);

/// A reply as the tables write it.
[[nodiscard]] std::string written(const keyspace::Reply& reply);

}  // namespace evenhand::conformance
