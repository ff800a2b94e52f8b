#pragma once

#include <functional>
#include <string>

namespace heteroscope {

/// When the X server ends, Xlib cannot continue and would end the program with a message of its own. After this call
/// the program says so in one line and ends with exit code 2. Called once there is a window; without X it does nothing.
void watch_display();

/// While it exists, `words` is called at the end of the display, on the window's thread, and returns a further
/// sentence. At most one exists at a time.
class DisplayFarewell {
 public:
  explicit DisplayFarewell(std::function<std::string()> words);
  ~DisplayFarewell();
  DisplayFarewell(const DisplayFarewell&) = delete;
  DisplayFarewell& operator=(const DisplayFarewell&) = delete;
};

}  // namespace heteroscope
