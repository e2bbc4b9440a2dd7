// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/shared/detail_panel.h"

#include <QHBoxLayout>
#include <QScrollBar>

#include "ui/widgets/icons.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/scroll_column.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {

DetailPanel::DetailPanel(UiContext& context, Shape shape, QWidget* parent)
    : Translated(parent),
      m_context(context),
      m_shape(std::move(shape)),
      m_reads(new FeedChannel(
          m_shape.readMs, [this] { read(); }, this)) {
    setObjectName(m_shape.panel);
    columnIn(this, 0, 0);
    setupHead();
    setupBody();
}

void DetailPanel::setupHead() {
    auto* head = new QHBoxLayout;
    head->setContentsMargins(kGapLarge, kGap, kGap, kGap);
    head->setSpacing(kGap);
    m_heading = plainLabel(this, m_shape.prefix + QStringLiteral("Number"));
    m_heading->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_heading->setFont(scaledFont(font(), 1.5, QFont::DemiBold));
    m_status = new Pill(this);
    m_close = named(new QPushButton(this), m_shape.prefix + QStringLiteral("Close"));
    m_close->setProperty("role", QStringLiteral("link"));
    m_close->setIcon(icon(QStringLiteral("close")));
    connect(m_close, &QPushButton::clicked, this, &DetailPanel::closeRequested);
    head->addWidget(m_heading);
    head->addWidget(m_status);
    head->addStretch(1);
    head->addWidget(m_close);
    static_cast<QVBoxLayout*>(layout())->addLayout(head);
    m_presence = named(new PresenceLine(m_context, this), m_shape.prefix + QStringLiteral("Presence"));
    m_presence->setContentsMargins(kGapLarge, 0, kGap, kGapSmall);
    layout()->addWidget(m_presence);
}

void DetailPanel::setupBody() {
    m_empty = muted(wrapped(plainLabel(this, m_shape.prefix + QStringLiteral("Empty"))));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setContentsMargins(kGapLarge, kGapLarge, kGapLarge, kGapLarge);
    auto* body = named(new QWidget(this), QStringLiteral("detailBody"));
    m_body = new QVBoxLayout(body);
    m_body->setContentsMargins(kGapLarge, kGapSmall, kGapLarge, kGapLarge);
    m_body->setSpacing(kGap);
    m_body->addStretch(1);  // stays the last
    m_scroll = named(new ScrollColumn(body, this), m_shape.prefix + QStringLiteral("Scroll"));
    static_cast<QVBoxLayout*>(layout())->addWidget(m_empty, 1);
    static_cast<QVBoxLayout*>(layout())->addWidget(m_scroll, 1);
}

void DetailPanel::addPart(QWidget* part) { m_body->insertWidget(m_body->count() - 1, part); }

void DetailPanel::addSection(QWidget* content, const char* title) {
    auto* label = muted(wrapped(plainLabel(content->parentWidget())));
    label->setFont(scaledFont(font(), -0.5, QFont::DemiBold));
    label->setContentsMargins(0, kGap, 0, 0);
    addPart(label);
    addPart(content);
    m_titles.emplace_back(label, title);
}

// --- reading ------------------------------------------------------------------------------------------------

void DetailPanel::setActive(bool active) {
    if (active == m_active) {
        return;
    }
    m_active = active;
    m_reads->setActive(active);
    m_presence->setActive(active);
    if (active) {
        m_answered = false;  // what was known is not of now
        refresh();
    }
}

void DetailPanel::refresh() {
    if (isChosen()) {
        m_reads->request();
    }
}

void DetailPanel::begin() {
    m_answered = false;
    m_heading->setText(heading());
    m_scroll->verticalScrollBar()->setValue(0);
    if (isChosen()) {
        showNothing({});  // what stands there is of another one
        m_reads->restart();
    } else {
        m_reads->drop();
        showNothing(invitation());
    }
}

void DetailPanel::answered(const QString& whyNot) {
    m_answered = true;
    if (isRead()) {
        showRead();
    } else {
        showNothing(whyNot);
    }
    Q_EMIT loaded();
}

void DetailPanel::setListEmpty(bool empty) {
    if (m_listEmpty != empty) {
        m_listEmpty = empty;
        if (!isChosen()) {
            showNothing(invitation());
        }
    }
}

// --- what is shown ------------------------------------------------------------------------------------------

QString DetailPanel::invitation() const {
    return m_listEmpty ? QString() : metaObject()->tr(m_shape.invitation, nullptr);
}

void DetailPanel::showNothing(const QString& why) {
    m_presence->setSubject({});
    m_heading->setText(heading());
    m_status->setPill({}, Tone::Muted);
    m_empty->setText(why);
    m_empty->setProperty("nothingChosen", !isChosen());
    m_empty->show();
    m_scroll->hide();
}

void DetailPanel::showRead() {
    m_empty->hide();
    m_scroll->show();
    m_heading->setText(heading());
    m_presence->setSubject(subject());
    fill();
}

void DetailPanel::retranslate() {
    m_close->setToolTip(tr("Close the panel"));
    m_close->setAccessibleName(tr("Close the panel"));
    m_scroll->setAccessibleName(metaObject()->tr(m_shape.name, nullptr));  // texts of the panel itself
    for (const auto& [label, title] : m_titles) {
        label->setText(metaObject()->tr(title, nullptr));
    }
    if (isRead()) {
        showRead();
    } else if (!isChosen()) {
        showNothing(invitation());
    }
}

}  // namespace evenhand::ui
