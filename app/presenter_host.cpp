#include <glad/gl.h>

#include <chrono>
#include <cstdint>
#include <vector>

#include "app/presenter.hpp"
#include "core/base/error.hpp"
#include "core/color/colorize.hpp"
#include "core/memory/pixels.hpp"

namespace heteroscope {
namespace {

/// Colors on the host (a field that is on the device alone is copied there first) and uploads the pixels.
class HostPresenter final : public Presenter {
 protected:
  void fill(const Field& whole, const ColorMap& map, Texture& texture) override {
    const Field field = whole.with_host_copy();
    pixels_.resize(static_cast<std::size_t>(field.size().area()));
    colorize(field.host_view(), map, pixels_.data());
    texture.resize(field.size());
    texture.upload(pixels_.data());
  }

 private:
  Pixels pixels_;
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
