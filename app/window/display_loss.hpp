#pragma once

#include <functional>
#include <string>

namespace heteroscope {

/// What happens when the X server goes while the window is there: Xlib cannot go on and would end the program with
/// words of its own. `farewell` is called then, on the window's thread, and returns what is left to say; the program
/// says it in one line and ends with exit code 2. At most one lives at a time. Where the window is not X's, it does
/// nothing.
class DisplayLoss {
 public:
  explicit DisplayLoss(std::function<std::string()> farewell);
  ~DisplayLoss();
  DisplayLoss(const DisplayLoss&) = delete;
  DisplayLoss& operator=(const DisplayLoss&) = delete;
};

}  // namespace heteroscope
