#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/results/datum.hpp"

namespace heteroscope {

/// Null if there is none with that id.
const Datum* find_datum(const std::vector<Datum>& data, std::string_view id);

/// One thing that was measured: which it was, and what came out, each value once by its id.
struct ResultRow {
  std::vector<Datum> data;
  std::string settings;  ///< as JSON, of which it can be measured again; empty: it cannot

  [[nodiscard]] const Datum* find(std::string_view id) const { return find_datum(data, id); }
  /// Throws BadInput if the row has no such datum: a file may lack it.
  [[nodiscard]] const Datum& at(std::string_view id) const;
  /// The number of such a datum; 0 if it has no value, or no number.
  [[nodiscard]] double number(std::string_view id) const { return at(id).number(); }
  /// The text of such a datum; empty if it has no value.
  [[nodiscard]] std::string text(std::string_view id) const { return text_of(at(id).value); }
};

/// The rows of a list, each with ids of its own: "lanes/0/share" and "lanes/1/share" give two rows with "share".
std::vector<ResultRow> rows_of(const std::vector<Datum>& data, std::string_view list);

/// Why some of what was asked for was not measured.
struct Skipped {
  std::string reason;
  int rows = 0;  ///< 0: what the reason names would have had rows of no known number
  bool operator==(const Skipped&) const = default;
};

/// The result of one run.
struct Result {
  std::vector<Datum> facts;  ///< of all rows: what was asked for, the machine, its ceilings
  std::vector<ResultRow> rows;
  std::vector<Skipped> skipped;
};

/// All of it, as the schema in docs/bench.schema.json has it. Values keep every digit.
std::string result_json(const Result& result);
/// Throws BadInput if the text is none, or of another version, or a row is without a time. `name`: of the file, for the
/// message.
Result result_from_json(const std::string& text, const std::string& name);
/// The result in a file.
Result load_result(const std::filesystem::path& path);

/// A header, and a line a row: its data, and the machine's. A datum that a row lacks stays empty.
std::string result_csv(const Result& result);

/// Rows by themselves: what any of them has is a column, in the order in which they have it.
std::string rows_csv(const std::vector<ResultRow>& rows);

}  // namespace heteroscope
