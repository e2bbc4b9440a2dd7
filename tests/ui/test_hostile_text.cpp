// SPDX-License-Identifier: GPL-3.0-or-later
// Text that wants to be something else (SQL, a formula, HTML, a megabyte, right to left, control characters), in every
// place where somebody else's text is shown: it stays text, on one line, in its own direction, and costs nothing.
#include <QAbstractButton>
#include <QLabel>
#include <QTableView>
#include <QToolButton>

#include "tests/ui/fake_console.h"
#include "ui/dialogs/row_outcome_dialog.h"
#include "ui/pages/audit/audit_page.h"
#include "ui/pages/settings/settings_page.h"
#include "ui/pages/workers/workers_page.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/fact_grid.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/safe_text.h"

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
        std::string(1'000'000, 'x'),
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

void fill(test::FakeEngine& engine) {
    auto& accounts = engine.accounts();
    accounts.fill();
    const auto shop = engine.webhooks().add("shop", "https://shop.example");
    int n = 0;
    for (const auto& text : hostile()) {
        const std::string login = "p" + std::to_string(++n);
        accounts.add(login, text, {api::Role::Auditor});
        engine.tasks().add(api::TaskKind::Webhook, api::TaskStatus::Dead, text, text);
        engine.tasks().join(text.substr(0, 150));
        engine.webhooks().add(text, "https://x.example/" + text);
        engine.webhooks().deliver(shop, api::DeliveryStatus::Dead, text, text);
        auto& record = engine.audit().add(text, text, api::AuditOutcome::Refused, text, text);
        record.reason = text;
    }
    api::Call call;
    call.actor = api::Actor::administrator("x");
    call.reason = hostile()[2];
    (void)engine.tasks().setHeld(call, {api::TaskKind::Backup}, true);
    (void)engine.backups().take(call, "/tmp/" + hostile()[2], [](std::int64_t, std::int64_t) {});
}

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

    void everyPageShowsItInert() {
        test::FakeConsole console;
        fill(console.engine);
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
        test::FakeConsole console;
        fill(console.engine);
        auto& window = console.open();
        auto* settings = static_cast<ui::SettingsPage*>(window.page(QStringLiteral("settings")));
        for (std::size_t i = 0; i < window.pages().size(); ++i) {
            if (window.pages()[i] == settings) {
                window.showPage(static_cast<int>(i));
            }
        }
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
        test::FakeConsole console;
        fill(console.engine);
        auto& window = console.open();
        auto* audit = static_cast<ui::AuditPage*>(window.page(QStringLiteral("audit")));
        for (std::size_t i = 0; i < window.pages().size(); ++i) {
            if (window.pages()[i] == audit) {
                window.showPage(static_cast<int>(i));
            }
        }
        QTRY_VERIFY(audit->isReady());
        audit->whoField()->setText(QString::fromStdString(hostile()[0]));
        QTRY_VERIFY(audit->model().filter().actor == hostile()[0]);
        QTRY_COMPARE(audit->model().total(), std::int64_t{1});
        audit->table()->select({0});
        QCOMPARE(audit->detail()->valueOf(QStringLiteral("About")), QString::fromStdString(hostile()[0]));
    }
};

QTEST_MAIN(TestHostileText)
#include "test_hostile_text.moc"
