#include "app/window/tour/dragging.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <numbers>

#include "app/text/format.hpp"
#include "app/window/model/mean_picture.hpp"
#include "app/window/tour/hand.hpp"
#include "app/window/tour/tour.hpp"
#include "core/numbers/statistics.hpp"

namespace heteroscope {
namespace {

constexpr int moving_frames = 150;  // in these frames the mouse moves each time, and intervals count
constexpr int last_frame = 400;     // after the first ones the next movement waits for the picture, and latencies count
constexpr std::size_t movements = 40;
constexpr int last_frame_of_ready = 1200;  // the same if each movement waits for a condition first
constexpr std::size_t movements_of_ready = 12;
constexpr double longest_s = 30;  // on a busy computer there are then fewer movements

/// Returns whether the picture on the screen is of the wanted view, whether coarse or full.
bool shows_view(const WindowModel& model, const FrameView& view) {
  if (view.frame == nullptr || view.frame->plan.workload != model.workload) return false;
  const ViewTarget target = view_target(model.settings(), model.catalog);
  return view_of(view.frame->plan.settings, target) == view_of(model.settings(), target);
}

}  // namespace

void Dragging::push(App& app, MouseEvent::Kind kind) const {
  const Ui& ui = app.ui();
  const FrameView& view = app.view();
  const double angle = 2 * std::numbers::pi * frames_ / 60;
  const Size size = view.area.size;
  const Point at{size.width * (0.5 + 0.1 * std::cos(angle)), size.height * (0.5 + 0.1 * std::sin(angle))};
  app.push(mouse(ui, view, kind, at));
}

bool Dragging::step(App& app) {
  const double now = glfwGetTime();
  const bool first = frames_++ == 0;
  if (first) began_s_ = now;
  if (!first && frames_ <= moving_frames) intervals_ms_.push_back((now - last_s_) * 1e3);
  last_s_ = now;
  if (first) {
    push(app, MouseEvent::Kind::press);
  } else if (frames_ < moving_frames) {
    push(app, MouseEvent::Kind::move);
  } else if (moved_s_ == 0) {
    if (!ready_ || ready_(app.window())) {
      moved_s_ = now;
      push(app, MouseEvent::Kind::move);
    }
  } else if (shows_view(app.model(), app.view())) {
    latencies_ms_.push_back((now - moved_s_) * 1e3);
    moved_s_ = 0;
  }
  const bool done = now - began_s_ > longest_s || frames_ >= (ready_ ? last_frame_of_ready : last_frame) ||
                    latencies_ms_.size() == (ready_ ? movements_of_ready : movements);
  if (done) push(app, MouseEvent::Kind::release);
  return done;
}

std::string Dragging::heading() {
  return "| while dragging | frames | interval, median | 95th percentile | worst | movement to picture, median | 95th "
         "percentile |\n|---|--:|--:|--:|--:|--:|--:|\n";
}

std::string Dragging::row() const {
  const Statistics frames = statistics(intervals_ms_);
  const Statistics pictures = statistics(latencies_ms_);
  return fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", name_, frames.count, format_ms(frames.median),
                     format_ms(frames.p95), format_ms(frames.maximum), format_ms(pictures.median),
                     format_ms(pictures.p95));
}

/// Makes the last step drag the picture until enough is measured, and then calls `after` once.
void Tour::add_hand(const std::string& name, const std::string& what, const Dragging::Ready& ready,
                    const std::function<void(App&)>& after) {
  const auto hand = std::make_shared<Dragging>(what, ready);
  hands_.push_back(hand);
  steps_.back().until = [hand, after, done = false](App& a) mutable {
    if (done || !hand->step(a)) return done;
    done = true;
    if (after) after(a);
    return true;
  };
  steps_.back().picture = false;
  steps_.back().name = name;
}

/// Adds steps that drag the picture while nothing else is computed, and while frames are computed again and again.
void Tour::add_dragging(const App& app) {
  const std::string stage(app.model().workload->stages.front().id);
  // A hand that lets go early, on a slow machine, does so anywhere. What follows has the same view on all machines.
  const auto before = std::make_shared<Problem>();
  const auto go_back = [before](App& a) { a.model().edit()->problem = *before; };
  add("drag", [before](App& a) { *before = a.model().settings().problem; });
  add_hand("drag", "at rest before", {}, go_back);
  add("drag-running", [stage](App& a) {
    a.model().edit()->execution.variants[stage].cpu = "omp_dynamic";
    a.act(action::toggle_run);
  });
  add_hand("drag-running", "running again and again, omp_dynamic", {}, go_back);
  add(
      "drag-back",
      [stage, usual = std::string(app.model().workload->stages.front().default_cpu)](App& a) {
        a.model().edit()->execution.variants[stage].cpu = usual;
      },
      false);
}

/// Adds a step that drags the present picture while further samples of it are computed, and then shows it as before.
void Tour::add_sampled_dragging(const std::string& what) {
  constexpr int never_reached = 256;  // samples: more than are computed while the hand moves
  const auto before = std::make_shared<Settings>();
  add("drag-samples", [before](App& a) {
    *before = a.model().settings();
    a.model().edit()->look.samples = never_reached;
  });
  const auto has_some = [](const Window& window) {
    const MeanPicture* const mean = shown_mean(window.model, window.view);
    return mean != nullptr && mean->samples > 2;
  };
  add_hand("drag-samples", what + "at rest, while further samples are computed", has_some,
           [before](App& a) { *a.model().edit() = *before; });
}

}  // namespace heteroscope
