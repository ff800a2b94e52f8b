#pragma once

#include <nlohmann/json_fwd.hpp>

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/device/device.hpp"
#include "core/model/schema/unused.hpp"
#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// The control by which a panel shows a setting.
enum class Control {
  none,      ///< it has no row: it is chosen in another place, such as the picture, or not in the window
  buttons,   ///< its choices beside each other
  list,      ///< its choices below each other, which unfold
  palettes,  ///< a list of palettes, each with its colors
  blocks,    ///< a list of block shapes, below which another one can be typed
  slider,    ///< a whole number from a range
  ends,      ///< beside the row before it whether numbers are chosen, and then both of them
};

/// The processors whose variants read a setting. Its option is refused where only others compute.
enum class ReadBy { all, cpu, gpu };

/// The workload, the GPUs and the other workloads that rows are for.
struct RowContext {
  const Workload& workload;
  device::Devices devices;
  Catalog catalog = {};  ///< from which colors that suit a source follow; empty: such are not offered
};

/// A choice of a row.
struct RowChoice {
  std::string text;
  std::string meaning;
  std::function<void(Settings&)> choose;
  bool chosen = false;
  std::optional<Processor> processor = {};  ///< the one that it stands for, whose color it has
};

/// The number of a row with a slider.
struct RowNumber {
  int value = 0;
  int least = 0;
  int most = 0;
  std::string zero;  ///< what the value 0 stands for: "all (8)"; empty: it is a number like others
  std::function<void(Settings&, int)> set;
};

/// A row of a panel that a setting has with the present settings; panels draw it (app/window/feature/setting_rows.hpp).
struct SettingRow {
  std::string id;  ///< unique among the rows of all settings
  std::string label;
  Control control = Control::none;
  ReadBy read_by = ReadBy::all;
  std::string_view help;  ///< what it chooses, said while nothing is unfolded
  std::string idle;       ///< why it chooses nothing here; empty if it does
  std::string shown;      ///< the value, where it is none of the choices
  std::vector<RowChoice> choices;
  /// Returns why this machine cannot compute with such settings, which one of the choices has made.
  std::function<std::string(const Settings&)> refusal = [](const Settings&) { return std::string(); };
  RowNumber number;                                  ///< of a slider
  std::function<void(Settings&, BlockShape)> typed;  ///< takes a block that was typed

  /// Adds a choice.
  void offer(std::string_view text, std::string_view meaning, std::function<void(Settings&)> choose, bool chosen,
             std::optional<Processor> processor = {}) {
    choices.push_back({std::string(text), std::string(meaning), std::move(choose), chosen, processor});
  }
};

class Dice;
class Section;

/// The workload and the catalog that a setting's words are read with.
struct SettingContext {
  Catalog catalog;
  const Workload* workload = nullptr;  ///< null where the catalog does not know it and settings are only written
  bool keeps_gpu_variant = false;      ///< a GPU variant was named with the option, so that no mapping replaces it
};

/// The words of a setting that a person reads.
struct SettingWords {
  std::string_view id;              ///< its key in files, and its name in the program
  std::string_view label;           ///< as a panel and a graph's axis have it
  std::string_view option;          ///< "--threads"; empty: no option sets it
  std::string_view value;           ///< what stands for the option's value in the help: "N"
  std::string_view help;            ///< what the help says of the option; lines end where those of the help do
  Control control = Control::none;  ///< by which a panel shows it
  std::string_view about = {};      ///< what a panel says of it
  std::span<const std::string_view> meanings = {};  ///< of each of its words, in their order
  bool unsaid =
      false;  ///< files leave the usual value out, so that those which are older than the setting stay as they are
};

/// The reason why values of a setting are tried: to come across every path of a variant, across the hardest paths, or
/// to find the fastest value.
enum class Trying { all, hardest, fastest };

/// What Setting::axes() is asked for.
struct TriedSettings {
  Trying trying = Trying::all;
  std::span<const Variant* const> variants;  ///< one of each stage, all of one processor
  std::span<const BlockShape> blocks;        ///< the only shapes that are tried; empty for the usual ones
  int block_threads = 1024;                  ///< the most that a block may have
  int cpu_threads = 1;                       ///< the threads that the process may run at once
};

/// One value of a setting that is tried.
struct SettingChoice {
  std::string text;  ///< as a person reads it
  std::function<void(Execution&)> choose;
  bool usual = false;                ///< a person who chooses nothing has it
  std::vector<double> numbers = {};  ///< they order the values; none where no value is nearer to another
};

/// Values of a setting, or of one of its parts, of which one is chosen at a time.
struct SettingAxis {
  std::string id;
  std::vector<SettingChoice> choices;
  /// The names of its numbers where a value has several, as a block has sides: each is an axis of tuning, and they are
  /// factors of the number that `whole` names.
  std::vector<std::string> factors = {};
  std::string whole = {};
};

/// A command line says what differs from the workload's defaults and is read, or all, since other variants than the
/// chosen ones compute, too.
enum class Written { changed, all };

/// The one description of a setting: a field of Problem, Execution or Look, or some that are written as one. Files,
/// options, their help, refusals and command lines are loops over these objects (schema.hpp); README.md says how one is
/// added. Whatever throws throws BadInput.
class Setting {
 public:
  explicit Setting(const SettingWords& words) : words_(words) {}
  virtual ~Setting() = default;
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;

  [[nodiscard]] const SettingWords& words() const { return words_; }
  [[nodiscard]] std::string_view id() const { return words_.id; }
  [[nodiscard]] bool has_option() const { return !words_.option.empty(); }
  /// Returns its value as the option takes it; an empty text for what is more than a word.
  [[nodiscard]] virtual std::string text(const Settings&) const { return {}; }
  /// Whether the option may be given more than once.
  [[nodiscard]] virtual bool is_repeatable() const { return false; }

