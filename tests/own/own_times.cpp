// What a person waits for who writes a variant in a file, as rows of Markdown tables, which tell goals that are not
// reached:
//   heteroscope_own_times saves NAME COUNT PICTURE_MS COMPARED_MS VARIANT RENDER_ARGUMENTS...
//       A file to start from is open in a window, without a display, and saved again and again, with another constant
//       each time: the time from right before it is written to the first picture by the new code, to the whole picture,
//       and to the end of the comparison with the reference in small cases.
//   heteroscope_own_times faults NAME COUNT USABLE_MS FAULT VARIANT RENDER_ARGUMENTS...
//       The same file with a fault (an id of tests/own/fault_kinds.hpp): how long it takes until the window knows it,
//       and then to the first picture of a right file. Of `endless` the limit of a frame is 2 s.
//   heteroscope_own_times isolated NAME COUNT LONGER_MS RENDER_ARGUMENTS...
//       A frame by a worker and one in this process, in turn, where the window wants them: how much longer it takes,
//       and how much of that is computing, the rest of what the executor does there, and what is around it: the
//       request, its plan, copies of the result, messages and being woken.
//   heteroscope_own_times templates NAME RATIO VARIANT RENDER_ARGUMENTS...
//       A file to start from beside the variant of the program, measured in turns as `bench` measures them.
// VARIANT is [STAGE=]ID, a variant of the program: its stage and processor are those of the file. COUNT: how often; the
// first times count nowhere. A goal of 0 is none. `saves`, `faults`, `isolated` or `templates` alone prints the table's
// heading. A row says "skipped" where there is no GPU or no compiler.
// A ratio misses its goal where its whole interval is above that. Exit code 1: a goal was not reached, or a file's
// result has other bits where none may differ. Code 2: a worker's has, or nothing could be measured.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "app/bench/preparation.hpp"
#include "app/bench/runner.hpp"
#include "app/console/console.hpp"
#include "app/console/exit_code.hpp"
#include "app/options/own_files.hpp"
#include "app/options/typed_command.hpp"
#include "app/program.hpp"
#include "app/text/format.hpp"
#include "app/window/features/own/start_file.hpp"
#include "app/window/model/measured/variant_time.hpp"
#include "core/base/error.hpp"
#include "core/base/number_text.hpp"
#include "core/base/shell_word.hpp"
#include "core/base/watch.hpp"
#include "core/device/device.hpp"
#include "core/own/compile/cpu_compiler.hpp"
#include "core/own/compile/nvrtc.hpp"
#include "core/run/compare.hpp"
#include "core/verify/verifier.hpp"
#include "core/worker/time_limit.hpp"
#include "core/worker/worker_process.hpp"
#include "kernels/registry.hpp"
#include "tests/measuring_program.hpp"
#include "tests/own/fault_kinds.hpp"
#include "tests/own/saved_file.hpp"
#include "tests/timed_frames.hpp"
#include "tests/unit/set_variable.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace heteroscope {
namespace {

constexpr int exit_goal_missed = 1;

/// A row's words, behind its mode and its name.
class Words {
 public:
  explicit Words(std::span<char*> words) : left_(words) {}

  std::string next() {
    if (left_.empty()) throw BadInput("a word is missing; the words of each row stand in tests/own/own_times.cpp");
    const std::string out = left_.front();
    left_ = left_.subspan(1);
    return out;
  }
  double goal() {
    const std::string word = next();
    const std::optional<double> out = number_from<double>(word);
    if (!out || !(*out >= 0)) throw BadInput(fmt::format("'{}' is no goal: a number from 0 on", word));
    return *out;
  }
  int count() {
    const std::string word = next();
    const std::optional<int> out = number_from<int>(word);
    if (!out || *out < 1) throw BadInput(fmt::format("'{}' is no number of times: one from 1 on", word));
    return *out;
  }
  /// Returns the settings of all words that are left, which are those of render.
  [[nodiscard]] Settings settings() const {
    std::string command = "heteroscope render";
    for (const char* const each : left_) command += " " + shell_word(each);
    return settings_of_command(command);
  }

 private:
  std::span<char*> left_;
};

/// Samples and their goal, in ms.
struct Cell {
  std::vector<double> ms;
  double goal = 0;

