#pragma once

namespace heteroscope {

struct Window;
struct WindowModel;

/// Once a frame: while the window runs, the time goes on as soon as the picture of the last one is on the screen and
/// `may_go_on`. A picture that takes long is not given up for the next; the one after it is of a time as much later.
void advance_clock(const Window& window, bool may_go_on);
/// A sixtieth of a second, times the speed.
void step_clock(WindowModel& model);
void reset_clock(WindowModel& model);

}  // namespace heteroscope
