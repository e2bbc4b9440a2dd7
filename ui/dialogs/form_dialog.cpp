// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/form_dialog.h"

#include <QDialogButtonBox>
#include <QPointer>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "engine/api/limits.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/dialogs/outcome_text.h"
#include "ui/widgets/fit_to_screen.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/lines_edit.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {
namespace {

constexpr int kFormWidth = 620;
constexpr int kFieldWidth = 300;
constexpr int kMaxReason = static_cast<int>(api::kMaxReason);

/// What takes the keyboard of a field that may be made of several.
QWidget* focusPartOf(QWidget& field) {
    if (field.focusPolicy() != Qt::NoFocus || field.focusProxy() != nullptr) {
        return &field;
    }
    for (auto* part : field.findChildren<QWidget*>()) {
        if ((part->focusPolicy() & Qt::TabFocus) != 0 && part->isEnabled()) {
            return part;
        }
    }
    return &field;
}

}  // namespace

FormDialog::FormDialog(UiContext& context, const QString& name, const Texts& texts, QWidget* parent)
    : DraftDialog(parent), m_context(context), m_name(name) {
    setObjectName(name);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(texts.title);
    setMinimumWidth(byText(kFormWidth));
    auto* layout = columnIn(this, kGapLarge, kGapLarge);
    if (!texts.intro.isEmpty()) {
        auto* intro = muted(wrapped(plainLabel(this, name + QStringLiteral("Intro"), texts.intro)));
        layout->addWidget(intro);
    }
    m_grid = new QGridLayout;
    m_grid->setHorizontalSpacing(kGapLarge);
    m_grid->setVerticalSpacing(kGap);
    m_grid->setColumnStretch(2, 1);
    layout->addLayout(m_grid);
    if (texts.reasonNeeded) {
        setupReason();
    }
    setupButtons(texts);
    recheck();
}

void FormDialog::setupReason() {
    m_reason = named(new LinesEdit(this), QStringLiteral("reasonEdit"), tr("Reason"));
    m_reason->setPlaceholderText(tr("Reason, required; kept in the audit log"));
    m_reason->setTabChangesFocus(true);
    m_reason->setFixedHeight(byText(56));
    layout()->addWidget(m_reason);
    connect(m_reason, &QPlainTextEdit::textChanged, this, &FormDialog::recheck);
}

void FormDialog::setupButtons(const Texts& texts) {
    m_error = muted(wrapped(plainLabel(this, m_name + QStringLiteral("Error"))));
    auto* buttons = new QDialogButtonBox(this);
    m_confirm = named(buttons->addButton(texts.confirm, QDialogButtonBox::AcceptRole), QStringLiteral("confirmButton"));
    m_confirm->setProperty("role", texts.danger ? QStringLiteral("danger") : QStringLiteral("primary"));
    m_confirm->setAutoDefault(!texts.danger);
    m_confirm->setShortcut(Qt::CTRL | Qt::Key_Return);
    m_back = named(buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole), QStringLiteral("backButton"));
    m_back->setAutoDefault(false);
    connect(m_confirm, &QPushButton::clicked, this, &FormDialog::submit);
    connect(buttons, &QDialogButtonBox::rejected, this, &DraftDialog::leave);
    auto* row = new QHBoxLayout;
    row->addWidget(m_error, 1);
    row->addWidget(buttons);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
}

void FormDialog::addField(const QString& name, const QString& caption, QWidget* field, const QString& hint,
                          std::function<QString()> check) {
    auto* captionLabel = wrapped(plainLabel(this, {}, caption));
    captionLabel->setWordWrap(false);
    captionLabel->setMinimumHeight(controlHeight());  // beside the first line of what is higher
    captionLabel->setBuddy(field);
    if (field->accessibleName().isEmpty()) {
        field->setAccessibleName(caption);
    }
    const bool isNarrow = field->maximumWidth() < QWIDGETSIZE_MAX;
    if (!isNarrow) {
        field->setMinimumWidth(kFieldWidth);
    }
    auto* said = muted(wrapped(plainLabel(this, m_name + QStringLiteral("Hint_") + name, hint)));
    const int row = m_grid->rowCount();
    m_grid->addWidget(captionLabel, row, 0, Qt::AlignTop);
    m_grid->addWidget(field, row, 1, isNarrow ? Qt::AlignLeft : Qt::Alignment());
    m_grid->addWidget(said, row, 2);
    m_fields.push_back({name, caption, hint, field, said, std::move(check)});
    recheck();
}

