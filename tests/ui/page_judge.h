// SPDX-License-Identifier: GPL-3.0-or-later
// Whether those can do the actions of a page who should: with each permission, and without it. Thread: the window's.
#pragma once

#include <QStringList>
#include <QTest>
#include <QVariantMap>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "tests/ui/page_seat.h"

namespace evenhand::test::page_rules {

using api::Permission;

enum Which : std::size_t {
    Overview,
    Dispatch,
    Orders,
    Delayed,
    Sales,
    Campaigns,
    Returns,
    Shop,
    Workers,
    Audit,
    Settings
};
using Needs = std::vector<std::pair<Permission, const char*>>;

inline QStringList words(const char* text) {
    return QString::fromLatin1(text).split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

/// With every permission these can be done, and without each one those that need it cannot, and nothing else changes;
/// nothing does without all those that none of them needs.
/// And each permission is enough for what needs no other, beside reading.
inline void compare(api::EngineApi& engine, Which which, const QVariantMap& target, const char* actions,
                    const Needs& needs, const Seat::Prepare& prepare = {}) {
    const auto all = words(actions);
    QCOMPARE(Seat(engine, which, target, ~0U, prepare).enabled().join(QLatin1Char(' ')), all.join(QLatin1Char(' ')));
    std::map<QString, api::Permissions> needed;
    for (const auto& [permission, needing] : needs) {
        for (const auto& name : words(needing)) {
            needed[name] |= bitOf(permission);
        }
    }
    std::map<api::Permissions, QStringList> together;
    for (const auto& [name, permissions] : needed) {
        together[permissions] << name;
    }
    for (const auto& [permissions, names] : together) {
        const auto found = Seat(engine, which, target, permissions | bitOf(Permission::Read), prepare).enabled();
        for (const auto& name : names) {
            QVERIFY2(found.contains(name), qPrintable(QStringLiteral("%1 with no more than it needs").arg(name)));
        }
    }
    // Those that nothing needs are taken away together: what can be done without all of them can without each.
    api::Permissions unneeded = ~bitOf(Permission::Read);
    std::map<api::Permissions, QStringList> lost;
    for (const auto& [permission, needing] : needs) {
        unneeded &= ~bitOf(permission);
        lost[bitOf(permission)] << words(needing);
    }
    lost.emplace(unneeded, QStringList());
    for (const auto& [missing, names] : lost) {
        auto expected = all;
        for (const auto& name : names) {
            QVERIFY2(expected.removeOne(name), qPrintable(name));
        }
        const auto found = Seat(engine, which, target, ~missing, prepare).enabled();
        QVERIFY2(found == expected,
                 qPrintable(QStringLiteral("without permissions %1: %2, instead of %3")
                                .arg(missing, 0, 2)
                                .arg(found.join(QLatin1Char(' ')), expected.join(QLatin1Char(' ')))));
    }
    registry().judged.insert(all.begin(), all.end());
}

/// Of these actions alone: they can be done with every permission and with no more than they need, not without each of
/// what they need, and all the others of them still can; those of `refused` nobody can do.
inline void judge(api::EngineApi& engine, Which which, const QVariantMap& target, const char* actions,
                  const char* refused, const Needs& needs, const Seat::Prepare& prepare = {},
                  const Program& program = {}) {
    const auto allowed = words(actions);
    std::map<QString, api::Permissions> needed;
    api::Permissions any = 0;
    for (const auto& name : allowed) {
        needed[name] = 0;
    }
    for (const auto& [permission, needing] : needs) {
        any |= bitOf(permission);
        for (const auto& name : words(needing)) {
            QVERIFY2(allowed.contains(name), qPrintable(name));
            needed[name] |= bitOf(permission);
        }
    }
    std::set<api::Permissions> held{~0U};
    for (const auto& [name, permissions] : needed) {
        held.insert(permissions | bitOf(Permission::Read));
    }
    for (std::size_t missing = 0; missing < api::kPermissions; ++missing) {
        if ((any & (1U << missing)) != 0) {
            held.insert(~0U & ~(1U << missing));
        }
    }
    for (const auto permissions : held) {
        const auto found = Seat(engine, which, target, permissions, prepare, program).enabled();
        for (const auto& name : allowed) {
            QVERIFY2(found.contains(name) == ((needed[name] & ~permissions) == 0),
                     qPrintable(QStringLiteral("%1 with permissions %2").arg(name).arg(permissions, 0, 2)));
        }
        for (const auto& name : words(refused)) {
            QVERIFY2(!found.contains(name) && registry().met.contains(name), qPrintable(name));
        }
    }
    registry().judged.insert(allowed.begin(), allowed.end());
}

/// A row in a state of its own: how it is found, and what can be done with it by somebody who may do everything.
struct InState {
    const char* cell;
    const char* allowed;
};

/// Of these actions alone, with each of these rows of the table selected, the cell in `column` says which: those of its
/// state can be done with every permission and with no more than they need, not without each of what they need.
inline void judgeStates(api::EngineApi& engine, Which which, const QVariantMap& target, const char* actions,
                        const Needs& needs, const char* table, int column, const std::vector<InState>& states,
                        const Seat::Prepare& prepare = {}, const Program& program = {}) {
    const auto all = words(actions);
    std::map<QString, api::Permissions> needed;
    std::set<api::Permissions> held{~0U};
    for (const auto& [permission, needing] : needs) {
        held.insert(~0U & ~bitOf(permission));
        for (const auto& name : words(needing)) {
            QVERIFY2(all.contains(name), qPrintable(name));
            needed[name] |= bitOf(permission);
        }
    }
    for (const auto& [name, permissions] : needed) {
        held.insert(permissions | bitOf(Permission::Read));
    }
    for (const auto permissions : held) {
        Seat seat(engine, which, target, permissions, prepare, program);
        for (const auto& state : states) {
            const auto allowed = words(state.allowed);
            seat.select(table, column, state.cell);
            const auto found = seat.enabled();
            for (const auto& name : all) {
                const bool can = allowed.contains(name) && (needed[name] & ~permissions) == 0;
                QVERIFY2(registry().met.contains(name) && found.contains(name) == can,
                         qPrintable(QStringLiteral("%1 of \"%2\" with permissions %3")
                                        .arg(name, QString::fromUtf8(state.cell))
                                        .arg(permissions, 0, 2)));
            }
        }
    }
    registry().judged.insert(all.begin(), all.end());
}

}  // namespace evenhand::test::page_rules
