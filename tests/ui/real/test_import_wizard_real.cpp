// SPDX-License-Identifier: GPL-3.0-or-later
// A file shaped like the Online Retail data set, and December of the set itself where it is, through the wizard, step
// by step, over an engine on its own thread: what the wizard says and what is in the workspace afterwards are the
// figures of the command line.
#include <QCheckBox>
#include <QComboBox>
#include <QJsonDocument>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <algorithm>

#include "app/evenhand/console_import.h"
#include "app/workspace/workspace.h"
#include "engine/base/log.h"
#include "tests/cli/cli_support.h"
#include "tests/support/line/service_line.h"
#include "tests/support/servers/mariadb_server.h"
#include "tests/ui/console_over.h"
#include "tests/ui/real/retail_file.h"
#include "ui/widgets/formats.h"
#include "ui/wizards/import/import_wizard.h"

namespace test_import_wizard_real {

using namespace evenhand;
using cli::Scratch;
using ui::Formats;
using ui::ImportWizard;

namespace {

constexpr int kPatienceMs = 1'200'000;  ///< of a whole import; only one that hangs is given up

QStringList list(const char* line) { return QString::fromUtf8(line).split(QLatin1Char(' '), Qt::SkipEmptyParts); }

bool populate(const Scratch& scratch) {
    QByteArray couriers = "courier_id,campus,name,phone,on_duty\n";
    for (int i = 0; i < 40; ++i) {
        couriers += "uk-" + QByteArray::number(i) + ",United Kingdom,Courier,0,1\n";
    }
    return scratch.init() && scratch.run(list("import couriers -"), couriers).code == 0;
}

/// How many rows were left out for each reason, the most first, as the wizard writes it.
QStringList reasonCounts(const cli::Outcome& outcome) {
    std::vector<qint64> counts;
    for (const auto& count : outcome.json().value(QStringLiteral("reasons")).toObject()) {
        counts.push_back(count.toInteger());
    }
    std::sort(counts.rbegin(), counts.rend());
    QStringList all;
    for (const auto count : counts) {
        all << Formats::number(count);
    }
    return all;
}

/// The console over a workspace, with the wizard open.
class Desk {
public:
    explicit Desk(const Scratch& scratch) {
        auto opened = app::Workspace::open(scratch.workspace().toStdString());
        if (!opened) {
            qFatal("the workspace cannot be opened: %s", opened.error().text().c_str());
        }
        m_workspace = *std::move(opened);
        m_line = std::make_unique<test::ServiceLine>(*m_workspace, api::Actor::administrator("local:test"));
        m_imports = std::make_unique<app::ConsoleImport>(m_line->engine(), scratch.workspace().toStdString());
        m_console = std::make_unique<test::ConsoleOver>(*m_workspace);
        m_console->look.imports = m_imports.get();
        m_console->open().findChild<QAction*>(QStringLiteral("action.import"))->trigger();
    }
    ~Desk() {
        m_console->window.reset();
        m_console.reset();
        m_imports.reset();
        m_line.reset();
        m_workspace.reset();
    }
    Desk(const Desk&) = delete;
    Desk& operator=(const Desk&) = delete;

