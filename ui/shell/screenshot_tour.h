// SPDX-License-Identifier: GPL-3.0-or-later
// Walks every page of a window, in both looks and once in Chinese, and saves a picture of each as PNG when its data is
// there; further views a page names (Page::pictures) too.
// Thread: GUI. Never sleeps: it goes on when the page says that it is ready (and has something to tell, as long as it
// is patient), and gives up after one time for all.
#pragma once

#include <QObject>
#include <QPointer>
#include <QTemporaryDir>
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
    /// `folder` empty: it goes everywhere all the same and keeps no picture; for who looks at what would be pictured.
    ScreenshotTour(MainWindow& window, const QString& folder, QObject* parent = nullptr);
    ~ScreenshotTour() override;

    /// So many points make a curve.
    static constexpr std::size_t kHistory = 10;
    /// How long a picture waits for plots that have no history yet and for details that are still empty (0: not at
    /// all), and all of them together. What is empty afterwards is pictured so, and a doubt.
    void setPatience(int perPictureMs, int inAllMs) {
        m_patienceMs = perPictureMs;
        m_patienceLeftMs = inAllMs;
    }
    /// The window must be shown. `timeoutMs` is for the whole tour.
    void start(int timeoutMs = 120'000);
    /// Of these names alone; empty: of all.
    void onlyPictures(const QStringList& names) { m_only = names; }
    /// Of all pictures that it takes, in order, without suffix.
    [[nodiscard]] QStringList names() const;
    [[nodiscard]] const QStringList& files() const noexcept { return m_files; }
    /// What shows nothing in the pictures taken: a plot without data, a panel for which nothing was chosen. English.
    [[nodiscard]] const QStringList& doubts() const noexcept { return m_doubts; }

Q_SIGNALS:
    /// What the picture `name` shows, a page, a dialog over it or a window of its own, just before it is taken.
    void picturing(QWidget* shown, const QString& name);
    /// `problem` empty: every picture is there.
    void finished(const QString& problem);

private:
    static constexpr int kPalette = -1;
    static constexpr int kFirstStart = -2;
    static constexpr int kSignIn = -3;
    static constexpr int kLock = -4;
    static constexpr int kImport = -5;
    struct Step {
        ThemeChoice theme;
        QString language;
        int page;         ///< kPalette, kImport: over the page shown; others: windows without a page
        QString picture;  ///< empty: the page as it is
        QString name;     ///< of the file, without folder and suffix
    };

    [[nodiscard]] std::vector<Step> plan() const;
    void next();
    /// `action` with the next turn of the event loop, unless another step has begun by then.
    void later(void (ScreenshotTour::*action)());
    void prepare();
    void waitOrShoot();
    void showFirstStart(const Step& step);
    void showDoor(const Step& step);
    /// The wizard with a file of orders; only where the program can import.
    void showImport();
    void waitForImport();
    void shoot();
    /// A curve of fewer than `points` shows nothing.
    [[nodiscard]] QStringList doubtsAbout(const QWidget& shown, std::size_t points) const;
    void end(const QString& problem);
    [[nodiscard]] Page* page() const;

    MainWindow& m_window;
    QString m_folder;
    QStringList m_only;
    std::vector<Step> m_steps;
    std::size_t m_at = 0;
    bool m_staged = false;
    bool m_shooting = false;
    QPointer<QWidget> m_subject;
    std::unique_ptr<QWidget> m_other;  ///< a window of its own: first start, sign-in, lock
    QMetaObject::Connection m_waiting;
    QTimer m_timeout;
    int m_patienceMs = 0;
    int m_patienceLeftMs = 0;
    int m_waitedMs = 0;  ///< for the present picture
    QTimer m_again;
    QTemporaryDir m_scratch;  ///< of the file that is imported
    QStringList m_files;
    QStringList m_doubts;
};

}  // namespace evenhand::ui
