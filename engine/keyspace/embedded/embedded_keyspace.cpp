// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keyspace/embedded/embedded_keyspace.h"

#include "engine/keyspace/commands/command_table.h"
#include "engine/keyspace/data/store.h"

namespace evenhand::keyspace {

namespace {

Reply unknownCommand(std::span<const std::string_view> args) {
    // As Redis: the name and the first arguments, 128 bytes in all.
    std::string arguments;
    for (std::size_t i = 1; i < args.size() && arguments.size() < 128; ++i) {
        arguments += "'" + echoed(args[i], 128 - arguments.size()) + "' ";
    }
    return Reply::error("ERR unknown command '" + echoed(args[0], 128) + "', with args beginning with: " + arguments);
}

bool fitsArity(const Command& command, std::size_t count) noexcept {
    const auto n = static_cast<int>(count);
    return command.arity > 0 ? n == command.arity : n >= -command.arity;
}

Reply unknownInScript() { return Reply::error("ERR Unknown Redis command called from script"); }
Reply wrongArityInScript() { return Reply::error("ERR Wrong number of args calling Redis command from script"); }
Reply readOnlyError() { return Reply::error("READONLY You can't write against a read only replica."); }

}  // namespace

EmbeddedKeyspace::EmbeddedKeyspace() : m_store(std::make_unique<Store>()) {}
EmbeddedKeyspace::~EmbeddedKeyspace() = default;

void EmbeddedKeyspace::setScriptRunner(ScriptRunner* runner) noexcept { m_store->scriptRunner = runner; }

Reply EmbeddedKeyspace::execute(std::span<const std::string_view> args) {
    if (args.empty()) {
        return Reply::error("ERR empty command");
    }
    const Command* command = findCommand(args[0]);
    if (command == nullptr) {
        return unknownCommand(args);
    }
    if (!fitsArity(*command, args.size())) {
        return wrongArity(command->name);
    }
    if ((command->flags & kWrite) != 0 && m_store->readOnly) {
        return readOnlyError();
    }
    return command->function({*m_store, args, *command});
}

Reply EmbeddedKeyspace::executeFromScript(std::span<const std::string_view> args) {
    if (args.empty()) {
        return Reply::error("ERR Please specify at least one argument for this redis.call() call");
    }
    const Command* command = findCommand(args[0]);
    if (command == nullptr) {
        return unknownInScript();
    }
    if (!fitsArity(*command, args.size())) {
        return wrongArityInScript();
    }
    if ((command->flags & kNoScript) != 0) {
        return Reply::error("ERR This Redis command is not allowed from script");
    }
    if ((command->flags & kWrite) != 0 && m_store->readOnly) {
        return readOnlyError();
    }
    Reply reply = command->function({*m_store, args, *command, true});
    if (reply.isError() && (command->name == "xgroup" || command->name == "xinfo")) {
        // To Redis their subcommands are commands of their own, with the texts above.
        if (reply.text.starts_with("ERR unknown subcommand '")) {
            return unknownInScript();
        }
        if (reply.text.starts_with("ERR wrong number of arguments for '")) {
            return wrongArityInScript();
        }
    }
    return reply;
}

namespace {
Result<Reply> asResult(Reply reply) {
    if (reply.isError()) {
        return fail(ErrorCode::Script, std::move(reply.text));
    }
    return reply;
}
}  // namespace

Result<Reply> EmbeddedKeyspace::call(std::span<const std::string_view> args) { return asResult(execute(args)); }

Result<Reply> EmbeddedKeyspace::run(const Script& script, std::span<const std::string_view> keys,
                                    std::span<const std::string_view> args) {
    if (m_store->scriptRunner == nullptr) {
        return fail(ErrorCode::Script, "ERR no script runner", "script", std::string(script.name));
    }
    return asResult(m_store->scriptRunner->evalScript(script, keys, args));
}

void EmbeddedKeyspace::setReadOnly(bool readOnly) noexcept { m_store->readOnly = readOnly; }
void EmbeddedKeyspace::setNow(Instant now) noexcept { m_store->now = now.ms; }
Instant EmbeddedKeyspace::now() const noexcept { return {m_store->now}; }

std::optional<Instant> EmbeddedKeyspace::nextExpiry() const {
    const Key* key = m_store->expiries().earliest();
    return key == nullptr ? std::nullopt : std::optional(Instant{key->expireAt});
}

void EmbeddedKeyspace::turnBack(Instant to) { m_store->turnBack(to.ms); }
std::size_t EmbeddedKeyspace::expireDue(std::size_t limit) { return m_store->expireDue(limit); }
EmbeddedKeyspace::Mark EmbeddedKeyspace::mark() const noexcept { return m_store->mark(); }
void EmbeddedKeyspace::undoTo(Mark mark) { m_store->undoTo(mark); }
void EmbeddedKeyspace::commit() noexcept { m_store->commit(); }
bool EmbeddedKeyspace::dirty() const noexcept { return m_store->dirty(); }
std::string EmbeddedKeyspace::takeJournal() { return m_store->takeJournal(); }
Result<void> EmbeddedKeyspace::applyJournal(std::string_view record) { return m_store->applyJournal(record); }
void EmbeddedKeyspace::beginSnapshot() { m_store->beginSnapshot(); }
std::optional<std::string> EmbeddedKeyspace::nextSnapshotSlice(std::size_t maxBytes) {
    return m_store->nextSnapshotSlice(maxBytes);
}
void EmbeddedKeyspace::clear() { m_store->clear(); }
std::size_t EmbeddedKeyspace::size() const noexcept { return m_store->keys().size(); }
std::uint64_t EmbeddedKeyspace::digest() const { return m_store->digest(); }

}  // namespace evenhand::keyspace
