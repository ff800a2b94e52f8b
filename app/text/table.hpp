#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

/// A Markdown table whose columns line up in a terminal too.
class TextTable {
 public:
  struct Column {
    std::string title;
    bool right = false;  ///< numbers stand at the right
  };
  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}
  /// Adds a row with as many cells as columns; missing ones stay empty.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  [[nodiscard]] std::string markdown() const;
  [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }
  /// The rows, each with as many cells as were added.
  [[nodiscard]] const std::vector<std::vector<std::string>>& rows() const { return rows_; }

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// "1.23 G" for 1.23e9: three digits and the SI prefix, to stand before a unit.
std::string with_prefix(double value);
/// "12.3 ms", with digits enough for the smallest.
std::string milliseconds(double ms);
/// "12.3 %" of a share; "1214 %" of one of ten and more.
std::string percent(double share);
/// A factor in three digits, or in as many as it has before the point.
std::string times(double factor);
/// "1.32 times as long" of the word "long"; "as long" of a factor that is 1 in three digits.
std::string times_as(double factor, std::string_view word);
/// "0.96 to 1.09 times as long": the same for an interval's two ends.
std::string from_to_times_as(double low, double high, std::string_view word);

}  // namespace heteroscope
