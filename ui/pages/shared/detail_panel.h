// SPDX-License-Identifier: GPL-3.0-or-later
// A panel that shows one thing of a list in detail: its name and status at the top, below them sections, or in their
// place why there is nothing to show. Until something else is read, nothing of the one before stands there, and it is
// shown from its beginning. What is shown is read again when it may have changed; an answer about another
// thing than the one asked for last is dropped, and what could not be read is tried again.
// Thread: GUI. Reads only while active.
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <QWidget>
#include <optional>
#include <utility>
#include <vector>

#include "ui/bridge/error_text.h"
#include "ui/bridge/feed_channel.h"
#include "ui/shell/presence_line.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/translated.h"

namespace evenhand::ui {

class DetailPanel : public Translated<QWidget> {
    Q_OBJECT

public:
    /// There is nothing that could be chosen.
    void setListEmpty(bool empty);
    virtual void setActive(bool active);
    /// What is shown may have changed.
    void refresh();
    /// Answered for what is shown, well or not.
    [[nodiscard]] virtual bool isReady() const { return !isChosen() || !m_active || m_answered; }

Q_SIGNALS:
    void loaded();
    void closeRequested();

protected:
    /// Name and invitation are texts of the panel: QT_TR_NOOP.
    struct Shape {
        QString panel;           ///< its object name
        QString prefix;          ///< of those of its parts: "return"
        const char* name;        ///< of what it shows, for who hears it
        const char* invitation;  ///< to choose one
        int readMs = 0;          ///< not read again more often
    };
    DetailPanel(UiContext& context, Shape shape, QWidget* parent);

    /// Below the others, with a title: a text of the panel.
    void addSection(QWidget* content, const char* title);
    /// Below the others.
    void addPart(QWidget* part);
    /// What the sections are children of.
    [[nodiscard]] QWidget* content() const { return m_body->parentWidget(); }
    [[nodiscard]] Pill* status() const { return m_status; }
    [[nodiscard]] UiContext& context() const { return m_context; }
    [[nodiscard]] FeedChannel& reads() const { return *m_reads; }
    [[nodiscard]] bool isActive() const noexcept { return m_active; }

    [[nodiscard]] virtual bool isChosen() const = 0;
    /// What is chosen has been read.
    [[nodiscard]] virtual bool isRead() const = 0;
    /// How what is chosen is called, as far as that is known.
    [[nodiscard]] virtual QString heading() const = 0;
    /// Asks the engine for what is chosen.
    virtual void read() = 0;
    /// What others are told that it is open here, once it was read.
    [[nodiscard]] virtual api::Subject subject() const = 0;
    /// Shows what was read.
    virtual void fill() = 0;
    /// Called last by the constructor of the panel itself.
    void retranslate() override;

    /// Something else is chosen, or nothing.
    void begin();
    /// It was read, or could not be, and why.
    void answered(const QString& whyNot);

private:
    void setupHead();
    void setupBody();
    void showRead();
    void showNothing(const QString& why);
    [[nodiscard]] QString invitation() const;

    UiContext& m_context;
    const Shape m_shape;
    FeedChannel* m_reads;
    bool m_answered = false;  ///< what is shown was read since it was chosen or the panel shown
    bool m_active = false;
    bool m_listEmpty = false;
    QLabel* m_heading = nullptr;
    Pill* m_status = nullptr;
    PresenceLine* m_presence = nullptr;
    QPushButton* m_close = nullptr;
    QLabel* m_empty = nullptr;
    QScrollArea* m_scroll = nullptr;
    QVBoxLayout* m_body = nullptr;
    std::vector<std::pair<QLabel*, const char*>> m_titles;
};

/// Of what a `Key` names; one made from nothing names nothing.
template <typename Key, typename Detail>
class DetailPanelOf : public DetailPanel {
public:
    [[nodiscard]] const std::optional<Detail>& detail() const noexcept { return m_detail; }

protected:
    using DetailPanel::DetailPanel;

    [[nodiscard]] const Key& key() const noexcept { return m_key; }
    [[nodiscard]] bool isChosen() const final { return m_key != Key(); }
    [[nodiscard]] bool isRead() const final { return m_detail.has_value(); }
    /// Nothing is known of what is chosen now.
    virtual void forget() = 0;

    void show(const Key& key) {
        if (key == m_key && isChosen()) {
            return;
        }
        m_key = key;
        m_detail.reset();
        forget();
        begin();
    }
    /// What a read of `generation` answered. `isWhole`: what was read beside it could be read, too.
    void take(int generation, const Result<Detail>& detail, bool isWhole = true) {
        const bool isGone = !detail && detail.error().code == ErrorCode::NotFound;
        const bool isDone = isGone || (detail && isWhole);
        if (isDone ? !reads().done(generation) : !reads().failed(generation)) {
            return;
        }
        const bool mayNot = !detail && detail.error().code == ErrorCode::PermissionDenied;
        if (m_detail && !detail && !isGone && !mayNot) {
            answered({});  // what was read stays, and is read anew later: the line may be down
            return;
        }
        m_detail = detail ? std::optional(*detail) : std::nullopt;
        answered(detail ? QString() : errorText(detail.error()));
    }

private:
    Key m_key;
    std::optional<Detail> m_detail;
};

}  // namespace evenhand::ui
