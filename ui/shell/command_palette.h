// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl+K: every command, page, order number, courier and user. Commands fit loosely, data by prefix, asked of the
// engine while typing.
// Thread: GUI. A child of the window, over its top; not a window of its own, so that focus returns where it was.
#pragma once

#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPointer>
#include <QTimer>
#include <optional>
#include <vector>

#include "engine/base/result.h"
#include "ui/shell/palette_model.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/translated.h"

namespace evenhand::ui {

class CommandPalette : public Translated<QFrame> {
    Q_OBJECT

public:
    CommandPalette(UiContext& context, QWidget* window);

    void open(std::vector<PaletteItem> commands);
    void dismiss();
    [[nodiscard]] PaletteModel* model() { return &m_model; }
    [[nodiscard]] QLineEdit* input() const { return m_input; }
    [[nodiscard]] bool isSearching() const { return m_openAnswers > 0 || m_delay.isActive(); }

Q_SIGNALS:
    void searched();  ///< the engine's answers for the typed text are in

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void setupWidgets();
    void place();
    void typed(const QString& text);
    void search();
    void found(int generation, std::vector<PaletteItem> items, std::optional<Error> error);
    void refreshEmpty();
    void run(const QModelIndex& index);
    void moveBy(int rows);
    void selectFirst();
    void retranslate() override;

    UiContext& m_context;
    PaletteModel m_model;
    QLineEdit* m_input = nullptr;
    QListView* m_list = nullptr;
    QLabel* m_empty = nullptr;
    QLabel* m_hint = nullptr;
    QTimer m_delay;
    QPointer<QWidget> m_before;
    std::vector<PaletteItem> m_collected;
    std::optional<Error> m_error;  ///< of one of the searches
    int m_generation = 0;
    int m_openAnswers = 0;
};

}  // namespace evenhand::ui
