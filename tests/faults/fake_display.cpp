// What draws the window, and what CUDA says of it, in place of asked_opengl.cpp and presenter_interop.cpp or
// presenter_none.cpp: answers that tests choose.
//
// HETEROSCOPE_FAKE_OPENGL is "VENDOR|RENDERER|CARD": CARD is the number of the fake GPU that draws, "other" for a card
// that is none of them, or empty where OpenGL does not say. Without it the real OpenGL's names are told.
// HETEROSCOPE_FAKE_INTEROP is "works", "ask:ERROR" where CUDA answers with that error when it is asked,
// "register:ERROR" where it refuses each object with it, or "forbidden": to ask is the program's end. Without it there
// is none.
#include <glad/gl.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "app/window/picture/presenter.hpp"
#include "core/color/colorize_device.hpp"
#include "core/device/device.hpp"
#include "core/memory/pixels.hpp"

namespace heteroscope {
namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// The number behind "ask:"; 0 where the words are others.
int number_behind(std::string_view word, const std::string& answer) {
  return answer.starts_with(word) ? std::atoi(answer.c_str() + word.size()) : 0;
}

std::string interop() {
  return variable("HETEROSCOPE_FAKE_INTEROP");
}

/// The fake GPU's memory is the host's: its colors are uploaded.
class FakeInteropPresenter final : public Presenter {
 protected:
  void fill(const Field& field, const ColorMap& map, Texture& texture) override {
    if (const int error = number_behind("register:", interop()); error != 0) {
      throw InteropRefused(refusal_of_object(error, "as it was told to"));
    }
    pixels_.resize(static_cast<std::size_t>(field.size().area()));
    device::colorize(field.device_view(), map, pixels_.data(), stream_);
    texture.resize(field.size());
    texture.upload(pixels_.data());
    if (!said_) std::fputs("a texture was filled by the GPU\n", stderr);
    said_ = true;
  }

 private:
  device::Stream stream_;
  Pixels pixels_;
  bool said_ = false;
};

}  // namespace

DrawingCard drawing_card() {
  const std::string told = variable("HETEROSCOPE_FAKE_OPENGL");
  const std::size_t first = told.find('|');
  const std::size_t second = told.find('|', first + 1);
  if (first == std::string::npos || second == std::string::npos) {
    return {.vendor = reinterpret_cast<const char*>(glGetString(GL_VENDOR)),
            .renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER)),
            .uuids = {}};
  }
  DrawingCard out{.vendor = told.substr(0, first), .renderer = told.substr(first + 1, second - first - 1), .uuids = {}};
  const std::string card = told.substr(second + 1);
  if (card == "other") {
    out.uuids.emplace_back().fill(0x11);
  } else if (!card.empty()) {
    out.uuids.push_back(device::all().at(static_cast<std::size_t>(std::atoi(card.c_str()))).uuid);
  }
  return out;
}

InteropAnswer ask_interop() {
  const std::string answer = interop();
  if (answer == "forbidden") std::abort();
  constexpr int not_supported = 801;  // cudaErrorNotSupported
  const int error = answer.empty() ? not_supported : number_behind("ask:", answer);
  return {.error = error, .words = error == 0 ? "" : "as it was told to", .names_first = error == 0};
}

std::unique_ptr<Presenter> make_interop_presenter(DisplayWay) {
  return std::make_unique<FakeInteropPresenter>();
}

}  // namespace heteroscope
