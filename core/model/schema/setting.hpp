#pragma once

#include <algorithm>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/schema/unused.hpp"
#include "core/model/settings/settings.hpp"

namespace heteroscope {

class Dice;
class Section;

/// The workload and the catalog that a setting's words are read with.
struct SettingContext {
  Catalog catalog;
  const Workload* workload = nullptr;  ///< null: the catalog does not know it, as where settings are only written
  bool keeps_gpu_variant = false;      ///< a GPU variant was named with the option, so that no mapping replaces it
};

/// The words of a setting that a person reads.
struct SettingWords {
  std::string_view id;      ///< its key in files, and its name in the program
  std::string_view label;   ///< as a panel and a graph's axis have it
  std::string_view option;  ///< "--threads"; empty: no option sets it
  std::string_view value;   ///< what stands for the option's value in the help: "N"
  std::string_view help;    ///< of the option; lines end where those of the help do
  /// What each of its words means, in their order, where a panel offers them side by side.
  std::span<const std::string_view> meanings = {};
  bool unsaid = false;  ///< files leave out what goes without saying, as of settings that are younger than they are
};

/// The processors whose variants read a setting; the others' refuse its option.
enum class ReadBy { all, cpu, gpu };

/// Why values of a setting are tried: to come across each path of a variant's, across its hardest ones, or to find the
/// fastest.
enum class Trying { all, hardest, fastest };

/// What is tried of a setting.
struct TriedSettings {
  Trying trying = Trying::all;
  std::span<const Variant* const> variants;  ///< one of each stage, of one processor
  std::span<const BlockShape> blocks;        ///< that are tried alone; empty: the usual ones
  int block_threads = 1024;                  ///< that a block may have
  int cpu_threads = 1;                       ///< that the process may run at once
};

/// A value of a setting.
struct SettingChoice {
  std::string text;  ///< as a person reads it
  std::function<void(Execution&)> choose;
  bool usual = false;                ///< what a person who chooses nothing has
  std::vector<double> numbers = {};  ///< by which values are ordered; none: no value is nearer to another
};

/// Values of a setting, or of a part of it, of which one is chosen.
struct SettingAxis {
  std::string id;
  std::vector<SettingChoice> choices;
  /// What it has several numbers for, as a block's sides are: an axis of tuning for each, factors of a number that is
  /// called so.
  std::vector<std::string> factors = {};
  std::string whole = {};
};

/// What a command line has: what differs from the workload's defaults and is read, or all, as where other variants
/// than the chosen ones compute, too.
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
  /// Its value as the option takes it; empty for what is more than a word.
  [[nodiscard]] virtual std::string text(const Settings&) const { return {}; }
  /// Whether the option may be given more than once.
  [[nodiscard]] virtual bool is_repeatable() const { return false; }

  /// The keys that it has in files.
  [[nodiscard]] virtual std::vector<std::string_view> keys() const { return {words_.id}; }
  /// Adds its keys to those of a file, unless it need not be said.
  virtual void save(const Settings& settings, const SettingContext& context, nlohmann::ordered_json& to) const = 0;
  /// Reads its keys, as far as they are there.
  virtual void load(const Section& from, const SettingContext& context, Settings& settings) const = 0;

  /// Sets what was typed: one word, or several of a repeatable option.
  virtual void take(std::span<const std::string> typed, const SettingContext& context, Settings& settings) const = 0;
  /// " --threads 4": the options that set it to what the settings have; empty where the workload's defaults say the
  /// same, or where nothing that computes reads it.
  [[nodiscard]] virtual std::string options(const Settings& settings, const SettingContext& context,
                                            Written written) const = 0;

  /// Whose variants read it.
  [[nodiscard]] virtual ReadBy read_by() const { return ReadBy::all; }
  /// Whether a source is made by it, also where no variant of that processor computes.
  [[nodiscard]] virtual bool makes_sources() const { return false; }
  /// Why these variants, which compute, do not read the word that was typed; empty if one does.
  [[nodiscard]] virtual std::string refusal(const std::string& typed, const std::vector<ChosenVariant>& variants) const;
  /// Why this machine cannot compute so; empty if it can. Asked where processors that read it compute.
  [[nodiscard]] virtual std::string refusal_here(const Execution&) const { return {}; }
  /// Copies it where any variant of any workload can be computed so: it says how memory and threads are used.
  virtual void carry(const Execution&, Execution&) const {}
  /// The variant has a choice of it.
  [[nodiscard]] virtual bool is_known_to(const Knobs&) const { return true; }
  /// The values that are tried with these variants; empty where they have no choice of it.
  [[nodiscard]] virtual std::vector<SettingAxis> axes(const TriedSettings&) const { return {}; }
  /// Whether verify tries its values one at a time, and not with all values of the other settings.
  [[nodiscard]] virtual bool is_tried_alone() const { return false; }
  /// Whether tuning goes over its values without being asked to: what seldom matters would make every search longer.
  [[nodiscard]] virtual bool is_searched_unasked() const { return true; }
  /// Draws a value for a random case that these variants compute.
  virtual void draw(Dice&, std::span<const Variant* const>, Execution&) const {}
  /// Sets what it is where nobody has chosen it; nothing of what is more than a word.
  virtual void reset(Settings&) const {}
  /// Ways to make a failing case's settings simpler, the simplest first.
  using Change = std::function<void(Settings&)>;
  [[nodiscard]] virtual std::vector<Change> simpler(const Settings&, const Workload&) const { return {}; }

  /// The words that can be chosen; empty: it has no list of them.
  [[nodiscard]] virtual std::vector<std::string_view> offered() const { return {}; }
  /// The words that can stand for it, for messages: "device, managed, pinned"; empty: anything can.
  [[nodiscard]] virtual std::string known() const { return {}; }

  /// Whether `bench` measures its values by itself where the option does not name one.
  [[nodiscard]] virtual bool is_varied_by_bench() const { return false; }

 private:
  SettingWords words_;
};

/// A setting whose value is one word or number.
class PlainSetting : public Setting {
 public:
  using Setting::Setting;

  [[nodiscard]] std::string text(const Settings& settings) const override = 0;
  /// As a text.
  void save(const Settings& settings, const SettingContext& context, nlohmann::ordered_json& to) const override;
  [[nodiscard]] std::string options(const Settings& settings, const SettingContext& context,
                                    Written written) const override;
  [[nodiscard]] std::vector<Change> simpler(const Settings&, const Workload&) const override {
    return {[this](Settings& settings) { reset(settings); }};
  }

 protected:
  /// Whether a file leaves it out.
  [[nodiscard]] bool goes_unsaid(const Settings& settings) const {
    return words().unsaid && text(settings) == text({});
  }
  /// Whether one of them has a choice of it.
  [[nodiscard]] bool any_of(std::span<const Variant* const> variants) const {
    return std::ranges::any_of(variants, [&](const Variant* each) { return is_known_to(each->knobs); });
  }
  /// The value that goes without saying.
  [[nodiscard]] virtual std::string usual_text(const Settings& settings, const SettingContext& context) const;
};

/// " --option word".
std::string typed_option(const Setting& setting, const std::string& word);

}  // namespace heteroscope
