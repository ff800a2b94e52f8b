#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/schema/unused.hpp"
#include "core/model/settings/settings.hpp"

namespace heteroscope {

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
};

/// The processors whose variants read a setting; the others' refuse its option.
enum class ReadBy { all, cpu, gpu };

/// Which parameters a command line has: those that differ from the workload's defaults, or all.
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
  /// The variant has a choice of it.
  [[nodiscard]] virtual bool is_known_to(const Knobs&) const { return true; }
  /// Whether `bench` measures its values by itself where the option does not name one.
  [[nodiscard]] virtual bool is_varied_by_bench() const { return false; }

 private:
  SettingWords words_;
};

/// A setting whose value is one word or number.
class PlainSetting : public Setting {
 public:
  using Setting::Setting;

  /// As its option takes it.
  [[nodiscard]] virtual std::string text(const Settings& settings) const = 0;
  [[nodiscard]] std::string options(const Settings& settings, const SettingContext& context,
                                    Written written) const override;

 protected:
  /// The value that goes without saying.
  [[nodiscard]] virtual std::string usual_text(const Settings& settings, const SettingContext& context) const;
};

/// " --option word".
std::string typed_option(const Setting& setting, const std::string& word);

}  // namespace heteroscope
