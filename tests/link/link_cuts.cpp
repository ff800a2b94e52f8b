// Links to another machine that are cut in the middle of what comes from there:
//   heteroscope_link_cuts cuts COUNT SEED COMMAND...
//       Cuts COUNT links, each behind a drawn number of bytes, while the worker that COMMAND starts computes. A frame
//       that does not outlast a lost link is whole or ends in one line; one that does is whole after a series of cuts.
//       The pauses between its tries pass at once. A line says how many links were cut, where, and with which seed.
//   heteroscope_link_cuts behind start|result BYTES COMMAND...
//       Carries a worker's standard input and output, for `machines add --via`: so many bytes come from it, counted
//       from the first one or from where it begins to send a result, and then the link is cut and the worker ended.
// Exit code 1: a result has other bits, or an error is not told in one line. Code 2: nothing could be cut.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/options/typed_command.hpp"
#include "core/base/error.hpp"
#include "core/base/number_text.hpp"
#include "core/base/shell_word.hpp"
#include "core/device/device.hpp"
#include "core/io/pipe.hpp"
#include "core/link/machines.hpp"
#include "core/link/message_kind.hpp"
#include "core/link/reconnection.hpp"
#include "core/numbers/dice.hpp"
#include "core/process/process_start.hpp"
#include "core/run/execute.hpp"
#include "kernels/registry.hpp"
#include "tests/measuring_program.hpp"

namespace heteroscope {
namespace {

constexpr int exit_wrong = 1;
constexpr std::uint64_t never = std::uint64_t{1} << 60;

/// Where a link is cut: behind so many bytes that come from the worker.
struct Place {
  bool in_result = false;  ///< counted from where the first frame's values are announced, and not from the first byte
  std::uint64_t bytes = never;
};

std::string word_of(const Place& place) {
  return fmt::format("{} {}", place.in_result ? "result" : "start", place.bytes);
}

/// Follows the heads of messages in a stream of their bytes.
class Heads {
 public:
  /// Returns how many of these bytes lie ahead of the end of the first head that announces a result: all, where there
  /// is none.
  std::size_t until_result(std::span<const std::uint8_t> bytes) {
    std::size_t at = 0;
    while (at < bytes.size() && !found_) {
      if (of_head_ < head_.size()) {
        head_[of_head_++] = bytes[at++];
        if (of_head_ == head_.size()) read_head();
      } else {
        const auto here = static_cast<std::size_t>(std::min<std::uint64_t>(left_, bytes.size() - at));
        at += here;
        left_ -= here;
      }
      if (of_head_ == head_.size() && left_ == 0) of_head_ = 0;
    }
    return at;
  }
  [[nodiscard]] bool found() const { return found_; }

 private:
  static constexpr std::size_t mark_bytes = 8, length_bytes = 8, kind_bytes = 4;

  void read_head() {
    WireReader wire{std::span<const std::uint8_t>(head_).subspan(mark_bytes)};
    std::uint64_t length = 0;
    wire(length);
    left_ = length - kind_bytes;
    found_ = kind_of(wire) == MessageKind::fields;
  }

  std::array<std::uint8_t, mark_bytes + length_bytes + kind_bytes> head_{};
  std::size_t of_head_ = 0;
  std::uint64_t left_ = 0;  ///< bytes of the message behind its kind
  bool found_ = false;
};

/// Lets bytes pass up to the place of the cut.
class Gate {
 public:
  explicit Gate(const Place& place) : left_(place.bytes), counts_(!place.in_result) {}

  std::size_t passing(std::span<const std::uint8_t> bytes) {
    std::size_t out = 0;
    if (!counts_) out = heads_.until_result(bytes);
    counts_ = counts_ || heads_.found();
    if (!counts_) return out;
    const auto more = static_cast<std::size_t>(std::min<std::uint64_t>(left_, bytes.size() - out));
    left_ -= more;
    return out + more;
  }
  [[nodiscard]] bool is_shut() const { return counts_ && left_ == 0; }

