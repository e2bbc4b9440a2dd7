// SPDX-License-Identifier: GPL-3.0-or-later
// Filters of the long tables: typed, kept and begun with, as chips, and in files.
#include <QJsonArray>
#include <QPushButton>
#include <QTest>
#include <memory>
#include <utility>

#include "engine/base/log.h"
#include "tests/ui/thing_pane.h"

namespace evenhand::test::test_query_filters {

using namespace thing_pane;

class TestQueryFilters : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }

    void filtersAreTypedKeptAndBegunWith() {
        Stand stand(600);
        QTRY_COMPARE(stand.model().total(), 600);
        stand.type(QStringLiteral("pear"));
        QTRY_COMPARE(stand.model().total(), 100);
        stand.pane->saved()->save(QStringLiteral("pears"));
        stand.pane->filters()->clear();
        QTRY_COMPARE(stand.model().total(), 600);
        stand.pane->saved()->apply(QStringLiteral("pears"));
        QTRY_COMPARE(stand.model().total(), 100);
        stand.pane->saved()->setDefault(QStringLiteral("pears"));
        stand.open();
        QTRY_COMPARE(stand.model().total(), 100);
        QCOMPARE(stand.pane->filter().name, std::string("pear"));
    }

    /// A filter that is deleted is the default no longer; nor is one that is saved later under its name.
    void aFilterThatIsDeletedIsNotBegunWith() {
        Stand stand(600);
        QTRY_COMPARE(stand.model().total(), 600);
        const auto keep = [&](const char* name, const char* typed) {
            stand.type(QLatin1String(typed));
            stand.pane->saved()->save(QLatin1String(name));
        };
        keep("mine", "pear");
        keep("other", "apple");
        stand.pane->saved()->setDefault(QStringLiteral("mine"));
        stand.pane->saved()->remove(QStringLiteral("other"));
        QCOMPARE(stand.pane->saved()->defaultName(), QStringLiteral("mine"));
        stand.pane->saved()->remove(QStringLiteral("mine"));
        QCOMPARE(stand.pane->saved()->names(), QStringList());
        QCOMPARE(stand.pane->saved()->defaultName(), QString());
        keep("mine", "apple");
        QCOMPARE(stand.pane->saved()->defaultName(), QString());
        stand.pane->filters()->clear();
        stand.open();
        QTRY_COMPARE(stand.model().total(), 600);
        QCOMPARE(stand.pane->filter().name, std::string());
    }

    // Each kind of field by itself: kept by name it comes back, and setting another one leaves it alone.
    void everyKindOfFieldIsKept_data() {
        QTest::addColumn<int>("field");
        const char* names[] = {"text", "choice", "choices", "chips", "range of a preset", "range", "switch", "own"};
        for (int i = 0; i < static_cast<int>(std::size(names)); ++i) {
            QTest::newRow(names[i]) << i;
        }
    }

    void everyKindOfFieldIsKept() {
        QFETCH(int, field);
        using Kind = ui::FieldLook::Kind;
        using Preset = ui::TimeRange::Preset;
        Stand stand(1);
        auto* own = new QLineEdit;
        std::vector<ui::FieldLook> looks;
        for (const auto kind :
             {Kind::Text, Kind::Choice, Kind::Choices, Kind::Chips, Kind::Range, Kind::Switch, Kind::Own, Kind::Text}) {
            ui::FieldLook look;
            look.key = look.objectName = QStringLiteral("field%1").arg(looks.size());
            look.kind = kind;
            look.title = look.any = [] { return QStringLiteral("Field"); };
            look.choices = [] {
                return std::vector<ui::ChoiceButton::Choice>{{QStringLiteral("a"), QStringLiteral("A")},
                                                             {QStringLiteral("b"), QStringLiteral("B")},
                                                             {QStringLiteral("c"), QStringLiteral("C")}};
            };
            look.make = [own](QWidget* parent, const std::function<void()>&) {
                own->setParent(parent);
                ui::OwnField made;
                made.widget = own;
                made.state = [own] { return own->text().isEmpty() ? QJsonValue() : QJsonValue(own->text()); };
                made.setState = [own](const QJsonValue& kept) { own->setText(kept.toString()); };
                return made;
            };
            looks.push_back(std::move(look));
        }
        const auto other = looks.back().key;  // the second text
        ui::FilterBar bar(stand.services.context, QStringLiteral("kinds"), QStringLiteral("kinds"), looks, nullptr);
        QVERIFY(bar.isClear());
        const auto key = [](int at) { return QStringLiteral("field%1").arg(at); };
        switch (field) {
            case 0: bar.line(key(0))->setText(QStringLiteral("pear")); break;
            case 1: bar.choice(key(1))->setChosen({QStringLiteral("b")}); break;
            case 2: bar.choice(key(2))->setChosen({QStringLiteral("a"), QStringLiteral("c")}); break;
            case 3: bar.chip(key(3), QStringLiteral("c"))->setChecked(true); break;
            case 4: bar.range(key(4))->setRange({Preset::Yesterday, std::nullopt, std::nullopt}); break;
            case 5: bar.range(key(4))->setRange({Preset::Custom, Instant{1'000}, Instant{2'000}}); break;
            case 6: bar.button(key(5))->setChecked(true); break;
            default: own->setText(QStringLiteral("own")); break;
        }
        const auto at = static_cast<std::size_t>(field < 5 ? field : field - 1);
        const auto wanted = bar.value(at);
        const auto isThere = [&] {
            const auto now = bar.value(at);
            return now.text == wanted.text && now.keys == wanted.keys && now.range == wanted.range &&
                   now.on == wanted.on && now.own == wanted.own;
        };
        QVERIFY(!bar.isClear());
        bar.saved()->save(QStringLiteral("kept"));
        bar.clear();
        QVERIFY(bar.isClear());
        QVERIFY(!isThere());
        bar.saved()->apply(QStringLiteral("kept"));
        QVERIFY(isThere());
        bar.set(other, QStringLiteral("x"));
        QCOMPARE(bar.line(other)->text(), QStringLiteral("x"));
        QVERIFY(isThere());
    }

    /// In words that no language changes, whatever kind of field it is.
    void whatFiltersIsToldOfEveryKindOfField() {
        Stand stand(0);
        const auto field = [](const char* key, ui::FieldLook::Kind kind) {
            ui::FieldLook look;
            look.key = QLatin1String(key);
            look.kind = kind;
            look.title = look.any = [] { return QStringLiteral("Title"); };
            look.choices = [] {
                return std::vector<ui::ChoiceButton::Choice>{{QStringLiteral("a"), QStringLiteral("A")},
                                                             {QStringLiteral("b"), QStringLiteral("B")}};
            };
            return look;
        };
        using Kind = ui::FieldLook::Kind;
        auto own = field("own", Kind::Own);
        own.make = [](QWidget* parent, const std::function<void()>&) {
            auto* widget = new QWidget(parent);
            return ui::OwnField{widget, [widget] { return QJsonValue::fromVariant(widget->property("own")); },
                                [widget](const QJsonValue& value) { widget->setProperty("own", value.toVariant()); }};
        };
        ui::FilterBar bar(stand.services.context, QStringLiteral("one"), QStringLiteral("ones"),
                          {field("text", Kind::Text), field("chips", Kind::Chips), field("choices", Kind::Choices),
                           field("time", Kind::Range), field("late", Kind::Switch), own},
                          nullptr);
        QCOMPARE(bar.told(), QString());
        const QJsonArray both{QStringLiteral("a"), QStringLiteral("b")};
        QJsonObject state{{QStringLiteral("text"), QStringLiteral(" ann ")},
                          {QStringLiteral("chips"), both},
                          {QStringLiteral("choices"), QJsonArray{QStringLiteral("b")}},
                          {QStringLiteral("late"), true},
                          {QStringLiteral("own"), QStringLiteral("north")}};
        ui::TimeRange range{ui::TimeRange::Preset::Custom, Instant{0}, Instant{3'600'000}};
        ui::SavedFilters::putRange(state, range);
        bar.setState(state);
        QCOMPARE(bar.told(), QStringLiteral("text=ann, chips=a|b, choices=b, from=1970-01-01T00:00:00.000Z, "
                                            "before=1970-01-01T01:00:00.000Z, late=only, own=north"));
        bar.setState({{QStringLiteral("own"), both}});
        QCOMPARE(bar.told(), QStringLiteral("own=a|b"));
        QJsonArray many;
        for (int i = 0; i < 300; ++i) {
            many << QString::number(i);
        }
        bar.setState({{QStringLiteral("own"), many}});
        QCOMPARE(bar.told(), QStringLiteral("own=300 values"));
    }

    void itMayBeginWithAFilterOfItsOwn() {
        Stand stand(5);
        auto spec = specOf(stand.shelf);
        spec.look.begin = {{QStringLiteral("name"), QStringLiteral("pear")}};
        spec.look.texts.emptyBegun = [] { return QStringLiteral("No pears today."); };
        const auto again = [&] {
            stand.pane = std::make_unique<ThingPane>(spec, stand.services.context);
            stand.pane->show();
            stand.pane->setActive(true);
        };
        again();
        QTRY_COMPARE(stand.pane->emptyLabel()->text(), QStringLiteral("No pears today."));
        stand.pane->filters()->clear();
        QTRY_COMPARE(stand.model().total(), 5);
        stand.type(QStringLiteral("plum"));
        QTRY_COMPARE(stand.pane->emptyLabel()->text(), QStringLiteral("Nothing is called that."));
        stand.pane->saved()->save(QStringLiteral("plums"));
        stand.pane->saved()->setDefault(QStringLiteral("plums"));
        again();
        QCOMPARE(stand.pane->filter().name, std::string("plum"));
    }

    void chipsFilterByWhatIsPressed() {
        Stand stand(12);
        auto spec = specOf(stand.shelf);
        ui::FilterField<ThingFilter> field;
        field.look.key = QStringLiteral("kinds");
        field.look.objectName = QStringLiteral("thingKind");
        field.look.kind = ui::FieldLook::Kind::Chips;
        field.look.choices = [] {
            return std::vector<ui::ChoiceButton::Choice>{{QStringLiteral("apple"), QStringLiteral("Apples")},
                                                         {QStringLiteral("pear"), QStringLiteral("Pears")}};
        };
        field.read = [](const ui::FieldValue& value, ThingFilter& filter) {
            filter.name = value.keys.size() == 1 ? value.keys.front().toStdString() : std::string();
        };
        spec.fields = {field};
        stand.pane = std::make_unique<ThingPane>(spec, stand.services.context);
        stand.pane->show();
        stand.pane->setActive(true);
        QTRY_COMPARE(stand.model().total(), 12);
        auto* pears = stand.pane->findChild<QPushButton*>(QStringLiteral("thingKind.pear"));
        QVERIFY(pears != nullptr &&
                pears == stand.pane->filters()->chip(QStringLiteral("kinds"), QStringLiteral("pear")));
        pears->click();
        QTRY_COMPARE(stand.model().total(), 2);
        const auto kept = stand.pane->filters()->state();
        stand.pane->filters()->clear();
        QVERIFY(!pears->isChecked());
        QTRY_COMPARE(stand.model().total(), 12);
        stand.pane->filters()->setState(kept);
        QTRY_COMPARE(stand.model().total(), 2);
    }
};

}  // namespace evenhand::test::test_query_filters

QTEST_MAIN(evenhand::test::test_query_filters::TestQueryFilters)
#include "test_query_filters.moc"
