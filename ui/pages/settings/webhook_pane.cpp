// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/settings/webhook_pane.h"

#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/shell/notices.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/team_labels.h"
#include "ui/widgets/tone_delegate.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {
namespace {

using Log = DeliveryTableModel;

constexpr int kWebhookWidths[WebhookModel::ColumnCount] = {150, 260, 200, 92, 76, 92, 150, 160};
constexpr int kLogWidths[Log::ColumnCount] = {150, 140, 120, 110, 76, 80, 212, 96, 130, 160};
constexpr int kLogHidden[] = {Log::MessageColumn};

}  // namespace

// --- model --------------------------------------------------------------------------------------------------

int WebhookModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

bool WebhookModel::same(const api::WebhookRow& a, const api::WebhookRow& b) const {
    return a.version == b.version && a.input == b.input && a.pending == b.pending && a.dead == b.dead &&
           a.lastDelivered == b.lastDelivered && a.lastError == b.lastError;
}

QString WebhookModel::shown(const api::WebhookRow& row, int column) const {
    switch (column) {
        case Name: return shownLine(text(row.input.name));
        case Url: return shownLine(text(row.input.url));
        case Events: {
            QStringList events;
            for (const auto event : row.input.events) {
                events << label(event);
            }
            return events.join(QStringLiteral(", "));
        }
        case State: return row.input.enabled ? tr("Enabled") : tr("Disabled");
        case Pending: return Formats::number(row.pending);
        case Dead: return Formats::number(row.dead);
        case LastDelivered: return row.lastDelivered ? m_formats.dateTime(*row.lastDelivered) : Formats::dash();
        case Error: return row.lastError.empty() ? Formats::dash() : shownLine(text(row.lastError));
        default: return {};
    }
}

QVariant WebhookModel::data(const QModelIndex& index, int role) const {
    const auto* row = at(index);
    if (!row) {
        return {};
    }
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole: return shown(*row, column);
        case Qt::ToolTipRole: return plainToolTip(shown(*row, column));
        case Qt::TextAlignmentRole:
            return static_cast<int>(Qt::AlignVCenter |
                                    (column == Pending || column == Dead ? Qt::AlignRight : Qt::AlignLeft));
        case StrongRole: return column == Name;
        case PillRole:
            return column == State ? QVariant(static_cast<int>(row->input.enabled ? Tone::Good : Tone::Muted))
                                   : QVariant();
        case InkRole: return column == Dead && row->dead > 0 ? QVariant(static_cast<int>(Tone::Bad)) : QVariant();
        default: return {};
    }
}

QVariant WebhookModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
        case Name: return tr("Name");
        case Url: return tr("Address");
        case Events: return tr("Events");
        case State: return tr("State");
        case Pending: return tr("Waiting");
        case Dead: return tr("Dead letters");
        case LastDelivered: return tr("Last delivered");
        case Error: return tr("Last error");
        default: return {};
    }
}

void WebhookModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    touchAll();
}

// --- pane ---------------------------------------------------------------------------------------------------

WebhookPane::WebhookPane(UiContext& context, QWidget* parent)
    : SettingsPane(QStringLiteral("webhooks"), context, parent),
      m_deliveries(context.bridge, context.formats),
      m_reads(new FeedChannel(
          kReadMs, [this] { read(); }, this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kGap);
    m_flow = new RowFlow(context, this);
    setupActs();
    m_problem = new QLabel(this);
    m_problem->setObjectName(QStringLiteral("webhookProblem"));
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setProperty("problem", true);
    m_problem->hide();
    layout->addWidget(m_problem);
    setupTables();
    m_deliveries.setFilterSource([this] { return filter(); });
    connect(&context.bridge, &EngineBridge::webhooksChanged, m_reads, &FeedChannel::request);
    connect(&context.bridge, &EngineBridge::stateChanged, this, &WebhookPane::refreshActions);
    connect(m_flow, &RowFlow::finished, this, &WebhookPane::refresh);
    retranslate();
}

