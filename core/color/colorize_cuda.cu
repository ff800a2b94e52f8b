#include <algorithm>
#include <map>
#include <mutex>

#include "core/base/ceil_div.hpp"
#include "core/color/colorize.hpp"
#include "core/color/colorize_device.hpp"
#include "core/color/palette.hpp"
#include "core/device/cuda_check.cuh"
#include "core/device/device.hpp"
#include "core/device/per_gpu.hpp"
#include "core/memory/buffer.hpp"

namespace heteroscope::device {

namespace {

/// The palette on the GPU in use. Each is copied there once and stays; of tables of ranks, which come and go with
/// pictures, the newest do. Taking memory back waits for the kernels that read it.
const std::uint32_t* palette_on_device(const ColorMap& map, const Stream& stream) {
  static std::mutex mutex;
  static PerGpu<std::map<std::uint64_t, void*>> tables;
  constexpr std::ptrdiff_t most_passing = 32;
  const std::lock_guard lock(mutex);
  auto& own = tables.get([] { return std::map<std::uint64_t, void*>(); });
  void*& table = own[map.table_serial];
  for (auto at = own.lower_bound(first_passing_table); std::distance(at, own.end()) > most_passing;) {
    if (at->first == map.table_serial) break;
    release(MemoryKind::device, at->second);
    at = own.erase(at);
  }
  if (table == nullptr) {
    constexpr std::size_t bytes = palette_entries * sizeof(std::uint32_t);
    table = allocate(MemoryKind::device, bytes);
    copy(table, map.table, bytes, Direction::to_device, stream);
    stream.synchronize();
  }
  return static_cast<const std::uint32_t*>(table);
}

template <class T, class Put>
__global__ void colorize_pixels(FieldView view, ColorMap map, const std::uint32_t* table, Put put) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= view.size.width) return;
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < view.size.height; y += gridDim.y * blockDim.y) {
    put(x, y, x < view.values(y) ? colorize_element(view.row<T>(y)[x], view.domain, map, table) : no_color);
  }
}

struct PutToMemory {
  std::uint32_t* pixels;
  int width;
  __device__ void operator()(int x, int y, std::uint32_t color) const {
    pixels[static_cast<std::int64_t>(y) * width + x] = color;
  }
};

struct PutToSurface {
  cudaSurfaceObject_t surface;
  __device__ void operator()(int x, int y, std::uint32_t color) const {
    surf2Dwrite(color, surface, x * static_cast<int>(sizeof color), y);
  }
};

template <class Put>
void launch(const FieldView& view, const ColorMap& map, Put put, const Stream& stream) {
  const std::uint32_t* table = palette_on_device(map, stream);
  const dim3 block(32, 8);
  const dim3 grid(ceil_div(view.size.width, block.x), std::min(ceil_div(view.size.height, block.y), 65535U));
  with_value_type(view.precision,
                  [&]<class T>() { colorize_pixels<T><<<grid, block, 0, stream.get()>>>(view, map, table, put); });
  HETEROSCOPE_LAUNCHED(colorize_pixels);
}

/// RGBA8 pixels that a kernel can write as a surface.
class SurfaceArray {
 public:
  explicit SurfaceArray(Size size) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
    HETEROSCOPE_CUDA(cudaMallocArray(&array_, &format, static_cast<std::size_t>(size.width),
                                     static_cast<std::size_t>(size.height), cudaArraySurfaceLoadStore));
    cudaResourceDesc description{};
    description.resType = cudaResourceTypeArray;
    description.res.array.array = array_;
    if (const cudaError_t status = cudaCreateSurfaceObject(&surface_, &description); status != cudaSuccess) {
      cudaFreeArray(array_);
      HETEROSCOPE_CUDA(status);
    }
  }
  ~SurfaceArray() {
    cudaDestroySurfaceObject(surface_);
    cudaFreeArray(array_);
  }
  SurfaceArray(const SurfaceArray&) = delete;
  SurfaceArray& operator=(const SurfaceArray&) = delete;
  [[nodiscard]] cudaSurfaceObject_t surface() const { return surface_; }
  [[nodiscard]] cudaArray_t get() const { return array_; }

 private:
  cudaArray_t array_ = nullptr;
  cudaSurfaceObject_t surface_ = 0;
};

}  // namespace

void colorize(const FieldView& view, const ColorMap& map, std::uint32_t* pixels, const Stream& stream) {
  launch(view, map, PutToMemory{pixels, view.size.width}, stream);
}

void colorize_to_surface(const FieldView& view, const ColorMap& map, std::uint64_t surface, const Stream& stream) {
  launch(view, map, PutToSurface{static_cast<cudaSurfaceObject_t>(surface)}, stream);
}

std::vector<std::uint32_t> colorize_by_surface(const FieldView& view, const ColorMap& map, const Stream& stream) {
  const SurfaceArray array(view.size);
  colorize_to_surface(view, map, array.surface(), stream);
  std::vector<std::uint32_t> pixels(static_cast<std::size_t>(view.size.area()));
  const std::size_t row = static_cast<std::size_t>(view.size.width) * sizeof(std::uint32_t);
  HETEROSCOPE_CUDA(cudaMemcpy2DFromArrayAsync(pixels.data(), row, array.get(), 0, 0, row,
                                              static_cast<std::size_t>(view.size.height), cudaMemcpyDeviceToHost,
                                              stream.get()));
  stream.synchronize();
  return pixels;
}

}  // namespace heteroscope::device
