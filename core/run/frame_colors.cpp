#include "core/run/frame_colors.hpp"

#include "core/color/palette.hpp"
#include "core/color/value_quantiles.hpp"
#include "core/model/settings/looks.hpp"

namespace heteroscope {

namespace {

void put_ranks(ColorMap& map, const Look& look, const Frame& frame) {
  if (colors_by_quantiles(look) && frame.quantiles != nullptr) frame.quantiles->put(map, *palette_of(look));
}

}  // namespace

ColorMap source_color_map(const Look& look, const Plan& plan, const Summary& values) {
  if (const auto& source = plan.source_plan; source != nullptr)
    return color_map(look, *source->workload, source->settings.problem.parameters, values);
  return image_color_map(look, values);
}

ColorMap input_color_map(const Look& look, const Frame& frame) {
  ColorMap map = source_color_map(look, frame.plan, frame.input_summary);
  if (frame.plan.workload->gives_numbers()) put_ranks(map, look, frame);
  return map;
}

ColorMap color_map(const Look& look, const Frame& frame) {
  if (!frame.distances.empty()) return distance_color_map(look);
  ColorMap map = frame.plan.workload->colored_as_input()
                     ? input_color_map(look, frame)
                     : color_map(look, *frame.plan.workload, frame.plan.settings.problem.parameters, frame.summary);
  put_ranks(map, look, frame);
  return map;
}

}  // namespace heteroscope
