// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz_targets.h"

#include <QBuffer>
#include <algorithm>
#include <boost/json/serialize.hpp>
#include <string>
#include <vector>

#include "app/import/csv_reader.h"
#include "engine/base/ids.h"
#include "engine/ingest/http/request_parser.h"
#include "engine/json/json_reader.h"
#include "engine/json/json_text.h"

namespace evenhand::test {
namespace {

using ingest::RequestParser;
using State = RequestParser::State;

/// The requests that a connection reads from its bytes, put into words.
std::vector<std::string> outcomesOf(std::string_view bytes, std::size_t piece) {
    ingest::Limits limits;
    limits.header = 512;
    limits.body = 256;
    std::vector<std::string> outcomes;
    std::size_t begin = 0;
    std::size_t end = 0;
    while (outcomes.size() < 20) {
        RequestParser parser(limits);
        while (parser.state() == State::Header || parser.state() == State::Body) {
            const std::size_t taken = parser.feed(bytes.substr(begin, end - begin));
            promise(taken <= end - begin, "no more is taken than there is");
            begin += taken;
            promise(parser.bodyBytes() <= limits.body, "the body keeps to its limit");
            const bool open = parser.state() == State::Header || parser.state() == State::Body;
            if (open && taken > 0 && begin < end) {
                continue;  // it stops behind the header
            }
            if (open && end == bytes.size()) {
                return outcomes;
            }
            if (open) {
                end = std::min(bytes.size(), end + piece);
            }
        }
        if (parser.state() == State::Refused) {
            promise(parser.refusal().status >= 400 && parser.refusal().status < 600, "a refusal is an error");
            return outcomes;  // how early, and for which of several reasons, may depend on what was seen first
        }
        const auto request = parser.take();
        promise(request.path.starts_with('/') && base::utf8Length(request.path) >= 0, "a path is text");
        promise(request.body.size() <= limits.body, "a body keeps to its limit");
        std::string words = request.method + ' ' + request.path + ' ' + request.body;
        for (const auto& [name, value] : request.query) {
            promise(base::utf8Length(name) >= 0 && base::utf8Length(value) >= 0, "a query is text");
            words += '?' + name + '=' + value;
        }
        for (const auto& [name, value] : request.headers) {
            words += '\n' + name + ": " + value;
        }
        outcomes.push_back(std::move(words));
    }
    return outcomes;
}

/// Without floating numbers, which are not read to the last digit and may be endless: nothing here takes any.
boost::json::value withoutDoubles(const boost::json::value& value) {
    if (value.is_double()) {
        return nullptr;
    }
    if (value.is_array()) {
        boost::json::array made;
        for (const auto& each : value.get_array()) {
            made.push_back(withoutDoubles(each));
        }
        return made;
    }
    if (value.is_object()) {
        boost::json::object made;
        for (const auto& member : value.get_object()) {
            made.emplace(member.key(), withoutDoubles(member.value()));
        }
        return made;
    }
    return value;
}

}  // namespace

void fuzzRequest(Bytes bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const auto whole = outcomesOf(text, text.size() + 1);
    promise(outcomesOf(text, 1) == whole, "it does not matter how the bytes come: one by one");
    promise(outcomesOf(text, 7) == whole, "it does not matter how the bytes come: by seven");
}

void fuzzJson(Bytes bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const auto answer = parseAnswer(text);
    const auto value = parseJson(text);
    if (!value) {
        promise(value.error().code == ErrorCode::InvalidArgument, "what is no JSON is the client's fault");
        return;
    }
    const auto plain = withoutDoubles(*value);
    // 0e999 is read as "not a number", which equals nothing.
    promise(!value->is_object() || withoutDoubles(answer) == plain, "what is right is read the same from everybody");
    const auto again = parseJson(boost::json::serialize(plain));
    promise(again && *again == plain, "written and read again it is the same");
    JsonReader in(*value);
    const auto user = in.id("user_id");
    const auto amount = in.money("amount_minor");
    std::size_t lines = 0;
    in.list("lines", 1, 10, [&lines](JsonReader& line) {
        const auto quantity = line.integer("quantity", 1, 1'000'000);
        const auto note = line.optionalText("note", 20);
        promise(!line.ok() || (quantity >= 1 && quantity <= 1'000'000), "an integer keeps to its range");
        promise(base::utf8Length(note) <= 20, "a text keeps to its length");
        ++lines;
    });
    const auto finished = in.finish();
    if (finished) {
        promise(base::validateId(user, "user_id").has_value(), "an id is valid");
        promise(amount.minor >= 0 && amount.minor <= base::kMaxMoneyMinor, "money keeps to its range");
        promise(lines >= 1 && lines <= 10, "a list keeps to its length");
    } else {
        promise(!finished.error().field.empty() && !finished.error().message.empty(), "a fault names its place");
    }
}

void fuzzCsv(Bytes bytes) {
    auto content = QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
    QBuffer device(&content);
    promise(device.open(QIODevice::ReadOnly), "a buffer opens");
    import::CsvReader reader(device);
    import::CsvRecord record;
    std::int64_t row = 0;
    std::int64_t offset = -1;
    while (reader.next(record)) {
        promise(record.row > row, "rows grow");
        promise(record.offset > offset && record.offset < content.size(), "offsets grow");
        promise(record.raw.size() <= import::kMaxRecordBytes, "a record keeps to its limit");
        promise(record.tooLong || record.fields.size() >= record.fieldCount, "its fields are there");
        promise(!record.blank(), "blank lines are skipped");
        if (record.utf8 && !record.tooLong) {
            for (std::size_t i = 0; i < record.fieldCount; ++i) {
                promise(base::utf8Length(record.field(i)) >= 0, "fields of UTF-8 are UTF-8");
            }
        }
        row = record.row;
        offset = record.offset;
    }
}

}  // namespace evenhand::test
