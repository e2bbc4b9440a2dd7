// SPDX-License-Identifier: GPL-3.0-or-later
// Tells the engine what this console has open and whether its person is typing a decision, and knows who else has the
// same open. A courtesy: it locks nothing, and where it cannot be told or read nothing is said of it.
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
    static constexpr int kSayMs = 300;   ///< who goes through a list with the arrow keys tells the last one
    static constexpr int kReadMs = 500;  ///< at most so often
    /// Polls of the status after which all is told and read anew: the line may have been cut meanwhile, and the service
    /// forgets with it.
    static constexpr int kQuietPolls = 10;

    explicit Presence(EngineBridge& bridge, QObject* parent = nullptr);

    /// `shower` shows it from now on, in place of what anything else did; nothing: it shows nothing any more.
    void setOpen(const QObject* shower, const api::Subject& subject);
    /// Who else has open what `shower` shows.
    [[nodiscard]] std::vector<api::Onlooker> othersOf(const QObject* shower) const;
    /// What was told last, or is about to be.
    [[nodiscard]] const api::Looking& looking() const noexcept { return m_looking; }

Q_SIGNALS:
    /// Others than before, or of something else.
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
    const QObject* m_shower = nullptr;  ///< compared only
    api::Looking m_looking;
    std::vector<api::Onlooker> m_others;
    int m_polls = 0;
    bool m_wasDown = false;
};

}  // namespace evenhand::ui
