// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/settings_dialog.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <algorithm>

#include "ui/bridge/continuation.h"
#include "ui/shell/campus_scope.h"
#include "ui/shell/notices.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {
namespace {

constexpr int kSettingsWidth = 780;

}  // namespace

SettingsDialog::SettingsDialog(UiContext& context, const QString& name, const QString& title, api::Operation operation,
                               QWidget* parent)
    : FormDialog(context, name, {title, {}, tr("Save"), false, false}, parent), m_parts(name) {
    setObjectName(name + QStringLiteral("Dialog"));
    confirmButton()->setObjectName(name + QStringLiteral("Save"));
    backButton()->setObjectName(name + QStringLiteral("Close"));
    setMinimumWidth(byText(kSettingsWidth));
    needs(operation);
    setSubmit([this](const QString& /*reason*/, const Done& done) {
        whenReady(save(), this, [this, done](const Result<void>& result) {
            if (result) {
                this->context().notices.good(savedText());
            }
            done(result ? std::nullopt : std::optional(result.error()));
        });
    });
}

void SettingsDialog::addCampuses(const QString& caption, const std::vector<CampusId>& campuses, const CampusId& shown,
                                 const QString& workspace) {
    m_campus = choice(m_parts + QStringLiteral("Campus"));
    for (const auto& campus : campuses) {
        m_campus->addItem(campus.empty() ? workspace : context().scope.nameOf(campus), text(campus));
    }
    m_campus->setCurrentIndex(std::max(0, m_campus->findData(text(shown))));
    addField(QStringLiteral("campus"), caption, m_campus);
}

std::size_t SettingsDialog::campusAt() const { return static_cast<std::size_t>(std::max(0, m_campus->currentIndex())); }

void SettingsDialog::enableFields() {
    if (m_campus != nullptr) {
        m_campus->setEnabled(!isBusy());
    }
}

void SettingsDialog::begin() {
    setChanged([this] { return isChanged(); });
    recheck();
}

QLineEdit* SettingsDialog::lineEdit(const QString& name, int width) {
    auto* edit = named(new QLineEdit(this), name);
    edit->setMaximumWidth(byText(width));
    connect(edit, &QLineEdit::textChanged, this, &SettingsDialog::recheck);
    return edit;
}

QComboBox* SettingsDialog::choice(const QString& name) {
    auto* box = named(new QComboBox(this), name);
    connect(box, &QComboBox::currentIndexChanged, this, &SettingsDialog::recheck);
    return box;
}

void SettingsDialog::addNote(const QString& note) {
    auto* label = muted(wrapped(plainLabel(this, {}, note)));
    addAcross(label);
}

}  // namespace evenhand::ui
