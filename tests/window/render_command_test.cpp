#include "app/window/actions/render_command.hpp"

#include <gtest/gtest.h>

#include "core/color/palette.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

Settings start(const char* workload) {
  Settings out = default_settings(find_workload(catalog(), workload));
  out.look = natural_look(out, catalog());
  out.problem.size = {640, 480};
  return out;
}

TEST(RenderCommand, HasWhatDecidesThePicture) {
  Settings settings = start("mandelbrot");
  EXPECT_EQ(render_command(settings, catalog()),
            "heteroscope render mandelbrot --size 640x480 --precision fp64 --processor cpu --out mandelbrot.png");
  settings.problem.parameters["span"] = 0.125;
  settings.look.palette = "gray";
  settings.look.scale = "sqrt";
  settings.look.automatic = false;
  settings.look.low = 0;
  settings.look.high = 250;
  const std::string text = render_command(settings, catalog());
  EXPECT_NE(text.find(" --set span=0.125 "), std::string::npos) << text;
  EXPECT_NE(text.find(" --palette gray --scale sqrt --range 0:250 --out mandelbrot.png"), std::string::npos) << text;
}

TEST(RenderCommand, NamesThatAShellWouldTakeApartAreQuoted) {
  Settings settings = start("blur");
  settings.problem.source = {.id = "file", .file = "/a folder/it's.png"};
  const std::string text = render_command(settings, catalog());
  EXPECT_NE(text.find(R"( --source '/a folder/it'\''s.png' )"), std::string::npos) << text;
  settings.problem.source.file = "/plain/name.png";
  EXPECT_NE(render_command(settings, catalog()).find(" --source /plain/name.png "), std::string::npos);
}

}  // namespace
}  // namespace heteroscope
