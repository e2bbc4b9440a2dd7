// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/accounts/sign_in.h"

#include <QString>

#include "engine/accounts/people.h"
#include "engine/api/password_policy.h"
#include "engine/base/counted.h"

namespace evenhand::accounts {
namespace {

namespace people = store::people;
using runtime::UnitOfWork;

Result<void> writeEntry(UnitOfWork& work, const std::string& login, api::Via via, api::Operation operation,
                        const std::string& why) {
    api::AuditRecord record;
    record.operation = api::infoOf(operation).name;
    record.subject = "person " + login;
    record.via = via;
    record.detail = why;
    record.outcome = why.empty() ? api::AuditOutcome::Done : api::AuditOutcome::Refused;
    // Until the password fits nobody knows who it is: a name with a colon is no person's.
    record.actor = why.empty() ? login : "unknown:" + login;
    return work.record(std::move(record));
}

}  // namespace

std::string shownLogin(std::string_view typed) {
    constexpr qsizetype kShown = api::kMaxLogin;
    const auto text =
        QString::fromUtf8(typed.data(), static_cast<qsizetype>(std::min<std::size_t>(typed.size(), 1024)));
    QList<uint> kept;
    for (const uint c : text.toUcs4()) {
        const auto category = QChar::category(c);
        const bool inert = category == QChar::Other_Control || category == QChar::Other_Format ||
                           category == QChar::Separator_Line || category == QChar::Separator_Paragraph;
        kept.append(inert ? U'?' : c);
        if (kept.size() == kShown) {
            break;
        }
    }
    return QString::fromUcs4(reinterpret_cast<const char32_t*>(kept.constData()), kept.size()).toStdString();
}

Result<Attempts> SignIns::countUnknown(const std::string& key, Instant now, const api::AccountSettings& settings) {
    if (m_unknown.size() >= kMaxUnknown && !m_unknown.contains(key)) {
        m_unknown.clear();
    }
    auto& before = m_unknown[key];
    EVENHAND_ASSIGN(before, accounts::begin(before, now, settings));
    return before;
}

Result<AddressAttempts> SignIns::attemptsFrom(const std::string& address, Instant now,
                                              const api::AccountSettings& settings) const {
    if (address.empty()) {
        return AddressAttempts{};
    }
    const auto before = m_addresses.find(address);
    return beginFrom(before == m_addresses.end() ? AddressAttempts{} : before->second, now, settings);
}

void SignIns::keep(const std::string& address, const AddressAttempts& attempts) {
    if (address.empty()) {
        return;
    }
    if (m_addresses.size() >= kMaxAddresses && !m_addresses.contains(address)) {
        m_addresses.clear();
    }
    m_addresses[address] = attempts;
}

Result<Attempt> SignIns::begin(UnitOfWork& work, const std::variant<std::string, PersonId>& who, api::Via via,
                               api::Operation operation, const First& first, const std::string& address) {
    Attempt attempt;
    attempt.address = address;
    std::string key;
    if (const auto* login = std::get_if<std::string>(&who)) {
        attempt.login = shownLogin(*login);
        key = api::loginKey(*login);
        EVENHAND_ASSIGN(attempt.person, people::find(work.database(), key));
    } else {
        EVENHAND_ASSIGN(attempt.person, people::find(work.database(), std::get<PersonId>(who)));
    }
    if (attempt.person) {
        attempt.login = attempt.person->row.login;
        key = attempt.person->loginKey;
        if (first) {
            if (auto good = first(*attempt.person); !good) {
                attempt.refusal = std::move(good).error();
                return attempt;
            }
        }
    }
    EVENHAND_ASSIGN(const auto settings, people::settings(work.database()));
    const auto now = m_clock.now();
    const auto fromThere = attemptsFrom(address, now, settings);
    auto counted = !fromThere ? Result<Attempts>(fail(fromThere.error()))
                   : attempt.person
                       ? accounts::begin({attempt.person->row.failures, attempt.person->row.waitUntil}, now, settings)
                       : countUnknown(key, now, settings);
    if (!counted) {
        attempt.refusal = std::move(counted).error();
        if (const auto leftOut = m_locked.admit(fromThere ? key : address, now)) {
            const auto more =
                *leftOut > 0
                    ? "; " + base::counted(*leftOut, "refusal before it is", "refusals before it are") + " not written"
                    : "";
            EVENHAND_TRY(writeEntry(work, attempt.login, via, operation, attempt.refusal->message + more));
        }
        return attempt;
    }
    keep(address, *fromThere);
    if (attempt.person) {
        auto changed = *attempt.person;
        changed.row.failures = counted->failures;
        changed.row.waitUntil = counted->waitUntil;
        EVENHAND_TRY(people::noteAttempt(work.database(), changed));
        announce(work, changed.row.id);
    }
    return attempt;
}

Result<std::optional<people::Record>> SignIns::end(UnitOfWork& work, const Attempt& attempt, bool fits, api::Via via,
                                                   api::Operation operation) {
    std::optional<people::Record> person;
    if (attempt.person) {
        EVENHAND_ASSIGN(person, people::find(work.database(), attempt.person->row.id));
    }
    // Their password may have been changed since it was compared.
    const bool good = fits && person && !person->row.disabled && person->hash == attempt.person->hash;
    if (!good) {
        const char* why = !person ? "nobody has this login" : person->row.disabled ? "disabled" : "wrong password";
        EVENHAND_TRY(writeEntry(work, attempt.login, via, operation, why));
        return std::optional<people::Record>();
    }
    if (const auto there = m_addresses.find(attempt.address); there != m_addresses.end()) {
        takeBack(there->second);
    }
    person->row.failures = 0;
    person->row.waitUntil.reset();
    if (operation == api::Operation::AccountsSignIn) {
        person->row.lastSignIn = m_clock.now();
    }
    EVENHAND_TRY(people::noteAttempt(work.database(), *person));
    announce(work, person->row.id);
    if (operation != api::Operation::AccountsChangePassword) {  // that has an entry of its own
        EVENHAND_TRY(writeEntry(work, attempt.login, via, operation, {}));
    }
    return person;
}

}  // namespace evenhand::accounts
