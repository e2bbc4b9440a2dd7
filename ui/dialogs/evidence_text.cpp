// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/evidence_text.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/widgets/formats.h"
#include "ui/widgets/word_list.h"

namespace evenhand::ui {
namespace {

struct Why {
    Q_DECLARE_TR_FUNCTIONS(WhyThisCourier)
};

bool isExcluded(const api::AssignmentEvidence& evidence, const CourierId& courier) {
    return std::find(evidence.excluded.begin(), evidence.excluded.end(), courier) != evidence.excluded.end();
}

QString byRanking(const api::AssignmentEvidence& evidence, const CourierNames& nameOf) {
    const QString name = nameOf(evidence.courier);
    std::vector<std::pair<CourierId, std::int64_t>> eligible;
    for (const auto& entry : evidence.ranking) {
        if (!isExcluded(evidence, entry.first) && !wasPassedOver(evidence, entry.first)) {
            eligible.push_back(entry);
        }
    }
    const auto own = std::find_if(eligible.begin(), eligible.end(),
                                  [&](const auto& entry) { return entry.first == evidence.courier; });
    if (own == eligible.end()) {
        return Why::tr("%1 was found in the assignment log of this order; a repeated message changes nothing.")
            .arg(name);
    }
    const auto highest = std::max_element(eligible.begin(), eligible.end(), [](const auto& a, const auto& b) {
                             return a.second < b.second;
                         })->second;
    const QString weight = Formats::number(own->second);
    if (own->second < highest) {
        return Why::tr(
                   "%1 was read as the fairest, but was charged by another order before this one: soft mode reads "
                   "and charges in two steps.")
            .arg(name);
    }
    if (eligible.size() == 1 && !evidence.passedOver.empty()) {
        return Why::tr("%1 had the highest weight of those with room, %2.").arg(name, weight);
    }
    if (eligible.size() == 1) {
        return evidence.excluded.empty() ? Why::tr("%1 was the only courier on duty.").arg(name)
                                         : Why::tr("%1 was the only other courier on duty.").arg(name);
    }
    const auto equals =
        std::count_if(eligible.begin(), eligible.end(), [&](const auto& entry) { return entry.second == highest; });
    if (equals > 1) {
        return Why::tr("%1 was tied with %3 others at the highest weight, %2; among equals the last by id is chosen.",
                       nullptr, Formats::plural(equals - 1))
            .arg(name, weight, Formats::number(equals - 1));
    }
    std::int64_t second = 0;
    CourierId runnerUp;
    for (const auto& [courier, value] : eligible) {
        if (courier != evidence.courier && (runnerUp.empty() || value > second)) {
            second = value;
            runnerUp = courier;
        }
    }
    return (evidence.passedOver.empty()
                ? Why::tr("%1 had the highest weight on duty, %2; next was %3 with %4.")
                : Why::tr("%1 had the highest weight of those with room, %2; next was %3 with %4."))
        .arg(name, weight, nameOf(runnerUp), Formats::number(second));
}

}  // namespace

QString whyThisCourier(const api::AssignmentEvidence& evidence, const CourierNames& nameOf) {
    QString sentence = evidence.byName
                           ? Why::tr("%1 was chosen by a person, not by the ranking.").arg(nameOf(evidence.courier))
                           : byRanking(evidence, nameOf);
    if (!evidence.byName && !evidence.excluded.empty()) {
        QStringList names;
        for (const auto& courier : evidence.excluded) {
            names << nameOf(courier);
        }
        sentence +=
            QLatin1Char(' ') + Why::tr("Excluded, because the order was taken from them: %1.").arg(wordList(names));
    }
    if (const QString passed = whoWasPassedOver(evidence, nameOf); !passed.isEmpty()) {
        sentence += QLatin1Char(' ') + Why::tr("Passed over, with as many orders in hand as allowed: %1.").arg(passed);
    }
    return sentence;
}

QString loadText(const api::CourierLoad& load) {
    return Why::tr("%1 of %2", "orders in hand, at most")
        .arg(Formats::number(load.inHand), Formats::number(load.limit));
}

bool wasPassedOver(const api::AssignmentEvidence& evidence, const CourierId& courier) {
    return std::any_of(evidence.passedOver.begin(), evidence.passedOver.end(),
                       [&](const api::CourierLoad& load) { return load.courier == courier; });
}

QString whoWasPassedOver(const api::AssignmentEvidence& evidence, const CourierNames& nameOf) {
    QStringList names;
    for (const auto& load : evidence.passedOver) {
        names << Why::tr("%1 (%2)", "courier, orders in hand").arg(nameOf(load.courier), loadText(load));
    }
    const QString all = names.join(QStringLiteral(", "));
    return evidence.passedMore == 0 ? all
                                    : Why::tr("%1 and %2 more couriers", nullptr, Formats::plural(evidence.passedMore))
                                          .arg(all, Formats::number(evidence.passedMore));
}

}  // namespace evenhand::ui