void WebhookPane::setupActs() {
    constexpr std::pair<const char*, const char*> kShapes[kActs] = {
        {"addWebhook", "add"},   {"editWebhook", "edit"},     {"newSecret", "key"},
        {"testWebhook", "send"}, {"removeWebhook", "cancel"}, {"resend", "refresh"}};
    auto* row = new WrapRow;
    row->setSpacing(2);
    for (int i = 0; i < kActs; ++i) {
        auto* action = addCommand(kShapes[i].first, kShapes[i].second);
        connect(action, &QAction::triggered, this, [this, i] { open(static_cast<Act>(i)); });
        m_acts << action;
        if (i != Resend) {
            row->addWidget(actionButton(action, this));
        }
    }
    row->addStretch(1);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
}

void WebhookPane::setupTables() {
    m_model = new WebhookModel(context().formats, this);
    m_table = new QTableView(this);
    m_table->setObjectName(QStringLiteral("webhookTable"));
    m_table->setModel(m_model);
    styleTable(*m_table, false);
    m_empty = new EmptyHint(*m_table);
    auto* down = static_cast<QVBoxLayout*>(layout());
    down->addWidget(m_table, 2);
    auto* row = new WrapRow;
    m_logTitle = new QLabel(this);
    m_logTitle->setObjectName(QStringLiteral("deliveryTitle"));
    m_logTitle->setTextFormat(Qt::PlainText);
    m_logTitle->setFont(scaledFont(font(), 0, QFont::DemiBold));
    m_status = new ChoiceButton(false, this);
    m_status->setObjectName(QStringLiteral("deliveryStatus"));
    m_log = new PagedView(context(), m_deliveries, QStringLiteral("deliveries"), kLogWidths, kLogHidden, this);
    m_noDeliveries = new EmptyHint(*m_log);
    row->addWidget(m_logTitle, 1);
    row->addWidget(m_status);
    row->addWidget(actionButton(m_acts.at(Resend), this));
    row->addWidget(m_log->columnButton());
    down->addLayout(row);
    down->addWidget(m_log, 3);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        refreshActions();
        refreshTexts();
        if (m_opened) {
            m_deliveries.restart(m_deliveries.isDescending());
        }
    });
    connect(m_table, &QAbstractItemView::doubleClicked, this, [this] { open(Edit); });
    connect(m_status, &ChoiceButton::chosenChanged, this, [this] {
        if (m_opened) {
            m_deliveries.restart(m_deliveries.isDescending());
        }
    });
    connect(m_log, &PagedView::selectionMoved, this, &WebhookPane::refreshActions);
    connect(m_log, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex& index) {
        if (const auto* delivery = m_deliveries.row(index.row())) {
            showDelivery(delivery->id);
        }
    });
    connect(&m_deliveries, &Log::totalChanged, this, [this] {
        refreshTexts();
        refreshActions();
    });
    connect(&m_deliveries, &Log::loaded, this, &WebhookPane::readyChanged);
}

QString WebhookPane::title() const { return tr("Webhooks"); }

bool WebhookPane::isReady() const { return m_read.has_value() && !m_deliveries.isLoading() && !m_flow->isBusy(); }

void WebhookPane::setActive(bool active) {
    m_reads->setActive(active);
    m_deliveries.setActive(active);
    if (active) {
        m_reads->request();
        std::exchange(m_opened, true) ? m_deliveries.refresh() : m_deliveries.restart();
    }
}

void WebhookPane::refresh() {
    m_reads->request();
    m_deliveries.refresh();
}

void WebhookPane::read() {
    auto& bridge = context().bridge;
    whenReady(bridge.webhooks().webhooks(bridge.call()), this,
              [this, generation = m_reads->generation()](const Result<std::vector<api::WebhookRow>>& rows) {
                  if (!m_reads->answered(generation, rows)) {
                      return;
                  }
                  m_read = rows;
                  m_model->take(rows);
                  refreshTexts();
                  refreshActions();
                  Q_EMIT readyChanged();
              });
}

const api::WebhookRow* WebhookPane::chosen() const {
    const auto rows = m_table->selectionModel()->selectedRows();
    return rows.isEmpty() ? nullptr : m_model->at(rows.front());
}