 private:
  Heads heads_;
  std::uint64_t left_;
  bool counts_;
};

/// Returns false where nobody reads any more.
bool write_all(int to, std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(to, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

void carry(int from, int to, Gate gate) {
  std::array<std::uint8_t, std::size_t{1} << 16> bytes{};
  while (!gate.is_shut()) {
    const ssize_t got = ::read(from, bytes.data(), bytes.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return;
    const auto here = std::span(bytes).first(static_cast<std::size_t>(got));
    if (!write_all(to, here.first(gate.passing(here)))) return;
  }
}

/// The number that a word is. Throws BadInput.
std::uint64_t number(const char* word) {
  const std::optional<std::uint64_t> out = number_from<std::uint64_t>(word);
  if (!out) throw BadInput(fmt::format("'{}' is no whole number from 0 on", word));
  return *out;
}

int run_behind(std::span<char*> words) {
  const std::string from = words[0];
  if (from != "start" && from != "result") throw BadInput("a cut is counted from start or result");
  const Gate gate({.in_result = from == "result", .bytes = number(words[1])});
  std::signal(SIGPIPE, SIG_IGN);  // where nobody reads any more the worker is ended, too
  PipeEnds ends = open_pipe("the worker");
  // a started program has none of the three unless they are other descriptors
  const Descriptor in(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  const Descriptor errors(::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  ProcessStart start(ProcessStart::Apart::no);
  start.connect(in.get(), STDIN_FILENO);
  start.connect(ends.writes.get(), STDOUT_FILENO);
  start.connect(errors.get(), STDERR_FILENO);
  pid_t worker = -1;
  if (start.run(worker, {words.begin() + 2, words.end()}) != 0) throw BadInput("the worker cannot be started");
  ends.writes = Descriptor();
  carry(ends.reads.get(), STDOUT_FILENO, gate);
  kill(worker, SIGKILL);
  static_cast<void>(status_at_end(worker));
  return exit_success;
}

/// The machines of this program: one worker behind links of which each is cut where that was said ahead.
class CutMachines {
 public:
  explicit CutMachines(std::span<char*> command) {
    for (const char* const each : command) command_ += " " + shell_word(each);
    set_machine_finder([this](const std::string& name) { return address_of(name); });
  }

  /// The links to a new machine will be cut at these places, and those that follow will not. Returns its name.
  std::string add(std::vector<Place> places) {
    const std::lock_guard lock(mutex_);
    std::ranges::reverse(places);
    std::string name = fmt::format("there-{}", places_.size());
    places_[name] = std::move(places);
    return name;
  }
  /// Links to a machine that have not been made so far, of those that are cut.
  std::size_t left(const std::string& name) {
    const std::lock_guard lock(mutex_);
    return places_.at(name).size();
  }

 private:
  MachineAddress address_of(const std::string& name) {
    const std::lock_guard lock(mutex_);
    std::vector<Place>& places = places_.at(name);
    Place place;
    if (!places.empty()) {
      place = places.back();
      places.pop_back();
    }
    return {
        .name = name,
        .via = fmt::format("exec {} behind {}{}", shell_word(std::filesystem::read_symlink("/proc/self/exe").string()),
                           word_of(place), command_)};
  }

  std::mutex mutex_;  // links are made on threads of their own
  std::string command_;
  std::map<std::string, std::vector<Place>> places_;
};

std::vector<std::uint8_t> result_values(const Frame& frame) {
  std::vector<std::uint8_t> out(frame.field.bytes());
  frame.field.copy_out(out.data());
  return out;
}

/// Frames of one problem over links that are cut.
class Cuts {
 public:
  Cuts(std::span<char*> command, std::uint64_t seed)
      : machines_(command), dice_(seed, 0), here_(result_values(frame_from({}))) {
    const Frame whole = frame_from(machines_.add({}));
    if (result_values(whole) != here_) throw BadInput("the result has other bits over a link that is not cut");
    result_bytes_ = whole.crossing.value().bytes;
  }

  /// Cuts a link of a frame that ends with it. Returns whether all is as it should be.
  bool cut_one() {
    const Place place = draw(dice_.chance(0.5));
    const std::string name = machines_.add({place});
    ++cut_;
    std::optional<Frame> frame;
    const Failure failure = attempt([&] { frame = frame_from(name); });
    if (!failure) return is_whole(*frame, word_of(place));
    const bool is_told = failure.line.starts_with(name + ": ") && failure.line.find('\n') == failure.line.npos;
    lost_ += 1;
    return is_told || is_wrong(word_of(place), failure.line);
  }

  /// Cuts the links of a frame that outlasts them, one after the other.
  bool cut_series(std::size_t count) {
    std::vector<Place> places{draw(true)};  // the first one is greeted for the plan, too
    while (places.size() < count) places.push_back(draw(dice_.chance(0.5)));
    const std::string name = machines_.add(places);
    std::optional<Frame> frame;
    const RetryLostLinks retrying;
    const Failure failure = attempt([&] { frame = frame_from(name); });
    const std::size_t met = count - machines_.left(name);
    cut_ += met;
    outlasted_ += met;
    std::string where;
    for (const Place& each : places) where += (where.empty() ? "" : ", ") + word_of(each);
    return failure ? is_wrong(where, failure.line) : is_whole(*frame, where);
  }

  [[nodiscard]] std::size_t cut() const { return cut_; }
  [[nodiscard]] std::string summary() const {
    return fmt::format(
        "{} links cut: {} frames ended in one line, {} links were outlasted, with pauses of {:.0f} s that "
        "passed at once\n",
        cut_, lost_, outlasted_, pauses_.passed_s());
  }

 private:
  static Frame frame_from(const std::string& machine) {
    std::string command = "heteroscope render mandelbrot --size 131x77 --precision fp32 --processor cpu";
    if (!machine.empty()) command += "@" + machine + " --link plain";
    const Planned planned = plan(settings_of_command(command), catalog(), device::all());
    if (!planned) throw BadInput(planned.refusal);
    Executor executor;
    return executor.execute(*planned.plan, WholeRun{}).value();
  }

  Place draw(bool in_result) {
    // so many bytes measure a link in any case, and so many come behind a result's values at most
    constexpr std::uint64_t in_measuring = 1 << 16;
    constexpr std::uint64_t behind_values = 2048;
    const std::uint64_t most = in_result ? result_bytes_ + behind_values : in_measuring;
    return {.in_result = in_result, .bytes = dice_.bits() % most};
  }

  static bool is_wrong(const std::string& where, const std::string& what) {
    print_error("heteroscope_link_cuts", fmt::format("cut behind {}: {}", where, what));
    return false;
  }
  [[nodiscard]] bool is_whole(const Frame& frame, const std::string& where) const {
    return result_values(frame) == here_ || is_wrong(where, "the result has other bits");
  }

  PausesPass pauses_;
  CutMachines machines_;
  Dice dice_;
  std::vector<std::uint8_t> here_;
  std::uint64_t result_bytes_ = 0;
  std::size_t cut_ = 0, lost_ = 0, outlasted_ = 0;
};

int run_cuts(std::span<char*> words) {
  constexpr std::size_t series = 4;
  const std::uint64_t count = number(words[0]);
  const std::uint64_t seed = number(words[1]);
  Cuts cuts(words.subspan(2), seed);
  bool right = true;
  for (bool outlasts = false; cuts.cut() < count; outlasts = !outlasts)
    right = (outlasts ? cuts.cut_series(series) : cuts.cut_one()) && right;
  print_out(fmt::format("seed {}: {}", seed, cuts.summary()));
  flush_out();
  return right ? exit_success : exit_wrong;
}

int run(std::span<char*> words) {
  const std::string what = words.empty() ? "" : words.front();
  if (words.size() < 4 || (what != "cuts" && what != "behind"))
    throw BadInput("its words are: cuts COUNT SEED COMMAND..., or behind start|result BYTES COMMAND...");
  return what == "cuts" ? run_cuts(words.subspan(1)) : run_behind(words.subspan(1));
}

}  // namespace
}  // namespace heteroscope

int main(int argc, char** argv) {
  return heteroscope::measuring_main("heteroscope_link_cuts", argc, argv, heteroscope::run);
}
