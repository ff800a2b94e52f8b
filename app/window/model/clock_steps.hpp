#pragma once

namespace heteroscope {

struct Window;
struct WindowModel;

/// Called once a frame: while the window runs, advances the time as soon as the picture of the last time is on the
/// screen and `may_go_on` is set. A slow picture is not given up for the next one; the next time is then as much later.
void advance_clock(const Window& window, bool may_go_on);
/// Advances the time by 1/60 s times the speed.
void step_clock(WindowModel& model);
void reset_clock(WindowModel& model);

}  // namespace heteroscope
