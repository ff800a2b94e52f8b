#include <algorithm>
#include <any>
#include <string>

#include "core/run/gpu/tensor_memory.cuh"
#include "kernels/blur/blur_box.hpp"
#include "kernels/blur/launch.cuh"
#include "kernels/pack.hpp"

namespace heteroscope::blur {
namespace {

template <class T>
struct TmaArguments {
  CUtensorMap image;
  KernelArguments common;
  LineMask<T> mask;
  BlurBox<T> box;
  unsigned across;  // tiles beside each other
};

/// The hardware has read what lies outside of the image as 0. Where it has another value, this writes it, and returns
/// true. (x0, y0) is the image's pixel at the box's first one.
template <class T>
__device__ bool set_border(const TmaArguments<T>& a, T* box, int x0, int y0) {
  const Border border = a.common.border;
  const Size size = a.common.input.size;
  const int width = a.box.width();
  const bool whole = x0 >= 0 && y0 >= 0 && x0 + width <= size.width && y0 + a.box.height() <= size.height;
  if (border == Border::zero || whole) return false;
  for (int i = static_cast<int>(threadIdx.x); i < a.box.values(); i += BlurBox<T>::threads) {
    const int x = x0 + i % width;
    const int y = y0 + i / width;
    const int from_x = border_index(x, size.width, border);
    const int from_y = border_index(y, size.height, border);
    if (from_x != x || from_y != y) box[i] = a.common.input.template row<const T>(from_y)[from_x];
  }
  return true;
}

/// Some rows' values of a thread, a chunk of each.
template <class T>
using Chunks = Pack<T>[BlurBox<T>::rows_across];

/// Adds weights k … k + chunk − 1, or of these only those that there are, times the values under them to the sums of
/// pixels beside each other, in the first `rows` rows. Under weight k lies the first of these values.
template <int rows, bool all, class T>
__device__ void add_weights(const TmaArguments<T>& a, int k, const Chunks<T>& here, const Chunks<T>& next,
                            Chunks<T>& sums) {
  constexpr int chunk = BlurBox<T>::chunk;
#pragma unroll
  for (int n = 0; n < chunk; ++n) {
    if (!all && (k + n < 0 || k + n >= a.box.taps())) continue;
    const T weight = a.mask.weight[k + n];
#pragma unroll
    for (int row = 0; row < rows; ++row) {
#pragma unroll
      for (int p = 0; p < chunk; ++p) {
        const T value = n + p < chunk ? here[row].of[(n + p) % chunk] : next[row].of[(n + p) % chunk];
        sums[row].of[p] = std::fma(weight, value, sums[row].of[p]);
      }
    }
  }
}

/// Blurs across, in place: the values for the tile's columns take the row's first places. A thread has a chunk in each
/// of so many rows, `BlurBox::rows_at_a_time` apart; `own` is that of the first one.
template <int rows, class T>
__device__ void blur_rows(const TmaArguments<T>& a, Pack<T>* own) {
  using Box = BlurBox<T>;
  const int apart = Box::rows_at_a_time * a.box.width() / Box::chunk;
  const int beside = 2 * a.box.apron() / Box::chunk;  // the number of chunks beside a thread's own that it reads
  const int end = a.box.lead() + a.box.taps();        // of the values that its first pixel needs
  Chunks<T> sums{};
  Chunks<T> here;
#pragma unroll
  for (int row = 0; row < rows; ++row) here[row] = own[row * apart];
  int c = 0;
  const auto add = [&]<bool all>() {
    Chunks<T> next;
#pragma unroll
    for (int row = 0; row < rows; ++row) next[row] = own[row * apart + (all ? c + 1 : min(c + 1, beside))];
    add_weights<rows, all>(a, c * Box::chunk - a.box.lead(), here, next, sums);
#pragma unroll
    for (int row = 0; row < rows; ++row) here[row] = next[row];
    ++c;
  };
  // columns that nobody needs are at the beginning, and the last chunk may have fewer weights
  if (a.box.lead() > 0) add.template operator()<false>();
#pragma unroll 2
  while ((c + 1) * Box::chunk <= end) add.template operator()<true>();
  if (c * Box::chunk < end) add.template operator()<false>();
  __syncwarp();  // the rows have been read: their beginnings may be overwritten
#pragma unroll
  for (int row = 0; row < rows; ++row) own[row * apart] = sums[row];
}

/// Blurs each row of the box across. The threads of a row are of one warp, and the box has an even number of rows, so
/// that all of a warp's threads have one, or none.
template <class T>
__device__ void blur_across(const TmaArguments<T>& a, T* box) {
  using Box = BlurBox<T>;
  static_assert(Box::threads % 32 == 0 && 32 % Box::lanes == 0 && 32 / Box::lanes <= 2 && Box::rows_across == 2);
  const int thread = static_cast<int>(threadIdx.x);
  int row = thread / Box::lanes;
  const auto own = [&] { return reinterpret_cast<Pack<T>*>(box + row * a.box.width()) + thread % Box::lanes; };
  for (; row + Box::rows_at_a_time < a.box.height(); row += 2 * Box::rows_at_a_time) blur_rows<2>(a, own());
  if (row < a.box.height()) blur_rows<1>(a, own());
}

/// Blurs the tile down. A thread has `run` pixels below each other, so that each value that it reads serves as many.
template <class T>
__device__ void blur_down(const TmaArguments<T>& a, const T* box, int x0, int y0) {
  using Box = BlurBox<T>;
  const int thread = static_cast<int>(threadIdx.x);
  const int column = thread % Box::strip;
  const int pitch = a.box.width();
  const int width = a.common.output.size.width;
  const int rows = min(a.box.rows, a.common.rows.end - y0);
  if (x0 + column >= width) return;
  for (int first = thread / Box::strip * Box::run; first < rows; first += Box::threads / Box::strip * Box::run) {
    const T* next = box + first * pitch + column;
    T values[Box::run];  // those under the present weight, of which the last one is yet to be read
    T sums[Box::run] = {};
#pragma unroll
    for (int p = 0; p + 1 < Box::run; ++p, next += pitch) values[p] = *next;
#pragma unroll 8
    for (int k = 0; k < a.box.taps(); ++k, next += pitch) {
      values[Box::run - 1] = *next;
#pragma unroll
      for (int p = 0; p < Box::run; ++p) sums[p] = std::fma(a.mask.weight[k], values[p], sums[p]);
#pragma unroll
      for (int p = 0; p + 1 < Box::run; ++p) values[p] = values[p + 1];
    }
    T* const out = a.common.output.template row<T>(y0 + first) + x0 + column;
#pragma unroll
    for (int p = 0; p < Box::run; ++p) {
      if (first + p < rows) out[static_cast<std::ptrdiff_t>(p) * width] = sums[p];
    }
  }
}

/// A block blurs a tile. One thread asks for the tile and what lies around it as one box, and the hardware (TMA) copies
/// it to shared memory; then the block's threads blur it there, with the operations of cuda_separable.cu and without
/// its image in between:
///
///     image ──box──→ shared memory ──across──→ the same rows ──down──→ result
///           1 thread              2 times 16 bytes a thread     8 pixels a thread
///
/// Threads compute no address of the image, and do not test whether a pixel lies inside of it: the hardware cuts boxes
/// at its sides and fills them up with 0, which is the border `zero`. The values of other borders are written over
/// these by the blocks that have some. Other blocks of the multiprocessor compute while one waits for its box.
template <class T, Tracing How>
__global__ void __launch_bounds__(BlurBox<T>::threads) blurred_boxes(const __grid_constant__ TmaArguments<T> a) {
  const BlockTimer<How> timer(a.common.trace);
  extern __shared__ __align__(tma::box_alignment(tma::BoxLayout::plain)) unsigned char memory[];
  T* const box = reinterpret_cast<T*>(memory);
  mbarrier::Barrier& arrived = *reinterpret_cast<mbarrier::Barrier*>(memory + a.box.bytes());
  const int x0 = static_cast<int>(blockIdx.x % a.across) * BlurBox<T>::strip;
  const int y0 = a.common.rows.begin + static_cast<int>(blockIdx.x / a.across) * a.box.rows;
  const int left = x0 - a.box.apron();
  const int top = y0 - a.box.radius;
  if (threadIdx.x == 0) {
    mbarrier::init(arrived, 1);
    mbarrier::expect(arrived, static_cast<std::uint32_t>(a.box.bytes()));
    tma::load(box, a.image, left, top, arrived);
  }
  __syncthreads();  // the barrier is initialized
  mbarrier::wait(arrived, 0);
  if (set_border(a, box, left, top)) __syncthreads();
  blur_across(a, box);
  __syncthreads();
  blur_down(a, box, x0, y0);
  timer.finish([&] { return rectangle(a.common.output.size.width, x0, y0, BlurBox<T>::strip, a.box.rows); });
}

/// The shared memory that a block may have if a multiprocessor is to hold two.
std::size_t half_of_memory() {
  const device::Facts& gpu = device::facts();
  const std::size_t half = gpu.multiprocessor.shared_bytes / 2 - gpu.multiprocessor.reserved_shared;
  return std::min(half, gpu.shared_bytes_per_block);
}

template <class T, Tracing How>
void launch(const MapJob& job) {
  const auto& p = job.parameters_as<Parameters>();
  const auto box = blur_box<T>(p.radius, job.rows.count(), half_of_memory());
  const unsigned across = static_cast<unsigned>(ceil_div(job.output.size.width, box.strip));
  const unsigned blocks = across * static_cast<unsigned>(ceil_div(job.rows.count(), box.rows));
  const Rows all{0, job.input.size.height};
  const SpanSink trace = traced(
      job, pass_of(job, "boxes"), {.columns = blocks},
      {.run = static_cast<std::uint64_t>(box.strip), .stride = static_cast<std::uint64_t>(job.output.size.width)});
  const TmaArguments<T> a{.image = tma::map_of(job.input, all, {box.width(), box.height()}, tma::BoxLayout::plain),
                          .common = kernel_arguments(job, trace),
                          .mask = line_mask<T>(p),
                          .box = box,
                          .across = across};
  const auto kernel = blurred_boxes<T, How>;
  // The size is the same for all radii: threads that launch the kernel with different ones would overwrite each other's
  // setting.
  HETEROSCOPE_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                        static_cast<int>(device::facts().shared_bytes_per_block)));
  kernel<<<blocks, box.threads, box.shared_bytes(), job.stream>>>(a);
  HETEROSCOPE_LAUNCHED(blurred_boxes);
}

void run(const MapJob& job) {
  with_kernel_types(job, job.output.precision, [&]<class T, Tracing How>() { launch<T, How>(job); });
}

std::string unfit(const std::any&, const Extent& output, bool, const device::Facts&) {
  return tma::refusal_of_rows(output.precision, {output.size.width}, "the width must be a multiple of ");
}

}  // namespace

extern const Variant cuda_tma;
const Variant cuda_tma{.processor = Processor::gpu,
                       .summary =
                           "CUDA: the hardware copies a tile and what lies around it to shared memory (TMA); threads "
                           "blur it there across and then down.",
                       .knobs = {.precisions = both_precisions, .memory_kinds = all_memory_kinds},
                       .run = run,
                       .unavailable = tma::refusal_of_boxes,
                       .kernels = "blur::blurred_boxes<",
                       .unfit = unfit,
                       .reordered = true};

}  // namespace heteroscope::blur
