#pragma once

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/base/embedded_file.hpp"
#include "core/io/file.hpp"
#include "core/model/typed.hpp"
#include "core/model/workload.hpp"
#include "core/own/source/own_source.hpp"
#include "kernels/embedded_files.hpp"
#include "tests/unit/own_dots.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace heteroscope::testing {

struct DotParameters {
  double scale = 0.1;
};

/// Calls `launch` over the job's rows.
inline void launch_dots(const AnyJob& any, const LaunchOwn& launch) {
  const auto& job = *any.as<MapJob>();
  with_precision(job.output.precision, [&]<class T>() {
    const dots::Dots<T> arguments{.data = static_cast<T*>(job.output.data),
                                  .width = job.output.size.width,
                                  .rows = job.rows,
                                  .scale = static_cast<T>(job.parameters_as<DotParameters>().scale),
                                  .threads = job.threads};
    launch_over({arguments.width, job.rows.count()}, arguments, launch);
  });
}

/// A workload with a stage that takes variants from files, and one ahead of it that takes none.
inline Catalog dots_catalog() {
  static const Workload workload = [] {
    Workload out;
    out.id = "dots";
    Stage with{.id = "draw"};
    with.own = OwnKernels{.header = "tests/unit/own_dots.hpp",
                          .arguments = "heteroscope::dots::Dots",
                          .launches = launch_dots,
                          .cells = LaunchCells::rows};
    out.stages = {Stage{.id = "prepare"}, with};
    return out;
  }();
  static const std::array<const Workload*, 1> all{&workload};
  return all;
}

/// The program's headers, and the one of the tests.
inline EmbeddedFiles dots_headers() {
  static const std::string text = read_text(HETEROSCOPE_SOURCES "/tests/unit/own_dots.hpp", 1 << 20);
  static const std::vector<EmbeddedFile> all = [] {
    std::vector<EmbeddedFile> out(own_headers().begin(), own_headers().end());
    out.push_back({"tests/unit/own_dots.hpp", text});
    return out;
  }();
  return all;
}

inline constexpr const char* dots_start = R"(#include "tests/unit/own_dots.hpp"
using namespace heteroscope::dots;
HETEROSCOPE_VARIANT(dots)
)";

/// A function for the CPU that is right.
inline const std::string plain_dots = std::string(dots_start) + R"(
template <class T>
void draw(const Dots<T>& dots) {
#pragma omp parallel for num_threads(dots.threads)
  for (int y = dots.rows.begin; y < dots.rows.end; ++y)
    for (int x = 0; x < dots.width; ++x) dots.out(x, y) = dots.value(x, y);
}
)";

/// A kernel that is right.
inline const std::string gpu_dots = std::string(dots_start) + R"(
template <class T>
__global__ void draw(const Dots<T> dots) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = dots.rows.begin + blockIdx.y * blockDim.y + threadIdx.y;
  if (x < dots.width && y < dots.rows.end) dots.out(x, y) = dots.value(x, y);
}
)";

inline void write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

/// The messages of the CompileError that `body` throws, as a person sees them; of a BadInput, its line; of nothing
/// thrown, "(nothing thrown)".
template <class Body>
std::string complaint(const Body& body) {
  try {
    body();
  } catch (const CompileError& wrong) {
    return text_of(wrong.messages);
  } catch (const BadInput& wrong) {
    return wrong.what();
  }
  return "(nothing thrown)";
}

/// A source with that text.
inline OwnSource dots_source(const std::string& text, const std::string& name = "my.cu") {
  return own_source_of(name, text, dots_catalog());
}

/// What is said of a source with that text.
inline std::string complaint_of(const std::string& text, const std::string& name = "my.cu") {
  return complaint([&] { dots_source(text, name); });
}

}  // namespace heteroscope::testing
