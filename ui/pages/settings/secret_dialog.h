// SPDX-License-Identifier: GPL-3.0-or-later
// Secrets that were made just now, to be copied to the other side. Nobody can read them again.
// Thread: GUI.
#pragma once

#include <QDialog>
#include <vector>

#include "engine/base/secret.h"

namespace evenhand::ui {

class SecretDialog : public QDialog {
    Q_OBJECT

public:
    /// Object names: `name`Text and `name`Copy.
    struct Part {
        QString name;
        QString caption;
        Secret secret;
    };
    /// `what`: who gets them, and where they are kept.
    SecretDialog(const QString& title, const QString& what, const std::vector<Part>& parts, QWidget* parent);

private:
    void add(const Part& part);
};

}  // namespace evenhand::ui
