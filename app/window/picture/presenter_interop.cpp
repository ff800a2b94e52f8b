// The OpenGL header must come before CUDA's, which would otherwise include the system's.
#include <glad/gl.h>
//
#include <cuda_gl_interop.h>
#include <cuda_runtime.h>

#include "app/window/picture/presenter.hpp"
#include "core/color/colorize_device.hpp"
#include "core/device/cuda_check.cuh"
#include "core/device/device.hpp"

namespace heteroscope {
namespace {

/// The registration of an OpenGL object with CUDA. It must end before the object does.
class Registration {
 public:
  explicit Registration(cudaGraphicsResource_t resource) : resource_(resource) {}
  ~Registration() {
    if (!device::facts().lost) cudaGraphicsUnregisterResource(resource_);
  }
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;
  [[nodiscard]] cudaGraphicsResource_t get() const { return resource_; }

 private:
  cudaGraphicsResource_t resource_;
};

/// Maps an object for CUDA while it exists; afterwards OpenGL can use the object again. `done()` reports errors, which
/// a destructor cannot.
///
/// An unmapping makes OpenGL wait for the stream. On a lost device the stream never ends, and OpenGL would wait for
/// ever, with the window: so the stream is waited for first, and on a lost device nothing is unmapped.
class Mapping {
 public:
  Mapping(cudaGraphicsResource_t resource, const device::Stream& stream) : resource_(resource), stream_(stream) {
    HETEROSCOPE_CUDA(cudaGraphicsMapResources(1, &resource_, stream_.get()));
  }
  ~Mapping() {
    if (mapped_ && !device::facts().lost) cudaGraphicsUnmapResources(1, &resource_, stream_.get());
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  void done() {
    stream_.synchronize();
    mapped_ = false;
    HETEROSCOPE_CUDA(cudaGraphicsUnmapResources(1, &resource_, stream_.get()));
  }

 private:
  cudaGraphicsResource_t resource_;
  const device::Stream& stream_;
  bool mapped_ = true;
};

class Surface {
 public:
  explicit Surface(cudaArray_t array) {
    cudaResourceDesc description{};
    description.resType = cudaResourceTypeArray;
    description.res.array.array = array;
    HETEROSCOPE_CUDA(cudaCreateSurfaceObject(&handle_, &description));
  }
  ~Surface() { cudaDestroySurfaceObject(handle_); }
  Surface(const Surface&) = delete;
  Surface& operator=(const Surface&) = delete;
  [[nodiscard]] cudaSurfaceObject_t get() const { return handle_; }

 private:
  cudaSurfaceObject_t handle_ = 0;
};

/// Checks the result of registering an object of OpenGL. A lost device or missing memory is an error of its own, not a
/// refusal.
void check_registered(cudaError_t status, const char* call, int line) {
  const bool of_opengl = status == cudaErrorUnknown || status == cudaErrorOperatingSystem ||
                         status == cudaErrorInvalidGraphicsContext || status == cudaErrorNotSupported ||
                         status == cudaErrorInvalidDevice || status == cudaErrorNoDevice;
  if (!of_opengl) return device::check(status, call, __FILE__, line);
  cudaGetLastError();
  throw InteropRefused(refusal_of_object(status, cudaGetErrorString(status)));
}

/// Presents by the color kernel, which writes a registered texture.
class TexturePresenter final : public Presenter {
 protected:
  void fill(const Field& field, const ColorMap& map, Texture& texture) override {
    if (registered_id_ != texture.id() || texture.size() != field.size()) {
      registration_.reset();
      registered_id_ = 0;
      texture.resize(field.size());
      cudaGraphicsResource_t resource = nullptr;
      check_registered(cudaGraphicsGLRegisterImage(&resource, texture.id(), GL_TEXTURE_2D,
                                                   cudaGraphicsRegisterFlagsSurfaceLoadStore),
                       "cudaGraphicsGLRegisterImage", __LINE__);
      registration_ = std::make_unique<Registration>(resource);
      registered_id_ = texture.id();
    }
    Mapping mapping(registration_->get(), stream_);
    cudaArray_t array = nullptr;
    HETEROSCOPE_CUDA(cudaGraphicsSubResourceGetMappedArray(&array, registration_->get(), 0, 0));
    const Surface surface(array);
    device::colorize_to_surface(field.device_view(), map, surface.get(), stream_);
    mapping.done();
  }

 private:
  device::Stream stream_;
  std::unique_ptr<Registration> registration_;
  unsigned registered_id_ = 0;
};

/// Presents by the color kernel, which writes a registered pixel buffer, from which OpenGL copies into the texture.
class PixelBufferPresenter final : public Presenter {
 public:
  ~PixelBufferPresenter() override { drop(); }

 protected:
  void fill(const Field& field, const ColorMap& map, Texture& texture) override {
    const Size size = field.size();
    if (size != size_) make(size);
    texture.resize(size);
    {
      Mapping mapping(registration_->get(), stream_);
      void* pixels = nullptr;
      std::size_t bytes = 0;
      HETEROSCOPE_CUDA(cudaGraphicsResourceGetMappedPointer(&pixels, &bytes, registration_->get()));
      device::colorize(field.device_view(), map, static_cast<std::uint32_t*>(pixels), stream_);
      mapping.done();
    }
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer_);
    texture.upload(nullptr);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  }

 private:
  void make(Size size) {
    drop();
    glCreateBuffers(1, &buffer_);
    glNamedBufferStorage(buffer_, static_cast<GLsizeiptr>(size.area()) * 4, nullptr, 0);
    cudaGraphicsResource_t resource = nullptr;
    check_registered(cudaGraphicsGLRegisterBuffer(&resource, buffer_, cudaGraphicsRegisterFlagsWriteDiscard),
                     "cudaGraphicsGLRegisterBuffer", __LINE__);
    registration_ = std::make_unique<Registration>(resource);
    size_ = size;
  }

  void drop() {
    registration_.reset();
    if (buffer_ != 0 && !device::facts().lost) glDeleteBuffers(1, &buffer_);
    buffer_ = 0;
    size_ = {};
  }

  device::Stream stream_;
  std::unique_ptr<Registration> registration_;
  unsigned buffer_ = 0;
  Size size_;
};

}  // namespace

InteropAnswer ask_interop() {
  unsigned count = 0;
  int devices[16] = {};
  const cudaError_t status = cudaGLGetDevices(&count, devices, 16, cudaGLDeviceListAll);
  if (status != cudaSuccess)
    cudaGetLastError();  // clears the error, which is an answer here and not a failure of a later call
  InteropAnswer out{.error = status, .words = cudaGetErrorString(status), .names_first = false};
  // if OpenGL draws on a card that CUDA does not know, CUDA answers this: no failure, but no first GPU either
  if (status == cudaErrorNoDevice) out.error = cudaSuccess;
  for (unsigned i = 0; status == cudaSuccess && i < count && i < 16; ++i) out.names_first |= devices[i] == 0;
  return out;
}

std::unique_ptr<Presenter> make_interop_presenter(DisplayWay way) {
  if (way == DisplayWay::interop_pbo) return std::make_unique<PixelBufferPresenter>();
  return std::make_unique<TexturePresenter>();
}

}  // namespace heteroscope
