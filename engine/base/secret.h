// SPDX-License-Identifier: GPL-3.0-or-later
// A password or key on its way through the program: overwritten in memory when its last holder lets go, and with
// nothing that prints, compares or logs it by accident. Copies share one buffer. Thread: immutable, any thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace evenhand::base {

class Secret {
public:
    Secret() = default;
    /// Takes the text; the caller's own copies are the caller's to forget.
    explicit Secret(std::string text) : m_buffer(std::make_shared<const Buffer>(std::move(text))) {}

    [[nodiscard]] bool empty() const noexcept { return !m_buffer || m_buffer->text.empty(); }
    /// Valid as long as a holder lives.
    [[nodiscard]] std::string_view reveal() const noexcept {
        return m_buffer ? std::string_view(m_buffer->text) : std::string_view();
    }

private:
    struct Buffer {
        explicit Buffer(std::string given) : text(std::move(given)) {}
        ~Buffer() {
            volatile char* bytes = text.data();  // volatile: the compiler must not leave the writes out
            for (std::size_t i = 0; i < text.size(); ++i) {
                bytes[i] = 0;
            }
        }
        Buffer(const Buffer&) = delete;
        Buffer& operator=(const Buffer&) = delete;
        std::string text;
    };
    std::shared_ptr<const Buffer> m_buffer;
};

}  // namespace evenhand::base

namespace evenhand {
using base::Secret;
}  // namespace evenhand
