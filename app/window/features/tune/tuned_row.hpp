#pragma once

namespace heteroscope {

class TunedWinners;
struct Ui;
struct WindowModel;

/// Draws a row with a button that uses the result kept for the present problem on this machine, or one that opens the
/// search.
void tuned_row(Ui& ui, WindowModel& model, const TunedWinners* winners);

}  // namespace heteroscope
