#include "kernels/mandelbrot/published.hpp"

#include <array>

namespace heteroscope::mandelbrot {

namespace {

constexpr double ms_per_s = 1000;

/// A table of seconds by side of the picture: a line for each side, a column for each row of the suite.
template <std::size_t columns>
struct Seconds {
  std::string_view table, machine;
  std::array<PublishedFigure, columns> of;  ///< what the figures of a column have in common
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
      "Its loops share columns, the variants here rows, which are not equally even; its collapsed loop is dynamic. Its "
      "tables have a column of an interpreted program, too, which is left out: no variant here is interpreted.",
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
      "is copied into an array of the host's own, from every kind of memory, and memory is given back, as here; mean "
      "and binarization may be among them, which it does not say. Its blocks are of as "
      "many threads in each direction, in one and in two dimensions, and it "
      "does not say of how many: 32 here.",
      "Of its GTX 1050 Ti it says that 2-D is 1.02, 1.00 and 0.99 times as fast as 1-D in device, pinned and managed "
      "memory; this card's times at 10240 make that 1.07, 1 and 1.",
      "Its table 9 holds the cards against each other, by whole runs in 1-D and device memory with mean and "
      "binarization: the GTX 1660 Ti is 1.38, 1.76, 1.81, 1.85 and 1.87 times as fast at 1024 to 10240. "
      "`heteroscope compare` does that of two machines' results.",
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
  out.title = "seed 000, table 7 and the last column of table 8";
  out.notes = {
      "Its machine: GeForce GTX 1050 Ti; it does not say beside which CPU. The size of table 7 is not said, either: "
      "0.825 takes there what table 8 has at 10240x10240. Its shares are of columns, those here of rows.",
      "It takes 0.825 for the best share, while the sentence before its table gives 4.98 s for 0.9: the "
      "search began on "
      "the other side of its own best time.",
      "Its table 8 does not say of which share its times are; at 10240x10240 it has table 7's for 0.825, and so "
      "not the card of its other columns. In its appendix the share is 0.852 in a whole number, which is 0: "
      "that program leaves everything to the CPU."};
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
  for (const auto& [scene, seconds] :
       {std::pair{"0.825-1024", 1.36e-1}, {"0.825-2048", 3.08e-1}, {"0.825-4096", 9.64e-1}, {"0.825-8192", 3.88}}) {
    add_share(scene, seconds);
    out.figures.back().table = "8";
  }
  return out;
}

}  // namespace

/// Adds the predicted times of a machine, in seconds, by side: with one core and with all cores.
void add_predicted(Published& to, std::string_view table, std::string_view machine,
                   const std::vector<std::pair<std::string_view, std::array<double, 2>>>& rows) {
  PublishedFigure one = of("sequential");
  PublishedFigure all = of("omp_dynamic");
  one.id = all.id = "predicted_ms";
  add<2>(to, {table, machine, {one, all}, rows});
}

Published make_theory() {
  Published out;
  out.title = "seed 000, tables 1 to 4, predicted and measured";
  // The operands of the seed's function 1; its tables have the times with one core and with all of them.
  out.peaks = {{"i3", 1, 2, 3.1, 8, 49.6}, {"Ryzen", 1, 8, 3.6, 16, 460.8}, {"Xeon", 2, 4, 2.4, 8, 153.6}};
  out.notes = {
      "Predicted by its functions 1, 2, 4 and 5: pixels × (6 · maxiter + 5) flop, each taking the time of one at the "
      "peak, divided among the cores. That is the worst case: every pixel takes maxiter iterations. Its table 5, of "
      "the correlations, is a picture whose figures are not in the text; here it is worked out from its tables 2 to 4.",
      "Function 1's peaks are right. In table 1 the Ryzen's time of a flop on one core is printed as 1.7361E-12 s; it "
      "is 1.7361E-11.",
      "Functions 4 and 5 with 500 iterations give table 2's predicted times to within 0.4 %, of three digits. Those of "
      "tables 3 and 4 are "
      "a quarter of what they give with table 1.",
      "The 6 flop that function 4 counts for an iteration are 10 in its loop, 8 with both squares computed once; here "
      "an iteration is 4 multiply-adds. Function 5 takes rows for alike, which they are not: it says so itself where "
      "it "
      "chooses a dynamic schedule.",
      "Function 6 adds up n + 1 elements (i from 0 to n) of n. Functions 7 to 9 count a comparison and a store as a "
      "flop; mean and binarization are limited by memory, which `bench mean-methods` and `bench binarize-mappings` "
      "hold against.",
      "Its function 11 compares times by derivatives that are differences; it gives no figures of that, and it is left "
      "out.",
      "Function 10 divides the quotient of both times by the mean of the measured ones, which has no meaning as a "
      "share: what should be near 1 is each quotient over the mean of the quotients, as the table here has it.",
      "It blames the caches for parallel runs on the Xeon that were slower than sequential ones, and measures after a "
      "run that does not count; but its tasks are the slower ones in table 4 after that, too, up to 1024."};
  add_predicted(out, "2", "i3",
                {{"256", {7.93e-3, 3.97e-3}},
                 {"512", {3.17e-2, 1.59e-2}},
                 {"1024", {1.27e-1, 6.35e-2}},
                 {"2048", {5.08e-1, 2.54e-1}},
                 {"4096", {2.03, 1.02}},
                 {"8192", {8.12, 4.06}}});
  add_predicted(out, "3", "Ryzen",
                {{"256", {8.54e-4, 1.07e-4}},
                 {"512", {3.42e-3, 4.27e-4}},
                 {"1024", {1.37e-2, 1.71e-3}},
                 {"2048", {5.47e-2, 6.83e-3}},
                 {"4096", {2.19e-1, 2.73e-2}},
                 {"8192", {8.75e-1, 1.09e-1}}});
  add_predicted(out, "4", "Xeon",
                {{"256", {2.56e-3, 3.20e-4}},
                 {"512", {1.02e-2, 1.28e-3}},
                 {"1024", {4.10e-2, 5.12e-3}},
                 {"2048", {1.64e-1, 2.05e-2}},
                 {"4096", {6.56e-1, 8.20e-2}},
                 {"8192", {2.62, 3.28e-1}}});
  for (const PublishedFigure& each : published_schedules.figures) {
    if (each.variant == "sequential" || each.variant == "omp_dynamic") out.figures.push_back(each);
  }
  return out;
}

Published make_agreement() {
  Published out;
  out.title = "seed 000, illustrations 6 to 8";
  out.notes = {
      "Its illustration 6 is the picture that CPU and GPU made together, 7 and 8 are white where it differs from the "
      "GPU's alone, and where the CPU's differs from the GPU's. It does not say how many values do, and lays it to "
      "both "
      "rounding differently in spite of IEEE 754. nvcc fuses multiplications and additions unless it is told not to, "
      "which is enough to change last bits. That is arithmetic=as_compiled; by fused, the default, and by separate "
      "both "
      "processors do the same operations in the same order."};
  return out;
}

const Published published_schedules = make_schedules();
const Published published_theory = make_theory();
const Published published_agreement = make_agreement();
const Published published_memories = make_memories();
const Published published_shares = make_shares();

}  // namespace heteroscope::mandelbrot
