// SPDX-License-Identifier: GPL-3.0-or-later
// Told by a connection of what becomes of its transactions: for what a store keeps in memory beside the database, and
// which must say what is committed and nothing else (Database::watcher). Thread: that of the connection.
#pragma once

namespace evenhand::store {

class TransactionWatcher {
public:
    TransactionWatcher() = default;
    virtual ~TransactionWatcher() = default;
    TransactionWatcher(const TransactionWatcher&) = delete;
    TransactionWatcher& operator=(const TransactionWatcher&) = delete;

    virtual void began() = 0;  ///< a transaction that writes
    virtual void scopeOpened() = 0;
    virtual void scopeUndone() = 0;
    virtual void undone() = 0;  ///< the whole transaction, or the connection was closed
    virtual void committing() = 0;
    /// Not known: whether it did is unknown, or others write too and what they have committed meanwhile is.
    virtual void committed(bool known) = 0;
    virtual void reopened() = 0;
};

}  // namespace evenhand::store
