#include "core/color/palette_text.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "core/base/error.hpp"
#include "core/color/palette.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/model/settings/looks.hpp"
#include "core/model/settings/settings.hpp"
#include "kernels/registry.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace heteroscope {
namespace {

std::string refusal_of_stops(const std::string& text) {
  try {
    parse_stops("--stops", text);
  } catch (const BadInput& bad) {
    return bad.what();
  }
  return "(none)";
}

TEST(Stops, ComeBackAsTheyWere) {
  const std::string text = "0:#102030,0.25:#ff8000,1:#ffffff";
  const auto stops = parse_stops("--stops", text);
  ASSERT_EQ(stops.size(), 3U);
  EXPECT_EQ(stops[1], (ColorStop{0.25, 0xff0080ff}));
  EXPECT_EQ(text_of_stops(stops), text);
}

TEST(Stops, BadOnesAreNamed) {
  EXPECT_EQ(refusal_of_stops("0:#102030"), "--stops: a palette has two colors at least");
  EXPECT_EQ(refusal_of_stops(""), "--stops: a palette has two colors at least");
  EXPECT_EQ(refusal_of_stops("0:#102030,0.5:red,1:#000000"), "--stops '0.5:red' is not PLACE:COLOR, like 0.5:#ff8000");
  EXPECT_EQ(refusal_of_stops("0.5:#102030,0.25:#000000"), "--stops: 0.25 comes after 0.5: places must rise");
  EXPECT_NE(refusal_of_stops("0:#102030,2:#000000"), "(none)");
  EXPECT_NE(refusal_of_stops("0:#102030,1:#00000g"), "(none)");
  std::string many;
  for (int i = 0; i < 300; ++i) many += "0:#000000,";
  EXPECT_EQ(refusal_of_stops(many), "--stops: a palette has 256 colors at most, not 257");
}

class PaletteFile : public ::testing::Test {
 protected:
  std::filesystem::path written(const std::string& name, const std::string& text) {
    const auto path = folder_.path() / name;
    std::ofstream(path) << text;
    return path;
  }
  std::string refused(const std::string& name, const std::string& text) {
    try {
      load_palette_file(written(name, text));
    } catch (const BadInput& bad) {
      const std::string line = bad.what();
      EXPECT_TRUE(line.starts_with((folder_.path() / name).string() + ": ")) << line;
      EXPECT_EQ(line.find('\n'), line.npos) << line;
      return line.substr((folder_.path() / name).string().size() + 2);
    }
    return "(none)";
  }

 private:
  testing::TemporaryFolder folder_;
};

TEST_F(PaletteFile, OfGimpAndOfFractint) {
  const auto gimp = load_palette_file(written(
      "a.gpl", "GIMP Palette\nName: Fire\nColumns: 3\n#\n  0   0   0\tBlack\n255 128 0 Orange\r\n\n255 255 255\n"));
  ASSERT_EQ(gimp.size(), 3U);
  EXPECT_EQ(gimp[1], (ColorStop{0.5, 0xff0080ff}));
  const auto map = load_palette_file(written("b.map", "0 0 0 comment\n; another\n255 128 0\n"));
  ASSERT_EQ(map.size(), 2U);
  EXPECT_EQ(map[1], (ColorStop{1, 0xff0080ff}));
}

TEST_F(PaletteFile, HostileOnesGetALine) {
  EXPECT_EQ(refused("a.gpl", "GIMP Palette\n1 2 3\n"), "a palette has two colors at least");
  EXPECT_EQ(refused("b.gpl", "1 2 3\n4 5 6\n"), "does not begin with \"GIMP Palette\"");
  EXPECT_EQ(refused("c.map", "1 2 3\n4 5 256\n"), R"(line 2 "4 5 256" is no color: three numbers from 0 to 255)");
  EXPECT_EQ(refused("d.map", std::string("1 2 3\n\0\0\x01\xff\n", 10)).substr(0, 6), "line 2");
  EXPECT_EQ(refused("e.map", ""), "a palette has two colors at least");
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "1 2 3\n";
  EXPECT_EQ(refused("f.map", many), "a palette has 256 colors at most, not 257");
}

TEST(OwnPalette, HasItsColorsAtItsPlaces) {
  Look look;
  look.palette = own_palette;
  look.stops = parse_stops("--stops", "0:#000000,0.5:#ff0000,1:#ffffff");
  const auto palette = palette_of(look);
  EXPECT_EQ(palette->table.front(), 0xff000000U);
  EXPECT_EQ(palette->table.back(), 0xffffffffU);
  EXPECT_GE(palette->table[511] & 0xffU, 0xfeU) << "the red one lies between entries 511 and 512";
  EXPECT_LE(palette->table[511] >> 8 & 0xffU, 0x20U);
  EXPECT_EQ(palette_of(look), palette) << "the same object, so that a GPU has its copy";
  look.stops.clear();
  EXPECT_THROW(palette_of(look), BadInput);
}

TEST(OwnPalette, AnyPaletteIsInvertedAndTurned) {
  const Palette& dusk = find_palette("dusk");
  Look look;
  EXPECT_EQ(palette_of(look).get(), &dusk);
  look.inverted = true;
  EXPECT_EQ(palette_of(look)->table.front(), dusk.table.back());
  EXPECT_NE(palette_of(look)->serial, dusk.serial);
  look.inverted = false;
  look.shift = 0.25;
  EXPECT_EQ(palette_of(look)->table.front(), dusk.table[palette_entries / 4]);
  look.shift = 1;
  EXPECT_EQ(palette_of(look)->table, dusk.table);
}

TEST(OwnPalette, WhoKeepsOneHasItHoweverManyComeAfter) {
  Look look;
  look.shift = 0.5;
  const auto kept = palette_of(look);
  const auto table = kept->table;
  for (int i = 0; i < 1000; ++i) {
    look.shift = i / 1024.0;
    (void)palette_of(look);
  }
  EXPECT_EQ(kept->table, table);
}

TEST(OwnPalette, IsInFilesWithItsColors) {
  Settings settings = default_settings(find_workload(catalog(), "mandelbrot"));
  settings.look.palette = own_palette;
  settings.look.stops = parse_stops("--stops", "0:#000000,0.5:#ff0000,1:#ffffff");
  settings.look.inverted = true;
  settings.look.shift = 0.25;
  settings.look.period = 7;
  const std::string text = to_json(settings, catalog());
  EXPECT_EQ(settings_from_json(text, "a.json", catalog()).look, settings.look);
  const std::string key = "\"stops\"";
  std::string damaged = text;
  damaged.replace(damaged.find(key), key.size(), "\"stop5\"");
  EXPECT_THROW(settings_from_json(damaged, "a.json", catalog()), BadInput);
  settings.look = {};
  EXPECT_EQ(to_json(settings, catalog()).find("stops"), std::string::npos) << "files are as they were";
}

}  // namespace
}  // namespace heteroscope
