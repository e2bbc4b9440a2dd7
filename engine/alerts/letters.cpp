// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/alerts/letters.h"

#include <QString>
#include <string>

#include "engine/store/records/dead_letter_store.h"

namespace evenhand::alerts {

std::string detailOf(std::string_view text) {
    constexpr qsizetype kMaxDetail = 500;
    // Cut by characters: a text that ends within one would be no text.
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).left(kMaxDetail).toStdString();
}

Result<void> raiseLetter(runtime::UnitOfWork& work, const api::AlertSubject& subject, const CampusId& campus,
                         std::string_view reason) {
    Condition condition;
    condition.kind = api::AlertKind::DeadLetter;
    condition.subject = subject;
    condition.campus = campus;
    condition.detail = detailOf(reason);
    EVENHAND_TRY(raise(work, std::move(condition)));
    return {};
}

Result<void> settleLetters(runtime::UnitOfWork& work, const api::AlertSubject& subject, std::string_view topic) {
    EVENHAND_ASSIGN(const auto live, store::alerts::liveLevel(work.database(), api::AlertKind::DeadLetter, subject));
    if (!live) {
        return {};
    }
    EVENHAND_ASSIGN(const auto open, store::deadLetters::openOfTopics(work.database(), topic, false, 1));
    if (open.empty()) {
        EVENHAND_TRY(resolve(work, api::AlertKind::DeadLetter, subject));
    }
    return {};
}

}  // namespace evenhand::alerts
