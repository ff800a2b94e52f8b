#include <algorithm>

#include "tests/command/program.hpp"
#include "tests/json.hpp"

/// --bind, from the command line to where it is listed.
namespace heteroscope::testing {
namespace {

using nlohmann::json;

class Binding : public Program {};

TEST_F(Binding, IsTakenSavedAndListed) {
  expect_success("render mandelbrot --size 9x7 --out free.npy");
  expect_success("render mandelbrot --size 9x7 --bind close --threads 2 --out bound.npy");
  EXPECT_EQ(read_text(file("free.npy")), read_text(file("bound.npy")));
  expect_success("render mandelbrot --size 9x7 --bind spread --out saved.png");
  expect_success("render --settings saved.png --out again.npy");
  EXPECT_EQ(read_text(file("free.npy")), read_text(file("again.npy")));
  EXPECT_NE(expect_success("list").out.find("binding     none, close, spread"), std::string::npos);
  const json list = json_of(expect_success("list --json").out);
  const auto found =
      std::ranges::find_if(list.at("settings"), [](const json& each) { return each.at("id") == "binding"; });
  ASSERT_NE(found, list.at("settings").end());
  EXPECT_EQ(found->at("words"), (json{"none", "close", "spread"}));
}

TEST_F(Binding, IsRefusedWhereItMeansNothing) {
  expect_refused("render mandelbrot --size 9x7 --bind tight --out a.npy",
                 "--bind 'tight' is unknown; known: none, close, spread");
  expect_refused("render mandelbrot --size 9x7 --processor gpu --bind close --out a.npy",
                 "--bind 'close' is for the CPU, which is not used");
}

TEST_F(Binding, IsRefusedWhereOpenMpBinds) {
  expect_refused("render mandelbrot --size 9x7 --bind spread --out a.npy",
                 "binding: OpenMP already binds its threads; unset OMP_PROC_BIND, OMP_PLACES and "
                 "GOMP_CPU_AFFINITY",
                 "OMP_PROC_BIND=close");
}

}  // namespace
}  // namespace heteroscope::testing
