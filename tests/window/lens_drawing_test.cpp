// What the lens draws, without a display.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
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

constexpr std::array<std::optional<LensSide>, 5> any_before{std::nullopt, LensSide::left, LensSide::right,
                                                            LensSide::above, LensSide::below};

/// Looks at points all over the picture, wherever the lens stood before.
void look_at_places(const Rect& picture, std::size_t variants, float unit) {
  for (const auto before : any_before) {
    for (float x = picture.from.x; x <= picture.to.x; x += 7) {
      for (float y = picture.from.y; y <= picture.to.y; y += 29) {
        const auto found = lens_place(picture, {x, y}, variants, unit, before);
        ASSERT_TRUE(found) << x << ", " << y;
        const float apart = 10 * unit;
        EXPECT_FALSE(intersect(found->rect, {{x - apart, y - apart}, {x + apart, y + apart}})) << x << ", " << y;
        EXPECT_TRUE(within(found->rect, picture)) << "what is beside the picture is free: " << x << ", " << y;
        EXPECT_TRUE(found->has_room);
        EXPECT_GE(found->rect.to.x - found->rect.from.x, (variants == 1 ? 190 : 222) * unit);
      }
    }
  }
}

TEST(LensPlaces, LeaveInSightThePointAndWhatIsBesideThePicture) {
  for (const std::size_t variants : {std::size_t{1}, std::size_t{2}}) {
    look_at_places({{312, 42}, {1022, 514}}, variants, 1);     // 1280×720
    look_at_places({{312, 42}, {1662, 875}}, variants, 1);     // 1920×1080
    look_at_places({{312, 42}, {2302, 1100}}, variants, 1);    // 2560×1440
    look_at_places({{312, 42}, {766, 470}}, variants, 1);      // 1024×640
    look_at_places({{468, 63}, {1280, 522}}, variants, 1.5F);  // 1280×720, text of 150 %
    look_at_places({{0, 0}, {1280, 665}}, variants, 1);        // without panels
    look_at_places({{0, 0}, {1280, 635}}, variants, 1.5F);     // for a projector
  }
}

const Rect wide_picture{{0, 0}, {1000, 600}};

TEST(LensPlaces, StayOnTheirSideUntilThePointIsBelow) {
  const auto side = [](float x, std::optional<LensSide> before) {
    return lens_place(wide_picture, {x, 300}, 1, 1, before)->side;
  };
  EXPECT_EQ(side(400, {}), LensSide::right) << "in the half where the mouse is not";
  EXPECT_EQ(side(600, {}), LensSide::left);
  EXPECT_EQ(side(600, LensSide::right), LensSide::right) << "it hides nothing there";
  EXPECT_EQ(side(660, LensSide::right), LensSide::left);
  EXPECT_EQ(side(400, LensSide::left), LensSide::left);
  EXPECT_EQ(side(340, LensSide::left), LensSide::right);
  std::vector<LensSide> sides{side(5, {})};
  const auto go_to = [&](float x) {
    if (const LensSide now = side(x, sides.back()); now != sides.back()) sides.push_back(now);
  };
  for (float x = 5; x < 1000; x += 5) go_to(x);
  for (float x = 995; x > 0; x -= 5) go_to(x);
  EXPECT_EQ(sides, (std::vector{LensSide::right, LensSide::left, LensSide::right})) << "once each way";
}

TEST(LensPlaces, OfTwoVariantsAreWider) {
  EXPECT_EQ(lens_place(wide_picture, {100, 300}, 1, 1, {})->rect.from.x, 1000 - 12 - 330);
  const Rect two = lens_place({{312, 42}, {2302, 1100}}, {400, 300}, 2, 1, {})->rect;
  EXPECT_EQ(two.from.x, 2290 - 672);
  EXPECT_EQ(two.to.x, 2290);
}

TEST(LensPlaces, AreAboveAndBelowWhereThePictureIsNarrow) {
  const Rect picture{{312, 42}, {766, 470}};
  EXPECT_EQ(lens_place(picture, {400, 100}, 1, 1, {})->side, LensSide::right) << "one has room";
  const auto above = lens_place(picture, {400, 300}, 2, 1, LensSide::left);
  ASSERT_TRUE(above);
  EXPECT_EQ(above->side, LensSide::above);
  EXPECT_EQ(above->rect.from.x, 324);
  EXPECT_EQ(above->rect.to.x, 754);
  EXPECT_EQ(lens_place(picture, {400, 100}, 2, 1, {})->side, LensSide::below);
  EXPECT_EQ(lens_place(picture, {400, 257}, 2, 1, {})->side, LensSide::above) << "just below the middle";
  EXPECT_EQ(lens_place(picture, {400, 257}, 2, 1, LensSide::below)->side, LensSide::below) << "it stays";
  EXPECT_EQ(lens_place(picture, {400, 265}, 2, 1, LensSide::below)->side, LensSide::above) << "it would hide the point";
}

TEST(LensPlaces, SayWhereTheyHaveNoRoomForRows) {
  const Rect picture{{624, 84}, {1280, 610}};  // 1280×720, the largest text
  for (const std::size_t variants : {std::size_t{1}, std::size_t{2}}) {
    const auto place = lens_place(picture, {700, 100}, variants, 2, {});
    ASSERT_TRUE(place);
    EXPECT_FALSE(place->has_room);
    EXPECT_TRUE(within(place->rect, picture));
  }
}

TEST(LensPlaces, HaveALineAtLeastWhereThePictureIsLow) {
  const Rect picture{{624, 84}, {1024, 200}};
  const auto place = lens_place(picture, {700, 100}, 1, 1, {});
  ASSERT_TRUE(place);
  EXPECT_TRUE(within(place->rect, picture));
  EXPECT_EQ(place->rect.to.y - place->rect.from.y, 40);
}

TEST(LensPlaces, AreNoneWhereMessagesLeaveNoHeight) {
  for (const std::size_t variants : {std::size_t{1}, std::size_t{2}}) {
    for (const float bottom : {20.0F, 54.0F, 80.0F}) {
      EXPECT_FALSE(lens_place({{0, 42}, {1280, bottom}}, {400, 300}, variants, 1, {}));
      EXPECT_FALSE(lens_place({{312, 42}, {766, bottom}}, {400, 300}, variants, 1, {}));
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