api::DeliveryFilter WebhookPane::filter() const {
    api::DeliveryFilter filter;
    if (const auto* row = chosen()) {
        filter.webhook = row->id;
    }
    for (const QString& key : m_status->chosen()) {
        if (const auto status = api::deliveryStatusFrom(key.toStdString())) {
            filter.statuses.push_back(*status);
        }
    }
    return filter;
}

QString WebhookPane::whyNot(Act which) const {
    const auto operationOf = [which] {
        switch (which) {
            case Add: return api::Operation::WebhooksCreate;
            case Edit: return api::Operation::WebhooksEdit;
            case NewSecret: return api::Operation::WebhooksNewSecret;
            case Test: return api::Operation::WebhooksTest;
            case Remove: return api::Operation::WebhooksRemove;
            case Resend:
            case kActs: break;
        }
        return api::Operation::WebhooksResend;
    };
    if (const QString why = context().bridge.whyNotAllowed(operationOf()); !why.isEmpty()) {
        return why;
    }
    if (which == Add) {
        return {};
    }
    if (which == Resend) {
        const auto selected = selectedRows(*m_log);
        return selected == 0           ? tr("Select deliveries first.")
               : selected > kMaxFrozen ? tr("At most %1 deliveries at a time; %2 selected.")
                                             .arg(Formats::number(kMaxFrozen), Formats::number(selected))
                                       : QString();
    }
    return chosen() ? QString() : tr("Select a webhook first.");
}

void WebhookPane::open(Act which) {
    if (!action(which)->isEnabled()) {
        return;
    }
    const auto made = [this](const api::WebhookCreated& created) {
        m_secret = new SecretDialog(text(created.row.input.name), created.secret, window());
        m_secret->open();
    };
    const auto* row = chosen();
    if (which == Add) {
        m_dialog = openWebhook(context(), std::nullopt, made, window());
    } else if (which == Resend) {
        resend();
    } else if (row) {
        switch (which) {
            case Edit: m_dialog = openWebhook(context(), *row, {}, window()); break;
            case NewSecret: m_dialog = openNewSecret(context(), *row, made, window()); break;
            case Test: test(*row); break;
            case Remove: m_dialog = openRemoveWebhook(context(), *row, window()); break;
            case Add:
            case Resend:
            case kActs: break;
        }
    }
}

void WebhookPane::test(const api::WebhookRow& row) {
    auto& bridge = context().bridge;
    whenReady(bridge.webhooks().test(bridge.call(), row.id), this,
              [this, name = shownLine(text(row.input.name))](const Result<DeliveryId>& id) {
                  if (id) {
                      context().notices.info(tr("A test is on its way to %1; the log shows the outcome.").arg(name));
                  } else {
                      context().notices.bad(tr("The test could not be sent: %1").arg(errorText(id.error())));
                  }
                  refresh();
              });
}

void WebhookPane::resend() {
    m_deliveries.freeze(m_log->selectionModel()->selection(), this,
                        [this](Result<std::vector<api::DeliveryRow>> frozen) {
                            if (frozen) {
                                resendFrozen(*frozen);
                            } else {
                                context().notices.bad(errorText(frozen.error()));
                            }
                        });
}

