// SPDX-License-Identifier: GPL-3.0-or-later
// The page of the first window for a running service: its addresses, the authority for its certificate, and the
// services that were used before. Problems are shown at the field to blame. Thread: GUI. The page only emits what is
// asked for; the program connects on another thread and answers by the slots.
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
    /// Returns the first part of the list that is not an address; empty: all are.
    using AddressCheck = std::function<QString(const QString& addresses)>;

    explicit ServicePage(QWidget* parent = nullptr);

    void setAddressCheck(AddressCheck check);
    /// Services that were used before, newest first.
    void setRecents(std::vector<ServiceChoice> services);
    void setChoice(const ServiceChoice& choice);
    [[nodiscard]] ServiceChoice choice() const;
    /// As if the button was clicked: shows what is wrong, or asks for the connection.
    void request();
    /// While it is connecting nothing can be changed, only cancelled.
    void setBusy(bool busy, const QString& what = {});
    /// Shows it at the field to blame, or below all fields if there is none.
    void showProblem(const Error& error);
    /// Shows a problem at the address; plain text.
    void showAtAddress(const QString& sentence) { showAt(Addresses, sentence); }
    /// The problem shown at a field; empty: none. For tests.
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
