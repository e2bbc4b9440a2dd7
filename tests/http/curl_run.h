// SPDX-License-Identifier: GPL-3.0-or-later
// The real curl, as a client that nobody here has written: the program, or its library where a test asks so often that
// starting a program each time would be most of its work.
// Thread: one at a time.
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QStringList>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace evenhand::test {

struct CurlAnswer {
    int exitCode = -1;                           ///< of curl; the library's codes are the same
    int status = 0;                              ///< of the last response
    std::map<std::string, std::string> headers;  ///< of the last response, names in lower case
    QByteArray body;
    QByteArray errors;
    [[nodiscard]] QJsonObject json() const;
};

/// `curl ARGUMENTS`, silent, with at most a minute.
[[nodiscard]] CurlAnswer curl(const QStringList& arguments);

/// The same of its library: `url` with these header lines; with a body it is a POST.
[[nodiscard]] CurlAnswer curl(const std::string& url, const std::vector<std::string>& headers,
                              const std::optional<std::string>& body);

}  // namespace evenhand::test
