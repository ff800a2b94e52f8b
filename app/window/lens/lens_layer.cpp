#include "app/window/lens/lens_layer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/text/format.hpp"
#include "app/window/cover/view.hpp"
#include "app/window/layers/layer_window.hpp"
#include "app/window/lens/memory_grid.hpp"
#include "app/window/picture/panes.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

constexpr double most_instructions = 1e6;  // that the whole launch's figures are made of: some tenths of a second
constexpr std::int64_t least_blocks = 64;

/// Blocks of a launch to look at.
std::int64_t blocks_for(const AccessPattern& pattern, int launch) {
  const AccessLaunch& of = pattern.launches[static_cast<std::size_t>(launch)];
  const auto a_warp = static_cast<double>(pattern.work({.launch = launch}).accesses.size());
  const double a_block = std::max(1.0, a_warp * of.warps * static_cast<double>(of.steps));
  return std::max(least_blocks, static_cast<std::int64_t>(most_instructions / a_block));
}

/// A pattern and what it points into.
struct Held {
  std::shared_ptr<const Frame> frame;
  Execution execution;
  Field input;  ///< on the host, where values matter
  std::optional<AccessPattern> pattern;
};

/// The pattern of the frame's problem; made anew only where that has changed. None: it is not known, or there is no
/// frame, and nothing is held.
const AccessPattern* pattern_for(Held& held, const std::shared_ptr<const Frame>& frame, const Execution& execution) {
  if (held.frame != frame || held.execution != execution) {
    held = {};
    if (frame == nullptr) return nullptr;
    Held next{.frame = frame, .execution = execution, .input = {}, .pattern = {}};
    if (auto of = lens_of(frame->plan, execution)) {
      if (frame->plan.workload->gives_numbers()) {
        next.input = frame->input.with_host_copy();
        of->problem.values = next.input.host_view();
      }
      of->problem.steps = static_cast<int>(std::clamp<std::int64_t>(frame->timing.steps, 1, 1 << 20));
      next.pattern = of->variant->make(of->problem);
    }
    held = std::move(next);
  }
  return held.pattern ? &*held.pattern : nullptr;
}

std::string heading_of(const Lens& lens, std::string_view variant) {
  std::string out = fmt::format("{}: block ({}, {})", variant, lens.place.block % lens.launch.columns,
                                lens.place.block / lens.launch.columns);
  if (lens.launch.warps > 1) out += fmt::format(", warp {} of {}", lens.place.warp + 1, lens.launch.warps);
  if (lens.launch.steps > 1) out += fmt::format(", step {} of {}", lens.place.step + 1, lens.launch.steps);
  return out;
}

/// "4 sectors, 100 % used", "25 × 2 passes, 50 % used".
std::string figures_of(const LensGroup& group) {
  const bool several = group.instructions > 1;
  const double each = is_shared(group.access) ? group.passes_each() : group.sectors_each();
  const char* const one = is_shared(group.access) ? "pass" : "sector";
  const char* const many = is_shared(group.access) ? "passes" : "sectors";
  return fmt::format("{}{} {}, {:.0f} % used", several ? fmt::format("{} × ", group.instructions) : std::string(),
                     format_short(each, 3), each == 1 ? one : many, 100 * group.used());
}

/// "a load 4 sectors, a store 32; a shared load 1 pass".
std::string totals_text(const AccessTotals& totals) {
  std::string out;
  const auto add = [&](Access access, const char* name) {
    const AccessTotal total = totals.sum(access);
    if (total.requests <= 0) return;
    const bool shared = is_shared(access);
    const double each = (shared ? total.passes : total.sectors) / total.requests;
    out += fmt::format("{}{} {} {}{}", out.empty() ? "" : ", ", name, format_short(each, 3), shared ? "pass" : "sector",
                       each == 1 ? ""
                       : shared  ? "es"
                                 : "s");
  };
  add(Access::global_load, "a load");
  add(Access::global_store, "a store");
  add(Access::global_atomic, "an atomic");
  add(Access::shared_load, "a shared load");
  add(Access::shared_store, "a shared store");
  add(Access::shared_atomic, "a shared atomic");
  return out;
}

