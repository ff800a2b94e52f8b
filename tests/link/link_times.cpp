// What a link to another machine costs, as rows of Markdown tables, which tell goals that are not reached:
//   heteroscope_link_times frames NAME VIA GOAL_MS RENDER_ARGUMENTS...
//       A frame over the link and one in this process, in turn: how much longer it takes, and whether its bits are the
//       same. GOAL_MS: how much longer it may take.
//   heteroscope_link_times traces NAME VIA GOAL_MS RENDER_ARGUMENTS...
//       A frame with a trace and one without, in turn, both over the link: what the trace's spans come to. GOAL_MS: how
//       much longer the frame may take, of which recording is a part.
//   heteroscope_link_times window NAME VIA FRAMES_A_SECOND FIRST_MS EXACT_MS RENDER_ARGUMENTS...
//       The window is opened on the whole display and its picture dragged: pictures a second while the hand moves, the
//       time from a movement to the first picture of the new view, coarse or whole, and to the whole one.
//   heteroscope_link_times engine NAME VIA PICTURES_A_SECOND FIRST_MS EXACT_MS RENDER_ARGUMENTS...
//       The same without a window: the engine is asked for another view 125 times a second. What a window has that
//       draws in no time; a software OpenGL on few cores takes longer for a picture than many a link.
// VIA is a command that carries a worker's standard input and output, for `--processor cpu@there`; with `--processor
// cpu` it is not used. A goal of 0 is none. `window`, `engine`, `frames` or `traces` alone prints the table's heading.
// Exit code 1: a goal was not reached. Code 2: a result has other bits, or nothing could be measured.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "app/console/console.hpp"
#include "app/console/exit_code.hpp"
#include "app/options/typed_command.hpp"
#include "app/text/format.hpp"
#include "app/window/shell/window.hpp"
#include "core/base/error.hpp"
#include "core/base/failure.hpp"
#include "core/base/number_text.hpp"
#include "core/base/parallel.hpp"
#include "core/base/shell_word.hpp"
#include "core/base/watch.hpp"
#include "core/link/machines.hpp"
#include "core/numbers/statistics.hpp"
#include "core/run/engine/engine.hpp"
#include "kernels/registry.hpp"
#include "tests/link/dragging.hpp"
#include "tests/link/dragging_driver.hpp"
#include "tests/measuring_program.hpp"
#include "tests/timed_frames.hpp"

namespace heteroscope {
namespace {

constexpr int exit_goal_missed = 1;

/// What a row may show at most, or at least; 0: anything.
struct Goals {
  double pictures_a_second = 0;
  double first_ms = 0;
  double exact_ms = 0;
};

std::string with_goal(double value, double goal, bool reached) {
  return goal == 0 ? format_four(value) : fmt::format("{}{}", format_four(value), reached ? "" : " (!)");
}

int dragging_row(const std::string& name, const Goals& goals, const SeenDragging& seen) {
  if (seen.exact_ms.empty())
    throw BadInput(fmt::format("{}: no whole picture came within {} s", name, longest_ms / 1000));
  const double rate = 1000 * seen.pictures / seen.moved_ms;
  const Statistics first = statistics(seen.first_ms);
  const Statistics exact = statistics(seen.exact_ms);
  const bool follows = rate >= goals.pictures_a_second;
  const bool starts = goals.first_ms == 0 || first.median <= goals.first_ms;
  const bool is_exact = goals.exact_ms == 0 || exact.median <= goals.exact_ms;
  print_out(fmt::format("| {} | {}×{} | {} | {} % | {} | {} | {} | {} | {} | {} | {} |\n", name, seen.picture.width,
                        seen.picture.height, with_goal(rate, goals.pictures_a_second, follows),
                        seen.pictures == 0 ? 0 : 100 * seen.coarse / seen.pictures,
                        with_goal(first.median, goals.first_ms, starts), format_four(first.p95),
                        with_goal(exact.median, goals.exact_ms, is_exact), format_four(exact.p95), first.count,
                        format_four(seen.timing.compute()), format_four(seen.timing.link)));
  flush_out();
  return follows && starts && is_exact ? exit_success : exit_goal_missed;
}

int window_row(const std::string& name, const Goals& goals, const Settings& settings) {
  DraggingDriver driver(settings);
  if (const int code = run_window({.open = {}, .display = {}, .driver = &driver}); code != exit_success) return code;
  return dragging_row(name, goals, driver.seen());
}

/// Asks an engine for what a hand drags, as a window does.
class DraggedEngine {
 public:
  explicit DraggedEngine(const Settings& settings) : wanted_(settings) {
    const auto& navigation = find_workload(catalog(), settings.problem.workload).navigation;
    if (!navigation) throw BadInput(settings.problem.workload + ": its view does not move");
    x_ = navigation->center_x;
    y_ = navigation->center_y;
    Values& values = wanted_.problem.parameters;
    center_x_ = values.at(x_);
    center_y_ = values.at(y_);
    span_ = values.at(std::string(navigation->span));
  }

