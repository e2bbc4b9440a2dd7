// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>

#include "app/ctl/command.h"
#include "app/ctl/interrupt.h"
#include "app/ctl/session.h"
#include "app/import/import_run.h"
#include "app/import/profile_folder.h"
#include "engine/api/limits.h"
#include "engine/base/counted.h"

namespace evenhand::ctl {
namespace {

using Kind = import::ImportKind;
using Hooks = import::ImportHooks;

Result<Kind> kindOf(const Arguments& arguments) {
    if (arguments.words().empty()) {
        return fail(ErrorCode::InvalidArgument,
                    "say what to import: couriers, products, stock, orders, returns or rosters");
    }
    if (const auto kind = import::importKindFrom(arguments.words().front())) {
        EVENHAND_TRY(arguments.expectWords(std::vector<std::string_view>{"what to import", "FILE"}));
        return *kind;
    }
    return fail(ErrorCode::InvalidArgument,
                "\"" + arguments.words().front() +
                    "\" cannot be imported; couriers, products, stock, orders, returns and rosters can");
}

Result<void> checkOptions(const Arguments& arguments, Kind kind) {
    const auto isFor = [&](const char* option, bool allowed, const char* things) -> Result<void> {
        if (arguments.has(option) && !allowed) {
            return fail(ErrorCode::InvalidArgument, std::string(option) + " is for " + things + " only");
        }
        return {};
    };
    const bool orders = kind == Kind::Orders;
    EVENHAND_TRY(isFor("--paid", orders, "orders"));
    EVENHAND_TRY(isFor("--stock-for-new-sku", orders, "orders"));
    EVENHAND_TRY(isFor("--auto-approve", kind == Kind::Returns, "returns"));
    const std::string errors = arguments.value("--errors");
    if (arguments.has("--errors") && errors.empty()) {
        return fail(ErrorCode::InvalidArgument, "--errors needs the name of a file");
    }
    std::error_code ignored;
    if (!errors.empty() && std::filesystem::equivalent(errors, arguments.words().at(1), ignored)) {
        return fail(ErrorCode::InvalidArgument, "--errors names the file that is imported");
    }
    return {};
}

Result<import::ImportPlan> planOf(const Context& context, Kind kind) {
    const Arguments& arguments = context.arguments;
    import::ImportPlan plan;
    plan.kind = kind;
    plan.paid = arguments.has("--paid");
    plan.approve = arguments.has("--auto-approve");
    plan.dryRun = arguments.has("--dry-run");
    EVENHAND_ASSIGN(plan.stockForNewSku, arguments.number("--stock-for-new-sku", 0, api::kMaxStock));
    if (arguments.has("--profile")) {
        auto profile = import::findProfile(arguments.value("--profile"), context.workspace);
        if (!profile) {
            return fail(ErrorCode::InvalidArgument,
                        "--profile " + arguments.value("--profile") + ": " + profile.error().message);
        }
        plan.profile = std::move(*profile);
    }
    return plan;
}

/// "order" of "orders", "stock" of "stock": as it is counted.
std::string countedThings(std::int64_t count, Kind kind) {
    const std::string_view things = import::toText(kind);
    return kind == Kind::Stock ? base::counted(count, "product")
                               : base::counted(count, things.substr(0, things.size() - 1));
}

QJsonObject countsOf(const import::ImportReport::Counts& counts, bool duplicates) {
    QJsonObject object{{QStringLiteral("accepted"), number(counts.accepted)},
                       {QStringLiteral("rejected"), number(counts.rejected)}};
    if (duplicates) {
        object.insert(QStringLiteral("duplicate"), number(counts.duplicate));
    }
    return object;
}

void print(ConsoleIo& io, Kind kind, const import::ImportReport& report, bool dryRun) {
    const bool orders = kind == Kind::Orders;
    const bool returns = kind == Kind::Returns;
    const std::string things(import::toText(kind));
    QJsonObject reasons;
    import::ImportReport::Counts lines = report.lines;
    io.text(std::string(dryRun ? "Dry run, nothing was changed. " : "") + base::counted(report.rows, "row") + ": " +
            countedThings(report.things.accepted, kind) + " accepted, " + std::to_string(report.things.rejected) +
            " rejected" +
            (orders || returns ? ", " + std::to_string(report.things.duplicate) + " already there" : std::string()) +
            ".");
    if (orders) {
        const auto there = report.of(import::Reason::DuplicateOrder);
        io.text(base::counted(lines.accepted, "line") + " accepted, " + std::to_string(lines.rejected - there) +
                " rejected, " + std::to_string(there) + " already there.");
    }
    for (std::size_t i = 0; i < import::kReasonCount; ++i) {
        const auto reason = static_cast<import::Reason>(i);
        if (report.of(reason) > 0) {
            // What is already there was said above; programs are told its rows' reason all the same.
            if (reason != import::Reason::DuplicateOrder && reason != import::Reason::DuplicateReturn) {
                io.text("  " + std::to_string(report.of(reason)) + " " + std::string(import::reasonName(reason)));
            }
            reasons.insert(text(import::reasonName(reason)), number(report.of(reason)));
        }
    }
    QJsonObject document{{QStringLiteral("rows"), number(report.rows)},
                         {text(things), countsOf(report.things, orders || returns)}};
    if (returns) {
        io.text(base::counted(report.units, "unit") + ".");
        document.insert(QStringLiteral("units"), number(report.units));
    }
    if (orders) {
        document.insert(QStringLiteral("lines"), countsOf(lines, false));
    }
    document.insert(QStringLiteral("reasons"), reasons);
    io.document(document);
}

Hooks hooksOf(ConsoleIo& io, Session& session) {
    Hooks hooks;
    hooks.cancelled = [] { return interrupt::requested(); };
    hooks.progress = [to = &io](const import::ImportProgress& p) { to->progress(p.phase, p.done, p.total); };
    hooks.step = [of = &session] { of->step(); };
    return hooks;
}

Result<ExitCode> runImport(Context& context) {
    EVENHAND_ASSIGN(const Kind kind, kindOf(context.arguments));
    EVENHAND_TRY(checkOptions(context.arguments, kind));
    EVENHAND_ASSIGN(const auto plan, planOf(context, kind));
    const auto cancelled = [] { return interrupt::requested(); };
    EVENHAND_ASSIGN(const auto input, import::InputFile::open(context.arguments.words().at(1), cancelled));
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Import));
    import::ImportReport report;
    const import::ImportSettings settings{context.actor, context.arguments.value("--errors"),
                                          context.service == nullptr};
    const Result<void> done =
        import::runImport(session->engine(), input, plan, settings, hooksOf(context.io, *session), report);
    // What was taken is dispatched before the program ends, also after an error.
    session->settle();
    if (!done) {
        if (report.things.accepted > 0) {
            context.io.note("evenhandctl: " + countedThings(report.things.accepted, kind) +
                            " imported before this error; what was imported is complete and stays");
        }
        Error error = done.error();
        if (error.field != "errors") {
            error.field = "file";
            error.value = input.name();
        }
        return fail(std::move(error));
    }
    print(context.io, kind, report, plan.dryRun);
    if (report.cancelled) {
        context.io.note(
            "evenhandctl: cancelled; what is counted as accepted was imported completely. Run the same command "
            "again to import the rest.");
        return kFailed;
    }
    return report.anyRejected() ? kRowsRejected : kDone;
}

}  // namespace

Command importCommand() {
    return {
        "import",
        "couriers|products|stock|orders|returns|rosters FILE [--profile P] [--paid] [--stock-for-new-sku N] "
        "[--auto-approve] [--dry-run] [--errors OUT.csv]",
        "imports couriers, products, counts of stock, orders, returns or rosters from a CSV file (- for standard "
        "input)",
        {{"--profile", "P", "how a foreign file is read: online-retail, a JSON file, or one saved in the workspace"},
         {"--paid", "", "orders: places and pays each at its time, and dispatches it"},
         {"--stock-for-new-sku", "N", "orders: creates unknown SKUs, with stock N"},
         {"--auto-approve", "", "returns: approves each in full, if four eyes allow it"},
         {"--dry-run", "", "only counts; changes nothing"},
         {"--errors", "OUT.csv", "writes the rows that were rejected, with their reasons"}},
        runImport};
}

}  // namespace evenhand::ctl
