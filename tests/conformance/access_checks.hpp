#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <compare>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "core/model/access_pattern.hpp"

/// What a variant's access pattern is held to: a listing of what each thread of its launches touches, made thread by
/// thread from the kernel's text, and what holds for every pattern.
namespace heteroscope {

/// One lane's part of an instruction.
struct Touch {
  Access access = Access::global_load;
  std::string array;
  std::uint64_t address = 0;
  int bytes = 0;
  int lane = 0;
  auto operator<=>(const Touch&) const = default;
};

inline std::ostream& operator<<(std::ostream& out, const Touch& touch) {
  return out << static_cast<int>(touch.access) << ' ' << touch.array << " at " << touch.address << ", " << touch.bytes
             << " bytes, by lane " << touch.lane;
}

/// What the warps of some launches touch, in no order: launch, block, warp.
using Listing = std::map<std::tuple<int, std::int64_t, int>, std::vector<Touch>>;

/// A thread of a launch that is played through.
class PlayedThread {
 public:
  PlayedThread(Listing& listing, int launch, std::int64_t block, int thread)
      : touches_(listing[{launch, block, thread / 32}]), lane_(thread % 32) {}
  /// The element number `at`, of `bytes` bytes.
  void touch(Access access, const char* array, std::int64_t at, int bytes) {
    touches_.push_back(
        {access, array, static_cast<std::uint64_t>(at) * static_cast<std::uint64_t>(bytes), bytes, lane_});
  }
  void load(const char* array, std::int64_t at, int bytes) { touch(Access::global_load, array, at, bytes); }
  void store(const char* array, std::int64_t at, int bytes) { touch(Access::global_store, array, at, bytes); }
  void load_shared(const char* array, std::int64_t at, int bytes) { touch(Access::shared_load, array, at, bytes); }
  void store_shared(const char* array, std::int64_t at, int bytes) { touch(Access::shared_store, array, at, bytes); }

