#include "core/model/access_pattern.hpp"

#include <algorithm>
#include <cmath>
#include <stop_token>

#include "core/base/parallel.hpp"

namespace heteroscope {

namespace {

void add(AccessTotal& to, const AccessTotal& other) {
  to.requests += other.requests;
  to.asked_bytes += other.asked_bytes;
  to.sectors += other.sectors;
  to.passes += other.passes;
}

/// Adds to what there is of the same kind and array.
void add(std::vector<AccessTotal>& all, const AccessTotal& other) {
  const auto found = std::ranges::find_if(all, [&](const AccessTotal& each) {
    return each.access == other.access && each.array == other.array && each.manner == other.manner;
  });
  if (found == all.end()) {
    all.push_back(other);
  } else {
    add(*found, other);
  }
}

AccessTotal total_of(const WarpAccess& access) {
  return {.access = access.access,
          .array = access.array,
          .manner = access.manner,
          .requests = 1,
          .asked_bytes = static_cast<double>(access.lanes.size()) * access.bytes,
          .sectors = static_cast<double>(sectors_of(access)),
          .passes = static_cast<double>(passes_of(access))};
}

/// The block that is looked at in the i-th of n parts: at a place in its part that the golden ratio spreads evenly, so
/// that no period of the grid is met again and again.
std::int64_t block_looked_at(std::int64_t i, std::int64_t n, std::int64_t blocks) {
  if (n == blocks) return i;
  constexpr double golden = 0.6180339887498949;
  const double part = static_cast<double>(blocks) / static_cast<double>(n);
  const double place = std::fmod(static_cast<double>(i + 1) * golden, 1.0);
  return std::min(static_cast<std::int64_t>((static_cast<double>(i) + place) * part), blocks - 1);
}

}  // namespace

const AccessArray* AccessPattern::find_array(std::string_view name) const {
  const auto found = std::ranges::find(arrays, name, &AccessArray::name);
  return found == arrays.end() ? nullptr : &*found;
}

AccessTotal AccessTotals::sum(Access access) const {
  AccessTotal out{.access = access, .array = {}};
  for (const AccessTotal& each : of) {
    if (each.access == access) add(out, each);
  }
  return out;
}

std::int64_t blocks_within(const AccessPattern& pattern, int launch, double instructions) {
  constexpr std::int64_t least = 64;
  const AccessLaunch& of = pattern.launches[static_cast<std::size_t>(launch)];
  std::size_t a_warp = 0;  // the first block may lie at a border, where there is less to do
  for (const std::int64_t block : {std::int64_t{0}, of.blocks() / 2})
    a_warp = std::max(a_warp, pattern.work({.launch = launch, .block = block}).accesses.size());
  const double a_block = std::max(1.0, static_cast<double>(a_warp) * of.warps * static_cast<double>(of.steps));
  return std::max(least, static_cast<std::int64_t>(instructions / a_block));
}

AccessTotals totals_of(const AccessPattern& pattern, int launch, std::int64_t most_blocks,
                       const std::stop_token& stop) {
  const AccessLaunch& of = pattern.launches[static_cast<std::size_t>(launch)];
  AccessTotals out{.blocks = of.blocks(), .blocks_looked_at = std::min(of.blocks(), most_blocks), .of = {}};
  std::vector<std::vector<AccessTotal>> found(static_cast<std::size_t>(out.blocks_looked_at));
  Thrown thrown;
#pragma omp parallel for schedule(dynamic) num_threads(all_threads())
  for (std::int64_t i = 0; i < out.blocks_looked_at; ++i) {
    if (thrown.any() || stop.stop_requested()) continue;
    thrown.keep([&] {
      const std::int64_t block = block_looked_at(i, out.blocks_looked_at, out.blocks);
      for (int warp = 0; warp < of.warps; ++warp) {
        for (std::int64_t step = 0; step < of.steps; ++step) {
          if (stop.stop_requested()) return;
          const WarpWork work = pattern.work({launch, block, warp, step});
          for (const WarpAccess& each : work.accesses) add(found[static_cast<std::size_t>(i)], total_of(each));
        }
      }
    });
  }
  thrown.rethrow();
  for (const std::vector<AccessTotal>& each : found) {
    for (const AccessTotal& total : each) add(out.of, total);
  }
  const double scale =
      out.blocks_looked_at > 0 ? static_cast<double>(out.blocks) / static_cast<double>(out.blocks_looked_at) : 0;
  for (AccessTotal& each : out.of) {
    each.requests *= scale;
    each.asked_bytes *= scale;
    each.sectors *= scale;
    each.passes *= scale;
  }
  return out;
}

}  // namespace heteroscope
