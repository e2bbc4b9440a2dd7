-- SPDX-License-Identifier: GPL-3.0-or-later
-- Alerts of every kind. Words in braces as in 0001.

-- What there is moves aside, for order_id and campus_id may be NULL from here on. Every statement can be done once more
-- after a crash.
CREATE TABLE alert_before (
  alert_id {int} NOT NULL PRIMARY KEY,
  order_id {int} NOT NULL,
  campus_id {id} NOT NULL,
  kind {word} NOT NULL,
  state {word} NOT NULL,
  due_at {int} NOT NULL,
  fired_at {int} NOT NULL,
  repeats {int} NOT NULL,
  next_at {int},
  actor {text},
  acted_at {int},
  resolved_at {int},
  resolution {text},
  version {int} NOT NULL
) {table};
INSERT INTO alert_before(alert_id, order_id, campus_id, kind, state, due_at, fired_at, repeats, next_at, actor, acted_at,
                         resolved_at, resolution, version)
  SELECT alert_id, order_id, campus_id, kind, state, due_at, fired_at, repeats, next_at, actor, acted_at, resolved_at,
         resolution, version
  FROM alert;
DROP TABLE IF EXISTS alert;

-- subject, subject_id: what it is about (of an order its number). live: 1 until it is resolved, then NULL, so that there
-- is one live alert of a kind and a subject. level: how far a limit was passed that has several; a higher one fires
-- again. figure, detail: what was found. due_at: since when it is so. The rest is as in 0002.
CREATE TABLE alert (
  alert_id {pk},
  order_id {int} REFERENCES orders(order_id),
  campus_id {id} REFERENCES campus(campus_id),
  kind {word} NOT NULL,
  subject {word} NOT NULL,
  subject_id {id} NOT NULL,
  state {word} NOT NULL,
  live {int},
  level {int} NOT NULL,
  figure {int},
  detail {text},
  due_at {int} NOT NULL,
  fired_at {int} NOT NULL,
  repeats {int} NOT NULL,
  next_at {int},
  actor {text},
  acted_at {int},
  resolved_at {int},
  resolution {text},
  version {int} NOT NULL
) {table};
INSERT INTO alert(alert_id, order_id, campus_id, kind, subject, subject_id, state, live, level, due_at, fired_at, repeats,
                  next_at, actor, acted_at, resolved_at, resolution, version)
  SELECT a.alert_id, a.order_id, a.campus_id, a.kind, 'order', o.order_no, a.state,
         CASE WHEN a.resolved_at IS NULL THEN 1 END, 0, a.due_at, a.fired_at, a.repeats, a.next_at, a.actor, a.acted_at,
         a.resolved_at, a.resolution, a.version
  FROM alert_before a JOIN orders o ON o.order_id = a.order_id;
DROP TABLE IF EXISTS alert_before;
CREATE UNIQUE INDEX alert_live ON alert(kind, subject, subject_id, live);
CREATE INDEX alert_open ON alert(live, subject) {only live};
CREATE INDEX alert_order ON alert(order_id, kind);
CREATE INDEX alert_next ON alert(next_at) {only next_at};
CREATE INDEX alert_state ON alert(state, campus_id, alert_id);
CREATE INDEX alert_due ON alert(state, due_at, alert_id, campus_id);

-- From when on something is an alert; a name that is not there has its default.
CREATE TABLE alert_limit (
  name {word} NOT NULL PRIMARY KEY,
  value {int} NOT NULL
) {table};
