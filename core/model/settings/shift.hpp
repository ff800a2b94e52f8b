#pragma once

#include <string>

#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// Where a sample lies in each pixel: shares of a pixel's width, to the right of its middle and below it, within ±1/2.
struct Shift {
  double x = 0, y = 0;
  bool operator==(const Shift&) const = default;
};

/// The shift of sample `i`, from 0 to most_samples - 1. The first lies in the middle; the others come in pairs on both
/// sides of it, so that the mean of any number is near the middle. Shifts are exact multiples of 2^-32. The points are
/// spread evenly however many there are; they are the sequence R2 of M. Roberts, The Unreasonable Effectiveness of
/// Quasirandom Sequences (2018).
Shift shift_of(int i);

/// The problem with its view moved by a share of a pixel: its picture has a sample of each pixel there. To 1e-12 of the
/// view's width; the center keeps all its digits. For problems of workloads that refusal_of_samples() lets through.
Problem shifted(const Problem& problem, const Shift& shift, Catalog catalog);

/// Why a picture of this workload has no more than one sample of each pixel, in a line; empty if it can have more.
std::string refusal_of_samples(const Workload& workload);

}  // namespace heteroscope
