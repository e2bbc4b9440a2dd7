// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/output_file.h"

#include <QDir>
#include <QFile>
#include <cstdio>

#include "app/ctl/console_io.h"
#include "app/ctl/row_texts.h"
#include "engine/base/counted.h"

namespace evenhand::ctl {
namespace {

auto fileError(const QFileDevice& file, const std::string& path) {
    return fail(ErrorCode::Storage, "cannot be written: " + file.errorString().toStdString(), "file", path);
}

Result<void> copyToStandardOutput(const std::string& path) {
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::ReadOnly)) {
        return fileError(file, path);
    }
    while (!file.atEnd()) {
        const QByteArray piece = file.read(1'048'576);
        if (std::fwrite(piece.constData(), 1, static_cast<std::size_t>(piece.size()), stdout) !=
            static_cast<std::size_t>(piece.size())) {
            return fail(ErrorCode::Storage, "standard output cannot be written");
        }
    }
    return {};
}

}  // namespace

Result<OutputFile> OutputFile::at(Context& context, const std::string& target) {
    OutputFile output;
    output.m_target = output.m_path = target;
    if (target == "-") {
        if (context.io.json()) {
            return fail(ErrorCode::InvalidArgument, "--json and the file - cannot both use standard output");
        }
        output.m_scratch =
            std::make_unique<QTemporaryDir>(QDir::tempPath() + QStringLiteral("/evenhand-export-XXXXXX"));
        output.m_path = output.m_scratch->filePath(QStringLiteral("standard output")).toStdString();
    }
    return output;
}

Result<ExitCode> OutputFile::done(Context& context, const Result<std::int64_t>& rows, std::string_view one,
                                  std::string_view many) {
    if (!rows) {
        Error error = rows.error();
        if (error.code == ErrorCode::Storage && error.field == "path") {
            error = {ErrorCode::Storage, "cannot be written: " + error.message, "file", m_target};
        }
        return fail(std::move(error));
    }
    if (m_scratch) {
        EVENHAND_TRY(copyToStandardOutput(m_path));
        return kDone;
    }
    context.io.text("Wrote " + base::counted(*rows, one, many) + " to " + m_target + ".");
    context.io.document({{QStringLiteral("rows"), number(*rows)}, {QStringLiteral("file"), text(m_target)}});
    return kDone;
}

}  // namespace evenhand::ctl
