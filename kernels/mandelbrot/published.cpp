#include "kernels/mandelbrot/published.hpp"

#include <array>

namespace heteroscope::mandelbrot {

namespace {

constexpr double ms_per_s = 1000;

/// A table of seconds by side: a line a side, a column a row of the suite.
template <std::size_t columns>
struct Seconds {
  std::string_view table, machine;
  std::array<PublishedFigure, columns> of;  ///< what a column's figures have in common
  std::vector<std::pair<std::string_view, std::array<double, columns>>> rows;
};

template <std::size_t columns>
void add(Published& to, const Seconds<columns>& seconds) {
  for (const auto& [side, values] : seconds.rows) {
    for (std::size_t i = 0; i < columns; ++i) {
      PublishedFigure figure = seconds.of[i];
      figure.table = seconds.table;
      figure.machine = seconds.machine;
      figure.scene = side;
      figure.value = ms_per_s * values[i];
      to.figures.push_back(figure);
    }
  }
}

PublishedFigure of(std::string_view variant) {
  return {.table = {}, .machine = {}, .scene = {}, .variant = variant};
}

Published make_schedules() {
  Published out;
  out.title = "seed 000, tables 2 to 4";
  out.notes = {
      "Its machines: an i3 of 2 cores, a Ryzen of 8, two Xeons of 4 each.",
      "Its table 6 says that the Ryzen's speed-ups are on average 1.32 by tasks, 5.32 by static, 5.96 by collapse and "
      "6.33 by dynamic; the means of its table 3 are 1.40, 6.05, 7.50 and 6.85, and there collapse comes first, by its "
      "time at 256 alone.",
      "The predicted times of its tables 3 and 4 are a quarter of what its functions 4 and 5 give with its table 1; "
      "those of table 2 follow from them."};
  const std::array columns{of("sequential"), of("omp_tasks"), of("omp_collapse"), of("omp_dynamic"), of("omp_static")};
  add<5>(out, {"2",
               "i3",
               columns,
               {{"256", {1.43e-1, 8.74e-2, 8.22e-2, 6.88e-2, 8.54e-2}},
                {"512", {5.22e-1, 2.68e-1, 2.72e-1, 2.67e-1, 3.01e-1}},
                {"1024", {2.00, 1.09, 9.69e-1, 9.32e-1, 1.09}},
                {"2048", {7.99, 4.31, 3.81, 3.67, 4.24}},
                {"4096", {3.19e1, 1.72e1, 1.53e1, 1.47e1, 1.70e1}},
                {"8192", {1.28e2, 6.88e1, 6.09e1, 5.87e1, 6.78e1}}}});
  add<5>(out, {"3",
               "Ryzen",
               columns,
               {{"256", {1.51e-1, 8.82e-2, 1.23e-2, 2.24e-2, 1.48e-2}},
                {"512", {3.52e-1, 2.58e-1, 6.95e-2, 8.06e-2, 1.13e-1}},
                {"1024", {1.41, 1.07, 2.22e-1, 1.97e-1, 2.62e-1}},
                {"2048", {5.63, 4.36, 7.87e-1, 7.41e-1, 9.62e-1}},
                {"4096", {2.27e1, 1.67e1, 3.18, 2.95, 3.84}},
                {"8192", {9.01e1, 6.70e1, 1.28e1, 1.19e1, 1.54e1}}}});
  add<5>(out, {"4",
               "Xeon",
               columns,
               {{"256", {1.80e-1, 2.37e-1, 4.34e-2, 3.07e-2, 3.21e-2}},
                {"512", {6.49e-1, 8.87e-1, 1.31e-1, 1.29e-1, 1.82e-1}},
                {"1024", {3.90, 4.01, 3.72e-1, 3.23e-1, 4.19e-1}},
                {"2048", {1.56e1, 1.55e1, 1.50, 1.29, 1.76}},
                {"4096", {6.24e1, 5.74e1, 6.02, 5.16, 7.00}},
                {"8192", {2.49e2, 2.37e2, 2.41e1, 2.07e1, 2.78e1}}}});
  return out;
}

PublishedFigure whole(std::string_view variant, std::string_view memory) {
  return {.table = {}, .machine = {}, .scene = {}, .variant = variant, .id = "whole_ms", .block = {}, .memory = memory};
}

Published make_memories() {
  Published out;
  out.title = "seed 000, table 8";
  out.notes = {
      "Its machine: GeForce GTX 1660 Ti. Its times are of whole calls: memory is asked for, the kernel runs, the "
      "result "
      "is copied to the host; mean and binarization may be among them, which it does not say.",
      "Its pinned and managed times of 1-D and 2-D are the same to the last digit, but for managed memory at 1024: "
      "they "
      "cannot be two measurements each."};
  add<6>(out, {"8",
               "GTX 1660 Ti",
               {whole("cuda_1d", "device"), whole("cuda_1d", "pinned"), whole("cuda_1d", "managed"),
                whole("cuda_2d", "device"), whole("cuda_2d", "pinned"), whole("cuda_2d", "managed")},
               {{"1024", {1.22e-1, 1.02e-1, 1.01e-1, 5.89e-2, 1.02e-1, 1.00e-1}},
                {"2048", {2.76e-1, 2.84e-1, 2.76e-1, 2.16e-1, 2.84e-1, 2.76e-1}},
                {"4096", {9.22e-1, 9.53e-1, 9.23e-1, 8.09e-1, 9.53e-1, 9.23e-1}},
                {"8192", {3.27, 3.39, 3.27, 3.07, 3.39, 3.27}},
                {"10240", {5.03, 5.22, 5.04, 4.72, 5.22, 5.04}}}});
  return out;
}

Published make_shares() {
  Published out;
  out.title = "seed 000, table 7";
  out.notes = {"Its machine: GeForce GTX 1050 Ti beside a CPU of 8 cores, at 10240x10240.",
               "It takes 0.825 for the best share, while the sentence before its table gives 4.98 s for 0.9: the "
               "search began on "
               "the other side of its own best time."};
  const auto add_share = [&](std::string_view scene, double seconds) {
    PublishedFigure figure = of("simd_tuned + cuda_1d");
    figure.table = "7";
    figure.machine = "GTX 1050 Ti";
    figure.scene = scene;
    figure.value = ms_per_s * seconds;
    out.figures.push_back(figure);
  };
  add_share("0.7", 7.29);
  add_share("0.8", 6.78);
  add_share("0.825", 6.77);
  add_share("0.85", 7.05);
  add_share("0.9", 4.98);
  return out;
}

}  // namespace

const Published published_schedules = make_schedules();
const Published published_memories = make_memories();
const Published published_shares = make_shares();

}  // namespace heteroscope::mandelbrot
