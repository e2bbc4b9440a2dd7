// SPDX-License-Identifier: GPL-3.0-or-later
// The fuzzers' corpus as an ordinary test, with any compiler: each file, each beginning of it, and each of its bytes
// changed a few times.
#include <QDir>
#include <QTest>

#include "fuzz_targets.h"

namespace test_fuzz_corpus {

using namespace evenhand::test;

class TestFuzzCorpus : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void corpus_data() {
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("file");
        for (const auto* target : {"request", "json", "csv", "desk_frames", "service_frames"}) {
            const QDir folder(QStringLiteral(EVENHAND_SOURCE_DIR "/tests/fuzz/corpus/") + QLatin1String(target));
            const auto files = folder.entryList(QDir::Files, QDir::Name);
            QVERIFY(files.size() >= 3);
            for (const auto& file : files) {
                QTest::addRow("%s %s", target, qPrintable(file))
                    << QString::fromLatin1(target) << folder.filePath(file);
            }
        }
    }
    void corpus() {
        QFETCH(QString, target);
        QFETCH(QString, file);
        QFile source(file);
        QVERIFY(source.open(QIODevice::ReadOnly));
        const QByteArray seed = source.readAll();
        const auto run = [&target](const QByteArray& input) {
            const Bytes bytes(reinterpret_cast<const std::uint8_t*>(input.constData()),
                              static_cast<std::size_t>(input.size()));
            if (target == QLatin1String("request")) {
                fuzzRequest(bytes);
            } else if (target == QLatin1String("json")) {
                fuzzJson(bytes);
            } else if (target == QLatin1String("csv")) {
                fuzzCsv(bytes);
            } else if (target == QLatin1String("desk_frames")) {
                fuzzDeskFrames(bytes);
            } else {
                fuzzServiceFrames(bytes);
            }
        };
        run(seed);
        for (qsizetype i = 0; i < seed.size(); ++i) {
            run(seed.left(i));
            run(seed.mid(i));
            for (const char byte : {'\0', '\n', '\r', '"', ',', ':', '-', '9', '%', '\x7f', '\xff'}) {
                QByteArray changed = seed;
                changed[i] = byte;
                run(changed);
            }
            run(seed.left(i) + seed.mid(i / 2));
        }
    }
};

}  // namespace test_fuzz_corpus

QTEST_GUILESS_MAIN(test_fuzz_corpus::TestFuzzCorpus)
#include "test_fuzz_corpus.moc"
