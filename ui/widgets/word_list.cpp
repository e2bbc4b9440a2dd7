// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/word_list.h"

#include <QCoreApplication>

namespace evenhand::ui {
namespace {

struct WordList {
    Q_DECLARE_TR_FUNCTIONS(WordList)
};

}  // namespace

QString wordList(const QStringList& words) { return words.join(WordList::tr(", ", "between the words of a list")); }

}  // namespace evenhand::ui
