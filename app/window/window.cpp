#include "app/window/window.hpp"

#include <GLFW/glfw3.h>

#include "app/window/app.hpp"
#include "app/window/glfw_window.hpp"
#include "app/window/tour.hpp"
#include "core/error.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

constexpr Size first_size{1600, 950};
constexpr Size any_size{16384, 16384};

void loop(GlfwWindow& window, App& app, Tour* tour) {
  bool lively = true;
  while (glfwWindowShouldClose(window.get()) == GLFW_FALSE) {
    window.wait(lively, app.due_s());
    if (tour != nullptr) tour->before_frame(app);
    app.step(window.inbox());
    if (tour != nullptr && !tour->after_frame(app, window.framebuffer())) return;
    window.swap();
    lively = app.lively() || tour != nullptr;
  }
}

}  // namespace

int run_window(const WindowOptions& options) {
  const Catalog all = catalog();
  App::Start start{.catalog = all, .memory = {}, .memory_path = {}, .open = options.open};
  std::string damaged;
  if (!options.tour) {
    start.memory_path = memory_path();
    try {
      start.memory = load_memory(start.memory_path, all);
    } catch (const BadInput& wrong) {
      damaged = wrong.what();
    }
  }
  std::optional<Tour> tour;
  if (options.tour) tour.emplace(*options.tour);
  const Preferences& preferences = start.memory.preferences;
  std::optional<Size> size;
  if (preferences.width > 0 && preferences.height > 0) size = Size{preferences.width, preferences.height};
  GlfwWindow window(size, options.tour ? any_size : first_size);
  {
    App app(window.get(), start);
    if (!damaged.empty()) app.state().toasts.fail("not remembered: " + damaged, app.state().now_s);
    loop(window, app, tour ? &*tour : nullptr);
    glfwHideWindow(window.get());  // gone at once, while the computation still stops
    app.remember();
  }
  return tour ? tour->finish() : 0;
}

}  // namespace heteroscope
