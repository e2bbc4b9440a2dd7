// SPDX-License-Identifier: GPL-3.0-or-later
// Encrypted lines: how a certificate is trusted, which fingerprints are remembered, and what ends a line before any
// message is sent.
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include "engine/remote/line/certificate_check.h"
#include "engine/remote/line/known_services.h"
#include "team_world.h"
#include "tests/support/expect.h"

namespace test_line_tls {

using namespace evenhand;
using namespace evenhand::test;

class TestLineTls : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QVERIFY(makeCertificate("service", "127.0.0.1"));
        QVERIFY(makeCertificate("renewed", "127.0.0.1"));
        QVERIFY(makeCertificate("elsewhere", "127.0.0.2"));
    }

    void anAuthorityVouchesForIt() {
        TeamWorld world(served("service"));
        const auto console = remote::RemoteEngine::connect(optionsFor(world, {path("service.crt"), {}}));
        DONE(console);
        QVERIFY((*console)->owner());
        DONE(TeamWorld::wait((*console)->dispatch().campuses({*(*console)->owner(), {}, {}})));
        // Another authority does not make it trusted.
        REFUSED_FIELD(remote::RemoteEngine::connect(optionsFor(world, {path("renewed.crt"), {}})),
                      ErrorCode::AddressRefused, "fingerprint");
    }

    /// A trusted certificate that was issued for another host is refused.
    void aCertificateOfAnotherHost() {
        TeamWorld world(served("elsewhere"));
        REFUSED_FIELD(remote::RemoteEngine::connect(optionsFor(world, {path("elsewhere.crt"), {}})),
                      ErrorCode::AddressRefused, "fingerprint");
    }

    /// No authority signed the certificate: the refusal carries its fingerprint, which a person compares and accepts.
    void aFingerprintThatIsRemembered() {
        TeamWorld world(served("service"));
        const auto unknown = remote::RemoteEngine::connect(optionsFor(world, {}));
        REFUSED_FIELD(unknown, ErrorCode::AddressRefused, "fingerprint");
        QCOMPARE(unknown.error().value, remote::fingerprintOfFile(path("service.crt")));
        remote::KnownServices known(path("known"));
        const remote::ServiceAddress address{"127.0.0.1", world.host->port(), true};
        QCOMPARE(known.fingerprintOf(address), std::string());
        DONE(known.remember(address, unknown.error().value));
        // Another program of the same account reads what was remembered.
        const remote::KnownServices again(path("known"));
        DONE(remote::RemoteEngine::connect(optionsFor(world, {{}, again.fingerprintOf(address)})));
        // A fingerprint holds for one port only: another port may be another service.
        QCOMPARE(again.fingerprintOf({"127.0.0.1", static_cast<std::uint16_t>(address.port ^ 1U), true}),
                 std::string());
    }

    /// A known address that shows another certificate is refused until a person accepts the new one.
    void aFingerprintThatHasChangedIsRefused() {
        TeamWorld world(served("service"));
        const auto accepted = remote::fingerprintOfFile(path("service.crt"));
        const auto console = remote::RemoteEngine::connect(optionsFor(world, {{}, accepted}));
        DONE(console);
        world.server = served("renewed");
        world.restart();
        const auto refused = remote::RemoteEngine::connect(optionsFor(world, {{}, accepted}));
        REFUSED_FIELD(refused, ErrorCode::AddressRefused, "fingerprint");
        QCOMPARE(refused.error().value, remote::fingerprintOfFile(path("renewed.crt")));
        // A console that was connected does not reconnect either.
        QTRY_COMPARE((*console)->status().cause, std::optional(ErrorCode::AddressRefused));
        QCOMPARE((*console)->status().state, api::EngineState::Disconnected);
        REFUSED(TeamWorld::wait((*console)->dispatch().campuses({*(*console)->owner(), {}, {}})),
                ErrorCode::Unreachable);
        // Once the new fingerprint is accepted in place of the old one, connecting works.
        remote::KnownServices known(path("changed"));
        const remote::ServiceAddress address{"127.0.0.1", world.host->port(), true};
        DONE(known.remember(address, accepted));
        DONE(known.remember(address, refused.error().value));
        DONE(remote::RemoteEngine::connect(optionsFor(world, {{}, known.fingerprintOf(address)})));
        QVERIFY(known.fingerprintOf(address) != accepted);
    }

    /// With an authority, a renewed certificate needs no new acceptance.
    void anAuthorityGoesOnAfterACertificateWasRenewed() {
        TeamWorld world(served("renewed"));
        DONE(remote::RemoteEngine::connect(optionsFor(world, {path("renewed.crt"), {}})));
    }

    /// An unencrypted console cannot connect to an encrypted service, nor the other way round.
    void oneEndSpeaksTls() {
        TeamWorld world(served("service"));
        auto plain = world.lineOptions();
        QVERIFY(!plain.addresses.front().isEncrypted);
        REFUSED(remote::RemoteEngine::connect(std::move(plain)), ErrorCode::Unreachable);
        TeamWorld other;
        REFUSED(remote::RemoteEngine::connect(optionsFor(other, {path("service.crt"), {}})), ErrorCode::Unreachable);
    }

private:
    std::string path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)).toStdString(); }
    ingest::ServerOptions served(const std::string& name) const {
        ingest::ServerOptions options;
        options.certificateFile = path((name + ".crt").c_str());
        options.keyFile = path((name + ".key").c_str());
        return options;
    }
    static remote::LineOptions optionsFor(const TeamWorld& world, remote::ServiceTrust trust) {
        auto options = world.lineOptions();
        options.addresses.front().isEncrypted = true;
        options.trust = {std::move(trust)};
        return options;
    }
    bool makeCertificate(const char* name, const char* host) {
        const auto file = [&](const char* end) {
            return m_folder.filePath(QString::fromLatin1(name) + QLatin1String(end));
        };
        const auto words = QStringLiteral("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2")
                               .split(QLatin1Char(' '));
        return QProcess::execute(
                   QStringLiteral("openssl"),
                   words + QStringList{
                               QStringLiteral("-subj"), QStringLiteral("/CN=") + QLatin1String(host),
                               QStringLiteral("-addext"), QStringLiteral("subjectAltName=IP:") + QLatin1String(host),
                               QStringLiteral("-keyout"), file(".key"), QStringLiteral("-out"), file(".crt")}) == 0;
    }

    QTemporaryDir m_folder;
};

}  // namespace test_line_tls

QTEST_GUILESS_MAIN(test_line_tls::TestLineTls)
#include "test_line_tls.moc"
