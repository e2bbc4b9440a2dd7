// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl+K: every command and page, and everything that has a number or a name: orders, couriers, products, … Commands
// fit loosely; the rest the engine finds while one types, by kind and the newest first, as soon as it comes.
// Thread: GUI. A child of the window, over its top; not a window of its own, so that focus returns where it was.
#pragma once

#include <QFrame>
#include <QFuture>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPointer>
#include <QTimer>
#include <optional>
#include <string>
#include <vector>

#include "engine/api/search_desk.h"
#include "engine/base/result.h"
#include "ui/shell/palette_model.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/translated.h"

namespace evenhand::ui {

class CommandPalette : public Translated<QFrame> {
    Q_OBJECT

public:
    CommandPalette(UiContext& context, QWidget* window);

    /// `text`: what stands in its field to begin with.
    void open(std::vector<PaletteItem> commands, const QString& text = {});
    void dismiss();
    [[nodiscard]] PaletteModel* model() { return &m_model; }
    [[nodiscard]] QLineEdit* input() const { return m_input; }

Q_SIGNALS:
    void searched();  ///< the engine's answers for the typed text are in

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void setupWidgets();
    void place();
    void typed(const QString& text);
    void search();
    void ask(const std::string& wanted, std::vector<api::SearchKind> kinds);
    void found(const Result<api::SearchResult>& result);
    void showFound();
    void dropAsked();
    void refreshEmpty();
    void run(const QModelIndex& index);
    void moveBy(int rows);
    void selectChosen();
    void retranslate() override;

    UiContext& m_context;
    PaletteModel m_model;
    QLineEdit* m_input = nullptr;
    QListView* m_list = nullptr;
    QLabel* m_empty = nullptr;
    QLabel* m_hint = nullptr;
    QTimer m_delay;
    QPointer<QWidget> m_before;
    std::vector<QFuture<Result<api::SearchResult>>> m_asked;
    api::SearchResult m_found;     ///< of those that have answered, by kind
    std::optional<Error> m_error;  ///< of one of the searches
    QString m_chosen;              ///< the key of what the arrows chose; empty: the first
    int m_generation = 0;
    int m_openAnswers = 0;
};

}  // namespace evenhand::ui
