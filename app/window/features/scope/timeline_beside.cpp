#include "app/window/features/scope/timeline_beside.hpp"

#include <fmt/format.h>

#include <string>

#include "app/window/features/scope/readout.hpp"

namespace heteroscope {

TimeSpan whole_of(const Timeline& timeline, std::span<const Timeline::Beside> beside) {
  TimeSpan out = timeline.whole;
  for (const Timeline::Beside& row : beside) {
    for (const Timeline::Act& each : row.acts) {
      out.from = std::min(out.from, static_cast<double>(each.from));
      out.to = std::max(out.to, static_cast<double>(each.to));
    }
  }
  return out;
}

std::vector<Timeline::Beside> beside_of(const WindowModel& model, const FrameView& view) {
  const ScopeShow& show = *model.scope.show;
  std::vector<Timeline::Beside> out = show.timeline->beside;
  const Presented& presented = view.presented;
  if (presented.serial != show.traced_serial || presented.end_ns <= presented.begin_ns) return out;
  const auto us = [&](std::uint64_t ns) {
    return static_cast<float>(static_cast<double>(static_cast<std::int64_t>(ns - show.times->zero_ns)) / 1e3);
  };
  out.push_back({"display", {{us(presented.begin_ns), us(presented.end_ns), "colored and put on the screen"}}});
  return out;
}

void tell_beside(const RowsArea& area, std::span<const Timeline::Beside> beside, ImVec2 mouse) {
  const auto at = static_cast<std::size_t>(std::max(0.0F, (mouse.y - area.units_to()) / area.beside));
  const Timeline::Beside& row = beside[std::min(at, beside.size() - 1)];
  std::string words = row.name;
  for (const Timeline::Act& each : row.acts) {
    const float near = 2;
    if (mouse.x < area.x(static_cast<double>(each.from)) - near ||
        mouse.x > area.x(static_cast<double>(each.to)) + near)
      continue;
    words = fmt::format("{}: {}, from {} to {}", row.name, each.words, format_us(static_cast<double>(each.from)),
                        format_us(static_cast<double>(each.to)));
  }
  ImGui::SetTooltip("%s", words.c_str());
}

}  // namespace heteroscope
