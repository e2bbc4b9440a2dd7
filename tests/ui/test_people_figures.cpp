// SPDX-License-Identifier: GPL-3.0-or-later
// What the pages of workers and of people show of each row, cell by cell, where a double click leads, what a hold is
// asked with, and which backup is verified.
#include <QLabel>
#include <QTableView>
#include <QTest>
#include <QTimeEdit>
#include <algorithm>
#include <functional>

#include "tests/support/shops/task_shop.h"
#include "tests/ui/people_hand.h"
#include "ui/pages/settings/backup_pane.h"
#include "ui/pages/settings/people_pane.h"
#include "ui/pages/settings/settings_page.h"
#include "ui/pages/workers/worker_pane.h"
#include "ui/pages/workers/workers_page.h"
#include "ui/shell/jobs.h"
#include "ui/widgets/card.h"
#include "ui/widgets/fact_grid.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/ring_view.h"
#include "ui/widgets/tone_delegate.h"

namespace test_people_figures {

namespace {

using namespace evenhand;
using api::TaskKind;

constexpr Instant kNow{1'715'320'000'000};  // 13:46:40 in Shanghai

ui::Formats shanghai() {
    api::WorkspaceInfo info;
    info.currency = "CNY";
    info.minorDigits = 2;
    info.timeZone = "Asia/Shanghai";
    return ui::Formats(info);
}

struct Workers : test::PeopleHand<ui::WorkersPage, test::TaskShop> {
    Workers() {
        open();
        QTRY_VERIFY(ready());
    }
    ~Workers() { close(); }
};

struct People : test::PeopleHand<ui::SettingsPage> {
    People() {
        open();
        page->showPane(QStringLiteral("people"));
        QTRY_VERIFY(ready());
    }
    ~People() { close(); }
    /// As people are told from now on.
    void tell(std::function<void(std::vector<api::PersonRow>&)> change) {
        engine.accounts().peopleChange = std::move(change);
        page->people()->refresh();
    }
    [[nodiscard]] QString cell(const std::string& login, const char* column, int role = Qt::DisplayRole) const {
        const auto* model = page->people()->model();
        const int row = page->people()->rowOf(login);
        return row < 0 ? QString() : model->index(row, model->columnOf(QLatin1String(column))).data(role).toString();
    }
};

struct Backups : test::PeopleHand<ui::SettingsPage, test::TaskShop> {
    Backups() {
        open();
        page->showPane(QStringLiteral("backups"));
        QTRY_VERIFY(ready());
    }
    ~Backups() { close(); }
    [[nodiscard]] ui::BackupPane* pane() const { return page->backups(); }
};

}  // namespace

class TestPeopleFigures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void figuresOfAWorker() {
        const auto formats = shanghai();
        ui::RingView ring;
        const auto columns = ui::WorkerPane::describeColumns(
            formats, [] { return kNow; }, ring);
        const auto named = [&columns](const char* id) {
            return *std::find_if(columns.begin(), columns.end(),
                                 [id](const auto& each) { return each.id == QLatin1String(id); });
        };
        ui::WorkerRow worker;
        worker.member.id = "m1";
        worker.member.name = "worker 1 of host";
        worker.member.positions = {1, 2, 3};
        worker.member.joinedAt = kNow.plusMs(-3'600'000);
        worker.member.leaseUntil = kNow.plusMs(20'000);
        worker.ranges.resize(2);
        worker.share = 0.255;
        worker.backlog = 1'200;
        worker.inHand = 7;
        worker.perSecond = 3.25;
        worker.done = 45;
        worker.lastSeen = kNow.plusMs(-60'000);
        auto ended = worker;
        ended.member.id = "m2";
        ended.member.leaseUntil = kNow;
        ended.lastSeen.reset();
        ended.place = 1;
        QStringList cells;
        for (const auto& column : columns) {
            cells << column.text(worker);
        }
        QCOMPARE(cells.join(QStringLiteral(" | ")),
                 QStringLiteral("worker 1 of host | 25.5 % | 1,200 | 7 | %1 | 45 | 13:45:40 | in 0:20 "
                                "| 3 | 2 | 12:46:40")
                     .arg(ui::Formats::decimal(3.25, 1)));
        QCOMPARE(named("seen").text(ended), QStringLiteral("–"));
        // A lease that is over stands out, one that runs does not.
        QVERIFY(!named("lease").ink(worker));
        QCOMPARE(named("lease").ink(ended), std::optional(ui::Tone::Bad));
        // In the colours of the ring.
        QCOMPARE(named("worker").mark(ended), ring.brushOf(1));
        QVERIFY(ring.brushOf(0) != ring.brushOf(1));
    }

    void aWorkerAndAKindLeadToTheirTasks() {
        Workers desk;
        const auto tasks = [&] { return desk.page->tasks()->model().filter(); };
        Q_EMIT desk.page->kinds()->kindOpened(TaskKind::Backup);
        QCOMPARE(desk.page->tabs()->currentIndex(), static_cast<int>(ui::WorkersPage::TasksTab));
        QTRY_COMPARE(tasks().kinds, std::vector{TaskKind::Backup});
        auto* table = desk.page->findChild<QTableView*>(QStringLiteral("workerTable"));
        QTRY_COMPARE(table->model()->rowCount(), test::TaskShop::kWorkers);
        Q_EMIT table->doubleClicked(table->model()->index(1, 0));
        QTRY_COMPARE(tasks().worker, table->model()->index(1, 0).data().toString().toStdString());
        QVERIFY(tasks().kinds.empty() && tasks().statuses.empty());
    }

    void theSumsOfAllWorkersStandAboveThem() {
        Workers desk;
        std::int64_t backlog = 0;
        double rate = 0;
        for (const auto& worker : desk.page->workers()->model().all()) {
            backlog += worker.backlog;
            rate += worker.perSecond;
        }
        QStringList figures;
        for (const auto* card : desk.page->findChildren<ui::Card*>()) {
            figures << card->figures().simplified();
        }
        const QString wanted =
            QStringLiteral("backlog %1 · %2 done/s").arg(ui::Formats::number(backlog), ui::Formats::decimal(rate, 1));
        QVERIFY2(figures.contains(wanted), qPrintable(figures.join(QStringLiteral(" | "))));
    }

    // --- backups ---------------------------------------------------------------------------------------------

    void theBackupThatIsChosenIsTheOneThatIsVerified() {
        Backups desk;
        QStringList paths;
        for (const char* name : {"one.evenhand-backup", "two.evenhand-backup"}) {
            paths << desk.folder.filePath(QLatin1String(name));
            desk.engine.backUp(paths.back().toStdString());
        }
        auto* table = desk.page->findChild<QTableView*>(QStringLiteral("backupTable"));
        QTRY_COMPARE(table->model()->rowCount(), static_cast<int>(desk.engine.backupRows().size()));
        for (const int row : {1, 0}) {  // the newest stands first
            table->selectRow(row);
            desk.pane()->action("verifyBackup")->trigger();
            QTRY_VERIFY(desk.pane()->manifest() != nullptr && desk.services->jobs.jobs().empty());
            QCOMPARE(desk.said().text, QStringLiteral("%1 is a good backup.").arg(paths.at(1 - row)));
            delete desk.pane()->manifest();
        }
    }

    void theScheduleIsOfTheTimeOfDayThatWasChosen() {
        Backups desk;
        desk.pane()->action("planBackups")->trigger();
        auto* dialog = desk.pane()->planDialog();
        QVERIFY(dialog != nullptr);
        Backups::type(dialog, "scheduleFolder", desk.folder.path());
        dialog->findChild<QTimeEdit*>()->setTime(QTime(23, 45));
        Backups::confirm(dialog, {});
        const auto planned = [&] { return desk.engine.must(desk.engine.backups().schedule(test::Shop::by("root"))); };
        QTRY_COMPARE(planned().minuteOfDay, 23 * 60 + 45);
        QTRY_COMPARE(desk.pane()->plan()->valueOf(QStringLiteral("Daily at")), QStringLiteral("23:45"));
        QCOMPARE(desk.pane()->plan()->valueOf(QStringLiteral("Folder")), desk.folder.path());
    }

    // --- people --------------------------------------------------------------------------------------------------

    void howAPersonStands() {
        People desk;
        const Instant until = desk.services->bridge.now().plusMs(600'000);
        desk.tell([until](std::vector<api::PersonRow>& people) {
            for (auto& row : people) {
                row.mustChangePassword = row.login == "auditor" || row.login == "dispatcher";
                row.failures = row.login == "dispatcher" ? 12 : 0;
                row.disabled = row.login == "refund_clerk";
                if (row.login == "dispatcher" || row.login == "refund_clerk") {
                    row.waitUntil = until;
                }
                if (row.login == "refund_approver") {
                    row.waitUntil = until.plusMs(-700'000);  // that is over
                }
            }
        });
        const auto& formats = desk.services->formats;
        QTRY_COMPARE(desk.cell("dispatcher", "state"),
                     QStringLiteral("Locked until %1").arg(formats.shortTime(until, desk.services->bridge.now())));
        QCOMPARE(desk.cell("dispatcher", "failures"), QStringLiteral("12"));
        QCOMPARE(desk.cell("auditor", "state"), QStringLiteral("Must change the password"));
        QCOMPARE(desk.cell("refund_clerk", "state"), QStringLiteral("Disabled"));
        QCOMPARE(desk.cell("refund_approver", "state"), QStringLiteral("Active"));
        using Tone = ui::Tone;
        for (const auto& [login, tone] :
             {std::pair("dispatcher", Tone::Bad), std::pair("auditor", Tone::Warn),
              std::pair("refund_clerk", Tone::Muted), std::pair("refund_approver", Tone::Good)}) {
            QCOMPARE(desk.cell(login, "state", ui::PillRole), QString::number(static_cast<int>(tone)));
        }
    }
};

}  // namespace test_people_figures

QTEST_MAIN(test_people_figures::TestPeopleFigures)
#include "test_people_figures.moc"
