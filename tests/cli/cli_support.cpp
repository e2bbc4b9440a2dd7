// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_support.h"

#include <linux/capability.h>
#include <sys/prctl.h>

#include <QFile>
#include <QJsonDocument>

#include "tests/support/servers/other_connection.h"

namespace evenhand::cli {

QString ctlPath() { return QStringLiteral(EVENHAND_CTL); }

void boundByPermissions(QProcess& process) {
    process.setChildProcessModifier([] {  // fails where there is nothing to give up
        (void)::prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0);
        (void)::prctl(PR_CAPBSET_DROP, CAP_DAC_READ_SEARCH, 0, 0, 0);
    });
}

QJsonObject Outcome::json() const { return QJsonDocument::fromJson(out).object(); }

qint64 Outcome::number(const QString& path) const {
    QJsonValue value = json();
    for (const QString& name : path.split(QLatin1Char('.'))) {
        value = value.toObject().value(name);
    }
    return value.isDouble() ? value.toInteger(-1) : -1;
}

QByteArray Outcome::text() const {
    return "code " + QByteArray::number(code) + "\n--- out\n" + out + "\n--- err\n" + err;
}

namespace {

/// What makes a workspace makes it in the database that this run of the test is for.
QStringList onDatabase(QStringList arguments) {
    const auto init = arguments.indexOf(QStringLiteral("init"));
    if (init >= 0 && evenhand::testing::onMariadb() && !arguments.contains(QStringLiteral("--help")) &&
        arguments.filter(QStringLiteral("--database")).isEmpty()) {
        const auto url = QString::fromStdString(evenhand::testing::freshDatabase());
        arguments << QStringLiteral("--database") << url;
    }
    return arguments;
}

}  // namespace

Scratch::Scratch() { Q_ASSERT(m_dir.isValid()); }

QString Scratch::write(const QString& name, const QByteArray& bytes) const {
    QFile file(path(name));
    const bool whole = file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
    Q_ASSERT(whole);
    Q_UNUSED(whole);
    return file.fileName();
}

QString Scratch::writeSecret(const QString& name, const QByteArray& bytes) const {
    const auto path = write(name, bytes);
    QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner);
    return path;
}

QByteArray Scratch::read(const QString& name) const {
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

Outcome Scratch::run(const QStringList& arguments, const QByteArray& input,
                     const std::function<void(QProcess&)>& prepare) const {
    constexpr int kMaxMs = 300'000;
    QProcess process;
    process.setWorkingDirectory(m_dir.path());
    process.setProgram(ctlPath());
    process.setArguments(QStringList{QStringLiteral("--workspace"), workspace()} + onDatabase(arguments));
    if (prepare) {
        prepare(process);
    }
    process.start();
    process.write(input);
    process.closeWriteChannel();
    Outcome outcome;
    if (process.waitForFinished(kMaxMs) && process.exitStatus() == QProcess::NormalExit) {
        outcome.code = process.exitCode();
    }
    outcome.out = process.readAllStandardOutput();
    outcome.err = process.readAllStandardError();
    return outcome;
}

Outcome Scratch::json(const QStringList& arguments, const QByteArray& input) const {
    return run(QStringList{QStringLiteral("--json")} + arguments, input);
}

bool Scratch::init() const {
    return run({QStringLiteral("init"), QStringLiteral("--currency"), QStringLiteral("GBP"),
                QStringLiteral("--time-zone"), QStringLiteral("Europe/London")})
               .code == 0;
}

QByteArray Scratch::contents() const {
    return json({QStringLiteral("stats")}).out +
           run({QStringLiteral("export"), QStringLiteral("orders"), QStringLiteral("-")}).out +
           run({QStringLiteral("export"), QStringLiteral("assignments"), QStringLiteral("-")}).out;
}

std::string Scratch::locationText() const {
    const auto address = app::readAddress(workspace().toStdString());
    return address && *address ? **address : workspace().toStdString();
}

}  // namespace evenhand::cli
