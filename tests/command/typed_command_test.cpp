#include "app/options/typed_command.hpp"

#include <gtest/gtest.h>

#include "app/window/model/render_command.hpp"
#include "core/base/error.hpp"
#include "core/model/settings/looks.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

TEST(TypedCommand, WordsAreThoseOfAShell) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(shell_words("a  b\tc\n"), (Words{"a", "b", "c"}));
  EXPECT_EQ(shell_words(R"('a b' "c 'd'" e\ f '' 'it'\''s')"), (Words{"a b", "c 'd'", "e f", "", "it's"}));
  EXPECT_EQ(shell_words(R"("a\b \"c\" \$d" e\"f)"), (Words{R"(a\b "c" $d)", "e\"f"}));
  EXPECT_EQ(shell_words("a \\\n b"), (Words{"a", "b"})) << "a line goes on after a backslash";
  EXPECT_THROW(shell_words("a 'b"), BadInput);
  EXPECT_EQ(shell_words(""), Words{});
}

TEST(TypedCommand, WhatIsCopiedComesBackAsItWas) {
  for (const Workload* each : catalog()) {
    Settings settings = default_settings(*each);
    settings.problem.size = {640, 480};
    settings.look = natural_look(settings, catalog());
    if (settings.problem.parameters.contains("span")) settings.problem.parameters["span"] = 0.1 + 0.2;
    if (each->iterates()) {
      settings.problem.steps = 17;
      settings.problem.strokes.push_back({.step = 3, .x = 0.25, .y = 0.5, .radius = 0.1, .amount = -0.3});
    }
    if (each->image) settings.problem.source = {.id = "checkerboard", .number = 5};
    settings.look.palette = "gray";
    settings.look.scale_chosen = true;  // as by --scale, which the command names
    settings.look.automatic = false;
    settings.look.low = -1.5;
    settings.look.high = 7;
    const std::string text = render_command(settings, catalog());
    const Settings back = settings_of_command(text);
    EXPECT_EQ(canonical(back.problem, *each), canonical(settings.problem, *each)) << text;
    EXPECT_EQ(back.look, settings.look) << text;
    EXPECT_EQ(back.execution.processor, settings.execution.processor) << text;
  }
}

TEST(TypedCommand, SaysInALineWhatIsWrong) {
  const auto refused = [](const std::string& text, const std::string& words) {
    try {
      settings_of_command(text);
      ADD_FAILURE() << text;
    } catch (const BadInput& wrong) {
      const std::string line = wrong.what();
      EXPECT_NE(line.find(words), std::string::npos) << line;
      EXPECT_EQ(line.find('\n'), std::string::npos) << line;
    }
  };
  refused("heteroscope", "a command line must begin with heteroscope:");
  refused("rm -rf /", "a command line must begin with heteroscope:");
  refused("heteroscope ", "heteroscope render");
  refused("heteroscope render", "which workload");
  refused("heteroscope render nothing", "nothing");
  refused("heteroscope render mandelbrot --set spam=1", "spam");
  refused("heteroscope render mandelbrot --set span=0", "span");
  refused("heteroscope render mandelbrot --sizes 3x3", "--sizes");
  refused("heteroscope render mandelbrot --help", "--help");
  refused("heteroscope verify", "verify");
  refused("heteroscope render 'mandelbrot", "quotation");
}

TEST(TypedCommand, IsToldFromAPath) {
  EXPECT_TRUE(looks_like_command("heteroscope render mandelbrot"));
  EXPECT_TRUE(looks_like_command("  heteroscope\trender"));
  EXPECT_FALSE(looks_like_command("heteroscope.png"));
  EXPECT_FALSE(looks_like_command("/home/me/heteroscope render"));
}

}  // namespace
}  // namespace heteroscope
