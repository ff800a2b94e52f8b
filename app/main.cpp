#include <unistd.h>

#include <exception>

#include "app/console/exit_code.hpp"
#include "app/last_words.hpp"
#include "app/program.hpp"
#include "core/device/cpu/x86_64_v3.hpp"
#include "core/process/heap.hpp"

namespace {

/// Before the constructors of all other objects of the program.
[[gnu::constructor(101)]] void set_last_words() {
  std::set_terminate(heteroscope::last_words);
}

#ifdef __AVX2__
/// A processor that lacks what the compiler was allowed to use would end the program without a word; before all other
/// constructors, which may use it.
[[gnu::constructor(101), gnu::target("arch=x86-64")]] void check_processor() {
  if (heteroscope::has_x86_64_v3()) return;
  constexpr char words[] =
      "heteroscope: this program was built for x86-64-v3 (processors with AVX2 and FMA, from about "
      "2013 on), but this processor is older; build it here with -DHETEROSCOPE_X86_64_V3=OFF\n";
  if (::write(STDERR_FILENO, words, sizeof words - 1) < 0) ::_exit(heteroscope::exit_bad_input);
  ::_exit(heteroscope::exit_bad_input);
}
#endif

}  // namespace

int main(int argc, char** argv) {
  heteroscope::limit_heap();
  return heteroscope::run_program(argc, argv);
}
