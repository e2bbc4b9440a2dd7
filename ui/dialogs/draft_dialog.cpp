// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/draft_dialog.h"

#include "ui/widgets/parts.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <algorithm>
#include <optional>

namespace evenhand::ui {
namespace {

/// What a person can set in it; nullopt: nothing.
std::optional<QString> valueOf(const QWidget* widget) {
    if (const auto* line = qobject_cast<const QLineEdit*>(widget)) {
        return line->isReadOnly() ? std::nullopt : std::optional(line->text());
    }
    if (const auto* lines = qobject_cast<const QPlainTextEdit*>(widget)) {
        return lines->isReadOnly() ? std::nullopt : std::optional(lines->toPlainText());
    }
    if (const auto* choice = qobject_cast<const QComboBox*>(widget)) {
        return choice->currentText();
    }
    if (const auto* number = qobject_cast<const QAbstractSpinBox*>(widget)) {
        return number->text();
    }
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
        return button->isCheckable() ? std::optional(QString::number(button->isChecked())) : std::nullopt;
    }
    return std::nullopt;
}

bool isTyped(const QWidget* widget) {
    const auto* line = qobject_cast<const QLineEdit*>(widget);
    const auto* lines = qobject_cast<const QPlainTextEdit*>(widget);
    return (line != nullptr && line->isModified()) || (lines != nullptr && lines->document()->isModified());
}

}  // namespace

DraftDialog::DraftDialog(QWidget* parent) : QDialog(parent) { QCoreApplication::instance()->installEventFilter(this); }

void DraftDialog::begin() {
    m_begun = true;
    m_before.clear();
    for (auto* widget : findChildren<QWidget*>()) {
        if (auto value = valueOf(widget)) {
            m_before.emplace_back(widget, std::move(*value));
        }
    }
}

void DraftDialog::isNoLoss(const QWidget* field) {
    for (auto& [widget, before] : m_before) {
        if (widget.data() == field) {
            before = valueOf(field).value_or(before);
        }
    }
}

bool DraftDialog::isChanged() const {
    if (!m_begun) {
        return false;
    }
    const auto widgets = findChildren<QWidget*>();
    return std::any_of(widgets.begin(), widgets.end(), [this](QWidget* widget) {
        const auto value = valueOf(widget);
        const auto before =
            std::find_if(m_before.begin(), m_before.end(), [widget](const auto& each) { return each.first == widget; });
        // A field that was not there yet: only what a person typed into it.
        return value && (before == m_before.end() ? isTyped(widget) : before->second != *value);
    });
}

void DraftDialog::leave() {
    if (isHeld() || m_question) {
        return;
    }
    if (!isChanged()) {
        reject();
        return;
    }
    m_question = named(
        new QMessageBox(QMessageBox::NoIcon, windowTitle(), tr("Discard what you typed?"), QMessageBox::NoButton, this),
        QStringLiteral("discardQuestion"));
    m_question->setAttribute(Qt::WA_DeleteOnClose);
    auto* discard =
        named(m_question->addButton(tr("Discard"), QMessageBox::DestructiveRole), QStringLiteral("discardButton"));
    auto* keep =
        named(m_question->addButton(tr("Keep editing"), QMessageBox::RejectRole), QStringLiteral("keepEditingButton"));
    m_question->setDefaultButton(keep);
    m_question->setEscapeButton(keep);
    connect(discard, &QAbstractButton::clicked, this, [this] { reject(); });
    m_question->open();
}

void DraftDialog::reject() {
    if (!isHeld()) {
        QDialog::reject();
    }
}

bool DraftDialog::eventFilter(QObject* watched, QEvent* event) {
    if (!m_begun && isVisible()) {
        switch (event->type()) {
            case QEvent::KeyPress:
            case QEvent::MouseButtonPress:
            case QEvent::Wheel:
            case QEvent::InputMethod:
            case QEvent::Drop: {
                const auto* widget = qobject_cast<QWidget*>(watched);
                if (widget != nullptr && (widget == this || isAncestorOf(widget))) {
                    begin();
                }
                break;
            }
            default: break;
        }
    }
    return QDialog::eventFilter(watched, event);
}

void DraftDialog::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Cancel)) {
        leave();
        return;
    }
    QDialog::keyPressEvent(event);
}

void DraftDialog::closeEvent(QCloseEvent* event) {
    if (event->spontaneous() && isVisible()) {
        event->ignore();
        leave();
        return;
    }
    QDialog::closeEvent(event);
}

}  // namespace evenhand::ui
