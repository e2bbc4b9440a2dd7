// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/evidence_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/dialogs/evidence_text.h"
#include "ui/tables/table_export.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/row_copying.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tone_delegate.h"
#include "ui/widgets/word_list.h"

namespace evenhand::ui {
namespace {

QLabel* dataLabel(QWidget* parent, const QString& name) {
    auto* label = wrapped(plainLabel(parent, name, Formats::dash()));
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

}  // namespace

void RankingModel::setEvidence(const api::AssignmentEvidence& evidence, const std::map<CourierId, QString>& names) {
    beginResetModel();
    m_lines.clear();
    std::int64_t left = 0;  // who were not chosen, by rank
    for (const auto& [courier, weight] : evidence.ranking) {
        const auto name = names.find(courier);
        const auto passed = std::find_if(evidence.passedOver.begin(), evidence.passedOver.end(),
                                         [&](const api::CourierLoad& load) { return load.courier == courier; });
        Line line{name == names.end() ? text(courier) : name->second, weight, courier == evidence.courier,
                  std::find(evidence.excluded.begin(), evidence.excluded.end(), courier) != evidence.excluded.end()};
        line.passedOver = passed == evidence.passedOver.end() ? QString() : loadText(*passed);
        left += line.excluded && !line.chosen ? 1 : 0;
        line.place = std::ssize(m_lines) + 1;
        if (line.chosen && !evidence.byName) {  // of the highest only the first are there, and whoever was chosen
            const auto above = std::ssize(evidence.passedOver) + evidence.passedMore + left;
            line.place = std::max<std::int64_t>(line.place, above + 1);
        }
        m_lines.push_back(std::move(line));
    }
    endResetModel();
}

int RankingModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int RankingModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant RankingModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const auto& line = m_lines[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole) {
        const bool right = index.column() == Place || index.column() == Weight;
        return QVariant::fromValue(right ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
    }
    if (role == PillRole && index.column() == Note && (line.chosen || line.excluded || !line.passedOver.isEmpty())) {
        return static_cast<int>(line.chosen ? Tone::Good : Tone::Muted);
    }
    if (role == StrongRole) {
        return !line.excluded && line.passedOver.isEmpty();
    }
    if (role == ValueRole && index.column() == Place) {
        return index.row();
    }
    if (role == ValueRole && index.column() == Weight) {
        return QVariant::fromValue(static_cast<qlonglong>(line.weight));
    }
    if (role != Qt::DisplayRole && role != ValueRole) {
        return {};
    }
    switch (static_cast<Column>(index.column())) {
        case Place: return Formats::number(line.place);
        case Courier: return line.name;
        case Weight: return Formats::number(line.weight);
        case Note:
            return line.chosen                 ? tr("Chosen")
                   : line.excluded             ? tr("Excluded")
                   : line.passedOver.isEmpty() ? QString()
                                               : tr("Passed over, %1 in hand").arg(line.passedOver);
        case kColumns: break;
    }
    return {};
}

QVariant RankingModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(section == Place || section == Weight ? Qt::AlignRight | Qt::AlignVCenter
                                                                         : Qt::AlignLeft | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (static_cast<Column>(section)) {
        case Place: return tr("Rank");
        case Courier: return tr("Courier");
        case Weight: return tr("Weight before");
        case Note: return tr("Remark");
        case kColumns: break;
    }
    return {};
}

EvidenceDialog::EvidenceDialog(UiContext& context, const OrderNo& orderNo, const CampusId& campus, QWidget* parent)
    : QDialog(parent), m_context(context), m_orderNo(orderNo) {
    setObjectName(QStringLiteral("evidenceDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Why this courier: %1").arg(text(orderNo)));
    resize(760, 520);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kGapLarge, kGapLarge, kGapLarge, kGapLarge);
    layout->setSpacing(kGapLarge);
    setupHead();
    auto* body = new QHBoxLayout;
    body->setSpacing(kGapLarge);
    layout->addLayout(body, 1);
    setupFacts();
    setupRanking();
    setupButtons();
    addExport(
        *m_table, context,
        {tr("Export the ranking"), QStringLiteral("ranking.csv"), QStringLiteral("order=") + text(orderNo), true});
    readNames(campus);
}

void EvidenceDialog::setupHead() {
    m_sentence = dataLabel(this, QStringLiteral("evidenceSentence"));
    m_sentence->setFont(scaledFont(font(), 1.5, QFont::DemiBold));
    m_sentence->setText(tr("Reading…"));
    m_assignment = new QComboBox(this);
    m_assignment->setObjectName(QStringLiteral("evidenceAssignment"));
    m_assignment->setAccessibleName(tr("Assignment"));
    m_assignment->hide();
    connect(m_assignment, &QComboBox::currentIndexChanged, this, &EvidenceDialog::showAssignment);
    layout()->addWidget(m_sentence);
    layout()->addWidget(m_assignment);
}

void EvidenceDialog::setupFacts() {
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(kGapLarge);
    form->setVerticalSpacing(kGap);
    form->setLabelAlignment(Qt::AlignLeft);
    const std::pair<QString, QString> facts[] = {{QStringLiteral("courier"), tr("Courier")},
                                                 {QStringLiteral("at"), tr("Assigned")},
                                                 {QStringLiteral("mode"), tr("Mode")},
                                                 {QStringLiteral("step"), tr("Step charged")},
                                                 {QStringLiteral("epoch"), tr("Epoch")},
                                                 {QStringLiteral("load"), tr("In hand before")},
                                                 {QStringLiteral("passedOver"), tr("Passed over")},
                                                 {QStringLiteral("excluded"), tr("Excluded")},
                                                 {QStringLiteral("offDuty"), tr("Off duty")},
                                                 {QStringLiteral("released"), tr("Taken back")},
                                                 {QStringLiteral("script"), tr("Script hash")}};
    for (const auto& [key, caption] : facts) {
        auto* value = dataLabel(this, QStringLiteral("evidence_") + key);
        auto* label = new QLabel(caption, this);
        label->setProperty("muted", true);
        form->addRow(label, value);
        m_facts[key] = value;
    }
    auto* body = static_cast<QHBoxLayout*>(layout()->itemAt(2)->layout());
    body->addLayout(form, 4);
}

void EvidenceDialog::setupRanking() {
    m_ranking = new RankingModel(this);
    m_table = new QTableView(this);
    m_table->setObjectName(QStringLiteral("evidenceRanking"));
    m_table->setAccessibleName(tr("Ranking at that moment"));
    auto* sorted = new QSortFilterProxyModel(m_table);
    sorted->setSourceModel(m_ranking);
    sorted->setSortRole(RankingModel::ValueRole);
    sorted->setSortLocaleAware(true);
    m_table->setModel(sorted);
    m_table->setItemDelegate(new ToneDelegate(m_table));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(tableRowHeight());
    m_table->horizontalHeader()->setHighlightSections(false);
    // In their rank, until a header is clicked; its third click gives that order back.
    m_table->horizontalHeader()->setSortIndicatorClearable(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setStretchLastSection(true);
    fitColumns(*m_table, std::array{66, 128, 128, 40});
    addCopying(*m_table);
    auto* body = static_cast<QHBoxLayout*>(layout()->itemAt(2)->layout());
    body->addWidget(m_table, 5);
}

void EvidenceDialog::setupButtons() {
    auto* buttons = new QDialogButtonBox(this);
    auto* close = buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole);
    close->setObjectName(QStringLiteral("evidenceClose"));
    close->setAutoDefault(false);
    close->setDefault(false);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout()->addWidget(buttons);
}

void EvidenceDialog::readNames(const CampusId& campus) {
    if (campus.empty()) {
        readEvidence();
        return;
    }
    whenReady(m_context.bridge.dispatch().board(m_context.bridge.call(), campus), this,
              [this](const Result<api::DispatchBoard>& board) {
                  if (board) {  // without it ids stand for names
                      for (const auto& courier : board->couriers) {
                          m_names[courier.id] = courier.name.empty() ? text(courier.id) : text(courier.name);
                      }
                  }
                  readEvidence();
              });
}

void EvidenceDialog::readEvidence() {
    whenReady(m_context.bridge.dispatch().evidence(m_context.bridge.call(), m_orderNo), this,
              [this](const Result<std::vector<api::AssignmentEvidence>>& result) {
                  m_loaded = true;
                  if (!result) {
                      m_sentence->setText(errorText(result.error()));
                  } else if (result->empty()) {
                      m_sentence->setText(tr("This order has not been assigned to anybody yet."));
                  } else {
                      m_evidence = *result;
                      const QSignalBlocker blocker(m_assignment);
                      for (const auto& evidence : m_evidence) {
                          m_assignment->addItem(tr("%1  ·  %2  ·  epoch %3")
                                                    .arg(m_context.formats.dateTime(evidence.at),
                                                         nameOf(evidence.courier), Formats::number(evidence.epoch)));
                      }
                      m_assignment->setVisible(m_evidence.size() > 1);
                      showAssignment(0);
                  }
                  Q_EMIT loaded();
              });
}

QString EvidenceDialog::nameOf(const CourierId& courier) const {
    const auto name = m_names.find(courier);
    return name == m_names.end() ? text(courier) : name->second;
}

QString EvidenceDialog::namesOf(const std::vector<CourierId>& couriers) const {
    QStringList names;
    for (const auto& courier : couriers) {
        names << nameOf(courier);
    }
    return names.isEmpty() ? tr("nobody") : wordList(names);
}

void EvidenceDialog::showAssignment(int index) {
    if (index < 0 || index >= static_cast<int>(m_evidence.size())) {
        return;
    }
    const auto& evidence = m_evidence[static_cast<std::size_t>(index)];
    m_sentence->setText(whyThisCourier(evidence, [this](const CourierId& courier) { return nameOf(courier); }));
    m_facts[QStringLiteral("courier")]->setText(nameOf(evidence.courier));
    m_facts[QStringLiteral("at")]->setText(m_context.formats.dateTime(evidence.at));
    m_facts[QStringLiteral("mode")]->setText(evidence.byName ? tr("Chosen by a person") : label(evidence.mode));
    m_facts[QStringLiteral("step")]->setText(Formats::number(evidence.step));
    m_facts[QStringLiteral("epoch")]->setText(Formats::number(evidence.epoch));
    m_facts[QStringLiteral("load")]->setText(evidence.load ? loadText(*evidence.load) : Formats::dash());
    const auto passed = whoWasPassedOver(evidence, [this](const CourierId& courier) { return nameOf(courier); });
    m_facts[QStringLiteral("passedOver")]->setText(passed.isEmpty() ? tr("nobody") : passed);
    m_facts[QStringLiteral("excluded")]->setText(namesOf(evidence.excluded));
    m_facts[QStringLiteral("offDuty")]->setText(namesOf(evidence.offDuty));
    QString released = tr("no, the courier keeps it");
    if (evidence.releasedAt) {
        released = m_context.formats.dateTime(*evidence.releasedAt);
        if (!evidence.releaseReason.empty()) {
            released += QLatin1Char('\n') + text(evidence.releaseReason);
        }
    }
    m_facts[QStringLiteral("released")]->setText(released);
    const QString hash = text(evidence.scriptSha);
    m_facts[QStringLiteral("script")]->setText(hash.isEmpty() ? Formats::dash() : hash.left(12));
    m_facts[QStringLiteral("script")]->setToolTip(plainToolTip(hash));
    m_ranking->setEvidence(evidence, m_names);
}

}  // namespace evenhand::ui
