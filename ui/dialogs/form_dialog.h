// SPDX-License-Identifier: GPL-3.0-or-later
// A form that is saved: named fields, what is wrong with each said while typing, a reason where one is needed; it stays
// open until the engine has answered, and shows the engine's refusal at the field that it names.
// Thread: GUI. Invariant: it is accepted only after the engine said yes.
#pragma once

#include <QGridLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <functional>
#include <optional>
#include <vector>

#include "engine/api/operations.h"
#include "engine/base/result.h"
#include "ui/dialogs/draft_dialog.h"
#include "ui/shell/ui_context.h"

namespace evenhand::ui {

class FormDialog : public DraftDialog {
    Q_OBJECT

public:
    struct Texts {
        QString title;
        QString intro;  ///< what it means; may be empty
        QString confirm;
        bool danger = false;
        bool reasonNeeded = false;
    };
    using Done = std::function<void(std::optional<Error>)>;

    /// `name`: object name of the dialog and prefix of its buttons.
    FormDialog(UiContext& context, const QString& name, const Texts& texts, QWidget* parent);

    /// Property of a field's widget that itself shows what is wrong, so that the dialog does not say it again.
    static constexpr const char* kSaysProblem = "saysProblem";
    /// `name`: as the engine calls the field. `hint`: shown beside while nothing is wrong. `check`: what is wrong now.
    /// The caller connects the widget's changes to recheck().
    void addField(const QString& name, const QString& caption, QWidget* field, const QString& hint = {},
                  std::function<QString()> check = {});
    /// Across, without a caption.
    void addAcross(QWidget* widget);
    /// What is there is changed, rather than something new made: what is wrong with a field is marked while typing, and
    /// as long as nothing was changed there is nothing to confirm.
    void setChanged(std::function<bool()> changed) { m_changed = std::move(changed); }
    /// Comes first: a missing permission, a read-only engine.
    void setWhyNot(std::function<QString()> why);
    /// Only for whom the operation is allowed, while it is open.
    void needs(api::Operation operation);
    /// Asks the engine with the reason typed; calls `done` once. Not called while something is wrong.
    void setSubmit(std::function<void(const QString& reason, Done done)> submit) { m_submit = std::move(submit); }
    void recheck();

    [[nodiscard]] QPushButton* confirmButton() const { return m_confirm; }
    [[nodiscard]] QPushButton* backButton() const { return m_back; }
    /// What is wrong now, wherever it is shown.
    [[nodiscard]] const QString& said() const noexcept { return m_said; }
    [[nodiscard]] bool isBusy() const noexcept { return m_busy; }

Q_SIGNALS:
    void saved();

protected:
    [[nodiscard]] bool isHeld() const override { return m_busy; }
    void showEvent(QShowEvent* event) override;
    /// Begins each recheck(): which fields can be edited now.
    virtual void enableFields() {}
    [[nodiscard]] UiContext& context() const { return m_context; }

private:
    struct Field {
        QString name;
        QString caption;
        QString hint;
        QWidget* widget = nullptr;
        QLabel* said = nullptr;
        std::function<QString()> check;
    };
    void orderTabs();
    void setupReason();
    void setupButtons(const Texts& texts);
    void submit();
    void answered(const std::optional<Error>& error);
    void mark(Field& field, const QString& problem);
    void say(const QString& why, bool atField);
    [[nodiscard]] QString reason() const;
    /// Why the engine refused; who was quicker in the words of the console.
    [[nodiscard]] QString refusalOf(const Error& error) const;

    UiContext& m_context;
    QString m_name;  ///< begins the names of its parts
    std::vector<Field> m_fields;
    std::function<QString()> m_whyNot;
    std::function<bool()> m_changed;
    std::function<void(const QString&, Done)> m_submit;
    QGridLayout* m_grid = nullptr;
    QPlainTextEdit* m_reason = nullptr;
    QLabel* m_error = nullptr;
    QString m_said;
    QPushButton* m_confirm = nullptr;
    QPushButton* m_back = nullptr;
    bool m_busy = false;
};

}  // namespace evenhand::ui
