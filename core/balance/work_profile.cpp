#include "core/balance/work_profile.hpp"

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

constexpr double least_density = 1e-4;  // of the mean: rows without any work must not weigh nothing

std::size_t index(double cell) {
  return static_cast<std::size_t>(std::clamp(cell, 0.0, static_cast<double>(WorkProfile::cells - 1)));
}

}  // namespace

WorkProfile::WorkProfile(const std::function<double(double)>& work_above) {
  for (std::size_t c = 0; c < cells && work_above; ++c) {
    const auto top = static_cast<double>(std::clamp(c, beyond, beyond + in_view - 1) - beyond) / in_view;
    const double mean = (work_above(top + 1.0 / in_view) - work_above(top)) * in_view;
    log_density_[c] = std::log(std::max(mean, least_density));
  }
  normalize();
}

double WorkProfile::normalize() {
  for (std::size_t c = 0; c < cells; ++c) {
    density_[c] = std::exp(log_density_[c]);
    above_[c + 1] = above_[c] + density_[c] / in_view;
  }
  const double sum = work(0, 1);
  const double log_sum = std::log(sum);
  for (std::size_t c = 0; c < cells; ++c) {
    log_density_[c] -= log_sum;
    density_[c] /= sum;
    above_[c + 1] /= sum;
  }
  return log_sum;
}

void WorkProfile::move(double by) {
  offset_ += by * in_view;
  const double whole = std::round(offset_);
  if (whole == 0) return;
  offset_ -= whole;
  const auto old = log_density_;
  for (std::size_t c = 0; c < cells; ++c) log_density_[c] = old[index(static_cast<double>(c) + whole)];
}

double WorkProfile::above(double cell) const {
  const double x = std::clamp(cell, 0.0, static_cast<double>(cells));
  const std::size_t c = index(x);
  return above_[c] + (x - static_cast<double>(c)) * density_[c] / in_view;
}

double WorkProfile::density_at(double position) const {
  return density_[index(cell_at(position))];
}

double WorkProfile::position_of(double share) const {
  const double wanted = above(cell_at(0)) + share;
  const auto next = std::upper_bound(above_.begin() + 1, above_.end() - 1, wanted);
  const auto c = static_cast<std::size_t>(next - above_.begin()) - 1;
  const double cell = static_cast<double>(c) + (wanted - above_[c]) / density_[c] * in_view;
  return std::clamp((cell - beyond - offset_) / in_view, 0.0, 1.0);
}

}  // namespace heteroscope
