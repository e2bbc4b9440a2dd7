// SPDX-License-Identifier: GPL-3.0-or-later
// How far colours are apart: contrast of text (WCAG 2.1, success criterion 1.4.3) and differences of colours
// (CIEDE2000; Sharma, Wu, Dalal 2005) for people with every kind of colour vision. What a dichromat sees is simulated
// after Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency"
// (IEEE TVCG 15, 2009), severity 1.0, on linear RGB.
#pragma once

#include <QColor>
#include <algorithm>
#include <array>
#include <cmath>

namespace evenhand::test {

enum class Vision { Normal, Protan, Deutan, Tritan };
inline constexpr std::array<Vision, 4> kVisions{Vision::Normal, Vision::Protan, Vision::Deutan, Vision::Tritan};

using Triple = std::array<double, 3>;

inline Triple linearOf(const QColor& color) {
    const auto linear = [](double part) {
        return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    return {linear(color.redF()), linear(color.greenF()), linear(color.blueF())};
}

/// 1 (the same) to 21 (black and white).
inline double contrast(const QColor& a, const QColor& b) {
    const auto luminance = [](const QColor& color) {
        const Triple rgb = linearOf(color);
        return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
    };
    const auto [low, high] = std::minmax({luminance(a), luminance(b)});
    return (high + 0.05) / (low + 0.05);
}

/// `over` as it is seen on `ground`.
inline QColor composed(const QColor& over, const QColor& ground) {
    const double share = over.alphaF();
    const auto mix = [share](double a, double b) { return static_cast<float>(a * share + b * (1 - share)); };
    return QColor::fromRgbF(mix(over.redF(), ground.redF()), mix(over.greenF(), ground.greenF()),
                            mix(over.blueF(), ground.blueF()));
}

/// CIE L*a*b* of linear RGB, white point D65.
inline Triple labOf(Triple rgb) {
    for (double& part : rgb) {
        part = std::clamp(part, 0.0, 1.0);
    }
    const auto [r, g, b] = rgb;
    const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
    const double x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
    const double y = f(0.2126729 * r + 0.7151522 * g + 0.0721750 * b);
    const double z = f((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

inline Triple seen(const QColor& color, Vision vision) {
    static constexpr double kSimulation[4][3][3] = {
        {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
        {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
        {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
        {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};
    const Triple rgb = linearOf(color);
    Triple simulated{};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column) {
            simulated[row] += kSimulation[static_cast<std::size_t>(vision)][row][column] * rgb[column];
        }
    }
    return labOf(simulated);
}

/// CIEDE2000 of two colours in L*a*b*; about 2 is just noticed side by side.
inline double difference(const Triple& first, const Triple& second) {
    constexpr double kDegree = M_PI / 180;
    const auto seventh = [](double c) { return std::sqrt(std::pow(c, 7) / (std::pow(c, 7) + std::pow(25.0, 7))); };
    const double meanChroma = (std::hypot(first[1], first[2]) + std::hypot(second[1], second[2])) / 2;
    const double stretch = 1.5 - 0.5 * seventh(meanChroma);
    const auto hueOf = [](double a, double b) {
        const double angle = std::atan2(b, a) / kDegree;
        return a == 0 && b == 0 ? 0 : angle < 0 ? angle + 360 : angle;
    };
    const double a1 = first[1] * stretch;
    const double a2 = second[1] * stretch;
    const double c1 = std::hypot(a1, first[2]);
    const double c2 = std::hypot(a2, second[2]);
    const double h1 = hueOf(a1, first[2]);
    const double h2 = hueOf(a2, second[2]);
    const bool grey = c1 * c2 == 0;
    double turn = grey ? 0 : h2 - h1;
    turn += turn > 180 ? -360 : turn < -180 ? 360 : 0;
    double hue = h1 + h2;
    if (!grey) {
        hue = std::abs(h1 - h2) <= 180 ? hue / 2 : (hue < 360 ? hue + 360 : hue - 360) / 2;
    }
    const double light = (first[0] + second[0]) / 2 - 50;
    const double chroma = (c1 + c2) / 2;
    const double t = 1 - 0.17 * std::cos((hue - 30) * kDegree) + 0.24 * std::cos(2 * hue * kDegree) +
                     0.32 * std::cos((3 * hue + 6) * kDegree) - 0.20 * std::cos((4 * hue - 63) * kDegree);
    const double byLight = (second[0] - first[0]) / (1 + 0.015 * light * light / std::sqrt(20 + light * light));
    const double byChroma = (c2 - c1) / (1 + 0.045 * chroma);
    const double byHue = 2 * std::sqrt(c1 * c2) * std::sin(turn / 2 * kDegree) / (1 + 0.015 * chroma * t);
    const double blue = 30 * std::exp(-std::pow((hue - 275) / 25, 2));
    const double rotation = -std::sin(2 * blue * kDegree) * 2 * seventh(chroma);
    return std::sqrt(byLight * byLight + byChroma * byChroma + byHue * byHue + rotation * byChroma * byHue);
}

/// For whoever tells them apart least.
inline double leastDifference(const QColor& a, const QColor& b) {
    double least = 1'000;
    for (const Vision vision : kVisions) {
        least = std::min(least, difference(seen(a, vision), seen(b, vision)));
    }
    return least;
}

}  // namespace evenhand::test
