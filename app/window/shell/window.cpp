#include "app/window/shell/window.hpp"

#include <GLFW/glfw3.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <linux/close_range.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/console/console.hpp"
#include "app/console/exit_code.hpp"
#include "app/window/features/files/remember.hpp"
#include "app/window/shell/app.hpp"
#include "app/window/shell/glfw_window.hpp"
#include "core/base/error.hpp"
#include "core/base/failure.hpp"
#include "core/base/message.hpp"
#include "core/io/part_file.hpp"
#include "core/link/machines.hpp"
#include "core/process/signals.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

/// While it exists, `words` is called at the end of the display, on the window's thread, and returns a further
/// sentence. At most one exists at a time.
class DisplayFarewell {
 public:
  explicit DisplayFarewell(std::function<std::string()> words);
  ~DisplayFarewell();
  DisplayFarewell(const DisplayFarewell&) = delete;
  DisplayFarewell& operator=(const DisplayFarewell&) = delete;
};

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

/// When the X server ends, Xlib cannot continue and would end the program with a message of its own. After this call
/// the program says so in one line and ends with exit code 2. Called once there is a window; without X it does nothing.
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

constexpr Size first_size{1600, 950};
constexpr Size any_size{16384, 16384};

/// A driver works from frame to frame, so that the window is never at rest unless it leaves the pace to the window; but
/// times are measured as undisturbed as beside a person.
FramePace pace_of_window(const App& app, const WindowDriver* driver) {
  const FramePace own = app.pace();
  return driver == nullptr || driver->leaves_pace() || own == FramePace::measuring ? own : FramePace::display;
}

void loop(GlfwWindow& window, App& app, WindowDriver* driver) {
  const auto pace = [&] { return pace_of_window(app, driver); };
  while (true) {
    window.wait(pace, app.due_s());
    if (EndOnRequest::asked()) glfwSetWindowShouldClose(window.get(), GLFW_TRUE);
    if (glfwWindowShouldClose(window.get()) != GLFW_FALSE) return;
    if (driver != nullptr) driver->before_frame(app);
    app.step(window.inbox());
    if (driver != nullptr && !driver->after_frame(app, window.framebuffer())) return;
    window.swap();
  }
}

/// Writes the window's state. Returns in one line why that failed; empty if it did not.
std::string failure_to_keep(App& app) {
  Toasts& toasts = app.ui().toasts;
  toasts.clear();
  app.remember();
  return toasts.all().empty() ? std::string() : "the window's settings could not be saved: " + toasts.all().back().text;
}

std::string last_words(App& app, const App::Start& start) {
  if (start.memory_path.empty()) return {};
  const std::string failure = failure_to_keep(app);
  return failure.empty() ? "the window's settings return at the next start" : failure;
}

DisplayWay way_named(const std::string& word) {
  if (word == "host") return DisplayWay::host_copy;
  if (word == "texture") return DisplayWay::interop_texture;
  if (word == "buffer") return DisplayWay::interop_pbo;
  throw BadInput(fmt::format("--display: {} is not one of {}", quote(word), display_ways));
}

/// This environment variable tells the process that reopens the window to draw with the NVIDIA card ("asked"). If no
/// window opens there, that process replaces itself by one that draws as before ("refused").
constexpr const char* on_card = "HETEROSCOPE_ON_CARD";

bool is_on_card(std::string_view standing) {
  const char* const now = std::getenv(on_card);
  return now != nullptr && now == standing;
}

/// PRIME render offload: GLX asks NVIDIA's driver, which draws for the display's own card. Source: NVIDIA's driver
/// README, "PRIME Render Offload".
constexpr std::array<std::pair<const char*, const char*>, 2> to_card{
    {{"__NV_PRIME_RENDER_OFFLOAD", "1"}, {"__GLX_VENDOR_LIBRARY_NAME", "nvidia"}}};

void go_to_card() {
  ::setenv(on_card, "asked", 1);
  for (const auto& [name, value] : to_card) ::setenv(name, value, 1);
}

void leave_card() {
  ::setenv(on_card, "refused", 1);
  for (const auto& [name, value] : to_card) ::unsetenv(name);
}

/// Replaces this process by a new one, which reads the kept state. A limit of memory is in the environment.
[[noreturn]] void open_anew(const WindowOptions& options) {
  ::close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);  // files that drivers have left open
  ::signal(SIGPIPE, SIG_DFL);
  std::error_code unknown;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", unknown);
  const char* const option = options.display ? "--display" : nullptr;
  const char* const value = options.display ? options.display->c_str() : nullptr;
  ::execl(program.c_str(), "heteroscope", option, value, nullptr);
  throw BadInput(fmt::format("the window cannot be reopened: {}", std::strerror(errno)));
}

}  // namespace

int run_window(const WindowOptions& options) {
  never_wait_for_machines();
  const Catalog all = catalog();
  App::Start start{.catalog = all,
                   .memory = {},
                   .memory_path = {},
                   .welcome = options.driver == nullptr,
                   .open = options.open,
                   .display = {}};
  if (options.display) start.display = way_named(*options.display);
  start.card_asked = is_on_card("asked");
  start.card_refused = is_on_card("refused");
  Recollection found;
  if (options.driver == nullptr) {
    start.memory_path = memory_path();
    found = load_memory(start.memory_path, all);
    start.memory = found.memory;
  }
  const Preferences& preferences = start.memory.preferences;
  std::optional<Size> size;
  if (preferences.width > 0 && preferences.height > 0) size = Size{preferences.width, preferences.height};
  std::optional<GlfwWindow> opened;
  const Failure closed = attempt([&] { opened.emplace(size, options.driver != nullptr ? any_size : first_size); });
  if (closed && is_on_card("asked")) {
    leave_card();
    open_anew(options);
  }
  if (closed) raise(closed);
  GlfwWindow& window = *opened;
  watch_display();
  std::string failure;
  bool anew = false;
  bool by_card = false;
  {
    App app(window.get(), start);
    app.ui().copied_picture = [&window] { return window.clipboard().paste_picture(); };
    if (!found.trouble.empty()) app.ui().fail(found.trouble);
    if (options.driver == nullptr) app.features().for_all(&Feature::restore, app.window());
    const EndOnRequest signals;
    const DisplayFarewell farewell([&app, &start] { return last_words(app, start); });
    loop(window, app, options.driver);
    glfwHideWindow(window.get());  // gone at once, while the computation still stops
    failure = failure_to_keep(app);
    anew = app.anew();
    by_card = app.on_card();
  }
  if (!failure.empty()) throw BadInput(failure);
  if (by_card) go_to_card();
  if (anew) open_anew(options);
  return options.driver != nullptr ? options.driver->finish() : 0;
}

}  // namespace heteroscope
