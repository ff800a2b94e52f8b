#include <glad/gl.h>

#include <chrono>
#include <cstdint>
#include <vector>

#include "app/presenter.hpp"
#include "core/buffer.hpp"
#include "core/colorize.hpp"
#include "core/error.hpp"

namespace heteroscope {
namespace {

/// Every n-th value of every n-th row, so that OpenGL has a texture for it.
Field thinned(const Field& field) {
  const int step = texture_step(field.size());
  const Size size{(field.size().width + step - 1) / step, (field.size().height + step - 1) / step};
  const auto bytes = static_cast<std::size_t>(size.area()) * bytes_of(field.precision());
  Field out(size, field.precision(), std::make_shared<Buffer>(MemoryKind::host, bytes), nullptr);
  with_precision(field.precision(), [&]<class T>() {
    for (int y = 0; y < size.height; ++y) {
      const T* from = field.host_view().row<T>(y * step);
      T* to = out.host_view().row<T>(y);
      for (int x = 0; x < size.width; ++x) to[x] = from[std::ptrdiff_t{x} * step];
    }
  });
  return out;
}

/// Colors on the host (a field that is on the device alone is copied there first) and uploads the pixels.
class HostPresenter final : public Presenter {
 protected:
  void fill(const Field& whole, const ColorMap& map, Texture& texture) override {
    Field field = whole.with_host_copy();
    if (!fits_texture(field.size())) field = thinned(field);
    pixels_.resize(static_cast<std::size_t>(field.size().area()));
    colorize(field.host_view(), map, pixels_.data());
    texture.resize(field.size());
    texture.upload(pixels_.data());
  }

 private:
  std::vector<std::uint32_t> pixels_;
};

}  // namespace

double Presenter::present(const Field& field, const ColorMap& map, Texture& texture) {
  glFinish();
  const auto start = std::chrono::steady_clock::now();
  fill(field, map, texture);
  glFinish();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

std::string refusal_of(DisplayWay way) {
  return way == DisplayWay::host_copy ? std::string() : interop_refusal();
}

std::unique_ptr<Presenter> make_presenter(DisplayWay way) {
  if (way == DisplayWay::host_copy) return std::make_unique<HostPresenter>();
  if (const std::string reason = interop_refusal(); !reason.empty()) {
    throw DeviceError(std::string(id_of(way)) + ": " + reason);
  }
  return make_interop_presenter(way);
}

}  // namespace heteroscope
