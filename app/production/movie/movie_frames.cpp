#include "app/production/movie/movie_frames.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/compute/compute.hpp"
#include "app/production/movie/movie_format.hpp"
#include "app/production/movie/movie_look.hpp"
#include "app/production/movie/png_frames.hpp"
#include "core/antialias/antialiased.hpp"
#include "core/base/watch.hpp"
#include "core/color/colorize.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/run/frame_colors.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

MovieFrames::MovieFrames(MovieOrder order) : order_(std::move(order)) {
  look_ = order_.keys.all().front().settings.look;
  follows_ = look_follows_values(order_.keys.all().front().settings);
  for (const KeyFrame& each : order_.keys.all()) {
    keys_.push_back(plan_or_refuse(each.settings));
    check_limit(keys_.back(), order_.allow_unstable);
  }
  first_ = plan_of(0);
}

Plan MovieFrames::plan_of(std::int64_t i) const {
  Settings settings = order_.keys.frame(i, order_.frames);
  settings.look = look_;
  return plan_or_refuse(settings);
}

std::optional<Frame> MovieFrames::compute(const Plan& plan, const Waiter& waiter) {
  return executor_.execute(plan, InteractiveRun{.waiter = waiter, .tables_of = keys_});
}

std::optional<MadeFrame> MovieFrames::make(const Plan& plan, const Waiter& waiter) {
  auto frame = compute(plan, waiter);
  if (!frame) return std::nullopt;
  MadeFrame out{.frame = std::move(*frame)};
  out.compute_ms = out.frame.timing.total;
  out.operations = out.frame.work.operations;
  const Look& look = plan.settings.look;
  if (look.samples == 1) return out;
  const Watch watch;
  Antialiased picture(out.frame, look, catalog(), {}, keys_);
  if (!picture.add_all(executor_, waiter.stop)) return std::nullopt;
  out.colors = picture.pixels();
  out.compute_ms += watch.ms();
  out.operations *= look.samples;
  return out;
}

std::vector<std::byte> MovieFrames::encode(const MadeFrame& made, const std::string& text) const {
  const Frame& frame = made.frame;
  const FieldView values = frame.colored().host_view();
  const Pixels own = made.colors.empty() ? colorize(values, color_map(frame.plan.settings.look, frame)) : Pixels();
  return encode_frame(movie_format(order_.out), values.size, made.colors.empty() ? own : made.colors, text);
}

bool MovieFrames::fix_look(const GoOn& go_on) {
  if (!follows_ || has_look_of_first()) return true;
  constexpr std::int64_t looked_at = 9;
  const std::int64_t count = std::min(looked_at, order_.frames);
  WidestLook widest;
  for (std::int64_t k = 0; k < count; ++k) {
    if (!go_on({.done = 0,
                .all = order_.frames,
                .left_s = {},
                .now = fmt::format("finding the range of colors, {} of {}", k + 1, count)}))
      return false;
    const auto frame = compute(plan_of(k * (order_.frames - 1) / (count - 1)), order_.waiter);
    if (!frame) return false;
    widest.add(color_map(look_, *frame));
  }
  look_ = widest.of(look_);
  return true;
}

/// Whether an earlier run has found the look already: it is in the movie's first frame.
bool MovieFrames::has_look_of_first() {
  if (!order_.resume) return false;
  const std::filesystem::path first = NumberedName(named_frames(order_.out)).of(0);
  const std::string text = settings_in_png(first);
  if (text.empty()) return false;
  look_ = settings_from_json(text, first.string(), catalog()).look;
  return true;
}

std::string note_on(std::int64_t i, const Plan& plan, const std::string& alarm) {
  std::string note = plan.workload->advice(plan.parameters, plan.extent(), plan.settings.problem.precision);
  if (note.empty()) note = alarm;
  return note.empty() ? "" : fmt::format("frame {}: {}", i, note);
}

}  // namespace heteroscope
