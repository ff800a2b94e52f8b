// The window's times beside those of `bench`: opens the window on a problem, has it measure all variants as T does,
// closes it, measures the same cases as `bench` does, and prints both as a table.
//   heteroscope_beside mandelbrot --size 320x240 --threads 2       the arguments are those of `render`
// Exit code 1: a variant has a time on one side alone, or the window was drawn more often than while times are
// measured.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/bench/rows.hpp"
#include "app/console/console.hpp"
#include "app/console/exit_code.hpp"
#include "app/options/typed_command.hpp"
#include "app/window/features/variants/variants_feature.hpp"
#include "app/window/shell/app.hpp"
#include "app/window/shell/window.hpp"
#include "core/base/error.hpp"
#include "core/base/failure.hpp"
#include "core/base/shell_word.hpp"
#include "core/base/watch.hpp"
#include "core/run/execute.hpp"
#include "kernels/registry.hpp"
#include "tests/measuring_program.hpp"

namespace heteroscope {
namespace {

constexpr int frames_to_settle = 4;
/// While times are measured the window is drawn twice a second; some frames more follow upon the request.
constexpr double frames_a_second = 2;
constexpr int frames_around = 8;

/// What the window has shown and measured.
struct SeenInWindow {
  std::optional<Plan> picture;
  double picture_ms = 0;  ///< of the processors that computed it
  std::shared_ptr<const MeasuredVariants> measured;
  std::string failure;
  int frames = 0;  ///< drawn while times were measured
  double seconds = 0;
};

class BesideDriver final : public WindowDriver {
 public:
  explicit BesideDriver(Settings settings) : settings_(std::move(settings)) {}

  void before_frame(App& app) override {
    if (put_ || app.view().frame == nullptr) return;
    app.ui().preferences.automatic_limit = false;
    app.model().chosen = settings_;
    put_ = true;
  }

  bool after_frame(App& app, Size /*framebuffer*/) override {
    if (!put_) return true;
    if (!asked_) {
      still_frames_ = app.settled() ? still_frames_ + 1 : 0;
      if (still_frames_ == frames_to_settle) ask(app);
      return true;
    }
    const VariantsTask& task = app.features().of<VariantsFeature>().task();
    if (task.running()) {
      if (seen_.frames++ == 0) measuring_ = Watch();
      seen_.seconds = measuring_.ms() / 1000;
      return true;
    }
    if (task.measured() == nullptr) return true;
    seen_.measured = task.measured();
    seen_.failure = task.failure();
    return false;
  }

  int finish() override { return exit_success; }

  [[nodiscard]] const SeenInWindow& seen() const { return seen_; }

 private:
  void ask(App& app) {
    asked_ = true;
    seen_.picture = app.view().frame->plan;
    seen_.picture_ms = app.view().frame->timing.compute();
    app.act(action::toggle_variants);
  }

