#pragma once

namespace heteroscope {

class TunedWinners;
struct Ui;
struct WindowModel;

/// The one of the winners that is kept for the present problem on this machine, to be used; or the way to the search.
void tuned_row(Ui& ui, WindowModel& model, const TunedWinners* winners);

}  // namespace heteroscope
