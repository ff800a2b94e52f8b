#include "app/last_words.hpp"

#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <exception>
#include <string_view>

#include "app/console/exit_code.hpp"
#include "core/base/failure.hpp"

namespace heteroscope {

namespace {

void say(std::string_view words) {
  // nothing is left to do where even that cannot be written
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, words.data(), words.size());
}

}  // namespace

void last_words() {
  // threads that share a region run short of memory together: the first speaks, and ends the process for all
  static std::atomic_flag spoken;
  while (spoken.test_and_set()) ::pause();
  const std::exception_ptr thrown = std::current_exception();
  if (thrown == nullptr) {
    // GCC's parallel regions end like this where something leaves them, and do not say what it was
    say("heteroscope: a thread had to stop, probably because memory ran out\n");
    _exit(exit_bad_input);
  }
  const Failure failure = failure_of(thrown);
  say("heteroscope: ");
  say(failure.line);
  say("\n");
  if (failure.kind != Failure::Kind::defect) _exit(exit_bad_input);
  std::abort();
}

}  // namespace heteroscope
