#include "app/window/features/lens/lens_feature.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <stop_token>
#include <utility>

#include "app/window/feature/measured_files.hpp"
#include "app/window/feature/overlay_window.hpp"
#include "app/window/feature/saved_plot.hpp"
#include "app/window/features/lens/lens_figure.hpp"
#include "app/window/features/lens/lens_marks.hpp"
#include "app/window/features/lens/lens_panel.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/scope_view.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/base/failure.hpp"

namespace heteroscope {
namespace {

constexpr Action pin_lens{"pin_lens"};
constexpr double most_instructions = 1e6;  // from which averages over a launch are made: takes some tenths of a second

/// An access pattern, and the frame and the input to which it refers.
struct Held {
  std::shared_ptr<const Frame> frame;
  Execution execution;
  Field input;  ///< on the host; only where accesses depend on values
  std::optional<AccessPattern> pattern;
};

/// Returns the access pattern of the frame's problem, made anew only where the frame or the execution has changed. Null
/// where the variant has no model, or where there is no frame; `held` is empty then.
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
      next.pattern = of->variant->make(of->problem);
    }
    held = std::move(next);
  }
  return held.pattern ? &*held.pattern : nullptr;
}

/// Returns the variants that are ticked of those that there are: a person's file may not be open.
std::vector<std::string> ticked_of(const Window& window) {
  const auto& by_workload = window.ui.preferences.lens_variants;
  const auto found = by_workload.find(window.model.workload->id);
  if (found == by_workload.end()) return {};
  std::vector<std::string> out = found->second;
  std::erase_if(out, [&](const std::string& each) { return !has_gpu_variant(window.view.frame->plan, each); });
  return out;
}

/// Ticks a variant, in place of the first one where there are too many, or takes its tick away.
void tick(std::vector<std::string>& ticked, std::string_view variant, bool on) {
  if (!on) {
    std::erase(ticked, variant);
    return;
  }
  if (ticked.size() == most_lens_variants) ticked.erase(ticked.begin());
  ticked.emplace_back(variant);
}

std::string stem_of(const WindowModel& model) {
  return fmt::format("heteroscope-{}-lens", model.workload->id);
}

/// Returns the title of the figure of a variant.
std::string lens_title(const WindowModel& model, const LensMade& made, const LensView& view) {
  const Plan& plan = made.of.frame->plan;
  return figure_title(model, place_words(view.lens),
                      made_text(view.variant, Processor::gpu, plan.settings.problem.precision, plan.extent()));
}

/// Returns all addresses of the warp of the i-th execution, as CSV with a heading.
std::string addresses_of(const LensMade& made, std::size_t i, std::string_view variant) {
  Held held;
  const AccessPattern* const pattern = pattern_for(held, made.of.frame, made.of.executions[i]);
  const Lens& lens = *made.variants[i].lens;
  return fmt::format("# {}: {}, cell ({}, {})\n{}", variant, place_words(lens), made.of.x, made.of.y,
                     lens_csv(*pattern, lens.place));
}

/// Saves the panel as a figure and the addresses as CSV.
void save_all(Ui& ui, const SavedGraph& of) {
  const Failure failed = attempt([&] {
    save_figure(ui, of.stem, of.figure());
    ui.files.push_back({of.stem, ".csv", made_of(of.csv())});
  });
  if (failed) ui.fail(failed.line);
}

/// Returns whether panels take room from the picture.
bool has_panels(const Window& window) {
  const auto [from, to] = rect_of(window.ui, window.view.area);
  const ImVec2 whole = ImGui::GetIO().DisplaySize;
  constexpr float rounded = 1;  // the picture has whole pixels
  return to.x - from.x < whole.x - rounded || to.y - from.y < whole.y - rounded;
}

std::string too_little_room(const Window& window) {
  return has_panels(window)
             ? fmt::format("Too little room: {} hides the panels.", keys_of(window.ui, action::toggle_panels))
             : "Too little room for the lens in a window of this size.";
}

std::string no_lens(const Window& window) {
  return has_lens(*window.model.workload)
             ? ""
             : fmt::format("the memory accesses of {} are not modeled", window.model.workload->label);
}

