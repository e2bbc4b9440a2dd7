// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/received_file.h"

#include <utility>

namespace evenhand::remote {

Result<ReceivedFile> ReceivedFile::open(const std::string& path) {
    EVENHAND_TRY(base::checkOutput(path));
    EVENHAND_ASSIGN(auto file, base::DurableFile::open(path, base::FileMode::Shared));
    return ReceivedFile(std::move(file));
}

void ReceivedFile::add(std::string_view bytes) {
    if (m_failure) {
        return;
    }
    if (auto written = m_file.write(bytes); !written) {
        m_failure = std::move(written).error();
    }
}

Result<void> ReceivedFile::keep() { return m_failure ? Result<void>(fail(*m_failure)) : m_file.commit(); }

}  // namespace evenhand::remote
