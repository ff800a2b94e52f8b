#include <cstdint>
#include <type_traits>

#include "kernels/mandelbrot/reference.hpp"

namespace heteroscope::mandelbrot {
namespace {

/// The number of pixels that are iterated side by side: some vectors, whose instructions hide each other's latency.
template <class T>
inline constexpr int side_by_side = static_cast<int>(128 / sizeof(T));

/// Counts are as wide as the numbers, so that a vector of one goes with a vector of the other.
template <class T>
using CountOf = std::conditional_t<sizeof(T) == sizeof(float), std::int32_t, std::int64_t>;

/// Neighboring pixels of a row.
template <class T>
struct Pixels {
  static constexpr int count = side_by_side<T>;
  T re[count], im[count], c_re[count], c_im[count];
  CountOf<T> k[count];
};

/// Takes z so many iterations further, as long as it has not escaped, and returns how many those are. Both sides of
/// each choice are computed and one is kept, so that nothing branches. It is a function of its own since GCC makes no
/// vectors of a loop that has structures of its own.
template <class A, int rounds, class T>
inline CountOf<T> advance(T& re, T& im, T c_re, T c_im) {
  Complex<T> z{re, im};
  CountOf<T> inside = 0;
  for (int round = 0; round < rounds; ++round) {
    const Complex<T> after = next<A>(z, {c_re, c_im});
    const bool is_inside = norm<A>(z) < T(4);
    z = {is_inside ? after.re : z.re, is_inside ? after.im : z.im};
    inside += is_inside ? 1 : 0;
  }
  re = z.re;
  im = z.im;
  return inside;
}

/// Takes all pixels so many iterations further; returns whether one of them has not escaped. The pragma says that the
/// pixels do not depend on each other, and the compiler makes vectors of them.
template <class A, int rounds, class T>
bool advance_all(Pixels<T>& pixels) {
  CountOf<T> all = 0;
#pragma omp simd reduction(+ : all)
  for (int i = 0; i < Pixels<T>::count; ++i) {
    const CountOf<T> inside = advance<A, rounds>(pixels.re[i], pixels.im[i], pixels.c_re[i], pixels.c_im[i]);
    pixels.k[i] += inside;
    all += inside;
  }
  return all > 0;
}

/// Iterates pixels until each has escaped or reached the limit; those that have escaped stay as they are.
template <class A, class T>
void iterate(Pixels<T>& pixels, int limit) {
  constexpr int stride = 4;  // iterations during which numbers stay in registers; GCC unrolls no more of them
  int k = 1;
  while (k + stride <= limit) {
    if (!advance_all<A, stride>(pixels)) return;
    k += stride;
  }
  for (; k < limit; ++k) advance_all<A, 1>(pixels);
}

template <class A, bool Julia, class T>
void compute_in_groups(const MapJob& job, const Grid<T>& grid, int y) {
  const auto& p = job.parameters_as<Parameters>();
  const Family<T, Julia> family{grid.c};
  constexpr int count = Pixels<T>::count;
  const int width = job.output.size.width;
  for (int x = 0; x < width && !job.cancelled(); x += count) {
    Pixels<T> pixels;
    for (int i = 0; i < count; ++i) {
      const Complex<T> first = family.first(grid.at(x + i, y));
      const Complex<T> added = family.added(grid.at(x + i, y));
      pixels.re[i] = first.re;
      pixels.im[i] = first.im;
      pixels.c_re[i] = added.re;
      pixels.c_im[i] = added.im;
      pixels.k[i] = 1;
    }
    iterate<A>(pixels, p.max_iterations);
    for (int i = 0; i < count && x + i < width; ++i) {
      job.output.row<T>(y)[x + i] =
          pixel_value<A>(Complex<T>{pixels.re[i], pixels.im[i]}, Complex<T>{pixels.c_re[i], pixels.c_im[i]},
                         static_cast<int>(pixels.k[i]), p.max_iterations, p.smooth);
    }
  }
}

/// Computes one row. Deep pictures, and arithmetic that is the plain loop's by definition, have no such groups.
template <class T>
void compute_row_in_groups(const MapJob& job, const Grid<T>& grid, int y) {
  const auto& p = job.parameters_as<Parameters>();
  if (is_deep(job) || p.arithmetic == Arithmetic::as_compiled) return compute_row(job, grid, y);
  const ThreadSpan span(job);
  with_family(p, [&]<bool Julia>() {
    if (p.arithmetic == Arithmetic::fused) {
      compute_in_groups<Fused, Julia>(job, grid, y);
    } else {
      compute_in_groups<Separate, Julia>(job, grid, y);
    }
  });
  span.finish_rows({y, y + 1}, job.output.size.width);
}

void run(const MapJob& job) {
  begin_threads(job, pass_of(job, "rows"));
  with_precision(job.output.precision, [&]<class T>() {
    const Grid<T> grid = make_grid<T>(job.parameters_as<Parameters>(), job.cutout);
#pragma omp parallel for num_threads(job.threads) schedule(dynamic, chunk_of(job))
    for (int y = job.rows.begin; y < job.rows.end; ++y) compute_row_in_groups(job, grid, y);
  });
}

}  // namespace

extern const Variant omp_simd;
const Variant omp_simd{.processor = Processor::cpu,
                       .summary =
                           "OpenMP: omp_dynamic with a simd clause over neighboring pixels: the compiler generates "
                           "vector instructions, of the kind that it compiles for.",
                       .knobs = asking_knobs,
                       .run = run};

}  // namespace heteroscope::mandelbrot
