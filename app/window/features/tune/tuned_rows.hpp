#pragma once

namespace heteroscope {

struct Ui;
struct WindowModel;

/// What variants declare as tunable: a row for each that the chosen ones have.
void tunable_rows(const Ui& ui, WindowModel& model);
/// The winner that is kept for the present problem on this machine, to be used; or the way to the search.
void tuned_row(Ui& ui, WindowModel& model);

}  // namespace heteroscope
