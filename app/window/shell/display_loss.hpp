#pragma once

#include <functional>
#include <string>

namespace heteroscope {

/// When the X server goes, Xlib cannot go on and would end the program with words of its own. From here on the program
/// says so in one line and ends with exit code 2. Called once there is a window; where that is not X's, it does
/// nothing.
void watch_display();

/// As long as it lives, `words` is called first, on the window's thread, and returns what else is to be said. At most
/// one lives at a time.
class DisplayFarewell {
 public:
  explicit DisplayFarewell(std::function<std::string()> words);
  ~DisplayFarewell();
  DisplayFarewell(const DisplayFarewell&) = delete;
  DisplayFarewell& operator=(const DisplayFarewell&) = delete;
};

}  // namespace heteroscope
