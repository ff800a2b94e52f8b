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
  // The farewell runs once: if one of its calls to X fails, too, this handler must not call it again.
  const auto farewell = std::exchange(farewell_of_window(), nullptr);
  const std::string words = farewell ? farewell() : std::string();
  print_error("heteroscope", "the display is gone: the X server has ended or closed the connection" +
                                 (words.empty() ? "" : "; " + words));
  remove_part_files();
  // ends without destructors and exit handlers of drivers, which could call X again
  ::_exit(exit_bad_input);
}

using Handler = int (*)(void*);
using SetHandler = Handler (*)(Handler);

/// Returns XSetIOErrorHandler of the Xlib that GLFW has loaded; null if it has loaded none.
SetHandler find_set_handler() {
  void* xlib = ::dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
  if (xlib == nullptr) return nullptr;
  auto* found = reinterpret_cast<SetHandler>(::dlsym(xlib, "XSetIOErrorHandler"));
  ::dlclose(xlib);  // GLFW keeps it
  return found;
}

}  // namespace

void watch_display() {
  // a write to the ended server returns an error instead of a signal
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
