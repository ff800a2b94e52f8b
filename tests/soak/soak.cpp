// Uses the window for a long time as nobody would: random but seeded keys, clicks, drags, wheel turns, texts, sizes and
// dropped files. It must go on answering, and hold as much memory in the end as in the beginning.
//
//   heteroscope_soak [--for SECONDS] [--seed N] [--via COMMAND]
//
// With --via a machine elsewhere computes, which the command leads to, and its processes' memory is watched, too.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "app/files/machines_file.hpp"
#include "core/model/schema/settings_json.hpp"
#include "kernels/registry.hpp"
#include "tests/window/driven_program.hpp"

namespace heteroscope {
namespace {

using Clock = std::chrono::steady_clock;

constexpr Size screen{1280, 720};
constexpr int gestures_a_round = 350;
constexpr double most_growth = 0.05;
constexpr const char* machine = "there";
constexpr double least_worker_mib = 4;
/// In less there may be too few rounds to tell whether memory grows.
constexpr std::chrono::minutes enough_to_compare{45};

class Soak {
 public:
  Soak(unsigned seed, std::string via) : random_(seed), via_(std::move(via)) {}

  /// What went wrong; empty if nothing did.
  std::string run(std::chrono::seconds length) {
    make_files();
    if (!program_.start()) return "the window does not open: " + program_.words();
    const auto start = Clock::now();
    for (int round = 1; Clock::now() - start < length; ++round) {
      for (int i = 0; i < gestures_a_round && program_.running() && Clock::now() - start < length; ++i) gesture();
      if (!program_.running()) {
        if (const std::string wrong = open_again(); !wrong.empty()) return wrong;
        continue;
      }
      if (const std::string wrong = measure(); !wrong.empty()) return wrong;
      if (held_.empty()) continue;
      const auto minutes = std::chrono::duration<double, std::ratio<60>>(Clock::now() - start).count();
      fmt::print("{:6.1f} min {:7} gestures {:7.1f} MiB", minutes, gestures_, held_.back());
      if (!via_.empty()) fmt::print(", {:7.1f} MiB a process there", held_there_.back());
      fmt::print("\n");
      std::fflush(stdout);
    }
    program_.key("ctrl+q");
    const auto ended = program_.wait_end();
    if (!ended) return "Ctrl+Q does not end it";
    if (ended->code != 0) return fmt::format("exit code {}: {}", ended->code, ended->output);
    if (const std::string grown = compare_memory(); !grown.empty()) return grown;
    return was_compared_ || length < enough_to_compare ? "" : "it was quit too often: its memory was never compared";
  }

  [[nodiscard]] int gestures() const { return gestures_; }

 private:
  int any(int from, int to) { return std::uniform_int_distribution(from, to)(random_); }
  template <class T>
  const T& one_of(const std::vector<T>& all) {
    return all[static_cast<std::size_t>(any(0, static_cast<int>(all.size()) - 1))];
  }

  /// Settings of each workload, and things that are none.
  void make_files() {
    if (!via_.empty()) {
      ::setenv("XDG_CONFIG_HOME", (program_.folder() / "config").c_str(), 1);
      keep_machine({.name = machine, .via = via_});
    }
    for (const Workload* each : catalog()) {
      const auto path = program_.folder() / (std::string(each->id) + ".json");
      Settings settings = default_settings(*each);
      if (!via_.empty()) settings.execution.machine = machine;
      std::ofstream(path) << to_json(settings, catalog());
      files_.push_back(path);
    }
    base_ = files_.front();
    const auto damaged = program_.folder() / "damaged.json";
    std::ofstream(damaged) << "{\"workload\": [";
    files_.push_back(damaged);
    files_.push_back(program_.folder() / "nobody.png");
  }

  std::vector<std::string> to_somewhere() {
    // not the menus at the right of the top bar: another size of the texts is another amount of memory
    const int y = any(0, screen.height - 1);
    return {"mousemove", std::to_string(any(0, y < 30 ? 900 : screen.width - 1)), std::to_string(y)};
  }

  void gesture() {
    ++gestures_;
    static const std::vector<std::string> keys{"f",        "Home",   "BackSpace", "bracketleft", "bracketright",
                                               "r",        "period", "0",         "c",           "g",
                                               "b",        "o",      "t",         "d",           "i",
                                               "k",        "Tab",    "F1",        "space",       "p",
                                               "ctrl+s",   "ctrl+e", "ctrl+g",    "x",           "Return",
                                               "question", "Escape"};
    std::vector<std::string> commands = to_somewhere();
    const auto add = [&](std::initializer_list<std::string> more) { commands.insert(commands.end(), more); };
    const auto add_move = [&] {
      const auto there = to_somewhere();
      commands.insert(commands.end(), there.begin(), there.end());
    };
    const int kind = any(0, 99);
    if (kind < 35) {
      add({"key", one_of(keys)});
    } else if (kind < 60) {
      add({"click", std::to_string(any(1, 3))});
    } else if (kind < 72) {
      add({"click", "--repeat", std::to_string(any(1, 6)), "--delay", "10", std::to_string(any(4, 5))});
    } else if (kind < 90) {
      const bool shift = any(0, 2) == 0;
      const std::string button = std::to_string(any(1, 3));
      if (shift) add({"keydown", "shift"});
      add({"mousedown", button});
      for (int i = any(1, 4); i > 0; --i) add_move();
      add({"mouseup", button});
      if (shift) add({"keyup", "shift"});
    } else if (kind < 94) {
      add({"keydown", "ctrl", "click", "1", "keyup", "ctrl", "type", std::to_string(any(0, 999))});
      add({"key", one_of(std::vector<std::string>{"Return", "Escape", "Tab"})});
    } else if (kind < 97) {
      return program_.resize({any(200, screen.width), any(150, screen.height)});
    } else {
      program_.drop(one_of(files_));
      return;
    }
    program_.gesture(commands);
  }

