#pragma once

#include <span>
#include <string_view>

namespace heteroscope::mandelbrot {

/// A view that is deeper than doubles reach, as a person would write it.
struct DeepPlaceText {
  std::string_view id;
  std::string_view label;
  int max_iterations = 0;
  std::string_view center_re;
  std::string_view center_im;
  std::string_view span;
};

/// Views that are worth a visit, the deepest last.
std::span<const DeepPlaceText> deep_places();

}  // namespace heteroscope::mandelbrot
