// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cluster/redis/node_info.h"

#include <map>

#include "engine/base/number_text.h"

namespace evenhand::redis {
namespace {

constexpr std::int64_t kMsPerSecond = 1'000;

/// "name:value" lines.
class InfoFields {
public:
    explicit InfoFields(std::string_view text) {
        while (!text.empty()) {
            const auto end = text.find('\n');
            auto line = text.substr(0, end);
            if (line.ends_with('\r')) {
                line.remove_suffix(1);
            }
            if (const auto colon = line.find(':'); colon != std::string_view::npos && !line.starts_with('#')) {
                m_fields.insert_or_assign(line.substr(0, colon), line.substr(colon + 1));
            }
            text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        }
    }
    [[nodiscard]] std::string_view text(std::string_view name) const {
        const auto found = m_fields.find(name);
        return found == m_fields.end() ? std::string_view() : found->second;
    }
    [[nodiscard]] std::int64_t number(std::string_view name) const { return base::numberFrom(text(name)).value_or(0); }
    [[nodiscard]] bool failed(std::string_view name) const { return text(name) == "err"; }

private:
    std::map<std::string_view, std::string_view> m_fields;
};

}  // namespace

NodeInfo nodeInfoOf(std::string_view text) {
    const InfoFields fields(text);
    NodeInfo info;
    info.history = fields.text("master_replid");
    if (fields.text("role") == "master") {
        info.role = NodeRole::Master;
        info.offset = fields.number("master_repl_offset");
    } else if (fields.text("role") == "slave") {
        info.role = NodeRole::Replica;
        info.offset = fields.number("slave_repl_offset");
        info.master = NodeAddress{std::string(fields.text("master_host")),
                                  static_cast<std::uint16_t>(fields.number("master_port"))};
        info.isLinked = fields.text("master_link_status") == "up";
    }
    info.isLoading = fields.number("loading") != 0;
    info.hasAppendLog = fields.number("aof_enabled") != 0;
    info.appendLogWorks = !fields.failed("aof_last_write_status") && !fields.failed("aof_last_bgrewrite_status");
    info.snapshotWorks = !fields.failed("rdb_last_bgsave_status");
    info.snapshotAt = {fields.number("rdb_last_save_time") * kMsPerSecond};
    info.unsaved = fields.number("rdb_changes_since_last_save");
    return info;
}

}  // namespace evenhand::redis
