// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/engine_words.h"

#include <QCoreApplication>
#include <QHash>
#include <QRegularExpression>
#include <algorithm>
#include <span>
#include <vector>

#include "ui/bridge/engine_phrases.h"

namespace evenhand::ui {
namespace {

QString translated(const char* phrase) { return QCoreApplication::translate("EngineWords", phrase); }

/// A phrase with what differs in it: "the product has only %1 in stock, %2 are needed".
struct Shape {
    const char* phrase;
    QRegularExpression matches;
    qsizetype fixed;  ///< characters that do not differ
};

class Phrases {
public:
    explicit Phrases(std::span<const char* const> phrases) {
        static const QRegularExpression kHole(QStringLiteral("%([12345])"));
        for (const char* phrase : phrases) {
            const QString text = QString::fromUtf8(phrase);
            if (!text.contains(kHole)) {
                m_whole.insert(text, phrase);
                continue;
            }
            QString shape;
            qsizetype from = 0;
            for (auto each = kHole.globalMatch(text); each.hasNext();) {
                const auto hole = each.next();
                shape += QRegularExpression::escape(text.mid(from, hole.capturedStart() - from)) +
                         QStringLiteral("(?<v%1>.+?)").arg(hole.captured(1));
                from = hole.capturedEnd();
            }
            shape += QRegularExpression::escape(text.mid(from));
            m_shapes.push_back({phrase, QRegularExpression(QRegularExpression::anchoredPattern(shape)),
                                QString(text).remove(kHole).size()});
        }
        // The one that says most: "must be 1 to 200 characters" before "must be %1 to %2".
        std::stable_sort(m_shapes.begin(), m_shapes.end(),
                         [](const Shape& a, const Shape& b) { return a.fixed > b.fixed; });
    }

    /// `inner` says what stands in a hole.
    template <typename Inner>
    [[nodiscard]] std::optional<QString> say(const QString& said, const Inner& inner) const {
        if (const auto whole = m_whole.constFind(said); whole != m_whole.constEnd()) {
            return translated(*whole);
        }
        for (const auto& shape : m_shapes) {
            const auto match = shape.matches.match(said);
            if (match.hasMatch()) {
                return filled(translated(shape.phrase), match, inner);
            }
        }
        return std::nullopt;
    }

private:
    /// In one go: a value may itself look like a hole.
    template <typename Inner>
    static QString filled(const QString& text, const QRegularExpressionMatch& values, const Inner& inner) {
        static const QRegularExpression kHole(QStringLiteral("%([12345])"));
        QString out;
        qsizetype from = 0;
        for (auto each = kHole.globalMatch(text); each.hasNext();) {
            const auto hole = each.next();
            out += text.mid(from, hole.capturedStart() - from) +
                   inner(values.captured(QLatin1Char('v') + hole.captured(1)));
            from = hole.capturedEnd();
        }
        return out + text.mid(from);
    }

    QHash<QString, const char*> m_whole;
    std::vector<Shape> m_shapes;
};

const Phrases& sentences() {
    static const Phrases kAll{enginePhrases::sentences()};
    return kAll;
}

const Phrases& subjects() {
    static const Phrases kAll{enginePhrases::subjects()};
    return kAll;
}

const Phrases& fields() {
    static const Phrases kAll{enginePhrases::fields()};
    return kAll;
}

QString asItIs(const QString& value) { return value; }

/// A subject, a state or another sentence.
QString inHole(const QString& value) {
    if (auto subject = subjects().say(value, asItIs)) {
        return *subject;
    }
    return sentences().say(value, asItIs).value_or(value);
}

}  // namespace

bool showsEnglish() {
    return QCoreApplication::translate("EngineWords", "English", "the name of the language that is shown") ==
           QLatin1String("English");
}

std::optional<QString> engineSentence(const QString& said) {
    if (showsEnglish()) {
        return said;
    }
    static const QRegularExpression kAdded(
        QStringLiteral("(?:, by .+ at \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC(?: \\([a-z_.]+\\))?|"
                       "(?<=meanwhile): .+|; valid would be .+)$"));
    QString core = said;
    return sentences().say(core.remove(kAdded), inHole);
}

QString engineSubject(const QString& said) { return subjects().say(said, asItIs).value_or(said); }

std::optional<QString> engineField(const QString& said) {
    return showsEnglish() ? std::optional(said) : fields().say(said, asItIs);
}

}  // namespace evenhand::ui
