#include "app/window/tour/display_times.hpp"

#include <fmt/format.h>

#include <vector>

#include "app/text/format.hpp"
#include "app/window/picture/presenter.hpp"
#include "core/numbers/statistics.hpp"

namespace heteroscope {

std::string display_times(const Field& field, const ColorMap& map, const std::string& interop_refusal) {
  constexpr int warm_ups = 5;
  constexpr int repeats = 41;
  const Size size = field.size();
  std::string out = "| display way | size | median | minimum | maximum |\n|---|---|--:|--:|--:|\n";
  for (const auto& [way, id] : ids<DisplayWay>) {
    std::string why_not = way == DisplayWay::host_copy ? std::string() : interop_refusal;
    if (why_not.empty() && way != DisplayWay::host_copy && !field.on_device()) {
      why_not = "the result is on the host";
    }
    if (!why_not.empty()) {
      out += fmt::format("| {} | – | skipped: {} | | |\n", id, why_not);
      continue;
    }
    Texture texture;
    const auto presenter = make_presenter(way);
    std::vector<double> samples;
    for (int i = 0; i < warm_ups + repeats; ++i) {
      const double ms = presenter->present(field, map, texture);
      if (i >= warm_ups) samples.push_back(ms);
    }
    const Statistics times = statistics(samples);
    out += fmt::format("| {} | {}×{} | {} | {} | {} |\n", id, size.width, size.height, format_ms(times.median),
                       format_ms(times.minimum), format_ms(times.maximum));
  }
  return out;
}

}  // namespace heteroscope
