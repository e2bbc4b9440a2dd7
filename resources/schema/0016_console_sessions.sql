-- SPDX-License-Identifier: GPL-3.0-or-later
-- Sessions of consoles that outlive the service which they were begun at. Words in braces as in 0001.

-- By a hash of the session's token, in hexadecimal digits; the token itself is kept nowhere. A row goes with the session,
-- or an hour after used_at. What its person may do is read anew when it is taken up. Not part of backups.
CREATE TABLE console_session (
  token_hash {id} NOT NULL PRIMARY KEY,
  person_id {int} NOT NULL REFERENCES person(person_id),
  since {int} NOT NULL,
  used_at {int} NOT NULL
) {table:clustered};

CREATE INDEX console_session_person ON console_session(person_id);