  Settings settings_;
  bool put_ = false;
  bool asked_ = false;
  int still_frames_ = 0;
  Watch measuring_;
  SeenInWindow seen_;
};

const Stage& stage_of(const Workload& workload, const VariantRow& row) {
  return *std::ranges::find(workload.stages, row.stage, &Stage::id);
}

/// The cases of `bench` for what the window has measured.
std::vector<BenchCase> cases_of(const MeasuredVariants& measured, const Workload& workload) {
  std::vector<BenchCase> out;
  for (const VariantRow& row : measured.rows) {
    if (!row.time) continue;
    const Stage& stage = stage_of(workload, row);
    out.push_back(
        {.scene = "shown",
         .settings = alone(measured.of, stage, *std::ranges::find(stage.variants, row.variant, &NamedVariant::id)),
         .variant = row.variant,
         .stage = static_cast<std::size_t>(&stage - workload.stages.data())});
  }
  return out;
}

/// A row's time as the window has times: of a step where it takes steps.
VariantTime time_of_row(const BenchRow& row, const Stage& stage, double noise_ms) {
  const double steps = stage.iteration() != nullptr && row.steps > 0 ? static_cast<double>(row.steps) : 1;
  VariantTime out{.ms = row.ms, .noise_ms = noise_ms, .threads = row.threads, .steps = steps, .others = row.others};
  out.ms.median /= steps;
  if (row.interval) out.interval = Interval{row.interval->low / steps, row.interval->high / steps};
  return out;
}

std::string interval_cell(const VariantTime& time) {
  return time.interval ? fmt::format("{:.4g} to {:.4g}", time.interval->low, time.interval->high) : std::string("–");
}

std::string share_cell(const TakenByOthers& taken) {
  return taken.cpu ? fmt::format("{:.0f} %", 100 * *taken.cpu) : std::string("unknown");
}

std::string table_row(const VariantRow& row, const VariantTime& bench) {
  const VariantTime& window = *row.time;
  return fmt::format("| {} | {} | {:.4g} | {} | {:.4g} | {} | {:.3f} | {} | {}, {} |\n", row.variant, window.threads,
                     window.ms.median, interval_cell(window), bench.ms.median, interval_cell(bench),
                     window.ms.median / bench.ms.median, tied(window, bench) ? "yes" : "no", share_cell(window.others),
                     share_cell(bench.others));
}

/// Prints a table and returns whether both have measured the same variants.
bool print_times(const MeasuredVariants& measured) {
  const Workload& workload = find_workload(catalog(), measured.of.problem.workload);
  const std::vector<BenchCase> cases = cases_of(measured, workload);
  BenchWatch watch;
  const Bench bench = measure(cases, catalog(), {}, watch);
  print_out(
      "| variant | threads | window, ms | 95 % | bench, ms | 95 % | window / bench | tie | others: window, bench |\n"
      "|---|--:|--:|---|--:|---|--:|---|--:|\n");
  std::map<std::string, std::string> left_out;
  bool all = !cases.empty();
  for (const VariantRow& row : measured.rows) {
    const auto same = std::ranges::find_if(bench.rows, [&](const BenchRow& each) {
      return each.what.variant == row.variant && workload.stages[each.what.stage].id == row.stage;
    });
    if (!row.why_not.empty()) {
      left_out[row.why_not] += " " + row.variant;
    } else if (!row.time || same == bench.rows.end()) {
      left_out[row.time ? "bench has no time of it" : "the window has no time of it"] += " " + row.variant;
      all = false;
    } else {
      print_out(table_row(row, time_of_row(*same, stage_of(workload, row), row.time->noise_ms)));
    }
  }
  for (const auto& [why, variants] : left_out) print_out(fmt::format("\nLeft out ({}):{}\n", why, variants));
  return all;
}

/// The picture that the window has shown, computed once more without it.
void print_picture(const SeenInWindow& seen) {
  Executor executor;
  const auto compute_ms = [&] { return executor.execute(*seen.picture, WholeRun{}).value().timing.compute(); };
  const double first = compute_ms();
  print_out(fmt::format("\nThe picture: {:.4g} ms in the window; without it {:.4g} ms at first, then {:.4g} ms.\n",
                        seen.picture_ms, first, compute_ms()));
}

int run(std::span<char*> words) {
  std::string command = "heteroscope render";
  for (const char* const each : words) command += " " + shell_word(each);
  BesideDriver driver(settings_of_command(command));
  if (const int code = run_window({.open = {}, .display = {}, .driver = &driver}); code != exit_success) return code;
  const SeenInWindow& seen = driver.seen();
  if (seen.measured == nullptr) throw BadInput("the window was closed before it had measured anything");
  if (!seen.failure.empty()) throw BadInput(seen.failure);
  const Settings& of = seen.measured->of;
  print_out(fmt::format("{}, {}, {}; {} frames were drawn in {:.1f} s of measuring.\n\n", of.problem.workload,
                        size_text(of, find_workload(catalog(), of.problem.workload)), id_of(of.problem.precision),
                        seen.frames, seen.seconds));
  const bool same = print_times(*seen.measured);
  if (seen.picture_ms > 0) print_picture(seen);
  flush_out();
  return same && seen.frames <= frames_a_second * seen.seconds + frames_around ? exit_success : 1;
}

}  // namespace
}  // namespace heteroscope

int main(int argc, char** argv) {
  return heteroscope::measuring_main("heteroscope_beside", argc, argv, heteroscope::run);
}
