#include <fmt/format.h>

#include <chrono>

#include "app/commands/progress.hpp"
#include "app/commands/verify/checking_process.hpp"
#include "app/commands/verify/lone_gpu.hpp"
#include "app/commands/verify/runs.hpp"
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
      : request_(request), catalog_(catalog), report_(report), process_(catalog) {}

  void run() {
    const auto start = std::chrono::steady_clock::now();
    const auto elapsed = [&] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    const RandomCases from = cases_for(request_);
    const ProgressLine progress;
    for (std::uint64_t index = 0; elapsed() < *request_.for_s; ++index) {
      const Case each = random_case(from, request_.seed, index);
      progress.show(fmt::format("verify: {} cases in {:.0f} of {:.0f} s, {} findings", index, elapsed(),
                                *request_.for_s, report_.mismatches().size()));
      const Answer answer = check(process_, each);
      report_.count(each.settings, answer);
      if (answer.result.outcome == Outcome::failed) look_into(each, answer, index);
      if (report_.mismatches().size() >= request_.most_findings) return;
    }
  }

 private:
  static const Workload& workload_of(const Case& each, Catalog catalog) {
    return find_workload(catalog, each.settings.problem.workload);
  }
  Answer check(CheckingProcess& process, const Case& each) const {
    return process.check(each, hang_limit_s(each.settings, workload_of(each, catalog_), request_.case_limit_s));
  }

  /// Runs the case again in a process of its own, makes it small, and notes what is left.
  void look_into(const Case& each, const Answer& answer, std::uint64_t index) {
    const std::string origin = fmt::format("case {} of seed {}", index, request_.seed);
    const std::string group = variants_text(each.settings);
    const Workload& workload = workload_of(each, catalog_);
    CheckingProcess own(catalog_);
    Answer last = check(own, each);
    if (last.result.outcome != Outcome::failed) {
      report_.add({.command = command_to_see(each, workload),
                   .group = group,
                   .result = answer.result,
                   .origin = origin + ", not seen again by itself"});
      return;
    }
    const Case small = shrink(each, workload, [&](const Case& tried) {
      const Answer found = check(own, tried);
      if (found.result.outcome == Outcome::failed) last = found;
      return found.result.outcome == Outcome::failed;
    });
    // what the cases before it left in the process must not be a part of it
    own.end();
    const Answer again = check(own, small);
    const bool stands = again.result.outcome == Outcome::failed;
    if (stands) last = again;
    const std::string command = command_to_see(stands ? small : each, workload);
    for (Mismatch& known : report_.mismatches()) {
      if (known.command != command) continue;
      ++known.alike;
      return;
    }
    report_.add({.command = command, .group = group, .result = last.result, .origin = origin});
  }

  const VerifyRequest& request_;
  Catalog catalog_;
  Report& report_;
  CheckingProcess process_;
};

}  // namespace

void verify_random(const VerifyRequest& request, Catalog catalog, Report& report) {
  Search(request, catalog, report).run();
}

}  // namespace heteroscope
