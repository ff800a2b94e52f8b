#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <iostream>
#include <string>

#include "app/commands/verify/checking_process.hpp"
#include "app/console/exit_code.hpp"
#include "core/base/failure.hpp"
#include "core/base/plural.hpp"
#include "core/ceilings/device_ceilings.hpp"
#include "core/device/counters/kernel_list.hpp"
#include "core/device/device.hpp"
#include "core/model/workload.hpp"
#include "core/run/compare.hpp"
#include "core/run/execute.hpp"
#include "core/verify/case.hpp"

namespace heteroscope {

namespace {

Field compared(const Frame& frame) {
  return (frame.states.empty() ? frame.field : frame.states.front()).with_host_copy();
}

/// Empty where it cannot be planned, too: its variants' cases say why.
std::string wrong_fast_math(const Workload& workload, const Settings& settings, bool traced, Catalog catalog,
                            device::Devices devices) {
  const FastMathBaseline& fast_math = *workload.fast_math;
  const Planned reference = plan(reference_of(settings, workload), catalog, devices);
  Planned planned = plan(settings, catalog, devices);
  if (!planned || !reference) return {};
  put_fast_math(*planned.plan);
  Executor executor;
  const Field expected = compared(executor.execute(*reference.plan, CheckedRun{.summarize = false}).value());
  const Field found =
      compared(executor.execute(*planned.plan, CheckedRun{.summarize = false, .trace = traced}).value());
  const double tolerance = fast_math.tolerance(planned.plan->parameters, settings.problem.precision);
  const Diff diff = compare(expected.host_view(), found.host_view(), tolerance);
  if (diff.beyond == 0) return {};
  return fmt::format("{} ({}), {}, block {}x{}: {} beyond {:.3g}; the largest error is {:.3g}", workload.id,
                     fast_math.label, id_of(settings.problem.precision), settings.execution.block.x,
                     settings.execution.block.y, plural(diff.beyond, "value"), tolerance, diff.max_error);
}

/// The error of a workload's fast-math baseline (core/model/capabilities/capabilities.hpp), in one line; empty if there
/// is none. Each baseline computes one step, or one result, of the workload's defaults on the first GPU, in both
/// precisions, with its own blocks and with the largest, traced and not, and is compared with the reference.
std::string wrong_fast_math_baselines(Catalog catalog, device::Devices devices) {
  constexpr BlockShape own{};
  constexpr BlockShape largest{1024, 1};
  for (const Workload* workload : catalog) {
    if (!workload->fast_math) continue;
    Settings settings = default_settings(*workload);
    settings.problem.size = {64, 48};
    settings.problem.steps = workload->iterates() ? 1 : 0;
    settings.execution.processor = Processor::gpu;
    for (const Precision precision : workload->precisions()) {
      for (const BlockShape block : {own, largest}) {
        for (const bool traced : {false, true}) {
          settings.problem.precision = precision;
          settings.execution.block = block;
          if (std::string wrong = wrong_fast_math(*workload, settings, traced, catalog, devices); !wrong.empty())
            return wrong;
        }
      }
    }
  }
  return {};
}

CaseResult failed_result(const std::string& wrong) {
  return {.outcome = wrong.empty() ? Outcome::passed : Outcome::failed, .reason = wrong};
}

CaseResult result_of_line(Verifier& verifier, const std::string& line, Catalog catalog) {
  if (line == ceilings_line) return failed_result(device::wrong_ceilings());
  if (line == fast_math_line) return failed_result(wrong_fast_math_baselines(catalog, device::all()));
  return verifier.run(case_from_line(line, catalog));
}

/// The result of a case that failed: what prevented the case is not the variant's fault; what its computation broke is.
CaseResult failed_result(const Failure& failure) {
  using Kind = Failure::Kind;
  if (failure.kind == Kind::device_full) return {.outcome = Outcome::skipped, .reason = "out of device memory"};
  const bool broken = failure.of_device() || failure.kind == Kind::defect || failure.kind == Kind::variant_fault;
  return {.outcome = broken ? Outcome::failed : Outcome::skipped, .reason = failure.line};
}

Answer answer_line(Verifier& verifier, const std::string& line, Catalog catalog) {
  Answer out;
  const Failure failure = attempt([&] { out.result = result_of_line(verifier, line, catalog); });
  if (failure) out.result = failed_result(failure);
  out.lost_device = failure.kind == Failure::Kind::device || failure.kind == Failure::Kind::device_lost;
  out.kernels = device::take_launched_kernels();
  return out;
}

/// This process ends with the one that waits for its answers, however that ends. False: it has ended already.
bool end_with_listener() {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // One that ended beforehand sends no signal; its end of the channel is closed.
  pollfd input{.fd = STDIN_FILENO, .events = 0, .revents = 0};
  return ::poll(&input, 1, 0) >= 0 && (input.revents & POLLHUP) == 0;
}

}  // namespace

int answer_cases(Catalog catalog) {
  if (!end_with_listener()) return exit_bad_input;
  Verifier verifier(catalog, device::all());
  std::cout << begun_line << '\n' << std::flush;
  std::string line;
  while (std::getline(std::cin, line)) {
    std::cout << to_line(answer_line(verifier, line, catalog)) << '\n' << std::flush;
    if (!std::cout) return exit_bad_input;  // nobody listens
  }
  return exit_success;
}

}  // namespace heteroscope
