#include "app/measures/sampling.hpp"

#include <algorithm>

namespace heteroscope {

namespace {

constexpr double slow_budget_ms = 10 * slow_ms;
constexpr int least_of_slow = 3;
/// Short runs follow each other in a turn, so that most of them find what the one before has left in the caches.
constexpr double turn_ms = 20;
constexpr int longest_turn = 10;

int runs_that_fit(double expected_ms) {
  return std::max(least_of_slow, static_cast<int>(std::min(slow_budget_ms / expected_ms, 1e6)));
}

}  // namespace

Samples::Samples(const SamplingEffort& effort, double expected_ms) : effort_(effort) {
  const bool slow = expected_ms > slow_ms;
  if (effort_.runs) {
    effort_.least = effort_.most = slow ? std::min(*effort_.runs, runs_that_fit(expected_ms)) : *effort_.runs;
  } else if (slow) {
    effort_.most = std::min(effort_.most, runs_that_fit(expected_ms));
    effort_.least = std::min(effort_.least, effort_.most);
  }
  if (expected_ms < turn_ms)
    turn_ = expected_ms > 0 ? std::clamp(static_cast<int>(turn_ms / expected_ms), 1, longest_turn) : longest_turn;
  turn_ = std::min(turn_, effort_.least);
}

void Samples::add(double ms, double wall_ms) {
  ms_.push_back(ms);
  wall_ms_ += wall_ms;
}

std::optional<double> Samples::reach() const {
  const auto interval = median_interval(ms_);
  const double median = statistics(ms_).median;
  if (!interval || !(median > 0)) return std::nullopt;
  return std::max(interval->high - median, median - interval->low) / median;
}

int Samples::turn() const {
  return std::min(turn_, effort_.most - static_cast<int>(ms_.size()));
}

bool Samples::used_up() const {
  if (!effort_.at_most_ms || ms_.empty()) return false;
  const double next_ms = wall_ms_ / static_cast<double>(ms_.size());
  return wall_ms_ + next_ms > *effort_.at_most_ms;
}

bool Samples::enough() const {
  const auto count = static_cast<int>(ms_.size());
  if (count >= effort_.most) return true;
  if (used_up()) return true;
  if (count < effort_.least) return false;
  return wall_ms_ >= effort_.budget_ms || reach().value_or(1) <= effort_.within;
}

double Samples::share() const {
  if (enough()) return 1;
  const auto count = static_cast<double>(ms_.size());
  const double of_least = count / std::max(effort_.least, 1);
  const double of_budget = effort_.budget_ms > 0 ? wall_ms_ / effort_.budget_ms : 1;
  const double most_ms = effort_.at_most_ms.value_or(0);
  const double of_limit = most_ms > 0 ? wall_ms_ / most_ms : 0;  // one run is enough where nothing is left
  return std::min(1.0, std::max({count / effort_.most, of_limit, std::min(of_least, of_budget)}));
}

bool take_turns(std::span<Samples> all, const std::function<bool(std::size_t, int)>& turn) {
  for (bool more = true; more;) {
    more = false;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].enough()) continue;
      if (!turn(i, all[i].turn())) return false;
      more = true;
    }
  }
  return true;
}

}  // namespace heteroscope
