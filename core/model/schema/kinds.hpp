#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <type_traits>

#include "core/model/schema/setting.hpp"
#include "core/numbers/dice.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// A setting whose value is one of some words.
class WordSetting : public PlainSetting {
 public:
  using PlainSetting::PlainSetting;
  void load(const Section& from, const SettingContext& context, Settings& settings) const override;
  void take(std::span<const std::string> typed, const SettingContext& context, Settings& settings) const override;
  [[nodiscard]] std::string known() const override;
  /// Returns a row with a choice for each of the words.
  [[nodiscard]] std::vector<SettingRow> rows(const Settings& settings, const RowContext& context) const override;

 protected:
  /// Sets the word; returns false, and sets nothing, where it is none of known().
  [[nodiscard]] virtual bool set(Settings& settings, std::string_view word, const SettingContext& context) const = 0;
};

/// Returns the part of the settings as it is before anybody has chosen anything.
template <class Part>
Part usual_part(Part Settings::*) {
  return {};
}
template <auto part>
inline constexpr bool in_execution = std::is_same_v<decltype(part), Execution Settings::*>;

/// A field that is an enumeration with ids: IdSetting<&Settings::execution, &Execution::memory>.
template <auto part, auto field>
class IdSetting : public WordSetting {
 public:
  using Id = std::remove_cvref_t<decltype(Settings().*part.*field)>;
  explicit IdSetting(const SettingWords& words, ReadBy by = ReadBy::all) : WordSetting(words), by_(by) {}
  [[nodiscard]] std::string text(const Settings& settings) const override {
    return std::string(id_of(settings.*part.*field));
  }
  [[nodiscard]] ReadBy read_by() const override { return by_; }
  void reset(Settings& settings) const override { settings.*part.*field = usual_part(part).*field; }
  [[nodiscard]] std::vector<std::string_view> offered() const override {
    std::vector<std::string_view> out;
    out.reserve(ids<Id>.size());
    for (const auto& [value, word] : ids<Id>) out.push_back(word);
    return out;
  }
  void carry(const Execution& from, Execution& to) const override {
    if constexpr (in_execution<part>) to.*field = from.*field;
  }
  [[nodiscard]] std::vector<SettingAxis> axes(const TriedSettings& tried) const override {
    if constexpr (!in_execution<part>) return {};
    SettingAxis out{.id = std::string(id()), .choices = {}};
    for (const auto& [value, word] : ids<Id>) {
      if (is_tried(value, tried)) out.choices.push_back(choice_of(value));
    }
    return out.choices.empty() ? std::vector<SettingAxis>() : std::vector{out};
  }
  void draw(Dice& dice, std::span<const Variant* const>, Execution& execution) const override {
    if constexpr (in_execution<part>) execution.*field = dice.one_of(ids<Id>).first;
  }

 protected:
  [[nodiscard]] virtual bool is_tried(Id, const TriedSettings&) const { return true; }
  bool set(Settings& settings, std::string_view word, const SettingContext&) const override {
    const auto value = from_id<Id>(word);
    if (value) settings.*part.*field = *value;
    return value.has_value();
  }

 private:
  [[nodiscard]] static SettingChoice choice_of(Id value) {
    SettingChoice out{.text = std::string(id_of(value)), .choose = {}, .usual = value == usual_part(part).*field};
    if constexpr (in_execution<part>) out.choose = [value](Execution& execution) { execution.*field = value; };
    return out;
  }

  ReadBy by_;
};

/// A setting whose value is a text that has a form of its own.
class TextSetting : public PlainSetting {
 public:
  using PlainSetting::PlainSetting;
  void load(const Section& from, const SettingContext& context, Settings& settings) const override;
  void take(std::span<const std::string> typed, const SettingContext& context, Settings& settings) const override;

 protected:
  /// Sets what the text says. Throws BadInput with a message that calls the setting `what`.
  virtual void parse(Settings& settings, std::string_view what, const std::string& text) const = 0;
};

/// A setting of workloads that iterate, which files of other workloads do not have.
template <class Kind>
class OfSteps : public Kind {
 public:
  using Kind::Kind;
  void save(const Settings& settings, const SettingContext& context, nlohmann::ordered_json& to) const override {
    if (context.workload != nullptr && context.workload->iterates()) Kind::save(settings, context, to);
  }
  void load(const Section& from, const SettingContext& context, Settings& settings) const override {
    refuse_steps(*context.workload, this->id(), from);
    Kind::load(from, context, settings);
  }
};

/// A setting whose value is a whole number from a range.
class WholeSetting : public PlainSetting {
 public:
  WholeSetting(const SettingWords& words, std::int64_t least, std::int64_t most)
      : PlainSetting(words), least_(least), most_(most) {}
  [[nodiscard]] std::string text(const Settings& settings) const override { return std::to_string(number(settings)); }
  void save(const Settings& settings, const SettingContext& context, nlohmann::ordered_json& to) const override;
  void load(const Section& from, const SettingContext& context, Settings& settings) const override;
  void take(std::span<const std::string> typed, const SettingContext& context, Settings& settings) const override;
  /// Returns a row with a slider over the range.
  [[nodiscard]] std::vector<SettingRow> rows(const Settings& settings, const RowContext& context) const override;

 protected:
  [[nodiscard]] virtual std::int64_t number(const Settings& settings) const = 0;
  virtual void set(Settings& settings, std::int64_t number) const = 0;

 private:
  std::int64_t least_;
  std::int64_t most_;
};

/// A field that is a whole number: NumberSetting<&Settings::execution, &Execution::threads>.
template <auto part, auto field>
class NumberSetting : public WholeSetting {
 public:
  using WholeSetting::WholeSetting;
  void reset(Settings& settings) const override { settings.*part.*field = usual_part(part).*field; }

 protected:
  [[nodiscard]] std::int64_t number(const Settings& settings) const override { return settings.*part.*field; }
  void set(Settings& settings, std::int64_t number) const override {
    using Number = std::remove_cvref_t<decltype(settings.*part.*field)>;
    settings.*part.*field = static_cast<Number>(number);
  }
};

/// Throws BadInput for a key of a workload that takes no steps.
void refuse_steps(const Workload& workload, std::string_view key, const Section& in);
/// Returns the number as JSON has it, whole where it is. Throws BadInput, naming the key, for one that is not finite.
nlohmann::ordered_json saved_number(std::string_view key, double value);

}  // namespace heteroscope
