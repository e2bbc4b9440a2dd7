// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/first_start/connect_page.h"

#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QStyle>
#include <QVBoxLayout>

#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {
namespace {

void markInvalid(QLineEdit* edit, bool isInvalid) {
    edit->setProperty("invalid", isInvalid);
    edit->style()->polish(edit);
}

}  // namespace

ConnectPage::ConnectPage(const QString& name, std::size_t fields, QWidget* parent)
    : QWidget(parent), m_labels(fields), m_edits(fields), m_name(name), m_problems(fields) {
    setObjectName(nameOf("Page"));
    auto* outer = columnIn(this, 0, kGap + kGapSmall);
    auto* card = new QFrame(this);
    card->setProperty("card", true);
    m_column = new QVBoxLayout(card);
    m_column->setContentsMargins(kGapLarge, kGapLarge - 2, kGapLarge, kGapLarge - 2);
    m_column->setSpacing(kGap);
    m_title = wrapped(plainLabel(card, nameOf("Title")));
    m_title->setFont(scaledFont(font(), 1, QFont::DemiBold));
    m_about = muted(wrapped(plainLabel(card, nameOf("About"))));
    m_column->addWidget(m_title);
    m_column->addWidget(m_about);
    outer->addWidget(card);
    outer->addStretch(1);
}

QWidget* ConnectPage::card() const noexcept { return m_column->parentWidget(); }

QGridLayout* ConnectPage::addFieldGrid() {
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(kGapLarge);
    grid->setVerticalSpacing(kGapSmall);
    grid->setColumnStretch(1, 1);
    m_column->addLayout(grid);
    return grid;
}

QLineEdit* ConnectPage::addField(QGridLayout* grid, std::size_t field, const char* name) {
    const int row = 2 * static_cast<int>(field);
    auto* edit = named(new QLineEdit(card()), QLatin1String(name));
    m_labels[field] = plainLabel(card());
    m_labels[field]->setBuddy(edit);
    m_problems[field] = wrapped(plainLabel(card(), QLatin1String(name) + QStringLiteral("Problem")));
    m_problems[field]->setProperty("tone", QStringLiteral("bad"));
    m_problems[field]->hide();
    grid->addWidget(m_labels[field], row, 0);
    grid->addWidget(edit, row, 1);
    grid->addWidget(m_problems[field], row + 1, 1, 1, 2);
    m_edits[field] = edit;
    connect(edit, &QLineEdit::textChanged, this, [this] {
        if (m_connect != nullptr) {
            clearProblems();
            check();
        }
    });
    return edit;
}

QPushButton* ConnectPage::addBrowse(QGridLayout* grid, std::size_t field, const char* name) {
    auto* button = named(new QPushButton(icon(QStringLiteral("folder")), QString(), card()), QLatin1String(name));
    grid->addWidget(button, 2 * static_cast<int>(field), 2);
    return button;
}

void ConnectPage::addProblem() {
    m_whole = wrapped(plainLabel(card(), nameOf("Problem")));
    m_whole->setProperty("problem", true);
    m_whole->hide();
    m_column->addWidget(m_whole);
}

QHBoxLayout* ConnectPage::addButtons() {
    auto* doing = new QHBoxLayout;
    m_progress = named(new QProgressBar(card()), nameOf("Progress"));
    m_progress->setRange(0, 0);
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(120, 6);
    m_doing = muted(wrapped(plainLabel(card(), nameOf("Doing"))));
    doing->addWidget(m_progress);
    doing->addWidget(m_doing, 1);
    m_column->addLayout(doing);
    auto* row = new QHBoxLayout;
    m_back = addButton(row, "Back");
    m_missing = muted(wrapped(plainLabel(card(), nameOf("Missing"))));
    row->addWidget(m_missing, 1);
    m_cancel = addButton(row, "Cancel");
    m_column->addLayout(row);
    connect(m_back, &QPushButton::clicked, this, &ConnectPage::back);
    connect(m_cancel, &QPushButton::clicked, this, &ConnectPage::cancelRequested);
    return row;
}

QPushButton* ConnectPage::addButton(QHBoxLayout* row, const char* what) {
    auto* button = named(new QPushButton(card()), nameOf(what));
    button->setAutoDefault(false);
    row->addWidget(button);
    return button;
}

void ConnectPage::addConnect(QHBoxLayout* row) {
    m_connect = addButton(row, "Connect");
    m_connect->setProperty("role", QStringLiteral("primary"));
}

void ConnectPage::clearProblems() {
    m_whole->hide();
    m_whole->clear();
    for (std::size_t field = 0; field < m_edits.size(); ++field) {
        m_problems[field]->clear();
        m_problems[field]->hide();
        if (m_edits[field]->property("invalid").toBool()) {
            markInvalid(m_edits[field], false);
        }
    }
}

void ConnectPage::markProblem(std::size_t field, const QString& sentence) {
    m_problems[field]->setText(sentence);
    m_problems[field]->show();
    markInvalid(m_edits[field], true);
}

void ConnectPage::showProblemAt(std::size_t field, const QString& sentence) {
    markProblem(field, sentence);
    m_edits[field]->setFocus();
    m_edits[field]->selectAll();
}

void ConnectPage::showWholeProblem(const QString& sentence) {
    m_whole->setText(sentence);
    m_whole->show();
}

void ConnectPage::showBusy(bool busy, const QString& what) {
    m_busy = busy;
    m_doing->setText(what);
    m_doing->setVisible(busy);
    m_progress->setVisible(busy);
    m_cancel->setVisible(busy);
    m_connect->setVisible(!busy);
}

}  // namespace evenhand::ui
