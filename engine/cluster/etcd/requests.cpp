// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cluster/etcd/requests.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <utility>

#include "engine/base/invariant.h"
#include "engine/base/sha256.h"
#include "engine/json/json_text.h"

namespace evenhand::etcd {
namespace {

using boost::json::array;
using boost::json::object;

object spanObject(const KeySpan& span) {
    object out;
    out["key"] = base::base64Of(span.first);
    if (!span.end.empty()) {
        out["range_end"] = base::base64Of(span.end);
    }
    return out;
}

object putObject(const Put& put) {
    object out{{"key", base::base64Of(put.key)}, {"value", base::base64Of(put.value)}};
    if (put.lease != 0) {
        out["lease"] = std::to_string(put.lease);
    }
    return out;
}

object operation(std::string_view what, object arguments) {
    object out;
    out[what] = std::move(arguments);
    return out;
}

void addReads(const std::vector<KeySpan>& spans, array& operations) {
    for (const auto& span : spans) {
        operations.push_back(operation("request_range", spanObject(span)));
    }
}

}  // namespace

KeySpan withPrefix(std::string prefix) {
    EVENHAND_INVARIANT(!prefix.empty() && static_cast<unsigned char>(prefix.back()) != 0xff,
                       "keys of others would be taken for the prefix's");
    KeySpan span{prefix, std::move(prefix)};
    span.end.back() = static_cast<char>(span.end.back() + 1);
    return span;
}

std::string grantText(std::int64_t ttlS) {
    object out;
    out["TTL"] = std::to_string(ttlS);
    return writeJson(out);
}

std::string leaseText(std::int64_t id) {
    object out;
    out["ID"] = std::to_string(id);
    return writeJson(out);
}

std::string putText(const Put& put) { return writeJson(putObject(put)); }

std::string spanText(const KeySpan& span) { return writeJson(spanObject(span)); }

std::string txnText(const Txn& txn) {
    array conditions;
    for (const auto& key : txn.absent) {
        conditions.push_back(
            object{{"target", "CREATE"}, {"result", "EQUAL"}, {"key", base::base64Of(key)}, {"create_revision", "0"}});
    }
    for (const auto& version : txn.unchanged) {
        conditions.push_back(object{{"target", "MOD"},
                                    {"result", "EQUAL"},
                                    {"key", base::base64Of(version.key)},
                                    {"mod_revision", std::to_string(version.modRevision)}});
    }
    array success;
    for (const auto& put : txn.puts) {
        success.push_back(operation("request_put", putObject(put)));
    }
    for (const auto& span : txn.removes) {
        success.push_back(operation("request_delete_range", spanObject(span)));
    }
    addReads(txn.thenRead, success);
    array failure;
    addReads(txn.elseRead, failure);
    object out;
    out["compare"] = std::move(conditions);
    out["success"] = std::move(success);
    out["failure"] = std::move(failure);
    return writeJson(out);
}

std::string watchText(const KeySpan& span, std::int64_t fromRevision) {
    auto create = spanObject(span);
    create["start_revision"] = std::to_string(fromRevision);
    return writeJson(operation("create_request", std::move(create)));
}

std::string nothingText() { return "{}"; }

std::string signInText(std::string_view user, std::string_view password) {
    object out;
    out["name"] = user;
    out["password"] = password;
    return writeJson(out);
}

}  // namespace evenhand::etcd
