#include "app/window/features/execution/participant_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "app/text/format.hpp"
#include "app/window/model/ui/ui.hpp"
#include "app/window/widgets/participant_look.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/base/failure.hpp"
#include "core/model/settings/processors.hpp"
#include "core/plan/partition.hpp"

namespace heteroscope {
namespace {

/// A participant's part of the bar.
struct ShareSegment {
  std::string name;
  double share = 0;  ///< the part of the whole, 0 to 1
  ImU32 color = 0;
};

constexpr double steps_of_bar = 200;

/// Returns the borders between the participants, from 0 to 1.
std::vector<double> borders_of(const std::vector<ShareSegment>& segments) {
  std::vector<double> out;
  double sum = 0;
  for (std::size_t i = 0; i + 1 < segments.size(); ++i) out.push_back(sum += segments[i].share);
  return out;
}

void set_borders(std::vector<ShareSegment>& segments, const std::vector<double>& borders) {
  double before = 0;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const double end = i < borders.size() ? borders[i] : 1;
    segments[i].share = end - before;
    before = end;
  }
}

/// Returns the border that the mouse drags; of several at one place the direction of the drag decides.
int held_border(const std::vector<double>& borders, double mouse) {
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID id = ImGui::GetID("held border");
  if (!ImGui::IsItemActivated()) return storage.GetInt(id);
  int nearest = 0;
  for (std::size_t i = 1; i < borders.size(); ++i) {
    const double here = std::abs(borders[i] - mouse);
    const double there = std::abs(borders[static_cast<std::size_t>(nearest)] - mouse);
    if (here < there || (here == there && mouse > borders[i])) nearest = static_cast<int>(i);
  }
  storage.SetInt(id, nearest);
  return nearest;
}

/// Moves the dragged border between its neighbors. True if it moved.
bool drag_border(std::vector<double>& borders, double mouse) {
  const auto held = static_cast<std::size_t>(held_border(borders, mouse));
  if (held >= borders.size()) return false;
  const double low = held == 0 ? 0 : borders[held - 1];
  const double high = held + 1 == borders.size() ? 1 : borders[held + 1];
  const double to = std::clamp(std::round(mouse * steps_of_bar) / steps_of_bar, low, high);
  const bool moved = to != borders[held];
  borders[held] = to;
  return moved;
}

/// Draws the shares of participants side by side in a row, with a border between each two. With `movable` a border can
/// be dragged: true while one is, and the shares change.
bool shares_bar(const Ui& ui, std::vector<ShareSegment>& segments, bool enabled, bool movable) {
  const Theme& theme = ui.theme();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, ImGui::GetFrameHeight()};
  ImGui::InvisibleButton("##split", size);
  std::vector<double> borders = borders_of(segments);
  bool changed = false;
  if (enabled && movable && ImGui::IsItemActive()) {
    changed = drag_border(borders, static_cast<double>((ImGui::GetIO().MousePos.x - at.x) / size.x));
    if (changed) set_borders(segments, borders);
  }
  const float alpha = enabled ? 1.0F : 0.35F;
  const float rounding = ui.units(4);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float low = at.y + size.y;
  double begin = 0;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const ShareSegment& each = segments[i];
    const float from = at.x + size.x * static_cast<float>(begin);
    begin += each.share;
    const float to = i + 1 == segments.size() ? at.x + size.x : at.x + size.x * static_cast<float>(begin);
    if (to <= from) continue;
    const ImDrawFlags left = from <= at.x ? ImDrawFlags_RoundCornersLeft : ImDrawFlags_None;
    const ImDrawFlags right = to >= at.x + size.x ? ImDrawFlags_RoundCornersRight : ImDrawFlags_None;
    const ImDrawFlags corners = (left | right) == 0 ? ImDrawFlags_RoundCornersNone : left | right;
    draw.AddRectFilled({from, at.y}, {to, low}, faded(each.color, alpha), rounding, corners);
    const ImVec2 extent = text_size(each.name);
    if (extent.x + ui.units(8) > to - from) continue;
    draw.AddText({(from + to - extent.x) * 0.5F, at.y + (size.y - extent.y) * 0.5F}, faded(ink_on(each.color), alpha),
                 each.name.c_str());
  }
  const bool at_hand = movable && (ImGui::IsItemHovered() || ImGui::IsItemActive());
  const float knob = ui.units(at_hand ? 3 : movable ? 2 : 1);
  for (const double border : borders) {
    const float x = at.x + size.x * static_cast<float>(border);
    const float above = movable ? ui.units(2) : 0;
    draw.AddRectFilled({x - knob, at.y - above}, {x + knob, low + above}, faded(theme.text, alpha), ui.units(2));
  }
  return changed;
}

