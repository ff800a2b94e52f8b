#include "core/trace/evenness.hpp"

#include <algorithm>
#include <stop_token>

#include "core/base/parallel.hpp"
#include "core/color/palette.hpp"

namespace heteroscope {

namespace {

/// Calls body(row, columns) for the warp's cells within the field.
template <class Body>
void each_run(const Warps& of, std::int64_t warp, Body body) {
  for (const Patch& each : of.cells(warp)) {
    const Rows columns{each.x, std::min(each.x + each.width, of.field.width)};
    for (int y = each.y; y < std::min(each.y + each.height, of.field.height) && !columns.empty(); ++y) body(y, columns);
  }
}

template <class T>
Evenness::Warp work_of(const FieldView& values, const Warps& of, std::int64_t warp,
                       const std::function<double(double)>& work) {
  double sum = 0;
  double most = 0;
  each_run(of, warp, [&](int y, Rows columns) {
    const T* const row = values.row<T>(y);
    for (int x = columns.begin; x < std::min(columns.end, values.values(y)); ++x) {
      const double own = work(static_cast<double>(row[x]));
      sum += own;
      most = std::max(most, own);
    }
  });
  return {static_cast<float>(sum / Warps::lanes), static_cast<float>(most)};
}

}  // namespace

std::vector<Patch> Warps::cells(std::int64_t warp) const {
  const int left = static_cast<int>(warp % columns()) * block.x;
  const int row = static_cast<int>(warp / columns());
  const int top = row / a_block() * block.y;
  const int first = row % a_block() * lanes;
  const int last = std::min(first + lanes, block.threads());
  std::vector<Patch> out;
  for (int thread = first; thread < last;) {
    const int x = thread % block.x;
    const int run = std::min(block.x - x, last - thread);
    const Patch next{left + x, top + thread / block.x, run, 1};
    const bool below = !out.empty() && out.back().x == next.x && out.back().width == next.width;
    if (below) {
      ++out.back().height;
    } else {
      out.push_back(next);
    }
    thread += run;
  }
  return out;
}

Evenness evenness_of(const FieldView& values, BlockShape block, const std::function<double(double)>& work,
                     const std::stop_token& stop) {
  Evenness out{.of = {.field = values.size, .block = block}, .domain = values.domain, .warps = {}};
  out.warps.resize(static_cast<std::size_t>(out.of.count()));
  double done = 0;
  double taken = 0;
  Thrown thrown;
#pragma omp parallel for schedule(dynamic, 256) reduction(+ : done, taken) num_threads(all_threads())
  for (std::int64_t i = 0; i < out.of.count(); ++i) {
    if (stop.stop_requested()) continue;
    thrown.keep([&] {
      Evenness::Warp& warp = out.warps[static_cast<std::size_t>(i)];
      warp = with_precision(values.precision, [&]<class T>() { return work_of<T>(values, out.of, i, work); });
      done += static_cast<double>(warp.mean);
      taken += static_cast<double>(warp.most);
    });
  }
  thrown.rethrow();
  if (taken > 0) out.whole = done / taken;
  return out;
}

std::uint32_t evenness_color(double share) {
  const auto& table = palettes().front().table;
  constexpr std::size_t begin = palette_entries / 8;  // what is uneven is seen beside what is not there
  const double at = std::clamp(share, 0.0, 1.0) * static_cast<double>(palette_entries - 1 - begin);
  return table[begin + static_cast<std::size_t>(at)];
}

Picture evenness_picture(const Evenness& evenness) {
  Picture out;
  out.size = evenness.of.field;
  out.pixels.resize(static_cast<std::size_t>(out.size.area()));
  for (std::int64_t i = 0; i < evenness.of.count(); ++i) {
    const Evenness::Warp& warp = evenness.warps[static_cast<std::size_t>(i)];
    if (warp.most <= 0) continue;
    const std::uint32_t color = evenness_color(warp.share());
    each_run(evenness.of, i, [&](int y, Rows columns) {
      std::uint32_t* const row = out.pixels.data() + std::int64_t{y} * out.size.width;
      const int end = std::min(columns.end, values_in_row(evenness.domain, out.size.width, y));
      if (columns.begin < end) std::fill(row + columns.begin, row + end, color);
    });
  }
  return out;
}

}  // namespace heteroscope
