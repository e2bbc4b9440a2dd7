// SPDX-License-Identifier: GPL-3.0-or-later
// The page of the audit log over an engine in memory: filter, one entry in detail, verifying (intact, broken,
// cancelled, while the window goes on), export, and somebody who may not read it.
#include <QFile>
#include <set>
#include <string>

#include "tests/ui/people_hand.h"
#include "ui/pages/audit/audit_page.h"
#include "ui/shell/jobs.h"
#include "ui/widgets/people_labels.h"

namespace test_audit_page {

using namespace evenhand;
using api::AuditOutcome;

namespace {

struct Desk : test::PeopleHand<ui::AuditPage, test::StaffShop> {
    explicit Desk(const std::string& login = {}) { open(login); }
};

}  // namespace

class TestAuditPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyOperationAndItsDeskHaveALabel() {
        std::set<QString> labels;
        for (const auto& info : api::allOperations()) {
            const std::string name(info.name);
            const std::string desk = name.substr(0, name.find('.'));
            QVERIFY2(ui::operationLabel(name) != QString::fromStdString(name), name.c_str());
            QVERIFY2(ui::deskLabel(desk) != QString::fromStdString(desk), desk.c_str());
            QVERIFY2(labels.insert(ui::operationLabel(name)).second, name.c_str());  // two that read the same
        }
    }

