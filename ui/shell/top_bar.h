// SPDX-License-Identifier: GPL-3.0-or-later
// Campus scope, search, engine state, business clock with its zone, person.
// Thread: GUI.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QWidget>

#include "ui/shell/engine_pill.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/steady_label.h"
#include "ui/widgets/translated.h"

namespace evenhand::ui {

class TopBar : public Translated<QWidget> {
    Q_OBJECT

public:
    /// `personMenu` is shown by the person's button and belongs to the caller.
    TopBar(UiContext& context, QMenu* personMenu, QWidget* parent = nullptr);
    /// In narrow windows: shorter words; the whole is in the tips.
    void setCompact(bool compact);
    /// The page shown knows no campus: said beside the choice while one is chosen.
    void setShowsAllCampuses(bool all);
    /// As in a narrow window, so that the window can become one.
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] EnginePill* enginePill() const { return m_engine; }
    [[nodiscard]] QPushButton* alertButton() const { return m_alerts; }
    [[nodiscard]] QPushButton* searchButton() const { return m_search; }

Q_SIGNALS:
    void searchRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void setupScope();
    void setupSearch();
    void setupAlerts();
    void setupClock();
    void setupPerson(QMenu* menu);
    void fillScope();
    void refreshAlerts();
    void refreshClock();
    void refreshZone();
    void refreshScopeNote();
    void retranslate() override;

    UiContext& m_context;
    bool m_compact = false;
    bool m_showsAll = false;
    int m_zoneOffset = 0;  ///< seconds east of UTC
    QComboBox* m_scope = nullptr;
    Pill* m_scopeNote = nullptr;
    QPushButton* m_search = nullptr;
    QPushButton* m_alerts = nullptr;
    EnginePill* m_engine = nullptr;
    SteadyLabel* m_clock = nullptr;
    QLabel* m_zone = nullptr;
    QToolButton* m_person = nullptr;
};

}  // namespace evenhand::ui
