// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/password_prompt.h"

#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

#include <cstdlib>
#include <map>

namespace evenhand::ctl {
namespace {

/// Switches the terminal's echo off while it lives.
class Silence {
public:
    explicit Silence(int terminal) : m_terminal(terminal) {
        ::tcgetattr(m_terminal, &m_before);
        auto silent = m_before;
        silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        ::tcsetattr(m_terminal, TCSAFLUSH, &silent);
    }
    ~Silence() { ::tcsetattr(m_terminal, TCSAFLUSH, &m_before); }
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;

private:
    int m_terminal;
    termios m_before{};
};

void say(int terminal, const std::string& text) {
    if (::write(terminal, text.data(), text.size()) < 0) {
        return;  // then it is asked for without words
    }
}

std::string readLine(int terminal) {
    std::string line;
    char c = 0;
    while (::read(terminal, &c, 1) == 1 && c != '\n') {
        line += c;
    }
    return line;
}

}  // namespace

Result<std::string> askedPassword(const store::MysqlSettings& settings) {
    // The environment's empty value is an answer too.
    EVENHAND_ASSIGN(auto known, app::knownPassword(settings));
    if (!known.empty() || std::getenv("EVENHAND_DB_PASSWORD") != nullptr) {
        return known;
    }
    static std::map<std::string, std::string> asked;  // once a run
    if (const auto found = asked.find(settings.url()); found != asked.end()) {
        return found->second;
    }
    const int terminal = ::open("/dev/tty", O_RDWR | O_CLOEXEC);
    if (terminal < 0) {
        return std::string();
    }
    say(terminal, "Password of " + settings.user + " at " + settings.server() + " (empty for none): ");
    std::string password;
    {
        const Silence silence(terminal);
        password = readLine(terminal);
    }
    say(terminal, "\n");
    ::close(terminal);
    asked[settings.url()] = password;
    return password;
}

app::OpenOptions openOptions() {
    app::OpenOptions options;
    options.password = askedPassword;
    return options;
}

}  // namespace evenhand::ctl
