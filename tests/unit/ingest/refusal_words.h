// SPDX-License-Identifier: GPL-3.0-or-later
// What a refusal says, in one line that tests compare.
#pragma once

#include <boost/json/parse.hpp>
#include <string>

#include "engine/ingest/http/message.h"

namespace evenhand::test {

/// Status, reason, field.
inline std::string wordsOf(const ingest::Response& response) {
    const auto body = boost::json::parse(response.body).as_object();
    std::string words = std::to_string(response.status) + ' ' + body.at("reason").as_string().c_str();
    if (const auto* field = body.if_contains("field")) {
        words += std::string(" ") + field->as_string().c_str();
    }
    return words;
}

}  // namespace evenhand::test
