#include "kernels/mandelbrot/interior.hpp"
#include "kernels/mandelbrot/launch.cuh"

namespace heteroscope::mandelbrot {
namespace {

constexpr int tile = 32;  // a block computes tile × tile pixels, whatever its shape
constexpr int quad = 4;   // neighbors along a row that one thread starts together
constexpr int quads = tile * tile / quad;
constexpr int early = 16;   // iterations that every pixel gets at once, tested one by one
constexpr int unroll = 16;  // iterations between two tests of the survivors

/// Pixels that outlive the early iterations, and where they are.
template <class T>
struct Survivors {
  Complex<T> z[tile * tile];
  int count[tile * tile];
  unsigned short pixel[tile * tile];  ///< index in the tile
  int number = 0;
  int next = 0;
};

/// Does the early iterations from z = 0. True if the orbit is still inside after them (its count is then early + 1);
/// else `k` is the count at which it escaped. Once escaped an orbit stays so (outside of the tip), so that counting the
/// iterates inside is the same as stopping at the first outside.
template <class T>
__device__ bool outlives_early(Complex<T>& z, Complex<T> c, int& k) {
  k = 2;  // the count of the first iterate after z = 0
  for (int round = 0; round < early / 4; ++round) {
    bool inside = true;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      z = next(z, c);
      inside = norm(z) < T(4);
      k += inside ? 1 : 0;
    }
    if (!inside) return false;
  }
  return true;
}

/// Iterates a survivor in strides until it escapes, its orbit closes, or the limit is near; see `work_off`.
template <class T>
struct Walker {
  Complex<T> z;
  Complex<T> mark;  ///< an earlier iterate: meeting it again bit for bit means the orbit is periodic, for ever
  int k = 0;
  int next_mark = 0;
  int slot = -1;
};

template <class T>
__device__ bool fetch(Walker<T>& walker, Survivors<T>& survivors) {
  walker.slot = atomicAdd(&survivors.next, 1);
  if (walker.slot >= survivors.number) return false;
  walker.z = survivors.z[walker.slot];
  walker.mark = walker.z;
  walker.k = early + 1;
  walker.next_mark = walker.k + 2 * unroll;
  return true;
}

/// Every thread takes survivors one after the other, so that lanes stay busy however long their neighbors' orbits are.
/// A pixel that escapes is put back with its last iterate known to be inside: `finish` does those few iterations.
template <class T>
__device__ void work_off(Survivors<T>& survivors, const KernelArguments<T>& a, int x0, int y0) {
  Walker<T> walker;
  if (!fetch(walker, survivors)) return;
  const auto place = [&](int slot) {
    const int pixel = survivors.pixel[slot];
    return a.grid.at(x0 + pixel % tile, y0 + pixel / tile);
  };
  Complex<T> c = place(walker.slot);
  for (;;) {
    Complex<T> ahead = walker.z;
#pragma unroll
    for (int i = 0; i < unroll; ++i) ahead = next(ahead, c);
    const bool out = escaped(ahead) || walker.k + unroll > a.limit;
    const bool periodic = ahead.re == walker.mark.re && ahead.im == walker.mark.im;
    if (out || periodic) {
      survivors.z[walker.slot] = walker.z;
      survivors.count[walker.slot] = out ? walker.k : a.limit;
      if (!fetch(walker, survivors)) return;
      c = place(walker.slot);
    } else {
      walker.z = ahead;
      walker.k += unroll;
      if (walker.k >= walker.next_mark) {
        walker.mark = ahead;
        walker.next_mark = 2 * walker.k;
      }
    }
  }
}

/// The pixel's value if it is soon done; else it is queued.
template <class T>
__device__ T start_pixel(Survivors<T>& survivors, const KernelArguments<T>& a, Complex<T> c, int pixel) {
  if (deep_inside(c)) return T(0);
  Complex<T> z;
  if (near_tip(c.re) || a.limit <= early + 1) {
    const int k = iterate_plainly(z, c, 1, a.limit);
    return pixel_value(z, c, k, a.limit, a.smooth);
  }
  int k = 0;
  if (outlives_early(z, c, k)) {
    const int slot = atomicAdd(&survivors.number, 1);
    survivors.z[slot] = z;
    survivors.pixel[slot] = static_cast<unsigned short>(pixel);
    return T(0);
  }
  if (!a.smooth) return static_cast<T>(k);
  z = {};  // counting ran past the escape: the iterate at it is wanted
  iterate_plainly(z, c, 1, k);
  return fractional_count(z, c, k);
}

template <class T, bool Traced>
__global__ void __launch_bounds__(1024) tuned(KernelArguments<T> a) {
  BlockTracer<Traced> tracer(a.trace);
  __shared__ Survivors<T> survivors;
  __shared__ alignas(16) T values[tile * tile];
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  const int threads = blockDim.x * blockDim.y;
  const int x0 = blockIdx.x * tile;

  for (int y0 = a.rows.begin + blockIdx.y * tile; y0 < a.rows.end; y0 += gridDim.y * tile) {
    if (thread == 0) survivors.number = survivors.next = 0;
    __syncthreads();

    for (int q = thread; q < quads; q += threads) {
      const int column = q % (tile / quad) * quad;
      const int row = q / (tile / quad);
      for (int i = 0; i < quad; ++i) {
        const int pixel = row * tile + column + i;
        values[pixel] = start_pixel(survivors, a, a.grid.at(x0 + column + i, y0 + row), pixel);
      }
    }
    __syncthreads();

    if (survivors.number > 0) {
      work_off(survivors, a, x0, y0);
      __syncthreads();
      for (int slot = thread; slot < survivors.number; slot += threads) {
        const int pixel = survivors.pixel[slot];
        const Complex<T> c = a.grid.at(x0 + pixel % tile, y0 + pixel / tile);
        Complex<T> z = survivors.z[slot];
        const int k = iterate_plainly(z, c, survivors.count[slot], a.limit);
        values[pixel] = pixel_value(z, c, k, a.limit, a.smooth);
      }
      __syncthreads();
    }

    for (int i = thread; i < tile * tile; i += threads) {
      const int x = x0 + i % tile;
      const int y = y0 + i / tile;
      if (x < a.output.size.width && y < a.rows.end) a.output.template row<T>(y)[x] = values[i];
    }
    __syncthreads();
  }
  tracer.finish();
}

void run(const Job& job) {
  const auto tiles = [](int cells) { return static_cast<unsigned>((cells + tile - 1) / tile); };
  const dim3 grid(tiles(job.output.size.width), std::min(tiles(job.rows.count()), 65535U));
  with_kernel_types(job, [&]<class T, bool Traced>(const KernelArguments<T>& arguments) {
    tuned<T, Traced><<<grid, block_of(job), 0, job.stream>>>(arguments);
  });
  HETEROSCOPE_LAUNCHED(tuned);
}

}  // namespace

extern const Variant cuda_tuned;
const Variant cuda_tuned{.processor = Processor::gpu,
                         .summary =
                             "CUDA: cardioid, disk and periodicity tests that change no count; each block keeps its "
                             "threads busy from a queue of the pixels that last.",
                         .knobs = {.precisions = both_precisions,
                                   .memory_kinds = all_memory_kinds,
                                   .blocks = BlockRule::any,
                                   .default_block = {32, 8},
                                   .mappings = mapping_2d},
                         .run = run};

}  // namespace heteroscope::mandelbrot
