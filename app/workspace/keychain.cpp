// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/keychain.h"

#include <sys/stat.h>
#include <unistd.h>

#include <QFile>
#include <cstdlib>
#include <map>
#include <mutex>
#include <utility>

#include "engine/base/durable_file.h"

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

class PlatformKeychain final : public api::SecretStore {
public:
    explicit PlatformKeychain(std::chrono::milliseconds patience) : m_patience(patience) {}

    Result<std::optional<Secret>> read(const std::string& name) override {
        EVENHAND_TRY(reachable());
        auto* job = new QKeychain::ReadPasswordJob(service());
        job->setKey(QString::fromStdString(name));
        const auto outcome = run(job, [job] { return job->textData(); });
        if (outcome.code == QKeychain::EntryNotFound) {
            return std::optional<Secret>();
        }
        EVENHAND_TRY(judge(outcome));
        return std::optional(Secret(outcome.secret.toStdString()));
    }
    Result<void> write(const std::string& name, const Secret& secret) override {
        EVENHAND_TRY(reachable());
        auto* job = new QKeychain::WritePasswordJob(service());
        job->setKey(QString::fromStdString(name));
        job->setTextData(QString::fromUtf8(secret.reveal().data(), static_cast<qsizetype>(secret.reveal().size())));
        return judge(run(job, [] { return QString(); }));
    }
    Result<void> remove(const std::string& name) override {
        EVENHAND_TRY(reachable());
        auto* job = new QKeychain::DeletePasswordJob(service());
        job->setKey(QString::fromStdString(name));
        const auto outcome = run(job, [] { return QString(); });
        return outcome.code == QKeychain::EntryNotFound ? Result<void>() : judge(outcome);
    }

private:
    static QString service() { return QStringLiteral("evenhand"); }

    /// Checked first, because without a session bus the library would look for one or even start one.
    static Result<void> reachable() {
        if (QCoreApplication::instance() == nullptr) {
            return noKeychain("the keychain cannot be asked without an application");
        }
        if (qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS")) {
            return noKeychain(
                "there is no keychain here ($DBUS_SESSION_BUS_ADDRESS is not set; without a desktop, name a "
                "folder of mode 0700 by $EVENHAND_SECRETS_DIR)");
        }
        return {};
    }

    /// The job deletes itself when it ends, which may be long after the caller has given up.
    template <typename Read>
    Outcome run(QKeychain::Job* job, Read secret) const {
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

class PlatformKeychain final : public api::SecretStore {
public:
    explicit PlatformKeychain(std::chrono::milliseconds) {}
    Result<std::optional<Secret>> read(const std::string&) override { return noKeychain(kWhy); }
    Result<void> write(const std::string&, const Secret&) override { return noKeychain(kWhy); }
    Result<void> remove(const std::string&) override { return noKeychain(kWhy); }

private:
    static constexpr const char* kWhy = "this program was built without support for keychains";
};

#endif

constexpr const char* kSecretsVariable = "EVENHAND_SECRETS_DIR";

class SecretFolder final : public api::SecretStore {
public:
    explicit SecretFolder(std::string folder) : m_folder(std::move(folder)) {}

    Result<std::optional<Secret>> read(const std::string& name) override {
        constexpr qint64 kMaxLength = 65'536;
        EVENHAND_TRY(usable());
        QFile file(fileOf(name));
        if (!file.exists()) {
            return std::optional<Secret>();
        }
        if (!file.open(QIODevice::ReadOnly) || file.size() > kMaxLength) {
            return unusable("a secret in it cannot be read: " + file.errorString().toStdString());
        }
        return std::optional(Secret(file.readAll().toStdString()));
    }
    Result<void> write(const std::string& name, const Secret& secret) override {
        EVENHAND_TRY(usable());
        const auto written = base::replaceFile(fileOf(name).toStdString(), secret.reveal(), base::FileMode::Private);
        return written ? Result<void>() : unusable("a secret cannot be written: " + written.error().message);
    }
    Result<void> remove(const std::string& name) override {
        EVENHAND_TRY(usable());
        QFile file(fileOf(name));
        if (!file.exists()) {
            return {};
        }
        if (!file.remove()) {
            return unusable("a secret in it cannot be removed: " + file.errorString().toStdString());
        }
        const auto synced = base::syncFolder(m_folder);  // without this a crash could bring the file back
        return synced ? Result<void>() : unusable(synced.error().message);
    }

private:
    [[nodiscard]] tl::unexpected<Error> unusable(const std::string& why) const {
        return noKeychain("the folder of secrets (" + m_folder + ") cannot be used: " + why);
    }
    [[nodiscard]] Result<void> usable() const {
        struct stat found {};
        if (::lstat(m_folder.c_str(), &found) != 0) {
            return unusable("there is no such folder; make it with mode 0700");
        }
        if (!S_ISDIR(found.st_mode)) {
            return unusable("it is not a folder");
        }
        if (found.st_uid != ::geteuid()) {
            return unusable("it belongs to another user");
        }
        if ((found.st_mode & 0777U) != 0700U) {
            return unusable("it must have mode 0700");
        }
        return {};
    }
    /// Turns the name into a file name: without separators, and different for different names.
    [[nodiscard]] QString fileOf(const std::string& name) const {
        return QString::fromStdString(m_folder) + QLatin1Char('/') +
               QString::fromLatin1(QByteArray::fromStdString(name).toPercentEncoding({}, "."));
    }

    const std::string m_folder;
};

class MemorySecrets final : public api::SecretStore {
public:
    Result<std::optional<Secret>> read(const std::string& name) override {
        const std::lock_guard lock(m_mutex);
        const auto found = m_secrets.find(name);
        return found == m_secrets.end() ? std::optional<Secret>() : std::optional(found->second);
    }
    Result<void> write(const std::string& name, const Secret& secret) override {
        const std::lock_guard lock(m_mutex);
        m_secrets.insert_or_assign(name, secret);
        return {};
    }
    Result<void> remove(const std::string& name) override {
        const std::lock_guard lock(m_mutex);
        m_secrets.erase(name);
        return {};
    }

private:
    std::mutex m_mutex;
    std::map<std::string, Secret> m_secrets;
};

}  // namespace

std::unique_ptr<api::SecretStore> memorySecrets() { return std::make_unique<MemorySecrets>(); }

std::unique_ptr<api::SecretStore> secretFolder(std::string folder) {
    return std::make_unique<SecretFolder>(std::move(folder));
}

std::unique_ptr<api::SecretStore> systemSecrets() {
    const char* folder = std::getenv(kSecretsVariable);
    return folder != nullptr && *folder != '\0' ? secretFolder(folder) : platformKeychain();
}

std::unique_ptr<api::SecretStore> platformKeychain(std::chrono::milliseconds patience) {
    return std::make_unique<PlatformKeychain>(patience);
}

}  // namespace evenhand::app
