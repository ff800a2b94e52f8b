#include "app/tune/search.hpp"

#include <algorithm>

#include "app/tune/proposer.hpp"
#include "core/base/given_up.hpp"
#include "core/numbers/difference.hpp"

namespace heteroscope {

namespace {

constexpr int patience = 6;          // proposals in a row without hope, before the search ends
constexpr double first_round_s = 4;  // first measurements' time, for each of the finalists
constexpr double narrow = 0.003;     // an interval that reaches no farther need not be measured longer

class Search {
 public:
  Search(const TuneSpace& space, std::uint64_t seed, const TuneEffort& effort, TuneMeasurer& measurer, TuneWatch& watch)
      : effort_(effort), measurer_(measurer), watch_(watch), proposer_(space, seed), begin_(measurer.now()) {}

  TuneFound run() {
    explore();
    if (found_.end != TuneEnd::stopped && !effort_.exhaustive) finals();
    choose();
    found_.seconds = used();
    return std::move(found_);
  }

 private:
  [[nodiscard]] double used() const { return measurer_.now() - begin_; }

  void explore() {
    const double until = effort_.budget_s * (1 - effort_.for_finals);
    int hopeless = 0;
    while (true) {
      if (watch_.stopped()) return ends(TuneEnd::stopped);
      if (!found_.tried.empty() && used() >= until) return ends(TuneEnd::budget);
      if (effort_.evaluations && static_cast<int>(found_.tried.size()) >= *effort_.evaluations)
        return ends(TuneEnd::evaluations);
      const std::optional<std::size_t> next = effort_.exhaustive ? proposer_.next_by_chance() : proposer_.next();
      if (!next) return ends(TuneEnd::all_tried);
      watch_.begins({&*next, 1});
      try {
        proposer_.tell(try_one(*next));
      } catch (const GivenUp&) {
        found_.tried.pop_back();  // nothing is known of it
        return ends(TuneEnd::stopped);
      }
      hopeless = proposer_.hope() < effort_.least_hope ? hopeless + 1 : 0;
      if (hopeless > patience) return ends(TuneEnd::nothing_to_gain);
      choose();
      watch_.goes_on(std::min(used() / effort_.budget_s, 1.0), found_);
    }
  }

  void ends(TuneEnd how) { found_.end = how; }

  /// Its time; none if it was thrown out.
  std::optional<double> try_one(std::size_t candidate) {
    TuneTried& tried = found_.tried.emplace_back();
    tried.candidate = candidate;
    tried.time = measurer_.measure(candidate, effort_.first_s, best_ms_);
    if (!tried.time.failure.empty()) {
      tried.fate = TuneFate::failed;
      tried.why = tried.time.failure;
      return std::nullopt;
    }
    if (best_ms_ && tried.time.ms > *best_ms_ * (1 + effort_.near)) return tried.time.ms;
    tried.why = measurer_.difference(candidate);
    tried.fate = tried.why.empty() ? TuneFate::checked : TuneFate::wrong;
    if (tried.fate == TuneFate::wrong) return std::nullopt;
    best_ms_ = std::min(best_ms_.value_or(tried.time.ms), tried.time.ms);
    return tried.time.ms;
  }

  /// Places in `tried`, the fastest first.
  [[nodiscard]] std::vector<std::size_t> best_ones() const {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < found_.tried.size(); ++i) {
      const TuneTried& each = found_.tried[i];
      if (each.fate == TuneFate::checked && each.time.ms <= *best_ms_ * (1 + effort_.near)) out.push_back(i);
    }
    std::ranges::stable_sort(out, {}, [&](std::size_t i) { return found_.tried[i].time.ms; });
    if (out.size() > effort_.most_finalists) out.resize(effort_.most_finalists);
    return out;
  }

