// SPDX-License-Identifier: GPL-3.0-or-later
// A new password, typed twice, with what is wrong with it said while typing. The rules are the engine's own.
// Thread: GUI. The text is kept nowhere but in the fields, and forgotten by clear().
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QWidget>
#include <functional>
#include <utility>

#include "engine/base/secret.h"

namespace evenhand::ui {

class NewPasswordFields : public QWidget {
    Q_OBJECT

public:
    /// `names`: login and name of whom it is for, asked at every look.
    explicit NewPasswordFields(std::function<std::pair<QString, QString>()> names, QWidget* parent = nullptr);

    /// Empty: it will do.
    [[nodiscard]] QString problem() const;
    [[nodiscard]] Secret secret() const;
    void clear();
    void recheck();
    void retranslate();
    [[nodiscard]] QLineEdit* first() const { return m_first; }
    [[nodiscard]] QLineEdit* second() const { return m_second; }
    [[nodiscard]] QString said() const { return m_hint->text(); }

Q_SIGNALS:
    void changed();

private:
    std::function<std::pair<QString, QString>()> m_names;
    QLineEdit* m_first = nullptr;
    QLineEdit* m_second = nullptr;
    QLabel* m_hint = nullptr;
};

}  // namespace evenhand::ui
