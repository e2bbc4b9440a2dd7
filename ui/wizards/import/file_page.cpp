// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/import/file_page.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStandardPaths>
#include <algorithm>

#include "ui/bridge/continuation.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/shell/import_labels.h"
#include "ui/shell/session.h"
#include "ui/tables/typing_pause.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/theme.h"
#include "ui/wizards/import/import_texts.h"

namespace evenhand::ui {
namespace {

QString profileLabel(const std::string& name) {
    if (name == "native") {
        return FilePage::tr("Evenhand's own columns");
    }
    return name == "online-retail" ? FilePage::tr("Online Retail data set") : shownLine(QString::fromStdString(name));
}

}  // namespace

FilePage::FilePage(UiContext& context, QWidget* parent) : WizardStep("importFile", parent), m_context(context) {
    setupFile();
    setupChoices();
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingMs);
    connect(&m_typing, &QTimer::timeout, this, &FilePage::look);
    down()->addStretch(1);
    offerProfiles();
    done();
}

void FilePage::setupFile() {
    auto* holder = new QWidget(this);
    auto* across = new QHBoxLayout(holder);
    across->setContentsMargins(0, 0, 0, 0);
    across->setSpacing(kGap);
    m_path = new QLineEdit(holder);
    m_path->setObjectName(QStringLiteral("importPath"));
    m_path->setAccessibleName(tr("File"));
    m_path->setPlaceholderText(tr("A CSV file; it can also be dropped here"));
    m_path->setAcceptDrops(false);  // the wizard takes a file that is dropped, wherever in it
    auto* choose = new QPushButton(tr("Browse…"), holder);
    choose->setObjectName(QStringLiteral("importBrowse"));
    choose->setAutoDefault(false);
    across->addWidget(m_path, 1);
    across->addWidget(choose);
    holder->setFocusProxy(m_path);
    addField("file", holder, Room::Whole);
    connect(m_path, &QLineEdit::textChanged, this, [this] {
        ++m_generation;
        m_file.reset();
        m_error.reset();
        m_isLooking = !path().isEmpty();
        m_typing.start();
        check();
    });
    connect(choose, &QPushButton::clicked, this, &FilePage::browse);
}

void FilePage::setupChoices() {
    m_kind = new QComboBox(this);
    m_kind->setObjectName(QStringLiteral("importKind"));
    for (std::size_t i = 0; i < kImportKinds; ++i) {
        m_kind->addItem(importKindLabel(static_cast<ImportKind>(i)));
    }
    m_kind->setCurrentIndex(static_cast<int>(ImportKind::Orders));
    m_profile = new QComboBox(this);
    m_profile->setObjectName(QStringLiteral("importProfile"));
    addField("kind", m_kind);
    addField("profile", m_profile);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &FilePage::offerProfiles);
    connect(m_profile, &QComboBox::currentIndexChanged, this, [this] {
        check();
        Q_EMIT chosen();
    });
}

void FilePage::setFile(const QString& path) {
    m_path->setText(path);
    m_typing.stop();
    look();
}

void FilePage::browse() {
    auto* dialog = new QFileDialog(window(), tr("Import a file"));
    dialog->setObjectName(QStringLiteral("importFileDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("CSV files (*.csv)"), tr("All files (*)")});
    dialog->setDirectory(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation));
    connect(dialog, &QFileDialog::fileSelected, this, &FilePage::setFile);
    dialog->open();
}

// --- the file -----------------------------------------------------------------------------------------------

void FilePage::look() {
    const int generation = ++m_generation;
    m_isLooking = !path().isEmpty();
    check();
    if (!m_isLooking) {
        return;
    }
    whenReady(m_context.session.imports()->look(path().toStdString()), this,
              [this, generation](const Result<ImportFile>& file) {
                  if (generation == m_generation) {
                      looked(file);
                  }
              });
}

void FilePage::looked(const Result<ImportFile>& file) {
    m_isLooking = false;
    if (!file) {
        m_error = file.error();
        check();
        return;
    }
    m_file = *file;
    if (!m_file->fits.empty()) {
        const QSignalBlocker blocker(m_kind);
        m_kind->setCurrentIndex(static_cast<int>(m_file->fits.front().kind));
    }
    offerProfiles();
}

ImportKind FilePage::kind() const { return static_cast<ImportKind>(m_kind->currentIndex()); }

void FilePage::offerProfiles() {
    m_offers.clear();
    bool hasOwn = false;
    if (m_file) {
        for (const auto& fit : m_file->fits) {
            if (fit.kind == kind()) {
                m_offers.push_back(fit);
                hasOwn = hasOwn || fit.profile == "native";
            }
        }
    }
    if (!hasOwn) {
        m_offers.push_back(
            ownColumns(kind(), m_file.value_or(ImportFile{}), m_context.session.imports()->fields(kind())));
    }
    {
        const QSignalBlocker blocker(m_profile);
        m_profile->clear();
        for (const auto& offer : m_offers) {
            m_profile->addItem(profileLabel(offer.profile));
        }
    }
    check();
    Q_EMIT chosen();
}

ImportPlan FilePage::plan() const {
    return m_offers.at(static_cast<std::size_t>(std::max(0, m_profile->currentIndex())));
}

// --- words --------------------------------------------------------------------------------------------------

QString FilePage::labelOf(const std::string& field) const {
    return field == "file" ? tr("File") : field == "kind" ? tr("Rows are") : tr("Profile");
}

QString FilePage::problemOf(const std::string& field) const {
    if (field == "file") {
        if (path().isEmpty()) {
            return tr("Choose a file.");
        }
        return m_isLooking ? tr("Reading the file…")
               : m_error   ? importErrorText(*m_error, m_context.formats)
                           : QString();
    }
    return field == "kind" ? m_context.bridge.whyNotAllowed(importOperation(kind())) : QString();
}

QString FilePage::fileHint() const {
    if (!m_file) {
        return tr("A CSV file in UTF-8 whose first line names the columns.");
    }
    if (m_file->samples.empty()) {
        return tr("There are no rows below the first line.");
    }
    if (m_file->columns.size() == 1) {
        return tr("There is only one column. Columns are separated by , ; | or tabs.");
    }
    const auto count = static_cast<std::int64_t>(m_file->columns.size());
    return tr("%1 columns", nullptr, Formats::plural(count)).arg(Formats::number(count));
}

QString FilePage::hintOf(const std::string& field) const {
    if (field == "file") {
        return fileHint();
    }
    if (field == "kind") {
        return m_file && m_file->fits.empty() ? tr("No kind of rows has these columns. Assign them in the next step.")
               : m_file                       ? tr("Recognised by the columns; another kind can be chosen.")
                                              : QString();
    }
    return tr("How the columns are assigned. Saved profiles are offered for files that have their columns.");
}

bool FilePage::isWarned(const std::string& field) const {
    return m_file && ((field == "file" && (m_file->samples.empty() || m_file->columns.size() == 1)) ||
                      (field == "kind" && m_file->fits.empty()));
}

QString FilePage::whyFixed(const std::string& /*field*/) const { return {}; }

bool FilePage::isBlank(const std::string& field) const { return field == "file" && (path().isEmpty() || m_isLooking); }

}  // namespace evenhand::ui
