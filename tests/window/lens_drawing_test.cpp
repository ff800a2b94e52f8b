// What the lens draws, without a display.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/window/features/lens/lens_place.hpp"
#include "app/window/features/lens/lens_words.hpp"
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

TEST_F(LensDrawing, ALowerGridHasRowsAsHighAsTheHigherOneBesideIt) {
  std::vector<std::uint64_t> in_one_bank;
  for (std::uint64_t lane = 0; lane < 32; ++lane) in_one_bank.push_back(128 * lane);
  const WarpAccess high = access_of(Access::shared_load, 4, in_one_bank);
  const WarpAccess low = access_of(Access::shared_load, 4, {0, 4, 128, 256});
  const float natural = memory_grid_height(parts_.ui, high);
  const auto height = [&](const WarpAccess& access, float tallest) {
    const auto all =
        vertices_of([&] { memory_grid(parts_.ui, access, 320, height_beside(parts_.ui, access, natural, tallest)); });
    return all[2].pos.y - all[0].pos.y;
  };
  for (const float tallest : {1000.0F, 100.0F, 40.0F})
    EXPECT_NEAR(height(high, tallest) / 32, height(low, tallest) / 3, 1e-3) << tallest;
}

TEST(HeightOfEach, LeavesToHigherOnesWhatLowerOnesDoNotNeed) {
  EXPECT_EQ(height_of_each({10, 20, 30}, 60, 100), 100) << "all have room";
  EXPECT_EQ(height_of_each({90, 10, 90}, 110, 100), 50);
  EXPECT_EQ(height_of_each({90, 90}, 60, 25), 25) << "the most";
}

bool within(const Rect& one, const Rect& other) {
  return one.from.x >= other.from.x && one.to.x <= other.to.x && one.from.y >= other.from.y && one.to.y <= other.to.y;
}

/// Looks at cells all over the picture.
void look_at_places(const Rect& window, const Rect& picture, std::size_t variants, float unit) {
  for (float x = picture.from.x; x <= picture.to.x; x += 7) {
    for (float y = picture.from.y; y <= picture.to.y; y += 29) {
      const auto found = lens_place(window, picture, {x, y}, variants, unit);
      ASSERT_TRUE(found) << x << ", " << y;
      const Rect place = *found;
      const float apart = 10 * unit;
      EXPECT_FALSE(intersect(place, {{x - apart, y - apart}, {x + apart, y + apart}})) << x << ", " << y;
      EXPECT_TRUE(within(place, window)) << x << ", " << y;
      EXPECT_GE(place.to.x - place.from.x, (variants == 1 ? 230 : 235) * unit);
      EXPECT_GE(place.to.y - place.from.y, 150 * unit);
    }
  }
}

TEST(LensPlaces, LeaveTheCellUnderTheMouseInSight) {
  for (const std::size_t variants : {std::size_t{1}, std::size_t{2}}) {
    look_at_places({{10, 10}, {1270, 665}}, {{312, 42}, {1022, 514}}, variants, 1);     // 1280×720
    look_at_places({{10, 10}, {1910, 1025}}, {{312, 42}, {1662, 875}}, variants, 1);    // 1920×1080
    look_at_places({{10, 10}, {2550, 1385}}, {{312, 42}, {2302, 1100}}, variants, 1);   // 2560×1440
    look_at_places({{10, 10}, {1014, 585}}, {{312, 42}, {766, 470}}, variants, 1);      // 1024×640
    look_at_places({{15, 15}, {1265, 635}}, {{468, 63}, {1280, 522}}, variants, 1.5F);  // 1280×720, text of 150 %
    look_at_places({{20, 20}, {1260, 610}}, {{624, 84}, {1280, 610}}, variants, 2);     // 1280×720, the largest text
    look_at_places({{10, 10}, {1270, 665}}, {{0, 0}, {1280, 665}}, variants, 1);        // without panels
    look_at_places({{15, 15}, {1265, 635}}, {{0, 0}, {1280, 635}}, variants, 1.5F);     // for a projector
  }
}

TEST(LensPlaces, OfTwoVariantsAreWiderAndMayLieOverPanels) {
  const Rect wide = *lens_place({{10, 10}, {2550, 1385}}, {{312, 42}, {2302, 1100}}, {400, 300}, 2, 1);
  EXPECT_EQ(wide.from.x, 2290 - 672);
  EXPECT_EQ(wide.to.x, 2290) << "in the picture's half where the mouse is not";
  const Rect window{{10, 10}, {1270, 665}};
  const Rect picture{{312, 42}, {1022, 514}};
  const Rect right = *lens_place(window, picture, {400, 300}, 2, 1);
  EXPECT_EQ(right.to.x, window.to.x);
  EXPECT_EQ(right.from.x, 652) << "beside the window's middle";
  EXPECT_EQ(right.to.y, window.to.y);
  const Rect left = *lens_place(window, picture, {900, 300}, 2, 1);
  EXPECT_EQ(left.from.x, window.from.x);
  EXPECT_EQ(left.to.x, 628);
  EXPECT_EQ(lens_place(window, picture, {400, 300}, 1, 1)->to.x, 1010) << "one has room in the picture";
}

TEST(LensPlaces, OfOneVariantMayLieOverPanelsToo) {
  const Rect window{{10, 10}, {1014, 585}};
  const Rect picture{{312, 42}, {766, 470}};
  EXPECT_EQ(lens_place(window, picture, {400, 300}, 1, 1)->to.x, window.to.x);
  EXPECT_EQ(lens_place(window, picture, {700, 300}, 1, 1)->from.x, window.from.x);
  EXPECT_EQ(lens_place(window, picture, {700, 300}, 1, 1)->to.y, window.to.y);
}

TEST(LensPlaces, AreNoneWhereMessagesLeaveNoHeight) {
  for (const std::size_t variants : {std::size_t{1}, std::size_t{2}}) {
    for (const float bottom : {20.0F, 54.0F, 80.0F}) {
      EXPECT_FALSE(lens_place({{10, 10}, {1270, bottom}}, {{0, 42}, {1280, bottom}}, {400, 300}, variants, 1));
      EXPECT_FALSE(lens_place({{10, 10}, {1270, bottom}}, {{312, 42}, {766, bottom}}, {400, 300}, variants, 1));
    }
  }
}

TEST(LensWords, SentencesFollowEachOther) {
  EXPECT_EQ(in_sequence({"A.", "", "B."}), "A. B.");
  EXPECT_EQ(in_sequence({"", "B.", ""}), "B.");
  EXPECT_EQ(in_sequence({"", ""}), "");
}

TEST(LensPlaces, HaveAColumnForEachVariant) {
  const Rect place{{10, 20}, {222, 100}};
  const Rect second = column_of(place, 1, 2, 12);
  EXPECT_EQ(column_of(place, 0, 2, 12).to.x, 110);
  EXPECT_EQ(second.from.x, 122);
  EXPECT_EQ(second.to.x, 222);
  EXPECT_EQ(column_of(place, 0, 1, 12).to.x, 222);
}

}  // namespace
}  // namespace heteroscope
