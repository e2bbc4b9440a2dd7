// SPDX-License-Identifier: GPL-3.0-or-later
// One call of a desk's function on its way to the line: its arguments as they are sent, and who waits for its answer.
// Thread: made and sent on any; answers come on the line's thread.
#pragma once

#include <QPromise>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "engine/remote/line/remote_line.h"
#include "engine/wire/call_types.h"
#include "engine/wire/values/value.h"

namespace evenhand::remote {

// --- answers
// ----------------------------------------------------------------------------------------------------------

[[nodiscard]] Error notUnderstood(const Error& fault);
/// To whoever asks for what workers ask for.
[[nodiscard]] Error onlyInside();

template <typename T>
[[nodiscard]] Result<T> resultFrom(const boost::json::object& message) {
    wire::Reading in;
    auto result = wire::readResult<T>(message, in);
    return in.ok() ? std::move(result) : fail(notUnderstood(in.fault()));
}

/// Who waits for the answer of one call.
class Waiting {
public:
    virtual ~Waiting() = default;
    /// Takes the answer; false: it is a problem.
    virtual bool take(const boost::json::object& message) = 0;
    /// In place of what was taken.
    virtual void refuse(const Error& error) = 0;
    /// Hands over what was taken. Once.
    virtual void finish() = 0;
    /// Nobody waits any more.
    [[nodiscard]] virtual bool isCanceled() const = 0;
};
template <typename T>
class WaitingFor final : public Waiting {
public:
    WaitingFor() { m_promise.start(); }
    [[nodiscard]] api::Answer<T> future() const { return m_promise.future(); }
    bool take(const boost::json::object& message) override {
        return m_result.emplace(resultFrom<T>(message)).has_value();
    }
    void refuse(const Error& error) override { m_result.emplace(fail(error)); }
    void finish() override {
        m_promise.addResult(*std::move(m_result));
        m_promise.finish();
    }
    [[nodiscard]] bool isCanceled() const override { return m_promise.isCanceled(); }

private:
    QPromise<Result<T>> m_promise;
    std::optional<Result<T>> m_result;
};

/// Calls back with what a progress message says.
template <typename Callback>
struct ProgressFrom;
template <typename... A>
struct ProgressFrom<std::function<void(A...)>> {
    static std::function<void(const boost::json::array&)> of(std::function<void(A...)> callback) {
        if (!callback) {
            return {};
        }
        return [callback = std::move(callback)](const boost::json::array& figures) {
            std::tuple<std::decay_t<A>...> told;
            wire::Reading in;
            if (figures.size() != sizeof...(A)) {
                return;
            }
            std::size_t next = 0;
            std::apply([&](auto&... figure) { (wire::read(figures[next++], figure, in), ...); }, told);
            if (in.ok()) {
                std::apply(callback, told);
            }
        };
    }
};

// --- calls
// ------------------------------------------------------------------------------------------------------------

class Asking {
public:
    /// `names` of the arguments; what is given lives as long as this.
    Asking(AskKind kind, std::string_view name, std::span<const std::string_view> names, const api::Call& call);
    ~Asking();
    Asking(const Asking&) = delete;
    Asking& operator=(const Asking&) = delete;

    /// The next argument, or what is called back. Text behind all that is sent is the path of the file that is saved.
    template <typename T>
    void add(const T& argument) {
        if constexpr (wire::kIsCallback<T>) {
            m_call.progress = ProgressFrom<T>::of(argument);
        } else if (m_next < m_names.size()) {
            put(wire::write(argument, m_out));
        } else if constexpr (std::is_same_v<T, std::string>) {
            m_path = argument;
        }
    }
    /// Once all are there. SessionEnded, Unsupported (at), InvalidArgument (text).
    [[nodiscard]] Result<void> check() const;
    /// For one message.
    [[nodiscard]] bool isTooMuch() const;
    /// Once, and nothing after it; what check() says comes as the answer. `saves`: a file comes before that.
    void send(RemoteLine& line, const std::shared_ptr<Waiting>& waiting, bool saves);
    /// Where check() says nothing.
    void send(RemoteLine& line, std::function<void(const boost::json::object&)> done);

private:
    void put(boost::json::value argument);

    LineCall m_call;
    const api::Call& m_asked;
    std::span<const std::string_view> m_names;
    std::size_t m_next = 0;
    std::string m_path;
    wire::Writing m_out;
};

/// For each type that calls give.
template <typename T>
[[nodiscard]] api::Answer<T> answerTo(RemoteLine& line, Asking& asking, bool saves) {
    const auto waiting = std::make_shared<WaitingFor<T>>();
    auto future = waiting->future();
    asking.send(line, waiting, saves);
    return future;
}

}  // namespace evenhand::remote
