-- SPDX-License-Identifier: GPL-3.0-or-later
-- The HTTP API: its tokens, and the answers kept for requests that come again. Words in braces as in 0001.

-- Of a token only the SHA-256 of its secret part is kept; key_id names it. Names are never used again: the audit log has
-- them. scopes: texts separated by spaces. secret_name: of the signing key in the keychain; '': it has none.
CREATE TABLE api_token (
  token_id {pk},
  name {id} NOT NULL UNIQUE,
  key_id {word} NOT NULL UNIQUE,
  hash {blob} NOT NULL,
  scopes {text} NOT NULL,
  per_second {int} NOT NULL,
  secret_name {id} NOT NULL,
  created_at {int} NOT NULL,
  created_by {text} NOT NULL,
  revoked_at {int},
  revoked_by {text} NOT NULL
) {table};

-- Written in the transaction of the effect. request_key: made of who asked and by which key, or of a signed
-- notification; body_hash: of what was asked. Cleaned up after two days.
CREATE TABLE api_answer (
  request_key {id} NOT NULL PRIMARY KEY,
  body_hash {blob} NOT NULL,
  answer {text} NOT NULL,
  at {int} NOT NULL
) {table:clustered};
CREATE INDEX api_answer_at ON api_answer(at);
