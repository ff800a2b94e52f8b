#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/bench/small_check.hpp"
#include "app/measures/roofline.hpp"
#include "app/window/features/own/compiled_save.hpp"
#include "app/window/features/own/save_time.hpp"
#include "core/frame/frame.hpp"
#include "core/model/settings/settings.hpp"
#include "core/numbers/interval.hpp"
#include "core/worker/printed_lines.hpp"

namespace heteroscope {

class OwnVariant;

/// The times of frames that a save computed, all of one problem.
struct SaveTimes {
  Settings how;                  ///< what they have in common (what_times_belong_to())
  std::deque<double> ms;         ///< compute times of the last frames, or of a step of each
  bool of_step = false;          ///< of an iteration, whose frames take now few steps and now many
  std::deque<RoofPoint> points;  ///< of those of them whose work is known
  RoofOf under;                  ///< what the roof over them depends on
  std::optional<Roof> roof;      ///< as it was measured; none: not yet
};

/// A save of a person's file that compiled.
struct OwnSave {
  int number = 1;  ///< of the saves of its file, from 1
  std::string text;
  const OwnVariant* variant = nullptr;  ///< as which it computed last
  double compile_ms = 0;
  bool from_cache = false;
  std::vector<device::KernelNeeds> needs;
  std::optional<SaveTimes> times;
  std::optional<SaveTime> measured;  ///< in runs of their own; none: not yet
  std::optional<SmallCheck> check;   ///< none: it has not been compared yet
  std::string check_progress;        ///< of a comparison that is wanted: "not compared yet"; empty: none is
  PrintedLines printed;              ///< by its functions or kernels, in all that was computed with it
  std::string fault;                 ///< how the last computation with it failed, in one line; empty: it did not

  /// Returns whether it is to be compared with the reference: what has failed would only fail again.
  [[nodiscard]] bool wants_check() const { return !check && fault.empty(); }

  /// Returns whether its time was measured for the problem of its last frames.
  [[nodiscard]] bool is_measured() const;
  /// The median of the measured runs, or before these of its frames' times, ms; none before the first.
  [[nodiscard]] std::optional<double> median_ms() const;
  /// The interval in which the median lies with a probability of 95 %; none of too few.
  [[nodiscard]] std::optional<Interval> interval_ms() const;
  /// The point of the measured runs in the roofline; or before these of its frames: the medians of their rates, and the
  /// newest frame's intensity; none before the first.
  [[nodiscard]] std::optional<RoofPoint> point() const;
  /// The share of its roof that the point reaches; none before that has been measured.
  [[nodiscard]] std::optional<RoofShare> share() const;
  /// Returns whether that is more than a ceiling's noise explains.
  [[nodiscard]] bool is_beyond_roof() const;
  /// The most registers, shared memory and local bytes that one of its kernels needs; none on the CPU, and where no GPU
  /// has loaded them.
  [[nodiscard]] std::optional<device::KernelNeeds> most_needs() const;
};

/// Returns by how much the later save takes longer: −0.1 is 10 % less. None where they have not computed the same, or
/// only one of them was measured: a picture of a processor at rest takes many times as long as the runs of one at work.
std::optional<double> change(const OwnSave& before, const OwnSave& after);

/// Returns whether that change is more than noise: the intervals of both times are known, and do not meet.
bool is_certain_change(const OwnSave& before, const OwnSave& after);

/// A person's file that is open as a variant: how its last save fared, and the saves that compiled. They are kept in
/// memory alone.
class OwnHistory {
 public:
  enum class State { compiling, compiled, refused, gone };
  static constexpr std::size_t most_saves = 50;

  explicit OwnHistory(std::filesystem::path path) : path_(std::move(path)) {}

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// The file's name, which is the variant's id.
  [[nodiscard]] std::string id() const { return path_.filename().string(); }
  [[nodiscard]] State state() const { return state_; }
  /// Returns the state in words: "my_heat.cu compiled in 35 ms".
  [[nodiscard]] std::string state_text() const;
  /// The compiler's messages about the last save.
  [[nodiscard]] const std::vector<CompileMessage>& messages() const { return messages_; }
  /// Returns how the last computation with the save that computes failed, in one line; empty: it did not.
  [[nodiscard]] std::string fault() const;
  /// Newest first; those beyond most_saves are forgotten.
  [[nodiscard]] const std::deque<OwnSave>& saves() const { return saves_; }
  /// The save that computes; null before one has compiled.
  [[nodiscard]] const OwnSave* present() const;
  /// The save that is to be compared with the reference next: the one that computes, or else the newest; null: none is.
  [[nodiscard]] const OwnSave* next_to_check() const;
  /// The last save before that one that has a time; null: none has.
  [[nodiscard]] const OwnSave* timed_before(const OwnSave& save) const;

  /// Returns whether it has been refused, and no save of it has compiled yet.
  [[nodiscard]] bool was_never_good() const { return saves_.empty() && !why_.empty(); }

  /// A save is being compiled.
  void begin();
  void take(const CompiledSave& save);
  /// The file is gone, or cannot be read; what compiled last computes on.
  void lose(std::string why);
  /// Notes how a computation with it failed. Returns whether that is new.
  bool note_fault(const std::string& line);
  /// Notes how the saves with that text compare with the reference.
  void note_check(const std::string& text, const SmallCheck& check);
  /// Notes how far the comparison of the saves with that text is, in words; others that are to be compared wait.
  void note_check_progress(const std::string& text, const std::string& words);
  /// Adds what the saves with that text have printed.
  void note_printed(const std::string& text, const PrintedLines& lines);
  /// Returns what the save that computes has printed; nothing where none computes.
  [[nodiscard]] PrintedLines printed() const;
  /// Returns how the save that computes differs from the reference, in one line; empty: it agrees, or is not compared.
  [[nodiscard]] std::string wrong() const;
  /// Adds the time of a frame that a save with that text computed, and the work that it needed. `how`:
  /// what_times_belong_to() its settings; `under`: what the roof over the work depends on; `steps`: of an iteration, in
  /// the frame.
  void note_frame(const std::string& text, double compute_ms, const Settings& how, const Work& work = {},
                  const RoofOf& under = {}, std::int64_t steps = 0);
  /// Notes the time of the save as which that variant computes.
  void note_time(const SaveTime& time);
  /// Notes the roof over the frames of all saves that it is of.
  void note_roof(const RoofOf& of, const Roof& roof);

 private:
  [[nodiscard]] OwnSave* find(const std::string& text);
  /// Returns whether a save with that text says something new: it is neither what computes nor the newest save, which a
  /// person may have gone back from while the file stayed as it was.
  [[nodiscard]] bool changes(const std::string& text) const;

  std::filesystem::path path_;
  State state_ = State::compiling;
  std::string why_;  ///< of a refused or lost one
  std::vector<CompileMessage> messages_;
  std::deque<OwnSave> saves_;
  int present_ = 0;  ///< the number of the save that computes; 0: none
  int last_ = 0;     ///< the number of the newest save
};

/// The save that is to be compared with the reference next.
struct NextCheck {
  const OwnSave* save = nullptr;  ///< null: none is
  bool computes = false;          ///< it is the one of its file that computes
};

/// Returns the save of all files that is to be compared with the reference next: one that computes goes before earlier
/// ones, and of two such that of the file at `last`, to which something happened last.
NextCheck next_check(const std::deque<OwnHistory>& files, const std::filesystem::path& last);

}  // namespace heteroscope
