#include <exception>

#include "app/commands/program.hpp"
#include "app/last_words.hpp"
#include "core/memory/heap.hpp"

namespace {

/// Before the constructors of all other objects of the program.
[[gnu::constructor(101)]] void set_last_words() {
  std::set_terminate(heteroscope::last_words);
}

}  // namespace

int main(int argc, char** argv) {
  heteroscope::limit_heap();
  return heteroscope::run_program(argc, argv);
}
