#pragma once

namespace heteroscope {

constexpr int divided_up(int a, int b) {
  return (a + b - 1) / b;
}

}  // namespace heteroscope
