// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/shop_words.h"

namespace evenhand::ctl {
namespace {

Result<ExitCode> listCampuses(Context& context, Session& session) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do"}));
    EVENHAND_ASSIGN(const auto rows, session.wait(session.engine().dispatch().campuses({context.actor, {}, {}})));
    RowList list(context.io, {"campus", "name", "disabled"});
    for (const auto& row : rows) {
        list.add({row.id.str(), row.name, disabledText(row.disabledAt)},
                 {{QStringLiteral("id"), text(row.id.str())},
                  {QStringLiteral("name"), text(row.name)},
                  {QStringLiteral("paused"), row.paused},
                  {QStringLiteral("disabled_at"), timeValue(row.disabledAt)},
                  {QStringLiteral("version"), number(row.version)}});
    }
    return list.end(QStringLiteral("campuses"));
}

Result<ExitCode> nameCampus(Context& context, Session& session, bool isNew) {
    const auto& arguments = context.arguments;
    EVENHAND_TRY(arguments.expectWords(std::vector<std::string_view>{"what to do", "CAMPUS"}));
    if (!arguments.has("--name")) {
        return wrongUsage("--name is missing");
    }
    const CampusId id(arguments.words()[1]);
    const auto name = arguments.value("--name");
    const api::Call call{context.actor, arguments.value("--reason"), {}};
    auto& shop = session.engine().shop();
    if (isNew) {
        EVENHAND_TRY(session.wait(shop.addCampus(call, {id, name})));
    } else {
        EVENHAND_TRY(session.wait(shop.editCampus(call, {id, name, 0})));
    }
    context.io.text("Campus " + id.str() + (isNew ? " is added." : " is changed."));
    context.io.document({{QStringLiteral("id"), text(id.str())}, {QStringLiteral("name"), text(name)}});
    return kDone;
}

Result<ExitCode> runCampuses(Context& context) {
    EVENHAND_ASSIGN(const auto verb, verbOf(context.arguments, {"list", "add", "edit", "disable", "enable"}));
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Standing));
    if (verb == "list") {
        return listCampuses(context, *session);
    }
    if (verb == "add" || verb == "edit") {
        return nameCampus(context, *session, verb == "add");
    }
    auto& shop = session->engine().shop();
    return disableEach(context, *session, verb == "disable", "Campus", QStringLiteral("campuses"),
                       [&shop](const api::Call& call, const std::string& id, bool disabled) {
                           return shop.setCampusDisabled(call, CampusId(id), disabled, 0);
                       });
}

}  // namespace

Command campusesCommand() {
    return {"campuses",
            "list | add CAMPUS --name NAME | edit CAMPUS --name NAME | disable|enable CAMPUS… --reason TEXT",
            "campuses: lists, adds, renames, disables and enables them",
            {{"--name", "NAME", "add, edit: what people call it"}, {"--reason", "TEXT", "why; kept in the audit log"}},
            runCampuses};
}

}  // namespace evenhand::ctl
