// SPDX-License-Identifier: GPL-3.0-or-later
// How the page is reached and what leaves it: targets of the navigator, exports, pictures.
#include <QDialog>
#include <QMenu>
#include <QTabBar>
#include <algorithm>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/dialogs/calibration_dialog.h"
#include "ui/dialogs/evidence_dialog.h"
#include "ui/dialogs/policy_dialog.h"
#include "ui/pages/dispatch/dispatch_page.h"
#include "ui/plots/fairness_plot.h"
#include "ui/plots/weight_bars.h"
#include "ui/shell/campus_scope.h"
#include "ui/shell/courier_directory.h"
#include "ui/shell/notices.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {

void DispatchPage::openTarget(const QVariantMap& target) {
    if (target.value(QStringLiteral("settings")).toBool()) {
        openSettings();
        return;
    }
    const CampusId campus(target.value(QStringLiteral("campus")).toString().toStdString());
    const CourierId courier(target.value(QStringLiteral("courier")).toString().toStdString());
    m_soughtCourier = {};
    m_couriers->select({});
    if (!courier.empty()) {
        openCourier(courier, campus);
        if (target.value(QStringLiteral("handOver")).toBool()) {
            m_flow->handOverAllOf({courier});
        }
    } else {
        showTabOf(campus);
    }
    m_wantedOrder = OrderNo(target.value(QStringLiteral("order")).toString().toStdString());
    if (target.value(QStringLiteral("unassigned")).toBool() || !m_wantedOrder.empty()) {
        m_tabs->setCurrentIndex(kWaiting);
        showWaiting();
    } else if (target.value(QStringLiteral("dead")).toBool()) {
        m_letters->filters()->clear();  // whatever was filtered before
        m_tabs->setCurrentIndex(kDeadLetters);
    }
}

void DispatchPage::openCourier(const CourierId& id, const CampusId& campus) {
    const auto* shown = courier(id);
    if (shown != nullptr || !campus.empty()) {
        showCourier(id, shown != nullptr ? shown->campus : campus);
        return;
    }
    m_soughtCourier = id;
    auto& bridge = context().bridge;
    whenReady(bridge.dispatch().findCouriers(bridge.call(), id.str(), CourierDirectory::kMaxCouriers), this,
              [this, id](const Result<std::vector<api::CourierRow>>& rows) {
                  if (m_soughtCourier != id) {
                      return;  // somebody else is opened meanwhile
                  }
                  m_soughtCourier = {};
                  if (!rows) {
                      context().notices.bad(errorText(rows.error()));
                      return;
                  }
                  const auto found = std::find_if(rows->begin(), rows->end(),
                                                  [&id](const api::CourierRow& row) { return row.id == id; });
                  if (found == rows->end()) {
                      context().notices.warn(tr("There is no courier %1.").arg(text(id)));
                      return;
                  }
                  showCourier(id, found->campus);
              });
}

void DispatchPage::showCourier(const CourierId& id, const CampusId& campus) {
    auto& scope = context().scope;
    if (!scope.current().empty() && scope.current() != campus) {
        context().notices.info([who = context().couriers.nameOf(id), where = scope.nameOf(scope.current())] {
            return tr("All campuses are shown now: %1 does not belong to %2.", "courier, campus").arg(who, where);
        });
        scope.setCurrent({});
    }
    showTabOf(campus);
    m_couriers->select({id.str()});
}

/// Of the campus that is looked at; of several somebody has to say which.
void DispatchPage::openSettings() {
    const auto& scope = context().scope;
    const CampusId shown = m_feed->campus().empty() ? scope.current() : m_feed->campus();
    const auto& campuses = scope.campuses();
    const auto one = std::find_if(campuses.begin(), campuses.end(), [&](const auto& each) { return each.id == shown; });
    if (one != campuses.end() || campuses.size() == 1) {
        editPolicyOf(one == campuses.end() ? campuses.front() : *one);
        return;
    }
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(QStringLiteral("policyCampusMenu"));
    menu->addSection(tr("Settings of which campus?"));
    for (const auto& campus : campuses) {
        QString name = scope.nameOf(campus.id);
        auto* action = menu->addAction(name.replace(QLatin1Char('&'), QStringLiteral("&&")));
        action->setObjectName(QStringLiteral("policyOf_") + text(campus.id));
        connect(action, &QAction::triggered, this, [this, campus] { editPolicyOf(campus); });
    }
    menu->popup(m_campuses->mapToGlobal(m_campuses->rect().bottomLeft()));
}

// --- exports ---

void DispatchPage::exportWeights() { savePlot(m_bars, tr("Weights"), QStringLiteral("weights.png")); }

void DispatchPage::exportFairness() { savePlot(m_fairness, tr("Fairness"), QStringLiteral("fairness.png")); }

// --- pictures ---

QStringList DispatchPage::pictures() const {
    return {QStringLiteral("campus"), QStringLiteral("in-hand"), QStringLiteral("why"), QStringLiteral("policy"),
            QStringLiteral("calibrate")};
}

QWidget* DispatchPage::showPicture(const QString& name) {
    const auto boards = m_feed->boards();
    if (boards.empty() || boards.front().couriers.empty()) {
        return this;
    }
    const auto& board = boards.front();
    if (name == QLatin1String("campus")) {
        m_campuses->setCurrentIndex(showsAll() ? 1 : 0);
        return this;
    }
    const auto loaded = [this] {
        m_pictureReady = true;
        Q_EMIT readyChanged();
    };
    m_pictureReady = false;
    if (name == QLatin1String("policy")) {
        m_picture = new PolicyDialog(context(), board.campus, this);
        m_pictureReady = true;
    } else if (name == QLatin1String("calibrate")) {
        auto* dialog = new CalibrationDialog(context(), board.campus.id, context().scope.nameOf(board.campus.id), this);
        connect(dialog, &CalibrationDialog::loaded, this, loaded);
        m_picture = dialog;
    } else if (name == QLatin1String("why") && m_feed->inHand() && !m_feed->inHand()->empty()) {
        auto* dialog = new EvidenceDialog(context(), m_feed->inHand()->front().orderNo, board.campus.id, this);
        connect(dialog, &EvidenceDialog::loaded, this, loaded);
        m_picture = dialog;
    } else {
        const auto busiest =
            std::max_element(board.couriers.begin(), board.couriers.end(),
                             [](const api::CourierRow& a, const api::CourierRow& b) { return a.inHand < b.inHand; });
        m_couriers->select({busiest->id.str()});
        m_tabs->setCurrentIndex(kInHand);
        return this;
    }
    m_picture->show();
    return m_picture;
}

void DispatchPage::endPicture() {
    m_campuses->setCurrentIndex(0);
    m_tabs->setCurrentIndex(0);
}

}  // namespace evenhand::ui
