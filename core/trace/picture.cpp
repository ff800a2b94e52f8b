#include "core/trace/picture.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "core/color/palette.hpp"
#include "core/color/told_apart.hpp"
#include "core/trace/runs.hpp"

namespace heteroscope {

namespace {

/// The last pass of a lane whose cells are the field's.
std::optional<std::uint32_t> last_pass_over(const Trace& trace, Size field) {
  for (std::size_t i = trace.passes.size(); i-- > 0;) {
    const TracedPass& pass = trace.passes[i];
    if (pass.over != Over::other && pass.space == field) return static_cast<std::uint32_t>(i);
  }
  return std::nullopt;
}

/// From a first to a last time.
class Ramp {
 public:
  void take(std::uint64_t ns) {
    first_ = std::min(first_, ns);
    last_ = std::max(last_, ns);
  }
  [[nodiscard]] std::uint32_t color(std::uint64_t ns) const {
    const auto& table = palettes().front().table;
    constexpr std::size_t begin = palette_entries / 6;  // not the darkest end: what has begun first must be seen, too
    const double share = last_ > first_ ? static_cast<double>(ns - first_) / static_cast<double>(last_ - first_) : 0;
    return table[begin + static_cast<std::size_t>(share * static_cast<double>(palette_entries - 1 - begin))];
  }

 private:
  std::uint64_t first_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t last_ = 0;
};

}  // namespace

Picture trace_picture(std::span<const Trace> lanes, Size field, TraceColor color) {
  Picture out;
  std::vector<std::optional<std::uint32_t>> passes;
  Ramp ramp;
  for (const Trace& lane : lanes) {
    passes.push_back(last_pass_over(lane, field));
    for (const Piece& each : lane.pieces) {
      if (lane.launch_of(each).pass == passes.back()) ramp.take(color == TraceColor::end ? each.end_ns : each.start_ns);
    }
  }
  if (std::ranges::none_of(passes, [](const auto& each) { return each.has_value(); })) return out;
  out.size = field;
  out.pixels.resize(static_cast<std::size_t>(field.area()));
  int units_before = 0;  // of other lanes
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    int units = 0;
    for (const Piece& each : lanes[i].pieces) {
      units = std::max(units, static_cast<int>(each.unit) + 1);
      const TracedLaunch& launch = lanes[i].launch_of(each);
      if (launch.pass != passes[i]) continue;
      // threads' pieces have no numbers: they are told apart by where they begin
      const auto number = static_cast<std::int64_t>(
          launch.kind == PieceKind::thread ? each.cells.first / std::max<std::uint64_t>(each.cells.length, 1)
                                           : each.number);
      const auto pixel = [&] {
        switch (color) {
          case TraceColor::block:
            return listed_color(number, 0);
          case TraceColor::launch:
            return listed_color(each.launch, each.number % 2);
          case TraceColor::processor:
            return unit_color(units_before + static_cast<int>(each.unit));
          case TraceColor::start:
            return ramp.color(each.start_ns);
          case TraceColor::end:
            return ramp.color(each.end_ns);
          case TraceColor::evenness:
            break;
        }
        return 0U;
      }();
      for_each_run(lanes[i], each, [&](int y, Rows columns) {
        std::uint32_t* const row = out.pixels.data() + std::int64_t{y} * field.width;
        std::fill(row + columns.begin, row + columns.end, pixel);
      });
    }
    units_before += units;
  }
  return out;
}

}  // namespace heteroscope