void WebhookPane::resendFrozen(const std::vector<api::DeliveryRow>& frozen) {
    RowFlow::Spec spec;
    for (const auto& row : frozen) {
        spec.rows.push_back({row.id.value,
                             0,
                             QStringLiteral("%1 %2").arg(label(row.event), shownLine(text(row.subject))),
                             shownLine(text(row.webhookName)),
                             tr("the same message is resent"),
                             {}});
    }
    spec.texts.title = tr("Resend");
    spec.texts.question =
        tr("%1 messages will be resent, delivered or not.", nullptr, Formats::plural(std::ssize(frozen)))
            .arg(Formats::number(std::ssize(frozen)));
    spec.texts.effect = tr("The message ID stays the same, so the receiver can detect duplicates.");
    spec.texts.confirm = tr("Resend");
    spec.texts.reasonHint = tr("Required; kept in the audit log");
    spec.header = {tr("Message"), tr("Webhook"), tr("Now")};
    auto answered = std::make_shared<RowFlow::Now>();
    spec.submit = [this, answered](const api::Call& call, const RowFlow::Rows& rows,
                                   std::function<void(RowFlow::Answers)> done) {
        std::vector<DeliveryId> ids;
        for (const auto& row : rows) {
            ids.push_back({row.id});
        }
        // The answers stand in the order asked; each names its task, not its delivery.
        whenReady(context().bridge.webhooks().resend(call, ids), this,
                  [answered, ids, done = std::move(done)](const Result<std::vector<api::TaskAnswer>>& outcomes) {
                      if (!outcomes) {
                          done(fail(outcomes.error()));
                          return;
                      }
                      std::vector<FlowAnswer> answers;
                      for (std::size_t i = 0; i < outcomes->size() && i < ids.size(); ++i) {
                          answers.push_back({ids[i].value, (*outcomes)[i].error, 0});
                          (*answered)[ids[i].value] = label((*outcomes)[i].status);
                      }
                      done(std::move(answers));
                  });
    };
    spec.readBack = [answered](std::vector<std::int64_t>, std::function<void(RowFlow::Now)> done) { done(*answered); };
    (void)m_flow->begin(std::move(spec));
}

void WebhookPane::showDelivery(DeliveryId id) {
    auto& bridge = context().bridge;
    whenReady(bridge.webhooks().delivery(bridge.call(), id), this, [this](const Result<api::DeliveryDetail>& detail) {
        if (!detail) {
            context().notices.bad(errorText(detail.error()));
            return;
        }
        m_delivery = new DeliveryDialog(*detail, context().formats, window());
        m_delivery->open();
    });
}

void WebhookPane::refreshTexts() {
    m_empty->setHint(m_read && *m_read ? tr("There are no webhooks yet. Add one to send events to a program.")
                                       : QString());
    m_problem->setVisible(m_read && !*m_read);
    if (m_read && !*m_read) {
        m_problem->setText(tr("Could not be read: %1").arg(errorText(m_read->error())));
    }
    const auto total = m_deliveries.total();
    m_noDeliveries->setHint(total != 0 || m_deliveries.lastError() ? QString()
                            : m_status->chosen().isEmpty()         ? tr("Nothing has been sent yet.")
                                                                   : tr("No delivery matches the filter."));
    const QString count = total < 0 ? Formats::dash() : Formats::number(total);
    const auto* row = chosen();
    m_logTitle->setText(row ? tr("Deliveries to %1: %2").arg(shownLine(text(row->input.name)), count)
                            : tr("Deliveries to all: %1").arg(count));
}

void WebhookPane::refreshActions() {
    for (int i = 0; i < kActs; ++i) {
        setActionState(*m_acts.at(i), whyNot(static_cast<Act>(i)));
    }
}

void WebhookPane::retranslate() {
    const QString names[kActs] = {tr("Add a webhook…"), tr("Edit…"),   tr("New secret…"),
                                  tr("Send a test"),    tr("Remove…"), tr("Resend…")};
    for (int i = 0; i < kActs; ++i) {
        setActionTexts(*m_acts.at(i), names[i]);
    }
    m_table->setAccessibleName(tr("Webhooks"));
    m_log->setAccessibleName(tr("Deliveries"));
    m_status->setTitle(tr("Status"), tr("Every status"));
    std::vector<ChoiceButton::Choice> statuses;
    for (const auto status :
         {api::DeliveryStatus::Pending, api::DeliveryStatus::Delivered, api::DeliveryStatus::Dead}) {
        statuses.push_back({keyText(api::toText(status)), label(status)});
    }
    m_status->setChoices(statuses);
    m_model->retranslate();
    m_deliveries.retranslate();
    m_log->retranslate();
    fitColumns(*m_table, kWebhookWidths);
    for (auto* button : findChildren<QToolButton*>()) {
        if (button->defaultAction()) {
            QString name = button->defaultAction()->text();
            button->setAccessibleName(name.remove(QStringLiteral("…")));
        }
    }
    refreshTexts();
    refreshActions();
}

}  // namespace evenhand::ui
