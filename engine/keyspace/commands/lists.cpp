// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <limits>

#include "engine/keyspace/commands/command_table.h"

namespace evenhand::keyspace {

namespace {

Reply push(const Call& call, bool head) {
    auto [key, wrong] = lookup(call, call[1], Type::List);
    if (wrong) {
        return wrongType();
    }
    if (key == nullptr) {
        key = call.store.create(call[1], Type::List);
    }
    for (const std::string_view value : call.args.subspan(2)) {
        call.store.listPut(key, head ? key->list->nextHead() : key->list->nextTail(), Blob::make(value));
    }
    return number(key->length());
}

Reply takeOne(Store& store, Key* key, bool head) {
    const auto& elements = key->list->elements;
    const auto& entry = head ? elements.front() : elements.back();
    Reply value = bulk(entry.value->view());
    store.listErase(key, entry.key);
    return value;
}

Reply pop(const Call& call, bool head) {
    if (call.size() > 3) {
        return wrongArity(call.command.name);
    }
    const bool counted = call.size() == 3;
    std::int64_t count = 1;
    if (counted) {
        if (auto error = parsePositive(call[2], count)) {
            return *std::move(error);
        }
    }
    const auto [key, wrong] = lookup(call, call[1], Type::List);
    if (key == nullptr) {
        return counted ? Reply::nilArray() : Reply::nil();
    }
    if (wrong) {
        return wrongType();
    }
    if (!counted) {
        Reply value = takeOne(call.store, key, head);
        call.store.removeIfEmpty(key);
        return value;
    }
    const std::size_t n = std::min(static_cast<std::size_t>(count), key->length());
    std::vector<Reply> values;
    values.reserve(n);
    for (std::size_t i = 0; i < n; ++i) {
        values.push_back(takeOne(call.store, key, head));
    }
    call.store.removeIfEmpty(key);
    return Reply::array(std::move(values));
}

}  // namespace

Reply cmdLPush(const Call& call) { return push(call, true); }
Reply cmdRPush(const Call& call) { return push(call, false); }
Reply cmdLPop(const Call& call) { return pop(call, true); }
Reply cmdRPop(const Call& call) { return pop(call, false); }

Reply cmdLLen(const Call& call) {
    const auto [key, wrong] = lookup(call, call[1], Type::List);
    if (wrong) {
        return wrongType();
    }
    return number(key == nullptr ? 0 : key->length());
}

Reply cmdLRange(const Call& call) {
    std::int64_t start = 0;
    std::int64_t stop = 0;
    if (!parseInteger(call[2], start) || !parseInteger(call[3], stop)) {
        return notInteger();
    }
    const auto [key, wrong] = lookup(call, call[1], Type::List);
    if (wrong) {
        return wrongType();
    }
    std::vector<Reply> values;
    if (key == nullptr || !clampRange(start, stop, static_cast<std::int64_t>(key->length()))) {
        return Reply::array();
    }
    values.reserve(static_cast<std::size_t>(stop - start + 1));
    const auto& elements = key->list->elements;
    auto p = elements.nth(static_cast<std::size_t>(start));
    for (std::int64_t i = start; i <= stop; ++i, elements.next(p)) {
        values.push_back(bulk(elements.at(p).value->view()));
    }
    return Reply::array(std::move(values));
}

Reply cmdLIndex(const Call& call) {
    const auto [key, wrong] = lookup(call, call[1], Type::List);
    if (key == nullptr) {
        return Reply::nil();
    }
    if (wrong) {
        return wrongType();
    }
    std::int64_t index = 0;
    if (!parseInteger(call[2], index)) {
        return notInteger();
    }
    const auto length = static_cast<std::int64_t>(key->length());
    index = index < 0 ? index + length : index;
    if (index < 0 || index >= length) {
        return Reply::nil();
    }
    const auto& elements = key->list->elements;
    return bulk(elements.at(elements.nth(static_cast<std::size_t>(index))).value->view());
}

Reply cmdLRem(const Call& call) {
    std::int64_t count = 0;
    if (!parseInteger(call[2], count)) {
        return notInteger();
    }
    const auto [key, wrong] = lookup(call, call[1], Type::List);
    if (wrong) {
        return wrongType();
    }
    if (key == nullptr) {
        return Reply::number(0);
    }
    const auto& elements = key->list->elements;
    const bool backwards = count < 0;
    const std::uint64_t limit =
        count == 0 ? UINT64_MAX
                   : (backwards ? 0 - static_cast<std::uint64_t>(count) : static_cast<std::uint64_t>(count));
    std::vector<std::int64_t> positions;
    if (backwards) {
        auto p = elements.end();
        while (positions.size() < limit && elements.previous(p)) {
            if (elements.at(p).value->view() == call[3]) {
                positions.push_back(elements.at(p).key);
            }
        }
    } else {
        for (auto p = elements.begin(); p != elements.end() && positions.size() < limit; elements.next(p)) {
            if (elements.at(p).value->view() == call[3]) {
                positions.push_back(elements.at(p).key);
            }
        }
    }
    for (const std::int64_t position : positions) {
        call.store.listErase(key, position);
    }
    call.store.removeIfEmpty(key);
    return number(positions.size());
}

}  // namespace evenhand::keyspace
