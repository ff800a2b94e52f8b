// How the window ends while something is still being made.
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include "app/window/features/bench/layer.hpp"
#include "app/window/features/productions/queue_layer.hpp"
#include "app/window/shell/app.hpp"

namespace heteroscope {
namespace {

constexpr double longest_last_piece_s = 5;  // after which an order's piece is given up

}  // namespace

/// What is being exported is written first. Whoever asks again wants to go at once.
void App::close() {
  if (closing_) exporter_.drop_waiting();
  layers_.of<QueueLayer>().end(closing_);
  if (!closing_) closing_s_ = state_.now_s;
  closing_ = true;
  if (state_.recorder.on()) end_recording();
  layers_.of<BenchLayer>().stop();
  if (layers_.of<QueueLayer>().runs()) {
    state_.toasts.say("Closes when the order's piece that is under way has ended; Ctrl+Q again gives that up",
                      state_.now_s);
  } else if (layers_.of<BenchLayer>().running()) {
    state_.toasts.say("Closes when the bench's run that is under way has ended", state_.now_s);
  } else if (const std::size_t left = exporter_.left(); left > 0) {
    state_.toasts.say(fmt::format("Closes when {} {} written; Ctrl+Q again drops those that wait", left,
                                  left == 1 ? "file is" : "files are"),
                      state_.now_s);
  }
}

void App::finish_closing() {
  if (!closing_) return;
  if (state_.now_s - closing_s_ > longest_last_piece_s) layers_.of<QueueLayer>().end(true);
  if (exporter_.left() == 0 && !layers_.of<BenchLayer>().running() && !layers_.of<QueueLayer>().runs())
    glfwSetWindowShouldClose(window_, GLFW_TRUE);
}

}  // namespace heteroscope
