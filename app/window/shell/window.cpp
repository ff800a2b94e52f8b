#include "app/window/shell/window.hpp"
#include "app/tune/kept.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <linux/close_range.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>

#include "app/window/files/remember.hpp"
#include "app/window/shell/app.hpp"
#include "app/window/shell/display_loss.hpp"
#include "app/window/shell/glfw_window.hpp"
#include "app/window/tour/tour.hpp"
#include "core/base/error.hpp"
#include "core/base/signals.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

constexpr Size first_size{1600, 950};
constexpr Size any_size{16384, 16384};

void loop(GlfwWindow& window, App& app, Tour* tour) {
  const auto pace = [&] { return tour != nullptr ? FramePace::display : app.pace(); };
  while (true) {
    window.wait(pace, app.due_s());
    if (EndOnRequest::asked()) glfwSetWindowShouldClose(window.get(), GLFW_TRUE);
    if (glfwWindowShouldClose(window.get()) != GLFW_FALSE) return;
    if (tour != nullptr) tour->before_frame(app);
    app.step(window.inbox());
    if (tour != nullptr && !tour->after_frame(app, window.framebuffer())) return;
    window.swap();
  }
}

/// Keeps the state. Why it cannot be kept, as a line; empty if it is.
std::string failure_to_keep(App& app) {
  Toasts& toasts = app.state().toasts;
  toasts.clear();
  app.remember();
  return toasts.all().empty() ? std::string() : "the window's state is lost: " + toasts.all().back().text;
}

std::string last_words(App& app, const App::Start& start) {
  if (start.memory_path.empty()) return {};
  const std::string failure = failure_to_keep(app);
  return failure.empty() ? "what was set comes back with the next start" : failure;
}

/// This program in place of itself, as what was kept says. A limit of memory is in the environment.
[[noreturn]] void open_anew() {
  ::close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);  // what drivers have left open
  ::signal(SIGPIPE, SIG_DFL);
  std::error_code unknown;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", unknown);
  ::execl(program.c_str(), "heteroscope", nullptr);
  throw BadInput(fmt::format("the window cannot be opened anew: {}", std::strerror(errno)));
}

}  // namespace

int run_window(const WindowOptions& options) {
  const Catalog all = catalog();
  App::Start start{.catalog = all, .memory = {}, .memory_path = {}, .welcome = !options.tour, .open = options.open};
  std::optional<Tour> tour;
  if (options.tour) tour.emplace(*options.tour);
  Recollection found;
  TunedRecollection tuned;
  if (!options.tour) {
    start.memory_path = memory_path();
    found = load_memory(start.memory_path, all);
    start.memory = found.memory;
    tuned = recall_tuned(tuned_path(), all);
  }
  const Preferences& preferences = start.memory.preferences;
  std::optional<Size> size;
  if (preferences.width > 0 && preferences.height > 0) size = Size{preferences.width, preferences.height};
  GlfwWindow window(size, options.tour ? any_size : first_size);
  watch_display();
  std::string failure;
  bool anew = false;
  {
    App app(window.get(), start);
    app.state().tuned = std::make_shared<const TunedWinners>(tuned.winners);
    if (!tuned.trouble.empty()) app.state().toasts.fail(tuned.trouble, app.state().now_s);
    if (!found.trouble.empty()) app.state().toasts.fail(found.trouble, app.state().now_s);
    if (!options.tour) app.put_back(recall_orders(orders_path(), all), orders_path());
    const EndOnRequest signals;
    const DisplayFarewell farewell([&app, &start] { return last_words(app, start); });
    loop(window, app, tour ? &*tour : nullptr);
    glfwHideWindow(window.get());  // gone at once, while the computation still stops
    failure = failure_to_keep(app);
    anew = app.anew();
  }
  if (!failure.empty()) throw BadInput(failure);
  if (anew) open_anew();
  return tour ? tour->finish() : 0;
}

}  // namespace heteroscope
