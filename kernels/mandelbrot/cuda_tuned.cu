#include <algorithm>

#include "core/base/ceil_div.hpp"
#include "core/device/device.hpp"
#include "kernels/mandelbrot/interior.hpp"
#include "kernels/mandelbrot/launch.cuh"
#include "kernels/mandelbrot/uniform.hpp"

namespace heteroscope::mandelbrot {
namespace {

// A block computes a tile of pixels, independent of its own shape. The tile is high where there are enough tiles to
// fill the GPU, so that threads have many orbits to choose from; it is low in small pictures, so that there are more
// blocks.
constexpr int tile_width = 32;
constexpr int high_tile = 32;
constexpr int low_tile = 8;
constexpr int tile_heights[] = {0, low_tile, high_tile};
// The second compilation leaves the variant out, and so does not use its tunables.
[[maybe_unused]] constexpr Tunable tunables[] = {
    {.id = "tile_rows",
     .label = "Tile, rows",
     .help = "Height of the tiles that cuda_tuned's blocks take; they are 32 columns wide. High tiles have longer "
             "queues of pixels; low ones share small pictures more evenly. 0: high where there are many tiles.",
     .values = tile_heights,
     .words = automatic_first}};
constexpr int high_tiles_a_multiprocessor = 64;  // with fewer than these, tiles are low
constexpr int patch_width = 8;  // a patch is a rectangle of pixels that may be proved to have one count
constexpr int patch_height = 4;
constexpr int patch_count = 10;  // the highest count that is looked for in common
constexpr int early = 32;        // iterates that every pixel gets at once, tested one by one
constexpr int early_round = 4;   // of these, between two checks whether the thread is done
constexpr int stride = 32;       // iterations between two tests of the survivors

/// The queue of pixels that outlive the early iterations: their places in the tile, and the last iterate of each that
/// is known to be inside, with its count.
template <class T, int Pixels>
struct Survivors {
  Complex<T> z[Pixels];
  int count[Pixels];
  unsigned short pixel[Pixels];
  int number;
  int next;
};

/// The count of the first iterate that is tested, the point: the Mandelbrot set's orbits have one before it, 0.
template <bool Julia>
inline constexpr int first_count = Julia ? 1 : 2;

/// The four pixels of a quad during the early iterations.
template <class T>
struct Starters {
  Complex<T> z[quad];
  Complex<T> c[quad];
  T count[quad];  ///< the number of iterates inside, plus first_count: the count at which a point escapes, in the type
                  ///< in which it is stored
  bool inside[quad];
};

/// Makes and tests the early iterates of points `First` to `First + Number`, interleaved, from z = c on. Once escaped
/// an orbit stays escaped (outside of the tip), so that counting the iterates inside gives the same as stopping at the
/// first one outside. A point that stays inside ends with count early + first_count, and z is the iterate of that
/// count.
template <class A, int First, int Number, class T>
__device__ void iterate_early(Starters<T>& s) {
  for (int round = 0; round < early / early_round; ++round) {
    bool any = false;
#pragma unroll
    for (int i = 0; i < early_round; ++i) {
#pragma unroll
      for (int p = First; p < First + Number; ++p) {
        s.inside[p] = norm<A>(s.z[p]) < T(4);
        if (s.inside[p]) s.count[p] += T(1);
        s.z[p] = next<A>(s.z[p], s.c[p]);
      }
    }
#pragma unroll
    for (int p = First; p < First + Number; ++p) any = any || s.inside[p];
    if (!any) return;
  }
}

/// The fractional count of a point that escapes early. It iterates again, since the counting has run past the iterate
/// that the fraction is computed from.
template <class A, class T>
__device__ __noinline__ T early_fraction(Complex<T> z, Complex<T> c, int limit) {
  const int k = iterate_plainly<A>(z, c, 1, limit);
  return fractional_count<A>(z, c, k);
}

/// Whether a point is known to be inside although the cheap test of every point left that open. In fp64 the cheap
/// test's margin is so small that this sharper one does not pay.
template <class T>
__device__ bool known_inside(Complex<T> c) {
  if constexpr (sizeof(T) == sizeof(float)) {
    if (inside_by_multiplier(c)) return true;
  }
  return in_bulb(c);
}

/// The values of a quad's points that are soon done; the others are queued and are 0 for now. Shortcuts that tell a
/// point's value without its orbit are proved for fused arithmetic alone.
template <bool Turned, class T, class A, bool Julia, int Pixels>
__device__ Quad<T> start_quad(Survivors<T, Pixels>& survivors, const KernelArguments<T, A, Julia>& a, int x, int y,
                              int pixel) {
  Starters<T> s;
  bool deep[quad];
  const auto point = [&](int p) {
    return a.grid.template point<Turned>(static_cast<T>(x) + static_cast<T>(p), static_cast<T>(y));
  };
#pragma unroll
  for (int p = 0; p < quad; ++p) {
    s.z[p] = point(p);
    s.c[p] = a.added(s.z[p]);
    s.count[p] = static_cast<T>(first_count<Julia>);
    s.inside[p] = true;
    deep[p] = !Julia && A::fused && deep_inside(s.z[p]);
  }
  Quad<T> values{};
  if (deep[0] && deep[1] && deep[2] && deep[3]) return values;
  iterate_early<A, 0, 2>(s);
  iterate_early<A, 2, 2>(s);
#pragma unroll
  for (int p = 0; p < quad; ++p) {
    if (deep[p]) continue;
    if (s.inside[p]) {
      if (!Julia && A::fused && known_inside<T>(s.c[p])) continue;
      const int slot = atomicAdd(&survivors.number, 1);
      survivors.z[slot] = s.z[p];
      survivors.pixel[slot] = static_cast<unsigned short>(pixel + p);
    } else {
      values.value[p] = a.smooth ? early_fraction<A>(a.first(point(p)), s.c[p], a.limit) : s.count[p];
    }
  }
  return values;
}

/// The value that all pixels of a patch have in common, or -1 where none is known. Most patches of a view of the whole
/// set lie between two level lines of low counts, or deep inside.
template <bool Turned, class T, class A, bool Julia>
__device__ int patch_value(const KernelArguments<T, A, Julia>& a, int x, int y) {
  if constexpr (Julia) return -1;
  const Complex<T> center = a.grid.template point<Turned>(static_cast<T>(x) + T(0.5) * (patch_width - 1),
                                                          static_cast<T>(y) + T(0.5) * (patch_height - 1));
  const T radius = T(0.501) * (patch_width - 1 + T(0.25) * (patch_height - 1)) * a.grid.step;
  if (all_deep_inside(center, radius)) return 0;
  if (a.smooth) return -1;
  const int count = uniform_count(center, radius, patch_count, a.limit);
  return count > 0 ? count : -1;
}

/// Computes a quad plainly, where the queue's assumptions do not hold: near the tip, or with a limit below the number
/// of early iterations.
template <class T, class A, bool Julia>
__device__ __noinline__ Quad<T> plain_quad(const KernelArguments<T, A, Julia>& a, int x, int y) {
  Quad<T> values;
  for (int p = 0; p < quad; ++p) {
    const Complex<T> point = a.grid.at(x + p, y);
    const Complex<T> c = a.added(point);
    Complex<T> z = a.first(point);
    const int k = iterate_plainly<A>(z, c, 1, a.limit);
    values.value[p] = a.value(z, c, k);
  }
  return values;
}

/// Whether the pixels of the tile at (x0, y0) are computed plainly, since some of them may break the queue's
/// assumptions: that there are enough iterations, and that an orbit which has escaped does not return. The latter
/// depends on the real part alone. Rounding keeps the order of real parts, so that the least of a tile is at a corner:
/// of an upright picture at one on the left.
template <bool Turned, int TileHeight, class T, class A, bool Julia>
__device__ bool needs_plain(const KernelArguments<T, A, Julia>& a, int x0, int y0) {
  if (a.limit <= early + 2) return true;
  const auto at = [&](int x, int y) {
    return a.family().needs_each_test(a.grid.template point<Turned>(static_cast<T>(x), static_cast<T>(y)).re);
  };
  if constexpr (Julia || !Turned) return at(x0, y0);
  const int x1 = x0 + tile_width - 1;
  const int y1 = y0 + TileHeight - 1;
  return at(x0, y0) || at(x1, y0) || at(x0, y1) || at(x1, y1);
}

/// A survivor while a thread iterates it.
template <class T>
struct Walker {
  Complex<T> z;
  /// An earlier iterate: reaching it again bit for bit means that the orbit is periodic and never escapes.
  Complex<T> mark;
  int k = 0;
  int next_mark = 0;
  int slot = -1;
};

template <bool Julia, class T, int Pixels>
__device__ bool fetch(Walker<T>& walker, Survivors<T, Pixels>& survivors) {
  walker.slot = atomicAdd(&survivors.next, 1);
  if (walker.slot >= survivors.number) return false;
  walker.z = survivors.z[walker.slot];
  walker.mark = walker.z;
  walker.k = early + first_count<Julia>;
  walker.next_mark = walker.k + 2 * stride;
  return true;
}

/// Empties the queue (persistent threads with work stealing inside the block): every thread takes one survivor after
/// the other, so that the warp's lanes stay busy however long the neighbors' orbits are. A pixel that escapes is put
/// back with its last iterate known to be inside; its last few iterations are made later, when all lanes have some to
/// make.
template <bool Turned, class T, class A, bool Julia, int Pixels>
__device__ void work_off(Survivors<T, Pixels>& survivors, const KernelArguments<T, A, Julia>& a, int x0, int y0) {
  Walker<T> walker;
  if (!fetch<Julia>(walker, survivors)) return;
  const auto place = [&](int slot) {
    const int pixel = survivors.pixel[slot];
    return a.added(a.grid.template point<Turned>(static_cast<T>(x0 + pixel % tile_width),
                                                 static_cast<T>(y0 + pixel / tile_width)));
  };
  Complex<T> c = place(walker.slot);
  for (;;) {
    Complex<T> ahead = walker.z;
#pragma unroll
    for (int i = 0; i < stride; ++i) ahead = next<A>(ahead, c);
    const bool out = escaped<A>(ahead) || walker.k + stride > a.limit;
    const bool periodic = ahead.re == walker.mark.re && ahead.im == walker.mark.im;
    if (out || periodic) {
      survivors.z[walker.slot] = walker.z;
      survivors.count[walker.slot] = out ? walker.k : a.limit;
      if (!fetch<Julia>(walker, survivors)) return;
      c = place(walker.slot);
    } else {
      walker.z = ahead;
      walker.k += stride;
      if (walker.k >= walker.next_mark) {
        walker.mark = ahead;
        walker.next_mark = 2 * walker.k;
      }
    }
  }
}

/// Measured on an NVIDIA H200 (2026-11-21, docs/performance.md), 10240 × 10240, the whole set, limit 500: 0.592 ms in
/// fp32 and 0.799 ms in fp64, where cuda_unrolled takes 2.831 and 4.727 ms and cuda_2d 5.201 and 7.260 ms. MEASURED.md
/// says what each of its ideas brought.
template <class T, class A, Tracing How, int TileHeight, bool Julia, bool Turned>
__global__ void __launch_bounds__(1024) tuned(const __grid_constant__ KernelArguments<T, A, Julia> a) {
  const BlockTimer<How> timer(a.trace);
  constexpr int pixels = tile_width * TileHeight;
  constexpr int patches_across = tile_width / patch_width;
  constexpr int patches = patches_across * TileHeight / patch_height;
  // The queue is declared as bytes, since shared memory cannot be initialized.
  __shared__ alignas(16) unsigned char survivors_memory[sizeof(Survivors<T, pixels>)];
  auto& survivors = *reinterpret_cast<Survivors<T, pixels>*>(survivors_memory);
  __shared__ int patch_values[patches];
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  const int threads = blockDim.x * blockDim.y;
  const int x0 = blockIdx.x * tile_width;
  const int first_row = a.rows.begin + blockIdx.y * TileHeight;
  for (int y0 = first_row; y0 < a.rows.end; y0 += gridDim.y * TileHeight) {
    const bool plain = needs_plain<Turned, TileHeight>(a, x0, y0);
    if (y0 != first_row) __syncthreads();
    if (thread == 0) survivors.number = survivors.next = 0;
    for (int i = thread; i < patches; i += threads) {
      const int x = x0 + i % patches_across * patch_width;
      const int y = y0 + i / patches_across * patch_height;
      patch_values[i] = A::fused ? patch_value<Turned>(a, x, y) : -1;
    }
    __syncthreads();

    for (int q = thread; q < pixels / quad; q += threads) {
      const int column = q % (tile_width / quad) * quad;
      const int row = q / (tile_width / quad);
      const int x = x0 + column;
      const int y = y0 + row;
      const int patch = patch_values[row / patch_height * patches_across + column / patch_width];
      const T value = static_cast<T>(patch);
      store(a, x, y,
            patch >= 0 ? Quad<T>{value, value, value, value}
            : plain    ? plain_quad(a, x, y)
                       : start_quad<Turned>(survivors, a, x, y, row * tile_width + column));
    }
    __syncthreads();
    if (survivors.number == 0) continue;

    work_off<Turned>(survivors, a, x0, y0);
    __syncthreads();

    // The last iterations of each pixel, fewer than a stride, are made plainly.
    for (int slot = thread; slot < survivors.number; slot += threads) {
      const int x = x0 + survivors.pixel[slot] % tile_width;
      const int y = y0 + survivors.pixel[slot] / tile_width;
      const Complex<T> c = a.added(a.grid.template point<Turned>(static_cast<T>(x), static_cast<T>(y)));
      Complex<T> z = survivors.z[slot];
      const int k = iterate_plainly<A>(z, c, survivors.count[slot], a.limit);
      if (x < a.output.size.width && y < a.rows.end) a.put(x, y, z, c, k);
    }
  }
  timer.finish([&] { return rectangle(a.output.size.width, x0, first_row, tile_width, TileHeight); });
}

template <class A, int TileHeight>
void launch_tiles(const MapJob& job) {
  const auto tiles = [](int cells, int each) { return static_cast<unsigned>(ceil_div(cells, each)); };
  const dim3 grid(tiles(job.output.size.width, tile_width), std::min(tiles(job.rows.count(), TileHeight), 65535U));
  const auto width = static_cast<std::uint64_t>(job.output.size.width);
  const SpanSink trace = traced(job, pass_of(job, "tuned"), {.columns = grid.x, .rows = grid.y},
                                {.run = tile_width, .stride = width, .leap = width * grid.y * TileHeight});
  with_all_types_and_turns(job, [&]<class T, Tracing How, bool Julia, bool Turned>() {
    tuned<T, A, How, TileHeight, Julia, Turned>
        <<<grid, block_of(job), 0, job.stream>>>(kernel_arguments<T, A, Julia>(job, trace));
  });
  HETEROSCOPE_LAUNCHED(tuned);
}

template <class A>
void launch(const MapJob& job) {
  if (is_deep(job)) return launch_deep(job, DeepMapping::pixels);
  const std::int64_t high_tiles = std::int64_t{job.output.size.width} * job.rows.count() / (tile_width * high_tile);
  const bool many = high_tiles >= std::int64_t{high_tiles_a_multiprocessor} * device::facts().multiprocessors;
  const int wanted = job.tunables[0];
  if (wanted == 0 ? many : wanted == high_tile) {
    launch_tiles<A, high_tile>(job);
  } else {
    launch_tiles<A, low_tile>(job);
  }
}

}  // namespace

HETEROSCOPE_LAUNCHED_IN_ARITHMETIC(cuda_tuned, launch)

#ifndef HETEROSCOPE_CONTRACTED
extern const Variant cuda_tuned;
const Variant cuda_tuned{.processor = Processor::gpu,
                         .summary =
                             "CUDA: cardioid, disk and periodicity tests that change no count; each block keeps its "
                             "threads busy with queues of the pixels that are still iterating.",
                         .knobs = {.precisions = both_precisions,
                                   .memory_kinds = all_memory_kinds,
                                   .blocks = BlockRule::any,
                                   .default_block = {32, 4},
                                   .mappings = mapping_2d,
                                   .tunables = tunables},
                         .run = run,
                         .unfit = deep_unfit};
#endif

}  // namespace heteroscope::mandelbrot
