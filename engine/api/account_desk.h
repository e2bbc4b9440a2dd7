// SPDX-License-Identifier: GPL-3.0-or-later
// People as the outside sees them: signing in and out, passwords, roles.
//
// A password is checked on a thread of the engine's own (argon2id, about 50 ms), neither on the GUI's nor on the
// engine's. A failed attempt counts before its password is looked at, so that many at once gain nothing. An unknown
// login and a wrong password are answered alike, after the same work. Every attempt is in the audit log. Thread: every
// function may be called from any thread and returns at once; answers as in call.h.
#pragma once

#include "engine/api/account_types.h"
#include "engine/api/call.h"

namespace evenhand::api {

class AccountDesk {
public:
    virtual ~AccountDesk() = default;

    // --- everybody ------------------------------------------------------------------------------------------------
    virtual Answer<SignInState> signInState() = 0;
    /// SignInRefused (login: unknown, wrong password or disabled; the answer does not say which), Locked (wait_until:
    /// UTC epoch milliseconds in the value; the end of a delay or of a lock).
    /// `address`: where the attempt comes from over a line; too many that fail from one address are delayed too,
    /// whatever the logins. Empty: from this process, which is not counted.
    virtual Answer<SignedIn> signIn(SignIn attempt, std::string address = {}) = 0;

    // --- whoever is signed in; SessionEnded for anybody else -------------------------------------------------------
    /// Ends the grant. Idempotent.
    virtual Answer<void> signOut(const Call& call) = 0;
    /// The console is locked, by its person or because nobody is there. What it has asked for goes on; but until
    /// unlock() its session cannot be taken up by the token, and it ends with its line. Idempotent.
    virtual Answer<void> lock(const Call& call) = 0;
    /// For the same person after that; the session continues. Errors and delays as signIn().
    virtual Answer<void> unlock(const Call& call, Secret password) = 0;
    /// SignInRefused (password: the present one is wrong), WeakPassword, InvalidArgument (password: not a new one).
    /// Ends the person's other sessions.
    virtual Answer<void> changePassword(const Call& call, Secret present, Secret next) = 0;

    // --- administration; permission ManagePeople. Errors: NotFound (person), Conflict (version), FourEyes (person:
    // nobody changes their own roles or disables themselves), WrongStatus (last_administrator: nobody would be left who
    // can sign in and manage people).
    /// The password must be changed at the first sign-in, unless it is the first person of the workspace, who made it
    /// themselves. InvalidArgument (login, name, roles), AlreadyExists (login), WeakPassword.
    virtual Answer<PersonRow> create(const Call& call, PersonInput input, Secret password) = 0;
    virtual Answer<PersonRow> rename(const Call& call, PersonRef ref, std::string name) = 0;
    /// Reason needed. Takes effect at once, also for what they are doing now.
    virtual Answer<PersonRow> setRoles(const Call& call, PersonRef ref, std::vector<Role> roles) = 0;
    /// Reason needed. Ends their sessions; they must change it at the next sign-in. WeakPassword.
    virtual Answer<PersonRow> resetPassword(const Call& call, PersonRef ref, Secret password) = 0;
    /// Reason needed. Disabled: their sessions end. People are never deleted: records name them.
    virtual Answer<PersonRow> setDisabled(const Call& call, PersonRef ref, bool disabled) = 0;
    /// Reason needed. Forgets failures, so that they can try at once.
    virtual Answer<PersonRow> lift(const Call& call, PersonRef ref) = 0;
    /// InvalidArgument names the field (idle_lock_ms, free_failures, …). Conflict (version).
    virtual Answer<void> setSettings(const Call& call, AccountSettings settings) = 0;

    // --- of a service that consoles are signed in at; never from outside. A session is known by a hash of its token,
    // 64 hexadecimal digits, and lasts kSessionMs from when it was last known to be in use.
    /// From now on the session of whoever is signed in can be taken up at any service of the workspace. It ends with
    /// the grant: by sign-out, where the person is disabled or left without a role, or the password is reset or changed
    /// elsewhere. While its console is locked it cannot be taken up. SessionEnded.
    virtual Answer<void> keepSession(const Call& call, std::string hash) = 0;
    /// The person of a kept session with a new grant: what they may do now. SessionEnded: there is none, or it is over.
    virtual Answer<SignedIn> resumeSession(std::string hash, Via via) = 0;
    /// These are in use. Those that are over are forgotten.
    virtual Answer<void> renewSessions(std::vector<std::string> hashes) = 0;

    // --- reads; permission ReadAudit; settings: Read -----------------------------------------------------------------
    /// In order of login.
    virtual Answer<std::vector<PersonRow>> people(const Call& call) = 0;
    virtual Answer<AccountSettings> settings(const Call& call) = 0;
};

}  // namespace evenhand::api
