#include "app/window/features/roofline/roofline_graph.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <stop_token>

#include "app/window/feature/measuring_row.hpp"
#include "app/window/feature/saved_plot.hpp"
#include "app/window/feature/time_plot.hpp"
#include "app/window/features/counters/counters_task.hpp"
#include "app/window/model/times/frame_section.hpp"
#include "app/window/widgets/plot_view.hpp"
#include "core/device/device.hpp"
#include "core/model/settings/processors.hpp"

namespace heteroscope {
namespace {

constexpr std::size_t longest_trail = 24;
constexpr int few = 5;  // frames; the first ones find cold caches

/// Returns the stage that does the work.
const PlannedStage& working_stage(const Plan& plan) {
  return plan.workload->has_own_state() ? plan.stages.front() : plan.stages.back();
}

/// Returns the CPU threads of that stage.
int most_threads_of(const Plan& plan) {
  const PlannedStage& stage = working_stage(plan);
  return stage.cpu != nullptr && stage.cpu->knobs.threads ? plan.threads : 1;
}

/// Returns whether both need ceilings of the same processors. The bytes that a frame touches vary with each frame where
/// its rows are shared.
bool same_processors(const RoofOf& a, const RoofOf& b) {
  return a.participants == b.participants && a.precision == b.precision && a.touched.threads == b.touched.threads;
}

}  // namespace

RooflineGraph::RooflineGraph(const CountersFeature& counters)
    : counters_(counters),
      task_([this, meter = std::shared_ptr<CeilingMeter>()](const RoofOf& of, const std::stop_token& stop,
                                                            const auto& publish) mutable {
        // the meter keeps its results; a measurement that was given up begins again when it is wanted
        if (meter == nullptr) meter = std::make_shared<CeilingMeter>();
        progress_.during(stop, [&](const Waiter& waiter) {
          meter->set_waiter(waiter);
          try {
            publish(std::make_shared<const Made>(Made{of, roof_of(*meter, of)}));
          } catch (const CeilingMeter::GivenUp&) {
          }
        });
      }) {}

void RooflineGraph::leave_workload() {
  trail_.clear();
  task_.forget();
}

/// Adds the newest frame to the last stop of the trail, or as a new stop if it was computed in another way. The limits
/// are this machine's, and so are the frames.
void RooflineGraph::follow(const WindowModel& model, const FrameView& view) {
  if (view.frame == nullptr || view.coarse || view.frame->serial == seen_) return;
  seen_ = view.frame->serial;
  const Frame& frame = *view.frame;
  if (frame.plan.workload != model.workload || uses_machines(frame.plan.settings.execution)) return;
  const auto point = roof_point(frame.work, frame.work_ms());
  if (!point) return;
  Stop next{way_of(frame.plan, model.catalog), *point, label_of(frame.plan, model.saves)};
  if (!trail_.empty() && trail_.back().how == next.how) {
    // the fastest of equal frames counts, since the others waited for something
    next.frames = trail_.back().frames + 1;
    if (next.point.bytes_per_s < trail_.back().point.bytes_per_s) next.point = trail_.back().point;
    trail_.back() = std::move(next);
    return;
  }
  trail_.push_back(std::move(next));
  if (trail_.size() > longest_trail) trail_.erase(trail_.begin());
}

std::string RooflineGraph::label_of(const Plan& plan, const SaveNumbers& saves) {
  const PlannedStage& stage = working_stage(plan);
  std::string out;
  std::vector<const Variant*> own;
  const auto add = [&](const Variant* variant) {
    if (variant == nullptr) return;
    out += (out.empty() ? "" : " + ") + std::string(stage.stage->id_of(*variant));
    if (variant->own != nullptr) own.push_back(variant);
  };
  if (plan.uses_gpu()) add(stage.gpu);
  if (plan.uses_cpu()) add(stage.cpu);
  out += fmt::format(", {}", id_of(plan.settings.problem.precision));
  const std::string save = saves_text(own, saves);
  return save.empty() ? out : out + ", " + save;
}

RoofOf RooflineGraph::roof_over(const Frame& frame) {
  const Plan& plan = frame.plan;
  return {.participants = plan.participants,
          .precision = plan.settings.problem.precision,
          .touched = touched_by(plan, frame.work, frame.timing.steps, most_threads_of(plan)),
          .only_writes = frame.work.only_writes};
}

void RooflineGraph::want_roof(const Window& window) {
  const WindowModel& model = window.model;
  const FrameView& view = window.view;
  if (view.frame == nullptr || is_playing(model, view) || view.progress.busy || view.activity.holds_idle() ||
      view.sampling)
    return;
  const Frame& frame = *view.frame;
  const bool is_here = frame.plan.workload == model.workload && !uses_machines(frame.plan.settings.execution);
  if (!is_here || !roof_point(frame.work, frame.work_ms())) return;
  const RoofOf of = roof_over(frame);
  if (task_.given_up() && same_processors(of, asked_)) return;
  asked_ = of;
  task_.want(of);
}

void RooflineGraph::ceilings_row(const Ui& ui) {
  apply(measuring_row(ui, measuring_row_of(task_, progress_)), task_);
}

std::optional<Roof> RooflineGraph::measured(const RoofOf& of) const {
  const auto made = task_.newest();
  return made != nullptr && made->of == of ? std::optional(made->roof) : std::nullopt;
}

void RooflineGraph::build(const Window& window) {
  follow(window.model, window.view);
  want_roof(window);
  const auto made = task_.newest();
  std::vector<std::string> words;
  Plot plot{.id = "##roofline"};
  PlotToSave saved{.name = "limits", .title = "What limits it", .x_name = "fma_per_byte", .plot = {}};
  if (made != nullptr && !trail_.empty()) {
    const RoofShare share = share_of(made->roof, trail_.back().point);
    const char* const of = share.of_fma           ? "this machine's multiply-adds a second"
                           : made->of.only_writes ? "this machine's fill bandwidth"
                                                  : "this machine's copy bandwidth";
    const std::string reached = fmt::format("{:.1f} % of {}", 100 * share.share, of);
    if (trail_.back().frames < few) {
      words.push_back(fmt::format("{}: {}; run more frames ({}) for a more precise value", trail_.back().label, reached,
                                  keys_of(window.ui, action::toggle_run)));
    }
    words.push_back(trail_.back().label + ": " + reached);
    words.push_back(reached);
    Roofline roofline{.roof = made->roof, .points = {}, .labels = {}};
    for (const Stop& each : trail_) {
      roofline.points.push_back(each.point);
      roofline.labels.push_back(each.label);
    }
    const CountedProblem* const of_counters = counters_.counted();
    if (of_counters != nullptr && !of_counters->columns.empty() &&
        of_counters->of == what_times_belong_to(window.model.settings(), window.model.catalog)) {
      const CountedColumn& counted = of_counters->columns.back();
      roofline.counted = counted_point(counted, trail_.back().point.bytes_per_s);
      roofline.counted_l2 = counted_point(counted, trail_.back().point.bytes_per_s, "l2_bytes");
    }
    const Processor processor = made->of.participants.front().processor;
    saved.plot = [roofline, processor](const Theme& theme) {
      Plot out = roofline_plot(
          roofline, {.roof = theme.text, .memory = theme.dim, .point = theme.of(processor), .trail = theme.dim});
      out.id = "##roofline";
      return out;
    };
    plot = saved.plot(window.ui.theme());
  } else {
    const bool waits = is_playing(window.model, window.view) || window.view.activity.comparing;
    plot.empty = !task_.failure().empty() ? task_.failure()
                 : task_.given_up()       ? "This machine's ceilings have not been measured."
                 : waits                  ? "The ceilings are measured as soon as nothing else runs."
                                          : "Measuring this machine's ceilings …";
  }
  title(window.ui, "What limits it", words, save_menu_width(window.ui));
  if (saved.plot) save_menu_behind(window.ui, saved_graph(window.model, saved));
  graph_help(window.ui,
             fmt::format("A roofline: how many multiply-adds the work needs for each byte, and how many a second are "
                         "reached. Below the slope memory limits the variant, below the level line arithmetic does. "
                         "Both were measured on this machine. The thin slopes are the bandwidths of the GPU's caches "
                         "and shared memory, for the bytes requested from them; the counters ({}) count these.",
                         keys_of(window.ui, action::toggle_counters)));
  ceilings_row(window.ui);
  draw_plot(window.ui, plot);
}

GraphTab RooflineGraph::tab(const Window& window) const {
  return {.label = "Limits",
          .about = "What limits the variant: a roofline.",
          .action = action::toggle_roofline,
          .chosen = window.ui.preferences.roofline};
}

void RooflineGraph::buttons_below(const Window& window) {
  const device::Facts& gpu = device::facts();
  ImGui::BeginDisabled(!gpu.available);
  if (ImGui::Button("Kernels", {window.ui.units(52), 0})) window.ui.ask(action::toggle_counters);
  ImGui::EndDisabled();
  graph_help(window.ui, with_keys(window.ui,
                                  "The GPU's kernels: registers, occupancy, and the GPU's own counters." +
                                      (gpu.available ? std::string() : " Not available: " + gpu.why_not + "."),
                                  action::toggle_counters));
}

std::vector<ActionEntry> RooflineGraph::actions() {
  return {{action::toggle_roofline,
           "roofline: what limits the variant, and how near it is to this machine's ceilings",
           {pressed(GLFW_KEY_L, "L")},
           [](const Window& window) { window.ui.preferences.roofline = !window.ui.preferences.roofline; }}};
}

Activity RooflineGraph::activity(const Window& /*window*/) const {
  return {.busy = task_.busy(), .measures_idle = task_.busy()};
}

}  // namespace heteroscope
