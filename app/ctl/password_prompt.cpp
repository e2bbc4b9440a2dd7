// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/password_prompt.h"

#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

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

std::string& missing() {
    static std::string text;
    return text;
}

}  // namespace

const std::string& passwordMissing() { return missing(); }

Result<std::string> askedPassword(const app::MysqlSettings& settings) {
    static std::map<std::string, std::string> asked;  // once a run
    if (const auto before = asked.find(settings.url()); before != asked.end()) {
        return before->second;
    }
    const auto known = app::findPassword(settings, *app::systemSecrets());
    if (known.password) {
        asked[settings.url()] = *known.password;
        return *known.password;
    }
    const int terminal = ::open("/dev/tty", O_RDWR | O_CLOEXEC);
    if (terminal < 0) {
        missing() = known.why + "; there is no terminal to ask on";
        asked[settings.url()] = {};
        return std::string();
    }
    std::string password;
    {
        const Silence silence(terminal);  // before it asks: what is typed earlier is thrown away
        say(terminal, "Password of " + settings.user + " at " + settings.server() + " (empty for none): ");
        password = readLine(terminal);
    }
    say(terminal, "\n");
    ::close(terminal);
    asked[settings.url()] = password;
    return password;
}

Result<std::optional<std::string>> secretFromTerminal(const std::string& prompt) {
    const int terminal = ::open("/dev/tty", O_RDWR | O_CLOEXEC);
    if (terminal < 0) {
        return std::optional<std::string>();
    }
    std::string secret;
    {
        const Silence silence(terminal);
        say(terminal, prompt);
        secret = readLine(terminal);
    }
    say(terminal, "\n");
    ::close(terminal);
    return std::optional(std::move(secret));
}

Result<std::string> secretFromStandardInput(const std::string& prompt) {
    if (::isatty(STDIN_FILENO) == 0) {
        return readLine(STDIN_FILENO);
    }
    EVENHAND_ASSIGN(auto typed, secretFromTerminal(prompt));
    if (!typed) {
        return fail(ErrorCode::Unsupported, "there is no terminal to ask on");
    }
    return *std::move(typed);
}

app::OpenOptions openOptions() {
    app::OpenOptions options;
    options.password = askedPassword;
    options.secrets = app::systemSecrets();
    return options;
}

}  // namespace evenhand::ctl
