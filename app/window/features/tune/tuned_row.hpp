#pragma once

namespace heteroscope {

struct Ui;
struct WindowModel;

/// The winner that is kept for the present problem on this machine, to be used; or the way to the search.
void tuned_row(Ui& ui, WindowModel& model);

}  // namespace heteroscope
