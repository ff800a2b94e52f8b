#include "core/model/schema/kinds.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/base/typed_number.hpp"
#include "core/base/wrong.hpp"
#include "core/io/json/json_section.hpp"

namespace heteroscope {

void WordSetting::load(const Section& from, const SettingContext& context, Settings& settings) const {
  const auto word = from.text(id());
  if (word && !set(settings, *word, context)) throw from.unknown(id(), *word, known());
}

void WordSetting::take(std::span<const std::string> typed, const SettingContext& context, Settings& settings) const {
  if (set(settings, typed.back(), context)) return;
  throw wrong_option(Wrong::unknown, words().option, typed.back(), " is unknown; known: {}", known());
}

void TextSetting::load(const Section& from, const SettingContext&, Settings& settings) const {
  const auto word = from.text(id());
  if (word) from.guarded([&] { parse(settings, id(), *word); });
}

void TextSetting::take(std::span<const std::string> typed, const SettingContext&, Settings& settings) const {
  parse(settings, words().option, typed.back());
}

std::string WordSetting::known() const {
  return list_ids(offered(), [](std::string_view word) { return word; });
}

std::vector<SettingRow> WordSetting::rows(const Settings& settings, const RowContext& context) const {
  if (words().control == Control::none) return {};
  SettingRow out = row_of(settings, context);
  const std::vector<std::string_view> known = offered();
  for (std::size_t i = 0; i < known.size(); ++i) {
    const auto choose = [this, word = known[i]](Settings& to) { (void)set(to, word, {}); };
    out.offer(known[i], words().meanings.empty() ? "" : words().meanings[i], choose, known[i] == out.shown);
  }
  out.refusal = [this, context](const Settings& with) { return refusal_here(with, context); };
  return {out};
}

std::vector<SettingRow> WholeSetting::rows(const Settings& settings, const RowContext& context) const {
  if (words().control == Control::none) return {};
  SettingRow out = row_of(settings, context);
  out.number = {.value = static_cast<int>(number(settings)),
                .least = static_cast<int>(least_),
                .most = static_cast<int>(most_),
                .zero = {},
                .set = [this](Settings& to, int value) { set(to, value); }};
  return {out};
}

void WholeSetting::save(const Settings& settings, const SettingContext&, nlohmann::ordered_json& to) const {
  if (!goes_unsaid(settings)) to[std::string(id())] = number(settings);
}

void WholeSetting::load(const Section& from, const SettingContext&, Settings& settings) const {
  if (from.find(id()) != nullptr) set(settings, from.needed_whole(id(), least_, most_));
}

void WholeSetting::take(std::span<const std::string> typed, const SettingContext&, Settings& settings) const {
  set(settings, parse_whole(words().option, typed.back(), least_, most_));
}

void refuse_steps(const Workload& workload, std::string_view key, const Section& in) {
  if (!workload.iterates() && in.find(key) != nullptr)
    throw in.fail(Wrong::unused, key, fmt::format("{} takes no steps", workload.id));
}

nlohmann::ordered_json saved_number(std::string_view key, double value) {
  if (!std::isfinite(value)) {
    throw BadInput(Wrong::value, std::string(key),
                   fmt::format("{}: {} is not a finite number, so it cannot be saved", key, value));
  }
  constexpr double exact_integers = 9007199254740992.0;  // 2^53
  const bool integer =
      value == std::floor(value) && std::fabs(value) < exact_integers && !(value == 0 && std::signbit(value));
  if (integer) return static_cast<std::int64_t>(value);
  return value;
}

}  // namespace heteroscope
