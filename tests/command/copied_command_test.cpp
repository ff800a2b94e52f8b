
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "app/options/typed_command.hpp"
#include "app/window/features/bench/choice.hpp"
#include "app/window/model/render_command.hpp"
#include "core/color/palette.hpp"
#include "core/color/palette_text.hpp"
#include "core/io/png/png.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/model/settings/looks.hpp"
#include "core/plan/plan.hpp"
#include "core/verify/random_case.hpp"
#include "kernels/registry.hpp"
#include "program.hpp"

/// Whatever the window can show has a command line that makes the same bytes, and one that measures it.
namespace heteroscope::testing {
namespace {

constexpr std::uint64_t seed = 46;

/// Random settings of a workload that this machine can compute, with the look that the window gives them.
std::vector<Settings> random_states(const Workload& workload, std::size_t count) {
  const RandomCases from{
      .workloads = {&workload}, .processors = {Processor::cpu}, .filter = {}, .most_operations = 3e6};
  std::vector<Settings> out;
  for (std::uint64_t index = 0; out.size() < count; ++index) {
    Settings settings = random_case(from, seed, index).settings;
    if (!plan(settings, catalog(), device::all()).refusal.empty()) continue;
    settings.look = natural_look(settings, catalog());
    out.push_back(settings);
  }
  return out;
}

/// Some look that the window can give it, whatever it shows.
Look random_look(std::mt19937_64& random) {
  const auto below = [&](std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
  };
  Look out;
  const std::size_t palette = below(palettes().size() + 1);
  if (palette < palettes().size()) {
    out.palette = palettes()[palette].id;
  } else {
    out.palette = own_palette;
    out.stops = parse_stops("stops", "0:#001428,0.3:#fa8001,1:#09ff5a");
  }
  out.inverted = below(2) == 0;
  out.shift = below(2) == 0 ? 0 : static_cast<double>(below(64)) / 64;
  out.scale = ids<ColorScale>[below(std::size(ids<ColorScale>))].second;
  out.automatic = below(2) == 0;
  if (out.scale == id_of(ColorScale::histogram)) out.automatic = true;  // the values' ranks have no ends to be chosen
  if (!out.automatic) {
    out.low = 0.5 - 0.25 * static_cast<double>(below(8));
    out.high = 0.75 + static_cast<double>(below(300));
  }
  if (out.automatic && out.scale == id_of(ColorScale::cyclic)) out.period = 1.5 + static_cast<double>(below(90));
  return out;
}

class CopiedCommand : public Program {
 protected:
  [[nodiscard]] auto pixels_of(const std::string& name) const {
    const std::string bytes = read_text(file(name));
    return decode_png(std::as_bytes(std::span(bytes)), name).pixels;
  }
};

TEST_F(CopiedCommand, MakesTheBytesOfTheSettingsFile) {
  for (const Workload* workload : catalog()) {
    for (const Settings& settings : random_states(*workload, 12)) {
      const std::string command = render_command(settings, catalog(), "a.npy");
      SCOPED_TRACE(command);
      const std::string options = command.substr(std::string("heteroscope ").size());
      const Result copied = run(options);
      ASSERT_EQ(copied.code, 0) << copied.error;
      write_text(file("b.json"), to_json(settings, catalog()));
      const Result saved = run("render --settings b.json --out b.npy");
      ASSERT_EQ(saved.code, 0) << saved.error;
      EXPECT_TRUE(read_text(file("a.npy")) == read_text(file("b.npy")));
    }
  }
}

/// In all kinds of colors.
TEST_F(CopiedCommand, MakesThePictureOfTheSettingsFile) {
  std::mt19937_64 random(seed);
  for (const Workload* workload : catalog()) {
    for (Settings& settings : random_states(*workload, 6)) {
      settings.look = random_look(random);
      const std::string command = render_command(settings, catalog(), "a.png");
      SCOPED_TRACE(command);
      const Result copied = run(command.substr(std::string("heteroscope ").size()));
      ASSERT_EQ(copied.code, 0) << copied.error;
      write_text(file("b.json"), to_json(settings, catalog()));
      const Result saved = run("render --settings b.json --out b.png");
      ASSERT_EQ(saved.code, 0) << saved.error;
      EXPECT_TRUE(pixels_of("a.png") == pixels_of("b.png"));
      Settings back;
      ASSERT_NO_THROW(back = settings_of_command(command));
      EXPECT_EQ(back.look, settings.look);
    }
  }
}

TEST_F(CopiedCommand, OpensAsItWas) {
  for (const Workload* workload : catalog()) {
    for (const Settings& settings : random_states(*workload, 100)) {
      const std::string command = render_command(settings, catalog());
      SCOPED_TRACE(command);
      Settings back;
      ASSERT_NO_THROW(back = settings_of_command(command));
      EXPECT_EQ(render_command(back, catalog()), command);
    }
  }
}

/// Also of a settled problem, whose steps are more than a measurement takes.
TEST_F(CopiedCommand, OfABenchIsTaken) {
  for (const Workload* workload : catalog()) {
    for (Settings& settings : random_states(*workload, 30)) {
      if (workload->iterates()) settings.problem.steps = 10'000'000;
      const std::string line = line_of({}, settings, catalog());
      SCOPED_TRACE(line);
      ASSERT_NO_THROW(EXPECT_FALSE(outlook_of(line, catalog()).rows.empty()));
      // playing on changes nothing of what is measured
      settings.problem.steps = 3;
      EXPECT_EQ(line_of({}, settings, catalog()), line);
    }
  }
}

}  // namespace
}  // namespace heteroscope::testing
