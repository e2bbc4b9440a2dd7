// SPDX-License-Identifier: GPL-3.0-or-later
// The last result, shown in the bottom line: what was done and how it went; and what can be undone. That something went
// well is soon old: it goes by itself. What somebody must see stays until it is dismissed or another result comes.
// Thread: GUI.
#pragma once

#include <QDeadlineTimer>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "ui/widgets/theme.h"

class QDialog;
class QWidget;

namespace evenhand::ui {

/// Something that can be done about what a notice tells.
struct NoticeStep {
    QString text;  ///< in a menu of several
    std::function<void()> run;
};

struct Notice {
    QString text;  ///< plain text
    Tone tone = Tone::Muted;
    QString undoText;  ///< label of the button, e.g. tr("Undo"); empty: none offered
    std::function<void()> undo;
    /// The text once more, in the language shown then; none: it stays as it was told.
    std::function<QString()> again = {};
    /// The rows it is about, each with what was done to it ("return/17"): a later notice about them takes the place of
    /// an earlier offer, which could no longer take back what it says. About some of them only, the offer stands for
    /// the others; taken, it tells that these were changed meanwhile.
    QStringList about = {};
    std::int64_t serial = 0;  ///< given when it is posted
    /// Opens the list of what became of each row over this window; none: it has no list.
    std::function<void(QWidget* over)> showRows = {};
    std::size_t rows = 0;  ///< that `showRows` keeps in memory
    /// What can be done about it while it stands, by a button of this label; of several it opens a menu of them.
    QString stepsText = {};
    std::vector<NoticeStep> steps = {};
};

class Notices : public QObject {
    Q_OBJECT

public:
    /// How long an undo is offered, whatever else is told meanwhile.
    static constexpr int kUndoMs = 5 * 60'000;

    /// How long a success stands while nobody is at it.
    static constexpr int kGoodMs = 12'000;

    explicit Notices(QObject* parent = nullptr, int undoMs = kUndoMs, int goodMs = kGoodMs);

    void post(Notice notice);
    void info(const QString& text) { post({text, Tone::Muted, {}, {}}); }
    void good(const QString& text) { post({text, Tone::Good, {}, {}}); }
    void warn(const QString& text) { post({text, Tone::Warn, {}, {}}); }
    void bad(const QString& text) { post({text, Tone::Bad, {}, {}}); }
    /// What is shown for long and must follow a change of language.
    void info(const std::function<QString()>& words) { post({words(), Tone::Muted, {}, {}, words}); }
    /// The language has changed.
    void retranslate();
    [[nodiscard]] const Notice& last() const noexcept { return m_last; }
    /// last() is still to be shown.
    [[nodiscard]] bool stands() const noexcept { return m_stands; }
    /// A success, or a hint; not what was told to stand for long, such as attempts to sign in that failed.
    [[nodiscard]] bool goesByItself() const noexcept {
        return m_last.tone == Tone::Good || (m_last.tone == Tone::Muted && !m_last.again);
    }
    void dismiss();
    /// Pointer or keyboard is at it: it does not go meanwhile.
    void setAttended(bool attended);
    /// The newest thing that can be undone; nullptr: none.
    [[nodiscard]] const Notice* undoable() const noexcept {
        return m_offers.empty() ? nullptr : &m_offers.back().notice;
    }
    /// Undoes it; what was done before it is offered next. Nothing while another undo is being asked about.
    void undo();
    /// Whether this notice can still be undone.
    [[nodiscard]] bool isOffered(std::int64_t serial) const;
    /// Undoes this one, whatever was done since; nothing if it is not offered any more, or while another one asks.
    void undoResult(std::int64_t serial);
    /// Nobody wants to undo it: it is offered no longer; what was done before it is offered next.
    void dismissUndo();
    /// Whoever was asked about undoing said no: it is offered again.
    void offerAgain();
    /// Of an undo that asks first: offers it again if the answer is no, and takes no other while the question stands.
    void offerAgainIfRejected(const QDialog* question);
    /// Of an undo that reads before it asks: no other is taken until what is answered here has gone. There would be two
    /// questions, and a no to the first would bring back the second.
    [[nodiscard]] std::shared_ptr<const void> holdUndo();

Q_SIGNALS:
    void posted();
    void gone();  ///< last() is not to be shown any more
    void undoableChanged();

private:
    struct Offer {
        Notice notice;
        QDeadlineTimer until;
    };
    [[nodiscard]] std::vector<Offer>::const_iterator offerOf(std::int64_t serial) const;
    [[nodiscard]] bool isAsking() const;
    void expire();
    void letGo();

    int m_undoMs;
    int m_goodMs;
    std::int64_t m_serial = 0;
    bool m_stands = false;
    bool m_attended = false;
    Notice m_last;
    std::vector<Offer> m_offers;   ///< of different rows, the newest last
    std::optional<Offer> m_taken;  ///< undone last, unless something was done to all of its rows since
    std::weak_ptr<const void> m_held;
    QPointer<const QDialog> m_question;  ///< about undoing
    QTimer m_expiry;
    QTimer m_leaving;
};

}  // namespace evenhand::ui
