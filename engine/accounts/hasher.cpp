// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/accounts/hasher.h"

#include <sodium.h>

#include <array>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

#include "engine/runtime/desk_support.h"

namespace evenhand::accounts {
namespace {

Result<std::string> hashNow(const Secret& password, const HashCost& cost) {
    if (sodium_init() < 0) {
        return fail(ErrorCode::Internal, "libsodium cannot be used");
    }
    std::array<char, crypto_pwhash_STRBYTES> encoded{};
    const auto text = password.reveal();
    if (crypto_pwhash_str(encoded.data(), text.data(), text.size(), cost.passes, cost.memoryBytes) != 0) {
        return fail(ErrorCode::Storage, "there is not enough memory to hash a password");
    }
    return std::string(encoded.data());
}

bool verifyNow(const Secret& password, const std::string& encoded) {
    const auto text = password.reveal();
    return sodium_init() >= 0 && crypto_pwhash_str_verify(encoded.c_str(), text.data(), text.size()) == 0;
}

/// A hash of what nobody types, made once, for those that nobody has.
class Nobody {
public:
    explicit Nobody(const HashCost& cost) : m_cost(cost) {}
    const std::string& hash() {
        if (m_hash.empty()) {
            m_hash = hashNow(Secret(std::string("\0nobody", 7)), m_cost).value_or(std::string());
        }
        return m_hash;
    }

private:
    const HashCost m_cost;
    std::string m_hash;
};

bool verifyOrNobody(const Secret& password, const std::string& encoded, Nobody& nobody) {
    const bool fits = verifyNow(password, encoded.empty() ? nobody.hash() : encoded);
    return fits && !encoded.empty();
}

class DirectHasher final : public Hasher {
public:
    explicit DirectHasher(HashCost cost) : m_cost(cost), m_nobody(cost) {}
    api::Answer<std::string> hash(Secret password) override { return runtime::ready(hashNow(password, m_cost)); }
    api::Answer<bool> verify(Secret password, std::string encoded) override {
        return runtime::ready(Result<bool>(verifyOrNobody(password, encoded, m_nobody)));
    }

private:
    const HashCost m_cost;
    Nobody m_nobody;
};

class ThreadHasher final : public Hasher {
public:
    ThreadHasher(HashCost cost, std::size_t bound) : m_cost(cost), m_nobody(cost), m_bound(bound) {
        m_thread = std::thread([this] { loop(); });
    }
    ~ThreadHasher() override {
        {
            const std::lock_guard lock(m_mutex);
            m_stopping = true;
        }
        m_arrived.notify_all();
        m_thread.join();
    }
    ThreadHasher(const ThreadHasher&) = delete;
    ThreadHasher& operator=(const ThreadHasher&) = delete;

    api::Answer<std::string> hash(Secret password) override {
        return post<std::string>([this, password = std::move(password)] { return hashNow(password, m_cost); });
    }
    api::Answer<bool> verify(Secret password, std::string encoded) override {
        return post<bool>([this, password = std::move(password), encoded = std::move(encoded)]() -> Result<bool> {
            return verifyOrNobody(password, encoded, m_nobody);
        });
    }

private:
    /// `run(false)`: it will not be done any more.
    using Work = std::function<void(bool go)>;

    template <typename T>
    api::Answer<T> post(std::function<Result<T>()> fn) {
        auto promise = std::make_shared<QPromise<Result<T>>>();
        promise->start();
        auto future = promise->future();
        Work work = [promise, fn = std::move(fn)](bool go) {
            promise->addResult(go ? fn() : Result<T>(fail(ErrorCode::Cancelled, "the workspace is being closed")));
            promise->finish();
        };
        {
            const std::lock_guard lock(m_mutex);
            if (m_waiting.size() >= m_bound) {
                return runtime::refused<T>({ErrorCode::Busy, "too many are signing in, try again", {}, {}});
            }
            m_waiting.push_back(std::move(work));
        }
        m_arrived.notify_one();
        return future;
    }
    void loop() {
        std::unique_lock lock(m_mutex);
        while (true) {
            m_arrived.wait(lock, [this] { return m_stopping || !m_waiting.empty(); });
            if (m_waiting.empty()) {
                return;
            }
            auto work = std::move(m_waiting.front());
            m_waiting.pop_front();
            const bool go = !m_stopping;
            lock.unlock();
            work(go);
            work = nullptr;
            lock.lock();
        }
    }

    const HashCost m_cost;
    Nobody m_nobody;  ///< of the thread
    const std::size_t m_bound;
    std::mutex m_mutex;
    std::condition_variable m_arrived;
    std::deque<Work> m_waiting;
    bool m_stopping = false;
    std::thread m_thread;
};

}  // namespace

std::unique_ptr<Hasher> threadHasher(HashCost cost, std::size_t bound) {
    return std::make_unique<ThreadHasher>(cost, bound);
}
std::unique_ptr<Hasher> directHasher(HashCost cost) { return std::make_unique<DirectHasher>(cost); }

}  // namespace evenhand::accounts
