// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/ring_plan_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/dialogs/text_table.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/ring_view.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {
namespace {

constexpr int kPlanReadMs = 250;
constexpr int kMaxCount = 100;
constexpr double kAllPositions = 4294967296.0;

QString planPercent(double share) { return Formats::decimal(share * 100, 1) + QStringLiteral(" %"); }

}  // namespace

RingPlanDialog::RingPlanDialog(UiContext& context, std::int64_t perService, QWidget* parent)
    : QDialog(parent), m_context(context), m_perService(perService) {
    setObjectName(QStringLiteral("ringPlanDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("More workers"));
    columnIn(this, kGapLarge, kGap + kGapSmall);
    setupChoice();
    setupRings();
    setupMoves();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setObjectName(QStringLiteral("closeButton"));
    buttons->button(QDialogButtonBox::Close)->setText(tr("Close"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout()->addWidget(buttons);
    resize(820, 680);
    m_reads = new FeedChannel(
        kPlanReadMs, [this] { read(); }, this);
    connect(&context.bridge, &EngineBridge::ringChanged, m_reads, &FeedChannel::request);
    m_reads->setActive(true);
    m_reads->request();
}

void RingPlanDialog::setupChoice() {
    auto* row = new QHBoxLayout;
    row->setSpacing(kGap);
    m_count = named(new QSpinBox(this), QStringLiteral("ringPlanCount"), tr("How many more"));
    m_count->setRange(1, kMaxCount);
    m_unit = named(new QComboBox(this), QStringLiteral("ringPlanUnit"), tr("Of what"));
    m_unit->addItem(tr("workers"), 1);
    m_unit->addItem(
        tr("services of %1 workers", nullptr, Formats::plural(m_perService)).arg(Formats::number(m_perService)),
        static_cast<qlonglong>(m_perService));
    auto* caption = plainLabel(this, QStringLiteral("ringPlanCaption"), tr("If there were more:"));
    caption->setBuddy(m_count);
    row->addWidget(caption);
    row->addWidget(m_count);
    row->addWidget(m_unit);
    row->addStretch(1);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
    m_summary = wrapped(plainLabel(this, QStringLiteral("ringPlanSummary"), tr("Reading…")));
    m_summary->setFont(scaledFont(font(), 1, QFont::DemiBold));
    layout()->addWidget(m_summary);
    const auto changed = [this] { m_reads->restart(); };
    connect(m_count, &QSpinBox::valueChanged, this, changed);
    connect(m_unit, &QComboBox::currentIndexChanged, this, changed);
}

void RingPlanDialog::setupRings() {
    auto* row = new QHBoxLayout;
    row->setSpacing(kGapLarge);
    const auto add = [&](RingView*& view, const char* name, const QString& title) {
        auto* column = new QVBoxLayout;
        auto* caption = muted(plainLabel(this, QLatin1String(name) + QStringLiteral("Title"), title));
        caption->setAlignment(Qt::AlignHCenter);
        view = new RingView(this);
        view->setObjectName(QLatin1String(name));
        column->addWidget(caption);
        column->addWidget(view, 1);
        row->addLayout(column, 1);
    };
    add(m_now, "ringPlanNow", tr("Now"));
    add(m_then, "ringPlanThen", tr("Then"));
    static_cast<QVBoxLayout*>(layout())->addLayout(row, 3);
    m_segment = muted(wrapped(plainLabel(this, QStringLiteral("ringPlanSegment"))));
    m_segment->setMinimumHeight(2 * fontMetrics().lineSpacing());
    layout()->addWidget(m_segment);
    for (const auto* view : {m_now, m_then}) {
        connect(view, &RingView::currentChanged, this, [this, view] {
            const QString current = view->current();
            m_segment->setText(current.isEmpty() ? tr("Point at a segment, or step through them with the arrow keys.")
                                                 : current);
        });
    }
}

void RingPlanDialog::setupMoves() {
    m_movesRow = new QHBoxLayout;
    static_cast<QVBoxLayout*>(layout())->addLayout(m_movesRow, 2);
    showMoves({});
    auto* note = muted(wrapped(
        plainLabel(this, QStringLiteral("ringPlanNote"),
                   tr("Workers draw their places when they join: this is an example of them, the shares will be near "
                      "these. Nothing is changed here."))));
    layout()->addWidget(note);
}

std::int64_t RingPlanDialog::added() const {
    return std::min<std::int64_t>(m_count->value() * m_unit->currentData().toLongLong(), api::RingPlan::kMaxAdded);
}

void RingPlanDialog::read() {
    auto& bridge = m_context.bridge;
    m_reads->take(bridge.tasks().planRing(bridge.call(), added()), [this](const Result<api::RingPlan>& plan) {
        if (plan) {
            showPlan(*plan);
        } else {
            m_summary->setText(tr("Could not be read: %1").arg(errorText(plan.error())));
        }
    });
}

api::RingSnapshot RingPlanDialog::ringOf(const api::RingPlan& plan, bool isAfter) const {
    api::RingSnapshot snapshot;
    snapshot.revision = m_shown;
    for (std::size_t i = 0; i < plan.workers.size(); ++i) {
        const auto& planned = plan.workers[i];
        if (!isAfter && planned.name.empty()) {
            break;  // those to be added stand last
        }
        api::RingWorker worker;
        worker.member.name = nameAt(plan, static_cast<std::int64_t>(i)).toStdString();
        worker.member.positions = planned.positions;
        worker.ranges = isAfter ? planned.after : planned.before;
        worker.share = isAfter ? planned.shareAfter : planned.shareBefore;
        snapshot.workers.push_back(std::move(worker));
    }
    snapshot.covered = !snapshot.workers.empty();
    return snapshot;
}

QString RingPlanDialog::nameAt(const api::RingPlan& plan, std::int64_t place) const {
    if (place < 0) {
        return tr("nobody");
    }
    const auto at = static_cast<std::size_t>(place);
    if (!plan.workers[at].name.empty()) {
        return text(plan.workers[at].name);
    }
    const auto present = std::count_if(plan.workers.begin(), plan.workers.end(),
                                       [](const api::PlannedWorker& worker) { return !worker.name.empty(); });
    return tr("new worker %1").arg(Formats::number(place - present + 1));
}

void RingPlanDialog::showPlan(const api::RingPlan& plan) {
    ++m_shown;
    m_now->setSnapshot(ringOf(plan, false));
    m_then->setSnapshot(ringOf(plan, true));
    const auto count = std::ssize(plan.workers);
    m_summary->setText(tr("%1 workers then, each with about %2 of the ring. %3 of the ring moves.",
                          "workers, share, share", Formats::plural(count))
                           .arg(Formats::number(count),
                                planPercent(1.0 / static_cast<double>(std::max<std::int64_t>(count, 1))),
                                planPercent(plan.moved)));
    showMoves(plan);
}

void RingPlanDialog::showMoves(const api::RingPlan& plan) {
    struct Taken {
        std::int64_t ranges = 0;
        std::uint64_t positions = 0;
    };
    std::map<std::pair<std::int64_t, std::int64_t>, Taken> taken;
    for (const auto& move : plan.moves) {
        auto& sum = taken[{move.from, move.to}];
        ++sum.ranges;
        sum.positions += move.range.size();
    }
    std::vector<TextRow> rows;
    for (const auto& [who, sum] : taken) {
        rows.push_back({{shownLine(nameAt(plan, who.first)), shownLine(nameAt(plan, who.second)),
                         Formats::number(sum.ranges), planPercent(static_cast<double>(sum.positions) / kAllPositions)},
                        Tone::Muted});
    }
    auto* model = new TextTableModel({tr("From"), tr("To"), tr("Ranges"), tr("Share of the ring")}, std::move(rows));
    auto* table =
        named(makeTextTable(model, -1, {230, 130, 80}, this), QStringLiteral("ringPlanMoves"), tr("What moves"));
    if (m_moves != nullptr) {
        m_movesRow->removeWidget(m_moves);
        m_moves->deleteLater();
    }
    m_movesRow->addWidget(table);
    m_moves = table;
}

}  // namespace evenhand::ui
