// SPDX-License-Identifier: GPL-3.0-or-later
// What to do next in a workspace that is new: a campus, couriers, products, the first order, access for the shop's own
// system. Each step has the buttons of the commands that do it, and goes when it is done, whoever did it; with the last
// one the panel goes. Access is a token, and where this program can serve the API, that it does. In a workspace that
// has all but the last, it never comes: not everybody needs the HTTP API. Thread: GUI. Reads only while active, and of
// a step that is done nothing is read again: none of it can be taken back.
#pragma once

#include <QLabel>
#include <array>
#include <optional>
#include <vector>

#include "ui/bridge/feed_channel.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/card.h"
#include "ui/widgets/translated.h"

class QHBoxLayout;
class QToolButton;

namespace evenhand::ui {

class StartPanel : public Translated<Card> {
    Q_OBJECT

public:
    enum Step { CampusStep, CourierStep, ProductStep, OrderStep, ApiStep, kSteps };
    static constexpr int kReadMs = 1'000;

    StartPanel(UiContext& context, QWidget* parent);

    /// Its commands are those of the window that it is in.
    void setActive(bool active);
    /// It is known whether there is something to do.
    [[nodiscard]] bool isReady() const;
    /// It is shown as something to do.
    [[nodiscard]] bool isOpen(Step step) const;
    /// For a picture: every step stands there, as in a workspace that has nothing yet.
    void setPosing(bool posing);

Q_SIGNALS:
    void readyChanged();

protected:
    void retranslate() override;

private:
    struct Row {
        QWidget* box = nullptr;
        QLabel* title = nullptr;
        QLabel* text = nullptr;
        QHBoxLayout* buttons = nullptr;
    };

    void setupRows();
    void setupReads();
    /// Those that this window has not are left out.
    void addButtons();
    /// The first button of the first step that is open stands out.
    void showNext();
    void read(Step step);
    void took(Step step, bool done);
    void readCampuses();
    /// Asks again for what is not done.
    void ask(Step step);
    void refresh();
    void sayApi();
    /// To `before`, or where it is gone to the first button that is left; not out of the panel.
    void focusAgain(QWidget& before);
    [[nodiscard]] bool hasBegun() const;
    /// Remembered of this workspace.
    [[nodiscard]] bool isSet(const char* name) const;
    /// Programs reach the API: this program serves it, or need not.
    [[nodiscard]] bool isServed() const;
    /// The first that is not hidden; nullptr: none.
    [[nodiscard]] static QWidget* firstButton(const Row& row);
    [[nodiscard]] QString key(const char* name) const;

    UiContext& m_context;
    std::array<Row, kSteps> m_rows;
    std::array<FeedChannel*, kSteps> m_reads{};  ///< none of campuses, which the frame reads
    std::array<std::optional<bool>, kSteps> m_done;
    QToolButton* m_notNeeded = nullptr;
    bool m_hasToken = false;
    bool m_hasButtons = false;
    bool m_active = false;
    bool m_posing = false;
};

}  // namespace evenhand::ui
