#pragma once

#include <string>
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
/// "12.3 %" of a share.
std::string percent(double share);
/// A factor in three digits, or in as many as it has before the point.
std::string times(double factor);

}  // namespace heteroscope