  void finals() {
    if (!best_ms_) return;
    std::vector<std::size_t> left = best_ones();
    for (double seconds = first_round_s * effort_.first_s; left.size() > 1; seconds *= 2) {
      // at least one round, whatever the budget
      const bool first = !found_.tried[left.front()].final;
      const double room = effort_.budget_s - used();
      const double each = std::min(seconds, room / static_cast<double>(left.size()));
      if (!first && each < seconds / 2) return;
      if (!play(left, first ? seconds : each)) return ends(TuneEnd::stopped);
      if (!drop_slower(left)) return;
      choose();
      watch_.goes_on(std::min(used() / effort_.budget_s, 1.0), found_);
    }
  }

  bool play(const std::vector<std::size_t>& places, double seconds) {
    std::vector<std::size_t> candidates;
    candidates.reserve(places.size());
    for (const std::size_t each : places) candidates.push_back(found_.tried[each].candidate);
    if (watch_.stopped()) return false;
    watch_.begins(candidates);
    const std::vector<TuneTime> times = measurer_.measure_in_turns(candidates, seconds);
    if (times.size() != places.size()) return false;
    for (std::size_t i = 0; i < places.size(); ++i) {
      TuneTried& tried = found_.tried[places[i]];
      tried.time = times[i];
      tried.final = true;
      if (tried.time.failure.empty()) continue;
      tried.fate = TuneFate::failed;
      tried.why = tried.time.failure;
    }
    return true;
  }

  /// Drops the candidates that are not tied with the fastest; false if nothing more can be learned.
  bool drop_slower(std::vector<std::size_t>& places) const {
    std::erase_if(places, [&](std::size_t i) { return found_.tried[i].fate == TuneFate::failed; });
    if (places.empty()) return false;
    std::ranges::stable_sort(places, {}, [&](std::size_t i) { return found_.tried[i].time.ms; });
    const TuneTime& best = found_.tried[places.front()].time;
    std::erase_if(places, [&](std::size_t i) { return !tie(best, found_.tried[i].time, effort_.noise); });
    return std::ranges::any_of(places, [&](std::size_t i) {
      const TuneTime& time = found_.tried[i].time;
      return !time.interval || std::max(time.interval->high - time.ms, time.ms - time.interval->low) > narrow * time.ms;
    });
  }

  /// Among those that were measured in turns, if any were.
  void choose() {
    found_.winner.reset();
    found_.ties.clear();
    const bool any_final = std::ranges::any_of(
        found_.tried, [](const TuneTried& each) { return each.final && each.fate == TuneFate::checked; });
    const auto counts = [&](const TuneTried& each) {
      return each.fate == TuneFate::checked && (each.final || !any_final);
    };
    for (std::size_t i = 0; i < found_.tried.size(); ++i) {
      const TuneTried& each = found_.tried[i];
      if (counts(each) && (!found_.winner || each.time.ms < found_.tried[*found_.winner].time.ms)) found_.winner = i;
    }
    if (!found_.winner) return;
    const TuneTime& best = found_.tried[*found_.winner].time;
    for (std::size_t i = 0; i < found_.tried.size(); ++i) {
      if (i != *found_.winner && counts(found_.tried[i]) && tie(best, found_.tried[i].time, effort_.noise))
        found_.ties.push_back(i);
    }
  }

  const TuneEffort& effort_;
  TuneMeasurer& measurer_;
  TuneWatch& watch_;
  TuneProposer proposer_;
  double begin_;
  TuneFound found_;
  std::optional<double> best_ms_;  // of those whose result is right
};

}  // namespace

bool tie(const TuneTime& a, const TuneTime& b, double noise) {
  return tied({a.ms, a.interval}, {b.ms, b.interval}, noise * std::min(a.ms, b.ms));
}

TuneFound search(const TuneSpace& space, std::uint64_t seed, const TuneEffort& effort, TuneMeasurer& measurer,
                 TuneWatch& watch) {
  return Search(space, seed, effort, measurer, watch).run();
}

}  // namespace heteroscope
