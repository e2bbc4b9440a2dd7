// SPDX-License-Identifier: GPL-3.0-or-later
// The pages at the left: icon, name, count.
// Thread: GUI.
#pragma once

#include <QAbstractButton>
#include <QVBoxLayout>
#include <QWidget>
#include <optional>
#include <vector>

#include "ui/widgets/theme.h"

namespace evenhand::ui {

class NavigationButton : public QAbstractButton {
    Q_OBJECT

public:
    explicit NavigationButton(const QString& iconName, QWidget* parent = nullptr);
    /// `note` is said after the count: of what it is, where that is not plain.
    void setBadge(std::optional<qint64> count, const QString& note = {});
    [[nodiscard]] std::optional<qint64> badge() const { return m_badge; }
    /// Of what is to be done (the tone at first), or only of what there is.
    void setBadgeTone(Tone tone) { m_tone = tone; }
    [[nodiscard]] Tone badgeTone() const noexcept { return m_tone; }
    /// Only the icon, with the count small beside it; the name is in the tip.
    void setCompact(bool compact);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QString m_iconName;
    std::optional<qint64> m_badge;
    Tone m_tone = Tone::Warn;
    bool m_compact = false;
};

class NavigationBar : public QWidget {
    Q_OBJECT

public:
    explicit NavigationBar(QWidget* parent = nullptr);
    NavigationButton* addEntry(const QString& id, const QString& iconName);
    void setCurrent(int index);
    /// In narrow windows: icons only.
    void setCompact(bool compact);
    [[nodiscard]] bool isCompact() const noexcept { return m_compact; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] NavigationButton* entry(int index) const { return m_entries.at(static_cast<std::size_t>(index)); }
    [[nodiscard]] int count() const { return static_cast<int>(m_entries.size()); }

Q_SIGNALS:
    void chosen(int index);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QVBoxLayout* m_layout = nullptr;
    bool m_compact = false;
    std::vector<NavigationButton*> m_entries;
};

}  // namespace evenhand::ui
