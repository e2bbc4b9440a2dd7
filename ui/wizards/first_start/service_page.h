// SPDX-License-Identifier: GPL-3.0-or-later
// The page of the first window for a running service: its addresses, the authority for its certificate, and the
// services that were used before. Problems are shown at the field to blame. Thread: GUI. The page only emits what is
// asked for; the program connects on another thread and answers by the slots.
#pragma once

#include <QListWidget>
#include <functional>
#include <vector>

#include "engine/base/result.h"
#include "ui/bridge/file_work.h"
#include "ui/wizards/first_start/connect_page.h"

namespace evenhand::ui {

struct ServiceChoice {
    QString addresses;      ///< "shop.example:8480", several with commas: the first that answers is taken
    QString authorityFile;  ///< PEM; empty: the system's authorities
    bool operator==(const ServiceChoice&) const = default;
};

class ServicePage : public ConnectPage {
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
    void retranslate();

Q_SIGNALS:
    void connectRequested(const evenhand::ui::ServiceChoice& choice);

private:
    void setupRecents();
    void setupFields();
    void setupButtons();
    void chooseFile();
    void showAt(Field field, const QString& sentence);
    void check() override;
    [[nodiscard]] QString wrongAddress() const;
    [[nodiscard]] QString whyNot() const;

    AddressCheck m_check;
    std::vector<ServiceChoice> m_services;
    PathWatch* m_certificate;
    QLabel* m_before = nullptr;
    QListWidget* m_recents = nullptr;
    QPushButton* m_browse = nullptr;
};

}  // namespace evenhand::ui

Q_DECLARE_METATYPE(evenhand::ui::ServiceChoice)