 private:
  std::vector<Touch>& touches_;
  int lane_;
};

/// Calls `body(place)` for every warp of a pattern at every step.
template <class Body>
void for_each_place(const AccessPattern& pattern, Body body) {
  for (int launch = 0; launch < static_cast<int>(pattern.launches.size()); ++launch) {
    const AccessLaunch& of = pattern.launches[static_cast<std::size_t>(launch)];
    for (std::int64_t block = 0; block < of.blocks(); ++block) {
      for (int warp = 0; warp < of.warps; ++warp) {
        for (std::int64_t step = 0; step < of.steps; ++step) body(WarpPlace{launch, block, warp, step});
      }
    }
  }
}

inline Listing listing_of(const AccessPattern& pattern) {
  Listing out;
  for_each_place(pattern, [&](const WarpPlace& at) {
    for (const WarpAccess& access : pattern.work(at).accesses) {
      for (const LaneAddress& lane : access.lanes)
        out[{at.launch, at.block, at.warp}].push_back(
            {access.access, std::string(access.array), lane.address, access.bytes, lane.lane});
    }
  });
  return out;
}

/// Each warp touches the same as in the listing that was played.
inline void expect_listing(const AccessPattern& pattern, Listing played) {
  Listing found = listing_of(pattern);
  std::erase_if(played, [](const auto& each) { return each.second.empty(); });
  ASSERT_EQ(found.size(), played.size()) << "warps that touch something";
  for (auto& [warp, touches] : found) {
    const auto [launch, block, number] = warp;
    std::vector<Touch>& expected = played[warp];
    std::ranges::sort(touches);
    std::ranges::sort(expected);
    ASSERT_EQ(touches, expected) << "launch " << launch << ", block " << block << ", warp " << number;
  }
}

/// Every access lies within its array, at a multiple of its size.
inline void expect_inside(const AccessPattern& pattern, const WarpAccess& access) {
  const AccessArray* array = pattern.find_array(access.array);
  ASSERT_NE(array, nullptr) << access.array;
  ASSERT_EQ(array->shared, is_shared(access.access)) << access.array;
  ASSERT_FALSE(access.lanes.empty());
  const auto size = static_cast<std::uint64_t>(array->size.area()) * static_cast<unsigned>(array->element_bytes);
  int last = -1;
  for (const LaneAddress& lane : access.lanes) {
    ASSERT_LE(lane.address + static_cast<unsigned>(access.bytes), size) << access.array;
    ASSERT_EQ(lane.address % static_cast<unsigned>(access.bytes), 0U) << access.array;
    ASSERT_GT(lane.lane, last);
    last = lane.lane;
  }
  ASSERT_LT(last, 32);
}

using CellNumber = std::int64_t;  ///< y × width + x

/// The cells of an array that the lanes store (or load) in a step, as (lane, cell).
inline std::multiset<std::pair<int, CellNumber>> cells_of(const AccessPattern& pattern, const WarpWork& work,
                                                          Access how, std::string_view array) {
  std::multiset<std::pair<int, CellNumber>> out;
  const int element = pattern.find_array(array)->element_bytes;
  for (const WarpAccess& access : work.accesses) {
    if (access.access != how || access.array != array) continue;
    for (const LaneAddress& lane : access.lanes) {
      for (int byte = 0; byte < access.bytes; byte += element)
        out.insert({lane.lane, static_cast<CellNumber>(lane.address + static_cast<unsigned>(byte)) / element});
    }
  }
  return out;
}

/// Every access is inside of its array; every cell of the result is stored once (of the input: loaded once), by the
/// lane that is said to compute it, in the warp and the step that warp_at() names; nobody is said to compute a cell
/// that is no value. `output`: of the input where the pattern's cells are the input's.
inline void expect_whole(const AccessPattern& pattern, const Extent& output) {
  const Access how = pattern.of_input ? Access::global_load : Access::global_store;
  const std::string_view array = pattern.of_input ? "input" : "result";
  std::map<CellNumber, int> stored;
  for_each_place(pattern, [&](const WarpPlace& at) {
    const WarpWork work = pattern.work(at);
    for (const WarpAccess& access : work.accesses) ASSERT_NO_FATAL_FAILURE(expect_inside(pattern, access));
    std::multiset<std::pair<int, CellNumber>> computed;
    for (const LaneCell& cell : work.cells) {
      computed.insert({cell.lane, CellNumber{cell.y} * output.size.width + cell.x});
      const auto found = pattern.warp_at(cell.x, cell.y);
      ASSERT_TRUE(found.has_value());
      ASSERT_EQ(*found, at) << "cell " << cell.x << ", " << cell.y << ": block " << found->block << " warp "
                            << found->warp << " step " << found->step << " against block " << at.block << " warp "
                            << at.warp << " step " << at.step;
    }
    ASSERT_EQ(computed, cells_of(pattern, work, how, array));
    for (const auto& [lane, cell] : computed) ++stored[cell];
  });
  std::int64_t values = 0;
  for (int y = 0; y < output.size.height; ++y) {
    const int of_row = values_in_row(output.domain, output.size.width, y);
    values += of_row;
    for (int x = 0; x < of_row; ++x)
      ASSERT_EQ(stored[CellNumber{y} * output.size.width + x], 1) << "cell " << x << ", " << y;
  }
  ASSERT_EQ(static_cast<std::int64_t>(stored.size()), values);
}

/// Elements of an array that are read from global memory, by each block or (`by_warp`) each warp.
inline std::map<std::pair<std::int64_t, int>, std::set<std::int64_t>> elements_read(const AccessPattern& pattern,
                                                                                    int launch, std::string_view array,
                                                                                    bool by_warp) {
  std::map<std::pair<std::int64_t, int>, std::set<std::int64_t>> out;
  for_each_place(pattern, [&](const WarpPlace& at) {
    if (at.launch != launch) return;
    for (const WarpAccess& access : pattern.work(at).accesses) {
      if (access.access != Access::global_load || access.array != array) continue;
      const int element = pattern.find_array(array)->element_bytes;
      for (const LaneAddress& lane : access.lanes) {
        for (int byte = 0; byte < access.bytes; byte += element)
          out[{at.block, by_warp ? at.warp : 0}].insert(
              static_cast<std::int64_t>(lane.address + static_cast<unsigned>(byte)) / element);
      }
    }
  });
  return out;
}

/// The warp (or the block) that computes a cell reads the elements of `array` that its value is made of.
inline void expect_reads(const AccessPattern& pattern, const Extent& output, std::string_view array, bool by_warp,
                         const std::function<std::vector<std::int64_t>(int x, int y)>& made_of) {
  const int last = static_cast<int>(pattern.launches.size()) - 1;
  std::vector<std::map<std::pair<std::int64_t, int>, std::set<std::int64_t>>> read;
  for (int launch = 0; launch <= last; ++launch) read.push_back(elements_read(pattern, launch, array, by_warp));
  for (int y = 0; y < output.size.height; ++y) {
    for (int x = 0; x < values_in_row(output.domain, output.size.width, y); ++x) {
      const WarpPlace at = pattern.warp_at(x, y).value();
      const std::set<std::int64_t>& found =
          read[static_cast<std::size_t>(at.launch)][{at.block, by_warp ? at.warp : 0}];
      for (const std::int64_t element : made_of(x, y))
        ASSERT_TRUE(found.contains(element)) << "cell " << x << ", " << y << " is made of element " << element;
    }
  }
}

}  // namespace heteroscope
