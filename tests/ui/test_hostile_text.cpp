// SPDX-License-Identifier: GPL-3.0-or-later
// Text that wants to be something else (SQL, a formula, HTML, a megabyte, right to left, control characters), in every
// place where somebody else's text is shown: it stays text, on one line, in its own direction, and costs nothing.
#include <QAbstractButton>
#include <QFile>
#include <QLabel>
#include <QScrollArea>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "tests/support/line/over_line.h"
#include "tests/support/shops/task_shop.h"
#include "tests/ui/console_over.h"
#include "tests/ui/painted_text.h"
#include "ui/dialogs/row_outcome_dialog.h"
#include "ui/pages/audit/audit_page.h"
#include "ui/pages/settings/settings_page.h"
#include "ui/pages/workers/workers_page.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/fact_grid.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/theme.h"

namespace test_hostile_text {

using namespace evenhand;

namespace {

const std::vector<std::string>& hostile() {
    static const std::vector<std::string> kTexts{
        "'; DROP TABLE orders; --",
        "=cmd|' /C calc'!A0",
        "<img src=x onerror=alert(1)><b>bold</b>&amp;",
        "<a href=\"https://evil.example\">click</a>",
        "\xe2\x80\xae"
        "gnp.exe",                                   // right-to-left override
        "\xd9\x85\xd8\xb1\xd8\xad\xd8\xa8\xd8\xa7",  // Arabic
        std::string("nul\x01\x02\x1b[31mred\x07\x7f"),
        "line one\nline two\tand a tab\r\n",
        "%1 %2 %n",
        "\xe2\x81\xa6isolated\xe2\x81\xa9\xe2\x80\x8b",
        std::string(test::OverLine::isOn() ? 20'000 : 1'000'000, 'x'),  // a service's answer has an end
    };
    return kTexts;
}

bool isInert(const QString& shown) {
    for (const QChar c : shown) {
        const ushort u = c.unicode();
        const bool control = u < 0x20 || (u >= 0x7f && u < 0xa0);
        const bool direction =
            u == 0x061c || (u >= 0x200e && u <= 0x200f) || (u >= 0x202a && u <= 0x202e) || (u >= 0x2066 && u <= 0x2069);
        if (control || direction) {
            return false;
        }
    }
    return true;
}

/// Of every cell of every table that is there: its text, its tip.
void checkTables(const QWidget& root, int* cells) {
    for (const auto* table : root.findChildren<QTableView*>()) {
        const auto* model = table->model();
        for (int row = 0; model && row < std::min(model->rowCount(), 60); ++row) {
            for (int column = 0; column < model->columnCount(); ++column) {
                const auto index = model->index(row, column);
                const QString tip = index.data(Qt::ToolTipRole).toString();
                QVERIFY2(tip.isEmpty() || tip.startsWith(QLatin1String("<span style='white-space:pre-wrap'>")) ||
                             !Qt::mightBeRichText(tip),
                         qPrintable(table->objectName() + QLatin1Char(' ') + tip.left(200)));
                QVERIFY(tip.size() < 20'000);
                ++*cells;
            }
        }
    }
}

void checkLabels(const QWidget& root) {
    for (const auto* label : root.findChildren<QLabel*>()) {
        if (label->pixmap().isNull() && !label->text().isEmpty()) {
            QVERIFY2(label->textFormat() == Qt::PlainText,
                     qPrintable(label->objectName() + QLatin1Char(' ') + label->text().left(80)));
            QVERIFY2(label->text().size() <= ui::kShownText + 1, qPrintable(label->objectName()));
        }
    }
    for (const auto* button : root.findChildren<QAbstractButton*>()) {
        QVERIFY(!button->toolTip().contains(QLatin1String("<img")));
    }
}

/// The one of this number, over and over.
const std::string& hostile(std::int64_t number) {
    return hostile()[static_cast<std::size_t>(number) % hostile().size()];
}

/// Changes each row of a list by its number.
template <typename Row>
std::function<void(std::vector<Row>&)> each(std::function<void(Row&, const std::string&)> change) {
    return [change = std::move(change)](std::vector<Row>& rows) {
        for (auto& row : rows) {
            change(row, hostile(row.id.value));
        }
    };
}

/// The first row of a list once for every text.
template <typename Row>
std::function<void(std::vector<Row>&)> once(std::function<void(Row&, const std::string&)> change) {
    return [change = std::move(change)](std::vector<Row>& rows) {
        QVERIFY(!rows.empty());
        rows.resize(1);
        for (std::size_t i = 0; i < hostile().size(); ++i) {
            auto row = rows.front();
            row.id.value = static_cast<std::int64_t>(i) + 1;
            change(row, hostile()[i]);
            rows.push_back(std::move(row));
        }
        rows.erase(rows.begin());
    };
}

/// All lists say what a changed database would make them say.
void poison(test::TaskShop& shop) {
    using Text = std::string;
    for (auto i = test::TaskShop::kWorkers; i < static_cast<int>(hostile().size()); ++i) {
        shop.join(test::TaskShop::worker(i + 1));
    }
    shop.must(shop.tasks().setHeld(test::Shop::by("x"), {api::TaskKind::Backup}, true));
    shop.accounts().peopleChange = once<api::PersonRow>([](auto& row, const Text& text) {
        row.login = "p" + std::to_string(row.id.value);
        row.name = row.createdBy = text;
    });
    shop.tokens().rowsChange =
        once<api::TokenRow>([](auto& row, const Text& text) { row.input.name = row.createdBy = row.revokedBy = text; });
    auto& tasks = shop.tasks();
    tasks.rowsChange =
        each<api::TaskRow>([](auto& row, const Text& text) { row.subject = row.worker = row.lastError = text; });
    tasks.ringChange = [](api::RingSnapshot& snapshot) {
        for (std::size_t i = 0; i < snapshot.workers.size(); ++i) {
            snapshot.workers[i].member.name = hostile(static_cast<std::int64_t>(i));
        }
    };
    tasks.historyChange = [](std::vector<api::RingChangeRow>& rows) {
        for (auto& row : rows) {
            row.worker = hostile(row.id.value);
        }
    };
    tasks.holdsChange = [](std::vector<api::TaskHold>& holds) {
        for (auto& hold : holds) {
            hold.actor = hold.reason = hostile()[2];
        }
    };
    auto& webhooks = shop.webhooks();
    webhooks.rowsChange = once<api::WebhookRow>([](auto& row, const Text& text) {
        row.input.name = row.lastError = row.createdBy = text;
        row.input.url = "https://x.example/" + text;
    });
    webhooks.deliveriesChange = each<api::DeliveryRow>(
        [](auto& row, const Text& text) { row.webhookName = row.messageId = row.subject = row.lastError = text; });
    shop.backups().rowsChange = once<api::BackupRow>([](auto& row, const Text& text) {
        row.path = "/tmp/" + text;
        row.actor = row.error = text;
        row.scheduled = false;
    });
    // Of the newest ones only: megabytes in every eleventh entry would be read for long.
    shop.audit().pageChange = [newest = shop.entries()](std::vector<api::AuditRecord>& records) {
        for (auto& record : records) {
            const auto number = newest - record.seq;
            if (number >= 0 && number < static_cast<std::int64_t>(hostile().size())) {
                record.actor = record.operation = record.subject = record.reason = record.detail = hostile(number);
            }
        }
    };
}

/// A console over a shop whose lists are such. Has its shop before the window, so that it outlives it.
struct Poisoned {
    test::TaskShop shop;
};
struct Console : Poisoned, test::ConsoleOver {
    Console() : ConsoleOver(shop) { poison(shop); }
    /// Opened at this page.
    template <typename PageType>
    PageType* openAt(const char* id) {
        auto& opened = open();
        auto* page = static_cast<PageType*>(opened.page(QLatin1String(id)));
        for (std::size_t i = 0; i < opened.pages().size(); ++i) {
            if (opened.pages()[i] == page) {
                opened.showPage(static_cast<int>(i));
            }
        }
        return page;
    }
};

}  // namespace

class TestHostileText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aLineStaysALine() {
        for (const auto& text : hostile()) {
            const QString line = ui::shownLine(QString::fromStdString(text));
            QVERIFY2(isInert(line), qPrintable(line.left(100)));
            QVERIFY(line.size() <= 8 * ui::kShownLine);
            QVERIFY(!line.contains(QLatin1Char('\n')));
        }
        QCOMPARE(ui::shownLine(QStringLiteral("a\nb\tc")), QStringLiteral("a b c"));
        QCOMPARE(ui::shownLine(QString(QChar(0x1b))), QString(QChar(0x241b)));
        QCOMPARE(ui::shownLine(QString(QChar(0x202e)) + QStringLiteral("abc")), QStringLiteral("‹U+202E›abc"));
        QCOMPARE(ui::shownLine(QString(400, QLatin1Char('x'))).size(), ui::kShownLine + 1);
        const QString plain = QStringLiteral("Fried rice 扬州炒饭 مرحبا 👩‍🍳");
        QCOMPARE(ui::shownLine(plain), plain);  // what people write stays as it is
        QCOMPARE(ui::shownText(QStringLiteral("a\nb")), QStringLiteral("a\nb"));
    }

    void factsAndLabelsCutAndDisarm() {
        ui::FactGrid grid;
        std::vector<ui::FactGrid::Fact> facts;
        for (std::size_t i = 0; i < hostile().size(); ++i) {
            facts.push_back({QString::number(i), QString::fromStdString(hostile()[i])});
        }
        grid.setFacts(facts);
        for (std::size_t i = 0; i < hostile().size(); ++i) {
            const QString shown = grid.valueOf(QString::number(i));
            QVERIFY(shown.size() <= 8 * ui::kShownText);
            QVERIFY(!shown.contains(QChar(0x202e)));
        }
        ui::ElidedLabel label;
        label.resize(300, 20);
        for (const auto& text : hostile()) {
            label.setFullText(QString::fromStdString(text));
            QVERIFY(isInert(label.text()));
        }
        QVERIFY(ui::plainToolTip(QStringLiteral("<b>x</b>")).contains(QStringLiteral("&lt;b&gt;")));
        QVERIFY(ui::plainToolTip(QString::fromStdString(hostile().back())).size() < 5'000);
    }

    /// In the narrowest panel, whatever stands before them or beside.
    void longNamesAndNumbersLeaveFiguresInSight() {
        QScrollArea area;
        area.setWidgetResizable(true);
        area.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        area.setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
        auto* body = new QWidget;
        auto* layout = new QVBoxLayout(body);
        layout->setContentsMargins(16, 4, 16, 16);
        auto* grid = new ui::FactGrid(body);
        layout->addWidget(grid);
        layout->addStretch(1);
        area.setWidget(body);
        const QString number = QString(56, QLatin1Char('0')) + QStringLiteral("12345678");
        const QString owed = QStringLiteral("Owed back: Second payment, ") + number;
        grid->setFacts({{QStringLiteral("Payment number"), number, true},
                        {owed, QStringLiteral("¥1,211.00"), true, true},
                        {QStringLiteral("Return R-tp8fzg-000008-e5016c: awaiting"), QStringLiteral("¥25.00"), true},
                        {number, QStringLiteral("¥7.00"), true}});
        area.resize(ui::byText(320), 600);
        area.show();
        QVERIFY(QTest::qWaitForWindowExposed(&area));
        QCOMPARE(body->width(), area.viewport()->width());
        int figures = 0;
        for (auto* label : grid->findChildren<QLabel*>()) {
            const QRect at(label->mapTo(body, QPoint()), label->size());
            QVERIFY2(body->rect().contains(at), qPrintable(label->text()));
            if (label->text().startsWith(QChar(0x00a5))) {
                ++figures;
                QVERIFY2(label->fontMetrics().horizontalAdvance(label->text()) <= label->width(),
                         qPrintable(label->text()));
            }
            const QString painted = test::textsPaintedBy(*label).join(QString());
            if (label->text() == number) {  // customers read out its end
                QVERIFY2(painted.contains(QChar(0x2026)) && painted.endsWith(QStringLiteral("5678")),
                         qPrintable(painted));
            }
        }
        QCOMPARE(figures, 3);
        QCOMPARE(grid->valueOf(QStringLiteral("Payment number")), number);
    }

    void everyPageShowsItInert() {
        Console console;
        auto& window = console.open();
        int cells = 0;
        for (std::size_t i = 0; i < window.pages().size(); ++i) {
            window.showPage(static_cast<int>(i));
            auto* page = window.pages()[i];
            QTRY_VERIFY2_WITH_TIMEOUT(page->isReady(), qPrintable(page->objectName()), 30'000);
            QVERIFY(!page->grab().isNull());  // drawn, and that in a time that a person does not notice
            checkTables(*page, &cells);
            checkLabels(*page);
        }
        QVERIFY(cells > 1'000);
    }

    void everyPartOfTheSettingsShowsItInert() {
        Console console;
        auto* settings = console.openAt<ui::SettingsPage>("settings");
        for (int row = 0; row < settings->list()->count(); ++row) {
            settings->list()->setCurrentRow(row);
            QTRY_VERIFY(settings->isReady());
            int cells = 0;
            checkTables(*settings->current(), &cells);
            checkLabels(*settings->current());
            QVERIFY(!settings->grab().isNull());
        }
    }

    void itIsAskedForAndExportedAsItIs() {
        Console console;
        const auto& text = hostile()[0];
        console.shop.audit().pageChange = {};
        console.shop.must(console.shop.audit().noteExport(test::Shop::by(text), {text, {}, 1, text}));
        auto* audit = console.openAt<ui::AuditPage>("audit");
        QTRY_VERIFY(audit->isReady());
        audit->whoField()->setText(QString::fromStdString(text));
        QTRY_VERIFY(audit->model().filter().actor == text);
        QTRY_COMPARE(audit->model().total(), std::int64_t{1});
        audit->table()->select({0});
        QCOMPARE(audit->detail()->valueOf(QStringLiteral("Subject")), QString::fromStdString(text));
        const QString path = console.folder.filePath(QStringLiteral("audit.csv"));
        audit->entries()->writeFileTo(path);
        QTRY_VERIFY(QFile::exists(path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto lines = QString::fromUtf8(file.readAll()).split(QStringLiteral("\r\n"), Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), qsizetype{2});
        QVERIFY2(lines[1].contains(QStringLiteral(",%1,").arg(QString::fromStdString(text))), qPrintable(lines[1]));
    }
};

}  // namespace test_hostile_text

QTEST_MAIN(test_hostile_text::TestHostileText)
#include "test_hostile_text.moc"
