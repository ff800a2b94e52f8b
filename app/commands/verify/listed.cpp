#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <span>

#include "app/commands/progress.hpp"
#include "app/commands/verify/checking_process.hpp"
#include "app/commands/verify/lone_gpu.hpp"
#include "app/commands/verify/runs.hpp"
#include "app/commands/verify/team.hpp"
#include "core/model/schema/own_choices.hpp"
#include "core/process/signals.hpp"

namespace heteroscope {

namespace {

bool stopped() {
  return EndOnRequest::asked();
}

/// Runs the checks of the GPU that belong to no workload.
void verify_shared(const VerifyRequest& request, Catalog catalog, Report& report) {
  CheckingProcess process(catalog);
  const auto note = [&](const char* group, const std::optional<Answer>& answer) {
    if (!answer || !report.count("shared", "gpu", group, *answer)) return;
    report.add({.command = "heteroscope verify", .group = group, .result = answer->result, .origin = {}});
  };
  note("ceilings", process.check_ceilings(request.case_limit_s, stopped));
  note("witnesses", process.check_fast_math(request.case_limit_s, stopped));
}

/// The cases of all workloads, handed out in order to whoever asks.
class Listed {
 public:
  Listed(const VerifyRequest& request, Catalog catalog, Report& report)
      : request_(request), catalog_(catalog), report_(report) {
    for (const Workload* workload : request.workloads) add(*workload);
  }

  /// Compares the next few. False if none is left, or nobody waits for them any more.
  bool compare_some(CheckingProcess& process) {
    const std::span<const Item> some = next();
    for (const Item& each : some) {
      if (!compare(each.which, process)) return false;
      ++done_;
    }
    return !some.empty();
  }

  [[nodiscard]] std::size_t left() const { return items_.size() - done_; }

 private:
  struct Item {
    const Workload* workload;
    Case which;
  };

  void add(const Workload& workload) {
    Cases all = conformance_cases(workload, request_.sizes, request_.filter);
    const bool alone = request_.workloads.size() == 1;
    if (all.cases.empty() && (alone || all.left_out.empty())) {
      throw BadInput(fmt::format("no case of {} fits all of these options{}", workload.id,
                                 all.left_out.empty() ? "" : ": " + all.left_out.front().first));
    }
    for (const auto& [reason, count] : all.left_out) report_.count_left_out(std::string(workload.id), reason, count);
    for (Case& each : all.cases) {
      report_.expect(each.settings);
      items_.push_back({&workload, std::move(each)});
    }
  }

  /// Neighbors have references in common, which a process computes once; the last ones are handed out one by one.
  std::span<const Item> next() {
    const std::scoped_lock lock(mutex_);
    constexpr std::size_t most = 64;
    const std::size_t left = items_.size() - next_;
    const std::size_t fair = left / (4 * static_cast<std::size_t>(request_.jobs));
    const std::span<const Item> some =
        std::span(items_).subspan(next_, std::min(left, std::clamp<std::size_t>(fair, 1, most)));
    if (some.empty()) return some;
    next_ += some.size();
    progress_.show(fmt::format("verify {}: {} of {}", some.front().workload->id, next_, items_.size()));
    return some;
  }

  /// False if it was not waited for.
  bool compare(const Case& which, CheckingProcess& process) {
    if (is_given_up(which)) return true;
    const auto answer = process.check(which, hang_limit_s(which.settings, catalog_, request_.case_limit_s), stopped);
    if (!answer) return false;
    if (!count(which, *answer) || which.route.traced) return true;
    // the pieces of each kernel are looked at once at least
    Case traced = which;
    traced.route.traced = true;
    return compare(traced, process);
  }

  /// Returns whether so many cases of a person's variant have failed that the others would tell nothing new. Each may
  /// take as long as the limit of a frame; they are counted as skipped.
  bool is_given_up(const Case& which) {
    const std::scoped_lock lock(mutex_);
    if (own_file_in(which.settings.execution).empty() || report_.failed(which.settings) < request_.most_failures_of_own)
      return false;
    report_.count_left_out(
        which.settings.problem.workload,
        fmt::format("{}: {} of its cases have failed", variants_text(which.settings), request_.most_failures_of_own),
        1);
    return true;
  }

  /// True if kernels were compared for the first time.
  bool count(const Case& which, const Answer& answer) {
    const std::scoped_lock lock(mutex_);
    const bool news = report_.is_news(answer);
    if (report_.count(which.settings, answer)) {
      report_.add({.command = command_to_see(which, catalog_, request_.machine),
                   .group = variants_text(which.settings),
                   .result = answer.result,
                   .origin = {}});
    }
    return news;
  }

  const VerifyRequest& request_;
  Catalog catalog_;
  Report& report_;
  std::vector<Item> items_;
  ProgressLine progress_;
  std::mutex mutex_;  ///< of the report, the progress and `next_`
  std::size_t next_ = 0;
  std::atomic<std::size_t> done_ = 0;
};

}  // namespace

void verify_listed(const VerifyRequest& request, Catalog catalog, Report& report) {
  const EndOnRequest signals;
  if (request.is_whole() && device::facts().available) verify_shared(request, catalog, report);
  Listed listed(request, catalog, report);
  check_together(request.jobs, catalog, [&](CheckingProcess& process) { return listed.compare_some(process); });
  report.set_left(listed.left());
}

}  // namespace heteroscope