/// Returns the participants that the settings ask for; the first GPU and the CPU where the settings do not share rows.
std::vector<Participant> participants_now(const Execution& execution) {
  std::vector<Participant> out;
  const Failure failed = attempt([&] { out = participants_of(execution, shown_devices(execution)); });
  if (failed || out.size() < 2) out = {{Processor::gpu, 0}, {Processor::cpu}};
  return out;
}

/// Returns the frame on the screen if it was shared among these participants in the way that the settings say, else
/// null.
const Frame* shared_frame(const WindowModel& model, const FrameView& view,
                          const std::vector<Participant>& participants) {
  const Frame* frame = view.frame.get();
  const bool same = frame != nullptr && frame->plan.workload == model.workload &&
                    frame->plan.participants == participants &&
                    frame->plan.settings.execution.sharing == model.settings().execution.sharing;
  return same ? frame : nullptr;
}

/// Returns a share for each participant: those of the settings where they are set by hand, else those of the frame.
std::vector<double> shares_shown(const WindowModel& model, const std::vector<Participant>& participants,
                                 const Frame* frame) {
  const Execution& execution = model.settings().execution;
  std::vector<double> out = shares_by_hand(execution, participants);
  if (execution.sharing != Sharing::by_hand && frame != nullptr &&
      frame->sharing.shares.size() == participants.size()) {
    out = frame->sharing.shares;
    out.pop_back();
  }
  double left = 1;
  for (const double each : out) left -= each;
  out.push_back(std::max(left, 0.0));
  return out;
}

void bar_row(const Window& window, const std::vector<Participant>& participants, bool used) {
  const Edit edit = window.model.edit();
  Execution& execution = edit->execution;
  const bool by_hand = execution.sharing == Sharing::by_hand;
  const std::vector<double> shares =
      shares_shown(window.model, participants, shared_frame(window.model, window.view, participants));
  std::vector<ShareSegment> segments;
  for (std::size_t i = 0; i < participants.size(); ++i) {
    segments.push_back({fmt::format("{} {:.1f} %", label_of(participants[i]), 100 * shares[i]), shares[i],
                        color_of(window.ui.theme(), participants[i])});
  }
  row(window.ui, "Shares", wide_label, !used);
  if (shares_bar(window.ui, segments, used, by_hand)) {
    execution.shares.clear();
    for (std::size_t i = 0; i + 1 < segments.size(); ++i) execution.shares.push_back(segments[i].share);
  }
  help(window.ui,
       !used && !device::facts().available ? std::string_view(device::facts().why_not)
       : !used                             ? "Choose the processor \"Split\", or several GPUs, to share the rows."
       : by_hand ? "Share of the rows that each processor computes. Drag a border until all take the same time: the "
                   "times at the end of this section show which processor waits."
                 : "Share of the rows that each processor computed of the last picture.");
}

