#include <glad/gl.h>

#include "app/window/picture/presenter.hpp"
#include "core/base/watch.hpp"
#include "core/color/colorize.hpp"
#include "core/device/device.hpp"
#include "core/memory/pixels.hpp"

namespace heteroscope {
namespace {

/// Colors on the host, to which a field that is only on the device is copied first, and uploads the pixels.
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
  const Watch watch;
  fill(field, map, texture);
  glFinish();
  return watch.ms();
}

InteropStatus interop_status() {
  InteropStatus out{.refusal = {}, .oddity = {}, .offers_card = false, .drawing = drawing_card()};
  if (!device::facts().available) {
    out.refusal = device::facts().why_not;
    return out;
  }
  Circumstances all{.gpus = device::all(), .around = surroundings(), .drawing = out.drawing, .interop = std::nullopt};
  std::optional<Oddity> why = why_by_host(all);
  if (!why) {
    all.interop = ask_interop();
    why = why_by_host(all);
  }
  if (why) {
    out.refusal = why->line;
    out.oddity = why->id;
    out.offers_card = why->offers_card;
  }
  return out;
}

std::string refusal_of_object(int error, const std::string& words) {
  const std::optional<Oddity> why =
      why_by_host({.gpus = device::all(),
                   .around = surroundings(),
                   .drawing = drawing_card(),
                   .interop = InteropAnswer{.error = error, .words = words, .names_first = true}});
  return why ? why->line : words;
}

std::unique_ptr<Presenter> make_presenter(DisplayWay way) {
  if (way == DisplayWay::host_copy) return std::make_unique<HostPresenter>();
  return make_interop_presenter(way);
}

}  // namespace heteroscope
