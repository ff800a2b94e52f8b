#include "app/bench/schedule.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/verify/case.hpp"

namespace heteroscope {

namespace {

/// As if a thread did so many of the plain loop's operations, which is right to a few times.
double ms_of_run(const BenchCase& of, const Workload& workload) {
  constexpr double operations_per_ms = 2e6;
  constexpr double of_gpu = 50;  // threads' worth
  constexpr double to_settle_ms = 1000;
  if (workload.settles()) return to_settle_ms;
  const double threads =
      of.settings.execution.processor == Processor::cpu ? std::max(of.settings.execution.threads, 1) : of_gpu;
  return reference_operations(of.settings, workload) / (operations_per_ms * threads);
}

}  // namespace

double rough_ms(const BenchCase& of, const Workload& workload, const BenchEffort& effort) {
  const double run_ms = ms_of_run(of, workload);
  const bool slow = run_ms > 2000;  // what takes longer is repeated less
  const double least_ms = (slow ? 4 : effort.sampling.least + effort.warmup) * run_ms;
  return std::max(effort.sampling.budget_ms, least_ms);
}

double Schedule::steady_ms() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Schedule::Schedule(std::optional<double> all_ms, Now now)
    : all_ms_(all_ms), now_(std::move(now)), start_ms_(now_()), began_ms_(start_ms_) {}

void Schedule::add(double rough_ms) {
  ++all_;
  ++left_.count;
  left_.rough_ms += rough_ms;
  rough_ms_ += rough_ms;
}

void Schedule::add_preparation(double rough_ms) {
  preparation_ms_ += rough_ms;
  left_.rough_ms += rough_ms;
  rough_ms_ += rough_ms;
}

void Schedule::leave_out(double rough_ms) {
  --all_;
  --left_.count;
  left_.rough_ms -= rough_ms;
  rough_ms_ -= rough_ms;
}

void Schedule::begin_preparation(double rough_ms) {
  const double begun_ms = std::min(rough_ms, preparation_ms_);
  preparation_ms_ -= begun_ms;
  begin(0, begun_ms);
}

void Schedule::begin(std::size_t rows, double rough_ms) {
  under_way_ = {rows, rough_ms};
  began_ms_ = now_();
  part_ = 0;
}

void Schedule::progress(double part) {
  part_ = std::clamp(part, part_, 1.0);
}

double Schedule::share() const {
  if (!(rough_ms_ > 0)) return 0;
  return std::clamp((rough_ms_ - left_.rough_ms + part_ * under_way_.rough_ms) / rough_ms_, 0.0, 1.0);
}

void Schedule::end() {
  if (under_way_.count > 0) {  // how fast rows are is told by rows alone
    took_ms_ += now_() - began_ms_;
    said_ms_ += under_way_.rough_ms;
  }
  left_.count -= std::min(left_.count, under_way_.count);
  left_.rough_ms = left_.count > 0 ? left_.rough_ms - under_way_.rough_ms : 0;
  under_way_ = {};
  part_ = 0;
}

std::optional<double> Schedule::share_ms() const {
  if (!all_ms_) return std::nullopt;
  const double left_ms = *all_ms_ - (now_() - start_ms_);
  return std::max(0.0, left_ms / static_cast<double>(std::max<std::size_t>(left_.count, 1)));
}

std::optional<double> Schedule::left_ms() const {
  const double since_ms = now_() - began_ms_;
  constexpr double telling_part = 0.1;
  const bool tells = under_way_.count > 0 && under_way_.rough_ms > 0 && part_ >= telling_part;
  const bool first = said_ms_ <= 0 && !tells;
  if (first && (under_way_.count == 0 || since_ms > under_way_.rough_ms)) return std::nullopt;
  const double of_those_ms = tells ? since_ms / part_ : 0;
  const double slower = first ? 1 : (took_ms_ + of_those_ms) / (said_ms_ + (tells ? under_way_.rough_ms : 0));
  // estimates that were added up in another order may differ in the last digits
  const double after_ms = slower * std::max(0.0, left_.rough_ms - under_way_.rough_ms);
  const double expected_ms = tells ? of_those_ms : slower * under_way_.rough_ms;
  const double under_way_ms = under_way_.count > 0 ? std::max(0.0, expected_ms - since_ms) : 0;
  const double all_ms = under_way_ms + after_ms;
  const double to_the_end_ms = all_ms_ ? *all_ms_ - (now_() - start_ms_) : 0;
  return to_the_end_ms > 0 ? std::min(all_ms, to_the_end_ms) : all_ms;
}

BenchProgress progress_of(const Schedule& schedule, std::string now) {
  const std::optional<double> left_ms = schedule.left_ms();
  return {.done = schedule.done(),
          .all = schedule.all(),
          .share = schedule.share(),
          .prepares = schedule.prepares(),
          .left_s = left_ms ? std::optional(*left_ms / 1000) : std::nullopt,
          .now = std::move(now)};
}

}  // namespace heteroscope
