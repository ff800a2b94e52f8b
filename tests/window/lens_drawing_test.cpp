// What the lens draws, without a display.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/window/features/lens/lens_panel.hpp"
#include "app/window/features/lens/memory_grid.hpp"
#include "tests/window/scope_drawing.hpp"

namespace heteroscope {
namespace {

/// With memory grids as text.
class LensDrawing : public ScopeDrawing {
 protected:
  /// A memory grid as text: a line a row, 32 places; a lane's place is its digit ('a' is 10), '-' a sector's that
  /// nobody wants, '.' another.
  std::string grid_of(const WarpAccess& access) {
    constexpr float width = 640;
    const auto all = vertices_of([&] { memory_grid(parts_.ui, access, width, 200); });
    if (all.size() < 8) return "nothing";
    const ImVec2 from = all[0].pos;
    const float row = row_height(all);
    const auto rows = static_cast<std::size_t>(std::lround((all[2].pos.y - from.y) / row));
    std::string out(rows * 33, '.');
    for (std::size_t i = 1; i <= rows; ++i) out[i * 33 - 1] = '\n';
    for (std::size_t i = 4; i + 4 <= all.size(); i += 4) {
      const auto line = static_cast<std::size_t>(std::lround((all[i].pos.y - from.y) / row));
      const int first = static_cast<int>(std::lround((all[i].pos.x - from.x) / (width / 32)));
      const int last = static_cast<int>(std::floor((all[i + 2].pos.x - from.x) / (width / 32)));
      for (int column = first; column <= last; ++column)
        out[line * 33 + static_cast<std::size_t>(column)] = sign_of(all[i].col);
    }
    return out;
  }

 private:
  /// The distance of the lowest square from the next above it; of one row its own height.
  static float row_height(const std::vector<ImDrawVert>& all) {
    float least = all[2].pos.y - all[0].pos.y;
    for (std::size_t i = 8; i < all.size(); i += 4) {
      const float apart = all[i].pos.y - all[i - 4].pos.y;
      if (apart > 0.01F) least = std::min(least, apart);
    }
    return least;
  }
  static char sign_of(ImU32 color) {
    for (int lane = 0; lane < 32; ++lane) {
      if (color == lane_color(lane)) return static_cast<char>(lane < 10 ? '0' + lane : 'a' + lane - 10);
    }
    return '-';
  }
};

WarpAccess access_of(Access access, int bytes, const std::vector<std::uint64_t>& addresses) {
  WarpAccess out{.access = access, .array = "a", .bytes = bytes, .lanes = {}};
  for (std::size_t i = 0; i < addresses.size(); ++i) out.lanes.push_back({static_cast<int>(i), addresses[i]});
  return out;
}

TEST_F(LensDrawing, LinesOfMemoryArePinned) {
  std::vector<std::uint64_t> row;
  for (std::uint64_t lane = 0; lane < 32; ++lane) row.push_back(128 + 4 * lane);
  EXPECT_EQ(grid_of(access_of(Access::global_load, 4, row)), "0123456789abcdefghijklmnopqrstuv\n");
  // lanes of a column lie in lines of their own; what else is in their sectors is moved for nothing
  EXPECT_EQ(grid_of(access_of(Access::global_store, 4, {0, 4, 160, 508})),
            "01------........................\n"
            "........2-------................\n"
            "........................-------3\n");
  EXPECT_EQ(grid_of(access_of(Access::global_load, 16, {32, 48, 48})), "........00001111................\n");
}

TEST_F(LensDrawing, BanksOfSharedMemoryArePinned) {
  EXPECT_EQ(grid_of(access_of(Access::shared_load, 4, {0, 4, 128, 256, 124})),
            "01.............................4\n"
            "2...............................\n"
            "3...............................\n");
}

/// Looks at cells all over the picture.
void look_at_places(const Rect& window, const Rect& picture, std::size_t count, float unit) {
  const auto within = [](const Rect& one, const Rect& other) {
    return one.from.x >= other.from.x && one.to.x <= other.to.x && one.from.y >= other.from.y && one.to.y <= other.to.y;
  };
  for (float x = picture.from.x; x <= picture.to.x; x += 7) {
    for (float y = picture.from.y; y <= picture.to.y; y += 29) {
      const auto places = lens_places(window, picture, {x, y}, count, unit);
      ASSERT_EQ(places.size(), count);
      for (std::size_t i = 0; i < count; ++i) {
        const Rect& room = places[i].room;
        const float apart = 10 * unit;
        EXPECT_FALSE(intersect(room, {{x - apart, y - apart}, {x + apart, y + apart}})) << x << ", " << y;
        EXPECT_TRUE(within(room, window)) << x << ", " << y;
        EXPECT_GE(room.to.x - room.from.x, 230 * unit);
        EXPECT_GE(room.to.y - room.from.y, 150 * unit / static_cast<float>(count));
        EXPECT_EQ(places[i].index, i);
        EXPECT_FALSE(i > 0 && intersect(room, places[i - 1].room)) << x << ", " << y;
      }
    }
  }
}

TEST(LensPlaces, LeaveTheCellUnderTheMouseInSight) {
  for (const std::size_t count : {std::size_t{1}, std::size_t{2}}) {
    look_at_places({{10, 10}, {1270, 665}}, {{312, 42}, {1022, 514}}, count, 1);    // 1280×720
    look_at_places({{10, 10}, {1910, 1025}}, {{312, 42}, {1662, 875}}, count, 1);   // 1920×1080
    look_at_places({{10, 10}, {2550, 1385}}, {{312, 42}, {2302, 1100}}, count, 1);  // 2560×1440
    look_at_places({{10, 10}, {1014, 585}}, {{312, 42}, {766, 470}}, count, 1);     // 1024×640
    look_at_places({{20, 20}, {1260, 610}}, {{624, 84}, {1280, 610}}, count, 2);    // 1280×720, the largest text
    look_at_places({{10, 10}, {1270, 665}}, {{0, 0}, {1280, 665}}, count, 1);       // without panels
  }
}

TEST(LensPlaces, AreSideBySideWhereHalfThePictureHasRoom) {
  const auto wide = lens_places({{10, 10}, {2550, 1385}}, {{312, 42}, {2302, 1100}}, {400, 300}, 2, 1);
  EXPECT_TRUE(wide[0].in_row);
  EXPECT_EQ(wide[0].room.from.y, wide[1].room.from.y);
  EXPECT_EQ(wide[1].room.to.x, 2290) << "on the side where the mouse is not";
  const auto small = lens_places({{10, 10}, {1270, 665}}, {{312, 42}, {1022, 514}}, {400, 300}, 2, 1);
  EXPECT_FALSE(small[0].in_row);
  EXPECT_EQ(small[0].room.from.x, small[1].room.from.x);
  EXPECT_FLOAT_EQ(small[1].room.to.y, 502);
}

}  // namespace
}  // namespace heteroscope
