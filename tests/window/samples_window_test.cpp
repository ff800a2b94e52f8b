// Samples that are taken while a picture rests, in the real program in a virtual display.
#include <gtest/gtest.h>

#include "app/compute/compute.hpp"
#include "core/io/file.hpp"
#include "core/io/png/png.hpp"
#include "kernels/registry.hpp"
#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

using SamplesWindow = DrivenWindow;

TEST_F(SamplesWindow, WhatIsExportedIsWhatTheCommandMakesOfItsSettings) {
  Settings settings = default_settings(find_workload(catalog(), "mandelbrot"));
  settings.problem.parameters["max_iterations"] = 100;
  settings.look.samples = 3;
  ASSERT_NO_FATAL_FAILURE(start({saved(settings)}));
  std::optional<Settings> shown;
  ASSERT_TRUE(wait_for([&] {
    shown = program().exported();
    return shown && shown->look.samples == 3;
  }));
  const auto path = program().exports(".png").back();
  const Picture picture = decode_png(read_file(path), path.string());
  const Frame first = compute(*shown);
  EXPECT_TRUE(picture.pixels == compute_samples(first)) << "to the bit";
}

}  // namespace
}  // namespace heteroscope
