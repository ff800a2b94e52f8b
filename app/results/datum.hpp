#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/numbers/interval.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// A word, a number, yes or no; or nothing, where it does not apply.
using DatumValue = std::variant<std::monostate, bool, std::int64_t, double, std::string>;

/// How people read a number.
enum class Hint { plain, time, rate, bytes, share, factor };
template <>
inline constexpr std::array<IdTable<Hint>, 6> ids<Hint>{{{Hint::plain, "plain"},
                                                         {Hint::time, "time"},
                                                         {Hint::rate, "rate"},
                                                         {Hint::bytes, "bytes"},
                                                         {Hint::share, "share"},
                                                         {Hint::factor, "factor"}}};

/// A value that says what it is. Tables, tooltips, files, plots and reports are made from such, and know no more of it.
struct Datum {
  std::string id;    ///< in files, with its unit: "median_ms"; '/' comes between a whole and its parts: "block/x"
  std::string name;  ///< for people: "time"
  std::string unit;  ///< empty: a plain number, or a word
  std::string about;
  Hint hint = Hint::plain;
  DatumValue value;
  std::optional<Interval> interval;  ///< least and most of the runs

  /// 0 where it is no number.
  [[nodiscard]] double number() const;
  /// Whether there is a value.
  [[nodiscard]] bool there() const { return !std::holds_alternative<std::monostate>(value); }
};

/// As files have it, every digit of it; empty where there is none.
std::string text_of(const DatumValue& value);
/// As people read it: "1.23 ms", "12.3 %", "4.56 G cells/s".
std::string shown(const Datum& datum);

}  // namespace heteroscope
