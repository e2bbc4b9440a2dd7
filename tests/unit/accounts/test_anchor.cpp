// SPDX-License-Identifier: GPL-3.0-or-later
// A new anchor of the audit log after a loss that has an explanation: with a reason, by who may, the former one kept;
// and nothing else is healed by it.
#include <QDir>
#include <QFile>
#include <QtTest>

#include "app/workspace/renew_anchor.h"
#include "desks/desk_world.h"
#include "tests/support/fakes/memory_secrets.h"
#include "tests/support/servers/other_connection.h"

namespace test_anchor {

using namespace evenhand;
using api::AuditFaultKind;
using test::DeskWorld;

class TestAnchor : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_secrets = std::make_shared<test::MemorySecrets>();
        m_world = std::make_unique<DeskWorld>(m_secrets);
        DONE(m_world->couriers({"ann", "bob"}));
        dutyChanges(12);
        DONE(m_world->reopen());
    }

    void afterATruncationItRemembersTheLogAsItIs() {
        tamper("DELETE FROM audit_entry WHERE seq > 8");
        QCOMPARE(faults(), std::vector{AuditFaultKind::Truncated});
        const auto before = app::AuditAnchor::read(m_world->path());
        QVERIFY(before && *before);
        const auto renewed = app::renewAnchor(*m_world->workspace, m_world->call);
        DONE(renewed);
        QCOMPARE(renewed->head.seq, std::int64_t{9});
        QFile kept(QString::fromStdString(renewed->kept));
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QCOMPARE(kept.readAll().toStdString(), **before);
        DONE(m_world->reopen());
        QVERIFY(faults().empty());
        const auto entry = newest();
        QCOMPARE(entry.operation, std::string("audit.set_anchor"));
        QCOMPARE(entry.actor, m_world->call.actor.name);
        QCOMPARE(entry.reason, std::string("because"));
        QVERIFY(entry.detail.find("evenhand-audit-anchor 1 ") != std::string::npos);
        // And it is kept up again.
        dutyChanges(3);
        DONE(m_world->reopen());
        QVERIFY(faults().empty());
        m_world->workspace.reset();
        const auto now = app::AuditAnchor::read(m_world->path());
        QVERIFY(now && *now && (*now)->find(" 12 ") != std::string::npos);
    }

    void itMayHaveBeenLost() {
        m_world->workspace.reset();
        QVERIFY(QFile::remove(QString::fromStdString(app::AuditAnchor::pathIn(m_world->path()))));
        DONE(answering());
        QCOMPARE(faults(), std::vector{AuditFaultKind::NoAnchor});
        const auto renewed = app::renewAnchor(*m_world->workspace, m_world->call);
        DONE(renewed);
        QVERIFY(renewed->kept.empty());
        DONE(m_world->reopen());
        QVERIFY(faults().empty());
        QVERIFY(newest().detail.find("there was none") != std::string::npos);
    }

    void whateverLiesThereIsKeptAndToldInert() {
        m_world->workspace.reset();
        const auto path = QString::fromStdString(app::AuditAnchor::pathIn(m_world->path()));
        for (int i = 1; i <= 2; ++i) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            QCOMPARE(file.write("=cmd|' /C calc'!A0\x1b[31m\xe2\x80\xae\n'; DROP TABLE audit_entry; --"), 56);
            file.close();
            DONE(answering());
            const auto renewed = app::renewAnchor(*m_world->workspace, m_world->call);
            DONE(renewed);
            QCOMPARE(QString::fromStdString(renewed->kept), path + QLatin1Char('.') + QString::number(i));
            DONE(m_world->reopen());
            for (const char c : newest().detail) {
                QVERIFY(c >= 0x20 && c < 0x7f);
            }
            m_world->workspace.reset();
        }
        DONE(m_world->reopen());
        QVERIFY(faults().empty());
    }

    void oneThatFitsStays() {
        const auto before = app::AuditAnchor::read(m_world->path());
        REFUSED(app::renewAnchor(*m_world->workspace, m_world->call), ErrorCode::WrongStatus);
        const auto after = app::AuditAnchor::read(m_world->path());
        QVERIFY(before && after && *before == *after);
        QVERIFY(newest().operation != "audit.set_anchor");
    }

    void whoMayNotLeavesItAndAnEntry() {
        tamper("DELETE FROM audit_entry WHERE seq > 8");
        const auto before = app::AuditAnchor::read(m_world->path());
        for (const auto role : api::allRoles()) {
            if (role == api::Role::Administrator) {
                continue;
            }
            const api::Call call{{"somebody", api::permissionsOf(role)}, "because", {}};
            REFUSED(app::renewAnchor(*m_world->workspace, call), ErrorCode::PermissionDenied);
            QCOMPARE(newest().operation, std::string("audit.set_anchor"));
        }
        QCOMPARE(newest().outcome, api::AuditOutcome::Refused);
        QCOMPARE(newest().actor, std::string("somebody"));
        auto call = m_world->call;
        call.reason = " \t";
        REFUSED(app::renewAnchor(*m_world->workspace, call), ErrorCode::InvalidArgument);
        const auto after = app::AuditAnchor::read(m_world->path());
        QVERIFY(before && after && *before == *after);
        QVERIFY(!faults().empty());
    }

    void whatIsWrongInTheLogStaysWrong() {
        tamper("UPDATE audit_entry SET reason = 'another' WHERE seq = 5");
        QCOMPARE(faults(), std::vector{AuditFaultKind::Edited});
        DONE(app::renewAnchor(*m_world->workspace, m_world->call));
        DONE(m_world->reopen());
        QCOMPARE(faults(), std::vector{AuditFaultKind::Edited});
    }

private:
    void dutyChanges(int count) {
        for (int i = 0; i < count; ++i) {
            m_world->clock.advanceMs(1);
            m_duty = !m_duty;
            DONE(m_world->get(m_world->dispatch().setDuty(m_world->call, CourierId("ann"), m_duty)));
        }
    }
    std::vector<AuditFaultKind> faults() {
        const auto report = m_world->get(m_world->workspace->audit().verify(m_world->call, {}));
        std::vector<AuditFaultKind> kinds;
        for (const auto& fault : report ? report->faults : std::vector<api::AuditFault>{{}}) {
            kinds.push_back(fault.kind);
        }
        return kinds;
    }
    api::AuditRecord newest() {
        const auto found = m_world->get(m_world->workspace->audit().page(m_world->call, {}));
        return found && !found->empty() ? found->front() : api::AuditRecord{};
    }
    /// Somebody at the database, while nobody runs the workspace.
    void tamper(const char* sql) {
        m_world->workspace.reset();
        {
            auto other = testing::openOther(m_world->path(), store::Database::Access::ReadWrite);
            DONE(other);
            DONE((*other)->execute(sql));
        }
        REFUSED(m_world->reopen(), ErrorCode::WorkspaceDamaged);
        DONE(answering());
    }
    /// As the administrator opens it who answers for it; the next opening is as usual again.
    Result<void> answering() {
        m_world->options.acceptAuditFault = true;
        auto opened = m_world->reopen();
        m_world->options.acceptAuditFault = false;
        return opened;
    }

    std::shared_ptr<test::MemorySecrets> m_secrets;
    std::unique_ptr<DeskWorld> m_world;
    bool m_duty = true;
};

}  // namespace test_anchor

QTEST_GUILESS_MAIN(test_anchor::TestAnchor)
#include "test_anchor.moc"
