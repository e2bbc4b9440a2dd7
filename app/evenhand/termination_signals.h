// SPDX-License-Identifier: GPL-3.0-or-later
// SIGTERM, SIGINT and SIGHUP end the console as its command Quit does, so that a demo leaves nothing behind. After a
// second signal, or after five seconds, the program is killed.
// Thread: GUI. Invariant: at most one instance in a program.
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
