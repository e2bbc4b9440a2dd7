// SPDX-License-Identifier: GPL-3.0-or-later
// An import backend that answers when the test says so, and remembers what it was asked.
#pragma once

#include <QFuture>
#include <QPromise>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ui/shell/import_backend.h"

namespace evenhand::test {

class FakeImport final : public ui::ImportBackend {
public:
    struct Run {
        std::string path;
        ui::ImportPlan plan;
        bool dryRun = false;
        std::shared_ptr<ui::ImportControl> control;
        std::shared_ptr<QPromise<Result<ui::ImportResult>>> promise;

        void end(ui::ImportResult result) const {
            promise->addResult(Result<ui::ImportResult>(std::move(result)));
            promise->finish();
        }
    };

    /// What a file is; by its path.
    std::function<Result<ui::ImportFile>(const std::string& path)> file = [](const std::string& path) {
        return Result<ui::ImportFile>(orders(path));
    };
    std::function<Result<std::vector<ui::ImportRow>>(const ui::ImportPlan& plan)> rows = [](const ui::ImportPlan&) {
        return Result<std::vector<ui::ImportRow>>(std::vector<ui::ImportRow>{});
    };
    std::optional<Error> saveError;
    std::vector<Run> runs;
    std::vector<ui::ImportPlan> previewed;
    std::vector<std::pair<std::string, ui::ImportPlan>> saved;
    std::vector<std::string> rejectedTo;

    /// A file of orders whose columns are the command line's, but for the order number.
    static ui::ImportFile orders(const std::string& path) {
        ui::ImportFile found;
        found.path = path;
        found.columns = {"No", "user_id", "campus", "sku", "quantity", "unit_price", "placed_at"};
        found.samples = {"A1", "u1", "north", "tea", "2", "1.50", "2026-01-05T10:00:00Z"};
        found.bytes = 100;
        ui::ImportPlan till;
        till.profile = "till";
        for (const auto& column : found.columns) {
            till.columns[column == "No" ? "order_no" : column] = column;
        }
        found.fits = {till};
        return found;
    }

    [[nodiscard]] std::vector<ui::ImportField> fields(ui::ImportKind kind) const override {
        switch (kind) {
            case ui::ImportKind::Couriers: return {{"courier_id"}, {"campus"}, {"name"}, {"phone"}, {"on_duty"}};
            case ui::ImportKind::Products: return {{"sku"}, {"name"}, {"unit_price"}, {"stock"}};
            case ui::ImportKind::Stock: return {{"sku"}, {"stock"}, {"reason", false}};
            case ui::ImportKind::Orders:
                return {{"order_no"}, {"user_id"},    {"campus"},    {"sku"},
                        {"quantity"}, {"unit_price"}, {"placed_at"}, {"product_name", false}};
            case ui::ImportKind::Returns:
                return {{"return_no"}, {"order_no", false}, {"user_id", false}, {"sku"}, {"quantity"},
                        {"at"},        {"reason", false}};
            case ui::ImportKind::Rosters:
                return {{"courier_id"}, {"mon"}, {"tue"}, {"wed"}, {"thu"}, {"fri"}, {"sat"}, {"sun"}};
        }
        return {};
    }
    api::Answer<ui::ImportFile> look(std::string path) override { return QtFuture::makeReadyFuture(file(path)); }
    api::Answer<std::vector<ui::ImportRow>> preview(std::string, ui::ImportPlan plan) override {
        previewed.push_back(plan);
        return QtFuture::makeReadyFuture(rows(plan));
    }
    api::Answer<void> saveProfile(std::string name, ui::ImportPlan plan) override {
        if (saveError) {
            return QtFuture::makeReadyFuture(Result<void>(fail(*saveError)));
        }
        saved.emplace_back(std::move(name), std::move(plan));
        return QtFuture::makeReadyFuture(Result<void>());
    }
    api::Answer<ui::ImportResult> run(api::Actor, std::string path, ui::ImportPlan plan, bool dryRun,
                                      std::shared_ptr<ui::ImportControl> control) override {
        auto promise = std::make_shared<QPromise<Result<ui::ImportResult>>>();
        promise->start();
        auto future = promise->future();
        runs.push_back({std::move(path), std::move(plan), dryRun, std::move(control), std::move(promise)});
        return future;
    }
    api::Answer<std::int64_t> saveRejected(api::Actor, std::string path) override {
        rejectedTo.push_back(std::move(path));
        return QtFuture::makeReadyFuture(Result<std::int64_t>(std::int64_t{2}));
    }
};

}  // namespace evenhand::test