  /// Returns the keys that it has in files.
  [[nodiscard]] virtual std::vector<std::string_view> keys() const { return {words_.id}; }
  /// Adds its keys to those of a file, unless it need not be said.
  virtual void save(const Settings& settings, const SettingContext& context, nlohmann::ordered_json& to) const = 0;
  /// Reads its keys, as far as they are there.
  virtual void load(const Section& from, const SettingContext& context, Settings& settings) const = 0;

  /// Sets what was typed, which is one word, or several of a repeatable option.
  virtual void take(std::span<const std::string> typed, const SettingContext& context, Settings& settings) const = 0;
  /// Returns the options that set it to what the settings have, as " --threads 4"; an empty text where the workload's
  /// defaults say the same, or where nothing that computes reads it.
  [[nodiscard]] virtual std::string options(const Settings& settings, const SettingContext& context,
                                            Written written) const = 0;

  /// Says whose variants read it.
  [[nodiscard]] virtual ReadBy read_by() const { return ReadBy::all; }
  /// Says whether sources are made by it, also where no variant of its processor computes.
  [[nodiscard]] virtual bool makes_sources() const { return false; }
  /// Says why none of these variants, which compute, reads the word that was typed; empty if one does.
  [[nodiscard]] virtual std::string refusal(const std::string& typed, const std::vector<ChosenVariant>& variants) const;
  /// Says why the workload, or this machine, cannot be computed so; empty if it can. plan() asks where processors that
  /// read it compute, and panels gray the choice out.
  [[nodiscard]] virtual std::string refusal_here(const Settings&, const RowContext&) const { return {}; }
  /// Returns its rows in a panel: one, as a rule, and none where there is nothing to choose.
  [[nodiscard]] virtual std::vector<SettingRow> rows(const Settings&, const RowContext&) const { return {}; }
  /// Returns its value so that it can be told which setting's it is: "fp32", "3 threads"; empty if something else says
  /// it.
  [[nodiscard]] virtual std::string in_words(const Settings&) const { return {}; }
  /// Copies it, if any variant of any workload can be computed with it, as with kinds of memory and numbers of threads.
  virtual void carry(const Execution&, Execution&) const {}
  /// Says whether a variant with these knobs has a choice of it.
  [[nodiscard]] virtual bool is_known_to(const Knobs&) const { return true; }
  /// Returns the values that are tried with these variants; none where they have no choice of it.
  [[nodiscard]] virtual std::vector<SettingAxis> axes(const TriedSettings&) const { return {}; }
  /// Says whether verify tries its values one at a time, and not with all values of the other settings.
  [[nodiscard]] virtual bool is_tried_alone() const { return false; }
  /// Says whether tuning goes over its values without being asked to. What seldom matters would only make every search
  /// longer.
  [[nodiscard]] virtual bool is_searched_unasked() const { return true; }
  /// Draws a value for a random case that these variants compute.
  virtual void draw(Dice&, std::span<const Variant* const>, Execution&) const {}
  /// Sets the value that it has where nobody has chosen one, if it is a word or a number.
  virtual void reset(Settings&) const {}
  /// Returns changes that make a failing case's settings simpler, the simplest first.
  using Change = std::function<void(Settings&)>;
  [[nodiscard]] virtual std::vector<Change> simpler(const Settings&, const Workload&) const { return {}; }

  /// Returns the words that can be chosen; none where there is no list of them.
  [[nodiscard]] virtual std::vector<std::string_view> offered() const { return {}; }
  /// Returns the words that can stand for it, for messages: "device, managed, pinned"; an empty text where anything
  /// can.
  [[nodiscard]] virtual std::string known() const { return {}; }

  /// Says whether `bench` measures all of its values where the option does not name one.
  [[nodiscard]] virtual bool is_varied_by_bench() const { return false; }

 private:
  SettingWords words_;
};

/// A setting whose value is one word or number.
class PlainSetting : public Setting {
 public:
  using Setting::Setting;

  [[nodiscard]] std::string text(const Settings& settings) const override = 0;
  /// Writes text() under its id.
  void save(const Settings& settings, const SettingContext& context, nlohmann::ordered_json& to) const override;
  [[nodiscard]] std::string options(const Settings& settings, const SettingContext& context,
                                    Written written) const override;
  [[nodiscard]] std::vector<Change> simpler(const Settings&, const Workload&) const override {
    return {[this](Settings& settings) { reset(settings); }};
  }
  [[nodiscard]] std::string in_words(const Settings& settings) const override;

 protected:
  /// Says whether a file leaves it out.
  [[nodiscard]] bool goes_unsaid(const Settings& settings) const {
    return words().unsaid && text(settings) == text({});
  }
  /// Says whether one of the variants has a choice of it.
  [[nodiscard]] bool any_of(std::span<const Variant* const> variants) const {
    return std::ranges::any_of(variants, [&](const Variant* each) { return is_known_to(each->knobs); });
  }
  /// Returns why the setting chooses nothing with these settings; empty if it does.
  [[nodiscard]] virtual std::string idle(const Settings& settings, const RowContext& context) const;
  /// Returns a row without choices.
  [[nodiscard]] SettingRow row_of(const Settings& settings, const RowContext& context) const;
  /// Returns the value that goes without saying on a command line.
  [[nodiscard]] virtual std::string usual_text(const Settings& settings, const SettingContext& context) const;
};

/// Returns " --option word".
std::string typed_option(const Setting& setting, const std::string& word);

}  // namespace heteroscope
