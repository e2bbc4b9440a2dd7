// SPDX-License-Identifier: GPL-3.0-or-later
// Where a workspace lives, for people: the server (host and port, or the socket) and the database, or the folder.
// Thread: any.
#pragma once

#include <QString>

namespace evenhand::ui {

struct EnginePlace {
    QString server;    ///< "db.example:3306" or the path of a socket; empty: a folder
    QString database;  ///< name in the server
    QString folder;
    bool encrypted = false;  ///< TLS was asked for, and so is on

    [[nodiscard]] bool isServer() const { return !server.isEmpty(); }
    /// "db.example:3306/evenhand"; the folder if it is one.
    [[nodiscard]] QString shortText() const;
};

/// `location` as in WorkspaceInfo: a folder, or an address mysql://….
[[nodiscard]] EnginePlace placeOf(const QString& location);

}  // namespace evenhand::ui
