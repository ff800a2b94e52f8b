// The OpenGL header must come before CUDA's, which would otherwise include the system's.
#include <glad/gl.h>
//
#include <cuda_gl_interop.h>
#include <cuda_runtime.h>

#include <string>

#include "app/presenter.hpp"
#include "core/device/cuda_check.cuh"
#include "core/device/device.hpp"

namespace heteroscope {
namespace {

/// An OpenGL object that CUDA knows. Unregistered on destruction, which must come before the object's own end.
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

/// Mapped for CUDA while it lives; OpenGL has the object back afterwards. `done()` reports what the destructor cannot.
///
/// An unmapping makes OpenGL wait for the stream. Where the device is lost nothing in it ends any more, and OpenGL
/// would wait for ever, with the window: the work is therefore waited for before that, and a lost device left as it is.
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

/// The color kernel writes the registered texture.
class TexturePresenter final : public Presenter {
 protected:
  void fill(const Field& field, const ColorMap& map, Texture& texture) override {
    if (registered_id_ != texture.id() || texture.size() != field.size()) {
      registration_.reset();
      registered_id_ = 0;
      texture.resize(field.size());
      cudaGraphicsResource_t resource = nullptr;
      HETEROSCOPE_CUDA(cudaGraphicsGLRegisterImage(&resource, texture.id(), GL_TEXTURE_2D,
                                                   cudaGraphicsRegisterFlagsSurfaceLoadStore));
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

/// The color kernel writes a registered pixel buffer, from which OpenGL copies into the texture.
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
    HETEROSCOPE_CUDA(cudaGraphicsGLRegisterBuffer(&resource, buffer_, cudaGraphicsRegisterFlagsWriteDiscard));
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

std::string interop_refusal() {
  if (!device::facts().available) return device::facts().why_not;
  unsigned count = 0;
  int devices[16] = {};
  const cudaError_t status = cudaGLGetDevices(&count, devices, 16, cudaGLDeviceListAll);
  bool first_is_there = false;
  for (unsigned i = 0; status == cudaSuccess && i < count && i < 16; ++i) first_is_there |= devices[i] == 0;
  if (first_is_there) return {};
  cudaGetLastError();  // a refusal is an answer here, not a failure for a later call to find
  const auto* renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  return std::string("the window's GPU (") + (renderer == nullptr ? "unknown" : renderer) +
         ") is not the CUDA device " + device::facts().name;
}

std::unique_ptr<Presenter> make_interop_presenter(DisplayWay way) {
  if (way == DisplayWay::interop_pbo) return std::make_unique<PixelBufferPresenter>();
  return std::make_unique<TexturePresenter>();
}

}  // namespace heteroscope
