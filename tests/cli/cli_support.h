// SPDX-License-Identifier: GPL-3.0-or-later
// A scratch folder with a workspace in it, and evenhandctl run on it as a process.
#pragma once

#include <QJsonObject>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <functional>

namespace evenhand::cli {

struct Outcome {
    int code = -1;  ///< -1: crashed or did not end
    QByteArray out;
    QByteArray err;

    [[nodiscard]] QJsonObject json() const;
    /// `json()` at "a.b.c"; -1 if there is no number.
    [[nodiscard]] qint64 number(const QString& path) const;
    /// For QVERIFY2.
    [[nodiscard]] QByteArray text() const;
};

class Scratch {
public:
    Scratch();
    [[nodiscard]] QString path(const QString& name) const { return m_dir.filePath(name); }
    [[nodiscard]] QString workspace() const { return path(QStringLiteral("w")); }
    /// Writes a file and answers its path.
    [[nodiscard]] QString write(const QString& name, const QByteArray& bytes) const;
    /// The same, readable by its owner only, as files with secrets must be.
    [[nodiscard]] QString writeSecret(const QString& name, const QByteArray& bytes) const;
    [[nodiscard]] QByteArray read(const QString& name) const;

    /// Runs evenhandctl on workspace(). `prepare` changes the process before it starts.
    [[nodiscard]] Outcome run(const QStringList& arguments, const QByteArray& input = {},
                              const std::function<void(QProcess&)>& prepare = {}) const;
    /// run() with --json.
    [[nodiscard]] Outcome json(const QStringList& arguments, const QByteArray& input = {}) const;
    /// Makes the workspace: GBP, Europe/London.
    [[nodiscard]] bool init() const;
    /// What messages call the workspace: its folder, or the address of its database.
    [[nodiscard]] std::string locationText() const;
    /// Everything that the workspace says about itself: stats and both exports.
    [[nodiscard]] QByteArray contents() const;

private:
    QTemporaryDir m_dir;
};

[[nodiscard]] QString ctlPath();

/// For Scratch::run(): the process is bound by permissions of files, also where the tests run as root.
void boundByPermissions(QProcess& process);

}  // namespace evenhand::cli