  /// A click may have met "quit", in the menu or in the list of keys: that is no fault. What another process holds is
  /// not compared with what this one held, which is compared now.
  std::string open_again() {
    const auto ended = program_.wait_end();
    if (!ended || ended->code != 0) {
      const int code = ended ? ended->code : -1;
      return fmt::format("it has ended with exit code {}: {}", code, program_.words());
    }
    if (const std::string grown = compare_memory(); !grown.empty()) return grown;
    held_.clear();
    held_there_.clear();
    fmt::print("it was quit after {} gestures, and is opened again\n", gestures_);
    std::fflush(stdout);
    return program_.start() ? std::string() : "the window does not open again: " + program_.words();
  }

  /// Back to the same settings, without the pictures that were kept on the way, then how much is held.
  std::string measure() {
    // a key that comes late may cancel the picture, or fall into a text: then once more
    constexpr int tries = 5;
    bool back = false;
    for (int i = 0; i < tries && !back && program_.running(); ++i) back = back_to_base();
    if (!program_.running()) return open_again();
    if (!back) return "it does not answer" + evidence();
    for (const auto& entry : std::filesystem::directory_iterator(program_.folder() / "out")) {
      std::filesystem::remove(entry.path());
    }
    // at rest it gives back what it has let go of
    std::this_thread::sleep_for(std::chrono::seconds(3));
    held_.push_back(program_.resident_mib());
    if (via_.empty()) return {};
    // the command's own shells are small
    std::vector<double> there = program_.resident_mib_of_started();
    std::erase_if(there, [](double mib) { return mib < least_worker_mib; });
    if (there.empty()) return "nobody computes there";
    held_there_.push_back(std::accumulate(there.begin(), there.end(), 0.0) / static_cast<double>(there.size()));
    return {};
  }

  bool back_to_base() {
    program_.key("Escape");
    program_.key("Escape");
    program_.key("ctrl+shift+k");
    program_.resize(screen);
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    if (!program_.drop(files_[1]) || !program_.drop(base_)) return false;
    const auto settings = program_.exported(seconds(20));
    return settings && settings->problem.workload == catalog().front()->id;
  }

  /// What may tell why: the screen, and where a debugger is, what the threads do.
  std::string evidence() {
    std::filesystem::copy_file(program_.folder() / "screen" / "Xvfb_screen0", "soak.xwd",
                               std::filesystem::copy_options::overwrite_existing);
    const std::string stacks =
        fmt::format("gdb -batch -p {} -ex 'thread apply all bt 30' > soak.txt 2>&1", program_.process());
    return std::string("; see soak.xwd") + (std::system(stacks.c_str()) == 0 ? " and soak.txt" : "");
  }

  /// What has grown since this window was opened, where that is long enough ago to tell.
  std::string compare_memory() {
    const std::string grown = growth("the window", held_);
    return via_.empty() || !grown.empty() ? grown : growth("a process there", held_there_);
  }

  /// Of the last third over the first, after some minutes in which caches and pools fill.
  std::string growth(const char* of, const std::vector<double>& held) {
    constexpr std::size_t filling = 15;
    constexpr std::size_t enough = 20;
    if (held.size() < filling + 3 * enough) return {};
    const auto third = static_cast<std::ptrdiff_t>((held.size() - filling) / 3);
    const auto mean = [&](auto from) { return std::accumulate(from, from + third, 0.0) / static_cast<double>(third); };
    const double first = mean(held.begin() + filling);
    const double last = mean(held.end() - third);
    was_compared_ = true;
    fmt::print("{}: {:.1f} MiB in the first third, {:.1f} in the last: {:+.1f} %\n", of, first, last,
               100 * (last / first - 1));
    return last <= first * (1 + most_growth) ? "" : fmt::format("the memory of {} has grown", of);
  }

  std::mt19937 random_;
  std::string via_;
  DrivenProgram program_;
  std::vector<std::filesystem::path> files_;
  std::filesystem::path base_;
  std::vector<double> held_, held_there_;  // MiB, by round
  bool was_compared_ = false;
  int gestures_ = 0;
};

}  // namespace
}  // namespace heteroscope

int main(int argc, char** argv) {
  using namespace heteroscope;
  int seconds_wanted = 3600;
  unsigned seed = 1;
  std::string via;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string word = argv[i];
    if (word == "--for") seconds_wanted = std::atoi(argv[i + 1]);
    if (word == "--seed") seed = static_cast<unsigned>(std::atoi(argv[i + 1]));
    if (word == "--via") via = argv[i + 1];
  }
  if (const std::string reason = DrivenProgram::unavailable(); !reason.empty()) {
    std::cout << "skipped: " << reason << '\n';
    return 77;
  }
  Soak soak(seed, via);
  const std::string wrong = soak.run(seconds(seconds_wanted));
  std::cout << soak.gestures() << " gestures" << (wrong.empty() ? "" : "; " + wrong) << '\n';
  return wrong.empty() ? 0 : 1;
}
