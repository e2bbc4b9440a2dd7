// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/deployment_panel.h"

#include <QGridLayout>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/engine_words.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {
namespace {

Tone toneOf(api::PartState state) {
    switch (state) {
        case api::PartState::Unknown: return Tone::Muted;
        case api::PartState::Well: return Tone::Good;
        case api::PartState::Impaired: return Tone::Warn;
        case api::PartState::Away: return Tone::Bad;
    }
    return Tone::Muted;
}

}  // namespace

DeploymentPanel::DeploymentPanel(const Formats& formats, QWidget* parent)
    : Translated<Card>(parent), m_formats(formats) {
    setObjectName(QStringLiteral("deploymentPanel"));
    auto* body = new QWidget(this);
    auto* down = new QVBoxLayout(body);
    down->setContentsMargins(kGap + kGapSmall, 0, kGap + kGapSmall, kGap);
    m_refused = wrapped(plainLabel(body, QStringLiteral("deploymentRefused")));
    m_refused->hide();
    down->addWidget(m_refused);
    m_grid = new QGridLayout;
    m_grid->setHorizontalSpacing(kGap + kGapSmall);
    m_grid->setVerticalSpacing(kGapSmall);
    m_grid->setColumnStretch(1, 2);
    m_grid->setColumnStretch(2, 3);
    down->addLayout(m_grid);
    setBody(body);
    hide();
    retranslate();
}

void DeploymentPanel::setParts(const std::vector<api::PartHealth>& parts, Instant now) {
    m_now = now;
    if (parts != m_parts) {
        m_parts = parts;
        refresh();
    }
    setVisible(!m_parts.empty());
}

void DeploymentPanel::addRow() {
    const auto at = static_cast<int>(m_rows.size());
    const QString name = QStringLiteral("deploymentPart%1").arg(at + 1);
    Row row;
    row.state = named(new Pill(m_refused->parentWidget()), name + QStringLiteral("State"));
    row.name = named(new ElidedLabel(m_refused->parentWidget()), name + QStringLiteral("Name"));
    row.name->setOfAnyLength();
    row.figures = named(new ElidedLabel(m_refused->parentWidget()), name + QStringLiteral("Figures"));
    row.figures->setOfAnyLength();
    row.figures->setProperty("muted", true);
    m_grid->addWidget(row.state, at, 0, Qt::AlignLeft);
    m_grid->addWidget(row.name, at, 1);
    m_grid->addWidget(row.figures, at, 2);
    m_rows.push_back(row);
}

void DeploymentPanel::refresh() {
    while (m_rows.size() < m_parts.size()) {
        addRow();
    }
    QStringList refused;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const auto& row = m_rows[i];
        const bool isThere = i < m_parts.size();
        row.state->setVisible(isThere);
        row.name->setVisible(isThere);
        row.figures->setVisible(isThere);
        if (!isThere) {
            continue;
        }
        const auto& part = m_parts[i];
        row.state->setPill(stateWord(part.state), toneOf(part.state), true);
        row.name->setFullText(nameOf(part));
        row.figures->setFullText(figuresOf(part));
        if (const QString said = refusedBy(part); !said.isEmpty() && !refused.contains(said)) {
            refused << said;
        }
    }
    m_refused->setText(refused.join(QLatin1Char('\n')));
    m_refused->setVisible(!refused.isEmpty());
    const auto wrong = std::count_if(m_parts.begin(), m_parts.end(), [](const api::PartHealth& part) {
        return part.state == api::PartState::Impaired || part.state == api::PartState::Away;
    });
    setFigures(wrong == 0 ? tr("nothing is wrong")
                          : tr("%1 parts need a look", nullptr, Formats::plural(wrong)).arg(Formats::number(wrong)));
}

QString DeploymentPanel::stateWord(api::PartState state) {
    switch (state) {
        case api::PartState::Unknown: return tr("Not known");
        case api::PartState::Well: return tr("Well");
        case api::PartState::Impaired: return tr("Look at it");
        case api::PartState::Away: return tr("Away");
    }
    return {};
}

QString DeploymentPanel::nameOf(const api::PartHealth& part) {
    const QString where = text(part.name);
    switch (part.kind) {
        case api::PartKind::Database: return tr("Database %1", "where").arg(where);
        case api::PartKind::Keyspace:
            switch (part.role) {
                case api::PartRole::Master: return tr("Redis master %1", "where").arg(where);
                case api::PartRole::Replica: return tr("Redis replica %1", "where").arg(where);
                case api::PartRole::None:
                case api::PartRole::Leader:
                case api::PartRole::Follower:
                case api::PartRole::DueWork: break;
            }
            return tr("Redis %1", "where").arg(where);
        case api::PartKind::Membership:
            return part.role == api::PartRole::Leader ? tr("etcd leader %1", "where").arg(where)
                                                      : tr("etcd %1", "where").arg(where);
        case api::PartKind::Service: return tr("Service %1", "where").arg(where);
    }
    return where;
}

QString DeploymentPanel::figuresOf(const api::PartHealth& part) const {
    QStringList all;
    if (!part.reason.empty()) {
        all << engineSentence(text(part.reason)).value_or(text(part.reason));
    }
    if (part.readMs >= 0) {
        all << tr("read %1", "duration").arg(Formats::duration(part.readMs));
    }
    if (part.writeMs >= 0) {
        all << tr("commit %1", "duration").arg(Formats::decimal(part.writeMs, 1) + QStringLiteral(" ms"));
    }
    if (part.lagBytes >= 0) {
        all << tr("%1 bytes behind", nullptr, Formats::plural(part.lagBytes)).arg(Formats::number(part.lagBytes));
    }
    switch (part.persistence) {
        case api::Persistence::Unknown: break;
        case api::Persistence::Snapshots: all << tr("snapshots at most"); break;
        case api::Persistence::Log: all << tr("append-only file"); break;
    }
    if (part.consoles >= 0) {
        all << tr("%1 consoles", nullptr, Formats::plural(part.consoles)).arg(Formats::number(part.consoles));
    }
    if (part.role == api::PartRole::DueWork) {
        all << tr("does due work for all");
    }
    if (part.isAsked) {
        all << tr("this console's");
    }
    if (part.kind == api::PartKind::Service && part.since) {
        all << tr("since %1").arg(m_formats.shortTime(*part.since, m_now));
    }
    if (!part.version.empty()) {
        all << text(part.version);
    }
    return all.isEmpty() ? Formats::dash() : all.join(QStringLiteral(" · "));
}

QString DeploymentPanel::refusedBy(const api::PartHealth& part) const {
    if (!part.refuses) {
        return {};
    }
    const QString until = part.nextTry ? m_formats.time(*part.nextTry) : QString();
    switch (part.kind) {
        case api::PartKind::Database: return tr("The database is away: commands wait, and are refused after a while.");
        case api::PartKind::Keyspace:
            return until.isEmpty()
                       ? tr("Commands that need Redis %1 are refused.").arg(text(part.name))
                       : tr("Commands that need Redis %1 are refused, until %2 at least.").arg(text(part.name), until);
        case api::PartKind::Membership:
            return tr(
                "etcd is away: once their leases have ended, workers take no new tasks, and nobody does due work.");
        case api::PartKind::Service: break;
    }
    return {};
}

void DeploymentPanel::retranslate() {
    setTitle(tr("Deployment"));
    refresh();
}

}  // namespace evenhand::ui
