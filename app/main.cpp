#include <malloc.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <string_view>

#include "app/commands/program.hpp"
#include "core/failure.hpp"

namespace {

void say(std::string_view words) {
  // nothing is left to do where even that cannot be written
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, words.data(), words.size());
}

/// For what is thrown where nobody can catch it: while the lists of workloads are made, before main(), and in library
/// code that promises not to throw. Short of memory is no defect, and ends with its line and code; anything else
/// aborts.
[[noreturn]] void last_words() {
  const std::exception_ptr thrown = std::current_exception();
  if (thrown == nullptr) {
    // GCC's parallel regions end like this where something leaves them, and do not say what it was
    say("heteroscope: a thread could not go on, most likely for want of memory\n");
    _exit(heteroscope::exit_bad_input);
  }
  const heteroscope::Failure failure = heteroscope::failure_of(thrown);
  say("heteroscope: ");
  say(failure.line);
  say("\n");
  if (failure.kind != heteroscope::Failure::Kind::defect) _exit(heteroscope::exit_bad_input);
  std::abort();
}

/// Before the constructors of all other objects of the program.
[[gnu::constructor(101)]] void set_last_words() {
  std::set_terminate(last_words);
}

/// Large pieces of memory are the system's again as soon as they are let go. By itself glibc's limit would grow to
/// 32 MiB, and what is let go be kept, in pieces, for each thread: 468 MB for 190 after ten minutes of random use.
/// Threads come and go; arenas of their own hold ever more small pieces between what is free (0.8 MB a minute of random
/// use).
void give_memory_back() {
  constexpr int large = 1 << 20;
  constexpr int arenas = 2;
  ::mallopt(M_MMAP_THRESHOLD, large);
  ::mallopt(M_ARENA_MAX, arenas);
}

}  // namespace

int main(int argc, char** argv) {
  give_memory_back();
  return heteroscope::run_program(argc, argv);
}
