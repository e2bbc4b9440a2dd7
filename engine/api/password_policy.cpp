// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/api/password_policy.h"

#include <QList>
#include <QString>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <set>

#include "engine/base/ids.h"
#include "engine/base/text_table.h"

namespace evenhand::api {
namespace {

constexpr base::TextTable<PasswordIssue, 6> kIssues{{{PasswordIssue::NotText, "not_text"},
                                                     {PasswordIssue::TooShort, "too_short"},
                                                     {PasswordIssue::TooLong, "too_long"},
                                                     {PasswordIssue::Uniform, "uniform"},
                                                     {PasswordIssue::LikeName, "like_name"},
                                                     {PasswordIssue::Common, "common"}}};
static_assert(base::inOrder(kIssues));

// What guessing begins with, in letters only: what is left of a password when digits and signs are taken off and
// letters that digits and signs stand for are put back. Sorted.
constexpr std::u16string_view kCommon[] = {
    u"abc",       u"abcabc",   u"access",     u"admin",    u"administrator", u"anhao",    u"asdf",     u"asdfgh",
    u"asdfghjkl", u"baseball", u"batman",     u"changeit", u"changeme",      u"charlie",  u"company",  u"computer",
    u"default",   u"delivery", u"dispatch",   u"donald",   u"dragon",        u"flower",   u"football", u"freedom",
    u"geheim",    u"guest",    u"hallo",      u"hello",    u"hunter",        u"iloveyou", u"internet", u"jordan",
    u"letmein",   u"login",    u"master",     u"michael",  u"mima",          u"monkey",   u"mustang",  u"ninja",
    u"operator",  u"pass",     u"passwd",     u"password", u"passwort",      u"princess", u"qazwsx",   u"qwer",
    u"qwert",     u"qwerty",   u"qwertyuiop", u"root",     u"secret",        u"shadow",   u"starwars", u"sunshine",
    u"superman",  u"test",     u"user",       u"welcome",  u"woaini",        u"zxcvbnm"};
constexpr std::array<std::u16string_view, 4> kRows{u"qwertyuiop", u"asdfghjkl", u"zxcvbnm", u"1234567890"};

QString textOf(std::string_view utf8) {
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())).normalized(QString::NormalizationForm_C);
}

/// The letter that a digit or sign stands for in "p4$$w0rd".
char16_t plain(char16_t c) {
    switch (c) {
        case u'0': return u'o';
        case u'1': return u'l';
        case u'3': return u'e';
        case u'4':
        case u'@': return u'a';
        case u'5':
        case u'$': return u's';
        case u'7': return u't';
        case u'!': return u'i';
        default: return c;
    }
}

/// Letters only; with `read`, those that digits and signs stand for too.
QString letters(const QString& text, bool read) {
    QString out;
    for (const QChar c : text.toCaseFolded()) {
        const QChar seen = read ? QChar(plain(c.unicode())) : c;
        if (seen.isLetter()) {
            out += seen;
        }
    }
    return out;
}

/// "abcabcabc" → "abc".
QString onePiece(const QString& text) {
    for (qsizetype size = 1; size <= text.size() / 2; ++size) {
        if (text.size() % size == 0 && text.left(size).repeated(text.size() / size) == text) {
            return text.left(size);
        }
    }
    return text;
}

bool isCommon(const QString& password) {
    // Digits and signs at both ends are decoration; those inside stand for letters.
    QString core = password;
    const auto decoration = [](QChar c) { return !c.isLetter(); };
    while (!core.isEmpty() && decoration(core.back())) {
        core.chop(1);
    }
    while (!core.isEmpty() && decoration(core.front())) {
        core.remove(0, 1);
    }
    for (const QString& form : {letters(core, true), letters(core, false), letters(password, true)}) {
        const QString word = onePiece(form);
        const std::u16string_view view(reinterpret_cast<const char16_t*>(word.utf16()),
                                       static_cast<std::size_t>(word.size()));
        if (std::find(std::begin(kCommon), std::end(kCommon), view) != std::end(kCommon)) {
            return true;
        }
    }
    return false;
}

/// From one character to the next: the same, the next or the one before, in the alphabet or on a row of keys.
bool isStep(char32_t from, char32_t to) {
    if (std::llabs(static_cast<long long>(to) - static_cast<long long>(from)) <= 1) {
        return true;
    }
    return std::any_of(kRows.begin(), kRows.end(), [&](std::u16string_view row) {
        const auto left = row.find(static_cast<char16_t>(from));
        const auto right = row.find(static_cast<char16_t>(to));
        return left != row.npos && right != row.npos &&
               std::llabs(static_cast<long long>(right) - static_cast<long long>(left)) <= 1;
    });
}

