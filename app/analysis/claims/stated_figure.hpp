#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/analysis/claims/compared.hpp"
#include "app/analysis/claims/row_pattern.hpp"
#include "app/results/row_columns.hpp"

namespace heteroscope {

/// The datum that a name of rows by itself stands for: their time, which of published figures may be a mean.
inline constexpr std::string_view usual_time = column::median_ms;

/// A figure that a statement or a text speaks of: a number, what a row has, or what is worked out beside the rows.
struct StatedFigure {
  enum class Kind {
    number,
    row,        ///< "static.median_ms": a datum of the fastest of the rows that have that name
    differing,  ///< "differing:a/b": values that are not equal in the results of two rows
    share,      ///< "share:a/b": of all values, those
    error,      ///< "error:a/b": the largest difference of them
    largest,    ///< "largest:a": the largest magnitude in a row's result
    even,       ///< "even:a": the share of the lanes' time that is of use in the warps of a row's block
    order,      ///< "order:time/euler": of a curve of the workload's study
    model       ///< "model:a/sectors_a_load": of what a row's GPU variant reads and writes, by its addresses
  };
  Kind kind = Kind::number;
  std::string text;    ///< as it was written
  double number = 0;   ///< of that kind
  std::string first;   ///< a name of rows, or a study's id
  std::string second;  ///< another name of rows, a datum's id, a curve's label, or the model's figure
  NamedRows of{};      ///< of kind row: which rows the first name stands for

  /// It follows from the problem or the addresses, and not from a measurement of time.
  [[nodiscard]] bool is_beside() const { return kind > Kind::row; }
  /// It is the time of rows, and not another datum of theirs.
  [[nodiscard]] bool is_usual_time() const { return kind == Kind::row && second == usual_time; }
  /// The names of rows that it is about.
  [[nodiscard]] std::vector<std::string> names() const;
};

/// What model: knows, each a mean over a row's launches.
inline constexpr std::string_view sectors_a_load = "sectors_a_load";
inline constexpr std::string_view sectors_a_store = "sectors_a_store";
inline constexpr std::string_view passes_a_load = "passes_a_load";  ///< of shared memory
inline constexpr std::string_view passes_a_store = "passes_a_store";

/// Throws BadInput if it is none, or of a name that is not among these.
StatedFigure parse_figure(std::string_view text, const RowNames& rows);
/// The same of a text that may also be a name of rows by itself, which stands for their time.
StatedFigure parse_figure_or_time(const std::string& text, const RowNames& rows);

/// A figure's value, or why there is none, in a line.
struct FoundFigure {
  std::optional<Bounded> value;
  std::string shown;  ///< with its unit
  std::string why;    ///< empty where there is a value
};

/// The figure in a person's words: of a time the name of its row ("static"), of another datum "speed-up of static".
std::string label_of(const StatedFigure& figure, const Result& measured);

/// Of what was measured; of names of published rows, of what was published.
FoundFigure find_figure(const StatedFigure& figure, const Result& measured);

/// The text with each {figure}, {ratio:figure/figure} and {ratio:row/row} (of times) replaced by what was measured; of
/// a ratio that was measured beside other programs it says that it cannot be told. {about:…} is a ratio in two digits.
std::string with_figures(std::string_view text, const RowNames& rows, const Result& measured);
/// Each figure in it is known.
bool figures_known(std::string_view text, const RowNames& rows, const Result& measured);
/// Figures in it. Throws BadInput for a brace that holds none, or is not closed.
std::vector<StatedFigure> figures_in(std::string_view text, const RowNames& rows);

}  // namespace heteroscope
