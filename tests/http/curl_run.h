// SPDX-License-Identifier: GPL-3.0-or-later
// The real curl, as a client that nobody here has written.
// Thread: one at a time.
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QStringList>
#include <map>
#include <string>

namespace evenhand::test {

struct CurlAnswer {
    int exitCode = -1;                           ///< of curl
    int status = 0;                              ///< of the last response
    std::map<std::string, std::string> headers;  ///< of the last response, names in lower case
    QByteArray body;
    QByteArray errors;
    [[nodiscard]] QJsonObject json() const;
};

/// `curl ARGUMENTS`, silent, with at most a minute.
[[nodiscard]] CurlAnswer curl(const QStringList& arguments);

}  // namespace evenhand::test
