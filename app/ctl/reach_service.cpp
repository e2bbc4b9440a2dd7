// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/reach_service.h"

#include <unistd.h>

#include <QFileInfo>
#include <iostream>
#include <utility>

#include "app/reach/accepted_services.h"
#include "app/service/system_random.h"
#include "app/workspace/workspace_core.h"
#include "engine/remote/line/certificate_check.h"
#include "engine/remote/line/known_services.h"

namespace evenhand::ctl {
namespace {

/// The line that is typed says yes or no; where there is no terminal nobody is asked.
bool accepts(const std::string& service, const std::string& fingerprint, ConsoleIo& io) {
    if (::isatty(STDIN_FILENO) == 0) {
        return false;
    }
    io.note("No authority vouches for the certificate of " + service + ". Its fingerprint (SHA-256):\n  " +
            remote::shownFingerprint(fingerprint) +
            "\nThe service printed its own when it started. Are they the same? Type yes to connect and remember it:");
    std::string typed;
    return std::getline(std::cin, typed) && typed == "yes";
}

/// `before`: of the certificate that was accepted, or that `isGiven` on the command line; empty: there is none.
Error refusal(Error error, const remote::KnownServices& known, const std::string& before, bool isGiven) {
    if (before.empty()) {
        error.message += ": compare its fingerprint with what the service prints, and give it with --fingerprint";
    } else if (isGiven) {
        error.message += ": --fingerprint says another one";
    } else {
        error.message += ": it is another one than the one that was accepted, " + remote::shownFingerprint(before) +
                         ". If it was renewed, take its line out of " + known.path();
    }
    error.value = remote::shownFingerprint(error.value);
    return error;
}

}  // namespace

Result<std::unique_ptr<remote::RemoteEngine>> reachService(const std::string& addresses, const Arguments& arguments,
                                                           ConsoleIo& io) {
    remote::KnownServices known(app::knownServicesPath());
    remote::LineOptions options;
    EVENHAND_ASSIGN(options.addresses, remote::serviceAddresses(addresses));
    options.via = api::Via::CommandLine;
    options.clock = &app::systemClock();
    options.random = app::systemRandom;
    if (arguments.has("--ca") && !QFileInfo(text(arguments.value("--ca"))).isReadable()) {
        return fail(ErrorCode::NotFound, "the file cannot be read", "ca", arguments.value("--ca"));
    }
    if (arguments.has("--ca") && remote::fingerprintOfFile(arguments.value("--ca")).empty()) {
        return fail(ErrorCode::InvalidArgument, "holds no certificate in PEM", "ca", arguments.value("--ca"));
    }
    const auto given = remote::fingerprintFrom(arguments.value("--fingerprint"));
    if (given.empty() && arguments.has("--fingerprint")) {
        return fail(ErrorCode::InvalidArgument, "must be 64 hexadecimal digits", "fingerprint",
                    arguments.value("--fingerprint"));
    }
    options.trust = app::trustOf(options.addresses, arguments.value("--ca"), known, [&](const auto&) { return given; });
    auto engine = remote::RemoteEngine::connect(options);
    if (options.addresses.size() > 1) {
        return engine;  // each has to be known already, since nobody can tell which one was asked about
    }
    const auto& address = options.addresses.front();
    auto& accepted = options.trust.front().fingerprint;
    if (!engine && engine.error().code == ErrorCode::AddressRefused) {
        if (!accepted.empty() || !accepts(remote::textOf(address), engine.error().value, io)) {
            return fail(refusal(engine.error(), known, accepted, !given.empty()));
        }
        accepted = engine.error().value;
        engine = remote::RemoteEngine::connect(options);
    }
    if (engine && address.isEncrypted && !accepted.empty() && accepted != known.fingerprintOf(address)) {
        EVENHAND_TRY(known.remember(address, accepted));
    }
    return engine;
}

}  // namespace evenhand::ctl
