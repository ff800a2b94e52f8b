#include "app/tune/space.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace heteroscope {

namespace {

constexpr double absent = -1;

/// From 0 to 1 over the least and the most, by logarithms if all are positive.
std::vector<double> spread(const std::vector<double>& numbers) {
  if (numbers.empty()) return {};
  std::vector<double> out = numbers;
  const double least = *std::ranges::min_element(out);
  if (least > 0) {
    for (double& each : out) each = std::log2(each);
  } else {
    // a choice of 0 is no number like the others
    for (double& each : out) each = each > 0 ? std::log2(each) + 1 : 0;
  }
  const auto [low, high] = std::ranges::minmax_element(out);
  const double from = *low;
  const double range = std::max(*high - from, 1e-9);
  for (double& each : out) each = (each - from) / range;
  return out;
}

std::string key_of_places(const TunePlaces& places) {
  std::string out;
  for (const int each : places) {
    out.push_back(static_cast<char>((each + 1) & 0xff));
    out.push_back(static_cast<char>(((each + 1) >> 8) & 0xff));
  }
  return out;
}

}  // namespace

const TuneAxis* TuneSpace::find_axis(std::string_view id) const {
  const auto found = std::ranges::find(axes, id, &TuneAxis::id);
  return found == axes.end() ? nullptr : &*found;
}

std::size_t TuneSpace::axis_number(std::string_view id) const {
  return static_cast<std::size_t>(find_axis(id) - axes.data());
}

std::string TuneSpace::text(std::size_t candidate) const {
  std::string out;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const int place = candidates[candidate][i];
    if (place == not_there || (axes[i].values.size() < 2 && !axes[i].id.ends_with("variant"))) continue;
    const bool factor = i > 0 && !axes[i].whole.empty() && axes[i].whole == axes[i - 1].whole && !out.empty();
    out += factor ? "x" : out.empty() ? "" : ", ";
    if (axes[i].ordered() && !factor) out += axes[i].label + " ";
    out += axes[i].values[static_cast<std::size_t>(place)];
  }
  return out;
}

TuneFeatures::TuneFeatures(const TuneSpace& space) {
  std::vector<std::vector<double>> columns;
  std::map<std::string, std::vector<double>> wholes;
  const std::size_t count = space.candidates.size();
  for (std::size_t axis = 0; axis < space.axes.size(); ++axis) {
    const TuneAxis& of = space.axes[axis];
    const std::vector<double> places = spread(of.numbers);
    std::vector<double>& column = columns.emplace_back(count, absent);
    named_.push_back(of.ordered() ? 0 : 1);
    std::vector<double>* whole = nullptr;
    if (!of.whole.empty() && of.ordered()) whole = &wholes.try_emplace(of.whole, count, 1.0).first->second;
    for (std::size_t i = 0; i < count; ++i) {
      const int place = space.candidates[i][axis];
      if (whole != nullptr)
        (*whole)[i] = place == not_there ? absent : (*whole)[i] * of.numbers[static_cast<std::size_t>(place)];
      if (place == not_there) continue;
      column[i] = of.ordered() ? places[static_cast<std::size_t>(place)] : place;
    }
  }
  for (auto& [id, products] : wholes) {
    std::vector<double> there;
    for (const double each : products) {
      if (each > 0) there.push_back(each);
    }
    const std::vector<double> places = spread(there);
    std::vector<double>& column = columns.emplace_back(count, absent);
    named_.push_back(0);
    for (std::size_t i = 0, k = 0; i < count; ++i) {
      if (products[i] > 0) column[i] = places[k++];
    }
  }
  at_.resize(count * columns.size());
  for (std::size_t k = 0; k < columns.size(); ++k) {
    for (std::size_t i = 0; i < count; ++i) at_[i * columns.size() + k] = columns[k][i];
  }
}

TuneNeighbors::TuneNeighbors(const TuneSpace& space) : space_(space) {
  for (std::size_t i = 0; i < space.candidates.size(); ++i) by_places_.emplace(key_of_places(space.candidates[i]), i);
}

std::optional<std::size_t> TuneNeighbors::find(const TunePlaces& places) const {
  const auto found = by_places_.find(key_of_places(places));
  return found == by_places_.end() ? std::nullopt : std::optional(found->second);
}

void TuneNeighbors::add_along(std::size_t axis, std::size_t candidate, std::vector<std::size_t>& out) const {
  constexpr int steps = 2;
  TunePlaces places = space_.candidates[candidate];
  const int own = places[axis];
  if (own == not_there) return;
  const int count = static_cast<int>(space_.axes[axis].values.size());
  const bool ordered = space_.axes[axis].ordered();
  for (const int way : {-1, 1}) {
    int found = 0;
    for (int place = own + way; place >= 0 && place < count && (!ordered || found < steps); place += way) {
      places[axis] = place;
      const auto there = find(places);
      if (!there) continue;
      out.push_back(*there);
      ++found;
    }
  }
}

void TuneNeighbors::add_exchanged(std::size_t candidate, std::vector<std::size_t>& out) const {
  const auto& axes = space_.axes;
  for (std::size_t a = 0; a < axes.size(); ++a) {
    for (std::size_t b = 0; b < axes.size(); ++b) {
      if (a == b || axes[a].whole.empty() || axes[a].whole != axes[b].whole) continue;
      TunePlaces places = space_.candidates[candidate];
      if (places[a] == not_there || places[b] == not_there) continue;
      ++places[a];
      --places[b];
      if (const auto there = find(places)) out.push_back(*there);
    }
  }
}

std::vector<std::size_t> TuneNeighbors::of(std::size_t candidate) const {
  std::vector<std::size_t> out;
  for (std::size_t axis = 0; axis < space_.axes.size(); ++axis) add_along(axis, candidate, out);
  add_exchanged(candidate, out);
  return out;
}

}  // namespace heteroscope
