#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/base/number_text.hpp"
#include "core/io/json/json_text.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// One JSON object of the file; every failure names the file and the key.
class Section {
 public:
  Section(const nlohmann::json& object, std::string prefix, const std::string& name)
      : prefix_(std::move(prefix)), name_(name) {
    if (!object.is_object()) throw fail(Wrong::kind, "", "is not an object ({…})");
    object_ = &object;
  }

  /// Throws for a key that is not in the list.
  void allow(std::initializer_list<std::string_view> keys) const { allow(std::span(keys.begin(), keys.size())); }
  void allow(std::span<const std::string_view> keys) const {
    for (const auto& item : object_->items()) {
      if (std::find(keys.begin(), keys.end(), item.key()) == keys.end()) {
        throw fail(Wrong::unknown, item.key(),
                   fmt::format("unknown key (known: {})", list_ids(keys, [](std::string_view key) { return key; })));
      }
    }
  }
  [[nodiscard]] const nlohmann::json* find(std::string_view key) const {
    const auto found = object_->find(key);
    return found == object_->end() ? nullptr : &*found;
  }
  [[nodiscard]] std::optional<Section> section(std::string_view key) const {
    const nlohmann::json* value = find(key);
    return value == nullptr ? std::nullopt : std::optional(section_of(*value, key));
  }
  /// A value that stands at `key` in some list of this object.
  [[nodiscard]] Section section_of(const nlohmann::json& value, std::string_view key) const {
    if (!value.is_object()) throw fail(Wrong::kind, key, "is not an object ({…})");
    return Section(value, path(key) + ".", name_);
  }
  [[nodiscard]] const nlohmann::json& object() const { return *object_; }
  /// A list; an empty one where there is none.
  [[nodiscard]] const nlohmann::json& list(std::string_view key) const {
    static const nlohmann::json none = nlohmann::json::array();
    const nlohmann::json* value = find(key);
    if (value == nullptr) return none;
    if (!value->is_array()) throw fail(Wrong::kind, key, "is not a list ([…])");
    return *value;
  }
  /// The objects of a list.
  [[nodiscard]] std::vector<Section> sections(std::string_view key) const {
    std::vector<Section> out;
    const nlohmann::json& all = list(key);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::string at = fmt::format("{}[{}]", key, i);
      if (!all[i].is_object()) throw fail(Wrong::kind, at, "is not an object ({…})");
      out.emplace_back(all[i], path(at) + ".", name_);
    }
    return out;
  }
  /// The texts of a list, none of which is empty or longer than so many bytes.
  [[nodiscard]] std::vector<std::string> texts(std::string_view key, std::size_t longest) const {
    std::vector<std::string> out;
    const nlohmann::json& all = list(key);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::string at = fmt::format("{}[{}]", key, i);
      if (!all[i].is_string()) throw fail(Wrong::kind, at, "is not a text (\"…\")");
      const auto& each = all[i].get_ref<const std::string&>();
      if (each.empty() || each.size() > longest)
        throw fail(Wrong::value, at, fmt::format("must have 1 to {} bytes", longest));
      out.push_back(each);
    }
    return out;
  }

  /// Ids are short; what is not would be shown all the same.
  [[nodiscard]] std::optional<std::string> text(std::string_view key, std::size_t longest = 200) const {
    const nlohmann::json* value = find(key);
    if (value == nullptr) return std::nullopt;
    if (!value->is_string()) throw fail(Wrong::kind, key, "is not a text (\"…\")");
    const auto& text = value->get_ref<const std::string&>();
    if (text.size() > longest)
      throw fail(Wrong::value, key, fmt::format("is longer than {} bytes: {}", longest, quote(text)));
    return text;
  }
  [[nodiscard]] std::optional<double> number(std::string_view key) const {
    const nlohmann::json* value = find(key);
    if (value == nullptr) return std::nullopt;
    const std::optional<double> out = number_in(*value);
    if (!out) throw fail(Wrong::kind, key, "is not a number");
    return out;
  }
  /// A value that must be there.
  [[nodiscard]] const nlohmann::json& needed(std::string_view key) const {
    const nlohmann::json* value = find(key);
    if (value == nullptr) throw fail(Wrong::missing, key, "is missing");
    return *value;
  }
  [[nodiscard]] double needed_number(std::string_view key) const {
    (void)needed(key);
    return *number(key);
  }
  /// A whole number from a range.
  [[nodiscard]] std::int64_t needed_whole(std::string_view key, std::int64_t least, std::int64_t most) const {
    const double value = needed_number(key);
    if (!(value >= static_cast<double>(least) && value <= static_cast<double>(most)))
      throw fail(Wrong::value, key, fmt::format("{} is outside {} to {}", value, least, most));
    if (value != std::floor(value)) throw fail(Wrong::value, key, fmt::format("{} is not a whole number", value));
    return static_cast<std::int64_t>(value);
  }
  [[nodiscard]] Section needed_section(std::string_view key) const { return section_of(needed(key), key); }
  [[nodiscard]] bool needed_truth(std::string_view key) const {
    bool out = false;
    (void)needed(key);
    read(key, out);
    return out;
  }
  /// A text of any length.
  [[nodiscard]] std::string needed_text(std::string_view key) const {
    (void)needed(key);
    return *text(key, std::string::npos);
  }
  /// A whole number from 0 to the most that T holds, at `key` or in a list there.
  template <class T>
  [[nodiscard]] T whole_of(const nlohmann::json& value, std::string_view key) const {
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > most)
      throw fail(Wrong::kind, key, fmt::format("is not a whole number from 0 to {}", most));
    return value.get<T>();
  }
  /// A double that exact_text() has written, likewise.
  [[nodiscard]] double exact_of(const nlohmann::json& value, std::string_view key) const {
    const auto out = value.is_string() ? number_from<double>(value.get_ref<const std::string&>()) : std::nullopt;
    if (!out) throw fail(Wrong::kind, key, "is not the text of a number");
    return *out;
  }
  template <class T>
  [[nodiscard]] T whole(std::string_view key) const {
    return whole_of<T>(needed(key), key);
  }
  template <class T>
  [[nodiscard]] std::vector<T> wholes(std::string_view key) const {
    (void)needed(key);
    std::vector<T> out;
    for (const nlohmann::json& each : list(key)) out.push_back(whole_of<T>(each, key));
    return out;
  }
  [[nodiscard]] double exact(std::string_view key) const { return exact_of(needed(key), key); }
  [[nodiscard]] std::vector<double> exacts(std::string_view key) const {
    (void)needed(key);
    std::vector<double> out;
    for (const nlohmann::json& each : list(key)) out.push_back(exact_of(each, key));
    return out;
  }
  /// A text that must be there.
  [[nodiscard]] std::string wanted(std::string_view key, std::size_t longest = 200) const {
    std::optional<std::string> out = text(key, longest);
    if (!out || out->empty()) throw fail(Wrong::missing, key, "is missing");
    return *std::move(out);
  }
  /// Runs `body` and names the key in the errors that it throws.
  template <class Body>
  void at(std::string_view key, const Body& body) const {
    try {
      body();
    } catch (const BadInput& wrong) {
      throw fail(wrong.wrong, key, wrong.what());
    }
  }
  void read(std::string_view key, bool& out) const {
    const nlohmann::json* value = find(key);
    if (value == nullptr) return;
    if (!value->is_boolean()) throw fail(Wrong::kind, key, "is neither true nor false");
    out = value->get<bool>();
  }
  void read(std::string_view key, double& out, double minimum, double maximum) const {
    const auto value = number(key);
    if (!value) return;
    if (!(*value >= minimum && *value <= maximum))
      throw fail(Wrong::value, key, fmt::format("{} is outside {} to {}", *value, minimum, maximum));
    out = *value;
  }
  template <class E>
  void read_id(std::string_view key, E& out) const {
    const auto value = text(key);
    if (!value) return;
    const auto known = from_id<E>(*value);
    if (!known) throw unknown(key, *value, all_ids<E>());
    out = *known;
  }
  /// `body` may throw BadInput; its message then follows the file's name.
  template <class Body>
  void guarded(const Body& body) const {
    try {
      body();
    } catch (const BadInput& wrong) {
      throw BadInput(wrong.wrong, wrong.thing.empty() ? wrong.thing : prefix_ + wrong.thing,
                     fmt::format("{}: {}{}", name_, prefix_, wrong.what()));
    }
  }
  [[nodiscard]] BadInput fail(Wrong wrong, std::string_view key, std::string_view what) const {
    const std::string thing = key.empty() ? "settings" : path(key);
    return {wrong, thing, fmt::format("{}: {}: {}", name_, thing, what)};
  }
  [[nodiscard]] BadInput unknown(std::string_view key, std::string_view value, std::string_view known) const {
    return fail(Wrong::unknown, key, fmt::format("{} is unknown (known: {})", quote(value), known));
  }

 private:
  [[nodiscard]] std::string path(std::string_view key) const { return prefix_ + excerpt(key); }

  const nlohmann::json* object_ = nullptr;
  std::string prefix_;
  const std::string& name_;
};

}  // namespace heteroscope
