// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for a file that lies where the service runs: it cannot be chosen from here, so its path is typed.
// Thread: GUI.
#pragma once

#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace evenhand::ui {

class ServicePathDialog : public QDialog {
    Q_OBJECT

public:
    /// `service`: its address. `suggested`: path that stands there at first; may be empty.
    ServicePathDialog(const QString& title, const QString& service, const QString& suggested, QWidget* parent);

Q_SIGNALS:
    void pathGiven(const QString& path);

private:
    void check();

    QLineEdit* m_path;
    QLabel* m_missing;
    QPushButton* m_go;
};

}  // namespace evenhand::ui