/// Where one of the frame's pictures stands in the window; nothing where it is not shown.
std::optional<Rect> domain_of(const State& state, const Frame& frame, Role role) {
  for (const Pane pane : {Pane::picture, Pane::other}) {
    if (pane == Pane::other && !side_by_side(state)) break;
    if (role_in(state, pane) != role) continue;
    const PictureArea area = pane_area(state, pane);
    return placed(rect_of(state, area), place_of(state, frame, role, area.size));
  }
  return std::nullopt;
}

void fill_cell(const State& state, const Rect& rect, ImU32 color, float least) {
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  const float across = std::max(rect.to.x - rect.from.x, state.units(least));
  const float down = std::max(rect.to.y - rect.from.y, state.units(least));
  const ImVec2 middle{(rect.from.x + rect.to.x) / 2, (rect.from.y + rect.to.y) / 2};
  draw.AddRectFilled({middle.x - across / 2, middle.y - down / 2}, {middle.x + across / 2, middle.y + down / 2}, color);
}

/// What lanes read, as spots in their colors; what they compute, as cells.
void mark_cells(const State& state, const LensMade& made) {
  const Frame& frame = *made.of.frame;
  const Rect area = rect_of(state, state.area);
  ImGui::GetBackgroundDrawList()->PushClipRect(area.from, area.to);
  const bool numbers = frame.plan.workload->gives_numbers();
  const Size shown = picture_of(frame, shown_role(frame)).size();
  auto of_reads = domain_of(state, frame, Role::input);
  const bool same_place =
      made.lens->read_size == shown && !numbers && !view_target(state.settings, state.catalog).turned;
  if (!of_reads && same_place) of_reads = domain_of(state, frame, shown_role(frame));
  if (of_reads) {
    for (const LensRead& each : made.lens->reads) {
      fill_cell(state, cells_rect(*of_reads, made.lens->read_size, {each.x, each.y, 1, 1}),
                lane_color(each.lane, 0.45F), 1.5F);
    }
  }
  if (const auto of_cells = domain_of(state, frame, shown_role(frame))) {
    for (const LaneCell& each : made.lens->cells)
      fill_cell(state, cells_rect(*of_cells, shown, {each.x, each.y, 1, 1}), lane_color(each.lane, 0.95F), 2.5F);
  }
  ImGui::GetBackgroundDrawList()->PopClipRect();
}

void panel(const State& state, LayerSpace& space, const LensMade& made, std::string_view variant,
           const LensTotals* totals) {
  const float width = state.units(330);
  const float edge = state.units(12);
  // at the side where the mouse is not
  const bool left = ImGui::GetIO().MousePos.x > (space.picture.from.x + space.picture.to.x) / 2;
  const float x = left ? space.picture.from.x + edge : space.picture.to.x - edge - width;
  ImGui::SetNextWindowPos({x, space.picture.from.y + edge}, ImGuiCond_Always);
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, space.picture.to.y - space.picture.from.y - 2 * edge});
  ImGui::PushFont(state.fonts.small);
  {
    const LayerWindow window(state, space, "##lens", notice_flags | ImGuiWindowFlags_NoInputs, {10, 8});
    if (window) {
      const Lens& lens = *made.lens;
      ImGui::TextUnformatted(heading_of(lens, variant).c_str());
      ImGui::PushStyleColor(ImGuiCol_Text, state.theme().dim);
      ImGui::TextWrapped(
          "A color is a lane; a row is a line of 128 bytes in memory, or a pass over shared memory's 32 banks.");
      ImGui::PopStyleColor();
      const float room = ImGui::GetContentRegionAvail().x;
      for (const LensGroup& each : lens.groups) {
        const std::string words = words_of(each);
        const std::string figures = figures_of(each);
        const float wide = ImGui::CalcTextSize(figures.c_str()).x;
        const float start = ImGui::GetCursorPosX();
        ImGui::TextUnformatted(words.c_str());
        // below the words where both have no room beside each other
        if (ImGui::CalcTextSize(words.c_str()).x + wide + state.units(8) < room) ImGui::SameLine();
        ImGui::SetCursorPosX(start + room - wide);
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(state.theme().dim), "%s", figures.c_str());
        memory_grid(state, each.worst, room);
      }
      ImGui::PushStyleColor(ImGuiCol_Text, state.theme().dim);
      if (totals != nullptr)
        ImGui::TextWrapped("On average over the whole launch: %s.", totals_text(totals->totals).c_str());
      ImGui::PopStyleColor();
    }
  }
  ImGui::PopFont();
}