    void entriesAreListedNewestFirst() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        const auto entries = desk.engine.entries();
        QVERIFY2(entries > 20, qPrintable(QString::number(entries)));
        QCOMPARE(desk.page->model().total(), entries);
        QCOMPARE(desk.page->model().row(0)->seq, entries);
        QVERIFY(desk.page->stateLabel()->text().contains(QStringLiteral("sealed with key")));
        QVERIFY(desk.page->stateLabel()->text().contains(QStringLiteral("anchored")));
        desk.engine.refuse("eve");
        QTRY_COMPARE(desk.page->model().total(), entries + 1);
        QCOMPARE(desk.page->model().row(0)->actor, std::string("eve"));
    }

    void theFilterAsksTheEngine() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.engine.refuse("eve");
        desk.page->whoField()->setText(QStringLiteral("eve"));
        desk.page->outcomes()->setChosen({QStringLiteral("refused")});
        desk.page->operations()->setChosen({QStringLiteral("orders.")});
        QTRY_VERIFY(desk.page->model().filter() == desk.page->filter());
        QCOMPARE(desk.page->filter().actor, std::string("eve"));
        QCOMPARE(desk.page->filter().operations, std::vector<std::string>{"orders."});
        QTRY_COMPARE(desk.page->model().total(), std::int64_t{1});
        QCOMPARE(desk.engine.entries(desk.page->filter()), std::int64_t{1});
        desk.page->textField()->setText(QStringLiteral("no such thing"));
        QTRY_VERIFY(desk.page->emptyLabel()->isVisible());
        QVERIFY(desk.page->emptyLabel()->text().contains(QStringLiteral("matches")));
    }

    void itIsInTheOrderOfItsOperations() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        auto& model = desk.page->model();
        model.setOrder(model.columnOf(QStringLiteral("operation")), false);
        model.restart();
        QTRY_VERIFY(desk.ready() && model.rowCount() > 2);
        for (int row = 1; row < model.rowCount() && model.row(row) != nullptr; ++row) {
            QVERIFY(model.row(row - 1)->operation <= model.row(row)->operation);
        }
    }

    void oneEntryIsShownInFull() {
        Desk desk;
        auto& returns = desk.engine.returns();
        api::RequestReturn asked;
        asked.orderNo = desk.engine.paidOrder(0);
        asked.number = ReturnNo("R-12");
        asked.lines = {{Sku("rice-01"), 1}};
        asked.reason = "cold";
        const auto made = desk.engine.must(returns.request(test::Shop::by("bo"), asked));
        (void)desk.engine.must(returns.reject(test::Shop::by("ann", "eaten"), {{made.id, 0}}, {}));
        QTRY_VERIFY(desk.ready() && desk.page->model().total() == desk.engine.entries());
        QTRY_COMPARE(desk.page->model().row(0)->operation, std::string("returns.reject"));
        desk.page->table()->select({0});
        QCOMPARE(desk.page->detail()->valueOf(QStringLiteral("Action")), QStringLiteral("Reject a return"));
        QCOMPARE(desk.page->detail()->valueOf(QStringLiteral("Operation")), QStringLiteral("returns.reject"));
        QCOMPARE(desk.page->detail()->valueOf(QStringLiteral("Reason")), QStringLiteral("eaten"));
        QCOMPARE(desk.page->detail()->valueOf(QStringLiteral("Subject")), QStringLiteral("return R-12"));
    }

    void anIntactChainIsSaidSo() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.page->verifyAction()->trigger();
        QTRY_VERIFY(desk.page->report() != nullptr);
        QCOMPARE(desk.said().tone, ui::Tone::Good);
        QVERIFY(desk.said().text.contains(QStringLiteral("%1 entries").arg(desk.engine.entries())));
        QVERIFY(desk.page->report()->findChild<QTableView*>(QStringLiteral("auditFaults")) == nullptr);
        desk.page->report()->close();
    }

    void aBrokenChainNamesTheFirstBadEntry() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.engine.audit().faults = {{api::AuditFaultKind::UnknownKey, 3, "an older key"},
                                      {api::AuditFaultKind::Edited, 42, "entry 42 is not what was hashed"},
                                      {api::AuditFaultKind::Truncated, 400, "the anchor remembers 412"}};
        desk.page->verifyAction()->trigger();
        QTRY_VERIFY(desk.page->report() != nullptr);
        QCOMPARE(desk.said().tone, ui::Tone::Bad);
        QVERIFY2(desk.said().text.contains(QStringLiteral("42")), qPrintable(desk.said().text));
        QVERIFY(desk.said().text.contains(QStringLiteral("Changed")));
        auto* table = desk.page->report()->findChild<QTableView*>(QStringLiteral("auditFaults"));
        QVERIFY(table != nullptr);
        QCOMPARE(table->model()->rowCount(), 3);
        auto* hint = desk.page->report()->findChild<QLabel*>(QStringLiteral("auditAnchorHint"));
        QVERIFY(hint != nullptr);
        QVERIFY(hint->text().contains(QStringLiteral("evenhandctl audit anchor")));
        desk.page->report()->close();
    }

    void whatNoAnchorSettlesOffersNone() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.engine.audit().faults = {{api::AuditFaultKind::Edited, 42, "entry 42 is not what was hashed"}};
        desk.page->verifyAction()->trigger();
        QTRY_VERIFY(desk.page->report() != nullptr);
        QVERIFY(desk.page->report()->findChild<QLabel*>(QStringLiteral("auditAnchorHint")) == nullptr);
        desk.page->report()->close();
    }

    void theWindowGoesOnWhileItVerifies() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.engine.hold(true);
        desk.page->verifyAction()->trigger();
        QCOMPARE(desk.services->jobs.jobs().size(), std::size_t{1});
        QVERIFY(!desk.page->verifyAction()->isEnabled());
        QVERIFY(Desk::why(desk.page->verifyAction()).contains(QStringLiteral("running")));
        desk.page->whoField()->setText(QStringLiteral("a"));  // something else can be done
        QCOMPARE(desk.page->filter().actor, std::string("a"));
        desk.engine.hold(false);
        QTRY_VERIFY(desk.services->jobs.jobs().empty());
        QTRY_VERIFY(desk.page->report() != nullptr);
        desk.page->report()->close();
        QVERIFY(desk.page->verifyAction()->isEnabled());
    }

    void whatIsShownIsExported() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.page->whoField()->setText(QStringLiteral("ann"));
        QTRY_VERIFY(desk.page->model().filter().actor == "ann" && desk.ready());
        const QString path = desk.folder.filePath(QStringLiteral("audit.csv"));
        desk.page->exportTo(path);
        QTRY_COMPARE(desk.said().tone, ui::Tone::Good);
        api::AuditFilter hers;
        hers.actor = "ann";
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto lines = QString::fromUtf8(file.readAll()).split(QStringLiteral("\r\n"), Qt::SkipEmptyParts);
        QCOMPARE(lines.size() - 1, static_cast<qsizetype>(desk.engine.entries(hers)));
        for (qsizetype i = 1; i < lines.size(); ++i) {
            QVERIFY(lines[i].contains(QStringLiteral(",ann,")));
        }
        // What was checked elsewhere needs the hashes, too.
        const QString hashed = desk.folder.filePath(QStringLiteral("hashes.csv"));
        desk.page->entries()->writeFileTo(hashed);
        QTRY_VERIFY(desk.said().text.contains(QStringLiteral("hashes.csv")));
        QFile whole(hashed);
        QVERIFY(whole.open(QIODevice::ReadOnly));
        const auto all = QString::fromUtf8(whole.readAll()).split(QStringLiteral("\r\n"), Qt::SkipEmptyParts);
        QCOMPARE(all.size(), lines.size());
        QVERIFY(all[0].contains(QStringLiteral("hash")));
    }

    void whoMayNotReadItIsToldSo() {
        Desk desk("dispatcher");
        QTRY_VERIFY(!desk.page->model().isLoading());
        QVERIFY(desk.page->emptyLabel()->isVisible());
        QVERIFY(desk.page->emptyLabel()->text().contains(QStringLiteral("read the audit log")));
        QVERIFY(desk.page->emptyLabel()->text().contains(QStringLiteral("Auditor")));
        QVERIFY(!desk.page->verifyAction()->isEnabled());
        QVERIFY(!desk.page->exportAction()->isEnabled());
        // The role comes, and the page is there at once.
        desk.engine.setRolesOf("dispatcher", {api::Role::Dispatcher, api::Role::Auditor});
        QTRY_VERIFY(desk.page->verifyAction()->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(desk.page->model().total() == desk.engine.entries(), 20'000);
    }
};

}  // namespace test_audit_page

QTEST_MAIN(test_audit_page::TestAuditPage)
#include "test_audit_page.moc"