std::string no_lens_held(const Window& window) {
  if (!window.ui.is_open(action::toggle_lens))
    return with_keys(window.ui, "the lens is closed: open it first", action::toggle_lens);
  if (shows_scope(window.model))
    return with_keys(window.ui, "the scope covers the lens: close it first", action::toggle_scope);
  if (window.view.coarse) return "the picture is not finished yet";
  return window.view.readout.inside ? "" : "the mouse is not on a cell: hold it over the picture";
}

}  // namespace

LensFeature::LensFeature()
    : looked_([held = std::make_shared<std::array<Held, most_lens_variants>>()](
                  const LensRequest& request, const std::stop_token& stop, const auto& publish) {
        LensMade made{.of = request, .variants = {}};
        for (std::size_t i = 0; i < held->size() && !stop.stop_requested(); ++i) {
          if (i >= request.executions.size()) {
            (*held)[i] = {};
            continue;
          }
          MadeLens& each = made.variants.emplace_back();
          each.failure = attempt([&] {
            const AccessPattern* const pattern = pattern_for((*held)[i], request.frame, request.executions[i]);
            if (pattern != nullptr) each.lens = look(*pattern, request.x, request.y);
          });
        }
        if (request.frame != nullptr) publish(std::make_shared<const LensMade>(std::move(made)));
      }) {}

LensFeature::TotalsTask::TotalsTask()
    : LatestTask([held = std::make_shared<Held>()](const TotalsRequest& request, const std::stop_token& stop,
                                                   const auto& publish) {
        const AccessPattern* const pattern = pattern_for(*held, request.frame, request.execution);
        if (pattern == nullptr) return;
        publish(std::make_shared<const LensTotals>(LensTotals{
            request.frame->plan.problem, request.execution, request.launch,
            totals_of(*pattern, request.launch, blocks_within(*pattern, request.launch, most_instructions), stop)}));
      }) {}

bool LensFeature::TotalsRequest::operator==(const TotalsRequest& other) const {
  if (launch != other.launch || execution != other.execution) return false;
  if (frame == other.frame || frame == nullptr || other.frame == nullptr) return frame == other.frame;
  return !frame->plan.workload->gives_numbers() && frame->plan.problem == other.frame->plan.problem;
}

void LensFeature::open(const Window& window) {
  OpenedFeature::open(window);
  unfolds_ = true;
}

void LensFeature::close() {
  OpenedFeature::close();
  pinned_.reset();
  side_.reset();
  put_away();
}

void LensFeature::leave_workload() {
  put_away();
  pinned_.reset();
}

Activity LensFeature::activity(const Window& /*window*/) const {
  const bool busy = looked_.busy() || std::ranges::any_of(totals_, &TotalsTask::busy);
  return {.busy = is_open() && busy};
}

void LensFeature::put_away() {
  if (!std::exchange(used_, false)) return;
  seen_.clear();
  looked_.forget();
  looked_.want({});
  for (TotalsTask& each : totals_) {
    each.forget();
    each.want({});
  }
}

std::vector<Execution> LensFeature::shown(const Window& window) {
  const Execution& execution = window.model.settings().execution;
  const std::vector<std::string> ticked = ticked_of(window);
  if (ticked.empty()) return {execution};
  std::vector<Execution> out;
  for (const std::string& each : ticked) out.push_back(with_lens_variant(window.view.frame->plan, execution, each));
  return out;
}

void LensFeature::panel(const Window& window) {
  if (!has_lens(*window.model.workload)) return;
  if (std::exchange(unfolds_, false)) ImGui::SetNextItemOpen(true);
  if (!section(window.ui, "Memory lens", false)) return;
  if (wide_button(is_open() ? "Close the lens" : "Open the lens")) window.ui.ask(opened_by());
  help(window.ui,
       fmt::format(
           "Shows what the warp that computes the cell under the mouse reads and writes, and where in memory. {} "
           "keeps it at that cell. It is worked out from the kernel's addresses, so that no GPU is needed.",
           keys_of(window.ui, pin_lens)),
       opened_by());
  const auto& frame = window.view.frame;
  if (frame == nullptr || frame->plan.workload != window.model.workload) return;
  const auto now = lens_of(frame->plan, window.model.settings().execution);
  std::vector<std::string> ticked = ticked_of(window);
  for (const AccessingVariant* const each : lens_variants(frame->plan)) {
    const std::string id(each->variant);
    const bool by_itself = ticked.empty() && now && now->variant == each;
    bool on = by_itself || std::ranges::find(ticked, id) != ticked.end();
    const bool changed = ImGui::Checkbox(id.c_str(), &on);
    help(window.ui, "Variants that the lens shows: one or two.");
    if (on) save_button(window, id);
    if (!changed) continue;
    // the one that was shown without being chosen stays beside the new one
    if (ticked.empty() && now && !by_itself) tick(ticked, now->variant->variant, true);
    tick(ticked, id, on);
    window.ui.preferences.lens_variants[std::string(window.model.workload->id)] = ticked;
    if (!is_open()) window.ui.ask(opened_by());
  }
}

