// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/presence_line.h"

#include <algorithm>

#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/word_list.h"

namespace evenhand::ui {

PresenceLine::PresenceLine(UiContext& context, QWidget* parent) : Translated(parent), m_presence(context.presence) {
    muted(this);
    setOfAnyLength();
    hide();
    connect(&m_presence, &Presence::changed, this, &PresenceLine::retranslate);
}

PresenceLine::~PresenceLine() { m_presence.setOpen(this, {}); }

void PresenceLine::setSubject(const api::Subject& subject) {
    if (subject != m_subject) {
        m_subject = subject;
        tell();
    }
}

void PresenceLine::setActive(bool active) {
    if (active != m_active) {
        m_active = active;
        tell();
    }
}

void PresenceLine::tell() { m_presence.setOpen(this, m_active ? m_subject : api::Subject{}); }

void PresenceLine::retranslate() {
    auto others = m_presence.othersOf(this);
    // Somebody at two consoles is named once; the list is sorted by name.
    for (std::size_t i = 1; i < others.size(); ++i) {
        others[i].deciding = others[i].deciding || (others[i].who == others[i - 1].who && others[i - 1].deciding);
    }
    const auto nameOf = [&others](const api::Onlooker& one) {
        // Of two people who are called the same the logins tell them apart.
        const bool isAnothers = std::any_of(others.begin(), others.end(), [&one](const auto& other) {
            return other.called == one.called && other.who != one.who;
        });
        return shownLine(one.called.empty() || isAnothers ? actorLabel(one.who) : ui::text(one.called));
    };
    QStringList names;
    for (std::size_t i = 0; i < others.size(); ++i) {
        if (i + 1 == others.size() || others[i + 1].who != others[i].who) {
            const QString name = nameOf(others[i]);
            names << (others[i].deciding ? tr("%1 (deciding)", "who").arg(name) : name);
        }
    }
    setFullText(names.isEmpty() ? QString() : tr("Also open: %1", "by whom").arg(wordList(names)));
    setVisible(!names.isEmpty());
}

}  // namespace evenhand::ui