  /// First the hand moves all the time; then the next movement waits until the picture of the last one is whole.
  const SeenDragging& drag() {
    move();
    wait();
    seen_ = {};
    const Watch dragging;
    for (std::uint64_t shown = engine_.progress().frame->serial; dragging.ms() < dragging_ms;) {
      move();
      for (const Watch watch; watch.ms() < between_requests_ms;) {
        std::this_thread::sleep_for(pause);
        const EngineProgress now = engine_.progress();
        if (std::exchange(shown, now.frame->serial) == now.frame->serial) continue;
        ++seen_.pictures;
        seen_.coarse += now.coarse ? 1 : 0;
      }
    }
    seen_.moved_ms = dragging.ms();
    wait();
    while (seen_.exact_ms.size() <= movements && whole_.ms() < longest_ms) {
      move();
      wait();
    }
    return seen_;
  }

 private:
  static constexpr double between_requests_ms = 1000.0 / 125;  ///< as many places as a mouse tells
  static constexpr std::chrono::microseconds pause{500};

  void move() {
    const double angle = 2 * std::numbers::pi * whole_.ms() / turn_ms;
    wanted_.problem.parameters[x_] = center_x_ + 0.1 * span_ * std::cos(angle);
    wanted_.problem.parameters[y_] = center_y_ + 0.1 * span_ * std::sin(angle);
    engine_.request({.settings = wanted_});
  }

  void wait() {
    const Watch moved;
    for (bool is_first = true; whole_.ms() < longest_ms; std::this_thread::sleep_for(pause)) {
      const EngineProgress now = engine_.progress();
      if (now.failure) raise(now.failure);
      if (now.frame == nullptr || now.frame->plan.settings.problem.parameters != wanted_.problem.parameters) continue;
      if (std::exchange(is_first, false)) seen_.first_ms.push_back(moved.ms());
      if (now.coarse || now.busy) continue;
      seen_.exact_ms.push_back(moved.ms());
      seen_.picture = now.frame->field.size();
      seen_.timing = now.frame->timing;
      return;
    }
    throw BadInput(fmt::format("no whole picture came within {} s", longest_ms / 1000));
  }

