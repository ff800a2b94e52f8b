#include "core/io/json/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <span>
#include <string_view>

#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/base/number_text.hpp"
#include "core/io/checksum.hpp"
#include "core/process/memory_limit.hpp"

namespace heteroscope {
namespace {

constexpr std::size_t most_values = 1'000'000;
constexpr std::size_t bytes_of_value = 128;  // in a tree, with its key

/// An estimate of the memory that a text takes when it is parsed: each level and each value takes some, which must not
/// grow without limit with a file that contains nothing else. (A callback of the parser could tell, too, but makes it
/// search a list again for every element.)
struct Measure {
  int levels = 0;
  std::size_t values = 1;
};

Measure measure(std::string_view text) {
  Measure out;
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\') {
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == '[' || c == '{')) {
      out.levels = std::max(out.levels, ++depth);
      ++out.values;
    } else if (!quoted && (c == ']' || c == '}')) {
      --depth;
    } else if (!quoted && c == ',') {
      ++out.values;
    }
  }
  return out;
}

/// The end of the number that begins at i, by JSON's own rules; i if there is none.
std::size_t end_of_number(std::string_view text, std::size_t i) {
  const std::size_t begin = i;
  const auto at = [&](char c) { return i < text.size() && text[i] == c; };
  const auto digits = [&] {
    const std::size_t first = i;
    while (i < text.size() && is_digit(text[i])) ++i;
    return i > first;
  };
  if (at('-')) ++i;
  if (at('0')) {
    ++i;
  } else if (!digits()) {
    return begin;
  }
  if (at('.') && (++i, !digits())) return begin;
  if (at('e') || at('E')) {
    ++i;
    if (at('+') || at('-')) ++i;
    if (!digits()) return begin;
  }
  return i;
}

/// A double says less than this number, which is no whole one: those have types of their own.
bool is_long(std::string_view number) {
  constexpr int digits_of_doubles = 17;
  if (number.find_first_of(number.size() > digits_of_doubles ? ".eE" : "eE") == number.npos) return false;
  int digits = 0;
  for (const char c : number) {
    if (c == 'e' || c == 'E') break;
    if (is_digit(c) && (digits > 0 || c != '0')) ++digits;
  }
  const double value = std::abs(std::strtod(std::string(number).c_str(), nullptr));
  return digits > digits_of_doubles || (digits > 0 && value < std::numeric_limits<double>::min());
}

/// The text with its long numbers in quotes, wherever it can be JSON.
std::string quoted_where_long(std::string_view text) {
  std::string out;
  bool quoted = false;
  std::size_t copied = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') quoted = !quoted;
    if (quoted) {
      if (c == '\\') ++i;
      continue;
    }
    if (c != '-' && !is_digit(c)) continue;
    const std::size_t end = end_of_number(text, i);
    if (end == i) break;  // no number of JSON's
    if (is_long(text.substr(i, end - i))) {
      out.append(text, copied, i - copied).append(1, '"').append(text, i, end - i).append(1, '"');
      copied = end;
    }
    i = end - 1;
  }
  return out.append(text, copied);
}

template <class Json>
Json parsed(const std::string& text, const std::string& name, int levels) {
  const Measure found = measure(text);
  if (found.levels > levels) {
    throw BadInput(Wrong::damaged, name,
                   fmt::format("{}: not JSON, or cut short: nested deeper than {} levels", name, levels));
  }
  if (found.values > most_values)
    throw BadInput(Wrong::value, name, fmt::format("{}: more than {} values", name, most_values));
  try {
    const memory::Hold room(text.size() + found.values * bytes_of_value);
    return Json::parse(text);
  } catch (const BadInput& full) {
    throw BadInput(fmt::format("{}: {}", name, full.what()));
  } catch (const nlohmann::json::exception& error) {
    // What precedes the bracket is the library's own name for the error.
    std::string_view what = error.what();
    if (const std::size_t bracket = what.find("] "); bracket != what.npos) what.remove_prefix(bracket + 2);
    throw BadInput(Wrong::damaged, name, fmt::format("{}: not JSON, or cut short: {}", name, excerpt(what)));
  }
}

constexpr std::string_view seal_begin = ",\n  \"checksum\": ";
constexpr std::string_view seal_end = "\n}\n";

std::uint32_t sum_of(std::string_view text) {
  return crc32(0, std::as_bytes(std::span(text)));
}

}  // namespace

nlohmann::json parse_json(const std::string& text, const std::string& name, int levels) {
  return parsed<nlohmann::json>(quoted_where_long(text), name, levels);
}

std::optional<double> number_in(const nlohmann::json& value) {
  if (value.is_number()) return value.get<double>();
  if (!value.is_string()) return std::nullopt;
  const auto& text = value.get_ref<const std::string&>();
  if (text.empty() || end_of_number(text, 0) != text.size() || !is_long(text)) return std::nullopt;
  return std::strtod(text.c_str(), nullptr);
}

std::optional<std::vector<double>> numbers_in(const nlohmann::json& list) {
  if (!list.is_array()) return std::nullopt;
  std::vector<double> out;
  for (const nlohmann::json& each : list) {
    const std::optional<double> number = number_in(each);
    if (!number) return std::nullopt;
    out.push_back(*number);
  }
  return out;
}

nlohmann::ordered_json parse_ordered_json(const std::string& text, const std::string& name, int levels) {
  return parsed<nlohmann::ordered_json>(text, name, levels);
}

std::string sealed_text(const nlohmann::json& object) {
  const std::string text = object.dump(2) + "\n";
  return text.substr(0, text.size() - seal_end.size()) + std::string(seal_begin) + std::to_string(sum_of(text)) +
         std::string(seal_end);
}

void check_seal(const std::string& text, const std::string& name) {
  const std::size_t at = text.rfind(seal_begin);
  if (at != text.npos && text.ends_with(seal_end)) {
    const std::size_t number = at + seal_begin.size();
    const std::string sealed = text.substr(0, at) + std::string(seal_end);
    if (text.substr(number, text.size() - seal_end.size() - number) == std::to_string(sum_of(sealed))) return;
  }
  throw BadInput(Wrong::damaged, name,
                 fmt::format("{}: the file is damaged: its checksum does not match its text", name));
}

std::string difference_of_settings(const std::string& a, const std::string& b) {
  constexpr int levels = 32;
  const nlohmann::json changes =
      nlohmann::json::diff(parse_json(a, "settings", levels), parse_json(b, "settings", levels));
  return changes.empty() ? "" : "settings " + changes.front().at("path").get<std::string>();
}

}  // namespace heteroscope
