#include "core/antialias/antialiased.hpp"

#include <stop_token>

#include "core/base/error.hpp"
#include "core/color/colorize.hpp"
#include "core/device/device.hpp"
#include "core/model/settings/looks.hpp"
#include "core/model/settings/shift.hpp"
#include "core/run/frame_colors.hpp"

namespace heteroscope {

Antialiased::Antialiased(const Frame& first, const Look& look, Catalog catalog, const std::optional<ColorMap>& colors,
                         std::span<const Plan> tables_of)
    : catalog_(catalog),
      plans_({first.plan}),
      look_(look),
      quantiles_(first.quantiles),
      palette_(palette_of(look)),
      map_(colors ? *colors : color_map(look, first)),
      mean_(static_cast<std::size_t>(first.field.size().area())) {
  plans_.insert(plans_.end(), tables_of.begin(), tables_of.end());
  add(first);
}

void Antialiased::add(const Frame& frame) {
  const Field on_host = frame.colored().with_host_copy();
  mean_.add(colorize(on_host.host_view(), map_));
}

bool Antialiased::add_sample(Executor& executor, const std::stop_token& stop) {
  const Plan& first = plans_.front();
  Settings settings = first.settings;
  settings.problem = shifted(settings.problem, shift_of(samples()), catalog_);
  settings.look = look_;
  const Planned planned = first.cutout.is_whole()
                              ? plan(settings, catalog_, device::Devices::here())
                              : plan_part(settings, catalog_, device::Devices::here(), first.cutout);
  if (!planned) throw BadInput(planned.refusal);
  // of what is said about a frame its distances alone are a matter of colors
  const auto frame = executor.execute(
      *planned.plan,
      InteractiveRun{.summarize = colors_by_distance(look_), .waiter = {.stop = stop}, .tables_of = plans_});
  if (!frame) return false;
  add(*frame);
  return true;
}

bool Antialiased::add_all(Executor& executor, const std::stop_token& stop) {
  while (samples() < look_.samples) {
    if (!add_sample(executor, stop)) return false;
  }
  return true;
}

}  // namespace heteroscope
