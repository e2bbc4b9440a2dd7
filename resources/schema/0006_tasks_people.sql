-- SPDX-License-Identifier: GPL-3.0-or-later
-- Background tasks and the ring, webhooks, people, the audit log, backups. Words in braces as in 0001. Append-only tables:
-- audit_entry, ring_change, webhook_event, webhook_attempt.

-- (kind, subject) is what a task is about, once. position: on the ring, the first 32 bits of the SHA-1 of "KIND:SUBJECT".
-- due_at: when a worker may take it; while it is processed, the end of the lease; NULL: nobody may any more. token:
-- fencing, grows with every claim and with what people do to it. note: what the last attempt left for the next; of a
-- refund "look_up": an earlier attempt may have left. ended_at: done, dead or dropped since; dead_at: dead letters alone,
-- so that they are found among any number of done ones.
CREATE TABLE task (
  task_id {pk},
  kind {word} NOT NULL,
  subject {id} NOT NULL,
  payload {text} NOT NULL,
  position {int} NOT NULL,
  status {word} NOT NULL,
  due_at {int},
  attempts {int} NOT NULL CHECK (attempts >= 0),
  token {int} NOT NULL CHECK (token >= 0),
  worker {text} NOT NULL,
  note {text} NOT NULL,
  last_error {text} NOT NULL,
  created_at {int} NOT NULL,
  ended_at {int},
  dead_at {int}
) {table};
CREATE UNIQUE INDEX task_subject ON task(kind, subject);
CREATE INDEX task_due ON task(kind, due_at, task_id, position, status) {only due_at};
CREATE INDEX task_dead ON task(dead_at, task_id, kind) {only dead_at};
CREATE INDEX task_ended ON task(ended_at, task_id, status, kind) {only ended_at};

-- Per kind, changed once per batch: how many were ever made, and how many done ones were cleaned up since.
-- created = cleaned + rows of task (W3). A row for every kind from the beginning. stripe: of the writer, as in ledger_balance.
CREATE TABLE task_sum (
  kind {word} NOT NULL,
  stripe {int} NOT NULL,
  created {int} NOT NULL,
  cleaned {int} NOT NULL,
  PRIMARY KEY (kind, stripe)
) {table:clustered};

-- Kinds whose tasks nobody takes.
CREATE TABLE task_hold (
  kind {word} NOT NULL PRIMARY KEY,
  at {int} NOT NULL,
  actor {text} NOT NULL,
  reason {text} NOT NULL
) {table};

-- What recurs: the task (kind, subject) is made for the instant next_at, which then moves on. every_ms: a plain interval;
-- NULL: once a business day at minute_of_day.
CREATE TABLE task_schedule (
  name {id} NOT NULL PRIMARY KEY,
  kind {word} NOT NULL,
  payload {text} NOT NULL,
  every_ms {int},
  minute_of_day {int},
  next_at {int} NOT NULL
) {table};
CREATE INDEX task_schedule_next ON task_schedule(next_at);

-- moved: parts per million of the positions that changed their owner.
CREATE TABLE ring_change (
  change_id {pk},
  at {int} NOT NULL,
  what {word} NOT NULL,
  worker {text} NOT NULL,
  workers {int} NOT NULL,
  moved {int} NOT NULL
) {table};

-- Endpoints. events: texts separated by spaces. The secret is in the keychain by secret_name. removed_at: gone for people,
-- there for its log.
CREATE TABLE webhook (
  webhook_id {pk},
  name {text} NOT NULL,
  url {text} NOT NULL,
  events {text} NOT NULL,
  enabled {int} NOT NULL,
  allow_private {int} NOT NULL,
  allow_plain {int} NOT NULL,
  secret_name {id} NOT NULL,
  created_at {int} NOT NULL,
  created_by {text} NOT NULL,
  removed_at {int},
  version {int} NOT NULL
) {table};

-- What was announced: only where an endpoint wanted it. message_id: "msg_" and a UUID without dashes.
CREATE TABLE webhook_event (
  event_id {pk},
  message_id {id} NOT NULL UNIQUE,
  event {word} NOT NULL,
  subject {text} NOT NULL,
  at {int} NOT NULL,
  body {text} NOT NULL
) {table};
CREATE INDEX webhook_event_at ON webhook_event(at, event_id);

-- To whom. Its task is (webhook, delivery_id); resent, the same row and task begin again. Counts and the last outcome are
-- those of the attempts.
CREATE TABLE webhook_delivery (
  delivery_id {pk},
  event_id {int} NOT NULL REFERENCES webhook_event(event_id),
  webhook_id {int} NOT NULL REFERENCES webhook(webhook_id),
  event {word} NOT NULL,
  status {word} NOT NULL,
  attempts {int} NOT NULL,
  last_status {int} NOT NULL,
  last_error {text} NOT NULL,
  at {int} NOT NULL,
  ended_at {int}
) {table};
CREATE INDEX webhook_delivery_event ON webhook_delivery(event_id, webhook_id);
CREATE INDEX webhook_delivery_webhook ON webhook_delivery(webhook_id, status, delivery_id);
CREATE INDEX webhook_delivery_status ON webhook_delivery(status, delivery_id);

