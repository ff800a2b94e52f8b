#include "app/window/model/actions/preconditions.hpp"

#include "app/window/model/iterating.hpp"
#include "app/window/model/views/view_target.hpp"
#include "core/device/device.hpp"

namespace heteroscope::preconditions {
namespace {

std::string label_of(const State& state) {
  return std::string(state.workload->label);
}

}  // namespace

std::string no_earlier_view(const State& state) {
  return state.views.empty() ? "there is no earlier view" : "";
}
std::string nothing_to_undo(const State& state) {
  return state.undo.can_go_back() ? "" : "nothing has been changed yet";
}
std::string nothing_to_redo(const State& state) {
  return state.undo.can_go_forth() ? "" : "nothing has been undone";
}
std::string no_detail(const State& state) {
  const ViewTarget target = view_target(state.settings, state.catalog);
  const bool any = target.owner != nullptr && target.owner->find_parameter(target.owner->navigation->detail) != nullptr;
  return any ? "" : label_of(state) + " has no detail to change";
}
std::string stands_still(const State& state) {
  return goes_on(*state.workload) ? "" : label_of(state) + " has neither steps nor a time";
}
std::string no_points(const State& state) {
  return state.workload->points ? "" : label_of(state) + " is not computed from points";
}
std::string no_counters(const State& state) {
  const std::string why_not = device::facts().why_not;
  return why_not.empty() ? bench_runs(state) : why_not;
}
std::string bench_runs(const State& state) {
  return state.bench.empty() ? "" : "a bench runs, and its times would be disturbed: stop it first (key F4)";
}
std::string no_lens(const State& state) {
  return state.workload->accesses ? "" : "what the warps of " + label_of(state) + " read is not modeled";
}
std::string no_curve(const State& state) {
  return state.frame != nullptr && !state.frame->measured.empty() ? "" : "there is no curve yet";
}
std::string no_study(const State& state) {
  return state.workload->study ? bench_runs(state) : label_of(state) + " has no study of its errors";
}
std::string not_yet_whole(const State& state) {
  return state.current() ? "" : "a picture is kept when all of it is there";
}
std::string no_diff(const State& state) {
  const auto& result = state.comparison.result;
  return result && !result->pixels.empty() ? "" : "there is no diff picture: switch the diff view on first (key D)";
}
std::string no_times(const State& state) {
  return state.frames.samples().empty() ? "no frame has been timed yet" : "";
}
std::string no_trace(const State& state) {
  const auto& show = state.cover.show;
  if (!state.cover.shown) return "nobody is shown at work: open the scope first (key B)";
  if (show != nullptr && show->paint != nullptr) return "";
  const bool waits = show == nullptr || show->why_not.empty();
  return waits ? "nobody is shown at work yet" : "nobody is shown at work: " + show->why_not;
}
std::string no_recording(const State& state) {
  return state.recorded.empty() ? "nothing has been recorded: record some views first (key Ctrl+R)" : "";
}
std::string no_location(const State& state) {
  const bool any = view_target(state.settings, state.catalog).owner != nullptr;
  return any ? "" : "what is seen of " + label_of(state) + " is no place in a plane";
}
std::string no_lens_held(const State& state) {
  if (!state.is_open(Action::toggle_lens)) return "no lens is held over the picture: open it first (key M)";
  return state.readout.inside ? "" : "the lens is over no cell: hold the mouse over the picture";
}
std::string gpu_runs(const State& state) {
  return state.gpu_loss.what.empty() ? "the GPU has not stopped" : "";
}

std::string no_card_offered(const State& state) {
  return state.offers_card ? "" : "no NVIDIA card is known that could draw the window in place of " + state.drawn_by;
}

}  // namespace heteroscope::preconditions
