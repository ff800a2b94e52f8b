#include "app/window/picture/painter.hpp"

#include <algorithm>
#include <cmath>

#include "app/window/model/actions/actions.hpp"

namespace heteroscope {
namespace {

constexpr double spacing_of_radius = 0.25;
constexpr double pause_s = 0.03;
constexpr std::size_t most_at_once = 256;

/// Returns the step to which a new stroke belongs: the last one, or an earlier one at which the state on the screen has
/// settled.
std::int64_t present_step(const WindowModel& model, const FrameView& view) {
  const Settings& settings = model.settings();
  std::int64_t step = settings.problem.steps;
  if (view.answers(model.settings()) && view.frame->settled) step = std::min(step, view.frame->steps);
  return settings.problem.strokes.empty() ? step : std::max(step, settings.problem.strokes.back().step);
}

}  // namespace

std::vector<Point> dabs_between(Point from, Point to, double spacing) {
  std::vector<Point> out;
  const double whole = std::hypot(to.x - from.x, to.y - from.y);
  if (!(spacing > 0) || !std::isfinite(whole)) return out;
  const auto count = std::min(static_cast<std::size_t>(whole / spacing), most_at_once);
  for (std::size_t i = 1; i <= count; ++i) {
    const double t = static_cast<double>(i) * spacing / whole;
    out.push_back({from.x + t * (to.x - from.x), from.y + t * (to.y - from.y)});
  }
  return out;
}

void Painter::dab(const Window& window, Point at, double time_s) {
  last_ = at;
  last_s_ = time_s;
  if (!(at.x >= 0 && at.y >= 0 && at.x <= 1 && at.y <= 1)) return;
  const Edit settings = window.model.edit();
  if (settings->problem.strokes.size() >= most_strokes) {
    window.ui.fail(with_keys(window.ui, "The picture can take no more strokes: go back to step 0", action::reset_run));
    return;
  }
  const Preferences& brush = window.ui.preferences;
  settings->problem.strokes.push_back({.step = present_step(window.model, window.view),
                                       .x = at.x,
                                       .y = at.y,
                                       .radius = brush.brush_radius,
                                       .amount = cold_ ? -brush.brush_strength : brush.brush_strength});
  // painting on a run that has ended lets it go on
  window.model.run.ended = false;
}

void Painter::press(const Window& window, Point at, bool cold, double time_s) {
  cold_ = cold;
  at_ = at;
  dab(window, at, time_s);
}

void Painter::move(const Window& window, Point at, double time_s) {
  at_ = at;
  for (const Point& each : dabs_between(last_, at, spacing_of_radius * window.ui.preferences.brush_radius)) {
    dab(window, each, time_s);
  }
}

void Painter::hold(const Window& window, double time_s) {
  if (time_s - last_s_ >= pause_s) dab(window, at_, time_s);
}

}  // namespace heteroscope
