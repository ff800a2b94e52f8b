#pragma once

#include <span>

#include "app/console/console.hpp"
#include "app/console/exit_code.hpp"
#include "core/base/failure.hpp"
#include "core/process/heap.hpp"
#include "core/process/thread_waiting.hpp"

namespace heteroscope {

/// The `main` of a program that measures what the program does: it waits and takes memory as that does, and says what
/// went wrong in one line. `run()` takes the words behind the name, and returns the exit code.
template <class Run>
int measuring_main(const char* name, int argc, char** argv, Run run) {
  limit_heap();
  spin_shortly_beside_others(argv);
  int code = exit_bad_input;
  const Failure failed = attempt([&] { code = run(std::span(argv, static_cast<std::size_t>(argc)).subspan(1)); });
  if (failed) print_error(name, failed.line);
  return code;
}

}  // namespace heteroscope
