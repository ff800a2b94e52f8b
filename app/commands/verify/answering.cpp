#include <poll.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <iostream>
#include <string>

#include "app/commands/verify/checking_process.hpp"
#include "app/console/exit_code.hpp"
#include "core/base/failure.hpp"
#include "core/ceilings/device_ceilings.hpp"
#include "core/device/counters/kernel_list.hpp"
#include "core/verify/fast_math_check.hpp"

namespace heteroscope {

namespace {

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
