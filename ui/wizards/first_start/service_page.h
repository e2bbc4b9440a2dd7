// SPDX-License-Identifier: GPL-3.0-or-later
// The page of the first start that leads to a running service: its addresses, who vouches for its certificate, and the
// services that were used before. What goes wrong is said at the field that it concerns. Thread: GUI. It only says what
// was asked for; the program connects, off this thread, and answers by the slots.
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QWidget>
#include <array>
#include <functional>
#include <vector>

#include "engine/base/result.h"
#include "ui/bridge/file_work.h"

class QGridLayout;
class QVBoxLayout;

namespace evenhand::ui {

struct ServiceChoice {
    QString addresses;      ///< "shop.example:8480", several with commas: the first that answers is taken
    QString authorityFile;  ///< PEM; empty: the system's authorities
    bool operator==(const ServiceChoice&) const = default;
};

class ServicePage : public QWidget {
    Q_OBJECT

public:
    enum Field { Addresses, Authority, kFields };
    /// The first part of a list of addresses that is none; empty: each is one.
    using AddressCheck = std::function<QString(const QString& addresses)>;

    explicit ServicePage(QWidget* parent = nullptr);

    void setAddressCheck(AddressCheck check);
    /// Services that were used, last first.
    void setRecents(std::vector<ServiceChoice> services);
    void setChoice(const ServiceChoice& choice);
    [[nodiscard]] ServiceChoice choice() const;
    /// As the button: says what is wrong, or asks for the connection.
    void request();
    /// A connection is being made: nothing can be changed, only cancelled.
    void setBusy(bool busy, const QString& what = {});
    /// Shown at the field that it concerns, or below all if it concerns none.
    void showProblem(const Error& error);
    /// Likewise, of the address; plain text.
    void showAtAddress(const QString& sentence) { showAt(Addresses, sentence); }
    /// What stands at a field; empty: nothing. For tests.
    [[nodiscard]] QString problemAt(Field field) const { return m_problems.at(field)->text(); }
    void retranslate();

Q_SIGNALS:
    void connectRequested(const evenhand::ui::ServiceChoice& choice);
    void cancelRequested();
    void back();

private:
    void setupRecents();
    void setupFields();
    void addField(QGridLayout* grid, int row, Field field, const char* name);
    void setupButtons();
    void chooseFile();
    void showAt(Field field, const QString& sentence);
    void clearProblems();
    void check();
    [[nodiscard]] QString wrongAddress() const;
    [[nodiscard]] QString whyNot() const;
    [[nodiscard]] QString at(Field field) const { return m_edits.at(field)->text().trimmed(); }

    AddressCheck m_check;
    std::vector<ServiceChoice> m_services;
    PathWatch* m_certificate;
    QVBoxLayout* m_down = nullptr;  ///< of the card
    QLabel* m_title = nullptr;
    QLabel* m_about = nullptr;
    QLabel* m_before = nullptr;
    QListWidget* m_recents = nullptr;
    std::array<QLabel*, kFields> m_labels{};
    std::array<QLineEdit*, kFields> m_edits{};
    std::array<QLabel*, kFields> m_problems{};
    QPushButton* m_browse = nullptr;
    QLabel* m_whole = nullptr;
    QProgressBar* m_progress = nullptr;
    QLabel* m_doing = nullptr;
    QLabel* m_missing = nullptr;
    QPushButton* m_back = nullptr;
    QPushButton* m_connect = nullptr;
    QPushButton* m_cancel = nullptr;
    bool m_busy = false;
};

}  // namespace evenhand::ui

Q_DECLARE_METATYPE(evenhand::ui::ServiceChoice)
