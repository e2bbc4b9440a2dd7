// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/calibration_dialog.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>
#include <array>
#include <cstdlib>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/dialogs/outcome_text.h"
#include "ui/shell/notices.h"
#include "ui/tables/table_export.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/mnemonics.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/row_copying.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tone_delegate.h"

namespace evenhand::ui {
namespace {

constexpr int kValueRole = Qt::UserRole + 1;  // what the proxy compares

constexpr int kReasonCharacters = 500;

QString signedNumber(std::int64_t value) {
    return (value > 0 ? QStringLiteral("+") : QString()) + Formats::number(value);
}

// "+50", "-20", "+50, -20".
QString upAndDown(std::int64_t up, std::int64_t down) {
    QStringList parts;
    for (const auto part : {up, down}) {
        if (part != 0) {
            parts << signedNumber(part);
        }
    }
    return parts.join(QStringLiteral(", "));
}

}  // namespace

int CalibrationModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

bool CalibrationModel::same(const api::CalibrationRow& a, const api::CalibrationRow& b) const {
    return std::tie(a.courier, a.name, a.onDuty, a.current, a.computed, a.difference) ==
           std::tie(b.courier, b.name, b.onDuty, b.current, b.computed, b.difference);
}

QVariant CalibrationModel::data(const QModelIndex& index, int role) const {
    const auto* row = at(index);
    if (row == nullptr) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(index.column() >= Current ? Qt::AlignRight | Qt::AlignVCenter
                                                             : Qt::AlignLeft | Qt::AlignVCenter);
    }
    if (role == StrongRole) {
        return row->difference != 0;
    }
    if (role == PillRole && index.column() == Duty) {
        return static_cast<int>(row->onDuty ? Tone::Good : Tone::Muted);
    }
    if (role == kValueRole) {
        switch (static_cast<Column>(index.column())) {
            case Courier: return text(row->name);
            case Duty: return row->onDuty ? 0 : 1;
            case Current: return static_cast<qint64>(row->current);
            case Computed: return static_cast<qint64>(row->computed);
            case Difference: return static_cast<qint64>(std::llabs(row->difference));
            case kColumns: return {};
        }
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (static_cast<Column>(index.column())) {
        case Courier: return row->name.empty() ? text(row->courier) : text(row->name);
        case Duty: return row->onDuty ? tr("On duty") : tr("Off duty");
        case Current: return Formats::number(row->current);
        case Computed: return Formats::number(row->computed);
        case Difference: return signedNumber(row->difference);
        case kColumns: break;
    }
    return {};
}

QVariant CalibrationModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(section >= Current ? Qt::AlignRight | Qt::AlignVCenter
                                                      : Qt::AlignLeft | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (static_cast<Column>(section)) {
        case Courier: return tr("Courier");
        case Duty: return tr("Duty");
        case Current: return tr("Current");
        case Computed: return tr("Computed");
        case Difference: return tr("Difference");
        case kColumns: break;
    }
    return {};
}

CalibrationDialog::CalibrationDialog(UiContext& context, const CampusId& campus, const QString& campusName,
                                     QWidget* parent)
    : QDialog(parent),
      m_context(context),
      m_campus(campus),
      m_campusName(campusName),
      m_model(new CalibrationModel(this)) {
    setObjectName(QStringLiteral("calibrationDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Calibrate: %1").arg(campusName));
    resize(640, 520);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kGapLarge, kGapLarge, kGapLarge, kGapLarge);
    layout->setSpacing(kGap);
    m_summary = wrapped(plainLabel(this, QStringLiteral("calibrationSummary"), tr("Reading…")));
    layout->addWidget(m_summary);
    setupTable();
    setupButtons();
    preview();
}

void CalibrationDialog::setupTable() {
    auto* proxy = new QSortFilterProxyModel(this);
    proxy->setSourceModel(m_model);
    proxy->setSortRole(kValueRole);
    m_table = new QTableView(this);
    m_table->setObjectName(QStringLiteral("calibrationTable"));
    m_table->setAccessibleName(tr("Every change of a weight"));
    m_table->setModel(proxy);
    m_table->setItemDelegate(new ToneDelegate(m_table));
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(CalibrationModel::Difference, Qt::DescendingOrder);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(tableRowHeight());
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
    fitColumns(*m_table, std::array{190, 100, 100, 100, 100});
    addCopying(*m_table);
    layout()->addWidget(m_table);
}