/// Draws the time that each participant took, and the part of the frame's time that it was idle.
void add_times(const Ui& ui, const Frame& frame) {
  const double longest = frame.timing.compute();
  for (const ParticipantTime& each : frame.timing.participants) {
    const double idle = longest > 0 ? 1 - each.compute / longest : 0;
    dot(ui, color_of(ui.theme(), each.participant));
    value_row(ui, label_of(each.participant).c_str(),
              each.compute == 0 ? std::string("no rows")
                                : fmt::format("{}, idle {:.0f} %", format_ms(each.compute), 100 * idle));
  }
}

/// Returns whether the settings share rows among several processors that are there.
bool shares(const Execution& execution) {
  const bool has_others = shown_devices(execution).first().available || !execution.elsewhere.empty();
  return has_others && shares_a_frame(execution);
}

void search_table(const Ui& ui, const std::vector<Bisection::Step>& search) {
  if (search.empty() || !ImGui::BeginTable("search", 4, ImGuiTableFlags_SizingStretchSame)) return;
  for (const char* title : {"GPU share", "GPU", "CPU", "frame"}) ImGui::TableSetupColumn(title);
  ImGui::TableHeadersRow();
  for (const Bisection::Step& each : search) {
    const std::array cells{fmt::format("{:.2f} %", 100 * each.share), format_ms(each.gpu_ms), format_ms(each.cpu_ms),
                           format_ms(each.frame_ms)};
    ImGui::TableNextRow();
    for (const std::string& cell : cells) {
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(cell.c_str());
    }
  }
  ImGui::EndTable();
  help(ui,
       "The search so far. Each step tries the middle of the remaining range and goes on in the half that gives more "
       "rows to the processor that took less time.");
}

}  // namespace

void gpus_row(const Ui& ui, WindowModel& model) {
  const Edit edit = model.edit();
  Execution& execution = edit->execution;
  const device::Devices all = shown_devices(execution);
  if (all.count() < 2) return;
  const bool used = execution.processor != Processor::cpu;
  row(ui, "GPUs", wide_label, !used);
  help_of_name(ui, "The GPUs that compute.");
  const std::vector<Participant> participants = participants_now(execution);
  ImGui::BeginDisabled(!used);
  for (int number = 0; number < all.count(); ++number) {
    const device::Facts& facts = all[number];
    const Participant participant{Processor::gpu, number};
    bool on =
        used && std::ranges::find(participants, participant) != participants.end() &&
        (execution.processor == Processor::split || shares_a_frame(execution) || participant == participants.front());
    if (number > 0) ImGui::SameLine(0, ui.units(8));
    ImGui::BeginDisabled(!facts.available);
    const bool changed = ImGui::Checkbox(fmt::format("{}##gpu{}", number, number).c_str(), &on);
    ImGui::EndDisabled();
    help(ui, facts.available ? facts.name : facts.why_not);
    if (!changed) continue;
    std::vector<int> numbers;
    for (const Participant& each : participants) {
      const bool counts = shares_a_frame(execution) || each == participants.front();
      if (each.is_gpu_here() && counts && each.device != number) numbers.push_back(each.device);
    }
    if (on) numbers.push_back(number);
    if (numbers.empty()) continue;
    std::ranges::sort(numbers);
    set_participants(execution, execution.processor, {.all = false, .numbers = std::move(numbers)});
  }
  ImGui::EndDisabled();
}

void sharing_row(const Window& window) {
  const Execution& execution = window.model.settings().execution;
  const bool used = shares(execution);
  const std::vector<Participant> participants = participants_now(execution);
  bar_row(window, participants, used);
}

void share_times(const Window& window) {
  const Execution& execution = window.model.settings().execution;
  if (!shares(execution)) return;
  const Frame* const frame = shared_frame(window.model, window.view, participants_now(execution));
  if (frame == nullptr) return;
  add_times(window.ui, *frame);
  if (execution.sharing == Sharing::bisection) search_table(window.ui, frame->sharing.search);
  if (!frame->sharing.resting.empty()) ImGui::TextWrapped("%s", frame->sharing.resting.c_str());
}

}  // namespace heteroscope
