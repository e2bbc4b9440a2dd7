// SPDX-License-Identifier: GPL-3.0-or-later
// Walks every page of a window, in both looks and once in Chinese, and saves a picture of each as PNG when its data is
// there; further views a page names (Page::pictures) too.
// Thread: GUI. Never sleeps: it goes on when the page says that it is ready, and gives up after one time for all.
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>
#include <memory>
#include <vector>

#include "ui/widgets/theme.h"

namespace evenhand::ui {

class MainWindow;
class Page;

class ScreenshotTour : public QObject {
    Q_OBJECT

public:
    ScreenshotTour(MainWindow& window, const QString& folder, QObject* parent = nullptr);
    ~ScreenshotTour() override;

    /// The window must be shown. `timeoutMs` is for the whole tour.
    void start(int timeoutMs = 120'000);
    [[nodiscard]] const QStringList& files() const noexcept { return m_files; }
    /// What shows nothing in the pictures taken: a plot without data, a panel for which nothing was chosen. English.
    [[nodiscard]] const QStringList& doubts() const noexcept { return m_doubts; }

Q_SIGNALS:
    /// What the picture `name` shows, a page or a dialog over it, just before it is taken.
    void picturing(QWidget* shown, const QString& name);
    /// `problem` empty: every picture is there.
    void finished(const QString& problem);

private:
    static constexpr int kPalette = -1;
    static constexpr int kFirstStart = -2;
    static constexpr int kSignIn = -3;
    static constexpr int kLock = -4;
    struct Step {
        ThemeChoice theme;
        QString language;
        int page;         ///< kPalette: over the page shown; others: windows without a page
        QString picture;  ///< empty: the page as it is
        QString name;     ///< of the file, without folder and suffix
    };

    void plan();
    void next();
    /// `action` with the next turn of the event loop, unless another step has begun by then.
    void later(void (ScreenshotTour::*action)());
    void prepare();
    void waitOrShoot();
    void showFirstStart(const Step& step);
    void showDoor(const Step& step);
    void shoot();
    void lookAt(const QWidget& shown);
    void end(const QString& problem);
    [[nodiscard]] Page* page() const;

    MainWindow& m_window;
    QString m_folder;
    std::vector<Step> m_steps;
    std::size_t m_at = 0;
    bool m_staged = false;
    bool m_shooting = false;
    QPointer<QWidget> m_subject;
    std::unique_ptr<QWidget> m_other;  ///< a window of its own: first start, sign-in, lock
    QMetaObject::Connection m_waiting;
    QTimer m_timeout;
    QStringList m_files;
    QStringList m_doubts;
};

}  // namespace evenhand::ui
