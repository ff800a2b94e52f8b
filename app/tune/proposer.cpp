#include "app/tune/proposer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace heteroscope {

namespace {

constexpr std::size_t most_in_pool = 4000;
constexpr std::size_t first_by_distance = 6;  // before the surrogate has enough to go by
constexpr double refit_growth = 1.25;
constexpr double worst = 1.5;   // of the values: the logarithm of how much slower, which saturates here
constexpr int local_every = 4;  // proposals: the others are the surrogate's

double normal_density(double x) {
  return 0.3989422804014327 * std::exp(-0.5 * x * x);
}
double normal_share(double x) {
  return 0.5 * std::erfc(-x * 0.7071067811865476);
}

/// By how much a value is expected to be below `best` (Jones, Schonlau, Welch: Efficient global optimization, 1998).
double expected_improvement(const TuneGuess& guess, double best) {
  const double gain = best - guess.mean;
  if (guess.deviation <= 0) return std::max(gain, 0.0);
  const double z = gain / guess.deviation;
  return gain * normal_share(z) + guess.deviation * normal_density(z);
}

}  // namespace

TuneProposer::TuneProposer(const TuneSpace& space, std::uint64_t seed)
    : space_(space),
      features_(space),
      neighbors_(space),
      dice_(seed, 0),
      asked_(space.candidates.size(), 0),
      order_(space.candidates.size()),
      hope_(std::numeric_limits<double>::infinity()) {
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  for (std::size_t i = order_.size(); i > 1; --i)
    std::swap(order_[i - 1], order_[static_cast<std::size_t>(dice_.whole(0, static_cast<std::int64_t>(i) - 1))]);
}

/// The logarithms of how much slower each is than the best. Far from it differences matter less: whether something is
/// ten times as slow or a hundred times is not worth the surrogate's attention.
std::vector<double> TuneProposer::values() const {
  const double best = *std::ranges::min_element(logs_);
  std::vector<double> out;
  for (const double each : logs_) out.push_back(worst * (1 - std::exp(-(each - best) / worst)));
  return out;
}

std::optional<std::size_t> TuneProposer::first_ones() {
  for (const std::size_t each : space_.starts) {
    if (asked_[each] == 0) return each;
  }
  return std::nullopt;
}

/// Among some candidates drawn at random, the one least like those that were tried.
std::optional<std::size_t> TuneProposer::farthest() {
  constexpr int drawn = 24;
  std::optional<std::size_t> out;
  double most = -1;
  int seen = 0;
  for (const std::size_t each : order_) {
    if (asked_[each] != 0) continue;
    if (++seen > drawn) break;
    double nearest = std::numeric_limits<double>::infinity();
    for (const std::size_t other : measured_) {
      double apart = 0;
      for (std::size_t i = 0; i < features_.count(); ++i) apart += features_.apart(i, each, other);
      nearest = std::min(nearest, apart);
    }
    if (nearest <= most) continue;
    most = nearest;
    out = each;
  }
  return out;
}

void TuneProposer::refresh() {
  if (surrogate_ == nullptr) {
    std::vector<std::size_t> pool(order_.begin(),
                                  order_.begin() + static_cast<std::ptrdiff_t>(std::min(order_.size(), most_in_pool)));
    surrogate_ = std::make_unique<TuneSurrogate>(features_, std::move(pool));
  }
  if (known_ == measured_.size()) return;
  const bool again =
      fitted_ == 0 || static_cast<double>(measured_.size()) >= refit_growth * static_cast<double>(fitted_);
  if (again) {
    surrogate_->fit(measured_, values());
    fitted_ = known_ = measured_.size();
    return;
  }
  const std::vector<double> now = values();
  for (; known_ < measured_.size(); ++known_)
    surrogate_->add(measured_[known_], {now.begin(), now.begin() + static_cast<std::ptrdiff_t>(known_) + 1});
}

std::optional<std::size_t> TuneProposer::most_promising() {
  refresh();
  std::optional<std::size_t> out;
  double most = -1;
  const auto& pool = surrogate_->pool();
  for (std::size_t i = 0; i < pool.size(); ++i) {
    if (asked_[pool[i]] != 0) continue;
    const double gain = expected_improvement(surrogate_->guess(i), 0);
    if (gain <= most) continue;
    most = gain;
    out = pool[i];
  }
  hope_ = out ? most : 0;
  return out;
}

/// The best known's neighbor of which the surrogate expects most.
std::optional<std::size_t> TuneProposer::beside_best() {
  refresh();
  const auto best = static_cast<std::size_t>(std::ranges::min_element(logs_) - logs_.begin());
  std::vector<std::size_t> near = neighbors_.of(measured_[best]);
  std::erase_if(near, [&](std::size_t each) { return asked_[each] != 0; });
  if (near.empty()) return std::nullopt;
  const auto& pool = surrogate_->pool();
  std::optional<std::size_t> out;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < pool.size(); ++i) {
    if (std::ranges::find(near, pool[i]) == near.end()) continue;
    const TuneGuess guess = surrogate_->guess(i);
    if (guess.mean - guess.deviation >= least) continue;
    least = guess.mean - guess.deviation;
    out = pool[i];
  }
  return out ? out : std::optional(near.front());
}

std::optional<std::size_t> TuneProposer::next() {
  last_ = first_ones();
  if (!last_ && measured_.size() < first_by_distance) last_ = farthest();
  if (!last_ && !measured_.empty()) {
    if (measured_.size() % local_every == 0) last_ = beside_best();
    if (!last_) last_ = most_promising();
  }
  if (!last_) last_ = farthest();  // beyond the surrogate's pool
  if (!last_) return next_by_chance();
  asked_[*last_] = 1;
  return last_;
}

std::optional<std::size_t> TuneProposer::next_by_chance() {
  const auto left = std::ranges::find_if(order_, [&](std::size_t each) { return asked_[each] == 0; });
  last_ = left != order_.end() ? std::optional(*left) : std::nullopt;
  if (last_) asked_[*last_] = 1;
  return last_;
}

void TuneProposer::tell(std::optional<double> ms) {
  if (!ms) return;
  measured_.push_back(*last_);
  logs_.push_back(std::log(*ms));
}

}  // namespace heteroscope
