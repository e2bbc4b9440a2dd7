// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "app/ctl/command.h"
#include "app/ctl/shop_words.h"

namespace evenhand::ctl {
namespace {

Result<ExitCode> addCourier(Context& context, Session& session) {
    const auto& arguments = context.arguments;
    EVENHAND_TRY(arguments.expectWords(std::vector<std::string_view>{"what to do", "COURIER"}));
    if (!arguments.has("--campus") || !arguments.has("--name")) {
        return wrongUsage(arguments.has("--name") ? "--campus is missing" : "--name is missing");
    }
    const api::NewCourier courier{CourierId(arguments.words()[1]), CampusId(arguments.value("--campus")),
                                  arguments.value("--name"), arguments.value("--phone")};
    const api::Call call{context.actor, arguments.value("--reason"), {}};
    EVENHAND_TRY(session.wait(session.workspace().shop().addCourier(call, courier)));
    context.io.text("Courier " + courier.id.str() + " is added, off duty.");
    context.io.document({{QStringLiteral("id"), text(courier.id.str())}, {QStringLiteral("version"), number(1)}});
    return kDone;
}

/// What is not named stays as it is: read, changed, and sent with the version that was read.
Result<ExitCode> editCourier(Context& context, Session& session) {
    const auto& arguments = context.arguments;
    EVENHAND_TRY(arguments.expectWords(std::vector<std::string_view>{"what to do", "COURIER"}));
    if (!arguments.has("--name") && !arguments.has("--phone")) {
        return wrongUsage("--name or --phone is missing");
    }
    const CourierId id(arguments.words()[1]);
    auto& shop = session.workspace().shop();
    const api::Call call{context.actor, arguments.value("--reason"), {}};
    EVENHAND_ASSIGN(const auto rows, session.wait(shop.couriers(call, {}, api::kMaxPageRows)));
    const auto known = std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.id == id; });
    if (known == rows.end()) {
        return fail(ErrorCode::NotFound, "no such courier", "courier", id.str());
    }
    const api::CourierEdit edit{id, arguments.value("--name", known->name), arguments.value("--phone", known->phone),
                                known->version};
    EVENHAND_ASSIGN(const auto since, session.wait(shop.editCourier(call, edit)));
    context.io.text("Courier " + id.str() + " is changed.");
    context.io.document({{QStringLiteral("id"), text(id.str())}, {QStringLiteral("version"), number(since)}});
    return kDone;
}

Result<ExitCode> runCouriers(Context& context) {
    EVENHAND_ASSIGN(const auto verb, verbAmong(context.arguments, {"add", "edit", "disable", "enable"}));
    EVENHAND_ASSIGN(const auto session, Session::open(context.workspace, Session::Time::Standing));
    if (verb == "add") {
        return addCourier(context, *session);
    }
    if (verb == "edit") {
        return editCourier(context, *session);
    }
    auto& shop = session->workspace().shop();
    return disableEach(context, *session, verb == "disable", "Courier", QStringLiteral("couriers"),
                       [&shop](const api::Call& call, const std::string& id, bool disabled) {
                           return shop.setCourierDisabled(call, CourierId(id), disabled, 0);
                       });
}

}  // namespace

Command couriersCommand() {
    return {"couriers",
            "add COURIER --campus CAMPUS --name NAME [--phone PHONE] | edit COURIER [--name NAME] [--phone PHONE] | "
            "disable|enable COURIER… --reason TEXT",
            "couriers: adds, edits, disables and enables them",
            {{"--campus", "CAMPUS", "add: where they deliver; it never changes"},
             {"--name", "NAME", "add, edit: what people call them"},
             {"--phone", "PHONE", "add, edit: where they are called"},
             {"--reason", "TEXT", "why; kept in the audit log"}},
            runCouriers};
}

}  // namespace evenhand::ctl
