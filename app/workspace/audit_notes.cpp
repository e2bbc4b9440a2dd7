// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/audit_notes.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "engine/base/durable_file.h"
#include "engine/base/log.h"
#include "engine/base/rng.h"
#include "engine/runtime/csv_export.h"

namespace evenhand::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "audit.note.";
constexpr std::size_t kMaxNotes = 1'000;  // read at once
constexpr qint64 kMaxBytes = 16'384;

QString noteText(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

/// Only what can be done beside an engine: anything else may be a forgery by somebody who can write to the folder, and
/// the engine would seal it.
bool isDoneBeside(std::string_view operation) {
    return operation == api::infoOf(api::Operation::DataExport).name ||
           operation == api::infoOf(api::Operation::BackupsTake).name;
}

/// nullopt: it is not a note.
std::optional<api::AuditRecord> noteIn(const std::string& path) {
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::ReadOnly) || file.size() > kMaxBytes) {
        return std::nullopt;
    }
    const auto object = QJsonDocument::fromJson(file.readAll()).object();
    const auto word = [&](const char* name) { return object.value(QLatin1String(name)).toString().toStdString(); };
    const auto via = api::viaFrom(word("via"));
    api::AuditRecord record;
    record.at.ms = object.value(QLatin1String("at")).toInteger();
    record.actor = word("actor");
    record.operation = word("operation");
    if (!via || !isDoneBeside(record.operation) || record.actor.empty()) {
        return std::nullopt;
    }
    record.via = *via;
    record.subject = word("subject");
    record.reason = word("reason");
    record.detail = word("detail") + "; beside the engine at " + runtime::csvTime(record.at);
    return record;
}

std::vector<std::string> notesIn(const std::string& folder) {
    std::vector<std::string> found;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const auto name = entry->path().filename().string();
        // A file that is still being written has another dot in its name. Only regular files: opening a pipe would
        // block.
        if (name.starts_with(kPrefix) && name.find('.', kPrefix.size()) == std::string::npos &&
            entry->symlink_status(error).type() == fs::file_type::regular) {
            found.push_back(entry->path().string());
        }
    }
    std::sort(found.begin(), found.end());  // by time
    found.resize(std::min(found.size(), kMaxNotes));
    return found;
}

}  // namespace

struct AuditNotes::Underway {
    std::mutex mutex;
    std::set<std::string> paths;
};

Result<void> AuditNotes::leave(const std::string& folder, Instant at, const api::AuditRecord& record) {
    if (!isDoneBeside(record.operation)) {
        return fail(ErrorCode::ReadOnly, "only exports and backups are noted beside the engine", "operation",
                    record.operation);
    }
    const QJsonObject object{{QStringLiteral("at"), qint64{at.ms}},
                             {QStringLiteral("actor"), noteText(record.actor)},
                             {QStringLiteral("via"), noteText(api::toText(record.via))},
                             {QStringLiteral("operation"), noteText(record.operation)},
                             {QStringLiteral("subject"), noteText(record.subject)},
                             {QStringLiteral("reason"), noteText(record.reason)},
                             {QStringLiteral("detail"), noteText(record.detail)}};
    auto stamp = std::to_string(at.ms);
    stamp.insert(0, 15 - std::min<std::size_t>(stamp.size(), 15), '0');
    const auto path = folder + "/" + std::string(kPrefix) + stamp + "-" + Rng(Rng::systemSeed()).uuid();
    auto left = base::replaceFile(path, QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString(),
                                  base::FileMode::Private);
    if (!left) {
        left.error().message = "it cannot be noted for the audit log: " + left.error().message;
    }
    return left;
}

AuditNotes::AuditNotes(std::string folder, runtime::Engine& engine)
    : m_folder(std::move(folder)), m_engine(engine), m_underway(std::make_shared<Underway>()) {}

std::size_t AuditNotes::collect() {
    std::size_t asked = 0;
    for (const auto& path : notesIn(m_folder)) {
        const auto record = noteIn(path);
        if (!record) {
            base::log(base::LogLevel::Warning, "audit",
                      path + " is no note of an export or a backup; it is left there");
            continue;
        }
        {
            const std::lock_guard lock(m_underway->mutex);
            if (!m_underway->paths.insert(path).second) {
                continue;
            }
        }
        ++asked;
        const api::Call call{{record->actor, 0, {}, record->via}, record->reason, {}};
        // Submitted as a command of its own, because an engine that no longer writes would turn it into a note again.
        m_engine.Engine::noteDone(call, *record).then([path, underway = m_underway](const Result<void>& noted) {
            if (noted) {
                std::error_code ignored;
                fs::remove(path, ignored);
            } else {
                base::log(base::LogLevel::Warning, "audit", path + " waits: " + noted.error().text());
            }
            const std::lock_guard lock(underway->mutex);
            underway->paths.erase(path);
        });
    }
    return asked;
}

void AuditNotes::start() {
    m_events = ::inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    m_stop = ::eventfd(0, EFD_CLOEXEC);
    if (m_events < 0 || m_stop < 0 || ::inotify_add_watch(m_events, m_folder.c_str(), IN_MOVED_TO) < 0) {
        base::log(base::LogLevel::Warning, "audit", "notes are only looked for when the workspace is opened");
        return;
    }
    m_thread = std::thread([this] { watch(); });
    (void)collect();  // notes that came before the folder was watched
}

void AuditNotes::watch() {
    std::array<char, 16'384> events{};
    std::array<pollfd, 2> waiting{pollfd{m_events, POLLIN, 0}, pollfd{m_stop, POLLIN, 0}};
    while (::poll(waiting.data(), waiting.size(), -1) >= 0 || errno == EINTR) {
        if (waiting[1].revents != 0) {
            return;
        }
        bool ours = false;
        for (ssize_t size = 0; (size = ::read(m_events, events.data(), events.size())) > 0;) {
            // Other files in the folder change once a second, so only names with the prefix count.
            ours = ours || std::string_view(events.data(), static_cast<std::size_t>(size)).find(kPrefix) !=
                               std::string_view::npos;
        }
        if (ours) {
            (void)collect();
        }
    }
}

void AuditNotes::stop() {
    if (m_thread.joinable()) {
        const std::uint64_t one = 1;
        (void)!::write(m_stop, &one, sizeof one);
        m_thread.join();
    }
    for (int* handle : {&m_events, &m_stop}) {
        if (*handle >= 0) {
            ::close(std::exchange(*handle, -1));
        }
    }
}

}  // namespace evenhand::app
