#include <malloc.h>

#include <exception>

#include "app/commands/program.hpp"
#include "app/last_words.hpp"

namespace {

/// Before the constructors of all other objects of the program.
[[gnu::constructor(101)]] void set_last_words() {
  std::set_terminate(heteroscope::last_words);
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
