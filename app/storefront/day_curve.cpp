// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storefront/day_curve.h"

#include <algorithm>
#include <cmath>

namespace evenhand::storefront {
namespace {

constexpr double kDay = 1440;
constexpr double kLunch = 12 * 60;
constexpr double kDinner = 18 * 60 + 30;

// A bell around `centre` of the given width, wrapped at midnight.
double bell(double minute, double centre, double width) noexcept {
    double distance = std::fabs(minute - centre);
    distance = std::min(distance, kDay - distance);
    return std::exp(-(distance * distance) / (2 * width * width));
}

double wrapped(double minute) noexcept {
    const double rest = std::fmod(minute, kDay);
    return rest < 0 ? rest + kDay : rest;
}

}  // namespace

double demandAt(double minuteOfDay) noexcept {
    const double minute = wrapped(minuteOfDay);
    const double daytime = bell(minute, 15 * 60, 280) * 0.22;
    const double demand = 0.02 + daytime + 0.62 * bell(minute, kLunch, 45) + 0.80 * bell(minute, kDinner, 55) +
                          0.14 * bell(minute, 8 * 60, 40) + 0.16 * bell(minute, 22 * 60, 50);
    return std::min(demand, 1.0);
}

double mealShareAt(double minuteOfDay) noexcept {
    const double minute = wrapped(minuteOfDay);
    return std::min(0.35 + 0.55 * bell(minute, kLunch, 70) + 0.5 * bell(minute, kDinner, 80), 0.92);
}

}  // namespace evenhand::storefront
