#include "app/window/shell/display_loss.hpp"

#include <dlfcn.h>
#include <signal.h>
#include <unistd.h>

#include <string>
#include <utility>

#include "app/console/console.hpp"
#include "app/console/exit_code.hpp"
#include "core/io/part_file.hpp"

namespace heteroscope {
namespace {

std::function<std::string()>& farewell_of_window() {
  static std::function<std::string()> farewell;
  return farewell;
}

/// Xlib's XIOErrorHandler, which must not return.
extern "C" int on_lost_display(void*) {
  // Whatever it calls, this is the end: a second loss (of a call to X within) must not come back here.
  const auto farewell = std::exchange(farewell_of_window(), nullptr);
  const std::string words = farewell ? farewell() : std::string();
  print_error("heteroscope", "the display is gone: the X server has ended or closed the connection" +
                                 (words.empty() ? "" : "; " + words));
  remove_part_files();
  // Nothing that would ask X for something more: no destructors, no handlers of the drivers.
  ::_exit(exit_bad_input);
}

using Handler = int (*)(void*);
using SetHandler = Handler (*)(Handler);

/// XSetIOErrorHandler of the Xlib that GLFW has loaded by itself; null where it has not.
SetHandler find_set_handler() {
  void* xlib = ::dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
  if (xlib == nullptr) return nullptr;
  auto* found = reinterpret_cast<SetHandler>(::dlsym(xlib, "XSetIOErrorHandler"));
  ::dlclose(xlib);  // GLFW keeps it
  return found;
}

}  // namespace

void watch_display() {
  // A write to the server that is no more is to be an error of that write.
  ::signal(SIGPIPE, SIG_IGN);
  if (const SetHandler set = find_set_handler(); set != nullptr) set(on_lost_display);
}

DisplayFarewell::DisplayFarewell(std::function<std::string()> words) {
  farewell_of_window() = std::move(words);
}

DisplayFarewell::~DisplayFarewell() {
  farewell_of_window() = nullptr;
}

}  // namespace heteroscope
