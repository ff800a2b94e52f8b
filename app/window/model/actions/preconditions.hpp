#pragma once

#include <string>

#include "app/window/model/state.hpp"

/// Why an action would do nothing now: one line; empty if it does something.
namespace heteroscope::preconditions {

std::string no_earlier_view(const State& state);
std::string nothing_to_undo(const State& state);
std::string nothing_to_redo(const State& state);
std::string no_detail(const State& state);
std::string stands_still(const State& state);
std::string no_points(const State& state);
std::string no_counters(const State& state);
std::string bench_runs(const State& state);
std::string no_lens(const State& state);
std::string no_curve(const State& state);
std::string no_study(const State& state);
std::string not_yet_whole(const State& state);
std::string no_diff(const State& state);
std::string no_times(const State& state);
std::string no_trace(const State& state);
std::string no_recording(const State& state);
std::string no_location(const State& state);
std::string no_lens_held(const State& state);
std::string gpu_runs(const State& state);
std::string no_card_offered(const State& state);

}  // namespace heteroscope::preconditions