void LensFeature::save_button(const Window& window, const std::string& variant) const {
  const auto seen = std::ranges::find(seen_, variant, &Seen::variant);
  const bool is_seen = seen != seen_.end();
  save_menu_behind(
      window.ui,
      is_seen ? saved(window.model, *seen)
              : SavedGraph{.stem = variant,
                           .figure = {},
                           .csv = {},
                           .why_not = "Hold the mouse over a cell first; then what the lens shows can be saved."});
}

SavedGraph LensFeature::saved(const WindowModel& model, const Seen& seen) {
  return {.stem = fmt::format("{}-{}", stem_of(model), seen.variant),
          .figure = [&model, &seen] { return lens_figure(seen.view(), lens_title(model, *seen.made, seen.view())); },
          .csv = [&seen] { return addresses_of(*seen.made, seen.index, seen.variant); }};
}

std::optional<LensFeature::Seen> LensFeature::see(const Window& window, const std::shared_ptr<const LensMade>& made,
                                                  std::size_t i) {
  const auto& lens = made->variants[i].lens;
  if (!lens) return std::nullopt;
  const auto& frame = made->of.frame;
  const Execution& execution = made->of.executions[i];
  const int launch = lens->place.launch;
  const auto totals = totals_[i].follow({frame, execution, launch}, window.ui);
  const bool current = totals != nullptr && totals->problem == frame->plan.problem && totals->execution == execution &&
                       totals->launch == launch;
  return Seen{made, i, std::string(lens_of(frame->plan, execution)->variant->variant),
              current ? std::optional(totals->totals) : std::nullopt};
}

std::string LensFeature::why_not(const Frame& frame, const Execution& execution, const MadeLens* made) {
  if (const std::string why = why_no_lens(frame.plan, execution); !why.empty()) return "The lens: " + why + ".";
  if (made == nullptr || made->lens) return {};
  return made->failure ? "The lens: " + made->failure.line : "No warp computes this cell.";
}

std::vector<LensFeature::Seen> LensFeature::see_all(const Window& window, const std::shared_ptr<const LensMade>& made) {
  std::vector<Seen> out;
  for (std::size_t i = 0; made != nullptr && i < made->variants.size(); ++i) {
    if (auto each = see(window, made, i)) out.push_back(*std::move(each));
  }
  return out;
}

void LensFeature::pin(const Window& window) {
  pinned_ = pinned_ ? std::nullopt : looked_at(window);
}

void LensFeature::free_if_gone(const Window& window) {
  if (!pinned_) return;
  const auto [width, height] = shown_size(*window.view.frame);
  if (pinned_->column < width && pinned_->row < height) return;
  window.ui.say(
      fmt::format("The lens follows the mouse again: the picture has no cell ({}, {})", pinned_->column, pinned_->row));
  pinned_.reset();
}

std::optional<PixelAt> LensFeature::looked_at(const Window& window) const {
  const Readout& at = window.view.readout;
  if (pinned_ || !at.inside) return pinned_;
  return PixelAt{at.x, at.y};
}

std::string LensFeature::pinned_words(const Ui& ui) const {
  return pinned_ ? fmt::format("Pinned to the cell ({}, {}). {} or Esc frees it.", pinned_->column, pinned_->row,
                               keys_of(ui, pin_lens))
                 : std::string();
}