  [[nodiscard]] double median() const { return statistics(ms).median; }
  [[nodiscard]] bool is_reached() const { return goal == 0 || median() <= goal; }
};

/// "12.34 (11.20 to 13.01)", between the quartiles, and "(!)" where the goal is not reached.
std::string middle_text(const Cell& cell) {
  std::vector<double> sorted = cell.ms;
  std::ranges::sort(sorted);
  const std::size_t quarter = (sorted.size() - 1) / 4;
  return fmt::format("{} ({} to {}){}", format_four(cell.median()), format_four(sorted[quarter]),
                     format_four(sorted[sorted.size() - 1 - quarter]), cell.is_reached() ? "" : " (!)");
}

std::string goal_text(double goal) {
  return goal == 0 ? "–" : format_short(goal, 4);
}

int end_row(const std::string& cells, bool reached) {
  print_out(fmt::format("| {} |\n", cells));
  flush_out();
  return reached ? exit_success : exit_goal_missed;
}

int skip(const std::string& name, const std::string& why) {
  return end_row(fmt::format("{} | skipped: {}", name, why), true);
}

/// Returns why nothing is measured on that processor; `compiles`: files of a person's, too. Empty: it is.
std::string why_skipped(Processor processor, bool compiles) {
  const bool gpu = processor != Processor::cpu;
  if (gpu && !device::facts().available) return "no CUDA device";
  if (!compiles) return {};
  if (gpu) return Nvrtc::get().why_not();
  return CpuCompiler::installed().empty() ? "no C++ compiler" : "";
}

/// The variant of the program beside which a file is written, and what both compute.
struct Beside {
  FoundVariant variant;
  Settings settings;
  std::string why_skipped;
};

Beside beside(Words& words) {
  const std::string variant = words.next();
  Beside out{.variant = {}, .settings = words.settings(), .why_skipped = {}};
  const Workload& workload = find_workload(catalog(), out.settings.problem.workload);
  out.variant = find_variants(workload, variant, catalog()).front();
  if (!out.variant.stage->own) throw BadInput(variant + ": its stage takes no variants of one's own");
  out.why_skipped = why_skipped(out.variant.variant->variant->processor, true);
  return out;
}

int saves_row(const std::string& name, Words& words) {
  const int count = words.count();
  const double picture_goal = words.goal();
  const double compared_goal = words.goal();
  const Beside what = beside(words);
  if (!what.why_skipped.empty()) return skip(name, what.why_skipped);
  const testing::TemporaryFolder folder;
  SavedFile file(folder.path(), what.settings, what.variant);
  Cell first{.ms = {}, .goal = picture_goal};
  Cell whole;
  Cell compared{.ms = {}, .goal = compared_goal};
  for (int i = 0; i <= count; ++i) {
    const SavedFile::Times times = file.save(file.text(i));
    if (i == 0) continue;
    first.ms.push_back(times.first_ms);
    whole.ms.push_back(times.whole_ms);
    compared.ms.push_back(times.compared_ms);
  }
  return end_row(fmt::format("{} | {} | {} | {} | {} | {} | {} | {}", name, std::ranges::count(file.text(0), '\n'),
                             count, middle_text(first), goal_text(first.goal), middle_text(whole),
                             middle_text(compared), goal_text(compared.goal)),
                 first.is_reached() && compared.is_reached());
}

testing::FaultKind fault_kind(const std::string& id, Processor processor) {
  const std::vector<testing::FaultKind> all =
      processor == Processor::cpu ? testing::cpu_fault_kinds() : testing::gpu_fault_kinds();
  const auto found = std::ranges::find(all, id, &testing::FaultKind::id);
  if (found == all.end()) throw BadInput(fmt::format("'{}' is no fault of tests/own/fault_kinds.hpp", id));
  return *found;
}

int faults_row(const std::string& name, Words& words) {
  const int count = words.count();
  const double goal = words.goal();
  const std::string fault = words.next();
  const Beside what = beside(words);
  if (!what.why_skipped.empty()) return skip(name, what.why_skipped);
  const testing::FaultKind kind = fault_kind(fault, what.variant.variant->variant->processor);
  // a compiler does not know whether it comes to that
  const std::string statements = fmt::format("  if (volatile bool faults = true; faults) {{\n  {}\n  }}\n", kind.body);
  std::optional<testing::SetVariable> limit;
  if (fault == "endless") limit.emplace(own_limit_variable, "2");
  const testing::TemporaryFolder folder;
  SavedFile file(folder.path(), what.settings, what.variant);
  Cell known;
  Cell usable{.ms = {}, .goal = goal};
  for (int i = 0; i <= count; ++i) {
    const double known_ms = file.save_faulty(file.text(2 * i, kind.before, statements));
    const SavedFile::Times times = file.save(file.text(2 * i + 1));
    if (i == 0) continue;
    known.ms.push_back(known_ms);
    usable.ms.push_back(times.first_ms);
  }
  return end_row(
      fmt::format("{} | {} | {} | {} | {}", name, count, middle_text(known), middle_text(usable), goal_text(goal)),
      usable.is_reached());
}

/// Computes a frame of each, the one and the other first by turns. Before each the threads that computed the one before
/// come to rest where these are the CPU's: they would spin on processors that this one is to have.
void compute_both(TimedFrames& one, TimedFrames& other, int turn) {
  constexpr std::chrono::milliseconds longest_spin{20};
  for (int i = 0; i < 2; ++i) {
    TimedFrames& next = (turn + i) % 2 == 0 ? one : other;
    if (next.plan().uses_cpu()) std::this_thread::sleep_for(longest_spin);
    next.compute();
  }
}

/// Returns by how much each frame of the one takes longer than that of the other.
std::vector<double> longer_ms(const std::vector<double>& one, const std::vector<double>& other) {
  std::vector<double> out;
  std::ranges::transform(one, other, std::back_inserter(out), std::minus());
  return out;
}

/// Returns by how much the worker's frames take longer in computing, in the rest of the executor, and around it.
std::string longer_parts(const TimedFrames& there, const TimedFrames& here) {
  const std::vector<double> computing = longer_ms(there.all_compute_ms(), here.all_compute_ms());
  const std::vector<double> executor = longer_ms(there.all_executor_ms(), here.all_executor_ms());
  const std::vector<double> all = longer_ms(there.all_ms(), here.all_ms());
  return fmt::format("{} | {} | {}", middle_text({.ms = computing}),
                     middle_text({.ms = longer_ms(executor, computing)}),
                     middle_text({.ms = longer_ms(all, executor)}));
}

int isolated_row(const std::string& name, Words& words) {
  const int count = words.count();
  const double goal = words.goal();
  Settings settings = words.settings();
  const std::string why_not = why_skipped(settings.execution.processor, false);
  if (!why_not.empty()) return skip(name, why_not);
  constexpr int first_frames = 5;
  constexpr double enough_ms = 20'000;
  settings.execution.isolation = Isolation::no;
  TimedFrames here(settings, {.destination = Destination::screen});
  settings.execution.isolation = Isolation::yes;
  TimedFrames there(settings, {.destination = Destination::screen});
  const Watch watch;
  for (int i = 0; i < first_frames + count && (i <= first_frames || watch.ms() < enough_ms); ++i) {
    if (i == first_frames) here.forget();
    if (i == first_frames) there.forget();
    compute_both(here, there, i);
  }
  if (here.values() != there.values()) throw BadInput(name + ": the worker's result has other bits");
  const Cell longer{.ms = longer_ms(there.all_ms(), here.all_ms()), .goal = goal};
  return end_row(
      fmt::format("{} | {} | {} | {} | {} | {} | {}", name, longer.ms.size(), middle_text({.ms = here.all_ms()}),
                  middle_text({.ms = there.all_ms()}), middle_text(longer), goal_text(goal), longer_parts(there, here)),
      longer.is_reached());
}

/// The case of `bench` in which a variant of a stage computes that by itself.
PlannedCase planned_alone(const Settings& settings, const Workload& workload, const Stage& stage, std::string_view id) {
  const auto found = std::ranges::find(stage.variants, id, &NamedVariant::id);
  BenchCase out{.scene = {},
                .settings = alone(settings, stage, *found),
                .variant = std::string(id),
                .stage = static_cast<std::size_t>(&stage - workload.stages.data())};
  Planned planned = planned_case(out, out.settings, catalog());
  if (!planned) throw BadInput(planned.refusal);
  return {std::move(out), *std::move(planned.plan)};
}

std::vector<double> times_of(const CaseRuns& runs) {
  std::vector<double> out;
  for (const BenchRun& each : runs.runs) out.push_back(each.ms);
  return out;
}

/// How two variants' results compare.
struct Bits {
  std::string text;
  bool right = true;  ///< they are equal, or may differ
};

Bits bits_of(const PlannedCase& one, const PlannedCase& other) {
  Executor executor;
  const WholeRun whole{.summarize = false};
  const Frame first = executor.execute(one.plan, whole).value();
  const Frame second = executor.execute(other.plan, whole).value();
  const std::int64_t differing =
      first.field.empty() ? 0 : compare(first.field.host_view(), second.field.host_view()).differing;
  const bool sums_differ = first.reduced != second.reduced;
  if (differing == 0 && !sums_differ) return {"equal"};
  const bool may_differ = tolerance_of(one.plan, 1) > 0 || one.plan.stages[one.what.stage].stage->sums();
  return {sums_differ ? "other sums" : fmt::format("{} values differ", differing), may_differ};
}

int templates_row(const std::string& name, Words& words) {
  const double goal = words.goal();
  const Beside what = beside(words);
  if (!what.why_skipped.empty()) return skip(name, what.why_skipped);
  const Workload& workload = find_workload(catalog(), what.settings.problem.workload);
  const Stage& stage = *what.variant.stage;
  const testing::TemporaryFolder folder;
  StartFile start = start_file(workload, stage, what.variant.variant->variant->processor);
  start.folders = {folder.path()};
  const OwnVariant& file = open_own_file(write_start_file(start));
  // Both in a worker: the threads of a team in this process would still spin while the file's are timed there.
  Settings settings = what.settings;
  settings.execution.isolation = Isolation::yes;
  const std::vector<PlannedCase> cases{planned_alone(settings, workload, stage, file.id()),
                                       planned_alone(settings, workload, stage, what.variant.variant->id)};
  const BenchEffort effort{.sampling = {.runs = std::nullopt, .within = 0.002, .budget_ms = 800}};
  Runner runner(effort, [] { return false; });
  const std::vector<CaseRuns> runs = runner.run(cases);
  runner.trim();
  const Cell own{.ms = times_of(runs.front())};
  const Cell built_in{.ms = times_of(runs.back())};
  const std::optional<Interval> of_own = median_interval(own.ms);
  const std::optional<Interval> of_built_in = median_interval(built_in.ms);
  const bool is_known = of_own && of_built_in && of_built_in->low > 0;
  const double least = is_known ? of_own->low / of_built_in->high : 0;
  const bool reached = goal == 0 || least <= goal;
  const Bits bits = bits_of(cases.front(), cases.back());
  return end_row(
      fmt::format("{} | {} | {} | {} | {:.3f}{} | {} | {} | {}{}", name, what.variant.variant->id, middle_text(own),
                  middle_text(built_in), own.median() / built_in.median(), reached ? "" : " (!)",
                  is_known ? fmt::format("{:.3f} to {:.3f}", least, of_own->high / of_built_in->low) : "–",
                  goal_text(goal), bits.text, bits.right ? "" : " (!)"),
      reached && bits.right);
}

/// What a table's rows are made by, and its heading.
struct Mode {
  int (*row)(const std::string& name, Words& words);
  const char* heading;
};

const std::map<std::string, Mode>& modes() {
  static const std::map<std::string, Mode> all{
      {"saves",
       {saves_row,
        "| save of | lines | saves | first picture, ms | goal | whole picture, ms | compared in small cases, ms | goal "
        "|\n|---|--:|--:|--:|--:|--:|--:|--:|\n"}},
      {"faults",
       {faults_row, "| fault | times | known after, ms | then first picture, ms | goal |\n|---|--:|--:|--:|--:|\n"}},
      {"isolated",
       {isolated_row,
        "| frame | frames | in process, ms | by a worker, ms | longer by, ms | goal | in computing | in the executor's "
        "rest "
        "| around it |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n"}},
      {"templates",
       {templates_row,
        "| file to start from | beside | its time, ms | the program's, ms | ratio | 95 % | goal | bits |\n"
        "|---|---|--:|--:|--:|--:|--:|---|\n"}}};
  return all;
}

int run(std::span<char*> words) {
  const auto mode = words.empty() ? modes().end() : modes().find(words.front());
  if (mode == modes().end()) throw BadInput("its first word is saves, faults, isolated or templates");
  if (words.size() == 1) {
    print_out(mode->second.heading);
    flush_out();
    return exit_success;
  }
  // compiled code of an earlier run would be found again
  const testing::TemporaryFolder cache;
  const testing::SetVariable of_cache("XDG_CACHE_HOME", cache.path());
  Words left(words.subspan(1));
  const std::string name = left.next();
  return mode->second.row(name, left);
}

}  // namespace
}  // namespace heteroscope

int main(int argc, char** argv) {
  using namespace heteroscope;
  // its own workers and compilers are this program, too
  if (argc > 1 && argv[1] == worker_command) return run_program(argc, argv);
  return measuring_main("heteroscope_own_times", argc, argv, run);
}
