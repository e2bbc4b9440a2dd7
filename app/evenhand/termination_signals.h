// SPDX-License-Identifier: GPL-3.0-or-later
// SIGTERM, SIGINT and SIGHUP end the console as its command Quit does, so that nothing of a demonstration stays behind.
// Whoever sends a second one, or waits five seconds, does not wait any longer.
// Thread: GUI. Invariant: at most one in a program.
#pragma once

#include <QObject>
#include <QSocketNotifier>
#include <memory>

namespace evenhand::app {

class TerminationSignals : public QObject {
    Q_OBJECT

public:
    explicit TerminationSignals(QObject* parent = nullptr);

Q_SIGNALS:
    void asked();

private:
    std::unique_ptr<QSocketNotifier> m_woken;
};

}  // namespace evenhand::app