  Engine engine_{catalog()};
  Settings wanted_;
  std::string x_, y_;
  double center_x_ = 0, center_y_ = 0, span_ = 0;
  Watch whole_;
  SeenDragging seen_;
};

/// Bytes that have crossed for the last frame.
std::uint64_t crossed(const TimedFrames& frames) {
  if (!frames.frame().crossing) throw BadInput("it does not cross a link");
  return frames.frame().crossing->bytes;
}

std::size_t spans(const TimedFrames& frames) {
  std::size_t out = 0;
  for (const Trace& each : frames.frame().traces) out += each.spans.size();
  return out;
}

/// Computes a frame, and ends the threads that would spin on a processor which the other end is to have.
void compute_and_rest(TimedFrames& frames) {
  frames.compute();
  end_team();
}

/// Computes frames of both in turn, and returns how many of them count.
int compute_in_turn(TimedFrames& one, TimedFrames& other) {
  constexpr int first_frames = 3;
  constexpr int frames = 41;
  constexpr double enough_ms = 30'000;
  const Watch watch;
  int count = 0;
  for (int i = -first_frames; i < frames && (i < 1 || watch.ms() < enough_ms); ++i) {
    if (i == 0) one.forget();
    if (i == 0) other.forget();
    compute_and_rest(one);
    compute_and_rest(other);
    count = i + 1;
  }
  return count;
}

int frames_row(const std::string& name, double goal_ms, const Settings& settings) {
  Settings settings_here = settings;
  settings_here.execution.machine.clear();
  TimedFrames here(settings_here);
  TimedFrames there(settings);
  const int count = compute_in_turn(here, there);
  if (here.values() != there.values()) throw BadInput(name + ": the result has other bits");
  const double over_ms = there.ms() - here.ms();
  const bool reached = goal_ms == 0 || over_ms <= goal_ms;
  print_out(fmt::format("| {} | {} | {} | {} | {} | {} |\n", name, count, format_four(here.ms()),
                        format_four(there.ms()), with_goal(over_ms, goal_ms, reached),
                        format_four(there.compute_ms() - here.compute_ms())));
  flush_out();
  return reached ? exit_success : exit_goal_missed;
}

int traces_row(const std::string& name, double goal_ms, const Settings& settings) {
  TimedFrames without(settings);
  TimedFrames with(settings, {.trace = true});
  compute_in_turn(without, with);
  if (spans(with) == 0) throw BadInput(name + ": its trace has no spans");
  const double over_ms = with.ms() - without.ms();
  const bool reached = goal_ms == 0 || over_ms <= goal_ms;
  const auto bytes = static_cast<double>(crossed(with)) - static_cast<double>(crossed(without));
  print_out(fmt::format("| {} | {} | {} | {} | {} | {} |\n", name, spans(with), crossed(without),
                        format_four(bytes / static_cast<double>(spans(with))), format_four(without.ms()),
                        with_goal(over_ms, goal_ms, reached)));
  flush_out();
  return reached ? exit_success : exit_goal_missed;
}

int print_heading(std::string_view what) {
  if (what == "traces") {
    print_out(
        "| what is computed | spans | bytes of the picture | bytes of a span | without a trace, ms | with it, longer "
        "by "
        "ms |\n|---|--:|--:|--:|--:|--:|\n");
    flush_out();
    return exit_success;
  }
  print_out(what != "frames"
                ? "| link | picture | pictures a second | coarse | hand to first change, ms | 95 % | to the whole "
                  "picture, ms | 95 % | movements | computing there, ms | on the way, ms |\n"
                  "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n"
                : "| link | frames | here, ms | over the link, ms | difference | of it computing |\n"
                  "|---|--:|--:|--:|--:|--:|\n");
  flush_out();
  return exit_success;
}

int run(std::span<char*> words) {
  const std::string what = words.empty() ? "" : words.front();
  const bool drags = what == "window" || what == "engine";
  const bool is_known = drags || what == "frames" || what == "traces";
  const std::size_t goals = drags ? 3 : 1;
  if (is_known && words.size() == 1) return print_heading(what);
  if (!is_known || words.size() < 3 + goals)
    throw BadInput("its words are window, engine, frames or traces, a name, a command, goals, and those of render");
  const std::string name = words[1];
  set_machine_finder([via = std::string(words[2])](const std::string& machine) {
    return MachineAddress{.name = machine, .via = via};
  });
  const auto goal = [&](std::size_t which) {
    const std::optional<double> out = number_from<double>(words[3 + which]);
    if (!out || !(*out >= 0)) throw BadInput(fmt::format("'{}' is no goal: a number from 0 on", words[3 + which]));
    return *out;
  };
  std::string command = "heteroscope render";
  for (const char* const each : words.subspan(3 + goals)) command += " " + shell_word(each);
  const Settings settings = settings_of_command(command);
  if (what == "frames") return frames_row(name, goal(0), settings);
  if (what == "traces") return traces_row(name, goal(0), settings);
  const Goals all{.pictures_a_second = goal(0), .first_ms = goal(1), .exact_ms = goal(2)};
  return what == "window" ? window_row(name, all, settings) : dragging_row(name, all, DraggedEngine(settings).drag());
}

}  // namespace
}  // namespace heteroscope

int main(int argc, char** argv) {
  return heteroscope::measuring_main("heteroscope_link_times", argc, argv, heteroscope::run);
}
