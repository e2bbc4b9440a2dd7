// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/keychain.h"

#ifdef EVENHAND_HAS_KEYCHAIN
#include <qt6keychain/keychain.h>
#include <QCoreApplication>
#include <QEventLoop>
#include <QTimer>
#endif

namespace evenhand::app {
namespace {

tl::unexpected<Error> noKeychain(const std::string& why) { return fail(ErrorCode::Unsupported, why, "keychain", {}); }

#ifdef EVENHAND_HAS_KEYCHAIN

struct Outcome {
    QKeychain::Error code = QKeychain::OtherError;
    QString reason;
    QString secret;
    bool finished = false;
};

class PlatformKeychain final : public Keychain {
public:
    explicit PlatformKeychain(std::chrono::milliseconds patience) : m_patience(patience) {}

    Result<std::optional<std::string>> read(const std::string& name) override {
        EVENHAND_TRY(reachable());
        auto* job = new QKeychain::ReadPasswordJob(service());
        job->setKey(QString::fromStdString(name));
        const auto outcome = run(job, [job] { return job->textData(); });
        if (outcome.code == QKeychain::EntryNotFound) {
            return std::optional<std::string>();
        }
        EVENHAND_TRY(judge(outcome));
        return std::optional(outcome.secret.toStdString());
    }
    Result<void> write(const std::string& name, const std::string& secret) override {
        EVENHAND_TRY(reachable());
        auto* job = new QKeychain::WritePasswordJob(service());
        job->setKey(QString::fromStdString(name));
        job->setTextData(QString::fromStdString(secret));
        return judge(run(job, [] { return QString(); }));
    }

private:
    static QString service() { return QStringLiteral("evenhand"); }

    /// Without a bus the library would look for one, or start one.
    static Result<void> reachable() {
        if (QCoreApplication::instance() == nullptr) {
            return noKeychain("the keychain cannot be asked without an application");
        }
        if (qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS")) {
            return noKeychain("there is no keychain here ($DBUS_SESSION_BUS_ADDRESS is not set)");
        }
        return {};
    }

    /// The job deletes itself when it ends, which may be long after it was given up.
    template <typename Secret>
    Outcome run(QKeychain::Job* job, Secret secret) const {
        auto outcome = std::make_shared<Outcome>();
        QEventLoop loop;
        QObject::connect(job, &QKeychain::Job::finished, &loop, [job, outcome, secret, &loop] {
            *outcome = {job->error(), job->errorString(), secret(), true};
            loop.quit();
        });
        job->setAutoDelete(true);
        job->setInsecureFallback(false);
        job->start();
        QTimer::singleShot(m_patience, &loop, &QEventLoop::quit);
        if (!outcome->finished) {
            loop.exec();
        }
        return *outcome;
    }
    static Result<void> judge(const Outcome& outcome) {
        if (!outcome.finished) {
            return noKeychain("the keychain does not answer; is it locked?");
        }
        if (outcome.code != QKeychain::NoError) {
            return noKeychain("the keychain cannot be used (" + outcome.reason.toStdString() + ")");
        }
        return {};
    }

    const std::chrono::milliseconds m_patience;
};

#else

class PlatformKeychain final : public Keychain {
public:
    explicit PlatformKeychain(std::chrono::milliseconds) {}
    Result<std::optional<std::string>> read(const std::string&) override { return noKeychain(kWhy); }
    Result<void> write(const std::string&, const std::string&) override { return noKeychain(kWhy); }

private:
    static constexpr const char* kWhy = "this program was built without support for keychains";
};

#endif

}  // namespace

std::unique_ptr<Keychain> platformKeychain(std::chrono::milliseconds patience) {
    return std::make_unique<PlatformKeychain>(patience);
}

}  // namespace evenhand::app