/// Reason and buttons are made before the fields, which whoever opens the form adds, and would be reached first.
void FormDialog::orderTabs() {
    QWidget* last = previousInFocusChain();
    for (QWidget* each :
         {static_cast<QWidget*>(m_reason), static_cast<QWidget*>(m_confirm), static_cast<QWidget*>(m_back)}) {
        if (each != nullptr && each != last) {
            setTabOrder(last, each);
            last = each;
        }
    }
}

void FormDialog::showEvent(QShowEvent* event) {
    orderTabs();
    const auto first =
        std::find_if(m_fields.begin(), m_fields.end(), [](const Field& field) { return field.widget->isEnabled(); });
    if (focusWidget() == nullptr && first != m_fields.end()) {
        focusPartOf(*first->widget)->setFocus();
    }
    DraftDialog::showEvent(event);
    // What its texts need in the width that they have now.
    layout()->activate();
    if (const int needed = layout()->totalHeightForWidth(width()); needed > height()) {
        resize(width(), needed);
        fitToScreen(*this);
    }
}

void FormDialog::addAcross(QWidget* widget) { m_grid->addWidget(widget, m_grid->rowCount(), 0, 1, 3); }

void FormDialog::setWhyNot(std::function<QString()> why) {
    m_whyNot = std::move(why);
    recheck();
}

void FormDialog::needs(api::Operation operation) {
    auto& bridge = m_context.bridge;
    setWhyNot([&bridge, operation] { return bridge.whyNotAllowed(operation); });
    connect(&bridge, &EngineBridge::stateChanged, this, &FormDialog::recheck);
}

QString FormDialog::reason() const { return m_reason ? m_reason->toPlainText().trimmed() : QString(); }

void FormDialog::mark(Field& field, const QString& problem) {
    field.said->setText(problem.isEmpty() ? field.hint : problem);
    field.said->setProperty("muted", problem.isEmpty());
    field.said->setProperty("tone", problem.isEmpty() ? QString() : QStringLiteral("bad"));
    field.widget->setProperty("invalid", !problem.isEmpty());
    for (QWidget* each : {static_cast<QWidget*>(field.said), field.widget}) {
        each->style()->unpolish(each);
        each->style()->polish(each);
    }
}

void FormDialog::say(const QString& why, bool atField) {
    m_said = why;
    m_error->setText(atField ? QString() : why);  // once is enough
}

void FormDialog::recheck() {
    enableFields();
    QString why = m_whyNot ? m_whyNot() : QString();
    bool saidThere = false;
    for (auto& field : m_fields) {
        const QString problem = field.check ? field.check() : QString();
        if (m_changed) {
            mark(field, problem);
        }
        if (why.isEmpty() && !problem.isEmpty()) {
            why = tr("%1: %2", "field, problem").arg(field.caption, problem);
            saidThere = field.widget->property(kSaysProblem).toBool();
        }
    }
    if (why.isEmpty() && m_reason && reason().isEmpty()) {
        why = tr("Enter a reason.");
    } else if (why.isEmpty() && reason().size() > kMaxReason) {
        why = tr("The reason is longer than %1 characters.").arg(kMaxReason);
    }
    if (why.isEmpty() && m_busy) {
        why = tr("Waiting for the engine…");
    }
    if (why.isEmpty() && m_changed && !m_changed()) {
        why = tr("Nothing has been changed.");
    }
    m_confirm->setEnabled(why.isEmpty());
    m_confirm->setToolTip(plainToolTip(why));
    m_back->setEnabled(!m_busy);
    say(why, saidThere);
}

void FormDialog::submit() {
    if (m_busy || !m_submit) {
        return;
    }
    for (auto& field : m_fields) {
        mark(field, {});
    }
    m_busy = true;
    recheck();
    m_submit(reason(), [self = QPointer(this)](const std::optional<Error>& error) {
        if (self) {
            self->answered(error);
        }
    });
}

void FormDialog::answered(const std::optional<Error>& error) {
    m_busy = false;
    recheck();
    if (!error) {
        Q_EMIT saved();
        accept();
        return;
    }
    bool saidThere = false;
    for (auto& field : m_fields) {
        if (field.name == text(error->field)) {
            mark(field, refusalOf(*error));
            focusPartOf(*field.widget)->setFocus();
            saidThere = true;
        }
    }
    say(refusalOf(*error), saidThere);
}

QString FormDialog::refusalOf(const Error& error) const {
    return refusalText(error, m_context.formats, m_context.bridge.now());
}

}  // namespace evenhand::ui
