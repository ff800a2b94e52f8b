#include <iostream>
#include <new>
#include <string>

#include "app/commands/program.hpp"
#include "app/commands/verify/checking_process.hpp"
#include "core/kernel_list.hpp"

namespace heteroscope {

namespace {

CaseResult check_ceilings() {
  const std::string wrong = device::wrong_ceilings();
  return {.outcome = wrong.empty() ? Outcome::passed : Outcome::failed, .reason = wrong};
}

Answer answer_line(Verifier& verifier, const std::string& line, Catalog catalog) {
  Answer out;
  try {
    out.result = line == ceilings_line ? check_ceilings() : verifier.run(case_from_line(line, catalog));
  } catch (const OutOfDeviceMemory& failure) {
    out.result = {.outcome = Outcome::skipped, .reason = "out of device memory"};
  } catch (const DeviceError& failure) {
    out.result = {.outcome = Outcome::failed, .reason = failure.what()};
    out.lost_device = true;
  } catch (const BadInput& failure) {
    out.result = {.outcome = Outcome::skipped, .reason = failure.what()};
  } catch (const std::bad_alloc&) {
    out.result = {.outcome = Outcome::skipped, .reason = "out of memory"};
  }
  out.kernels = device::take_launched_kernels();
  return out;
}

}  // namespace

int answer_cases(Catalog catalog) {
  Verifier verifier(catalog, device::facts());
  std::string line;
  while (std::getline(std::cin, line)) {
    std::cout << to_line(answer_line(verifier, line, catalog)) << '\n' << std::flush;
    if (!std::cout) return exit_bad_input;  // nobody listens
  }
  return exit_success;
}

}  // namespace heteroscope