bool isUniform(const QString& password) {
    constexpr std::size_t kMinDistinct = 5;  // different characters
    constexpr qsizetype kPiece = 4;          // of "one piece again and again"
    const auto folded = password.toCaseFolded().toUcs4();
    if (std::set<uint>(folded.begin(), folded.end()).size() < kMinDistinct || onePiece(password).size() <= kPiece) {
        return true;
    }
    qsizetype steps = 0;
    for (qsizetype i = 1; i < folded.size(); ++i) {
        steps += isStep(folded.at(i - 1), folded.at(i)) ? 1 : 0;
    }
    return steps * 4 >= (folded.size() - 1) * 3;  // three quarters
}

/// Letters and digits only.
QString bare(const QString& text) {
    QString out;
    for (const QChar c : text.toCaseFolded()) {
        if (c.isLetterOrNumber()) {
            out += c;
        }
    }
    return out;
}

/// Taking the name out leaves hardly anything.
bool isLike(const QString& password, const QString& name) {
    constexpr qsizetype kMinLength = 3;
    constexpr qsizetype kRest = 5;
    const QString known = bare(name);
    QString rest = bare(password);
    return known.size() >= kMinLength && rest.contains(known) && rest.remove(known).size() < kRest;
}

}  // namespace

std::string_view toText(PasswordIssue value) noexcept { return base::textOf(kIssues, value); }

std::string normalisedPassword(std::string_view password) { return textOf(password).toStdString(); }

std::vector<PasswordIssue> passwordIssues(std::string_view password, std::string_view login, std::string_view name) {
    if (password.size() > static_cast<std::size_t>(4 * kMaxPassword)) {
        return {PasswordIssue::TooLong};  // before anything is done with a megabyte of it
    }
    const QString text = textOf(password);
    const auto isControl = [](QChar c) { return c.category() == QChar::Other_Control; };
    if (base::utf8Length(password) < 0 || std::any_of(text.begin(), text.end(), isControl)) {
        return {PasswordIssue::NotText};
    }
    const auto length = text.toUcs4().size();
    if (length < kMinPassword) {
        return {PasswordIssue::TooShort};
    }
    if (length > kMaxPassword) {
        return {PasswordIssue::TooLong};
    }
    std::vector<PasswordIssue> issues;
    if (isUniform(text)) {
        issues.push_back(PasswordIssue::Uniform);
    }
    if (isLike(text, textOf(login)) || isLike(text, textOf(name)) || isLike(text, QStringLiteral("evenhand"))) {
        issues.push_back(PasswordIssue::LikeName);
    }
    if (isCommon(text)) {
        issues.push_back(PasswordIssue::Common);
    }
    return issues;
}

Result<void> checkPassword(std::string_view password, std::string_view login, std::string_view name) {
    const auto issues = passwordIssues(password, login, name);
    if (issues.empty()) {
        return {};
    }
    const char* why = "the password is too easy to guess";
    switch (issues.front()) {
        case PasswordIssue::NotText: why = "the password contains invalid characters"; break;
        case PasswordIssue::TooShort: why = "the password needs at least 10 characters"; break;
        case PasswordIssue::TooLong: why = "the password may have at most 256 characters"; break;
        case PasswordIssue::Uniform: why = "the password is a sequence or a repetition"; break;
        case PasswordIssue::LikeName: why = "the password is too similar to a name"; break;
        case PasswordIssue::Common: why = "the password is a common one"; break;
    }
    return fail(ErrorCode::WeakPassword, why, "password", std::string(toText(issues.front())));
}

Result<void> checkLogin(std::string_view login) {
    const auto refuse = [&](const char* why) {
        return fail(ErrorCode::InvalidArgument, why, "login", std::string(login));
    };
    EVENHAND_TRY(base::validateId(login, "login"));
    const QString text = textOf(login);
    if (text.trimmed() != text) {
        return refuse("must not begin or end with a space");
    }
    for (const uint c : text.toUcs4()) {
        const auto category = QChar::category(c);
        if (c == ':' || category == QChar::Other_Control || category == QChar::Other_Format ||
            category == QChar::Other_PrivateUse || category == QChar::Separator_Line ||
            category == QChar::Separator_Paragraph) {
            return refuse("contains a character that is not allowed in a name");
        }
    }
    const std::string key = loginKey(login);
    for (const std::string_view reserved : {"system", "storefront", "rehearsal", "local", "engine", "demo"}) {
        if (key == reserved || key.empty()) {
            return refuse("is reserved for the program");
        }
    }
    return {};
}

std::string loginKey(std::string_view login) {
    return QString::fromUtf8(login.data(), static_cast<qsizetype>(login.size()))
        .normalized(QString::NormalizationForm_KC)
        .toUpper()  // folding alone leaves a sharp s what it is
        .toCaseFolded()
        .normalized(QString::NormalizationForm_KC)
        .toStdString();
}

}  // namespace evenhand::api
