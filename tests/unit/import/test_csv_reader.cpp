// SPDX-License-Identifier: GPL-3.0-or-later
#include <QBuffer>
#include <QTest>
#include <algorithm>

#include "app/import/csv_reader.h"
#include "app/import/order_index.h"
#include "engine/base/csv_text.h"
#include "engine/base/ids.h"
#include "engine/base/rng.h"

namespace test_csv_reader {

using namespace evenhand;
using import::CsvReader;
using import::CsvRecord;

namespace {

using Table = std::vector<std::vector<std::string>>;

Table readAll(const std::string& text, char delimiter = ',') {
    QByteArray bytes = QByteArray::fromStdString(text);
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    CsvReader reader(buffer, delimiter);
    Table table;
    CsvRecord record;
    while (reader.next(record)) {
        table.emplace_back(record.fields.begin(),
                           record.fields.begin() + static_cast<std::ptrdiff_t>(record.fieldCount));
    }
    return table;
}

}  // namespace

class TestCsvReader : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsRecords_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QList<QByteArrayList>>("expected");
        using Rows = QList<QByteArrayList>;
        QTest::newRow("plain") << QByteArray("a,b\n1,2\n") << Rows{{"a", "b"}, {"1", "2"}};
        QTest::newRow("no line end at the end") << QByteArray("a,b") << Rows{{"a", "b"}};
        QTest::newRow("CRLF") << QByteArray("a,b\r\nc,d\r\n") << Rows{{"a", "b"}, {"c", "d"}};
        QTest::newRow("CR") << QByteArray("a,b\rc,d\r") << Rows{{"a", "b"}, {"c", "d"}};
        QTest::newRow("mixed") << QByteArray("a\r\nb\rc\nd") << Rows{{"a"}, {"b"}, {"c"}, {"d"}};
        QTest::newRow("blank lines") << QByteArray("\n\r\na\r\n\n\nb\n\n") << Rows{{"a"}, {"b"}};
        QTest::newRow("empty fields") << QByteArray(",\n,,x\n\"\"\n") << Rows{{"", ""}, {"", "", "x"}, {""}};
        QTest::newRow("quotes") << QByteArray("\"a,b\",\"c\"\"d\"\n") << Rows{{"a,b", "c\"d"}};
        QTest::newRow("line breaks inside")
            << QByteArray("\"a\r\nb\nc\rd\",e\nf,g\n") << Rows{{"a\r\nb\nc\rd", "e"}, {"f", "g"}};
        QTest::newRow("quote inside a plain field") << QByteArray("5\" pipe,x\n") << Rows{{"5\" pipe", "x"}};
        QTest::newRow("text after the quote") << QByteArray("\"a\"b\"c,d\n") << Rows{{"ab\"c", "d"}};
        QTest::newRow("blanks are kept") << QByteArray(" a , b\n") << Rows{{" a ", " b"}};
        QTest::newRow("byte order mark") << QByteArray(
                                                "\xef\xbb\xbf"
                                                "a,b\n")
                                         << Rows{{"a", "b"}};
        QTest::newRow("byte order mark before a quote") << QByteArray("\xef\xbb\xbf\"a,b\"\n") << Rows{{"a,b"}};
        QTest::newRow("only a byte order mark") << QByteArray("\xef\xbb\xbf") << Rows{};
        QTest::newRow("open quote does not swallow the rest")
            << QByteArray("a,b\n\"x,1\ny,2\nz,3\n") << Rows{{"a", "b"}, {"\"x", "1"}, {"y", "2"}, {"z", "3"}};
        QTest::newRow("empty") << QByteArray() << Rows{};
    }
    void readsRecords() {
        QFETCH(QByteArray, text);
        QFETCH(QList<QByteArrayList>, expected);
        const Table table = readAll(text.toStdString());
        QCOMPARE(table.size(), static_cast<std::size_t>(expected.size()));
        for (std::size_t i = 0; i < table.size(); ++i) {
            QByteArrayList row;
            for (const auto& field : table[i]) {
                row << QByteArray::fromStdString(field);
            }
            QCOMPARE(row, expected.at(static_cast<qsizetype>(i)));
        }
    }

    void countsRowsAsAnEditorDoes() {
        QByteArray bytes("h\n\na\nb\n");
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::ReadOnly);
        CsvReader reader(buffer);
        CsvRecord record;
        std::vector<std::int64_t> rows;
        while (reader.next(record)) {
            rows.push_back(record.row);
        }
        QCOMPARE(rows, (std::vector<std::int64_t>{1, 3, 4}));
    }

    void longLinesAreWalkedNotKept() {
        // Across many windows; the fields and the UTF-8 of the part that is not kept still count.
        std::string text =
            "h1,h2,h3\n" + std::string(1'000'000, 'x') + ",é,\"" + std::string(200'000, 'y') + "\n\"\nnext,1,2\n";
        QByteArray bytes = QByteArray::fromStdString(text);
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::ReadOnly);
        CsvReader reader(buffer);
        CsvRecord record;
        QVERIFY(reader.next(record));
        QVERIFY(reader.next(record));
        QVERIFY(record.tooLong);
        QVERIFY(record.utf8);
        QCOMPARE(record.fieldCount, std::size_t{3});
        QCOMPARE(record.raw.size(), import::kMaxRecordBytes);
        QVERIFY(reader.next(record));
        QVERIFY(!record.tooLong);
        QCOMPARE(record.fields[0], std::string("next"));
        QVERIFY(!reader.next(record));
    }

    void theLimitIsExact() {
        for (const std::size_t length : {import::kMaxRecordBytes, import::kMaxRecordBytes + 1}) {
            QByteArray bytes(static_cast<qsizetype>(length), 'x');
            bytes += "\r\n";
            QBuffer buffer(&bytes);
            buffer.open(QIODevice::ReadOnly);
            CsvReader reader(buffer);
            CsvRecord record;
            QVERIFY(reader.next(record));
            QCOMPARE(record.tooLong, length > import::kMaxRecordBytes);
        }
    }

    void seeksToAnyRecord() {
        Rng rng(7);
        std::string text = "\xef\xbb\xbfid,text\n";
        for (int i = 0; i < 20'000; ++i) {
            text += std::to_string(i) + ",\"" + std::string(rng.below(60), 'a') + "\n\"\r\n";
        }
        QByteArray bytes = QByteArray::fromStdString(text);
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::ReadOnly);
        CsvReader reader(buffer);
        CsvRecord record;
        std::vector<std::pair<std::int64_t, std::string>> seen;
        while (reader.next(record)) {
            seen.emplace_back(record.offset, record.raw);
        }
        QCOMPARE(seen.size(), std::size_t{20'001});
        for (int i = 0; i < 5'000; ++i) {
            const auto& [offset, raw] = seen[static_cast<std::size_t>(rng.below(seen.size()))];
            reader.seek(offset);
            QVERIFY(reader.next(record));
            QCOMPARE(record.raw, raw);
        }
    }

    /// Whatever is written comes back, whatever the cells hold and wherever windows end.
    void randomTablesComeBack() {
        Rng rng(20101201);
        constexpr std::string_view kPieces[]{"a", "\"", ",", "\n", "\r", "\r\n", "é", "中",
                                             "😀", " ",  "'", ";",  "0",  "-",    "\t"};
        for (int round = 0; round < 300; ++round) {
            Table table;
            base::CsvText csv;
            const auto columns = 1 + rng.below(6);
            const auto rows = rng.below(round % 10 == 0 ? 2'000 : 20);
            for (std::uint64_t r = 0; r < rows; ++r) {
                std::vector<std::string> row;
                for (std::uint64_t c = 0; c < columns; ++c) {
                    std::string cell;
                    for (auto n = rng.below(12); n > 0; --n) {
                        cell += kPieces[rng.below(std::size(kPieces))];
                    }
                    if (columns == 1 && cell.empty()) {
                        cell = "x";  // a record of one empty field is a blank line
                    }
                    csv.plain(cell);
                    row.push_back(std::move(cell));
                }
                csv.endLine();
                table.push_back(std::move(row));
            }
            QVERIFY(readAll(csv.str()) == table);
        }
    }

    /// Any bytes at all: it ends, every byte belongs to a record or a line end, and offsets grow.
    void randomBytesDoNoHarm() {
        Rng rng(42);
        constexpr std::string_view kAlphabet = "\"\",,\r\n\n ab\xff\xc3\xa9\xe4\xb8\xad";
        for (int round = 0; round < 2'000; ++round) {
            std::string text;
            for (auto n = rng.below(400); n > 0; --n) {
                text += round % 3 == 0 ? static_cast<char>(rng.below(256)) : kAlphabet[rng.below(kAlphabet.size())];
            }
            QByteArray bytes = QByteArray::fromStdString(text);
            QBuffer buffer(&bytes);
            buffer.open(QIODevice::ReadOnly);
            CsvReader reader(buffer);
            CsvRecord record;
            std::int64_t end = text.starts_with("\xef\xbb\xbf") ? 3 : 0;
            while (reader.next(record)) {
                QVERIFY(record.offset >= end);
                for (std::int64_t at = end; at < record.offset; ++at) {  // only line ends between records
                    QVERIFY(text[static_cast<std::size_t>(at)] == '\n' || text[static_cast<std::size_t>(at)] == '\r');
                }
                QCOMPARE(text.substr(static_cast<std::size_t>(record.offset), record.raw.size()), record.raw);
                QCOMPARE(record.utf8, base::utf8Length(record.raw) >= 0);
                end = record.offset + static_cast<std::int64_t>(record.raw.size());
            }
            QVERIFY(reader.status().has_value());
            for (std::size_t at = static_cast<std::size_t>(end); at < text.size(); ++at) {
                QVERIFY(text[at] == '\n' || text[at] == '\r');
            }
        }
    }

    void otherDelimiters() { QVERIFY(readAll("a;b,c;\"d;e\"\n", ';') == (Table{{"a", "b,c", "d;e"}})); }

    void formulaCellsAreDefused() {
        base::CsvText csv;
        csv.text("=1+1").text("@x").text("-5").number(-5).text("a,b").text("\tq").text("").text("it's").endLine();
        QCOMPARE(csv.str(), std::string("'=1+1,'@x,'-5,-5,\"a,b\",'\tq,,it's\r\n"));
    }

    void theIndexKeepsLinesWhereverTheyStand() {
        import::OrderIndex index;
        const auto row = [](const char* no, const char* user, const char* campus, std::int64_t at) {
            import::OrderRow r;
            r.orderNo = no;
            r.user = user;
            r.campus = campus;
            r.placedAt = {at};
            return r;
        };
        QVERIFY(!index.add(row("B", "u", "c", 500), 10));
        QVERIFY(!index.add(row("A", "", "c", 500), 20));
        QVERIFY(!index.add(row("B", "u", "c", 300), 30));
        QCOMPARE(index.add(row("B", "other", "c", 1), 40), std::optional(import::Reason::ConflictingHeader));
        QCOMPARE(index.add(row("A", "guest", "c", 1), 50), std::optional(import::Reason::ConflictingHeader));
        QCOMPARE(index.add(row("A", "", "d", 1), 60), std::optional(import::Reason::ConflictingHeader));
        QVERIFY(!index.add(row("C", "u", "c", 500), 70));
        index.mention("D");
        index.mention("A");
        QCOMPARE(index.orders().size(), std::size_t{4});
        // B by its earliest time, then A before C by number; D has no lines.
        QCOMPARE(index.inOrderOfTime(), (std::vector<std::uint32_t>{0, 1, 2}));
        QCOMPARE(index.linesOf(index.orders()[0]), (std::vector<std::uint32_t>{0, 2}));
        QCOMPARE(index.orders()[0].at.ms, std::int64_t{300});
    }
};

}  // namespace test_csv_reader

QTEST_GUILESS_MAIN(test_csv_reader::TestCsvReader)
#include "test_csv_reader.moc"
