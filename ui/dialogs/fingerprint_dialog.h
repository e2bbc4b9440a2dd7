// SPDX-License-Identifier: GPL-3.0-or-later
// A service whose certificate no authority vouches for: its fingerprint, how it is compared, and whether it is trusted.
// Where another certificate was trusted before there is nothing to decide: both are shown, and the line is not made.
// Thread: GUI.
#pragma once

#include <QDialog>
#include <QLabel>
#include <QVBoxLayout>

namespace evenhand::ui {

class FingerprintDialog : public QDialog {
    Q_OBJECT

public:
    struct Certificate {
        QString address;  ///< of the service: "shop.example:8480"
        QString shown;    ///< SHA-256 of what it shows, as people compare it: "AB:CD:…"
        QString before;   ///< of the one that was trusted before; empty: none was
        QString file;     ///< that keeps what was trusted
    };

    explicit FingerprintDialog(const Certificate& certificate, QWidget* parent);

Q_SIGNALS:
    /// It is the service's own, and to be remembered.
    void trusted();

private:
    QLabel* add(const char* name, const QString& said);
    void addFingerprint(const char* name, const QString& caption, const QString& fingerprint);
    void setupQuestion(const Certificate& certificate);
    void setupRefusal(const Certificate& certificate);

    QVBoxLayout* m_down;
};

}  // namespace evenhand::ui