/// One line where there is nothing to look at.
void notice(const State& state, LayerSpace& space, const std::string& text) {
  const float edge = state.units(12);
  ImGui::SetNextWindowPos({space.picture.from.x + edge, space.picture.from.y + edge}, ImGuiCond_Always);
  const float width = state.units(330);
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, space.picture.to.y - space.picture.from.y});
  ImGui::PushFont(state.fonts.small);
  {
    const LayerWindow window(state, space, "##lens", notice_flags | ImGuiWindowFlags_NoInputs, {10, 8});
    if (window) ImGui::TextWrapped("%s", text.c_str());
  }
  ImGui::PopFont();
}

}  // namespace

LensLayer::LensLayer()
    : looked_([held = std::make_shared<Held>()](const LensWish& wish, const std::atomic<bool>&, const auto& publish) {
        const AccessPattern* const pattern = pattern_for(*held, wish.frame, wish.execution);
        if (wish.frame == nullptr) return;
        LensMade made{.of = wish, .lens = {}};
        if (pattern != nullptr) made.lens = look(*pattern, wish.x, wish.y);
        publish(std::make_shared<const LensMade>(std::move(made)));
      }),
      totals_([held = std::make_shared<Held>()](const TotalsWish& wish, const std::atomic<bool>& stop,
                                                const auto& publish) {
        const AccessPattern* const pattern = pattern_for(*held, wish.frame, wish.execution);
        if (pattern == nullptr) return;
        publish(std::make_shared<const LensTotals>(
            LensTotals{wish.frame->plan.problem, wish.execution, wish.launch,
                       totals_of(*pattern, wish.launch, blocks_for(*pattern, wish.launch), &stop)}));
      }) {}

bool LensLayer::TotalsWish::operator==(const TotalsWish& other) const {
  if (launch != other.launch || execution != other.execution) return false;
  if (frame == other.frame || frame == nullptr || other.frame == nullptr) return frame == other.frame;
  return !frame->plan.workload->gives_numbers() && frame->plan.problem == other.frame->plan.problem;
}

void LensLayer::close() {
  OpenedLayer::close();
  put_away();
}

void LensLayer::put_away() {
  if (!std::exchange(used_, false)) return;
  looked_.forget();
  totals_.forget();
  looked_.want({});
  totals_.want({});
}

void LensLayer::draw(State& state, LayerSpace& space) {
  if (!is_open() || state.frame == nullptr || state.coarse || state.frame->plan.workload != state.workload ||
      shows_cover(state))
    return;
  const Execution& execution = state.settings.execution;
  if (const std::string why = why_no_lens(state.frame->plan, execution); !why.empty())
    return notice(state, space, "The lens: " + why + ".");
  if (!state.readout.inside) return notice(state, space, "Hold the mouse over a cell of the picture.");
  used_ = true;
  const auto made = looked_.follow({state.frame, execution, state.readout.x, state.readout.y}, state);
  if (made == nullptr || made->of.frame != state.frame || made->of.execution != execution) return;
  if (!made->lens) return notice(state, space, "No warp computes this cell.");
  const auto totals = totals_.follow({state.frame, execution, made->lens->place.launch}, state);
  const bool current = totals != nullptr && totals->problem == state.frame->plan.problem &&
                       totals->execution == execution && totals->launch == made->lens->place.launch;
  mark_cells(state, *made);
  panel(state, space, *made, lens_of(state.frame->plan, execution)->variant->variant, current ? totals.get() : nullptr);
}

}  // namespace heteroscope