void LensFeature::look_through(const Window& window, OverlaySpace& space, const LensPlace& place,
                               const std::vector<Execution>& executions, const LensMade* made,
                               const std::vector<Seen>& seen) const {
  const Frame& frame = *window.view.frame;
  std::vector<LensView> views;
  for (const Seen& each : seen) views.push_back(each.view());
  // the picture has room for one variant's marks
  const Marked marked = views.empty() ? Marked{} : mark_cells(window, frame, views.front().lens);
  if (pinned_) mark_pinned(window, frame, *pinned_);
  const std::string pinned = pinned_words(window.ui);
  if (!place.has_room)
    return lens_notice(window.ui, space, 0, place.rect, in_sequence({too_little_room(window), pinned}));
  const std::size_t count = executions.size();
  const auto column = [&](std::size_t i) { return column_of(place.rect, i, count, window.ui.units(12)); };
  for (std::size_t i = 0; i < count; ++i) {
    const std::string why = why_not(frame, executions[i], made != nullptr ? &made->variants[i] : nullptr);
    if (!why.empty()) lens_notice(window.ui, space, i, column(i), in_sequence({why, views.empty() ? pinned : ""}));
  }
  if (views.empty()) return;
  const std::string marks = marks_text(frame, views.front(), marked, views.size() > 1);
  const std::string key = keys_of(window.ui, pin_lens);
  const std::string pins = pinned_ ? "" : fmt::format("{} keeps the lens at this cell.", key);
  const std::string scrolls = pinned_ ? "" : fmt::format("{} keeps the lens here, and it scrolls", key);
  const std::size_t first = seen.front().index;
  lens_panel(window.ui, space, first, views.size() == count ? place.rect : column(first), views,
             {.marks = in_sequence({marks, pins}), .pinned = pinned, .scrolls = scrolls});
}

void LensFeature::overlay(const Window& window, OverlaySpace& space) {
  const bool wants_files = std::exchange(wants_files_, false);
  if (!is_open() || window.view.frame == nullptr || window.view.coarse ||
      window.view.frame->plan.workload != window.model.workload || shows_scope(window.model))
    return;
  const FrameView& view = window.view;
  free_if_gone(window);
  const std::vector<Execution> executions = shown(window);
  Rect picture = space.picture_above_messages();
  picture.from.y = space.free.from.y;
  const auto place = lens_place(picture, point_in_sight(window, pinned_), executions.size(), window.ui.units(1), side_);
  if (place) side_ = place->side;
  const auto cell = looked_at(window);
  if (!cell) {
    if (place) lens_notice(window.ui, space, 0, place->rect, "Hold the mouse over a cell of the picture.");
    return;
  }
  used_ = true;
  auto made = looked_.follow({view.frame, executions, cell->column, cell->row}, window.ui);
  if (made != nullptr && (made->of.frame != view.frame || made->of.executions != executions)) made = nullptr;
  std::vector<Seen> seen = see_all(window, made);
  if (place) look_through(window, space, *place, executions, made.get(), seen);
  if (!seen.empty()) seen_ = std::move(seen);
  for (const Seen& each : seen_) {
    if (wants_files && each.made == made) save_all(window.ui, saved(window.model, each));
  }
}

void LensFeature::toggle(const Window& window) {
  const bool hidden = std::exchange(window.model.scope.shown, false);
  if (!is_open()) return open(window);
  if (!hidden) close();
}

std::vector<ActionEntry> LensFeature::actions() {
  return {
      {opened_by(),
       "memory lens: the addresses that the warp of a cell reads and writes",
       {pressed(GLFW_KEY_M, "M")},
       [this](const Window& window) { toggle(window); },
       no_lens},
      {Action("export_lens"),
       "save the memory lens: its panel as SVG and PNG, every lane's addresses as CSV",
       {with_control_and_shift(GLFW_KEY_M, "Ctrl + Shift + M")},
       [this](const Window&) { wants_files_ = true; },
       [this](const Window& window) { return pinned_ ? std::string() : no_lens_held(window); }},
      {pin_lens,
       "keep the memory lens at the cell under the mouse, or free it",
       {pressed(GLFW_KEY_X, "X")},
       [this](const Window& window) { pin(window); },
       [this](const Window& window) { return pinned_ ? std::string() : no_lens_held(window); }},
  };
}

}  // namespace heteroscope
