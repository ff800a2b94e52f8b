#pragma once

namespace heteroscope {

struct State;

/// What variants declare as tunable: a row for each that the chosen ones have.
void tunable_rows(State& state);
/// The winner that is kept for the present problem on this machine, to be used; or the way to the search.
void tuned_row(State& state);

}  // namespace heteroscope