    [[nodiscard]] ImportWizard* wizard() const { return m_console->window->importWizard(); }
    template <typename T>
    [[nodiscard]] T* part(const char* name) const {
        return wizard()->findChild<T*>(QLatin1String(name));
    }
    void tick(const char* name) const {
        auto* box = part<QCheckBox>(name);
        QVERIFY2(box != nullptr && box->isVisible(), name);
        QTest::mouseClick(box, Qt::LeftButton, Qt::NoModifier, QPoint(8, box->height() / 2));
        QVERIFY2(box->isChecked(), name);
    }
    /// Chooses the file, which is recognised.
    void choose(const QString& file) const {
        wizard()->setFile(file);
        QTRY_VERIFY_WITH_TIMEOUT(wizard()->nextButton()->isEnabled(), kPatienceMs);
        QCOMPARE(part<QComboBox>("importProfile")->currentText(), QStringLiteral("Online Retail data set"));
    }
    void goOn(ImportWizard::Step to) const {
        QTRY_VERIFY_WITH_TIMEOUT(wizard()->nextButton()->isEnabled(), kPatienceMs);
        QTest::mouseClick(wizard()->nextButton(), Qt::LeftButton);
        QTRY_COMPARE(wizard()->step(), static_cast<int>(to));
    }
    /// All rows have been counted; nothing is changed by that.
    void check(const QString& summary, const QStringList& reasons) const {
        QTRY_VERIFY_WITH_TIMEOUT(wizard()->nextButton()->isEnabled(), kPatienceMs);
        QVERIFY2(part<QLabel>("importSummary")->text().startsWith(summary),
                 qPrintable(part<QLabel>("importSummary")->text()));
        const auto* model = wizard()->check()->reasons()->model();
        QStringList counts;
        for (int row = 0; row < model->rowCount(); ++row) {
            counts << model->index(row, 1).data().toString();
        }
        QCOMPARE(counts, reasons);
    }
    /// The import has come to its end.
    void end(const QString& said) const {
        QTRY_VERIFY_WITH_TIMEOUT(part<QPushButton>("importAnother")->isVisible(), kPatienceMs);
        QVERIFY2(part<QLabel>("importText")->text().startsWith(said), qPrintable(part<QLabel>("importText")->text()));
    }
    [[nodiscard]] std::int64_t orders() const {
        auto answer = m_workspace->orders().count({api::Actor::administrator("auditor"), {}, {}}, {});
        answer.waitForFinished();
        return answer.result().value_or(-1);
    }

private:
    std::unique_ptr<app::Workspace> m_workspace;
    std::unique_ptr<test::ServiceLine> m_line;  ///< imports ask from their own threads and wait
    std::unique_ptr<app::ConsoleImport> m_imports;
    std::unique_ptr<test::ConsoleOver> m_console;
};

}  // namespace

class TestImportWizardReal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }

    void aFileGivesTheFiguresOfTheCommandLine_data() { test::addRetailFiles(); }
    void aFileGivesTheFiguresOfTheCommandLine() {
        QFETCH(bool, isDecember);
        Scratch byCommand;
        Scratch byWizard;
        QVERIFY(populate(byCommand) && populate(byWizard));
        const QString file = test::retailFile(isDecember, byCommand);
        const QStringList from{file, QStringLiteral("--profile"), QStringLiteral("online-retail")};
        const auto orders = byCommand.json(list("import orders") + from + list("--paid --stock-for-new-sku 1000000"));
        QVERIFY2(orders.code == 3, orders.text().constData());
        const auto returns = byCommand.json(list("import returns") + from + list("--auto-approve"));
        QVERIFY2(returns.code == 3, returns.text().constData());
        const auto counted = [](const cli::Outcome& outcome, const char* path) {
            return Formats::number(outcome.number(QLatin1String(path)));
        };
        {
            Desk desk(byWizard);
            QVERIFY(desk.wizard() != nullptr);
            desk.choose(file);
            QCOMPARE(desk.part<QComboBox>("importKind")->currentIndex(), static_cast<int>(ui::ImportKind::Orders));
            desk.goOn(ImportWizard::ColumnsStep);
            QCOMPARE(desk.part<QComboBox>("importField.order_no")->currentText(), QStringLiteral("InvoiceNo"));
            QCOMPARE(desk.part<QComboBox>("importField.sku")->currentText(), QStringLiteral("StockCode"));
            QCOMPARE(desk.part<QComboBox>("importField.campus")->currentText(), QStringLiteral("Country"));
            desk.tick("importPaid");
            desk.tick("importNewSkus");
            QTest::keyClicks(desk.part<QLineEdit>("importNewStock"), QStringLiteral("1000000"));
            desk.goOn(ImportWizard::CheckStep);
            const QString accepted = counted(orders, "orders.accepted");
            const QString rejected = counted(orders, "orders.rejected");
            desk.check(QStringLiteral("%1 rows: %2 orders can be imported, %3 rejected, 0 already there.")
                           .arg(counted(orders, "rows"), accepted, rejected),
                       reasonCounts(orders));
            QVERIFY2(desk.part<QLabel>("importNote")
                         ->text()
                         .startsWith(QStringLiteral("Of their lines %1 are taken and %2 are left out.")
                                         .arg(counted(orders, "lines.accepted"), counted(orders, "lines.rejected"))),
                     qPrintable(desk.part<QLabel>("importNote")->text()));
            QCOMPARE(desk.orders(), std::int64_t{0});
            if (QTest::currentTestFailed()) {
                return;
            }
            desk.goOn(ImportWizard::RunStep);
            desk.end(QStringLiteral("%1 orders imported, %2 rejected, 0 already there.").arg(accepted, rejected));
            QCOMPARE(desk.orders(), orders.number(QStringLiteral("orders.accepted")));
            // And the returns of the same file.
            QTest::mouseClick(desk.part<QPushButton>("importAnother"), Qt::LeftButton);
            QTRY_COMPARE(desk.wizard()->step(), static_cast<int>(ImportWizard::FileStep));
            desk.choose(file);
            desk.part<QComboBox>("importKind")->setCurrentIndex(static_cast<int>(ui::ImportKind::Returns));
            QCOMPARE(desk.part<QComboBox>("importProfile")->currentText(), QStringLiteral("Online Retail data set"));
            desk.goOn(ImportWizard::ColumnsStep);
            desk.tick("importApprove");
            desk.goOn(ImportWizard::CheckStep);
            desk.check(QStringLiteral("%1 rows: %2 returns can be imported, %3 rejected")
                           .arg(counted(returns, "rows"), counted(returns, "returns.accepted"),
                                counted(returns, "returns.rejected")),
                       reasonCounts(returns));
            if (QTest::currentTestFailed()) {
                return;
            }
            desk.goOn(ImportWizard::RunStep);
            desk.end(QStringLiteral("%1 returns imported, %2 rejected")
                         .arg(counted(returns, "returns.accepted"), counted(returns, "returns.rejected")));
        }
        for (const auto* scratch : {&byCommand, &byWizard}) {  // what was still to be dispatched
            QCOMPARE(scratch->run(list("run --until-idle")).code, 0);
        }
        const auto expected = byCommand.json({QStringLiteral("stats")}).json();
        const auto found = byWizard.json({QStringLiteral("stats")}).json();
        for (const char* part : {"orders", "money", "returns", "campuses"}) {
            const auto name = QLatin1String(part);
            QCOMPARE(QJsonDocument(QJsonObject{{name, found.value(name)}}).toJson(),
                     QJsonDocument(QJsonObject{{name, expected.value(name)}}).toJson());
        }
        QCOMPARE(byWizard.run(list("verify")).code, 0);
    }
};

}  // namespace test_import_wizard_real

QTEST_MAIN(test_import_wizard_real::TestImportWizardReal)
#include "test_import_wizard_real.moc"
