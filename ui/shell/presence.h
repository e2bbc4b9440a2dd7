// SPDX-License-Identifier: GPL-3.0-or-later
// Tells the engine what this console has open and whether its person is typing a decision, and reads who else has the
// same open. It is only a courtesy: it locks nothing, and if it fails nothing is shown.
// Thread: GUI. Asks nothing while nothing is open, or while the window is hidden.
#pragma once

#include <QObject>
#include <vector>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/feed_channel.h"

namespace evenhand::ui {

class Presence : public QObject {
    Q_OBJECT

public:
    static constexpr int kSayMs = 300;   ///< so that going through a list with the arrow keys sends only the last row
    static constexpr int kReadMs = 500;  ///< at most one read in this time
    /// After this many polls of the status everything is sent and read again, because after a cut line the service has
    /// forgotten it.
    static constexpr int kQuietPolls = 10;

    explicit Presence(EngineBridge& bridge, QObject* parent = nullptr);

    /// The widget `shower` shows `subject` from now on, and nothing else does. An empty subject: it shows nothing any
    /// more.
    void setOpen(const QObject* shower, const api::Subject& subject);
    /// Who else has open what the widget `shower` shows.
    [[nodiscard]] std::vector<api::Onlooker> othersOf(const QObject* shower) const;
    /// What was sent last, or is about to be sent.
    [[nodiscard]] const api::Looking& looking() const noexcept { return m_looking; }

Q_SIGNALS:
    /// The others have changed, or something else is shown.
    void changed();

private:
    void say();
    void read();
    void polled();
    void again();
    [[nodiscard]] bool isAnythingOpen() const { return m_looking.subject != api::Subject{}; }
    /// In a dialog that decides about what is open, something is typed.
    [[nodiscard]] static bool isDeciding();

    EngineBridge& m_bridge;
    FeedChannel* m_says;
    FeedChannel* m_reads;
    const QObject* m_shower = nullptr;  ///< only compared, never used
    api::Looking m_looking;
    std::vector<api::Onlooker> m_others;
    int m_polls = 0;
    bool m_wasDown = false;
};

}  // namespace evenhand::ui