void CalibrationDialog::setupButtons() {
    m_reason = new QLineEdit(this);
    m_reason->setObjectName(QStringLiteral("calibrationReason"));
    m_reason->setAccessibleName(tr("Reason"));
    m_reason->setPlaceholderText(tr("Reason"));
    m_reason->setMaxLength(kReasonCharacters);
    connect(m_reason, &QLineEdit::textChanged, this, &CalibrationDialog::check);
    layout()->addWidget(m_reason);
    auto* row = new QHBoxLayout;
    m_hint = muted(wrapped(plainLabel(this, QStringLiteral("calibrationHint"))));
    auto* buttons = new QDialogButtonBox(this);
    m_refresh = buttons->addButton(tr("Preview again"), QDialogButtonBox::ActionRole);
    m_refresh->setObjectName(QStringLiteral("calibrationRefresh"));
    m_refresh->setAutoDefault(false);
    m_apply = buttons->addButton(tr("Apply"), QDialogButtonBox::ApplyRole);
    m_apply->setObjectName(QStringLiteral("calibrationApply"));
    m_apply->setDefault(true);
    auto* close = buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole);
    close->setObjectName(QStringLiteral("calibrationClose"));
    setLeaves(*close);
    close->setAutoDefault(false);
    row->addWidget(m_hint, 1);
    row->addWidget(buttons);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
    connect(m_refresh, &QPushButton::clicked, this, &CalibrationDialog::preview);
    connect(m_apply, &QPushButton::clicked, this, &CalibrationDialog::apply);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    addExport(*m_table, m_context,
              {tr("Export the weights"), QStringLiteral("calibration.csv"), QStringLiteral("campus=") + text(m_campus),
               true});
}

void CalibrationDialog::preview() {
    m_busy = true;
    check();
    whenReady(m_context.bridge.dispatch().previewCalibration(m_context.bridge.call(), m_campus), this,
              [this](const Result<std::vector<api::CalibrationRow>>& rows) {
                  m_busy = false;
                  if (rows) {
                      m_seen = *rows;
                      showRows(*rows, false);
                  } else {
                      m_summary->setText(errorText(rows.error()));
                  }
                  m_loaded = true;
                  check();
                  Q_EMIT loaded();
              });
}

void CalibrationDialog::apply() {
    m_busy = true;
    check();
    whenReady(
        m_context.bridge.dispatch().calibrate(m_context.bridge.call(m_reason->text().trimmed()), m_campus, m_seen),
        this, [this](const Result<std::vector<api::CalibrationRow>>& rows) {
            m_busy = false;
            if (!rows) {
                m_summary->setText(refusalText(rows.error(), m_context.formats, m_context.bridge.now()));
                check();
                return;
            }
            showRows(*rows, true);
            check();
            Q_EMIT applied();
        });
}

void CalibrationDialog::showRows(std::vector<api::CalibrationRow> rows, bool applied) {
    int differing = 0;
    std::int64_t up = 0;
    std::int64_t down = 0;
    for (const auto& row : rows) {
        differing += row.difference != 0 ? 1 : 0;
        (row.difference > 0 ? up : down) += row.difference;
    }
    const QString of = countedCouriers(std::ssize(rows));
    if (applied) {
        m_summary->setText(
            differing == 0
                ? tr("Nothing had to be changed.")
                : tr("Applied to %1 of %2: %3 in all.").arg(Formats::number(differing), of, upAndDown(up, down)));
        m_context.notices.good(tr("%1: weights calibrated, %2 changed.").arg(m_campusName, countedCouriers(differing)));
    } else {
        m_summary->setText(differing == 0 ? tr("Every weight matches the records. Nothing to apply.")
                                          : tr("%1 of %2 differ from the records, %3 in all. Applying adds the "
                                               "differences, so assignments made meanwhile are kept.",
                                               nullptr, Formats::plural(differing))
                                                .arg(Formats::number(differing), of, upAndDown(up, down)));
    }
    m_differing = applied ? 0 : differing;
    m_model->setRows(std::move(rows));
}

void CalibrationDialog::check() {
    QString why = m_context.bridge.whyNotAllowed(api::Operation::DispatchCalibrate);
    if (why.isEmpty() && m_busy) {
        why = tr("Reading…");
    }
    if (why.isEmpty() && m_differing == 0) {
        why = tr("There is nothing to apply.");
    }
    if (why.isEmpty() && m_reason->text().trimmed().isEmpty()) {
        why = tr("Enter a reason.");
    }
    m_apply->setEnabled(why.isEmpty());
    m_apply->setToolTip(plainToolTip(why));
    m_hint->setText(m_busy ? QString() : why);
    m_refresh->setEnabled(!m_busy);
}

}  // namespace evenhand::ui
