#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "app/commands/progress.hpp"
#include "app/commands/verify/checking_process.hpp"
#include "app/commands/verify/lone_gpu.hpp"
#include "app/commands/verify/runs.hpp"
#include "app/commands/verify/team.hpp"
#include "core/base/plural.hpp"
#include "core/base/watch.hpp"
#include "core/process/signals.hpp"
#include "core/verify/random_case.hpp"
#include "core/verify/shrink.hpp"

namespace heteroscope {

namespace {

RandomCases cases_for(const VerifyRequest& request) {
  RandomCases out{.workloads = request.workloads,
                  .processors = {Processor::cpu},
                  .filter = request.filter,
                  .most_operations = request.most_operations};
  if (device::facts().available) out.processors = {Processor::gpu, Processor::gpu, Processor::split, Processor::cpu};
  return out;
}

class Search {
 public:
  Search(const VerifyRequest& request, Catalog catalog, Report& report)
      : request_(request), catalog_(catalog), report_(report), from_(cases_for(request)) {}

  /// Compares the next case. False if the time is over, or enough was found.
  bool compare_one(CheckingProcess& process) {
    const std::optional<std::uint64_t> index = next();
    if (!index) return false;
    const Case each = random_case(from_, request_.seed, *index);
    const std::optional<Answer> answer = check(process, each, [&] { return is_over(grace_s); });
    if (!answer) {
      const std::scoped_lock lock(mutex_);
      report_.add_unfinished(command_to_see(each, catalog_, request_.machine));
      return false;
    }
    {
      const std::scoped_lock lock(mutex_);
      report_.count(each.settings, *answer);
    }
    if (answer->result.outcome == Outcome::failed) look_into(each, *answer, *index);
    return true;
  }

  /// Somebody asked for the end before the time was over.
  [[nodiscard]] bool was_stopped() const { return EndOnRequest::asked() && elapsed_s() < *request_.for_s; }

 private:
  static constexpr double grace_s = 5;    ///< for a case that is under way when the time is over
  static constexpr double shrink_s = 60;  ///< to make one small that was found in the last moment

  [[nodiscard]] double elapsed_s() const { return watch_.ms() / 1e3; }
  [[nodiscard]] bool is_over(double extra_s) const {
    return EndOnRequest::asked() || elapsed_s() >= *request_.for_s + extra_s;
  }

  /// The number of the next case; none if there is to be none.
  std::optional<std::uint64_t> next() {
    if (is_over(0)) return {};
    const std::scoped_lock lock(mutex_);
    if (report_.mismatches().size() >= request_.most_findings) return {};
    progress_.show(fmt::format("verify: {} in {:.0f} of {:.0f} s, {}", plural(next_, "case"), elapsed_s(),
                               *request_.for_s, plural(report_.mismatches().size(), "finding")));
    return next_++;
  }

  [[nodiscard]] const Workload& workload_of(const Case& each) const {
    return find_workload(catalog_, each.settings.problem.workload);
  }
  [[nodiscard]] std::optional<Answer> check(CheckingProcess& process, const Case& each, const GiveUp& give_up) const {
    return process.check(each, hang_limit_s(each.settings, catalog_, request_.case_limit_s), give_up);
  }

  /// Runs the case again in a process of its own, makes it small, and notes what is left.
  void look_into(const Case& each, const Answer& answer, std::uint64_t index) {
    const Mismatch found = made_small(each, answer, fmt::format("case {} of seed {}", index, request_.seed));
    const std::scoped_lock lock(mutex_);
    const auto known = std::ranges::find(report_.mismatches(), found.command, &Mismatch::command);
    if (known != report_.mismatches().end()) {
      ++known->alike;
    } else {
      report_.add(found);
    }
  }

  [[nodiscard]] Mismatch made_small(const Case& each, const Answer& answer, const std::string& origin) const {
    const Workload& workload = workload_of(each);
    Mismatch out{.command = command_to_see(each, catalog_, request_.machine),
                 .group = variants_text(each.settings),
                 .result = answer.result,
                 .origin = origin};
    const GiveUp give_up = [&] { return is_over(shrink_s); };
    CheckingProcess own(catalog_);
    const auto fails = [&](const Case& tried) {
      const std::optional<Answer> found = check(own, tried, give_up);
      if (!found || found->result.outcome != Outcome::failed) return false;
      out.result = found->result;
      return true;
    };
    if (!fails(each)) {
      out.origin += give_up() ? ", not tried again because the time was over"
                              : ", which did not happen again when it was run alone";
      return out;
    }
    const Case small = shrink(each, workload, [&](const Case& tried) { return !give_up() && fails(tried); });
    // what the cases before it left in the process must not be a part of it
    own.end();
    if (fails(small)) out.command = command_to_see(small, catalog_, request_.machine);
    return out;
  }

  const VerifyRequest& request_;
  Catalog catalog_;
  Report& report_;
  RandomCases from_;
  Watch watch_;
  ProgressLine progress_;
  std::mutex mutex_;  ///< of the report, the progress and `next_`
  std::uint64_t next_ = 0;
};

}  // namespace

void verify_random(const VerifyRequest& request, Catalog catalog, Report& report) {
  const EndOnRequest signals;
  Search search(request, catalog, report);
  check_together(request.jobs, catalog, [&](CheckingProcess& process) { return search.compare_one(process); });
  if (search.was_stopped()) report.set_stopped();
}

}  // namespace heteroscope
