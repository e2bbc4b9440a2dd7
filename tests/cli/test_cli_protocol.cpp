// SPDX-License-Identifier: GPL-3.0-or-later
// The protocol's document, as somebody reads it who writes a console of their own: it is printed by a command, says
// every call of the table and no other, and the guide says what it does not.
#include <QFile>
#include <QJsonArray>
#include <QTest>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/sha256.h"
#include "engine/wire/calls.h"
#include "engine/wire/protocol.h"
#include "tests/cli/cli_support.h"

namespace test_cli_protocol {

using namespace evenhand;
using namespace evenhand::cli;

namespace {

/// A row of the table, as it stands there.
struct Row {
    std::string kind;
    std::string name;
    std::vector<std::string> arguments;
};

template <typename... Name>
Row rowOf(const char* kind, const char* name, Name... arguments) {
    return {kind, name, {std::string(arguments)...}};
}

#define EVENHAND_ROW(kind, Desk, desk, function, ...) \
    rows.push_back(rowOf(kind, #desk "." #function __VA_OPT__(, ) __VA_ARGS__));
#define EVENHAND_ROW_READ(...) EVENHAND_ROW("read", __VA_ARGS__)
#define EVENHAND_ROW_AGAIN(...) EVENHAND_ROW("again", __VA_ARGS__)
#define EVENHAND_ROW_DO(...) EVENHAND_ROW("do", __VA_ARGS__)
#define EVENHAND_ROW_MANY(...) EVENHAND_ROW("many", __VA_ARGS__)
#define EVENHAND_ROW_SAY(...) EVENHAND_ROW("say", __VA_ARGS__)
#define EVENHAND_ROW_SAVE(...) EVENHAND_ROW("save", __VA_ARGS__)
#define EVENHAND_ROW_INSIDE(...)
#define EVENHAND_ROWS(Desk, desk, TABLE)                                                               \
    TABLE(EVENHAND_ROW_READ, EVENHAND_ROW_AGAIN, EVENHAND_ROW_DO, EVENHAND_ROW_MANY, EVENHAND_ROW_SAY, \
          EVENHAND_ROW_SAVE, EVENHAND_ROW_INSIDE)

std::vector<Row> table() {
    std::vector<Row> rows;
    EVENHAND_CALL_DESKS(EVENHAND_ROWS)
    return rows;
}

/// "do orders.pay(request: PayOrder) gives PaymentAnswer"
bool says(const QString& line, const Row& row) {
    const auto open = line.indexOf(QLatin1Char('('));
    const auto told = line.indexOf(QStringLiteral(") tells "));
    const auto close = told >= 0 ? told : line.indexOf(QStringLiteral(") gives "));
    if (line.left(open) != QString::fromStdString(row.kind + ' ' + row.name) || close < open) {
        return false;
    }
    const auto arguments = line.mid(open + 1, close - open - 1);
    qsizetype at = 0;
    for (const auto& name : row.arguments) {
        const auto wanted = (at == 0 ? QString() : QStringLiteral(", ")) + QString::fromStdString(name + ": ");
        const auto found = arguments.indexOf(wanted, at);
        if (found < 0 || (at == 0 && found > 0)) {
            return false;
        }
        at = found + wanted.size();
    }
    return row.arguments.empty() ? arguments.isEmpty() : at < arguments.size();
}

}  // namespace

class TestCliProtocol : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theDocumentIsTheTable() {
        const Scratch scratch;
        const auto printed = scratch.run({QStringLiteral("protocol")});
        QVERIFY2(printed.code == 0, printed.text().constData());
        QVERIFY2(!QFile::exists(scratch.workspace()), "no workspace is needed");
        QCOMPARE(printed.out, QByteArray::fromStdString(wire::protocolText()));

        const auto document = scratch.json({QStringLiteral("protocol")}).json();
        const auto calls = document[QStringLiteral("calls")].toArray();
        const auto rows = table();
        QVERIFY(rows.size() > 100);
        QCOMPARE(static_cast<std::size_t>(calls.size()), rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const auto line = calls[static_cast<qsizetype>(i)].toString();
            QVERIFY2(says(line, rows[i]), qPrintable(line + QStringLiteral(" is not ") +
                                                     QString::fromStdString(rows[i].kind + ' ' + rows[i].name)));
        }
        QVERIFY(!document[QStringLiteral("types")].toArray().isEmpty());
        QCOMPARE(document[QStringLiteral("path")].toString(), QString::fromUtf8(wire::kConsolePath));
        QCOMPARE(document[QStringLiteral("subprotocol")].toString(), QString::fromUtf8(wire::kSubprotocol));
        QCOMPARE(document[QStringLiteral("protocol")].toString(), QString::fromStdString(wire::protocolHash()));
    }

    /// By which both ends know that they speak the same.
    void theHashIsOfWhatIsPrinted() {
        const Scratch scratch;
        const auto printed = scratch.run({QStringLiteral("protocol")});
        const auto hash = scratch.run({QStringLiteral("protocol"), QStringLiteral("--hash")});
        QVERIFY2(hash.code == 0, hash.text().constData());
        const auto whole = base::hexOf(base::bytesOf(base::sha256(printed.out.toStdString())));
        QCOMPARE(hash.out, QByteArray::fromStdString(whole.substr(0, 32) + '\n'));
    }

    void theGuideSaysTheRest() {
        QFile file(QStringLiteral(EVENHAND_SOURCE_DIR "/resources/guides/protocol.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto guide = file.readAll();
        const auto number = [](auto value) { return std::to_string(value); };
        for (const auto& said :
             {std::string(wire::kConsolePath), std::string(wire::kSubprotocol), number(wire::kMaxOpenCalls) + " calls",
              number(wire::kMaxRequest >> 20U) + " MiB", number(wire::kMaxAnswer >> 20U) + " MiB",
              number(wire::kPingMs / 1000) + " s", number(wire::kDeadLineMs / 1000) + " s",
              number(wire::kEventsMs) + " ms", number(wire::kStatusMs) + " ms"}) {
            QVERIFY2(guide.contains(said.c_str()), said.c_str());
        }
        for (const char* kind : {"read", "again", "do", "many", "say", "save"}) {
            QVERIFY2(guide.contains(QByteArray("| `") + kind + "` |"), kind);
        }
        for (const char* member : {"hello", "signIn", "resume", "call", "cancel", "progress", "value", "problem",
                                   "bytes", "workspace", "status", "events", "grant"}) {
            QVERIFY2(guide.contains(QByteArray("\"") + member + "\":"), member);
        }
    }
};

}  // namespace test_cli_protocol

QTEST_GUILESS_MAIN(test_cli_protocol::TestCliProtocol)
#include "test_cli_protocol.moc"