CREATE TABLE webhook_attempt (
  attempt_id {pk},
  delivery_id {int} NOT NULL,
  at {int} NOT NULL,
  http_status {int} NOT NULL,
  took_ms {int} NOT NULL,
  error {text} NOT NULL,
  answer {text} NOT NULL
) {table};
CREATE INDEX webhook_attempt_delivery ON webhook_attempt(delivery_id, attempt_id);

-- login_key: folded, what is unique. password: the encoded argon2id hash with its parameters and salt. wait_until: no
-- sign-in before. People are disabled, never deleted.
CREATE TABLE person (
  person_id {pk},
  login {id} NOT NULL,
  login_key {id} NOT NULL UNIQUE,
  name {text} NOT NULL,
  password {text} NOT NULL,
  password_at {int} NOT NULL,
  must_change {int} NOT NULL,
  disabled {int} NOT NULL,
  failures {int} NOT NULL,
  wait_until {int},
  last_sign_in {int},
  created_at {int} NOT NULL,
  created_by {text} NOT NULL,
  version {int} NOT NULL
) {table};

CREATE TABLE person_role (
  person_id {int} NOT NULL REFERENCES person(person_id),
  role {word} NOT NULL,
  PRIMARY KEY (person_id, role)
) {table:clustered};

CREATE TABLE account_setting (
  name {word} NOT NULL PRIMARY KEY,
  value {text} NOT NULL
) {table};

-- The chain: engine/audit_chain/audit_chain.h. seq without gaps. key_id '': not sealed.
CREATE TABLE audit_entry (
  seq {int} NOT NULL PRIMARY KEY,
  at {int} NOT NULL,
  actor {text} NOT NULL,
  via {word} NOT NULL,
  operation {word} NOT NULL,
  outcome {word} NOT NULL,
  subject {text} NOT NULL,
  reason {text} NOT NULL,
  detail {text} NOT NULL,
  hash {blob} NOT NULL,
  key_id {word} NOT NULL,
  seal {blob} NOT NULL
) {table};
CREATE INDEX audit_entry_at ON audit_entry(at, seq);
CREATE INDEX audit_entry_operation ON audit_entry(operation, seq);

CREATE TABLE backup (
  backup_id {pk},
  status {word} NOT NULL,
  path {text} NOT NULL,
  started_at {int} NOT NULL,
  ended_at {int},
  bytes {int} NOT NULL,
  row_count {int} NOT NULL,
  audit_seq {int} NOT NULL,
  audit_hash {blob} NOT NULL,
  scheduled {int} NOT NULL,
  actor {text} NOT NULL,
  error {text} NOT NULL
) {table};

CREATE TABLE backup_setting (
  name {word} NOT NULL PRIMARY KEY,
  value {text} NOT NULL
) {table};

-- Refunds are tasks like others from here on; their positions are the same.
INSERT INTO task(kind, subject, payload, position, status, due_at, attempts, token, worker, note, last_error, created_at,
                 ended_at, dead_at)
  SELECT 'refund', t.refund_id, '', t.position,
         CASE WHEN t.dead_at IS NOT NULL THEN 'DEAD' WHEN t.due_at IS NULL THEN 'DONE'
              WHEN t.leased = 1 THEN 'PROCESSING' ELSE 'PENDING' END,
         CASE WHEN t.dead_at IS NULL THEN t.due_at END, t.attempts, t.token, t.worker,
         CASE t.look_up WHEN 1 THEN 'look_up' ELSE '' END, r.last_error, COALESCE(r.granted_at, r.requested_at),
         CASE WHEN t.dead_at IS NOT NULL THEN t.dead_at WHEN t.due_at IS NULL
              THEN COALESCE(r.done_at, r.sent_at, r.granted_at, r.requested_at) END, t.dead_at
  FROM refund_task t JOIN refund r ON r.refund_id = t.refund_id ORDER BY t.refund_id;
INSERT INTO task_sum(kind, stripe, created, cleaned) SELECT 'refund', 0, COUNT(*), 0 FROM task;
INSERT INTO task_sum(kind, stripe, created, cleaned)
  VALUES ('webhook', 0, 0, 0), ('calibrate', 0, 0, 0), ('reconcile', 0, 0, 0), ('clean_up', 0, 0, 0),
         ('backup', 0, 0, 0), ('rehearsal', 0, 0, 0);
DROP TABLE IF EXISTS refund_task;
