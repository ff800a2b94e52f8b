#include "app/window/model/undo.hpp"

#include <utility>

#include "app/window/model/times/clock.hpp"

namespace heteroscope {

namespace {

Values& values_with(Settings& settings, const FollowingLimit& limit) {
  return limit.of_source ? settings.problem.source.values : settings.problem.parameters;
}

/// Returns whether no change by a person lies between the two settings.
bool goes_on_from(Settings before, Settings now, const Workload& workload, bool running,
                  const std::optional<FollowingLimit>& follows) {
  now.problem.size = before.problem.size;
  if (follows && now.problem.workload == before.problem.workload) {
    for (Settings* each : {&before, &now}) values_with(*each, *follows).erase(std::string(follows->parameter));
  }
  if (!running || now.problem.workload != before.problem.workload) return now == before;
  if (now.problem.steps < before.problem.steps) return false;
  now.problem.steps = before.problem.steps;
  return without_time(now, workload) == without_time(before, workload);
}

}  // namespace

void Undo::note(const Settings& now, const Workload& workload, bool held, bool running, double now_s,
                const std::optional<FollowingLimit>& follows) {
  if (!present_) present_ = now;
  changing_ = changing_ && ((held && held_) || now_s - changed_s_ < burst_s);
  held_ = held;
  if (!goes_on_from(*present_, now, workload, running, follows)) {
    if (!changing_) {
      before_.push_back(*present_);
      if (before_.size() > longest) before_.erase(before_.begin());
    }
    after_.clear();
    changing_ = true;
    changed_s_ = now_s;
  }
  present_ = now;
}

void Undo::follow(const std::function<void(Settings&)>& change) {
  if (present_) change(*present_);
}

std::optional<Settings> Undo::move(std::vector<Settings>& from, std::vector<Settings>& to) {
  if (from.empty()) return std::nullopt;
  to.push_back(*std::exchange(present_, std::move(from.back())));
  from.pop_back();
  changing_ = false;
  return present_;
}

std::optional<Settings> Undo::back() {
  return move(before_, after_);
}

std::optional<Settings> Undo::forth() {
  return move(after_, before_);
}

}  // namespace heteroscope
