#include <csignal>
#include <cstdlib>
#include <initializer_list>

/// What other programs take of the processors is not known to tests, nor to the programs that they start: none depends
/// on a machine that is quiet. A test that is about others puts a file of its own in the place of /proc/stat.
namespace {
[[maybe_unused]] const int told = ::setenv("HETEROSCOPE_PROC_STAT", "/dev/null", 0);

/// A shell's background, or nohup, has signals ignored, and programs that tests start and stop would inherit that.
[[maybe_unused]] const bool heard = [] {
  for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM}) std::signal(signal, SIG_DFL);
  return true;
}();
}  // namespace
