// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/screenshot_tour.h"

#include <QDialog>
#include <QDir>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QPixmap>
#include <QPushButton>
#include <tuple>
#include <utility>

#include "ui/plots/base_plot.h"
#include "ui/plots/series_plot.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/engine_place.h"
#include "ui/shell/lock_screen.h"
#include "ui/shell/main_window.h"
#include "ui/shell/session.h"
#include "ui/wizards/first_start/first_start.h"
#include "ui/wizards/import/import_wizard.h"
#include "ui/wizards/sign_in/sign_in_window.h"

namespace evenhand::ui {
namespace {

constexpr int kLookMs = 200;
/// Nothing of it is imported.
constexpr const char* kOrders =
    "order_no,user_id,campus,sku,quantity,unit_price,placed_at,product_name\n"
    "T-1001,u-17,north,tea,2,8.20,2026-03-02T11:58:00Z,Milk tea\n"
    "T-1002,u-04,north,rice,1,12.50,2026-03-02T12:01:00Z,Fried rice\n"
    "T-1003,u-22,north,tea,1,8.20,2026-03-02T12:03:00Z,Milk tea\n";

/// A dialog as it stands over its window, dimmed behind.
QPixmap over(const QPixmap& window, const QPixmap& dialog) {
    QPixmap both = window;
    QPainter painter(&both);
    const QRect all(QPoint(0, 0), window.deviceIndependentSize().toSize());
    painter.fillRect(all, QColor(0, 0, 0, 90));
    const QSize size = dialog.deviceIndependentSize().toSize();
    const QPoint at((all.width() - size.width()) / 2, (all.height() - size.height()) / 2);
    painter.drawPixmap(at, dialog);
    painter.setPen(QColor(128, 128, 128, 120));
    painter.drawRect(QRect(at, size).adjusted(-1, -1, 0, 0));
    return both;
}

}  // namespace

ScreenshotTour::ScreenshotTour(MainWindow& window, const QString& folder, QObject* parent)
    : QObject(parent), m_window(window), m_folder(folder) {
    m_timeout.setSingleShot(true);
    connect(&m_timeout, &QTimer::timeout, this,
            [this] { end(QStringLiteral("no picture of %1 within the time").arg(m_steps.at(m_at).name)); });
    m_again.setSingleShot(true);
    m_again.setInterval(kLookMs);
    connect(&m_again, &QTimer::timeout, this, [this] {
        m_waitedMs += kLookMs;
        m_patienceLeftMs -= kLookMs;
        waitOrShoot();
    });
}

ScreenshotTour::~ScreenshotTour() = default;

std::vector<ScreenshotTour::Step> ScreenshotTour::plan() const {
    std::vector<Step> steps;
    const struct {
        ThemeChoice theme;
        QString language;
        QString prefix;
    } looks[] = {{ThemeChoice::Light, QStringLiteral("en"), QStringLiteral("light")},
                 {ThemeChoice::Dark, QStringLiteral("en"), QStringLiteral("dark")},
                 {ThemeChoice::Light, QStringLiteral("zh"), QStringLiteral("zh")}};
    const auto& pages = m_window.pages();
    for (const auto& look : looks) {
        // The first page comes last: its curves have something to show by then.
        const int count = static_cast<int>(pages.size());
        for (int step = 1; step <= count; ++step) {
            const int i = step % count;
            const Page* each = pages[static_cast<std::size_t>(i)];
            const QString name = look.prefix + QLatin1Char('-') + each->id();
            steps.push_back({look.theme, look.language, i, {}, name});
            for (const QString& picture : each->pictures()) {
                steps.push_back({look.theme, look.language, i, picture, name + QLatin1Char('-') + picture});
            }
        }
        steps.push_back({look.theme, look.language, kPalette, {}, look.prefix + QStringLiteral("-palette")});
        if (m_window.services().session.imports() != nullptr) {
            steps.push_back({look.theme, look.language, kImport, {}, look.prefix + QStringLiteral("-import")});
        }
        for (const QString& picture : FirstStart::pictures()) {
            const QString name =
                QStringLiteral("-first-start") + (picture.isEmpty() ? QString() : QLatin1Char('-') + picture);
            steps.push_back({look.theme, look.language, kFirstStart, picture, look.prefix + name});
        }
        steps.push_back({look.theme, look.language, kSignIn, {}, look.prefix + QStringLiteral("-sign-in")});
        steps.push_back({look.theme, look.language, kSignIn, QStringLiteral("new-password"),
                         look.prefix + QStringLiteral("-sign-in-new-password")});
        steps.push_back({look.theme, look.language, kLock, {}, look.prefix + QStringLiteral("-lock")});
    }
    return steps;
}

QStringList ScreenshotTour::names() const {
    QStringList names;
    for (const Step& step : plan()) {
        names << step.name;
    }
    return names;
}

void ScreenshotTour::start(int timeoutMs) {
    if (!m_folder.isEmpty() && !QDir().mkpath(m_folder)) {
        end(QStringLiteral("cannot make the folder %1").arg(m_folder));
        return;
    }
    m_steps = plan();
    if (!m_only.isEmpty()) {
        std::erase_if(m_steps, [this](const Step& step) { return !m_only.contains(step.name); });
    }
    if (m_steps.empty()) {
        end({});
        return;
    }
    m_timeout.start(timeoutMs);
    later(&ScreenshotTour::prepare);
}

void ScreenshotTour::later(void (ScreenshotTour::*action)()) {
    QMetaObject::invokeMethod(
        this,
        [this, action, at = m_at] {
            if (at == m_at) {
                (this->*action)();
            }
        },
        Qt::QueuedConnection);
}

Page* ScreenshotTour::page() const {
    const int index = m_steps.at(m_at).page;
    return index < 0 ? m_window.currentPage() : m_window.pages().at(static_cast<std::size_t>(index));
}

void ScreenshotTour::prepare() {
    const Step& step = m_steps.at(m_at);
    m_window.setTheme(step.theme);
    m_window.setLanguage(step.language);
    if (m_at == 0) {
        page()->setActive(false);  // what it read before the tour is not of now
        page()->setActive(true);
    }
    if (step.page >= 0) {
        m_window.showPage(step.page);
    }
    if (step.page == kFirstStart) {
        showFirstStart(step);
        return;
    }
    if (step.page == kSignIn || step.page == kLock) {
        showDoor(step);
        return;
    }
    if (step.page == kImport) {
        showImport();
        return;
    }
    m_shooting = false;
    m_waitedMs = 0;
    m_staged = step.picture.isEmpty();
    m_subject = m_staged ? page() : nullptr;
    waitOrShoot();
}

void ScreenshotTour::waitOrShoot() {
    if (!page()->isReady()) {
        disconnect(m_waiting);
        m_waiting = connect(page(), &Page::readyChanged, this, [this] { later(&ScreenshotTour::waitOrShoot); });
        return;
    }
    disconnect(m_waiting);
    if (m_shooting) {
        return;
    }
    if (!m_staged) {
        // The view is brought up once the page itself is there, and may load again.
        m_staged = true;
        m_subject = page()->showPicture(m_steps.at(m_at).picture);
        later(&ScreenshotTour::waitOrShoot);
        return;
    }
    const bool patient = m_waitedMs < m_patienceMs && m_patienceLeftMs > 0;
    if (patient && !doubtsAbout(m_subject ? *m_subject : *page(), kHistory).isEmpty()) {
        m_again.start();
        return;
    }
    m_again.stop();
    if (m_steps.at(m_at).page == kPalette) {
        m_window.openPalette();
    }
    m_shooting = true;
    later(&ScreenshotTour::shoot);
}

void ScreenshotTour::showFirstStart(const Step& step) {
    m_subject = nullptr;
    auto first = std::make_unique<FirstStart>(QStringList(), QDir::home().filePath(QStringLiteral("evenhand")));
    first->setLanguage(step.language);
    first->showPicture(step.picture);
    m_other = std::move(first);
    m_other->show();
    later(&ScreenshotTour::shoot);
}

void ScreenshotTour::showDoor(const Step& step) {
    m_subject = nullptr;
    auto& bridge = m_window.services().bridge;
    if (step.page == kLock) {
        auto lock = std::make_unique<LockScreen>(bridge);
        lock->resize(m_window.size());
        lock->begin(true);
        m_other = std::move(lock);
    } else {
        auto door = std::make_unique<SignInWindow>(
            bridge.engine(), placeOf(QString::fromStdString(bridge.workspace().location)).shortText());
        door->setLanguage(step.language);
        door->showPicture(step.picture);
        m_other = std::move(door);
    }
    m_other->show();
    later(&ScreenshotTour::shoot);
}

void ScreenshotTour::showImport() {
    m_subject = nullptr;
    QFile file(m_scratch.filePath(QStringLiteral("orders.csv")));
    if (!file.open(QIODevice::WriteOnly) || file.write(kOrders) < 0) {
        end(QStringLiteral("cannot write %1").arg(file.fileName()));
        return;
    }
    file.close();
    m_window.openImport(file.fileName());
    waitForImport();
}

/// Until the file and its first rows have been read: its columns are what is pictured.
void ScreenshotTour::waitForImport() {
    auto* wizard = m_window.importWizard();
    if (wizard == nullptr) {
        end(QStringLiteral("the import cannot be opened"));
    } else if (!wizard->nextButton()->isEnabled()) {
        QTimer::singleShot(kLookMs, this, [this, at = m_at] {
            if (at == m_at) {  // else the time is over
                waitForImport();
            }
        });
    } else if (wizard->step() == ImportWizard::FileStep) {
        wizard->nextButton()->click();
        later(&ScreenshotTour::waitForImport);
    } else {
        m_subject = wizard;
        later(&ScreenshotTour::shoot);
    }
}

QStringList ScreenshotTour::doubtsAbout(const QWidget& shown, std::size_t points) const {
    const Step& step = m_steps.at(m_at);
    QStringList doubts;
    for (const auto* plot : shown.findChildren<BasePlot*>()) {
        const auto* series = qobject_cast<const SeriesPlot*>(plot);
        if (plot->isVisible() && (plot->isEmpty() || (series != nullptr && series->points().size() < points))) {
            doubts << QStringLiteral("%1: the plot %2 has nothing to show").arg(step.name, plot->objectName());
        }
    }
    for (const auto* label : shown.findChildren<QLabel*>()) {
        if (label->isVisible() && label->property("nothingChosen").toBool()) {
            doubts << QStringLiteral("%1: nothing is chosen for %2").arg(step.name, label->objectName());
        }
    }
    return doubts;
}

void ScreenshotTour::shoot() {
    // A dialog may have come after the page was asked for it.
    for (auto* dialog : m_window.findChildren<QDialog*>()) {
        if (m_subject == page() && dialog->isVisible() && m_steps.at(m_at).page >= 0) {
            m_subject = dialog;
        }
    }
    // What a text changes goes from one layout to the one around it, each step an event behind those that wait already:
    // a panel that was filled just now would be pictured in the room of its former content.
    // Tables share out their room with the next turn.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::MetaCall);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    for (const QWidget* shown : {static_cast<QWidget*>(page()), m_subject.data()}) {
        for (auto* plot : shown ? shown->findChildren<BasePlot*>() : QList<BasePlot*>{}) {
            plot->drawNow();
        }
        for (const auto* header : shown ? shown->findChildren<QHeaderView*>() : QList<QHeaderView*>{}) {
            std::ignore = header->visualIndexAt(0);  // stretches its last section with its next timer, or now
        }
    }
    if (!m_other) {
        QWidget* shown = m_subject ? m_subject.data() : page();
        m_doubts << doubtsAbout(*shown, 1);
        Q_EMIT picturing(shown, m_steps.at(m_at).name);
    }
    if (m_other) {
        Q_EMIT picturing(m_other.get(), m_steps.at(m_at).name);
    }
    QPixmap picture;
    if (!m_folder.isEmpty()) {
        picture = m_other ? m_other->grab() : m_window.grab();
    }
    m_other.reset();
    if (m_subject && m_subject != page()) {
        picture = m_folder.isEmpty() ? picture : over(picture, m_subject->grab());
        m_subject->close();
    }
    if (!m_steps.at(m_at).picture.isEmpty() && m_steps.at(m_at).page >= 0) {
        page()->endPicture();
    }
    m_window.palette()->dismiss();
    if (m_folder.isEmpty()) {
        next();
        return;
    }
    const QString file = QDir(m_folder).filePath(m_steps.at(m_at).name + QStringLiteral(".png"));
    if (!picture.save(file, "PNG")) {
        end(QStringLiteral("cannot write %1").arg(file));
        return;
    }
    m_files << file;
    next();
}

void ScreenshotTour::next() {
    if (++m_at == m_steps.size()) {
        end({});
        return;
    }
    later(&ScreenshotTour::prepare);
}

void ScreenshotTour::end(const QString& problem) {
    m_timeout.stop();
    m_again.stop();
    disconnect(m_waiting);
    m_at = m_steps.size();  // nothing that is still queued goes on
    Q_EMIT finished(problem);
}

}  // namespace evenhand::ui
