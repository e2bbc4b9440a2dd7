// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked of etcd and what it answers, as values. Keys and values are bytes. Thread: values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace evenhand::etcd {

struct KeyValue {
    std::string key;
    std::string value;
    std::int64_t createRevision = 0;
    std::int64_t modRevision = 0;
    std::int64_t lease = 0;  ///< 0: none, it stays until it is deleted
    bool operator==(const KeyValue&) const = default;
};

/// The keys from `first` on, up to and without `end`; `end` empty: `first` alone.
struct KeySpan {
    std::string first;
    std::string end;
};
/// All keys that begin so. `prefix` is not empty and does not end in 0xff.
[[nodiscard]] KeySpan withPrefix(std::string prefix);

struct Put {
    std::string key;
    std::string value;
    std::int64_t lease = 0;  ///< 0: none
};

/// All or nothing: done if every condition holds, and then all of it.
struct Txn {
    struct Version {
        std::string key;
        std::int64_t modRevision = 0;
    };
    std::vector<std::string> absent;  ///< keys that must not exist
    std::vector<Version> unchanged;   ///< keys that nobody must have changed since
    std::vector<Put> puts;
    std::vector<KeySpan> removes;
    std::vector<KeySpan> thenRead;  ///< afterwards
    std::vector<KeySpan> elseRead;  ///< if a condition does not hold
};
struct TxnAnswer {
    bool isDone = false;
    std::int64_t revision = 0;
    std::vector<std::vector<KeyValue>> read;  ///< one for each of thenRead, or of elseRead
};

struct RangeAnswer {
    std::int64_t revision = 0;  ///< of everything, at which it was read
    std::vector<KeyValue> kvs;  ///< in order of key
};

/// One server of the cluster, as the cluster's list has it.
struct Server {
    std::uint64_t id = 0;
    std::string name;               ///< empty: it has never started
    std::vector<std::string> urls;  ///< at which it says that clients reach it
};
/// What a server says of itself.
struct ServerStatus {
    std::uint64_t id = 0;
    std::uint64_t leader = 0;  ///< id of the leader that it knows; 0: of none
    std::string version;
    std::int64_t dbBytes = 0;
    std::string trouble;  ///< alarms and errors, as it says them; empty: none
};

struct Lease {
    std::int64_t id = 0;
    std::int64_t ttlS = 0;  ///< that etcd has given it, in seconds
};

struct WatchEvent {
    bool isDeleted = false;
    KeyValue kv;  ///< of a deletion the key and the revision alone
};
/// What has happened since. Events of one revision come together.
struct WatchNews {
    std::int64_t revision = 0;       ///< of everything, as the server that is watched knows it; 0: it does not say
    std::vector<WatchEvent> events;  ///< in order of revision
    std::int64_t compactedTo = 0;    ///< not 0: what was before it is forgotten, nothing more comes: read all anew
};

}  // namespace evenhand::etcd
