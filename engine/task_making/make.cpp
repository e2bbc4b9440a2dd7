// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/task_making/make.h"

#include "engine/ring/ring.h"
#include "engine/store/records/task_store.h"

namespace evenhand::tasks {
namespace {

Result<store::tasks::Record> recordOf(runtime::UnitOfWork& work, api::TaskKind kind, const std::string& subject,
                                      const std::string& payload, Instant due) {
    EVENHAND_TRY(base::validateId(subject, "subject"));
    store::tasks::Record record;
    record.kind = kind;
    record.subject = subject;
    record.payload = payload;
    record.position = ringPositionOf(api::toText(kind), subject);
    record.due = due;
    record.createdAt = work.now();
    return record;
}

}  // namespace

Result<bool> make(runtime::UnitOfWork& work, api::TaskKind kind, const std::string& subject, const std::string& payload,
                  Instant due) {
    EVENHAND_ASSIGN(const auto record, recordOf(work, kind, subject, payload, due));
    EVENHAND_ASSIGN(const bool made, store::tasks::insert(work.database(), record));
    if (made) {
        tell(work, kind);
    }
    return made;
}

Result<void> makeNew(runtime::UnitOfWork& work, api::TaskKind kind, const std::string& subject,
                     const std::string& payload, Instant due) {
    EVENHAND_ASSIGN(const auto record, recordOf(work, kind, subject, payload, due));
    EVENHAND_TRY(store::tasks::insertNew(work.database(), record));
    tell(work, kind);
    return {};
}

void tell(runtime::UnitOfWork& work, api::TaskKind kind) {
    api::Event event;
    event.kind = api::Event::Kind::TasksChanged;
    event.task = kind;
    work.emit(std::move(event));
}

}  // namespace evenhand::tasks
