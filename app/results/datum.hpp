#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

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

/// A kind of value that results have, declared once (row_columns.hpp, fact_columns.hpp). Whoever writes or reads such a
/// value, be it for a file, a table, a plot, a claim or a lesson, names it by its declaration. The texts outlive it.
struct Column {
  std::string_view id;    ///< in files, with its unit: "median_ms"; '/' comes between a whole and its parts: "block/x"
  std::string_view name;  ///< for people: "time"
  std::string_view unit;  ///< empty: a plain number, or a word
  Hint hint = Hint::plain;
  std::string_view about;

  constexpr Column(std::string_view in_files, std::string_view for_people, std::string_view says)
      : id(in_files), name(for_people), about(says) {}
  constexpr Column(std::string_view in_files, std::string_view for_people, std::string_view in_unit, Hint shown,
                   std::string_view says)
      : id(in_files), name(for_people), unit(in_unit), hint(shown), about(says) {}
  /// A result's values are found by their ids, which claims and lessons have as text.
  constexpr operator std::string_view() const { return id; }
  /// The same in the unit that a workload gives it.
  [[nodiscard]] constexpr Column in(std::string_view other) const { return {id, name, other, hint, about}; }
  /// The same under the name that a suite gives it.
  [[nodiscard]] constexpr Column named(std::string_view other) const { return {id, other, unit, hint, about}; }
};

/// The id of a part within a whole: "gpu_ceiling/set_bytes".
std::string part_of(std::string_view whole, const Column& part);

/// A value that says what it is. Tables, tooltips, files, plots and reports are made from such, and know no more of it.
struct Datum {
  std::string id;    ///< its column's
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

/// A value without a column, whose name is its id.
Datum plain_datum(const char* id, DatumValue value);
/// As files have it, every digit of it; empty where there is none.
std::string text_of(const DatumValue& value);
/// As people read it: "1.23 ms", "12.3 %", "4.56 G cells/s".
std::string shown(const Datum& datum);

}  // namespace heteroscope
