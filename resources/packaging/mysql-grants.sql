-- SPDX-License-Identifier: GPL-3.0-or-later
-- Least privileges for a workspace in MySQL or MariaDB. Read it, set passwords, hosts and the database's name, then run it
-- as an administrator in this order: part 1, `evenhandctl init --database mysql://evenhand_migrate@…`, part 2.
-- After an upgrade of Evenhand that changes the schema, open the workspace once as evenhand_migrate and run part 2 again.

-- Where a server has anonymous users (''@'localhost'), drop them first: they catch local connections.

-- Part 1: the database, and who may change its schema.
CREATE DATABASE IF NOT EXISTS evenhand CHARACTER SET utf8mb4;
CREATE USER IF NOT EXISTS 'evenhand_migrate'@'%' IDENTIFIED BY 'change-me-1';
GRANT ALL PRIVILEGES ON evenhand.* TO 'evenhand_migrate'@'%';
CREATE USER IF NOT EXISTS 'evenhand'@'%' IDENTIFIED BY 'change-me-2';
CREATE USER IF NOT EXISTS 'evenhand_report'@'%' IDENTIFIED BY 'change-me-3';

-- Part 2: the engine. It reads everything and adds rows; it changes only what has a state, and deletes only what its own
-- snapshots have made superfluous, settings and failures of timers that are over, flash sales never started, a campus's
-- own policy of returns, reasons of returns, shifts, messages that have had their effect, how an approval that was undone had been settled, tasks and deliveries that are over, roles that
-- were taken away, sessions that are over, engines that have gone, and answers kept for requests that did not come again. Nobody but an administrator changes or deletes what is append-only: the audit log, payments, owed
-- payments, ledger entries, stock, weight and duty entries, order lines, the ends of timers and the histories of orders,
-- returns, refunds and flash sales.
-- (A user may end its own connections without a further right: taking a workspace over needs no more.)
GRANT SELECT ON evenhand.* TO 'evenhand'@'%';
GRANT INSERT, UPDATE ON evenhand.campus TO 'evenhand'@'%';
GRANT INSERT, UPDATE ON evenhand.courier TO 'evenhand'@'%';
GRANT INSERT, UPDATE ON evenhand.product TO 'evenhand'@'%';
GRANT INSERT, UPDATE ON evenhand.orders TO 'evenhand'@'%';
GRANT INSERT, UPDATE ON evenhand.deduction TO 'evenhand'@'%';
GRANT INSERT, UPDATE ON evenhand.deduction_line TO 'evenhand'@'%';
GRANT INSERT, UPDATE ON evenhand.assignment TO 'evenhand'@'%';
GRANT INSERT, UPDATE, DELETE ON evenhand.campaign TO 'evenhand'@'%';
GRANT INSERT, UPDATE ON evenhand.campaign_draw TO 'evenhand'@'%';
GRANT INSERT ON evenhand.campaign_point TO 'evenhand'@'%';
GRANT INSERT, UPDATE ON evenhand.dead_letter TO 'evenhand'@'%';
GRANT INSERT, UPDATE ON evenhand.engine_lease TO 'evenhand'@'%';
GRANT INSERT, UPDATE, DELETE ON evenhand.engine_node TO 'evenhand'@'%';
GRANT INSERT, UPDATE ON evenhand.id_block TO 'evenhand'@'%';
GRANT INSERT ON evenhand.order_line TO 'evenhand'@'%';
GRANT INSERT ON evenhand.order_event TO 'evenhand'@'%';
GRANT INSERT ON evenhand.payment TO 'evenhand'@'%';
GRANT INSERT ON evenhand.owed_payment TO 'evenhand'@'%';
GRANT INSERT ON evenhand.stock_entry TO 'evenhand'@'%';
GRANT INSERT ON evenhand.weight_entry TO 'evenhand'@'%';
GRANT INSERT ON evenhand.duty_entry TO 'evenhand'@'%';
GRANT INSERT, UPDATE, DELETE ON evenhand.timer_control TO 'evenhand'@'%';
GRANT INSERT, UPDATE, DELETE ON evenhand.timer_failure TO 'evenhand'@'%';
GRANT INSERT ON evenhand.timer_end TO 'evenhand'@'%';
GRANT INSERT, UPDATE ON evenhand.alert TO 'evenhand'@'%';
GRANT INSERT, UPDATE ON evenhand.alert_limit TO 'evenhand'@'%';
GRANT INSERT, UPDATE, DELETE ON evenhand.late_order TO 'evenhand'@'%';
GRANT INSERT, UPDATE, DELETE ON evenhand.activity TO 'evenhand'@'%';
GRANT INSERT ON evenhand.activity_log TO 'evenhand'@'%';
GRANT INSERT, UPDATE ON evenhand.case_setting TO 'evenhand'@'%';
GRANT INSERT, DELETE ON evenhand.return_reason TO 'evenhand'@'%';
GRANT INSERT, UPDATE, DELETE ON evenhand.return_policy TO 'evenhand'@'%';
GRANT INSERT, UPDATE ON evenhand.goods_return TO 'evenhand'@'%';
GRANT INSERT, UPDATE ON evenhand.return_line TO 'evenhand'@'%';
GRANT INSERT, UPDATE ON evenhand.line_share TO 'evenhand'@'%';
GRANT INSERT, DELETE ON evenhand.return_share TO 'evenhand'@'%';
GRANT INSERT, UPDATE ON evenhand.order_refund TO 'evenhand'@'%';
GRANT INSERT, UPDATE ON evenhand.refund TO 'evenhand'@'%';
GRANT INSERT, UPDATE ON evenhand.refund_setting TO 'evenhand'@'%';
GRANT INSERT ON evenhand.money_event TO 'evenhand'@'%';
GRANT INSERT ON evenhand.ledger_entry TO 'evenhand'@'%';
GRANT INSERT, UPDATE ON evenhand.ledger_balance TO 'evenhand'@'%';
GRANT INSERT, UPDATE, DELETE ON evenhand.task TO 'evenhand'@'%';
GRANT INSERT, UPDATE ON evenhand.task_sum TO 'evenhand'@'%';
GRANT INSERT, UPDATE, DELETE ON evenhand.task_hold TO 'evenhand'@'%';
GRANT INSERT, UPDATE, DELETE ON evenhand.task_schedule TO 'evenhand'@'%';
GRANT INSERT, DELETE ON evenhand.ring_change TO 'evenhand'@'%';
GRANT INSERT, UPDATE ON evenhand.webhook TO 'evenhand'@'%';
GRANT INSERT, UPDATE, DELETE ON evenhand.webhook_event TO 'evenhand'@'%';
GRANT INSERT, UPDATE, DELETE ON evenhand.webhook_delivery TO 'evenhand'@'%';
GRANT INSERT, DELETE ON evenhand.webhook_attempt TO 'evenhand'@'%';
GRANT INSERT, UPDATE ON evenhand.person TO 'evenhand'@'%';
GRANT INSERT, DELETE ON evenhand.person_role TO 'evenhand'@'%';
GRANT INSERT, UPDATE, DELETE ON evenhand.console_session TO 'evenhand'@'%';
GRANT INSERT, UPDATE ON evenhand.account_setting TO 'evenhand'@'%';
GRANT INSERT, UPDATE ON evenhand.setting_change TO 'evenhand'@'%';
GRANT INSERT ON evenhand.audit_entry TO 'evenhand'@'%';
GRANT INSERT, UPDATE ON evenhand.api_token TO 'evenhand'@'%';
GRANT INSERT, UPDATE, DELETE ON evenhand.api_answer TO 'evenhand'@'%';
GRANT INSERT, UPDATE ON evenhand.backup TO 'evenhand'@'%';
GRANT INSERT, UPDATE ON evenhand.backup_setting TO 'evenhand'@'%';
GRANT INSERT, DELETE ON evenhand.shift_exception TO 'evenhand'@'%';
GRANT INSERT, UPDATE, DELETE ON evenhand.shift_state TO 'evenhand'@'%';
GRANT INSERT, DELETE ON evenhand.shift_week TO 'evenhand'@'%';
GRANT INSERT, UPDATE, DELETE ON evenhand.outbox TO 'evenhand'@'%';
GRANT UPDATE ON evenhand.outbox_relay TO 'evenhand'@'%';
GRANT INSERT ON evenhand.keyspace_generation TO 'evenhand'@'%';
GRANT INSERT, DELETE ON evenhand.keyspace_journal TO 'evenhand'@'%';
GRANT INSERT, DELETE ON evenhand.keyspace_snapshot TO 'evenhand'@'%';

-- Reports and storefronts look only. They see the hashes of passwords too (table person): where that matters, grant the
-- tables one by one instead.
GRANT SELECT ON evenhand.* TO 'evenhand_report'@'%';
